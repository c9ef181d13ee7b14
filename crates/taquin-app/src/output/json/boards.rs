//! `taquin.convert/1`, `taquin.tree/1` and `taquin.generate/1`: boards without a search.

use super::{status, tiles};
use crate::generate::GeneratedBoard;
use serde::Serialize;
use taquin::Board;
use taquin::notation::{Dialect, MoveLetters};
use taquin::solve::Answer;
use taquin::tools::tree::TreeNode;

/// `taquin.convert/1`.
#[derive(Debug, Serialize)]
pub struct Convert<'a> {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
}

/// The object for a board in another notation, with the goal that its text has.
pub fn convert<'a>(
    start: &Board,
    goal: Option<&Board>,
    dialect: Dialect,
    text: &'a str,
) -> Convert<'a> {
    Convert {
        schema: "taquin.convert/1",
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: tiles(start),
        goal: goal.map(tiles),
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
        moves_are: Some(letters.name()),
        ..convert(start, None, Dialect::Slash, "")
    }
}

/// `taquin.tree/1`.
#[derive(Debug, Serialize)]
pub struct TreeObject {
    schema: &'static str,
    rows: u32,
    cols: u32,
    node: usize,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Vec<u32>>,
}

/// The objects for a tree, with the goal that the input names.
pub fn tree(nodes: &[TreeNode], goal: Option<&Board>) -> impl Iterator<Item = TreeObject> {
    let goal = goal.map(tiles);
    let nodes = nodes.iter().enumerate();
    nodes.map(move |(number, node)| TreeObject {
        schema: "taquin.tree/1",
        rows: node.board.shape().rows(),
        cols: node.board.shape().cols(),
        node: number,
        depth: node.depth,
        parent: node.parent,
        last: node.last.map(|m| m.to_string()),
        board: tiles(&node.board),
        goal: goal.clone(),
    })
}

/// `taquin.generate/1`.
#[derive(Debug, Serialize)]
pub struct Generated {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    seed: u64,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    #[serde(flatten)]
    key: Option<Key>,
}

/// A solution in the answer key.
#[derive(Debug, Serialize)]
struct Key {
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guarantee: Option<&'static str>,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
}

/// The object for a board that was made.
pub fn generate(made: &GeneratedBoard) -> Generated {
    let shape = made.board.shape();
    let key = made.key.as_ref().map(|searched| {
        let solved = match &searched.report.answer {
            Answer::Solved(solution, guarantee) => Some((solution.moves(), *guarantee)),
            _ => None,
        };
        Key {
            length: solved.map(|(moves, _)| made.metric.length(moves)),
            guarantee: solved.map(|(_, guarantee)| super::solve::guarantee(guarantee)),
            lower_bound: searched.report.lower_bound,
            moves: solved.and_then(|(moves, _)| made.format.write(moves, &made.board)),
            moves_are: solved.map(|_| made.format.written_letters().name()),
        }
    });
    Generated {
        schema: "taquin.generate/1",
        rows: shape.rows(),
        cols: shape.cols(),
        start: tiles(&made.board),
        goal: tiles(&made.goal),
        seed: made.seed,
        status: status(made.is_solvable),
        optimal_length: made.distance,
        metric: (made.distance.is_some() || key.is_some()).then(|| made.metric.name()),
        key,
    }
}
