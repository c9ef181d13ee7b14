//! `taquin bench`: the speed on published boards or on those of a file, and the length of solutions of large boards.

use super::say_other_goal;
use crate::args::number::{number, number_in};
use crate::args::{GoalArgs, LimitArgs, PlanArgs, ReadOneArgs, help};
use std::io::{self, Write};
use taquin::space::MoveOrder;
use taquin_app::bench::large::{COUNT, SIZES};
use taquin_app::bench::{
    BenchOptions, Boards, FileOptions, LargeOptions, Mode, Refused, Setting, Summary,
};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::groups::{Groups, check_groups};
use taquin_app::instances::Set;
use taquin_app::limits::{InterruptGuard, catch_interrupts, is_interrupted};
use taquin_app::output::csv::{self, Rows};
use taquin_app::output::{json, text, unh};

/// Options of `taquin bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin bench korf100 --threads 1
  taquin bench korf24 --only 38,40,25 --time 10m
  taquin bench hardest --cold --json
  taquin bench korf100 --algorithm idastar --heuristic manhattan --only 12,42,55,79 --iterations
  taquin bench deepcubea-35 --time 60s
  taquin bench boards.tsv --algorithm astar --heuristic linear-conflict --json
  taquin bench korf24 --time 10s --csv > korf24.csv
  taquin bench large --sizes 5,10 --count 10 --time 20s
  taquin bench large --sizes 1000 --count 1

Sets: korf100, Korf's 100 random 15-puzzles (1985); korf24, Korf & Felner's 50 random 24-puzzles (2002); hardest, the 17 15-puzzles \
at 80 moves, the maximum, and one at 78; clausecker24, 193 of Clausecker's random 24-puzzles (2017), and open24, the 14 for which he \
found no shortest solution; deepcubea-24, deepcubea-35 and deepcubea-48, 60 boards of each of DeepCubeA's test sets (2019), whose \
published lengths need not be the shortest; large, random squares from 5x5 to 100x100.

A FILE has boards in any notation, or a table with tabs between its columns: the number of a board, its shortest length, and the \
board, unless a comment names the columns (# instance, board, length). A board that cannot be read or solved is reported, and the \
others are solved. The goal is that of --goal, or the one that a comment names (# goal `first`), or last.

Every solution is replayed, and its length is compared with the published one. Without --algorithm, --heuristic and --groups, the \
15-puzzles and the 24-puzzles of Korf and Clausecker are solved by IDA* with pattern databases, and others as by taquin solve. The \
boards of korf100, and those of searches that use one thread, are distributed over the threads; others are solved one after another, \
each on all threads. --time is the limit per board.

Preparation is the time before the first board: reading or building tables, and the automaton. The total CPU seconds include it. \
Peak memory is that of the process, including tables.

Large boards are generated from the seeds 1, 2, 3 as by taquin generate, 3 per size unless --count is given. Without \
--time, each has 10 seconds up to 10x10, 15 up to 20x20, 30 up to 50x50, and 60 beyond; boards of more than 65536 cells are \
solved line by line without a limit. The table shows means over the boards of a size: moves, moves per row and cell (length / \
n^3), the ratio to the lower bound, and seconds; and the peak memory of the process. --sizes, --count and --effort apply to large \
only; the options for searches and tables, and --only, to the other sets and to files.

--json writes one object of the schema taquin.bench-instance/1 per board, then one of taquin.bench/1; for large boards \
taquin.bench-large-instance/1 per board, and taquin.bench-large/1 per size. --csv writes one line per board, without the totals. \
--unh writes one block per board in the data-file format (version 4) of the search group of the University of New Hampshire.

Exit codes: 0 if all boards are solved and all lengths are correct, 1 if a length is wrong or a board is unsolvable, 3 if a limit was \
reached, 4 if a board cannot be read, 130 after Ctrl-C, with the boards so far.")]
pub struct BenchArgs {
    /// Set of boards (korf100, korf24, hardest, clausecker24, open24, deepcubea-24, deepcubea-35, deepcubea-48, large), or a file
    #[arg(value_name = "SET|FILE")]
    boards: String,
    /// Side lengths of large boards [default: 5,6,8,10,17,20,50,100]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = number_in(5_u32..=4096))]
    sizes: Vec<u32>,
    #[arg(long, value_name = "N", value_parser = number_in(1..=u64::MAX), help = help::COUNT)]
    count: Option<u64>,
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = number::<u64>(), help = help::EFFORT)]
    effort: Option<u64>,
    /// Build the tables in memory, even if they are on disk
    #[arg(long, conflicts_with = "warm")]
    cold: bool,
    /// Use the tables on disk, and fail if there are none [default: use them if they exist]
    #[arg(long)]
    warm: bool,
    #[arg(long, alias = "tables", value_name = "GROUPS", help = help::GROUPS)]
    groups: Vec<Groups>,
    /// Solve only the boards with these numbers, in this order
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = number::<u32>())]
    only: Vec<u32>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, help = help::ITERATIONS)]
    iterations: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[arg(long, conflicts_with = "json", help = help::CSV)]
    csv: bool,
    /// Write the results of published boards and of files as data files of the UNH search group
    #[arg(long, conflicts_with_all = ["json", "csv", "iterations"])]
    unh: bool,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let _listening = InterruptGuard::begin();
    if args.boards.eq_ignore_ascii_case(LARGE) {
        return run_large(args);
    }
    if !args.sizes.is_empty() || args.count.is_some() || args.effort.is_some() {
        let wrong = "--sizes, --count and --effort work only with taquin bench large";
        return Err(Failure::Usage(wrong.into()));
    }
    run_boards(args, &args.chosen()?)
}

/// The name of the set of large boards.
const LARGE: &str = "large";

fn run_boards(args: &BenchArgs, boards: &Boards) -> Result<Exit, Failure> {
    let bench = args.options()?.set_up(boards)?;
    let setting = &bench.setting;
    let mut out = Rows::new(io::stdout().lock(), args.csv.then_some(csv::BENCH));
    if !args.writes_objects() && !args.unh {
        text::bench_head(&mut out, setting)?;
    }
    let mut summary = Summary::default();
    for refused in &bench.refused {
        summary.refuse(refused);
        refuse(args, setting, refused, &mut out)?;
    }
    if let Some(goal) = bench.other_goal {
        say_other_goal(goal);
    }
    bench.run(|measured| {
        summary.add(&measured);
        if args.unh {
            unh::bench_instance(&mut out, setting, &measured)?;
        } else if args.writes_objects() {
            let object = json::bench_instance(setting, &measured);
            json::line_with_origin(&mut out, &object, measured.origin.as_ref())?;
        } else {
            text::bench_instance(&mut out, &measured, args.iterations)?;
        }
        Ok(out.flush()?)
    })?;
    let (took, peak) = bench.took();
    if args.json {
        json::line(&mut out, &json::bench(setting, &summary, took, peak))?;
    } else if !args.unh && !args.csv {
        text::bench(&mut out, setting, &summary, took, peak)?;
    }
    Ok(summary.exit())
}

/// Reports a board that cannot be solved.
fn refuse(
    args: &BenchArgs,
    setting: &Setting,
    refused: &Refused,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if refused.failure.exit() != Exit::No {
        let errors = format!("{:#}", refused.failure);
        errors.lines().for_each(|error| say("taquin", error));
    }
    if args.writes_objects() {
        let object = json::bench_refused(setting, refused);
        json::line_with_origin(out, &object, Some(&refused.origin))
    } else if args.unh {
        Ok(())
    } else {
        Ok(text::bench_refused(out, refused)?)
    }
}

fn run_large(args: &BenchArgs) -> Result<Exit, Failure> {
    args.plan.check()?;
    let plan = args.plan.plan();
    let has_plan = plan.algorithm.is_some()
        || plan.heuristic.is_some()
        || plan.max_length.is_some()
        || plan.order != MoveOrder::default();
    let is_published = args.cold || args.warm || args.unh || args.iterations;
    if is_published || has_plan || !args.groups.is_empty() || !args.only.is_empty() {
        let wrong = "--algorithm, --heuristic, --order, --max-length, --groups, --cold, --warm, --only, --iterations and --unh work only with published boards and files, not with large; remove them";
        return Err(Failure::Usage(wrong.into()));
    }
    args.check_read()?;
    let options = args.large_options();
    let columns = args.csv.then_some(csv::BENCH_LARGE);
    let mut out = Rows::new(io::stdout().lock(), columns);
    if !args.writes_objects() {
        text::bench_large_head(&mut out, options.threads)?;
    }
    let sizes = match args.sizes.as_slice() {
        [] => &SIZES,
        sizes => sizes,
    };
    for &size in sizes {
        let measured = options.measure_size(size, &mut |board| {
            if args.writes_objects() {
                json::line(&mut out, &json::bench_large_instance(board))?;
                out.flush()?;
            }
            Ok(())
        })?;
        if args.json && !measured.boards.is_empty() {
            json::line(&mut out, &json::bench_large(&measured))?;
        } else if !args.csv && !measured.boards.is_empty() {
            text::bench_large(&mut out, &measured)?;
        }
        out.flush()?;
        if is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Success)
}

impl BenchArgs {
    /// Whether to write JSON objects, which may become rows of CSV.
    const fn writes_objects(&self) -> bool {
        self.json || self.csv
    }

    /// An error for options about reading boards, where none are read.
    fn check_read(&self) -> Result<(), Failure> {
        let form = self.read.form;
        let wrong = match (self.goal.asked(), form.dialect, form.shape) {
            (Some(_), ..) => "--goal works only with files; the boards of a set have their goal",
            (_, Some(_), _) => "--as works only with files",
            (.., Some(_)) => "--shape works only with files",
            (None, None, None) => return Ok(()),
        };
        Err(Failure::Usage(wrong.into()))
    }

    /// The set of this name, or the file.
    fn chosen(&self) -> Result<Boards, Failure> {
        if let Some(set) = Set::named(&self.boards) {
            self.check_read()?;
            return Ok(Boards::Set(set));
        }
        let file = FileOptions {
            path: self.boards.clone(),
            goal: self.goal.asked().map(Into::into),
            read: (&self.read).into(),
        };
        if file.exists() {
            Ok(Boards::File(file))
        } else {
            let names: Vec<&str> = Set::ALL.iter().map(|set| set.name()).collect();
            Err(Failure::Usage(format!(
                "{}: no such file, and not a set of boards; the sets are {} and {LARGE}",
                self.boards,
                names.join(", ")
            )))
        }
    }

    fn options(&self) -> Result<BenchOptions, Failure> {
        self.plan.check()?;
        let mut plan = self.plan.plan();
        check_groups(&self.groups, &mut plan)?;
        Ok(BenchOptions {
            mode: match (self.cold, self.warm) {
                (true, _) => Some(Mode::Cold),
                (_, true) => Some(Mode::Warm),
                _ => None,
            },
            groups: self.groups.clone(),
            plan,
            only: self.only.clone(),
            limits: self.limits.limits(),
        })
    }

    fn large_options(&self) -> LargeOptions {
        LargeOptions {
            count: self.count.unwrap_or(COUNT),
            effort: self.effort,
            time: self.limits.limits().time,
            threads: self.plan.plan().threads,
        }
    }
}
