//! `npuzzle`: the 42 school's N-puzzle. Reads a puzzle or makes one, and solves it towards the snail.

#![forbid(unsafe_code)]

use clap::Parser;
use clap::builder::PossibleValuesParser;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::search::Stats;
use taquin::solvability::{reachable, twin};
use taquin::solve::{Algorithm, Answer, Guarantee, Plan, Tables};
use taquin::space::MoveOrder;
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Move, Problem, Shape};
use taquin_app::exit::{Exit, Failure, finish};
use taquin_app::input::Source;
use taquin_app::limits::{Limits, Reason, bytes, catch_interrupts, duration};
use taquin_app::plan::{
    ALGORITHMS, HEURISTICS, STATISTICS, algorithm, allows_effort, estimate, order, threads, weight,
};
use taquin_app::search::stream::{self, CONSTRUCT, Streamed};
use taquin_app::search::{Searched, search};
use taquin_app::words;

/// The 42 school's N-puzzle: finds the way to the snail goal.
#[derive(Debug, Parser)]
#[command(name = "npuzzle", version, after_help = format!("Examples:
  npuzzle puzzle.txt                    solve a file
  npuzzle -s 3                          make a 3x3 puzzle and solve it
  npuzzle -s 3 -H linear-conflict       A* with another heuristic
  npuzzle puzzle.txt --greedy           not the shortest, but soon
  npuzzle -s 17 --time 30s              as short as half a minute allows

Puzzles larger than 4x4: if a search for a shortest solution does not end in a third of the time (10 seconds unless --time \
or --effort says otherwise), shorter and shorter ones are looked for until the time is over. There is always one to begin \
with: a limit, or Ctrl-C, leaves the best so far. Where the states would be more than 1 GB, the moves are printed instead.

Complexity in time is the number of states ever selected in the open set; complexity in size is the largest number of
states held in memory at once.

{STATISTICS}

Exit code 0 if solved, 1 if unsolvable, 2 usage, 3 a limit was reached before there was a solution, 4 if the file makes \
no sense, 130 after Ctrl-C, with the best solution so far (puzzles larger than 256x256 have none before their end)."))]
struct Args {
    /// A puzzle file, or - for standard input [default: standard input, unless -s is given]
    file: Option<String>,
    /// Make a random puzzle of this size
    #[arg(short, long, conflicts_with = "file")]
    size: Option<u32>,
    /// Make one that cannot be solved
    #[arg(short, long, requires = "size")]
    unsolvable: bool,
    /// Make it by this many random moves from the goal [default: 10000 up to 5x5; larger puzzles are shuffled]
    #[arg(short, long, value_name = "MOVES")]
    iterations: Option<u64>,
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
    /// Stop after this time (10s, 500ms, 2m, 1h) and say what is known; boards of more than 16 cells get shorter solutions
    /// until then, and with 0 the first one [default: none; 10s for those]
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Stop when a search holds this much memory (500M, 2G) and say what is known
    #[arg(long, default_value = "2G", value_parser = bytes)]
    memory: u64,
    /// Instead of a time, for puzzles larger than 4x4 or --algorithm beam: how many states may be generated; the same number
    /// gives the same solution on every machine
    #[arg(long, value_name = "N", conflicts_with = "time")]
    effort: Option<u64>,
    /// Print all states, however many gigabytes they are
    #[arg(long)]
    states: bool,
}

impl Args {
    const fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            memory: self.memory,
        }
    }
}

/// A sequence of states that is longer, in bytes, is printed only if somebody insists.
const MOST_BYTES: u128 = 1_000_000_000;
/// Up to so many cells A* is quick.
const SMALL_CELLS: usize = 9;
/// Random moves that mix a puzzle well, up to 5×5.
const ITERATIONS: u64 = 10_000;

fn main() -> ExitCode {
    finish("npuzzle", run(&Args::parse()))
}

fn run(args: &Args) -> Result<Exit, Failure> {
    catch_interrupts();
    let start = match args.size {
        Some(side) => generated(args, side)?,
        None => read(args.file.as_deref().unwrap_or("-"))?,
    };
    let plan = plan(args, start.shape());
    // A* that nobody asked for is quick.
    if chosen(args).is_some() || plan.estimate.is_some() {
        allows_effort(args.effort, plan.algorithm)?;
    }
    let goal = Goal::Snail.board(start.shape());
    let mut out = BufWriter::new(io::stdout().lock());
    let Ok(problem) = Problem::new(start, goal) else {
        writeln!(out, "This puzzle is unsolvable.")?;
        out.flush()?;
        return Ok(Exit::No);
    };
    if stream::serves(problem.start().shape(), &plan, &args.limits()) {
        let streamed = Streamed::find(&problem, &args.limits(), plan.threads)?;
        print_streamed(&mut out, &streamed, &plan, args)?;
        out.flush()?;
        return Ok(Exit::Success);
    }
    let searched = search(&mut Tables::default(), &problem, &plan, &args.limits())?;
    let exit = print(&mut out, &problem, &searched, args)?;
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
    let seed = taquin_app::generate::seed("npuzzle", args.seed);
    let mut generator = Generator::new(seed);
    let iterations = args.iterations.or((side <= 5).then_some(ITERATIONS));
    let solvable = match iterations {
        Some(iterations) => generator.walk(&goal, iterations),
        None => generator.random(&goal),
    };
    if !args.unsolvable {
        return Ok(solvable);
    }
    let unsolvable = twin(&solvable).filter(|twin| reachable(twin, &goal) == Ok(false));
    unsolvable.ok_or_else(|| Failure::Usage(format!("every {shape} puzzle can be solved")))
}

/// The search that somebody asked for.
fn chosen(args: &Args) -> Option<Algorithm> {
    match args {
        _ if args.uniform => Some(Algorithm::UniformCost),
        _ if args.greedy => Some(Algorithm::Greedy),
        _ => algorithm(&args.algorithm, args.weight),
    }
}

fn plan(args: &Args, shape: Shape) -> Plan {
    let estimate = estimate(&args.heuristic);
    let astar = shape.area() <= SMALL_CELLS || estimate.is_some();
    Plan {
        algorithm: chosen(args).or(astar.then_some(Algorithm::AStar)),
        estimate,
        order: args.order,
        threads: threads(),
        effort: args.effort,
        ..Plan::default()
    }
}

/// The values that the subject asks for, up to the sequence.
fn values(
    out: &mut impl Write,
    algorithm: &str,
    heuristic: &str,
    order: MoveOrder,
    stats: &Stats,
) -> io::Result<()> {
    let order = words::order(order);
    writeln!(
        out,
        "Algorithm: {algorithm}, heuristic: {heuristic}, order: {order}"
    )?;
    writeln!(out, "Complexity in time: {}", stats.selected)?;
    writeln!(out, "Complexity in size: {}", stats.peak_states)
}

fn print(
    out: &mut impl Write,
    problem: &Problem,
    searched: &Searched,
    args: &Args,
) -> Result<Exit, Failure> {
    let report = &searched.report;
    let heuristic = if report.algorithm.uses_heuristic() {
        report.estimate.name()
    } else {
        "none"
    };
    values(
        out,
        report.algorithm.name(),
        heuristic,
        searched.order,
        &report.stats,
    )?;
    let exit = match (&report.answer, searched.reason) {
        (_, Some(Reason::Interrupted)) => Exit::Interrupted,
        (Answer::Solved(..), _) => Exit::Success,
        _ => Exit::Limit,
    };
    if let Answer::Solved(solution, guarantee) = &report.answer {
        let shortest = shortest(*guarantee);
        let moves = solution.moves();
        writeln!(out, "Number of moves: {}{shortest}", moves.len())?;
        print_sequence(out, problem.start(), moves, args)?;
    } else {
        let bound = report.lower_bound;
        writeln!(
            out,
            "Not solved: a limit was reached. It takes at least {bound} moves."
        )?;
    }
    Ok(exit)
}

const fn shortest(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Optimal => " (shortest)",
        _ => "",
    }
}

fn print_sequence(
    out: &mut impl Write,
    start: &Board,
    moves: &[Move],
    args: &Args,
) -> io::Result<()> {
    let bytes = sequence_bytes(start, moves.len());
    if bytes > MOST_BYTES && !args.states {
        let written = notation::write_moves(moves, MoveLetters::Tile, start);
        return instead(
            out,
            bytes,
            &written.expect("a solution's moves are possible"),
        );
    }
    writeln!(out, "Sequence of states:")?;
    let mut sequence = Sequence::begin(out, start)?;
    moves.iter().try_for_each(|&m| sequence.add(m))
}

/// The same for a solution that is told move by move.
fn print_streamed(
    out: &mut impl Write,
    streamed: &Streamed<'_>,
    plan: &Plan,
    args: &Args,
) -> Result<(), Failure> {
    values(out, CONSTRUCT, "none", plan.order, &Stats::default())?;
    let shortest = shortest(streamed.guarantee());
    writeln!(out, "Number of moves: {}{shortest}", streamed.length)?;
    let bytes = sequence_bytes(streamed.start(), streamed.length);
    if bytes > MOST_BYTES && !args.states {
        return Ok(instead(out, bytes, &streamed.moves(MoveLetters::Tile))?);
    }
    writeln!(out, "Sequence of states:")?;
    let mut sequence = Sequence::begin(out, streamed.start())?;
    let mut written = Ok(());
    let _ = streamed.each(|piece| {
        written = piece.iter().try_for_each(|&m| sequence.add(m));
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    Ok(written?)
}

fn instead(out: &mut impl Write, bytes: u128, moves: &impl Display) -> io::Result<()> {
    let gigabytes = bytes as f64 / 1e9;
    writeln!(
        out,
        "Sequence of states: {gigabytes:.1} GB, which --states prints; the directions of the tiles:"
    )?;
    writeln!(out, "{moves}")
}

/// The bytes of all states: every one has the same tiles, and so the same length.
fn sequence_bytes(start: &Board, moves: usize) -> u128 {
    let one = rows(start).len() as u128 + 1;
    one * (moves as u128 + 1) - 1
}

/// A state, as the subject writes it.
fn rows(board: &Board) -> String {
    let text = notation::write(board, Dialect::FortyTwo).expect("a snail's board is square");
    // The first line of the format is the size.
    text.split_once('\n').map_or("", |(_, rows)| rows).into()
}

/// States with an empty line between them.
struct Sequence<'a, W> {
    out: &'a mut W,
    board: Board,
}

impl<'a, W: Write> Sequence<'a, W> {
    fn begin(out: &'a mut W, start: &Board) -> io::Result<Sequence<'a, W>> {
        write!(out, "{}", rows(start))?;
        let board = start.clone();
        Ok(Sequence { out, board })
    }

    fn add(&mut self, m: Move) -> io::Result<()> {
        self.board.play_unchecked(m);
        write!(self.out, "\n{}", rows(&self.board))
    }
}
