//! Solutions that are too long to keep in memory, with their moves as text.

use crate::exit::Failure;
use crate::limits::{Guard, Limits};
use crate::plan::usage_error;
use std::fmt::{self, Display};
use std::io::Write;
use std::ops::ControlFlow;
use taquin::notation::MoveLetters;
use taquin::solve::{Guarantee, Search, SearchObserver, SearchOptions, Stream, Tick};
use taquin::{Algorithm, Board, Move, Problem};

/// What finds them, as `algorithm` in the output.
pub const CONSTRUCT: &str = Algorithm::Construct.name();

/// Bytes reserved for the text of one piece of moves.
const TEXT: usize = 1 << 17;

/// Whether the solution of a board is streamed.
pub fn is_streamed(problem: &Problem, options: &SearchOptions, limits: &Limits) -> bool {
    let mut options = *options;
    if limits.time.is_some_and(|time| time.is_zero()) {
        // A time of 0 asks for the first solution.
        options.effort = Some(0);
    }
    let search = Search::new(problem).options(options);
    search.memory(limits.memory).is_streamed()
}

/// A solution that has been replayed, and whose moves can be produced again.
#[derive(Debug)]
pub struct Streamed<'a> {
    stream: Stream<'a>,
    /// The number of its moves.
    pub length: usize,
    /// No solution is shorter.
    pub lower_bound: u64,
    /// How long it took to find it.
    pub seconds: f64,
}

impl<'a> Streamed<'a> {
    /// Finds a solution and replays it.
    pub fn find(
        problem: &'a Problem,
        options: &SearchOptions,
        limits: &Limits,
    ) -> Result<Streamed<'a>, Failure> {
        let mut guard = Guard::new(&Limits {
            time: None,
            ..*limits
        });
        let found = Search::new(problem)
            .options(*options)
            .memory(limits.memory)
            .observe(&mut CountsMoves(&mut guard))
            .stream();
        let seconds = guard.finish();
        let stream = found.map_err(usage_error)?.ok_or(Failure::Interrupted)?;
        Ok(Streamed {
            length: stream.length(),
            lower_bound: stream.lower_bound(),
            stream,
            seconds,
        })
    }

    /// What is known of its length.
    pub fn guarantee(&self) -> Guarantee {
        self.stream.guarantee()
    }

    /// The start.
    pub const fn start(&self) -> &Board {
        self.stream.problem().start()
    }

    /// The goal.
    pub const fn goal(&self) -> &Board {
        self.stream.problem().goal()
    }

    /// The moves as [`taquin::notation::write_moves`] writes them.
    pub const fn moves(&self, letters: MoveLetters) -> Moves<'_> {
        Moves {
            streamed: self,
            letters,
            is_spaced: false,
        }
    }

    /// Produces the moves again, in pieces.
    pub fn each(&self, use_moves: impl FnMut(&[Move]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.stream.each(use_moves)
    }

    /// Produces every board from the start to the goal.
    pub fn each_board<E>(&self, use_board: impl FnMut(&Board) -> Result<(), E>) -> Result<(), E> {
        self.stream.each_board(use_board)
    }
}

/// Shows the number of moves found so far.
struct CountsMoves<'a, 'g>(&'a mut Guard<'g>);

impl SearchObserver for CountsMoves<'_, '_> {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        let moves = tick.stats.generated as usize;
        self.0.check_moves(moves, tick.lower_bound.into())
    }
}

/// The moves as text, produced while they are written.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    streamed: &'a Streamed<'a>,
    letters: MoveLetters,
    is_spaced: bool,
}

impl Moves<'_> {
    /// Directions of the blank as lower-case letters, separated by spaces.
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
            // Only numbers depend on the board.
            board: (self.letters == MoveLetters::Numbers).then(|| self.streamed.start().clone()),
            text: Vec::with_capacity(TEXT),
            is_first: true,
        };
        let flow = self.streamed.each(|piece| {
            writer.add(piece);
            let text = str::from_utf8(&writer.text).expect("moves are written in ASCII");
            let written = f.write_str(text);
            writer.text.clear();
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(fmt::Error) => ControlFlow::Break(()),
            }
        });
        match flow {
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
                    written.expect("writing to memory never fails");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Goal;
    use taquin::large::construct;
    use taquin::notation::write_moves;
    use taquin::tools::generate::Generator;

    fn problem(rows: u32, cols: u32) -> Problem {
        let goal = Goal::Snail.board(taquin::Shape::new(rows, cols).unwrap());
        Problem::new(Generator::new(5).random(&goal), goal).unwrap()
    }

    fn limits(memory: u64) -> Limits {
        Limits { time: None, memory }
    }

    /// 40×40 has more moves than fit in a piece; without memory they are found again.
    #[test]
    fn streamed_moves_are_written_like_kept_moves() {
        for (rows, cols) in [(40, 40), (2, 3), (7, 50)] {
            let problem = problem(rows, cols);
            let mut moves = Vec::new();
            let _ = construct(&problem, |m| {
                moves.push(m);
                ControlFlow::Continue(())
            });
            for (memory, threads) in [(2 << 30, 1), (2 << 30, 2), (0, 1), (0, 2)] {
                let mut options = SearchOptions::default();
                options.threads = threads;
                let streamed = Streamed::find(&problem, &options, &limits(memory)).unwrap();
                assert_eq!(streamed.stream.is_kept(), memory > 0);
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
    fn a_time_of_zero_streams_the_solution() {
        let options = SearchOptions::default();
        let at_once = Limits {
            time: Some(std::time::Duration::ZERO),
            ..limits(2 << 30)
        };
        let problem = problem(200, 200);
        assert!(is_streamed(&problem, &options, &at_once));
        assert!(!is_streamed(&problem, &options, &limits(2 << 30)));
    }
}
