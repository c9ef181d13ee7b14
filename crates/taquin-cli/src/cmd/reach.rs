//! `taquin reach`: every board that can be reached from a board.

use super::{Refusals, written};
use crate::args::names::NameParser;
use crate::args::number::number;
use crate::args::{MemoryArgs, ReadOneArgs, ThreadArgs, help};
use std::io::{self, BufWriter, Write};
use taquin::census::{Census, CensusStopped};
use taquin::notation::Dialect;
use taquin::tools::tree::tree;
use taquin::{Board, Metric};
use taquin_app::census::begin;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::limits::{InterruptGuard, catch_interrupts, is_interrupted};
use taquin_app::output::json;
use taquin_app::output::text::BoardComments;
use taquin_app::words::many;

/// Options of `taquin reach`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin reach \"1 2/3 0\"                        all 12 boards
  taquin reach \"1 2 3/4 5 6/7 8 0\" | wc -l
  taquin reach puzzle.txt --depth 4 --json       with their distances

Boards are listed one per line, nearest first. Boards of more than 12 cells need --depth; --metric mtm works for up to 12 cells. \
If there are more boards than --limit allows, none is listed. taquin tree shows which board leads to which; taquin census counts \
boards without listing them.

Exit code 3 if there are more boards than --limit or --memory allows.")]
pub struct ReachArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[arg(long, value_name = "N", value_parser = number::<u32>(), help = help::DEPTH)]
    depth: Option<u32>,
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<usize>(), help = help::LIMIT)]
    limit: usize,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    #[arg(long, value_name = "NOTATION", default_value = "slash", value_parser = NameParser::DIALECT, help = help::TO)]
    to: Dialect,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, conflicts_with = "to", help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadOneArgs,
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
    let mut out = json::WithOrigin::new(BufWriter::new(io::stdout().lock()), args.json);
    let mut reader = BoardReader::new(&args.read);
    let read = reader.only_board(&args.board);
    out.set(reader.origin())?;
    let listed = read.and_then(|reading| {
        let start = reading.start;
        let has_goal = reading.goal.is_some();
        let goal = reader.goal_of(None, start.shape(), reading.goal)?;
        // A notation that cannot write the board is an error before the first board.
        written(&start, &goal, args.to)?;
        let mut list = List {
            args,
            start,
            goal,
            has_goal,
            comments: BoardComments::default(),
            out: &mut out,
        };
        if list.start.shape().is_line() || list.start.shape().area() <= MAX_CELLS {
            list.levels()
        } else {
            list.tree()
        }
    });
    let exit = listed.or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

/// The boards that are being listed.
struct List<'a, W> {
    args: &'a ReachArgs,
    start: Board,
    /// Of the input, for commands that read the boards.
    goal: Board,
    /// Whether the input names it.
    has_goal: bool,
    comments: BoardComments,
    out: &'a mut W,
}

impl<W: Write> List<'_, W> {
    fn levels(&mut self) -> Result<Exit, Failure> {
        let args = self.args;
        let begin =
            |start: &Board| begin(start, args.metric, args.threads.count(), args.memory.memory);
        let mut census = begin(&self.start)?;
        let _listening = InterruptGuard::begin();
        if census.boards() > args.limit as u64 {
            check_limit(args, census)?;
            census = begin(&self.start)?;
        }
        loop {
            for board in census.newest() {
                self.write(&board, census.distance())?;
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

    fn tree(&mut self) -> Result<Exit, Failure> {
        let args = self.args;
        let shape = self.start.shape();
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
        let nodes = tree(&self.start, depth, limit)
            .map_err(|_| Failure::Limit(format!(
                "more than {limit} boards can be reached within {}; choose a smaller --depth, or raise --limit and --memory",
                many(depth, "move")
            )))?;
        for node in nodes {
            self.write(&node.board, node.depth)?;
        }
        Ok(Exit::Success)
    }

    fn write(&mut self, board: &Board, distance: u32) -> Result<(), Failure> {
        if self.args.json {
            let goal = self.has_goal.then_some(&self.goal);
            let object = json::reach(board, distance, self.args.metric, goal);
            json::line(self.out, &object)
        } else {
            // The metric is that of the distances, which text does not show.
            let (to, metric) = (self.args.to, Metric::SingleTile);
            self.comments.write(self.out, to, &self.goal, metric)?;
            let text = written(board, &self.goal, self.args.to)?;
            Ok(self.out.write_all(text.as_bytes())?)
        }
    }
}

/// Counts the boards before the first is listed, and fails if there are more than the limit.
fn check_limit(args: &ReachArgs, mut census: Census) -> Result<(), Failure> {
    let limit = args.limit;
    let Some(depth) = args.depth else {
        let boards = census.boards();
        return Err(Failure::Limit(format!(
            "{boards} boards can be reached, and --limit allows {limit}; set --depth, or raise --limit"
        )));
    };
    let mut boards = census.count();
    while boards <= limit as u64 {
        if census.distance() == depth {
            return Ok(());
        }
        match census.next_level(&is_interrupted) {
            Ok(true) => boards += census.count(),
            Ok(false) => return Ok(()),
            Err(CensusStopped) => return Err(Failure::Interrupted),
        }
    }
    Err(Failure::Limit(format!(
        "more than {limit} boards can be reached within {}; choose a smaller --depth, or raise --limit",
        many(depth, "move")
    )))
}
