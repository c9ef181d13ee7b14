//! `taquin tree`: every board within a few moves, as text, DOT or SVG.

use super::Refusals;
use crate::args::number::number;
use crate::args::{ReadOneArgs, help};
use std::io::{self, BufWriter, StdoutLock, Write};
use taquin::Board;
use taquin::tools::tree::{TreeNode, TreeTooLarge, tree};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::output::{dot, json, svg, text};
use taquin_app::words::many;

/// Options of `taquin tree`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin tree \"8 3 5/4 1 6/2 7 b\" --depth 3
  taquin tree \"1 2/3 0\" --depth 6 --svg > tree.svg
  taquin tree \"1 2/3 0\" --dot | dot -Tpng > tree.png

A board that can be reached in two ways is drawn once, below the board that was found first.

Exit code 3 if there are more boards than --limit allows.")]
pub struct TreeArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(), help = help::DEPTH)]
    depth: u32,
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<usize>(), help = help::LIMIT)]
    limit: usize,
    /// Write a DOT graph for Graphviz
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    dot: bool,
    #[arg(long, conflicts_with = "json", help = help::SVG)]
    svg: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Runs the command.
pub fn run(args: &TreeArgs) -> Result<Exit, Failure> {
    let refusals = Refusals {
        schema: "taquin.tree/1",
        json: args.json,
    };
    let mut out = Out::new(BufWriter::new(io::stdout().lock()), args.json);
    let mut reader = BoardReader::new(&args.read);
    let read = reader.only_board(&args.board);
    out.set(reader.origin())?;
    let drawn = read.and_then(|reading| {
        let nodes = tree(&reading.start, args.depth, args.limit).map_err(too_large)?;
        draw(args, &nodes, reading.goal.as_ref(), &mut out)
    });
    let exit = drawn.or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

fn too_large(large: TreeTooLarge) -> Failure {
    let TreeTooLarge { limit, depth, .. } = large;
    Failure::Limit(format!(
        "more than {limit} boards can be reached within {}; choose a smaller --depth, or raise --limit",
        many(depth, "move")
    ))
}

/// Standard output; objects name their source.
type Out = json::WithOrigin<BufWriter<StdoutLock<'static>>>;

fn draw(
    args: &TreeArgs,
    nodes: &[TreeNode],
    goal: Option<&Board>,
    out: &mut Out,
) -> Result<Exit, Failure> {
    if args.dot {
        dot::tree(out, nodes)?;
    } else if args.svg {
        allows(nodes)?;
        svg::tree(out, nodes)?;
    } else if args.json {
        for object in json::tree(nodes, goal) {
            json::line(out, &object)?;
        }
    } else {
        text::tree(out, nodes)?;
    }
    Ok(Exit::Success)
}

/// An error if the picture would be too large to look at.
fn allows(nodes: &[TreeNode]) -> Result<(), Failure> {
    svg::fits(nodes[0].board.shape(), nodes.len()).map_err(|large| {
        let advice = match large {
            svg::TooLarge::Board(_) => "remove --svg to print text",
            svg::TooLarge::Boards { .. } => "choose a smaller --depth",
        };
        Failure::Usage(format!("{large}; {advice}"))
    })
}
