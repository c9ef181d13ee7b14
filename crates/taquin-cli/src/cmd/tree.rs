//! `taquin tree`: every board within a few moves, as text, DOT or SVG.

use super::Refusals;
use crate::args::ReadArgs;
use std::io::{self, BufWriter, Write};
use taquin::tools::tree::{TreeNode, tree};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::output::{dot, json, svg, text};

/// Options of `taquin tree`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin tree \"8 3 5/4 1 6/2 7 b\" --depth 3
  taquin tree \"1 2/3 0\" --depth 6 --svg > tree.svg
  taquin tree \"1 2/3 0\" --dot | dot -Tpng > tree.png

A board that can be reached in two ways stands under the one that was found first.")]
pub struct TreeArgs {
    /// A board, a file with one, or - for standard input
    board: String,
    /// How many moves deep
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// Draw at most this many boards
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    limit: usize,
    /// Write a graph for Graphviz
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    dot: bool,
    /// Write a picture
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    /// Write JSON, one object a board
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &TreeArgs) -> Result<Exit, Failure> {
    let refusals = Refusals {
        schema: "taquin.tree/1",
        json: args.json,
    };
    let read = BoardReader::new(&args.read).only_board(&args.board);
    let nodes = read.and_then(|reading| {
        tree(&reading.start, args.depth, args.limit)
            .map_err(|large| Failure::Usage(large.to_string()))
    });
    match nodes {
        Ok(nodes) => draw(args, &nodes),
        Err(failure) => refusals.refuse(failure, &mut io::stdout()),
    }
}

fn draw(args: &TreeArgs, nodes: &[TreeNode]) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    if args.dot {
        dot::tree(&mut out, nodes)?;
    } else if args.svg {
        allows(nodes)?;
        svg::tree(&mut out, nodes)?;
    } else if args.json {
        for object in json::tree(nodes) {
            json::line(&mut out, &object)?;
        }
    } else {
        text::tree(&mut out, nodes)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Not every tree makes a picture that can be looked at.
fn allows(nodes: &[TreeNode]) -> Result<(), Failure> {
    svg::fits(nodes[0].board.shape(), nodes.len()).map_err(|large| {
        let way_out = match large {
            svg::TooLarge::Board(_) => "without --svg it is text",
            svg::TooLarge::Boards { .. } => "a smaller --depth will do",
        };
        Failure::Usage(format!("{large}: {way_out}"))
    })
}
