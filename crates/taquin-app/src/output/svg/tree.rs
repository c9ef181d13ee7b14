//! A tree of boards: the start on top, a level for each move.

use super::{MARGIN, begin, board, end, many, size};
use std::io::{self, Write};
use taquin::Move;
use taquin::tools::tree::TreeNode;

/// The space between boards, and at the sides, where captions may be wider than narrow boards.
const GAP: u32 = 24;
const SIDE: u32 = 28;
/// The space between levels.
const LEVEL_GAP: u32 = 48;

/// A tree of boards.
pub fn tree(out: &mut impl Write, nodes: &[TreeNode]) -> io::Result<()> {
    let (width, height) = size(nodes[0].board.shape());
    let places = places(nodes);
    // Parents stand between their children, at fractions of a pixel.
    let left = |number: usize| SIDE + (places[number] * f64::from(width + GAP)).round() as u32;
    let top = |node: &TreeNode| MARGIN + node.depth * (height + LEVEL_GAP);
    let right = (0..nodes.len()).map(left).max().unwrap_or(0) + width;
    let depth = nodes.last().map_or(0, |node| node.depth);
    let bottom = nodes.last().map_or(0, top) + height;
    let boards = many(nodes.len(), "board");
    let title = format!("{boards} within {}", many(depth, "move"));
    begin(out, (right + SIDE, bottom + MARGIN), 1, title, "")?;
    for (number, node) in nodes.iter().enumerate() {
        let (x, y) = (left(number), top(node));
        if let (Some(parent), Some(last)) = (node.parent, node.last) {
            let from = (left(parent) + width / 2, top(&nodes[parent]) + height);
            edge(out, from, (x + width / 2, y), last)?;
        }
        write!(out, "<g transform=\"translate({x} {y})\">")?;
        board::draw(out, &node.board, &[])?;
        writeln!(out, "</g>")?;
    }
    end(out)
}

/// A line to a board, labelled with the move.
fn edge(out: &mut impl Write, from: (u32, u32), to: (u32, u32), last: Move) -> io::Result<()> {
    let ((from_x, from_y), (x, y)) = (from, to);
    write!(
        out,
        "<path class=\"line\" d=\"M{from_x} {from_y}L{x} {y}\"/>"
    )?;
    let (anchor, beside) = if x < from_x {
        ("end", x - 5)
    } else {
        ("start", x + 5)
    };
    let middle = y - LEVEL_GAP / 4;
    write!(
        out,
        "<text class=\"label move\" style=\"text-anchor: {anchor}\" x=\"{beside}\" y=\"{middle}\">{last}</text>"
    )
}

/// Where each board goes, counted in boards from the left: leaves side by side, parents over the middle of their
/// children.
fn places(nodes: &[TreeNode]) -> Vec<f64> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(number);
        }
    }
    let mut places = vec![0.0; nodes.len()];
    let mut leaves = 0.0;
    // Depth first without recursion: a board is placed when it is met for the second time, after its children.
    let mut todo = vec![(0, false)];
    while let Some((number, children_placed)) = todo.pop() {
        match (children[number].first(), children[number].last()) {
            (Some(&first), Some(&last)) if children_placed => {
                places[number] = f64::midpoint(places[first], places[last]);
            }
            (Some(_), _) => {
                todo.push((number, true));
                todo.extend(children[number].iter().rev().map(|&child| (child, false)));
            }
            (None, _) => {
                places[number] = leaves;
                leaves += 1.0;
            }
        }
    }
    places
}
