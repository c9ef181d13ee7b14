//! Solutions that are too long to keep in memory, with their moves as text.

use crate::exit::Failure;
use crate::limits::{Guard, Limits};
use crate::plan::usage_error;
use std::fmt::{self, Display};
use std::io::Write;
use std::ops::ControlFlow;
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::search::Stats;
use taquin::solve::{Guarantee, Search, SearchObserver, SearchOptions, Stream, Tick};
use taquin::{Algorithm, Board, Move, Problem, Slide};

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

    /// The counters of its construction.
    pub const fn stats(&self) -> Stats {
        self.stream.stats()
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

    /// The moves as [`MoveFormat::write`] writes them.
    pub fn moves(&self, format: impl Into<MoveFormat>) -> Moves<'_> {
        Moves {
            streamed: self,
            format: format.into(),
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
    format: MoveFormat,
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
        let letters = self.format.written_letters();
        let is_blank = letters == MoveLetters::Blank;
        let mut writer = MoveWriter {
            letters,
            is_compact: self.format.is_compact || letters == MoveLetters::Clicks,
            is_lower: is_blank && self.is_spaced,
            // Only numbers depend on the board.
            board: (!letters.are_directions()).then(|| self.streamed.start().clone()),
            run: None,
            text: Vec::with_capacity(TEXT),
            is_first: true,
        };
        let flow = self.streamed.each(|piece| {
            writer.add(piece);
            match writer.flush(f) {
                Ok(()) => ControlFlow::Continue(()),
                Err(fmt::Error) => ControlFlow::Break(()),
            }
        });
        if flow.is_break() {
            return Err(fmt::Error);
        }
        writer.end_run();
        writer.flush(f)
    }
}

struct MoveWriter {
    letters: MoveLetters,
    is_compact: bool,
    /// Lower-case letters, separated by spaces.
    is_lower: bool,
    board: Option<Board>,
    /// The slide that the next moves may continue, in compact form.
    run: Option<Slide>,
    text: Vec<u8>,
    is_first: bool,
}

impl MoveWriter {
    fn add(&mut self, piece: &[Move]) {
        if self.is_compact {
            piece.iter().for_each(|&m| self.add_to_run(m));
            return;
        }
        match (self.letters, &mut self.board) {
            (MoveLetters::Blank, _) if self.is_lower => {
                for &m in piece {
                    self.word(Slide { m, tiles: 1 });
                }
            }
            (MoveLetters::Blank, _) => {
                let blank = piece.iter().map(|m| m.blank_direction().letter() as u8);
                self.text.extend(blank);
            }
            (_, None) => self.text.extend(piece.iter().map(|m| m.letter() as u8)),
            (_, Some(_)) => {
                for &m in piece {
                    self.word(Slide { m, tiles: 1 });
                }
            }
        }
    }

    fn add_to_run(&mut self, m: Move) {
        match &mut self.run {
            Some(run) if run.m == m => run.tiles += 1,
            _ => {
                self.end_run();
                self.run = Some(Slide { m, tiles: 1 });
            }
        }
    }

    fn end_run(&mut self) {
        if let Some(run) = self.run.take() {
            self.word(run);
        }
    }

    /// A slide, after a space if it is not the first.
    fn word(&mut self, slide: Slide) {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(b' ');
        }
        let written = match &mut self.board {
            Some(board) => {
                let mut hole = board.blank();
                for m in slide.moves() {
                    hole = board.blank();
                    board.play_unchecked(m);
                }
                write!(self.text, "{}", board.tile(hole))
            }
            None => {
                let letter = match self.letters {
                    MoveLetters::Blank => slide.m.blank_direction().letter(),
                    _ => slide.m.letter(),
                };
                let letter = if self.is_lower {
                    letter.to_ascii_lowercase()
                } else {
                    letter
                };
                match slide.tiles {
                    1 => write!(self.text, "{letter}"),
                    tiles => write!(self.text, "{letter}{tiles}"),
                }
            }
        };
        written.expect("writing to memory never fails");
    }

    fn flush(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = str::from_utf8(&self.text).expect("moves are written in ASCII");
        f.write_str(text)?;
        self.text.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Goal;
    use taquin::large::construct;
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
                for letters in MoveLetters::ALL {
                    for is_compact in [false, true] {
                        let format = MoveFormat {
                            letters,
                            is_compact,
                        };
                        let expected = format.write(&moves, problem.start()).unwrap();
                        assert_eq!(streamed.moves(format).to_string(), expected);
                    }
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
