//! Graphs for Graphviz.

use std::io::{self, Write};
use taquin::notation::{self, Dialect};
use taquin::tools::tree::TreeNode;

/// A tree of boards.
pub fn tree(out: &mut impl Write, nodes: &[TreeNode]) -> io::Result<()> {
    writeln!(
        out,
        "digraph tree {{\n  node [shape=box, fontname=monospace];"
    )?;
    for (number, node) in nodes.iter().enumerate() {
        let board = notation::write_layout(&node.board, Dialect::Grid);
        let board = board.expect("rows can be drawn of every board");
        writeln!(
            out,
            "  n{number} [label=\"{}\"];",
            board.trim_end().replace('\n', "\\n")
        )?;
        if let (Some(parent), Some(last)) = (node.parent, node.last) {
            writeln!(out, "  n{parent} -> n{number} [label=\"{last}\"];")?;
        }
    }
    writeln!(out, "}}")
}
