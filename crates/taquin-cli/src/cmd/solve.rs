//! `taquin solve`: solutions, their guarantees, and the statistics of the search.

pub mod picture;
pub mod watch;

use super::{Batch, Item, Refusals};
use crate::args::names::NameParser;
use crate::args::{GoalArgs, LimitArgs, PlanArgs, ReadArgs, help};
use picture::{Picture, PictureArgs};
use std::io::{self, Write};
use std::path::PathBuf;
use taquin::notation::{MoveLetters, Reading};
use taquin::solve::{Answer, Guarantee, OptionsError, SearchOptions, Tables, lower_bound};
use taquin::{Board, Metric, Problem, Shape};
use taquin_app::checkpoint::Checkpoint;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::input::BoardReader;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{json, text};
use taquin_app::plan::{STATISTICS, allows_effort, usage_error};
use taquin_app::search::resumed::resumed;
use taquin_app::search::stream::{self, Streamed};
use taquin_app::search::{Solved, Unsolvable, problem_of, search};
use taquin_app::store;
use watch::{Replaying, WatchArgs};

/// Options of `taquin solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\"
  taquin solve puzzle.txt --goal snail --states
  taquin solve puzzle.txt --algorithm astar --heuristic manhattan --moves-as blank
  taquin solve --brief puzzle*.txt
  taquin solve --lines boards.txt --json --time 10s
  taquin solve puzzle.txt --all-optimal --list 100
  taquin solve puzzle.txt --metric mtm
  taquin solve puzzle.txt --html > replay.html      a page that replays the solution
  taquin solve puzzle.txt --watch                   replays it in the terminal
  taquin solve board5x5.txt --checkpoint FILE       continues where it was stopped
  taquin solve board20x20.txt --time 1m             a shorter solution than after 10 seconds
  taquin solve board1000x1000.txt --time 0 > FILE   the first solution

Boards of more than 16 cells have a time limit of 10 seconds unless --time or --effort sets another. If a third of it is not \
enough for a shortest solution, taquin finds any solution and shortens it until the time runs out or Ctrl-C is pressed. With --time 0 or \
--effort 0, and for boards of more than 65536 cells, the first solution is printed.

--effort works for boards of more than 16 cells and for --algorithm beam, --seed for boards of more than 16 cells, --metric mtm \
for boards of up to 16 cells. --checkpoint works for one board of 6 to 25 cells, with IDA* and pattern databases. --svg, \
--animate, --html and --watch take one board. --svg draws a film strip of the solution and --animate an animation, both of up to \
1000 moves; --html writes a page that replays up to 10000 moves.

{STATISTICS}

Exit codes: 0 if all boards are solved, 1 if one is unsolvable, 3 if a limit was reached before a solution was found, 4 if a \
board is not valid, 130 after Ctrl-C, with the best solution so far (none for boards of more than 65536 cells)."))]
pub struct SolveArgs {
    #[arg(required = true, value_name = "BOARD", help = help::BOARDS)]
    boards: Vec<String>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, value_name = "N", conflicts_with = "time", help = help::EFFORT)]
    effort: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 0, help = help::SEED)]
    seed: u64,
    #[arg(long, value_name = "METRIC", default_value = "stm", hide_default_value = true, value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Metric,
    /// Save the progress of the search in FILE every 30 seconds and when it is stopped, and continue from there
    #[arg(long, value_name = "FILE", conflicts_with = "all_optimal")]
    checkpoint: Option<PathBuf>,
    #[arg(long, help = help::STATES)]
    states: bool,
    #[arg(long, alias = "moves", value_name = "FORM", default_value = "tile", hide_default_value = true, value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: MoveLetters,
    /// Count all shortest solutions, and list the first moves
    #[arg(long)]
    all_optimal: bool,
    /// With --all-optimal, list at most N solutions
    #[arg(long, value_name = "N", default_value = "10", requires = "all_optimal")]
    list: usize,
    /// Print one line per board: its name and the number of moves, or -1 if it is unsolvable
    #[arg(long, conflicts_with_all = ["json", "states", "all_optimal"])]
    brief: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    watch: WatchArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    allows_effort(args.effort, args.plan.plan().algorithm)?;
    if args.checkpoint.is_some() {
        allows_checkpoint(args)?;
    }
    let picture = args.picture.of(&args.boards)?;
    let watch = args.watch.of(&args.boards)?;
    let tables = store::tables();
    let refusals = Refusals {
        schema: "taquin.solve/1",
        json: args.json,
    };
    let shown = Shown { picture, watch };
    let mut batch = Batch::new(&args.read, &args.boards, refusals);
    while let Some(item) = batch.next()? {
        let answer = answer(args, &tables, shown, item, &mut batch);
        batch.answered(answer)?;
    }
    Ok(batch.exit)
}

/// How a solution is shown, if it is not written.
#[derive(Clone, Copy)]
struct Shown {
    picture: Option<Picture>,
    watch: Option<Replaying>,
}

fn answer(
    args: &SolveArgs,
    tables: &Tables,
    shown: Shown,
    item: Item,
    batch: &mut Batch<'_>,
) -> Result<Exit, Failure> {
    let is_one_of_many = item.is_one_of_many;
    let asked = ask(args, &mut batch.reader, item.name, item.reading)?;
    let out = &mut batch.out;
    if let (Some(picture), Ok(problem)) = (shown.picture, &asked.problem) {
        picture.allows_any(problem)?;
    } else if let (Some(watch), Ok(problem)) = (shown.watch, &asked.problem) {
        watch.allows(problem.start().shape())?;
    } else if let Ok(problem) = &asked.problem
        && args.checkpoint.is_none()
        && stream::is_streamed(problem, &asked.plan, &args.limits.limits())
    {
        return answer_streamed(args, &asked, problem, is_one_of_many, out);
    }
    let (solved, checkpoint) = solve_one(args, tables, asked)?;
    let mut exit = solved.exit();
    match (shown.picture, shown.watch) {
        (Some(picture), _) => picture.draw(&solved, out)?,
        (_, Some(watch)) => exit = watch.show(&solved)?,
        _ => print(args, &solved, is_one_of_many, out)?,
    }
    if let Some(checkpoint) = checkpoint {
        // The checkpoint is removed only after the answer has been written.
        out.flush()?;
        checkpoint.finish(solved.is_solved())?;
    }
    Ok(exit)
}

/// Checkpoints work for one board, and only for IDA* with pattern databases.
fn allows_checkpoint(args: &SolveArgs) -> Result<(), Failure> {
    let is_one = args.boards.len() == 1 && !args.read.lines;
    let is_ida = matches!(&args.plan.algorithm[..], "auto" | "idastar");
    let has_tables = matches!(&args.plan.heuristic[..], "auto" | "pdb");
    let wrong = if !is_one {
        "--checkpoint works for one board only, without --lines"
    } else if !is_ida || !has_tables {
        "--checkpoint works with IDA* and pattern databases only; remove --algorithm and --heuristic"
    } else if args.metric != Metric::SingleTile {
        "--checkpoint works with the single-tile metric only; remove --metric"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(wrong.into()))
}

/// A solution that is not kept in memory prints its states only if they have at most this many bytes.
const MOST_BYTES: f64 = 1e9;

/// The approximate size of the printed states of a solution: every tile has as many digits as the largest, and a space.
fn bytes_of_states(shape: Shape, moves: u64) -> f64 {
    let digits = (shape.area() - 1).to_string().len();
    (moves as f64 + 1.0) * shape.area() as f64 * (digits as f64 + 1.0)
}

/// What to do with one board.
struct Asked {
    name: String,
    start: Board,
    goal: Board,
    problem: Result<Problem, Unsolvable>,
    plan: SearchOptions,
}

fn ask(
    args: &SolveArgs,
    reader: &mut BoardReader,
    name: String,
    reading: Reading,
) -> Result<Asked, Failure> {
    let start = reading.start;
    let goal = reader.goal_of(args.goal.asked(), start.shape(), reading.goal)?;
    let mut plan = args.plan.plan();
    plan.metric = args.metric;
    plan.all_shortest = args.all_optimal.then_some(args.list);
    plan.effort = args.effort;
    plan.seed = args.seed;
    Ok(Asked {
        name,
        problem: problem_of(&start, &goal)?,
        start,
        goal,
        plan,
    })
}

/// Solves a large board whose solution is written while it is found.
fn answer_streamed(
    args: &SolveArgs,
    asked: &Asked,
    problem: &Problem,
    many: bool,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let Asked { name, plan, .. } = asked;
    let shape = problem.start().shape();
    if plan.all_shortest.is_some() || plan.max_length.is_some() {
        return Err(usage_error(OptionsError::NotStreamed { shape }));
    }
    // An output that is certainly too long is an error before the search.
    allows_states(args, shape, lower_bound(problem))?;
    let streamed = Streamed::find(problem, plan, &args.limits.limits())?;
    allows_states(args, shape, streamed.length as u64)?;
    let (letters, order, states) = (args.moves_as, plan.order, args.states);
    if args.brief {
        writeln!(out, "{name}: {}", streamed.length)?;
        if streamed.guarantee() != Guarantee::Optimal {
            say_of_longer(name, streamed.lower_bound);
        }
    } else if args.json {
        json::line(out, &json::streamed(&streamed, letters, order, states))?;
    } else {
        named(many, name, out, |out| {
            text::streamed(out, &streamed, letters, order, states)
        })?;
    }
    Ok(Exit::Success)
}

/// An error if the states of a solution with at least this many moves are too long to print.
fn allows_states(args: &SolveArgs, shape: Shape, moves: u64) -> Result<(), Failure> {
    let bytes = bytes_of_states(shape, moves);
    if !args.states || bytes <= MOST_BYTES {
        return Ok(());
    }
    let gigabytes = bytes / 1e9;
    Err(Failure::Usage(format!(
        "--states would print {gigabytes:.1} GB or more for this {shape} board; remove it to print the moves only"
    )))
}

fn solve_one(
    args: &SolveArgs,
    tables: &Tables,
    asked: Asked,
) -> Result<(Solved, Option<Checkpoint>), Failure> {
    let Asked {
        name,
        start,
        goal,
        problem,
        plan,
    } = asked;
    let mut checkpoint = None;
    let result = match problem {
        Ok(problem) => Ok(match &args.checkpoint {
            None => search(tables, &problem, &plan, &args.limits.limits())?,
            Some(path) => {
                let opened = Checkpoint::open(path, &problem, plan.order, tables)?;
                let kept = checkpoint.insert(opened);
                resumed(tables, &problem, &plan, &args.limits.limits(), kept)
            }
        }),
        Err(unsolvable) => Err(unsolvable),
    };
    let solved = Solved {
        name,
        start,
        goal,
        result,
        letters: args.moves_as,
        states: args.states,
        all_optimal: args.all_optimal,
        metric: args.metric,
    };
    Ok((solved, checkpoint))
}

fn print(
    args: &SolveArgs,
    solved: &Solved,
    many: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.states {
        warn_of_states(solved);
    }
    if args.brief {
        text::brief(out, solved)?;
        warn_of_longer(solved);
    } else if args.json {
        json::line(out, &json::solve(solved))?;
    } else {
        named(many, &solved.name, out, |out| text::solve(out, solved))?;
    }
    Ok(())
}

/// One of several boards has its name above and an empty line below.
fn named<W: Write>(
    many: bool,
    name: &str,
    out: &mut W,
    write: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    if many {
        writeln!(out, "{name}:")?;
    }
    write(out)?;
    if many {
        writeln!(out)?;
    }
    Ok(())
}

/// Warns of an output of gigabytes.
fn warn_of_states(solved: &Solved) {
    if let Ok(searched) = &solved.result
        && let Answer::Solved(solution, _) = &searched.report.answer
    {
        let bytes = bytes_of_states(solved.start.shape(), solution.moves().len() as u64);
        if bytes > MOST_BYTES {
            let gigabytes = bytes / 1e9;
            let name = &solved.name;
            say(
                "taquin",
                format_args!("{name}: warning: the states take about {gigabytes:.1} GB"),
            );
        }
    }
}

/// The output of some formats does not show that there may be a shorter solution.
fn warn_of_longer(solved: &Solved) {
    if let Ok(searched) = &solved.result
        && let Answer::Solved(_, guarantee) = searched.report.answer
        && guarantee != Guarantee::Optimal
    {
        say_of_longer(&solved.name, searched.report.lower_bound.into());
    }
}

fn say_of_longer(name: &str, bound: u64) {
    say(
        "taquin",
        format_args!("{name}: there may be a shorter solution, with at least {bound} moves"),
    );
}
