//! `npuzzle`: the 42 school's N-puzzle. Reads a puzzle or makes one, and solves it towards the snail.

#![forbid(unsafe_code)]

use clap::Parser;
use clap::builder::PossibleValuesParser;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use taquin::board::Board;
use taquin::generate::Generator;
use taquin::goal::Goal;
use taquin::notation::{self, Dialect};
use taquin::problem::{Problem, Solution};
use taquin::shape::Shape;
use taquin::solvability::{reachable, twin};
use taquin::solve::{Algorithm, Answer, Guarantee, Plan, Tables};
use taquin::space::MoveOrder;
use taquin_cli::cmd::plan::{
    ALGORITHMS, HEURISTICS, STATISTICS, algorithm, estimate, order, threads, weight,
};
use taquin_cli::cmd::solve::{Searched, search};
use taquin_cli::exit::{Exit, Failure, finish};
use taquin_cli::input::Source;
use taquin_cli::limits::{LimitArgs, Reason, catch_interrupts};
use taquin_cli::output::json;

/// The 42 school's N-puzzle: finds the way to the snail goal.
#[derive(Debug, Parser)]
#[command(name = "npuzzle", version, after_help = format!("Examples:
  npuzzle puzzle.txt                    solve a file
  npuzzle -s 3                          make a 3x3 puzzle and solve it
  npuzzle -s 3 -H linear-conflict       A* with another heuristic
  npuzzle puzzle.txt --greedy           not the shortest, but soon

Complexity in time is the number of states ever selected in the open set; complexity in size is the largest number of
states held in memory at once.

{STATISTICS}

Exit code 0 if solved, 1 if unsolvable, 2 usage, 3 a limit was reached, 4 if the file makes no sense."))]
struct Args {
    /// A puzzle file, or - for standard input [default: standard input, unless -s is given]
    file: Option<String>,
    /// Make a random puzzle of this size
    #[arg(short, long, conflicts_with = "file")]
    size: Option<u32>,
    /// Make one that cannot be solved
    #[arg(short, long, requires = "size")]
    unsolvable: bool,
    /// Make it by this many random moves from the goal
    #[arg(short, long, default_value_t = 10_000, value_name = "MOVES")]
    iterations: u64,
    /// The same seed makes the same puzzle [default: another each time]
    #[arg(long, requires = "size")]
    seed: Option<u64>,
    /// The heuristic; auto takes the strongest for the size
    #[arg(short = 'H', long, default_value = "auto", value_parser = PossibleValuesParser::new(HEURISTICS))]
    heuristic: String,
    /// Uniform-cost search: no heuristic
    #[arg(long, conflicts_with_all = ["greedy", "algorithm"])]
    uniform: bool,
    /// Greedy search: the heuristic alone
    #[arg(long, conflicts_with = "algorithm")]
    greedy: bool,
    /// Another search; auto is A* up to 3x3, or with -H, and what reaches farthest beyond
    #[arg(short, long, default_value = "auto", value_parser = PossibleValuesParser::new(ALGORITHMS))]
    algorithm: String,
    /// The weight of weighted-astar
    #[arg(long, default_value = "2", value_parser = weight)]
    weight: taquin::search::Weight,
    /// The order in which tiles are tried, four letters
    #[arg(long, default_value = "UDLR", value_parser = order)]
    order: MoveOrder,
    #[command(flatten)]
    limits: LimitArgs,
}

fn main() -> ExitCode {
    finish("npuzzle", run(&Args::parse()))
}

fn run(args: &Args) -> Result<Exit, Failure> {
    catch_interrupts();
    let start = match args.size {
        Some(side) => generated(args, side)?,
        None => read(args.file.as_deref().unwrap_or("-"))?,
    };
    let goal = Goal::Snail.board(start.shape());
    let mut out = BufWriter::new(io::stdout().lock());
    let Ok(problem) = Problem::new(start, goal) else {
        writeln!(out, "This puzzle is unsolvable.")?;
        out.flush()?;
        return Ok(Exit::No);
    };
    let plan = plan(args, problem.start().shape());
    let searched = search(&mut Tables::default(), &problem, &plan, &args.limits)?;
    let exit = print(&mut out, &searched)?;
    out.flush()?;
    Ok(exit)
}

/// A malformed file gets one error: the first.
fn read(file: &str) -> Result<Board, Failure> {
    let source = Source::open_file(file)?;
    let reading = notation::read(&source.bytes, Dialect::FortyTwo, None).map_err(|errors| {
        let error = errors.first();
        let (line, column) = (error.at.line, error.at.column);
        Failure::BadInput(format!("{}:{line}:{column}: {}", source.name, error.fault))
    })?;
    Ok(reading.start)
}

fn generated(args: &Args, side: u32) -> Result<Board, Failure> {
    let shape = Shape::square(side).map_err(|error| Failure::Usage(error.to_string()))?;
    let goal = Goal::Snail.board(shape);
    let seed = taquin_cli::cmd::generate::seed("npuzzle", args.seed);
    let mut generator = Generator::new(seed);
    let board = generator.walk(&goal, args.iterations);
    if !args.unsolvable {
        return Ok(board);
    }
    let unsolvable = twin(&board).filter(|twin| reachable(twin, &goal) == Ok(false));
    unsolvable.ok_or_else(|| Failure::Usage(format!("every {shape} puzzle can be solved")))
}

fn plan(args: &Args, shape: Shape) -> Plan {
    let chosen = algorithm(&args.algorithm, args.weight);
    let estimate = estimate(&args.heuristic);
    let astar = shape.area() <= 9 || estimate.is_some();
    Plan {
        algorithm: match chosen {
            _ if args.uniform => Some(Algorithm::UniformCost),
            _ if args.greedy => Some(Algorithm::Greedy),
            None if astar => Some(Algorithm::AStar),
            chosen => chosen,
        },
        estimate,
        order: args.order,
        threads: threads(),
        ..Plan::default()
    }
}

fn print(out: &mut impl Write, searched: &Searched) -> Result<Exit, Failure> {
    let report = &searched.report;
    let heuristic = if report.algorithm.uses_heuristic() {
        report.estimate.name()
    } else {
        "none"
    };
    writeln!(
        out,
        "Algorithm: {}, heuristic: {heuristic}, order: {}",
        report.algorithm.name(),
        json::order(searched.order)
    )?;
    writeln!(out, "Complexity in time: {}", report.stats.selected)?;
    writeln!(out, "Complexity in size: {}", report.stats.peak_states)?;
    let Answer::Solved(solution, guarantee) = &report.answer else {
        writeln!(
            out,
            "Not solved: a limit was reached. It takes at least {} moves.",
            report.lower_bound
        )?;
        let interrupted = searched.reason == Some(Reason::Interrupted);
        return Ok(if interrupted {
            Exit::Interrupted
        } else {
            Exit::Limit
        });
    };
    let shortest = if *guarantee == Guarantee::Optimal {
        " (shortest)"
    } else {
        ""
    };
    writeln!(out, "Number of moves: {}{shortest}", solution.moves().len())?;
    writeln!(out, "Sequence of states:")?;
    sequence(out, solution)?;
    Ok(Exit::Success)
}

fn sequence(out: &mut impl Write, solution: &Solution) -> Result<(), Failure> {
    for (place, board) in solution.boards().enumerate() {
        let text = notation::write(&board, Dialect::FortyTwo).expect("a snail's board is square");
        // The first line of the format is the size.
        let rows = text.split_once('\n').map_or("", |(_, rows)| rows);
        let between = if place == 0 { "" } else { "\n" };
        write!(out, "{between}{rows}")?;
    }
    Ok(())
}
