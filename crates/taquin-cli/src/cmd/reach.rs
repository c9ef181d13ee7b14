//! `taquin reach`: every board that can be reached from a board.

use super::{Refusals, written};
use crate::args::names::NameParser;
use crate::args::{MemoryArgs, ReadArgs, ThreadArgs, help};
use std::io::{self, BufWriter, Write};
use taquin::census::CensusStopped;
use taquin::notation::Dialect;
use taquin::tools::tree::tree;
use taquin::{Board, Metric};
use taquin_app::census::begin;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::limits::{Listening, catch_interrupts, is_interrupted};
use taquin_app::output::json;

/// Options of `taquin reach`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin reach \"1 2/3 0\"                        all 12 boards
  taquin reach \"1 2 3/4 5 6/7 8 0\" | wc -l
  taquin reach puzzle.txt --depth 4 --json       with their distances

Boards are listed one per line, nearest first. Boards of more than 12 cells need --depth, and --limit bounds their number; --metric \
mtm works for up to 12 cells. taquin tree shows which board leads to which; taquin census counts boards without listing them.")]
pub struct ReachArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[arg(long, value_name = "N", help = help::DEPTH)]
    depth: Option<u32>,
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help = help::LIMIT)]
    limit: usize,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::DIALECT, help = help::TO)]
    to: Dialect,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Larger boards are listed from a tree, whose depth must be limited.
const MAX_CELLS: usize = 12;

/// Runs the command.
pub fn run(args: &ReachArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let refusals = Refusals {
        schema: "taquin.reach/1",
        json: args.json,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let read = BoardReader::new(&args.read).only_board(&args.board);
    let listed = read.and_then(|reading| {
        let start = reading.start;
        // A notation that cannot write the board is an error before the first board.
        written(&start, args.to)?;
        match start.shape().is_line() || start.shape().area() <= MAX_CELLS {
            true => list_levels(args, &start, &mut out),
            false => list_tree(args, &start, &mut out),
        }
    });
    let exit = listed.or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

fn list_levels(args: &ReachArgs, start: &Board, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut census = begin(start, args.metric, args.threads.count(), args.memory.memory)?;
    let _listening = Listening::begin();
    loop {
        for board in census.newest() {
            write(args, &board, census.distance(), out)?;
            if is_interrupted() {
                return Ok(Exit::Interrupted);
            }
        }
        if args.depth == Some(census.distance()) {
            return Ok(Exit::Success);
        }
        match census.next_level(&is_interrupted) {
            Ok(true) => {}
            Ok(false) => return Ok(Exit::Success),
            Err(CensusStopped) => return Ok(Exit::Interrupted),
        }
    }
}

fn list_tree(args: &ReachArgs, start: &Board, out: &mut impl Write) -> Result<Exit, Failure> {
    let shape = start.shape();
    let Some(depth) = args.depth else {
        return Err(Failure::Usage(format!(
            "too many boards can be reached from a {shape} board; --depth 10 lists those within 10 moves"
        )));
    };
    if args.metric == Metric::MultiTile {
        return Err(Failure::Usage(format!(
            "reach --metric mtm works for boards of up to {MAX_CELLS} cells, and this one is {shape}"
        )));
    }
    // The tree stores each board twice, and some links.
    let fits = args.memory.memory / (8 * shape.area() as u64 + 200);
    let limit = args.limit.min(usize::try_from(fits).unwrap_or(usize::MAX));
    let nodes = tree(start, depth, limit)
        .map_err(|_| Failure::Limit(format!(
            "more than {limit} boards can be reached within {depth} moves; choose a smaller --depth, or raise --limit and --memory"
        )))?;
    for node in nodes {
        write(args, &node.board, node.depth, out)?;
    }
    Ok(Exit::Success)
}

fn write(
    args: &ReachArgs,
    board: &Board,
    distance: u32,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.json {
        json::line(out, &json::reach(board, distance))
    } else {
        Ok(out.write_all(written(board, args.to)?.as_bytes())?)
    }
}
