//! `npuzzle`: the 42 school's N-puzzle. Reads a puzzle or generates one, and solves it for the snail goal.

#![forbid(unsafe_code)]

mod args;
mod output;

use args::{Args, Generate};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use taquin::notation::{self, Dialect};
use taquin::solvability::{reachable, twin};
use taquin::solve::{Algorithm, SearchOptions, Tables};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Problem, Shape};
use taquin_app::exit::{Exit, Failure, finish};
use taquin_app::input::Source;
use taquin_app::limits::catch_interrupts;
use taquin_app::plan::{allows_effort, threads};
use taquin_app::search::search;
use taquin_app::search::stream::{self, Streamed};
use taquin_courses::command_line::{Parsed, UsageError};
use taquin_courses::programs::NPUZZLE;

/// A* is quick on boards of up to this many cells.
const SMALL_CELLS: usize = 9;
/// Random moves that mix a puzzle well, up to 5×5.
const ITERATIONS: u64 = 10_000;

fn main() -> ExitCode {
    finish("npuzzle", run())
}

fn run() -> Result<Exit, Failure> {
    match NPUZZLE.parse(std::env::args_os().skip(1)).map_err(usage)? {
        Parsed::Text(text) => {
            io::stdout().write_all(text.as_bytes())?;
            Ok(Exit::Success)
        }
        Parsed::Run(matches) => answer(&Args::new(&matches).map_err(usage)?),
    }
}

fn usage(error: UsageError) -> Failure {
    Failure::Usage(format!("{error}\nnpuzzle --help lists the options"))
}

fn answer(args: &Args) -> Result<Exit, Failure> {
    catch_interrupts();
    let start = match &args.generate {
        Some(wanted) => generated(wanted)?,
        None => read(args.file.as_deref().unwrap_or("-"))?,
    };
    allows_effort(&asked_options(args), start.shape())?;
    let goal = Goal::Snail.board(start.shape());
    let mut out = BufWriter::new(io::stdout().lock());
    let shown = args.generate.is_some().then(|| start.clone());
    let exit = match Problem::new(start, goal) {
        Ok(problem) => {
            let exit = solve(&problem, args, &mut out)?;
            if let (Some(puzzle), Exit::Limit) = (&shown, exit) {
                output::generated(&mut out, puzzle)?;
            }
            exit
        }
        Err(_) => {
            if let Some(puzzle) = &shown {
                output::generated(&mut out, puzzle)?;
            }
            writeln!(out, "This puzzle is unsolvable.")?;
            Exit::No
        }
    };
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

fn generated(wanted: &Generate) -> Result<Board, Failure> {
    let shape = Shape::square(wanted.side).map_err(|error| Failure::Usage(error.to_string()))?;
    let goal = Goal::Snail.board(shape);
    let seed = taquin_app::generate::seed("npuzzle", wanted.seed);
    let mut generator = Generator::new(seed);
    let iterations = wanted.iterations;
    let solvable = match iterations.or((wanted.side <= 5).then_some(ITERATIONS)) {
        Some(iterations) => generator.walk(&goal, iterations),
        None => generator.random(&goal),
    };
    if !wanted.is_unsolvable {
        return Ok(solvable);
    }
    let unsolvable = twin(&solvable).filter(|twin| reachable(twin, &goal) == Ok(false));
    unsolvable.ok_or_else(|| Failure::Usage(format!("every {shape} puzzle can be solved")))
}

/// The options of the command line; a heuristic is for A*.
fn asked_options(args: &Args) -> SearchOptions {
    let mut options = SearchOptions::default();
    let default = args.heuristic.map(|_| Algorithm::AStar);
    options.algorithm = args.algorithm.or(default);
    options.heuristic = args.heuristic;
    options.order = args.order;
    options.threads = threads();
    options.effort = args.effort;
    options
}

/// The same with A* for small boards.
fn search_options(args: &Args, shape: Shape) -> SearchOptions {
    let mut options = asked_options(args);
    let default = (shape.area() <= SMALL_CELLS).then_some(Algorithm::AStar);
    options.algorithm = options.algorithm.or(default);
    options
}

/// Solves the puzzle and prints what the subject asks for.
fn solve(problem: &Problem, args: &Args, out: &mut impl Write) -> Result<Exit, Failure> {
    let options = search_options(args, problem.start().shape());
    if stream::is_streamed(problem, &options, &args.limits) {
        let streamed = Streamed::find(problem, &options, &args.limits)?;
        output::streamed(out, &streamed, options.order, args.states)?;
        return Ok(Exit::Success);
    }
    let searched = search(&Tables::default(), problem, &options, &args.limits)?;
    output::searched(out, problem, &searched, args.states)
}
