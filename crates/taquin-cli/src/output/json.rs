//! JSON Lines: one object a line, versioned by its `schema`.

use crate::cmd::check::Verdict;
use crate::exit::Failure;
use serde::Serialize;
use std::io::Write;
use taquin::board::Board;
use taquin::goal::Goal;
use taquin::labels::Labels;
use taquin::notation::{Dialect, MoveLetters};
use taquin::solvability::{Argument, Disorder, DisorderRule};

/// Writes one object and the end of its line.
pub fn line(out: &mut impl Write, object: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// A board that could not be read, in any command's schema.
#[derive(Debug, Serialize)]
pub struct BadInput {
    schema: &'static str,
    status: &'static str,
    errors: Vec<String>,
}

/// The object for a board that could not be read.
pub const fn bad_input(schema: &'static str, errors: Vec<String>) -> BadInput {
    BadInput {
        schema,
        status: "bad-input",
        errors,
    }
}

/// Tiles in reading order, 0 for the blank.
fn tiles(board: &Board) -> Vec<u32> {
    board.tiles().iter().map(|tile| tile.number()).collect()
}

const fn status(solvable: bool) -> &'static str {
    if solvable { "solvable" } else { "unsolvable" }
}

/// `taquin.check/1`.
#[derive(Debug, Serialize)]
pub struct Check {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_disorder: Option<DisorderObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_disorder: Option<DisorderObject>,
    reachable_goals: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mending_swap: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_is_wrong: Option<bool>,
}

#[derive(Debug, Serialize)]
struct DisorderObject {
    sum: u64,
    parity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    blank_row: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<u32>>,
}

/// The object for a verdict; what each tile adds to the disorder only where it is to be explained.
pub fn check(verdict: &Verdict, explain: bool) -> Check {
    let disorder = |disorder: &Disorder, rule: DisorderRule| DisorderObject {
        sum: disorder.sum,
        parity: if disorder.is_odd() { "odd" } else { "even" },
        blank_row: (rule == DisorderRule::TilesAndBlankRow).then_some(disorder.blank_row),
        terms: explain.then(|| disorder.terms.iter().map(|&(_, term)| term).collect()),
    };
    let (rule, disorders) = match &verdict.argument {
        Argument::Order { .. } => ("order", None),
        Argument::Disorder { rule, start, goal } => (
            match rule {
                DisorderRule::Tiles => "disorder",
                DisorderRule::TilesAndBlankRow => "disorder-and-blank-row",
            },
            Some((disorder(start, *rule), disorder(goal, *rule))),
        ),
    };
    let (start_disorder, goal_disorder) = disorders.unzip();
    Check {
        schema: "taquin.check/1",
        rows: verdict.start.shape().rows(),
        cols: verdict.start.shape().cols(),
        start: tiles(&verdict.start),
        goal: tiles(&verdict.goal),
        status: status(verdict.argument.reachable()),
        rule,
        start_disorder,
        goal_disorder,
        reachable_goals: verdict
            .reachable_goals
            .iter()
            .map(|&goal| Goal::name(goal))
            .collect(),
        mending_swap: verdict.swap.map(|(a, b)| [a.number(), b.number()]),
        comment_is_wrong: verdict.false_claim.map(|_| true),
    }
}

/// `taquin.check/1` for labels that may repeat.
#[derive(Debug, Serialize)]
pub struct CheckLabels {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start_labels: String,
    goal_labels: String,
    status: &'static str,
}

/// The object for a verdict on labels.
pub fn check_labels(start: &Labels, goal: &Labels, solvable: bool) -> CheckLabels {
    CheckLabels {
        schema: "taquin.check/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start_labels: start.to_string(),
        goal_labels: goal.to_string(),
        status: status(solvable),
    }
}

/// `taquin.convert/1`.
#[derive(Debug, Serialize)]
pub struct Convert<'a> {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
}

/// The object for a board in another notation.
pub fn convert<'a>(start: &Board, dialect: Dialect, text: &'a str) -> Convert<'a> {
    Convert {
        schema: "taquin.convert/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        notation: Some(dialect.name()),
        text: Some(text),
        moves: None,
        moves_are: None,
    }
}

/// The object for moves in another notation.
pub fn convert_moves<'a>(start: &Board, letters: MoveLetters, moves: &'a str) -> Convert<'a> {
    Convert {
        notation: None,
        text: None,
        moves: Some(moves),
        moves_are: Some(moves_are(letters)),
        ..convert(start, Dialect::Slash, "")
    }
}

/// What the letters of moves say.
pub const fn moves_are(letters: MoveLetters) -> &'static str {
    match letters {
        MoveLetters::Tile => "tile",
        MoveLetters::Blank => "blank",
        MoveLetters::Numbers => "numbers",
    }
}
