//! Sequences of moves: read, and played if there is a board.

use crate::exit::Failure;
use crate::input::Source;
#[cfg(feature = "json")]
use crate::input::object;
use crate::option::OptionError;
use crate::origin::Origin;
use crate::words;
use taquin::notation::{self, MoveFormat, MoveLetters, MovesError};
use taquin::tools::analyse::Tried;
use taquin::{Board, Goal, Metric, Move, Shape};

/// Moves as they are given.
#[derive(Clone, Debug)]
pub struct GivenMoves {
    /// The source, with the line of an object.
    name: String,
    /// Where they come from.
    pub origin: Origin,
    /// The lines before them.
    lines: usize,
    text: String,
    /// What the words stand for, if an object says so.
    letters: Option<MoveLetters>,
    /// The board before them, if an object has it.
    start: Option<Board>,
}

impl GivenMoves {
    /// The moves of a source: objects with moves, one per line; or lines such as `taquin solve` prints, which begin with
    /// `moves: `; or else the whole text.
    ///
    /// `source` is what the origin of moves names.
    pub fn all(source: Source, named: &str) -> Result<Vec<GivenMoves>, Failure> {
        #[cfg(feature = "csv")]
        let source = source.without_csv().map_err(|(_, refusal)| refusal)?;
        let name = &source.name;
        #[cfg(feature = "json")]
        if object::is_object(&source.bytes) {
            return of_objects(&source, named);
        }
        let text = str::from_utf8(&source.bytes)
            .map_err(|_| Failure::BadInput(format!("{name}: moves must be UTF-8 text")))?;
        let given = |lines: usize, text: &str| GivenMoves {
            name: name.clone(),
            origin: Origin {
                source: named.into(),
                ..Origin::default()
            },
            lines,
            text: text.into(),
            letters: None,
            start: None,
        };
        let printed = text.lines().enumerate();
        let printed =
            printed.filter_map(|(line, text)| Some((line, text.strip_prefix("moves: ")?)));
        let letters_after = |line: usize| {
            let after = text.lines().skip(line + 1);
            let mut after = after.take_while(|line| !line.starts_with("moves: "));
            after.find_map(written_letters)
        };
        let printed: Vec<GivenMoves> = printed
            .map(|(line, text)| GivenMoves {
                letters: letters_after(line),
                ..given(line, text)
            })
            .collect();
        Ok(if printed.is_empty() {
            vec![given(0, text)]
        } else {
            printed
        })
    }
}

/// What a line says the words of moves stand for: `moves are: blank`, as `taquin solve` prints it.
pub fn written_letters(line: &str) -> Option<MoveLetters> {
    line.strip_prefix("moves are: ")?.trim().parse().ok()
}

/// The moves of objects, one per line. Objects of taquin without moves are passed over.
#[cfg(feature = "json")]
fn of_objects(source: &Source, named: &str) -> Result<Vec<GivenMoves>, Failure> {
    let lines: Vec<(usize, &[u8])> = source.board_lines().collect();
    let is_many = lines.len() > 1;
    let mut all = Vec::new();
    for (line, bytes) in lines {
        let name = format!("{}:{line}", source.name);
        let moves =
            object::moves(bytes).map_err(|what| Failure::BadInput(format!("{name}: {what}")))?;
        all.extend(moves.map(|moves| GivenMoves {
            name,
            origin: Origin {
                source: if is_many {
                    format!("{named}:{line}")
                } else {
                    named.into()
                },
                fields: object::unknown_fields(bytes),
            },
            lines: 0,
            text: moves.text,
            letters: moves.letters,
            start: moves.start,
        }));
    }
    if all.is_empty() {
        return Err(Failure::BadInput(format!(
            "{}: contains no moves",
            source.name
        )));
    }
    Ok(all)
}

/// Moves, and the boards before and after them if they are known.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The board before the moves.
    pub start: Option<Board>,
    /// The board after them.
    pub end: Option<Board>,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Why moves are rejected.
#[derive(Debug)]
pub enum SequenceError {
    /// The text is not a sequence of moves, or names a tile that cannot move.
    Text(String),
    /// Tile numbers without a board.
    NumbersWithoutBoard,
    /// A move that the board cannot make.
    Impossible {
        /// What is wrong.
        what: String,
        /// What the letters were read as.
        letters: MoveLetters,
    },
}

impl SequenceError {
    /// The failure. `advice` is given if the letters may have been meant as directions of the blank.
    pub fn with_advice(self, advice: &str) -> Failure {
        match self {
            SequenceError::Text(what) => Failure::BadInput(what),
            SequenceError::NumbersWithoutBoard => OptionError::NumbersWithoutBoard.into(),
            SequenceError::Impossible {
                what,
                letters: MoveLetters::Tile,
            } => Failure::BadInput(format!("{what} ({advice})")),
            SequenceError::Impossible { what, .. } => Failure::BadInput(what),
        }
    }
}

impl Sequence {
    /// Reads moves, and plays them if there is a start, the requested one or their own. Only tile numbers need one.
    pub fn read(
        given: GivenMoves,
        letters: Option<MoveLetters>,
        start: Option<Board>,
    ) -> Result<Sequence, SequenceError> {
        let GivenMoves {
            ref name, ref text, ..
        } = given;
        let letters = letters.or(given.letters);
        let start = start.or(given.start);
        let wrong = |error: MovesError| {
            let (line, column) = (error.at.line + given.lines, error.at.column);
            SequenceError::Text(format!("{name}:{line}:{column}: {}", error.what))
        };
        let letters = letters.unwrap_or_else(|| MoveLetters::detect(text, Metric::SingleTile));
        let moves = match (&start, letters) {
            (Some(start), letters) => notation::read_moves_as(text, letters, start),
            (None, MoveLetters::Numbers | MoveLetters::Clicks) => {
                return Err(SequenceError::NumbersWithoutBoard);
            }
            (None, MoveLetters::Tile) => notation::read_directions(text),
            (None, MoveLetters::Blank) => notation::read_directions(text)
                .map(|moves| moves.into_iter().map(Move::opposite).collect()),
        }
        .map_err(wrong)?;
        let end = start.as_ref().map(|start| play(start, &moves));
        let end = end
            .transpose()
            .map_err(|(number, m)| SequenceError::Impossible {
                what: impossible(name, number, m, letters),
                letters,
            })?;
        Ok(Sequence { start, end, moves })
    }

    /// The moves as text.
    pub fn written(&self, format: MoveFormat) -> Result<String, Failure> {
        // Directions are the same on every board.
        let any = || Goal::Last.board(Shape::square(2).expect("2×2 is a shape"));
        let written = match &self.start {
            Some(start) => format.write(&self.moves, start),
            None if format.letters.are_directions() => format.write(&self.moves, &any()),
            None => return Err(OptionError::NumbersWithoutBoard.into()),
        };
        Ok(written.expect("the moves have been played"))
    }

    /// Other moves from the same start, which lead to this end.
    pub fn with(&self, moves: Vec<Move>) -> Sequence {
        Sequence {
            moves,
            ..self.clone()
        }
    }

    /// These moves from the end back to the start.
    pub fn inverted(&self, moves: Vec<Move>) -> Sequence {
        Sequence {
            start: self.end.clone(),
            end: self.start.clone(),
            moves,
        }
    }
}

/// The board after the moves, or the first that is impossible with its number.
fn play(start: &Board, moves: &[Move]) -> Result<Board, (usize, Move)> {
    let mut board = start.clone();
    for (&m, number) in moves.iter().zip(1..) {
        board.play(m).map_err(|_| (number, m))?;
    }
    Ok(board)
}

fn impossible(name: &str, number: usize, m: Move, letters: MoveLetters) -> String {
    let side = match m {
        Move::Up => "below",
        Move::Down => "above",
        Move::Left => "to the right of",
        Move::Right => "to the left of",
    };
    let tried = words::tried(Tried::Move(m), letters);
    format!("{name}: move {number} ({tried}) is impossible: no tile is {side} the blank")
}
