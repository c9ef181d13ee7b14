//! `taquin solve`: solutions, their guarantees, and the statistics of the search.

mod heading;
pub mod picture;
pub mod watch;

use super::{Batch, Item, Refusals, written};
use crate::args::names::NameParser;
use crate::args::number::number;
use crate::args::{GoalArgs, LimitArgs, PlanArgs, ReadArgs, help};
use heading::Heading;
use picture::{Picture, PictureArgs, ThemeArgs};
use std::io::Write;
use std::path::PathBuf;
use taquin::notation::{Dialect, MoveFormat, MoveLetters};
use taquin::solve::{Answer, Guarantee, HeuristicKind, OptionsError, SearchOptions, lower_bound};
use taquin::{Board, Metric, Problem, Shape};
use taquin_app::checkpoint::Checkpoint;
use taquin_app::command::HeuristicCommand;
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::groups::{Groups, check_groups};
use taquin_app::input::BoardReader;
use taquin_app::limits::catch_interrupts;
use taquin_app::output::{csv, json, text};
use taquin_app::plan::{STATISTICS, allows_effort, usage_error};
use taquin_app::search::resumed::resumed;
use taquin_app::search::stream::{self, Streamed};
use taquin_app::search::{Posed, Resources, Solved, problem_of, search_with};
use taquin_app::store;
use taquin_app::words::many;
use watch::{Replaying, WatchArgs};

/// Options of `taquin solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\"
  taquin solve puzzle.txt --goal snail --states
  taquin solve puzzle.txt --algorithm astar --heuristic manhattan --moves-as blank
  taquin solve --brief puzzle*.txt
  taquin solve puzzle.txt --to princeton            as the Princeton course prints it
  taquin solve --lines boards.txt --json --time 10s
  taquin solve --lines boards.txt --csv > solutions.csv
  taquin solve puzzle.txt --all-optimal --list 100
  taquin solve puzzle.txt --compact                 moves with counts: L U R2
  taquin solve puzzle.txt --metric mtm
  taquin solve puzzle.txt --algorithm idastar --heuristic manhattan --iterations
  taquin solve puzzle.txt -H pdb --groups 5-5-5 --groups 1,2,5,6,9/3,4,7,8,12/10,11,13,14,15
  taquin solve puzzle.txt --heuristic-command \"python3 examples/heuristics/manhattan.py\"
  taquin solve puzzle.txt --html > replay.html      a page that replays the solution
  taquin solve puzzle.txt --watch                   replays it in the terminal
  taquin solve board5x5.txt --checkpoint FILE       continues where it was stopped
  taquin solve board20x20.txt --time 1m             a shorter solution than after 10 seconds
  taquin solve board1000x1000.txt --time 0 > FILE   the first solution

Boards of more than 16 cells have a time limit of 10 seconds unless --time or --effort sets another. If a third of it is not \
enough for a shortest solution, taquin finds any solution and shortens it until the time runs out or Ctrl-C is pressed. With --time 0 or \
--effort 0, and for boards of more than 65536 cells, the first solution is printed.

With --moves-as blank, the moves are lower-case letters with spaces between them (d r), as the course's program prints them; --json \
and --csv have DR.

--effort works for boards of more than 16 cells and for --algorithm beam, --seed for boards of more than 16 cells. With --metric mtm, \
solutions of boards of up to 16 cells are shortest; those of larger boards are short, without a proof. --checkpoint works for one board of 6 to 25 cells, with IDA* and pattern databases. --svg, \
--animate, --html and --watch take one board. --svg draws a film strip of the solution and --animate an animation, both of up to \
1000 moves; --html writes a page that replays up to 10000 moves.

A --heuristic-command, for astar (the default), weighted-astar, greedy and idastar, reads boards from its standard input (1 2 3/4 5 6/7 8 0) and \
prints one number per line in the same order. It must print and flush the answers to all boards that it has read before it waits for more; \
Python does so. Fractions are rounded up. It does not receive the goal. If the result proves that it overestimates a board, that board is printed.

--csv writes the fields of --json, those of inner objects with a dot (stats.seconds), for boards of up to 65536 cells.

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
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = number::<u64>(), help = help::EFFORT)]
    effort: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(), help = help::SEED)]
    seed: u64,
    #[arg(long, value_name = "METRIC", value_parser = NameParser::METRIC, help = help::METRIC)]
    metric: Option<Metric>,
    #[arg(long, value_name = "GROUPS", conflicts_with_all = ["heuristic_command", "checkpoint", "metric"], help = help::GROUPS)]
    groups: Vec<Groups>,
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["heuristic", "all_optimal", "checkpoint", "metric"], help = help::HEURISTIC_COMMAND)]
    heuristic_command: Option<String>,
    /// Save the progress of the search in FILE every 30 seconds and when it is stopped, and continue from there
    #[arg(long, value_name = "FILE", conflicts_with = "all_optimal")]
    checkpoint: Option<PathBuf>,
    #[arg(long, help = help::STATES)]
    states: bool,
    /// Print only the boards from the start to the goal, in this notation; princeton adds the number of moves, as the course does
    #[arg(long, value_name = "NOTATION", value_parser = NameParser::DIALECT, conflicts_with_all = ["json", "csv", "brief", "states", "iterations", "all_optimal", "moves_as", "compact", "metric", "PictureArgs", "watch"])]
    to: Option<Dialect>,
    #[arg(long, conflicts_with = "brief", help = help::ITERATIONS)]
    iterations: bool,
    #[arg(long, alias = "moves", value_name = "FORM", default_value = "tile", hide_default_value = true, value_parser = NameParser::LETTERS, help = help::MOVES_AS)]
    moves_as: MoveLetters,
    #[arg(long, help = help::COMPACT)]
    compact: bool,
    /// Count all shortest solutions, and list the first moves
    #[arg(long)]
    all_optimal: bool,
    /// With --all-optimal, list at most N solutions
    #[arg(long, value_name = "N", default_value = "10", requires = "all_optimal", value_parser = number::<usize>())]
    list: usize,
    /// Print one line per board: its name and the number of moves, or -1 if it is unsolvable
    #[arg(long, conflicts_with_all = ["json", "states", "all_optimal", "moves_as", "compact"])]
    brief: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    theme: ThemeArgs,
    #[command(flatten)]
    watch: WatchArgs,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[arg(long, conflicts_with_all = ["json", "brief", "states", "PictureArgs", "watch"], help = help::CSV)]
    csv: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &SolveArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    args.plan.check()?;
    if args.checkpoint.is_some() {
        allows_checkpoint(args)?;
    }
    let picture = args
        .picture
        .of(&args.boards, args.theme.with_speed(args.watch.speed))?;
    let watch = args.watch.of(&args.boards)?;
    let mut resources = Resources {
        tables: store::building_tables(),
        command: args.heuristic_command.clone().map(HeuristicCommand::new),
        groups: args.groups.clone(),
    };
    let refusals = Refusals {
        schema: "taquin.solve/1",
        json: args.writes_objects(),
    };
    let shown = Shown { picture, watch };
    let columns = args.csv.then_some(csv::SOLVE);
    let mut batch = Batch::new(&args.read, &args.boards, refusals)
        .with_goal(args.goal.asked())
        .with_columns(columns);
    while let Some(item) = batch.next()? {
        let answer = answer(args, &mut resources, shown, item, &mut batch);
        batch.answered(answer)?;
    }
    Ok(batch.exit)
}

impl SolveArgs {
    /// Whether to write JSON objects, which may become rows of CSV.
    const fn writes_objects(&self) -> bool {
        self.json || self.csv
    }

    fn format(&self, metric: Metric) -> MoveFormat {
        MoveFormat::new(self.moves_as, metric, self.compact)
    }
}

/// How a solution is shown, if it is not written.
#[derive(Clone, Copy)]
struct Shown {
    picture: Option<Picture>,
    watch: Option<Replaying>,
}

fn answer(
    args: &SolveArgs,
    resources: &mut Resources,
    shown: Shown,
    item: Item,
    batch: &mut Batch,
) -> Result<Exit, Failure> {
    let is_one_of_many = item.is_one_of_many;
    let asked = ask(args, &mut batch.reader, item)?;
    let (out, comments) = (&mut batch.out, &mut batch.comments);
    let mut heading = Heading {
        comments,
        is_many: is_one_of_many,
        has_start: !asked.is_inline && !args.states,
        name: asked.name.clone(),
    };
    if let (Some(picture), Posed::Solvable(problem)) = (shown.picture, &asked.posed) {
        picture.allows_any(problem)?;
    } else if let (Some(watch), Posed::Solvable(problem)) = (shown.watch, &asked.posed) {
        watch.allows(problem.start().shape())?;
    } else if let Posed::Solvable(problem) = &asked.posed
        && args.checkpoint.is_none()
        && args.heuristic_command.is_none()
        && args.groups.is_empty()
        && stream::is_streamed(problem, &asked.plan, &args.limits.limits())
    {
        return answer_streamed(args, &asked, problem, &mut heading, out);
    }
    let (solved, checkpoint) = solve_one(args, resources, asked)?;
    let mut exit = solved.exit();
    match (shown.picture, shown.watch) {
        (Some(picture), _) => picture.draw(&solved, out)?,
        (_, Some(watch)) => exit = watch.show(&solved)?,
        _ => print(args, &solved, &mut heading, out)?,
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
    } else if args.metric == Some(Metric::MultiTile) {
        "--checkpoint works with the single-tile metric only; remove --metric"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(wrong.into()))
}

/// A solution that is not kept in memory prints its states only if they have at most this many bytes.
const MOST_BYTES: f64 = 1e9;

/// A row is kept in memory, unlike the moves of larger boards.
const MAX_CSV_CELLS: usize = 1 << 16;

/// The approximate size of the printed states of a solution: every tile has as many digits as the largest, and a space.
fn bytes_of_states(shape: Shape, moves: u64) -> f64 {
    let digits = (shape.area() - 1).to_string().len();
    (moves as f64 + 1.0) * shape.area() as f64 * (digits as f64 + 1.0)
}

/// What to do with one board.
struct Asked {
    name: String,
    /// Whether an argument is the board itself.
    is_inline: bool,
    start: Board,
    goal: Board,
    posed: Posed,
    plan: SearchOptions,
}

fn ask(args: &SolveArgs, reader: &mut BoardReader, item: Item) -> Result<Asked, Failure> {
    let Item {
        name,
        is_inline,
        reading,
        ..
    } = item;
    let start = reading.start;
    let goal = reader.goal_of(args.goal.asked(), start.shape(), reading.goal)?;
    if args.to == Some(Dialect::Pair) {
        return Err(Failure::Usage(
            "`b` has a start and a goal, but a solution has more boards; use another notation with --to".into(),
        ));
    }
    if let Some(dialect) = args.to {
        // A notation that cannot write the board is an error before the search.
        written(&start, &goal, dialect)?;
    }
    let mut plan = args.plan.plan();
    plan.metric = args.metric.or(item.metric).unwrap_or_default();
    if args.heuristic_command.is_some() {
        plan.heuristic = Some(HeuristicKind::External);
    }
    check_groups(&args.groups, &mut plan)?;
    plan.all_shortest = args.all_optimal.then_some(args.list);
    plan.effort = args.effort;
    plan.seed = args.seed;
    allows_effort(&plan, start.shape())?;
    Ok(Asked {
        name,
        is_inline,
        posed: problem_of(&start, &goal)?,
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
    heading: &mut Heading<'_>,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let Asked { name, plan, .. } = asked;
    let shape = problem.start().shape();
    if plan.all_shortest.is_some() || plan.max_length.is_some() {
        return Err(usage_error(OptionsError::NotStreamed { shape }));
    }
    if args.csv && shape.area() > MAX_CSV_CELLS {
        return Err(Failure::Usage(format!(
            "the moves of a {shape} board are too long for a cell of --csv, which takes boards of up to {MAX_CSV_CELLS} cells; use --json"
        )));
    }
    // An output that is certainly too long is an error before the search.
    allows_states(args, shape, lower_bound(problem))?;
    let streamed = Streamed::find(problem, plan, &args.limits.limits())?;
    allows_states(args, shape, streamed.length as u64)?;
    if let Some(dialect) = args.to {
        let comments = &mut heading.comments;
        comments.write(out, dialect, &asked.goal, plan.metric)?;
        text::streamed_states(out, &streamed, dialect)?;
        return Ok(Exit::Success);
    }
    let (format, order, states) = (args.format(plan.metric), plan.order, args.states);
    if args.brief {
        writeln!(out, "{name}: {}", streamed.length)?;
        if streamed.guarantee() != Guarantee::Optimal {
            say_of_longer(name, streamed.lower_bound);
        }
    } else if args.writes_objects() {
        json::line(out, &json::streamed(&streamed, format, order, states))?;
    } else {
        heading.write(out, &asked.start, &asked.goal, plan.metric)?;
        text::streamed(out, &streamed, format, order, states)?;
        heading.end(out)?;
    }
    Ok(Exit::Success)
}

/// An error if the states of a solution with at least this many moves are too long to print.
fn allows_states(args: &SolveArgs, shape: Shape, moves: u64) -> Result<(), Failure> {
    let bytes = bytes_of_states(shape, moves);
    let option = match args.to {
        None if !args.states => return Ok(()),
        None => "--states",
        Some(_) => "--to",
    };
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let gigabytes = bytes / 1e9;
    Err(Failure::Usage(format!(
        "{option} would print {gigabytes:.1} GB or more for this {shape} board; remove it to print the moves only"
    )))
}

fn solve_one(
    args: &SolveArgs,
    resources: &mut Resources,
    asked: Asked,
) -> Result<(Solved, Option<Checkpoint>), Failure> {
    let Asked {
        name,
        start,
        goal,
        posed,
        plan,
        ..
    } = asked;
    let mut checkpoint = None;
    let result = match posed {
        Posed::Solvable(problem) => Ok(match &args.checkpoint {
            None => search_with(resources, &problem, &plan, &args.limits.limits())?,
            Some(path) => {
                let tables = &resources.tables;
                let opened = Checkpoint::open(path, &problem, plan.order, tables)?;
                let kept = checkpoint.insert(opened);
                resumed(tables, &problem, &plan, &args.limits.limits(), kept)
            }
        }),
        Posed::Unsolvable(unsolvable) => Err(unsolvable),
    };
    let solved = Solved {
        name,
        start,
        goal,
        result,
        format: args.format(plan.metric),
        states: args.states,
        show_iterations: args.iterations,
        all_optimal: args.all_optimal,
        metric: plan.metric,
    };
    Ok((solved, checkpoint))
}

fn print(
    args: &SolveArgs,
    solved: &Solved,
    heading: &mut Heading<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if args.states || args.to.is_some() {
        warn_of_states(solved);
    }
    if let Some(dialect) = args.to {
        say_of_unsolved(solved);
        let comments = &mut heading.comments;
        comments.write(out, dialect, &solved.goal, solved.metric)?;
        text::states(out, solved, dialect, heading.is_many)?;
        warn_of_longer(solved);
    } else if args.brief {
        text::brief(out, solved)?;
        warn_of_longer(solved);
    } else if args.writes_objects() {
        json::line(out, &json::solve(solved))?;
    } else {
        heading.write(out, &solved.start, &solved.goal, solved.metric)?;
        text::solve(out, solved)?;
        heading.end(out)?;
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

/// The boards of a solution are missing if a limit was reached.
fn say_of_unsolved(solved: &Solved) {
    if let Ok(searched) = &solved.result
        && !solved.is_solved()
    {
        let (name, why) = (&solved.name, searched.why_unsolved());
        let bound = many(searched.report.lower_bound, "move");
        say(
            "taquin",
            format_args!("{name}: not solved ({why}), at least {bound}"),
        );
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
