//! Solutions that are too long to keep: found move by move, replayed, then written.
//!
//! A 1000×1000 board takes more than 10⁹ moves. The first pass counts them and plays them on a board; at two
//! bits per move they are kept for the second pass, which writes them, as long as there is memory for that. Where there is
//! not, the second pass finds them again: the same board always gets the same moves.

use crate::exit::Failure;
use crate::limits::{Guard, Limits};
use std::fmt::{self, Display};
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc;
use taquin::large::construct;
use taquin::notation::MoveLetters;
use taquin::solve::{Algorithm, Guarantee, HeuristicKind, MAX_CELLS, Plan, lower_bound};
use taquin::{Board, Metric, Move, Problem, Replay, Shape};

/// From this many cells on, a solution without any search time is found in this way.
const AT_ONCE_CELLS: usize = 1 << 14;
/// Moves are handed over in pieces of this many.
const PIECE: usize = 1 << 16;
/// The most memory for moves, whatever the limit.
const MOST_KEPT: usize = 640 << 20;

/// What a search holds for each move of its first solution.
const BYTES_OF_A_MOVE: u64 = 6;

/// What finds them, as `algorithm` in the output.
pub const CONSTRUCT: &str = "construct";

/// Whether a board's solution is found in this way.
pub fn serves(shape: Shape, plan: &Plan, limits: &Limits) -> bool {
    let is_for_it = plan.metric == Metric::SingleTile
        && matches!(plan.algorithm, None | Some(Algorithm::Beam))
        && !shape.is_line();
    // The search is what refuses a heuristic that does not fit.
    let fits = |estimate: HeuristicKind| estimate.fits(shape);
    let is_for_it = is_for_it && (plan.algorithm.is_some() || plan.estimate.is_none_or(fits));
    let cells = shape.area() as u64;
    let at_once = plan.effort == Some(0) || limits.time.is_some_and(|time| time.is_zero());
    // More than a first solution has moves, on thin boards too; a search holds some of them.
    let moves = 2 * cells * u64::from(shape.rows() + shape.cols());
    let is_too_long = BYTES_OF_A_MOVE * moves > limits.memory;
    let is_too_large = shape.area() > MAX_CELLS;
    is_for_it
        && match plan.algorithm {
            None if is_too_large => true,
            _ if is_too_large || plan.all_shortest.is_some() || plan.max_length.is_some() => false,
            _ => is_too_long || (at_once && shape.area() > AT_ONCE_CELLS),
        }
}

/// A solution that has been replayed, and can be told again.
#[derive(Debug)]
pub struct Streamed<'a> {
    problem: &'a Problem,
    /// Its moves.
    pub length: usize,
    /// No solution is shorter.
    pub lower_bound: u64,
    /// How long it took to find it.
    pub seconds: f64,
    kept: Option<Kept>,
}

impl<'a> Streamed<'a> {
    /// Finds a solution and replays it.
    pub fn find(
        problem: &'a Problem,
        limits: &Limits,
        threads: usize,
    ) -> Result<Streamed<'a>, Failure> {
        let lower_bound = lower_bound(problem);
        let mut guard = Guard::new(&Limits {
            time: None,
            ..*limits
        });
        let mut judge = Judge {
            replay: problem.replay(),
            kept: Some(Kept::new(limits.memory)),
        };
        let mut told = 0;
        let go_on = |piece: &[Move]| {
            told += piece.len();
            guard.check_told(told, lower_bound)
        };
        let done = match threads {
            0 | 1 => judged(problem, &mut judge, go_on),
            _ => judged_beside(problem, &mut judge, go_on),
        };
        let seconds = guard.finish();
        if done.is_break() {
            return Err(Failure::Interrupted);
        }
        let length = judge.replay.finish();
        Ok(Streamed {
            problem,
            length: length.expect("the solution of a construction ends at the goal"),
            lower_bound,
            seconds,
            kept: judge.kept,
        })
    }

    /// What is known of its length.
    pub fn guarantee(&self) -> Guarantee {
        match self.length as u64 == self.lower_bound {
            true => Guarantee::Optimal,
            false => Guarantee::None,
        }
    }

    /// The start.
    pub const fn start(&self) -> &Board {
        self.problem.start()
    }

    /// The goal.
    pub const fn goal(&self) -> &Board {
        self.problem.goal()
    }

    /// The moves as [`taquin::notation::write_moves`] writes them.
    pub const fn moves(&self, letters: MoveLetters) -> Moves<'_> {
        Moves {
            streamed: self,
            letters,
            is_spaced: false,
        }
    }

    /// Tells the moves again, in pieces.
    pub fn each(&self, mut tell: impl FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.kept {
            Some(kept) => kept.each(tell),
            None => pieces(self.problem, &mut tell),
        }
    }

    /// Tells every board from the start to the goal.
    pub fn each_board<E>(&self, mut tell: impl FnMut(&Board) -> Result<(), E>) -> Result<(), E> {
        let mut board = self.start().clone();
        let mut told = tell(&board);
        if told.is_ok() {
            let _ = self.each(|piece| {
                told = piece.iter().try_for_each(|&m| {
                    board.play_unchecked(m);
                    tell(&board)
                });
                match told {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        }
        told
    }
}

/// The moves of a construction in pieces.
fn pieces(problem: &Problem, tell: &mut dyn FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut piece = Vec::with_capacity(PIECE);
    construct(problem, |m| {
        piece.push(m);
        if piece.len() == PIECE {
            tell(&piece)?;
            piece.clear();
        }
        ControlFlow::Continue(())
    })?;
    tell(&piece)
}

fn judged(
    problem: &Problem,
    judge: &mut Judge<'_>,
    mut go_on: impl FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    pieces(problem, &mut |piece| {
        judge.take(piece);
        go_on(piece)
    })
}

/// The same with the judge in another thread.
fn judged_beside(
    problem: &Problem,
    judge: &mut Judge<'_>,
    mut go_on: impl FnMut(&[Move]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (sender, receiver) = mpsc::sync_channel::<Vec<Move>>(16);
    std::thread::scope(|scope| {
        scope.spawn(move || receiver.iter().for_each(|piece| judge.take(&piece)));
        let done = pieces(problem, &mut |piece| {
            // If nothing receives, the judge has found a fault, and its thread panics below.
            let _ = sender.send(piece.to_vec());
            go_on(piece)
        });
        drop(sender);
        done
    })
}

/// Plays the moves, and keeps them.
struct Judge<'a> {
    replay: Replay<'a>,
    /// None if there are too many.
    kept: Option<Kept>,
}

impl Judge<'_> {
    fn take(&mut self, piece: &[Move]) {
        for &m in piece {
            let played = self.replay.play(m);
            played.expect("a construction makes possible moves");
        }
        if !self.kept.as_mut().is_some_and(|kept| kept.add(piece)) {
            self.kept = None;
        }
    }
}

/// Moves at two bits each.
#[derive(Debug)]
struct Kept {
    /// Four moves a byte; all pieces but the last are of [`PIECE`] moves.
    pieces: Vec<Box<[u8]>>,
    length: usize,
    /// The most pieces.
    room: usize,
}

impl Kept {
    /// May hold half of the memory.
    fn new(memory: u64) -> Kept {
        let bytes = usize::try_from(memory / 2).unwrap_or(usize::MAX);
        Kept {
            pieces: Vec::new(),
            length: 0,
            room: bytes.min(MOST_KEPT) / (PIECE / 4),
        }
    }

    /// Whether there was room for it.
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
        self.pieces.len() <= self.room
    }

    fn each(&self, mut tell: impl FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut left = self.length;
        let mut moves = Vec::with_capacity(PIECE);
        for piece in &self.pieces {
            moves.clear();
            for byte in piece {
                moves.extend([0, 2, 4, 6].map(|shift| Move::ALL[usize::from(byte >> shift & 3)]));
            }
            moves.truncate(left);
            left -= moves.len();
            tell(&moves)?;
        }
        ControlFlow::Continue(())
    }
}

/// The moves as text, made while it is written.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    streamed: &'a Streamed<'a>,
    letters: MoveLetters,
    is_spaced: bool,
}

impl Moves<'_> {
    /// Directions of the blank as small letters with spaces between.
    pub const fn spaced(self) -> Self {
        Moves {
            is_spaced: true,
            ..self
        }
    }
}

impl Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = MoveWriter {
            letters: self.letters,
            is_spaced: self.is_spaced,
            // Only numbers need to know which tile it is.
            board: (self.letters == MoveLetters::Numbers).then(|| self.streamed.start().clone()),
            text: Vec::with_capacity(2 * PIECE),
            is_first: true,
        };
        let told = self.streamed.each(|piece| {
            writer.add(piece);
            let text = str::from_utf8(&writer.text).expect("moves are written in ASCII");
            let written = f.write_str(text);
            writer.text.clear();
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(fmt::Error) => ControlFlow::Break(()),
            }
        });
        match told {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(fmt::Error),
        }
    }
}

struct MoveWriter {
    letters: MoveLetters,
    is_spaced: bool,
    board: Option<Board>,
    text: Vec<u8>,
    is_first: bool,
}

impl MoveWriter {
    fn add(&mut self, piece: &[Move]) {
        match (self.letters, &mut self.board) {
            (MoveLetters::Tile, _) => {
                self.text.extend(piece.iter().map(|m| m.letter() as u8));
            }
            (MoveLetters::Blank, _) if !self.is_spaced => {
                let blank = piece.iter().map(|m| m.blank_direction().letter() as u8);
                self.text.extend(blank);
            }
            (_, None) => {
                for m in piece {
                    let space = if self.is_first { "" } else { " " };
                    self.is_first = false;
                    self.text.extend(space.as_bytes());
                    let letter = m.blank_direction().letter() as u8;
                    self.text.push(letter.to_ascii_lowercase());
                }
            }
            (_, Some(board)) => {
                for &m in piece {
                    let hole = board.blank();
                    board.play_unchecked(m);
                    let space = if self.is_first { "" } else { " " };
                    self.is_first = false;
                    let written = write!(self.text, "{space}{}", board.tile(hole));
                    written.expect("memory takes every text");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Goal;
    use taquin::notation::write_moves;
    use taquin::tools::generate::Generator;

    fn problem(rows: u32, cols: u32) -> Problem {
        let goal = Goal::Snail.board(Shape::new(rows, cols).unwrap());
        Problem::new(Generator::new(5).random(&goal), goal).unwrap()
    }

    fn limits(memory: u64) -> Limits {
        Limits { time: None, memory }
    }

    /// 40×40 has more moves than a piece; without memory they are found again.
    #[test]
    fn streamed_moves_are_written_as_kept_ones_are() {
        for (rows, cols) in [(40, 40), (2, 3), (7, 50)] {
            let problem = problem(rows, cols);
            let mut moves = Vec::new();
            let _ = construct(&problem, |m| {
                moves.push(m);
                ControlFlow::Continue(())
            });
            for (memory, threads) in [(2 << 30, 1), (2 << 30, 2), (0, 1), (0, 2)] {
                let streamed = Streamed::find(&problem, &limits(memory), threads).unwrap();
                assert_eq!(streamed.kept.is_some(), memory > 0);
                assert_eq!(streamed.length, moves.len());
                for letters in [MoveLetters::Tile, MoveLetters::Blank, MoveLetters::Numbers] {
                    let expected = write_moves(&moves, letters, problem.start()).unwrap();
                    assert_eq!(streamed.moves(letters).to_string(), expected);
                }
                let spaced = streamed.moves(MoveLetters::Blank).spaced().to_string();
                assert_eq!(spaced.len(), 2 * moves.len() - 1);
            }
        }
    }

    #[test]
    fn boards_are_streamed_when_their_solutions_are_too_long_or_wanted_at_once() {
        let plan = |algorithm, effort| Plan {
            algorithm,
            effort,
            ..Plan::default()
        };
        let with = |estimate| Plan {
            estimate: Some(estimate),
            ..Plan::default()
        };
        let auto = plan(None, None);
        let at_once = plan(None, Some(0));
        let memory = 2 << 30;
        for (rows, cols, plan, memory, expected) in [
            (10, 10, auto, memory, false),
            (10, 10, at_once, memory, false),
            (10, 10, auto, 1 << 10, true),
            (200, 200, auto, memory, false),
            (200, 200, at_once, memory, true),
            (257, 256, auto, memory, true),
            (257, 256, plan(Some(Algorithm::Beam), None), memory, false),
            (257, 256, plan(Some(Algorithm::AStar), None), memory, false),
            (1, 70_000, auto, memory, false),
            (2, 30_000, auto, memory, true),
            // 48 million moves.
            (2, 4000, auto, 128 << 20, true),
            (2, 4000, auto, memory, false),
            (257, 256, with(HeuristicKind::Manhattan), memory, true),
            (257, 256, with(HeuristicKind::Max), memory, false),
            (10, 10, with(HeuristicKind::Max), 1 << 10, false),
        ] {
            let shape = Shape::new(rows, cols).unwrap();
            let served = serves(shape, &plan, &limits(memory));
            assert_eq!(served, expected, "{shape} {plan:?}");
        }
    }
}
