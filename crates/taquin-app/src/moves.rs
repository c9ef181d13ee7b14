//! Sequences of moves: read, and played if there is a board.

use crate::exit::Failure;
use crate::input::Source;
use crate::input::context::{Said, said};
#[cfg(feature = "json")]
use crate::input::object;
use crate::option::OptionError;
use crate::origin::Origin;
use crate::words;
use taquin::notation::{self, MoveFormat, MoveLetters, MovesError};
use taquin::tools::analyse::Tried;
use taquin::{Board, Goal, Metric, Move, Shape};

/// Moves of a source, or what is wrong with them.
#[derive(Debug)]
pub struct FoundMoves {
    /// Where they come from.
    pub origin: Origin,
    /// The moves.
    pub moves: Result<GivenMoves, Failure>,
}

/// Moves as they are given.
#[derive(Clone, Debug)]
pub struct GivenMoves {
    /// The source, with the line of an object.
    name: String,
    /// The lines before them.
    lines: usize,
    text: String,
    /// Whether the text may be the name of a file that does not exist.
    is_missing_file: bool,
    /// What the words stand for, if an object says so.
    letters: Option<MoveLetters>,
    /// The board before them, if an object has it.
    start: Option<Board>,
    /// The goal, if an object names it.
    goal: Option<Board>,
    /// What counts as one move, if an object or a line says so.
    metric: Option<Metric>,
}

impl FoundMoves {
    /// The moves of a source: objects with moves, one per line; or lines such as `taquin solve` prints, which begin with
    /// `moves: `; or else the whole text.
    ///
    /// `source` is what the origin of moves names.
    pub fn all(source: Source, named: &str) -> Result<Vec<FoundMoves>, Failure> {
        #[cfg(feature = "csv")]
        let source = source.without_csv().map_err(|(_, refusal)| refusal)?;
        #[cfg(feature = "json")]
        if object::is_object(&source.bytes) {
            return of_objects(&source, named);
        }
        let all = of_text(&source)?.into_iter();
        let found = |moves| FoundMoves {
            origin: Origin::of_file(named, None, Vec::new()),
            moves: Ok(moves),
        };
        Ok(all.map(found).collect())
    }
}

/// The moves of lines, or else of the whole text.
fn of_text(source: &Source) -> Result<Vec<GivenMoves>, Failure> {
    let name = &source.name;
    let text = str::from_utf8(&source.bytes)
        .map_err(|_| Failure::BadInput(format!("{name}: moves must be UTF-8 text")))?;
    let given = |lines: usize, text: &str| GivenMoves {
        name: name.clone(),
        lines,
        text: text.into(),
        is_missing_file: source.is_missing_file(),
        letters: None,
        start: None,
        goal: None,
        metric: None,
    };
    let metric = written_metric(text);
    let printed = text.lines().enumerate();
    let printed = printed.filter_map(|(line, text)| Some((line, text.strip_prefix("moves: ")?)));
    let letters_after = |line: usize| {
        let after = text.lines().skip(line + 1);
        let mut after = after.take_while(|line| !line.starts_with("moves: "));
        after.find_map(written_letters)
    };
    let printed: Vec<GivenMoves> = printed
        .map(|(line, text)| GivenMoves {
            letters: letters_after(line),
            metric,
            ..given(line, text)
        })
        .collect();
    Ok(if printed.is_empty() {
        vec![given(0, text)]
    } else {
        printed
    })
}

/// What a line says the words of moves stand for: `moves are: blank`, as `taquin solve` prints it.
pub fn written_letters(line: &str) -> Option<MoveLetters> {
    line.strip_prefix("moves are: ")?.trim().parse().ok()
}

/// What counts as one move, if a text about moves says so.
pub fn written_metric(text: &str) -> Option<Metric> {
    if text.lines().any(|line| line.contains(", mtm)")) {
        return Some(Metric::MultiTile);
    }
    text.lines().rev().find_map(|line| match said(line)? {
        Said::Metric(metric) => Some(metric),
        _ => None,
    })
}

/// The moves of objects, one per line. Objects of taquin without moves are passed over.
#[cfg(feature = "json")]
fn of_objects(source: &Source, named: &str) -> Result<Vec<FoundMoves>, Failure> {
    let lines: Vec<(usize, &[u8])> = source.board_lines().collect();
    let is_many = lines.len() > 1;
    let found = |&(line, bytes): &(usize, &[u8])| {
        let name = format!("{}:{line}", source.name);
        let moves = match object::moves(bytes) {
            Ok(None) => return None,
            Err(what) => Err(Failure::BadInput(format!("{name}: {what}"))),
            Ok(Some(moves)) => Ok(GivenMoves {
                name,
                lines: 0,
                text: moves.text,
                is_missing_file: false,
                letters: moves.letters,
                start: moves.start,
                goal: moves.goal,
                metric: moves.metric,
            }),
        };
        let (line, fields) = (is_many.then_some(line), object::unknown_fields(bytes));
        let origin = Origin::of_file(named, line, fields);
        Some(FoundMoves { origin, moves })
    };
    let all: Vec<FoundMoves> = lines.iter().filter_map(found).collect();
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
    /// The goal, if it is given.
    pub goal: Option<Board>,
    /// What counts as one move.
    pub metric: Metric,
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
            let no_file = if given.is_missing_file {
                format!("{name}: there is no such file, and the text is not valid as moves:\n")
            } else {
                String::new()
            };
            SequenceError::Text(format!("{no_file}{name}:{line}:{column}: {}", error.what))
        };
        let metric = given.metric.unwrap_or_default();
        let letters = letters.unwrap_or_else(|| MoveLetters::detect(text, metric));
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
        Ok(Sequence {
            start,
            end,
            moves,
            goal: given.goal,
            metric,
        })
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

    /// With this goal instead of its own, if there is one.
    pub fn with_goal(self, goal: Option<Board>) -> Sequence {
        Sequence {
            goal: goal.or(self.goal),
            ..self
        }
    }

    /// Other moves from the same start, which lead to this end.
    pub fn with(&self, moves: Vec<Move>) -> Sequence {
        Sequence {
            moves,
            ..self.clone()
        }
    }

    /// These moves from the end back to the start, which is their goal if there was a goal.
    pub fn inverted(&self, moves: Vec<Move>) -> Sequence {
        Sequence {
            start: self.end.clone(),
            end: self.start.clone(),
            moves,
            goal: self.goal.as_ref().and(self.start.clone()),
            metric: self.metric,
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
