//! `taquin bench`: the speed on published boards, and the length of solutions of large boards.

use crate::args::{ThreadArgs, TimeArgs, help};
use std::io::{self, Write};
use taquin_app::bench::large::{COUNT, SIZES};
use taquin_app::bench::{BenchOptions, LargeOptions, Mode, Summary};
use taquin_app::exit::{Exit, Failure};
use taquin_app::instances::Set;
use taquin_app::limits::{Listening, catch_interrupts, is_interrupted};
use taquin_app::output::{json, text};

/// Options of `taquin bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin bench korf100 --threads 1
  taquin bench korf24 --only 38,40,25 --time 10m
  taquin bench hardest --cold --json
  taquin bench large --sizes 5,10 --count 10 --time 20s
  taquin bench large --sizes 1000 --count 1

Every solution of a published board is replayed, and its length is compared with the published one. The boards of korf100 are \
distributed over the threads; those of korf24 and hardest are solved one after another, each on all threads. --time is the limit \
per board.

Preparation is the time before the first board: reading or building tables, and the automaton. The total CPU seconds include it. \
Peak memory is that of the process, including tables.

Large boards are generated from the seeds 1, 2, 3 as by taquin generate, 3 per size unless --count is given. Without \
--time, each has 10 seconds up to 10x10, 15 up to 20x20, 30 up to 50x50, and 60 beyond; boards of more than 65536 cells are \
solved line by line without a limit. The table shows means over the boards of a size: moves, moves per row and cell (length / \
n^3), the ratio to the lower bound, and seconds; and the peak memory of the process. --sizes, --count and --effort apply to large \
only; --cold, --warm, --tables and --only to the other sets.

--json writes one object of the schema taquin.bench-instance/1 per board, then one of taquin.bench/1; for large boards \
taquin.bench-large-instance/1 per board, and taquin.bench-large/1 per size.

Exit codes: 0 if all boards are solved and all lengths are correct, 1 if a length is wrong, 3 if a limit was reached, 130 after Ctrl-C, \
with the boards so far.")]
pub struct BenchArgs {
    /// Set of boards
    #[arg(value_name = "SET", ignore_case = true)]
    boards: Boards,
    /// Side lengths of large boards [default: 5,6,8,10,17,20,50,100]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(5..=4096))]
    sizes: Vec<u32>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help = help::COUNT)]
    count: Option<u64>,
    #[arg(long, value_name = "N", conflicts_with = "time", help = help::EFFORT)]
    effort: Option<u64>,
    /// Build the tables in memory, even if they are on disk
    #[arg(long, conflicts_with = "warm")]
    cold: bool,
    /// Use the tables on disk, and fail if there are none [default: use them if they exist]
    #[arg(long)]
    warm: bool,
    /// Sizes of the groups of the tables [default: 7-8 or 6-6-6-6 from disk; with --cold, 6-6-3 for korf100]
    #[arg(long, value_name = "SIZES")]
    tables: Option<String>,
    /// Solve only the boards with these numbers, in this order
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    only: Vec<u32>,
    #[command(flatten)]
    time: TimeArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let _listening = Listening::begin();
    let Some(set) = args.boards.published() else {
        return run_large(args);
    };
    if !args.sizes.is_empty() || args.count.is_some() || args.effort.is_some() {
        let wrong = "--sizes, --count and --effort work only with taquin bench large";
        return Err(Failure::Usage(wrong.into()));
    }
    run_published(args, set)
}

fn run_published(args: &BenchArgs, set: Set) -> Result<Exit, Failure> {
    let bench = args.options().set_up(set)?;
    let setting = &bench.setting;
    let mut out = io::stdout().lock();
    if !args.json {
        text::bench_head(&mut out, setting)?;
    }
    let mut summary = Summary::default();
    bench.run(|measured| {
        summary.add(&measured);
        match args.json {
            true => json::line(&mut out, &json::bench_instance(setting, &measured))?,
            false => text::bench_instance(&mut out, &measured)?,
        }
        Ok(out.flush()?)
    })?;
    let (took, peak) = bench.took();
    match args.json {
        true => json::line(&mut out, &json::bench(setting, &summary, took, peak))?,
        false => text::bench(&mut out, setting, &summary, took, peak)?,
    }
    Ok(summary.exit())
}

fn run_large(args: &BenchArgs) -> Result<Exit, Failure> {
    if args.cold || args.warm || args.tables.is_some() || !args.only.is_empty() {
        let wrong = "--cold, --warm, --tables and --only work only with published boards, not with large; remove them";
        return Err(Failure::Usage(wrong.into()));
    }
    let options = args.large_options();
    let mut out = io::stdout().lock();
    if !args.json {
        text::bench_large_head(&mut out, options.threads)?;
    }
    let sizes = match args.sizes.as_slice() {
        [] => &SIZES,
        sizes => sizes,
    };
    for &size in sizes {
        let measured = options.measure_size(size, &mut |board| {
            if args.json {
                json::line(&mut out, &json::bench_large_instance(board))?;
                out.flush()?;
            }
            Ok(())
        })?;
        match args.json {
            _ if measured.boards.is_empty() => (),
            true => json::line(&mut out, &json::bench_large(&measured))?,
            false => text::bench_large(&mut out, &measured)?,
        }
        out.flush()?;
        if is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Success)
}

impl BenchArgs {
    fn options(&self) -> BenchOptions {
        BenchOptions {
            mode: match (self.cold, self.warm) {
                (true, _) => Some(Mode::Cold),
                (_, true) => Some(Mode::Warm),
                _ => None,
            },
            tables: self.tables.clone(),
            only: self.only.clone(),
            time: self.time.time,
            threads: self.threads.count(),
        }
    }

    fn large_options(&self) -> LargeOptions {
        LargeOptions {
            count: self.count.unwrap_or(COUNT),
            effort: self.effort,
            time: self.time.time,
            threads: self.threads.count(),
        }
    }
}

/// A set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Boards {
    /// Korf's 100 random 15-puzzles (1985)
    Korf100,
    /// Korf & Felner's 50 random 24-puzzles (2002)
    Korf24,
    /// The 17 15-puzzles at 80 moves, the maximum, and one at 78
    Hardest,
    /// Random squares from 5x5 to 100x100: the length of solutions
    Large,
}

impl Boards {
    /// The set of published boards; `None` for large boards.
    const fn published(self) -> Option<Set> {
        match self {
            Boards::Korf100 => Some(Set::Korf100),
            Boards::Korf24 => Some(Set::Korf24),
            Boards::Hardest => Some(Set::Hardest),
            Boards::Large => None,
        }
    }
}
