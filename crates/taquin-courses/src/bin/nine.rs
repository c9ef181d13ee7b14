//! `Nine [HEIGHT WIDTH] MAXLENGTH INITIAL GOAL`: a shortest path from one arrangement of labels to another.
//!
//! The assignment: breadth-first search from GOAL to INITIAL over a hash table of our own. Labels are printable characters
//! and may repeat; `-` is the blank. Prints the positions from INITIAL to GOAL, one per line, or nothing if no path has at
//! most MAXLENGTH moves. Invalid arguments give one line on standard error, nothing on standard output, and exit code 1.

#![forbid(unsafe_code)]

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use taquin::Shape;
use taquin::notation::read_labels;
use taquin::search::{Ended, Event, Growth, Observer, bfs};
use taquin::solvability::labels_reachable;
use taquin::space::{LabelKey, Labelled, MoveOrder, Space};
use taquin::{Labels, Move};
use taquin_app::exit::say;
use taquin_app::words::{io_error, many};
use taquin_courses::programs::NINE;

/// More than this does not fit in the memory of an ordinary machine. It is a little more than a table of 2^28 slots of
/// packed boards takes; the next table would have four times as many slots.
const MOST_BYTES: u64 = 5 << 30;
/// The table of 2^28 slots is full at three quarters.
const MOST_POSITIONS: u64 = 200_000_000;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say("Nine", format_args!("{message}"));
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<Vec<u8>> = std::env::args_os()
        .skip(1)
        .map(|word| word.into_encoded_bytes())
        .collect();
    let words: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
    if let Some(text) = NINE.only_text(&words) {
        return write(|out| out.write_all(text.as_bytes()));
    }
    let (shape, [longest, initial, goal]) = match words[..] {
        [longest, initial, goal] => (three_by_three()?, [longest, initial, goal]),
        [height, width, longest, initial, goal] => {
            (read_shape(height, width)?, [longest, initial, goal])
        }
        _ => return Err(wrong_count(words.len())),
    };
    let longest = read_length(longest)?;
    let initial = labels("INITIAL", initial, shape)?;
    let goal = labels("GOAL", goal, shape)?;
    if initial.sorted() != goal.sorted() {
        return Err("INITIAL and GOAL do not have the same labels".into());
    }
    let moves = if shape.area() <= <u64 as LabelKey>::CELLS {
        shortest::<u64>(&initial, &goal, longest)?
    } else if shape.area() <= <u128 as LabelKey>::CELLS {
        shortest::<u128>(&initial, &goal, longest)?
    } else {
        shortest::<Box<[u8]>>(&initial, &goal, longest)?
    };
    match moves {
        Some(moves) => write(|out| print(out, &initial, &moves)),
        None => Ok(()),
    }
}

fn wrong_count(arguments: usize) -> String {
    let arguments = many(arguments, "argument");
    let usage = NINE.usage;
    format!("3 or 5 arguments are needed, not {arguments}; usage: Nine {usage} (see Nine --help)")
}

/// Writes to standard output.
fn write(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = print(&mut out).and_then(|()| out.flush());
    written.map_err(|error| format!("cannot write the answer: {}", io_error(&error)))
}

fn three_by_three() -> Result<Shape, String> {
    Shape::square(3).map_err(|error| error.to_string())
}

/// A whole number in decimal digits; one that is too large for its type becomes the largest.
fn number(word: &[u8]) -> Option<u32> {
    let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let add = |number: u32, digit: &u8| {
        number
            .saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'))
    };
    digits.then(|| word.iter().fold(0, add))
}

fn shown(word: &[u8]) -> String {
    format!("`{}`", String::from_utf8_lossy(word).escape_debug())
}

fn read_length(word: &[u8]) -> Result<u32, String> {
    number(word).ok_or_else(|| {
        format!(
            "MAXLENGTH must be a whole number, 0 or more, not {}",
            shown(word)
        )
    })
}

fn read_shape(height: &[u8], width: &[u8]) -> Result<Shape, String> {
    let side = |name, word: &[u8]| match number(word) {
        Some(side @ 1..=Shape::MAX_CELLS) => Ok(side),
        _ => Err(format!(
            "{name} must be a whole number, 1 or more, not {}",
            shown(word)
        )),
    };
    let (rows, cols) = (side("HEIGHT", height)?, side("WIDTH", width)?);
    Shape::new(rows, cols).map_err(|error| error.to_string())
}

fn labels(name: &str, word: &[u8], shape: Shape) -> Result<Labels, String> {
    read_labels(word, Some(shape)).map_err(|errors| format!("{name}: {}", errors.first().fault))
}

/// The moves of a shortest path from `initial` to `goal`, if it has at most `longest` moves.
fn shortest<K: LabelKey>(
    initial: &Labels,
    goal: &Labels,
    longest: u32,
) -> Result<Option<Vec<Move>>, String> {
    // Without this, the search would fill the memory before it proved that a board of 16 cells is unsolvable.
    if !labels_reachable(initial, goal).map_err(|differ| differ.to_string())? {
        return Ok(None);
    }
    let from_goal = Labelled::<K>::new(goal, initial, MoveOrder::default());
    let space = from_goal.map_err(|error| error.to_string())?;
    let outcome = bfs(&space, Some(longest), Growth::Fourfold, &mut Ceiling);
    match outcome.ended {
        Ended::Exhausted => Ok(None),
        Ended::Stopped { at_least } => Err(format!(
            "not enough memory for more positions; a path has at least {at_least} moves"
        )),
        Ended::Found(mut moves) => {
            moves.reverse();
            moves.iter_mut().for_each(|m| *m = m.opposite());
            Ok(Some(moves))
        }
    }
}

/// Stops a search that holds too many positions.
struct Ceiling;

impl<S: Space> Observer<S> for Ceiling {
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        match event {
            Event::Tick { stats, .. }
                if stats.peak_states > MOST_POSITIONS || stats.peak_bytes > MOST_BYTES =>
            {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The positions from `initial` on, one per line.
fn print(out: &mut dyn Write, initial: &Labels, moves: &[Move]) -> io::Result<()> {
    let (shape, mut blank) = (initial.shape(), initial.blank());
    let mut position = initial.labels().to_vec();
    let mut line = |position: &[u8]| {
        out.write_all(position)?;
        out.write_all(b"\n")
    };
    line(&position)?;
    for &m in moves {
        let source = shape.source_unchecked(blank, m);
        position.swap(blank.index(), source.index());
        blank = source;
        line(&position)?;
    }
    Ok(())
}
