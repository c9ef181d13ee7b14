//! `taquin.convert/1`, `taquin.tree/1` and `taquin.generate/1`: boards without a search.

use super::{moves_are, status, tiles};
use serde::Serialize;
use taquin::board::Board;
use taquin::notation::{Dialect, MoveLetters};
use taquin::tree::TreeNode;

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

/// `taquin.tree/1`.
#[derive(Debug, Serialize)]
pub struct TreeObject {
    schema: &'static str,
    node: usize,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    board: Vec<u32>,
}

/// The objects for a tree.
pub fn tree(nodes: &[TreeNode]) -> impl Iterator<Item = TreeObject> {
    nodes.iter().enumerate().map(|(number, node)| TreeObject {
        schema: "taquin.tree/1",
        node: number,
        depth: node.depth,
        parent: node.parent,
        last: node.last.map(|m| m.to_string()),
        board: tiles(&node.board),
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
}

/// The object for a board that was made.
pub fn generate(board: &Board, goal: &Board, seed: u64, solvable: bool) -> Generated {
    Generated {
        schema: "taquin.generate/1",
        rows: board.shape().rows(),
        cols: board.shape().cols(),
        start: tiles(board),
        goal: tiles(goal),
        seed,
        status: status(solvable),
    }
}
