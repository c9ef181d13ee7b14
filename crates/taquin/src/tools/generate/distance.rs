//! Boards at an exact distance from a goal, uniformly distributed.
//!
//! Up to twelve cells, and on lines, a [`Census`] has all boards of that distance, and one of them is drawn. Beyond
//! that, near boards are collected in a list, and for far ones random boards are solved until one has the distance.
//! Boards at 50 moves are an eighth of those of 4×4 with the blank on a cell of the right colour; beyond 66 they are
//! rare, and finding one takes long.

use super::Generator;
use crate::census::Census;
use crate::puzzle::{Board, Cell, Metric, Problem, Shape};
use crate::solve::{Answer, Search, Tables, Tick};
use crate::space::{MoveOrder, Packed16, Space, board_of};
use std::ops::ControlFlow;

/// Boards up to this distance are listed: 5.8 million on 4×4, about as much work as finding one board of that distance by
/// trial.
const MOST_LISTED: u32 = 22;
/// Sides, and an upper bound on the distance from a goal with the blank in a corner (`data/depths.tsv` has the
/// sources).
const FARTHEST: [(u32, u32, u32); 4] = [(2, 7, 108), (2, 8, 140), (3, 5, 84), (4, 4, 80)];
/// States whose children are sorted at a time, between two looks at whether to stop.
const SORTED: usize = 1 << 16;
/// The number of boards drawn from a census at a time, because finding one goes through all of them.
const BATCH: usize = 64;

/// The distance of boards from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Exactly this many moves.
    Exactly(u32),
    /// The largest distance of any board of the shape.
    Farthest,
}

/// Why no boards of a distance can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoBoards {
    /// There are none.
    #[error("no board of {shape} is farther from this goal than {farthest} moves")]
    TooFar {
        /// The shape.
        shape: Shape,
        /// The greatest distance.
        farthest: u32,
    },
    /// The distance of a random board cannot be computed.
    #[error(
        "boards of an exact distance have up to 16 cells (12 with multi-tile moves), and these have {}",
        shape.area()
    )]
    TooLarge {
        /// The shape.
        shape: Shape,
    },
    /// Finding the farthest boards needs a census of all boards.
    #[error("which boards of {shape} are farthest from this goal is not known")]
    FarthestUnknown {
        /// The shape.
        shape: Shape,
    },
    /// The caller has stopped it.
    #[error("stopped before a board was found")]
    Stopped,
}

/// All boards at a distance from a goal.
#[derive(Debug)]
pub struct AtDistance {
    goal: Board,
    distance: u32,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// Its newest level; boards that were drawn, the next one last.
    Census(Box<Census>, Vec<Board>),
    /// Boards by the homes of their tiles.
    List(Packed16, Vec<u64>),
    /// Random boards are tried.
    Trial(Trial),
}

/// Called periodically, from several threads; true stops the work.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

impl AtDistance {
    /// All boards of shapes of up to this many cells are counted.
    pub const MAX_COUNTED: usize = 12;
    /// Random boards of up to this many cells are solved.
    pub const MAX_CELLS: usize = 16;

    /// Prepares to draw boards.
    ///
    /// ```
    /// use taquin::tools::generate::{AtDistance, Distance, Generator};
    /// use taquin::{Goal, Metric, Shape};
    /// let goal = Goal::Last.board(Shape::new(3, 3)?);
    /// let mut boards = AtDistance::new(&goal, Distance::Exactly(31), Metric::SingleTile, 1, &|| false)?;
    /// assert_eq!(boards.count(), Some(2));
    /// let board = boards.draw(&mut Generator::new(1), &|| false)?;
    /// assert!(boards.all(2).unwrap().contains(&board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        goal: &Board,
        wanted: Distance,
        metric: Metric,
        threads: usize,
        stop: &Stop<'_>,
    ) -> Result<AtDistance, NoBoards> {
        let shape = goal.shape();
        let (distance, source) = match (wanted, metric) {
            _ if AtDistance::is_counted(shape) => counted(goal, wanted, metric, threads, stop)?,
            (_, Metric::MultiTile) => return Err(NoBoards::TooLarge { shape }),
            _ if shape.area() > AtDistance::MAX_CELLS => return Err(NoBoards::TooLarge { shape }),
            (Distance::Farthest, _) => return Err(NoBoards::FarthestUnknown { shape }),
            (Distance::Exactly(distance), _) => {
                let farthest = farthest(goal);
                if distance > farthest {
                    return Err(NoBoards::TooFar { shape, farthest });
                }
                let source = if distance <= MOST_LISTED {
                    listed(goal, distance, stop)?
                } else {
                    Source::Trial(Trial {
                        tables: Tables::default(),
                        threads,
                    })
                };
                (distance, source)
            }
        };
        let goal = goal.clone();
        Ok(AtDistance {
            goal,
            distance,
            source,
        })
    }

    /// Uses these tables, and adds to them, where random boards are solved.
    pub fn with_tables(mut self, tables: &Tables) -> AtDistance {
        if let Source::Trial(trial) = &mut self.source {
            trial.tables = tables.clone();
        }
        self
    }

    /// Whether all boards of a shape are counted, which takes the memory of a [`Census`].
    pub fn is_counted(shape: Shape) -> bool {
        shape.is_line() || shape.area() <= AtDistance::MAX_COUNTED
    }

    /// The distance of the boards from the goal.
    pub const fn distance(&self) -> u32 {
        self.distance
    }

    /// Their number, if it is known.
    pub fn count(&self) -> Option<u64> {
        match &self.source {
            Source::Census(census, _) => Some(census.count()),
            Source::List(_, keys) => Some(keys.len() as u64),
            Source::Trial(..) => None,
        }
    }

    /// All of them, if they are known and at most this many.
    pub fn all(&self, at_most: u64) -> Option<Vec<Board>> {
        self.count().filter(|&count| count <= at_most)?;
        Some(self.boards()?.collect())
    }

    /// All of them one by one, if they are known. [`draw`](AtDistance::draw) chooses a place in this order.
    pub fn boards(&self) -> Option<Box<dyn Iterator<Item = Board> + '_>> {
        match &self.source {
            Source::Census(census, _) => Some(Box::new(census.newest())),
            Source::List(space, keys) => {
                let board = |key| board_of(&space.state(key), &self.goal);
                Some(Box::new(keys.iter().map(board)))
            }
            Source::Trial(..) => None,
        }
    }

    /// Drops boards that were drawn in advance: the next ones depend only on the generator that is passed then.
    pub fn restart(&mut self) {
        if let Source::Census(_, drawn) = &mut self.source {
            drawn.clear();
        }
    }

    /// One of them, uniformly distributed; the same one may be drawn again.
    pub fn draw(&mut self, generator: &mut Generator, stop: &Stop<'_>) -> Result<Board, NoBoards> {
        match &mut self.source {
            Source::Census(census, drawn) => Ok(drawn.pop().unwrap_or_else(|| {
                *drawn = batch(census, generator);
                drawn.pop().expect("a batch has boards")
            })),
            Source::List(space, keys) => {
                Ok(board_of(&space.state(generator.choose(keys)), &self.goal))
            }
            Source::Trial(trial) => {
                let tried = trial.draw(&self.goal, self.distance, generator, stop);
                tried.ok_or(NoBoards::Stopped)
            }
        }
    }
}

fn counted(
    goal: &Board,
    wanted: Distance,
    metric: Metric,
    threads: usize,
    stop: &Stop<'_>,
) -> Result<(u32, Source), NoBoards> {
    let shape = goal.shape();
    let mut census =
        Census::new(goal, metric, threads).map_err(|_| NoBoards::TooLarge { shape })?;
    while wanted != Distance::Exactly(census.distance()) {
        let is_farther = census.next_level(stop).map_err(|_| NoBoards::Stopped)?;
        match wanted {
            _ if is_farther => {}
            Distance::Farthest => break,
            Distance::Exactly(_) => {
                let farthest = census.distance();
                return Err(NoBoards::TooFar { shape, farthest });
            }
        }
    }
    Ok((
        census.distance(),
        Source::Census(Box::new(census), Vec::new()),
    ))
}

/// An upper bound on the distance from a goal of 13 to 16 cells; the farthest board may be nearer. If the blank does
/// not belong in a corner, it can be brought there first.
fn farthest(goal: &Board) -> u32 {
    let shape = goal.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    let sides = (rows.min(cols), rows.max(cols));
    let known = FARTHEST.iter().find(|&&(a, b, _)| (a, b) == sides);
    let (row, col) = (shape.row(goal.blank()), shape.col(goal.blank()));
    let to_corner = row.min(rows - 1 - row) + col.min(cols - 1 - col);
    known.map_or(u32::MAX, |&(.., farthest)| match sides {
        // Known for every goal cell of the blank.
        (4, 4) => farthest,
        _ => farthest + to_corner,
    })
}

/// Boards at randomly drawn places, the first place's last.
fn batch(census: &Census, generator: &mut Generator) -> Vec<Board> {
    let count = census.count() as usize;
    let mut places: Vec<(u64, usize)> = (0..BATCH)
        .map(|turn| (generator.below(count) as u64, turn))
        .collect();
    places.sort_unstable();
    let rising: Vec<u64> = places.iter().map(|&(place, _)| place).collect();
    let turns = places.iter().map(|&(_, turn)| turn);
    let mut boards: Vec<(usize, Board)> = turns.zip(census.newest_at(&rising)).collect();
    boards.sort_unstable_by_key(|&(turn, _)| std::cmp::Reverse(turn));
    boards.into_iter().map(|(_, board)| board).collect()
}

/// All boards at a distance, in the order of their keys.
fn listed(goal: &Board, distance: u32, stop: &Stop<'_>) -> Result<Source, NoBoards> {
    let problem =
        Problem::new(goal.clone(), goal.clone()).expect("a board can be reached from itself");
    let space = Packed16::new(&problem, MoveOrder::default()).expect("16 cells fit in a word");
    let (mut before, mut level) = (Vec::new(), vec![space.key(&space.start())]);
    for _ in 0..distance {
        let mut next = children(&space, &level, stop)?;
        // A move leads one step farther or one step back. Both lists are sorted.
        let mut known = before.iter().peekable();
        next.retain(|key| {
            while known.next_if(|&known| known < key).is_some() {}
            known.peek() != Some(&key)
        });
        before = std::mem::replace(&mut level, next);
    }
    Ok(Source::List(space, level))
}

/// The keys of all children of a level, sorted, each once.
fn children(space: &Packed16, level: &[u64], stop: &Stop<'_>) -> Result<Vec<u64>, NoBoards> {
    // Sorting all of them at once would take longer than a program may wait for Ctrl-C.
    let mut runs: Vec<Vec<u64>> = Vec::new();
    for some in level.chunks(SORTED) {
        if stop() {
            return Err(NoBoards::Stopped);
        }
        let mut run: Vec<u64> = Vec::with_capacity(4 * some.len());
        for state in some.iter().map(|key| space.state(key)) {
            let moves = space.moves(&state, None).iter();
            run.extend(moves.map(|&m| space.key(&space.step(&state, m))));
        }
        run.sort_unstable();
        run.dedup();
        // Runs are merged with those that are not much longer, so that no key is merged often.
        while let Some(last) = runs.pop_if(|last| last.len() < 2 * run.len()) {
            run = union(&last, &run);
        }
        runs.push(run);
    }
    let merged = runs
        .into_iter()
        .rev()
        .reduce(|run, last| union(&last, &run));
    Ok(merged.unwrap_or_default())
}

/// The keys of two sorted lists, sorted, each once.
fn union(mut a: &[u64], mut b: &[u64]) -> Vec<u64> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        all.push(x.min(y));
        if x <= y {
            a = &a[1..];
        }
        if y <= x {
            b = &b[1..];
        }
    }
    all.extend_from_slice(a);
    all.extend_from_slice(b);
    all
}

/// Solves random boards until one has the right distance.
#[derive(Debug)]
struct Trial {
    tables: Tables,
    threads: usize,
}

impl Trial {
    /// The first board with the right distance; `None` if it was stopped.
    fn draw(
        &self,
        goal: &Board,
        distance: u32,
        generator: &mut Generator,
        stop: &Stop<'_>,
    ) -> Option<Board> {
        let homes = goal.places();
        while !stop() {
            let board = generator.random(goal);
            if !may_be_at(distance, &board, &homes) {
                continue;
            }
            let problem =
                Problem::new(board, goal.clone()).expect("the board is one that can be solved");
            let on_tick = &mut |_: &Tick| {
                if stop() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let report = Search::new(&problem)
                .max_length(distance)
                .threads(self.threads)
                .tables(&self.tables)
                .observe(on_tick)
                .run();
            match report
                .expect("nothing is asked that could be refused")
                .answer
            {
                Answer::Solved(solution, _) if solution.moves().len() == distance as usize => {
                    return Some(problem.start().clone());
                }
                Answer::Stopped => return None,
                _ => {}
            }
        }
        None
    }
}

/// Whether a board can be at this distance: the colour of the blank's cell determines the parity, and most boards are
/// clearly too far.
fn may_be_at(distance: u32, board: &Board, homes: &[Cell]) -> bool {
    let shape = board.shape();
    let away = |cell| shape.distance(cell, homes[board.tile(cell).number() as usize]);
    let tiles = shape.cells().filter(|&cell| cell != board.blank());
    away(board.blank()) % 2 == distance % 2 && tiles.map(away).sum::<u32>() <= distance
}
