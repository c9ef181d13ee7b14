//! Constructed solutions, including those with too many moves to store: found, replayed, then repeated on demand.
//!
//! A 1000×1000 board takes more than 10⁹ moves. The first pass counts them and replays them on another board; it stores
//! them for the second pass, two bits per move, while there is enough memory. If there is not, the second pass finds
//! them again: the same board always gets the same moves.

use super::observer::{Phase, Tick};
use super::report::{Method, certified};
use super::search::Run;
use super::{
    Algorithm, Guarantee, HeuristicKind, MAX_CELLS, Report, SearchObserver, SearchOptions,
    lower_bound,
};
use crate::large::construct;
use crate::puzzle::{Board, Metric, Move, Problem, Replay};
use crate::search::Stats;
use std::ops::ControlFlow;
use std::sync::mpsc;

/// From this many cells on, a solution that is wanted immediately is streamed.
const AT_ONCE_CELLS: usize = 1 << 14;
/// The number of moves per piece.
const PIECE: usize = 1 << 16;
/// The most memory for stored moves, whatever the limit.
const MAX_STORED: usize = 640 << 20;
/// The memory that a search needs per move of its first solution.
const BYTES_PER_MOVE: u64 = 6;

/// Whether the solution of a search is streamed.
pub(super) fn is_streamed(problem: &Problem, options: &SearchOptions) -> bool {
    let shape = problem.start().shape();
    let is_possible = options.metric == Metric::SingleTile
        && options.table_size.is_none()
        && !options.only_shortest
        && !shape.is_line()
        && match options.algorithm {
            // `Search::run` rejects this combination: there is no such heuristic.
            None => options.heuristic.is_none_or(|kind| kind.fits(shape)),
            Some(algorithm) => matches!(algorithm, Algorithm::Beam | Algorithm::Construct),
        };
    // More than the moves of a first solution, even on narrow boards; a search stores several solutions.
    let moves = 2 * shape.area() as u64 * u64::from(shape.rows() + shape.cols());
    let is_too_long = options
        .memory
        .is_some_and(|memory| BYTES_PER_MOVE * moves > memory);
    let is_at_once = options.effort == Some(0) && shape.area() > AT_ONCE_CELLS;
    let is_too_large = shape.area() > MAX_CELLS;
    let is_plain = options.all_shortest.is_none() && options.max_length.is_none();
    is_possible
        && match options.algorithm {
            None if is_too_large => true,
            Some(Algorithm::Construct) => is_plain && (is_too_large || is_too_long),
            _ => is_plain && !is_too_large && (is_too_long || is_at_once),
        }
}

impl Run<'_> {
    /// The whole solution of a construction.
    pub(super) fn construct(&mut self) -> Report {
        let bound = u32::try_from(lower_bound(self.problem)).unwrap_or(u32::MAX);
        self.watcher.keep_bound(bound);
        let mut moves = Vec::new();
        let built = pieces(self.problem, &mut |piece| {
            moves.extend_from_slice(piece);
            self.watcher.wait()
        });
        if built.is_break() {
            return self.stopped(&Method::new(Algorithm::Construct, HeuristicKind::Zero));
        }
        let moves_made = moves.len();
        let solution = certified(self.problem, moves);
        let stats = self.watcher.finish(&construction_stats(moves_made));
        self.unproven(Algorithm::Construct, solution, stats)
    }
}

/// The counters of a construction with this many moves: it passes through every board once and holds one of them.
pub(super) const fn construction_stats(moves: usize) -> Stats {
    Stats {
        selected: moves as u64 + 1,
        generated: moves as u64,
        reopened: 0,
        duplicates: 0,
        peak_states: 1,
        peak_bytes: 0,
    }
}

/// A solution that has been replayed, and whose moves can be repeated any number of times.
#[derive(Debug)]
pub struct Stream<'a> {
    problem: &'a Problem,
    length: usize,
    lower_bound: u64,
    stored: Option<StoredMoves>,
}

impl<'a> Stream<'a> {
    /// Finds a solution and replays it; `None` if the observer stopped it.
    pub(super) fn find(
        problem: &'a Problem,
        options: &SearchOptions,
        observer: &mut dyn SearchObserver,
    ) -> Option<Stream<'a>> {
        let lower_bound = lower_bound(problem);
        let mut checker = Checker {
            replay: problem.replay(),
            stored: Some(StoredMoves::new(options.memory)),
        };
        let mut tick = Tick {
            stats: Stats::default(),
            lower_bound: u32::try_from(lower_bound).unwrap_or(u32::MAX),
            best: None,
            phase: Phase::Search,
        };
        let go_on = |piece: &[Move]| {
            tick.stats.generated += piece.len() as u64;
            observer.tick(&tick)
        };
        let found = match options.threads {
            0 | 1 => checked(problem, &mut checker, go_on),
            _ if cfg!(target_family = "wasm") => checked(problem, &mut checker, go_on),
            _ => checked_beside(problem, &mut checker, go_on),
        };
        if found.is_break() {
            return None;
        }
        let length = checker.replay.finish();
        Some(Stream {
            problem,
            length: length.expect("the solution of a construction ends at the goal"),
            lower_bound,
            stored: checker.stored,
        })
    }

    /// The problem that it solves.
    pub const fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// The algorithm that found it.
    pub const fn algorithm(&self) -> Algorithm {
        Algorithm::Construct
    }

    /// The number of its moves.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// No solution is shorter.
    pub const fn lower_bound(&self) -> u64 {
        self.lower_bound
    }

    /// The counters of its construction.
    pub const fn stats(&self) -> Stats {
        construction_stats(self.length)
    }

    /// What is known about its length.
    pub fn guarantee(&self) -> Guarantee {
        if self.length as u64 == self.lower_bound {
            Guarantee::Optimal
        } else {
            Guarantee::None
        }
    }

    /// Whether its moves are stored in memory; otherwise each pass finds them again.
    pub const fn is_kept(&self) -> bool {
        self.stored.is_some()
    }

    /// Calls `f` with the moves, piece by piece.
    pub fn each(&self, mut f: impl FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.stored {
            Some(stored) => stored.each(f),
            None => pieces(self.problem, &mut f),
        }
    }

    /// Calls `f` with every board from the start to the goal.
    pub fn each_board<E>(&self, mut f: impl FnMut(&Board) -> Result<(), E>) -> Result<(), E> {
        let mut board = self.problem.start().clone();
        let mut result = f(&board);
        if result.is_ok() {
            let _ = self.each(|piece| {
                result = piece.iter().try_for_each(|&m| {
                    board.play_unchecked(m);
                    f(&board)
                });
                match result {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        }
        result
    }
}

/// The moves of a construction in pieces.
fn pieces(problem: &Problem, f: &mut dyn FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut piece = Vec::with_capacity(PIECE);
    construct(problem, |m| {
        piece.push(m);
        if piece.len() == PIECE {
            f(&piece)?;
            piece.clear();
        }
        ControlFlow::Continue(())
    })?;
    f(&piece)
}

fn checked(
    problem: &Problem,
    checker: &mut Checker<'_>,
    mut go_on: impl FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    pieces(problem, &mut |piece| {
        checker.take(piece);
        go_on(piece)
    })
}

/// The same, with the checker in another thread.
fn checked_beside(
    problem: &Problem,
    checker: &mut Checker<'_>,
    mut go_on: impl FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (sender, receiver) = mpsc::sync_channel::<Vec<Move>>(16);
    std::thread::scope(|scope| {
        scope.spawn(move || receiver.iter().for_each(|piece| checker.take(&piece)));
        let found = pieces(problem, &mut |piece| {
            // If the receiver is gone, the checker has found a fault and its thread panics when the scope ends.
            let _ = sender.send(piece.to_vec());
            go_on(piece)
        });
        drop(sender);
        found
    })
}

/// Replays the moves, and stores them.
struct Checker<'a> {
    replay: Replay<'a>,
    /// `None` if there are too many.
    stored: Option<StoredMoves>,
}

impl Checker<'_> {
    fn take(&mut self, piece: &[Move]) {
        for &m in piece {
            let played = self.replay.play(m);
            played.expect("a construction makes possible moves");
        }
        if !self.stored.as_mut().is_some_and(|stored| stored.add(piece)) {
            self.stored = None;
        }
    }
}

/// Moves, stored with two bits each.
#[derive(Debug)]
struct StoredMoves {
    /// Four moves per byte; all pieces but the last have [`PIECE`] moves.
    pieces: Vec<Box<[u8]>>,
    length: usize,
    most_pieces: usize,
}

impl StoredMoves {
    /// It may use half of the memory.
    fn new(memory: Option<u64>) -> StoredMoves {
        let half = memory.map_or(usize::MAX, |memory| {
            usize::try_from(memory / 2).unwrap_or(usize::MAX)
        });
        StoredMoves {
            pieces: Vec::new(),
            length: 0,
            most_pieces: half.min(MAX_STORED) / (PIECE / 4),
        }
    }

    /// Whether there was enough memory.
    fn add(&mut self, piece: &[Move]) -> bool {
        let pack = |four: &[Move; 4]| {
            let [a, b, c, d] = four.map(|m| m.index() as u8);
            a | b << 2 | c << 4 | d << 6
        };
        let (fours, rest) = piece.as_chunks();
        let mut last = [Move::Up; 4];
        last[..rest.len()].copy_from_slice(rest);
        let last = (!rest.is_empty()).then_some(&last);
        self.length += piece.len();
        self.pieces
            .push(fours.iter().chain(last).map(pack).collect());
        self.pieces.len() <= self.most_pieces
    }

    fn each(&self, mut f: impl FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut left = self.length;
        let mut moves = Vec::with_capacity(PIECE);
        for piece in &self.pieces {
            moves.clear();
            for byte in piece {
                moves.extend([0, 2, 4, 6].map(|shift| Move::ALL[usize::from(byte >> shift & 3)]));
            }
            moves.truncate(left);
            left -= moves.len();
            f(&moves)?;
        }
        ControlFlow::Continue(())
    }
}
