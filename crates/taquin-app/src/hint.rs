//! The next moves of a board: the beginning of a solution.

use crate::search::Searched;
use std::time::Duration;
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::solve::{Answer, Guarantee, SearchOptions};
use taquin::{Board, Metric, Move, Shape, Slide};

/// A hint for a large board takes at most this long.
const TIME: Duration = Duration::from_secs(2);

/// The search for a hint: shortest solutions where they are found quickly, and all first moves of those.
pub fn options(shape: Shape, metric: Metric) -> SearchOptions {
    let mut options = SearchOptions::default();
    options.metric = metric;
    let finds_all = metric == Metric::SingleTile && !options.is_open_ended(shape);
    options.all_shortest = finds_all.then_some(0);
    options
}

/// The time limit for a hint, unless the user sets another.
pub fn time(shape: Shape, options: &SearchOptions) -> Option<Duration> {
    options.is_open_ended(shape).then_some(TIME)
}

/// What is known about the way from a board to its goal.
#[derive(Debug)]
pub struct Hint {
    /// The board.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// Whether to write counts of moves.
    pub is_compact: bool,
    /// How many moves to show.
    pub count: usize,
    /// `None` if the goal cannot be reached.
    pub searched: Option<Searched>,
}

impl Hint {
    /// The solution's moves, and whether they are shortest.
    pub fn solution(&self) -> Option<(&[Move], Guarantee)> {
        match &self.searched.as_ref()?.report.answer {
            Answer::Solved(solution, guarantee) => Some((solution.moves(), *guarantee)),
            _ => None,
        }
    }

    /// How moves are written.
    pub fn format(&self) -> MoveFormat {
        MoveFormat::new(MoveLetters::Tile, self.metric, self.is_compact)
    }

    /// The next moves.
    pub fn next(&self) -> Option<Vec<Move>> {
        let (moves, _) = self.solution()?;
        let slides = self.metric.slides(moves).take(self.count);
        Some(slides.flat_map(Slide::moves).collect())
    }

    /// All first moves of shortest solutions, if they are known.
    pub fn first_moves(&self) -> Option<&[Slide]> {
        let all = self.searched.as_ref()?.report.all_shortest.as_ref()?;
        all.is_complete.then_some(&all.first_moves)
    }
}
