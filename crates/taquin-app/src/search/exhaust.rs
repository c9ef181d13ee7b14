//! Boards that cannot be solved: small ones are searched to the end, which shows it.

use super::{Posed, Searched, problem_of, search_observed};
use crate::exit::Failure;
use crate::input::BoardReader;
use crate::limits::{Guard, Limits};
use crate::plan::usage_error;
use crate::words::large;
use taquin::solvability::{reachable_boards, reachable_goals};
use taquin::solve::{Algorithm, SearchOptions, Tables, exhaust};
use taquin::{Board, Goal};

/// A search of more boards is not run to its end: 3×3 has 181,440.
const MOST_BOARDS: f64 = 200_000.0;

/// A start and a goal of the same shape that no moves connect.
#[derive(Clone, Debug)]
pub struct Unreachable {
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
}

/// The problem of a command that takes exactly one board, solvable or not, and counts moves of one tile.
pub fn read_problem(
    board: &str,
    goal: Option<&str>,
    reader: &mut BoardReader,
) -> Result<Posed, Failure> {
    let reading = reader.only_board(board)?;
    reader.leave_metric();
    let goal = reader.goal_of(goal, reading.start.shape(), reading.goal)?;
    problem_of(&reading.start, &goal)
}

impl Unreachable {
    /// The standard goals that can be reached.
    pub fn reachable_goals(&self) -> Vec<Goal> {
        reachable_goals(&self.start)
    }

    /// An error if there are too many boards to expand them all.
    pub fn allows_search(&self) -> Result<(), Failure> {
        let shape = self.start.shape();
        let boards = reachable_boards(shape);
        if boards <= MOST_BOARDS {
            return Ok(());
        }
        // Beyond 170! no number of this type is large enough, and the words say so.
        Err(Failure::UnsolvableLarge {
            boards: format!("{} boards ({}!/2)", large(boards), shape.area()),
        })
    }

    /// Whether a search that does not repeat boards has expanded all that can be reached.
    pub fn is_exhausted(&self, expanded: u64) -> bool {
        expanded as f64 >= reachable_boards(self.start.shape())
    }

    /// Runs a search until it has expanded every board that can be reached.
    pub fn search(
        &self,
        tables: &Tables,
        plan: &SearchOptions,
        limits: &Limits,
    ) -> Result<Searched, Failure> {
        let shape = self.start.shape();
        let guard = Guard::new(&limits.for_board(shape, plan));
        search_observed(guard, plan, |guard| {
            exhaust(&self.start, &self.goal, *plan, tables, guard).map_err(usage_error)
        })
    }

    /// Why there is nothing to draw or to replay (`what`), shown by a search if there are few boards.
    pub fn nothing_to(&self, what: &str) -> Failure {
        let mut plan = SearchOptions::default();
        plan.algorithm = Some(Algorithm::Bfs);
        let searched = self
            .allows_search()
            .and_then(|()| self.search(&Tables::default(), &plan, &Limits::default()));
        match searched {
            Ok(searched) => Failure::Exhausted {
                what: what.into(),
                boards: searched.report.stats.selected,
            },
            Err(failure) => failure,
        }
    }
}
