//! Pictures, self-contained and in the colours of whoever looks at them.

use std::io::{self, Write};
use taquin::board::Board;
use taquin::tree::TreeNode;

/// The side of a cell.
const CELL: f64 = 22.0;
/// The room between boards.
const GAP: f64 = 18.0;
/// The room between levels.
const LEVEL_GAP: f64 = 48.0;

const STYLE: &str = "
  .tile { fill: #f4ecd8; stroke: #7a6a4f; }
  .hole { fill: #7a6a4f22; stroke: #7a6a4f; }
  .edge { stroke: #7a6a4f; fill: none; }
  text { font: 12px sans-serif; text-anchor: middle; fill: #2b2419; }
  .move { font-size: 10px; fill: #8a4b08; }
  @media (prefers-color-scheme: dark) {
    .tile { fill: #3b3428; stroke: #b8a784; }
    .hole { fill: #b8a78422; stroke: #b8a784; }
    .edge { stroke: #b8a784; }
    text { fill: #f4ecd8; }
    .move { fill: #f0b060; }
  }
";

/// A tree of boards: the start on top, a level for each move.
pub fn tree(out: &mut impl Write, nodes: &[TreeNode]) -> io::Result<()> {
    let shape = nodes[0].board.shape();
    let (width, height) = (
        f64::from(shape.cols()) * CELL,
        f64::from(shape.rows()) * CELL,
    );
    let places = places(nodes);
    let left = |number: usize| GAP + places[number] * (width + GAP);
    let top = |node: &TreeNode| GAP + f64::from(node.depth) * (height + LEVEL_GAP);
    let leaves = places.iter().fold(0.0, |most: f64, &place| most.max(place)) + 1.0;
    let depth = nodes.last().map_or(0, |node| node.depth);
    let (all_wide, all_high) = (
        GAP + leaves * (width + GAP),
        GAP + f64::from(depth) * (height + LEVEL_GAP) + height + GAP,
    );
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_wide}\" height=\"{all_high}\" \
         viewBox=\"0 0 {all_wide} {all_high}\" role=\"img\">\n<title>{} boards within {depth} moves</title>\n\
         <style>{STYLE}</style>",
        nodes.len()
    )?;
    for (number, node) in nodes.iter().enumerate() {
        if let (Some(parent), Some(last)) = (node.parent, node.last) {
            let (x, y) = (left(number) + width / 2.0, top(node));
            let (from_x, from_y) = (left(parent) + width / 2.0, top(&nodes[parent]) + height);
            let (middle_x, middle_y) = (f64::midpoint(x, from_x), f64::midpoint(y, from_y));
            writeln!(
                out,
                "<path class=\"edge\" d=\"M{from_x} {from_y}L{x} {y}\"/>"
            )?;
            writeln!(
                out,
                "<text class=\"move\" x=\"{}\" y=\"{middle_y}\" dy=\".35em\">{last}</text>",
                middle_x + if x < from_x { -22.0 } else { 22.0 }
            )?;
        }
        board(out, &node.board, left(number), top(node))?;
    }
    writeln!(out, "</svg>")
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

fn board(out: &mut impl Write, board: &Board, left: f64, top: f64) -> io::Result<()> {
    for (row, tiles) in board.rows().enumerate() {
        for (col, tile) in tiles.iter().enumerate() {
            let (x, y) = (left + col as f64 * CELL, top + row as f64 * CELL);
            let class = if tile.is_blank() { "hole" } else { "tile" };
            write!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" rx=\"3\"/>"
            )?;
            if !tile.is_blank() {
                write!(
                    out,
                    "<text x=\"{}\" y=\"{}\" dy=\".35em\">{tile}</text>",
                    x + CELL / 2.0,
                    y + CELL / 2.0
                )?;
            }
        }
    }
    writeln!(out)
}
