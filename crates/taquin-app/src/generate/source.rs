//! Where boards come from.

use super::{GenerateOptions, hardest, stopped};
use crate::census::check_memory;
use crate::exit::Failure;
use crate::option::{OptionError, OptionName};
use crate::words::many;
use std::ops::ControlFlow;
use taquin::census::distance_table::DistanceTable;
use taquin::solvability::{reachable, twin};
use taquin::solve::{Search, Tables, Tick};
use taquin::tools::generate::{AtDistance, Distance, Generator, NoBoards, Stop};
use taquin::{Board, Problem, Shape};

/// A source of boards.
#[derive(Debug)]
pub(super) struct Source {
    goal: Board,
    kind: Kind,
    /// Only boards with a single shortest solution.
    is_unique: bool,
    threads: usize,
}

#[derive(Debug)]
enum Kind {
    Random,
    Unsolvable,
    Walk(u64),
    WalkUnsolvable(u64),
    AtDistance(Box<AtDistance>),
    /// All suitable boards, and their distance.
    Known(Vec<Board>, u32),
}

impl Source {
    /// If no more boards are at a distance, all of them are looked at for a single shortest solution. It is looked up on
    /// small shapes, where this is all, and searched for on larger ones.
    const fn most_tried(shape: Shape) -> u64 {
        if shape.area() <= DistanceTable::MAX_CELLS {
            u64::MAX
        } else {
            2_000
        }
    }

    pub(super) fn new(
        options: &GenerateOptions<'_>,
        goal: &Board,
        tables: &Tables,
        stop: &Stop<'_>,
    ) -> Result<Source, Failure> {
        let wanted = match (options.optimal_length, options.hardest) {
            (Some(moves), _) => Some(Distance::Exactly(moves)),
            (None, true) => Some(Distance::Farthest),
            (None, false) => None,
        };
        let kind = match (wanted, options.walk, options.unsolvable) {
            (Some(wanted), ..) => distant(options, goal, wanted, stop)?,
            (None, Some(moves), true) => Kind::WalkUnsolvable(moves),
            (None, Some(moves), false) => Kind::Walk(moves),
            (None, None, true) => Kind::Unsolvable,
            (None, None, false) => Kind::Random,
        };
        let mut source = Source {
            goal: goal.clone(),
            kind,
            is_unique: options.unique,
            threads: options.threads,
        };
        if options.unique {
            source.keep_unique(options, tables, stop)?;
        }
        Ok(source)
    }

    /// The distance of the boards, if that was requested.
    pub(super) fn distance(&self) -> Option<u32> {
        match &self.kind {
            Kind::AtDistance(boards) => Some(boards.distance()),
            Kind::Known(_, distance) => Some(*distance),
            _ => None,
        }
    }

    /// Filters a short list of boards in advance, so that drawing ends if no board has a single shortest solution.
    fn keep_unique(
        &mut self,
        options: &GenerateOptions<'_>,
        tables: &Tables,
        stop: &Stop<'_>,
    ) -> Result<(), Failure> {
        let (boards, distance) = match &self.kind {
            Kind::Known(boards, distance) => (boards.clone(), *distance),
            Kind::AtDistance(source) => match source.all(Source::most_tried(self.goal.shape())) {
                Some(boards) => (boards, source.distance()),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let mut kept = Vec::new();
        for board in boards {
            match self.has_one_solution(&board, tables, stop) {
                Some(true) => kept.push(board),
                Some(false) => {}
                None => return Err(stopped(0, options.count)),
            }
        }
        if kept.is_empty() {
            let shape = self.goal.shape();
            let moves = many(distance, "move");
            let why = format!("no board of {shape} at {moves} has a single shortest solution");
            return Err(refusal("unique", why));
        }
        self.kind = Kind::Known(kept, distance);
        self.is_unique = false;
        Ok(())
    }

    /// The next board; `None` if it was stopped.
    pub(super) fn draw(
        &mut self,
        generator: &mut Generator,
        tables: &Tables,
        stop: &Stop<'_>,
    ) -> Result<Option<Board>, Failure> {
        loop {
            let Some(board) = self.any(generator, stop)? else {
                return Ok(None);
            };
            if !self.is_unique {
                return Ok(Some(board));
            }
            match self.has_one_solution(&board, tables, stop) {
                Some(true) => return Ok(Some(board)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
    }

    fn any(
        &mut self,
        generator: &mut Generator,
        stop: &Stop<'_>,
    ) -> Result<Option<Board>, Failure> {
        let goal = &self.goal;
        let board = match &mut self.kind {
            Kind::Random => Some(generator.random(goal)),
            Kind::Unsolvable => generator.unsolvable(goal),
            Kind::Walk(moves) => Some(walk(generator, goal, *moves, stop)),
            Kind::WalkUnsolvable(moves) => {
                let twin = twin(&walk(generator, goal, *moves, stop));
                twin.filter(|twin| reachable(twin, goal) == Ok(false))
            }
            Kind::Known(boards, _) => Some(generator.choose(boards).clone()),
            Kind::AtDistance(boards) => match boards.draw(generator, stop) {
                Ok(board) => Some(board),
                Err(_) => return Ok(None),
            },
        };
        let all_solvable = || {
            let why = format!("every board of {} can be solved", goal.shape());
            refusal("unsolvable", why)
        };
        board.map(Some).ok_or_else(all_solvable)
    }

    /// Whether there is a single shortest solution; `None` if it was stopped.
    fn has_one_solution(&self, board: &Board, tables: &Tables, stop: &Stop<'_>) -> Option<bool> {
        let problem = Problem::new(board.clone(), self.goal.clone());
        let problem = problem.expect("a generated board can be solved");
        let on_tick = &mut |_: &Tick| {
            if stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let report = Search::new(&problem)
            .all_shortest(0)
            .threads(self.threads)
            .tables(tables)
            .observe(on_tick)
            .run();
        let report = report.expect("all shortest solutions of a small board can be found");
        let all = report.all_shortest.filter(|all| all.is_complete)?;
        Some(all.count == 1)
    }
}

/// This many random moves from the goal, unless it is stopped.
fn walk(generator: &mut Generator, goal: &Board, moves: u64, stop: &Stop<'_>) -> Board {
    const STRETCH: u64 = 1 << 20;
    let mut board = goal.clone();
    let mut left = moves;
    while left > 0 && !stop() {
        let stretch = left.min(STRETCH);
        board = generator.walk(&board, stretch);
        left -= stretch;
    }
    board
}

fn distant(
    options: &GenerateOptions<'_>,
    goal: &Board,
    wanted: Distance,
    stop: &Stop<'_>,
) -> Result<Kind, Failure> {
    if AtDistance::is_counted(goal.shape()) {
        check_memory(goal.shape(), options.metric, options.limits.memory)?;
    }
    match AtDistance::new(goal, wanted, options.metric, options.threads, stop) {
        Ok(boards) => Ok(Kind::AtDistance(Box::new(boards))),
        Err(NoBoards::Stopped) => Err(stopped(0, options.count)),
        Err(NoBoards::FarthestUnknown { shape }) => match hardest::published(goal) {
            Some((distance, boards)) => Ok(Kind::Known(boards, distance)),
            None => Err(OptionError::FarthestUnknown(shape).into()),
        },
        Err(error) => {
            let option = match wanted {
                Distance::Exactly(_) => "optimal_length",
                Distance::Farthest => "hardest",
            };
            Err(refusal(option, error.to_string()))
        }
    }
}

/// An option that no board satisfies.
fn refusal(option: &'static str, why: String) -> Failure {
    let option = OptionName(option);
    OptionError::Value { option, why }.into()
}
