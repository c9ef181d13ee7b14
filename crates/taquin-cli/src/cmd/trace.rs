//! `taquin trace`: the search step by step, with what the queue holds.

use super::plan::{PlanArgs, STATISTICS, unfit};
use super::{Refusals, read_problem};
use crate::args::ReadArgs;
use crate::exit::{Exit, Failure};
use crate::output::{json, text};
use std::cmp::Reverse;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use taquin::problem::Problem;
use taquin::solve::{Algorithm, Answer, Estimate, Plan, Seen, Step, trace};

/// Options of `taquin trace`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic manhattan
  taquin trace puzzle.txt --algorithm greedy --steps 5 --json

Before each step the queue is shown, the best board first. IDA* has no queue: it shows the boards it enters.

{STATISTICS}"))]
pub struct TraceArgs {
    /// A board, a file with one, or - for standard input
    board: String,
    /// The board to reach: last, first, snail, or a board [default: the file's own, else last]
    #[arg(long)]
    goal: Option<String>,
    #[command(flatten)]
    plan: PlanArgs,
    /// Show this many steps at most
    #[arg(long, default_value_t = 20)]
    steps: u64,
    /// Show this many boards of the queue at most
    #[arg(long, default_value_t = 6)]
    queue: usize,
    /// Write JSON, one object a step
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// One line of a search's story.
#[derive(Debug)]
pub struct Moment<'a> {
    /// Counted from 0.
    pub step: u64,
    /// What waits, the best first; in IDA*, the one board that is entered.
    pub queue: &'a [Waiting],
    /// How many more wait that are not shown.
    pub more: usize,
    /// The search.
    pub algorithm: Algorithm,
    /// The heuristic.
    pub estimate: Estimate,
}

/// A board in the queue.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The board and how it was reached.
    pub seen: Seen,
    /// What it is ordered by.
    pub priority: u32,
    arrival: u64,
}

/// What a trace counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Boards put into the queue.
    pub enqueued: u64,
    /// Boards taken out.
    pub dequeued: u64,
}

/// Runs the command.
pub fn run(args: &TraceArgs) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    let refusals = Refusals {
        schema: "taquin.trace/1",
        json: args.json,
    };
    let unseen = match args.plan.algorithm.as_str() {
        "bidirectional" => Some(
            "a bidirectional search has two queues, and trace shows one; any other search can be shown",
        ),
        "table" => Some("a table is looked up, and trace shows searches; any search can be shown"),
        "beam" => {
            Some("a beam search has no queue for trace to show; any other search can be shown")
        }
        _ => None,
    };
    if let Some(message) = unseen {
        return refusals.refuse(Failure::Usage(message.into()), &mut out);
    }
    match read_problem(&args.board, args.goal.as_deref(), &args.read) {
        Ok(problem) => show(args, &problem, out),
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

fn show(args: &TraceArgs, problem: &Problem, out: StdoutLock<'static>) -> Result<Exit, Failure> {
    let plan = args.plan.plan();
    let algorithm = plan.algorithm.unwrap_or(Algorithm::AStar);
    let estimate = match plan.estimate {
        _ if !algorithm.uses_heuristic() => Estimate::Zero,
        estimate => estimate.unwrap_or(Estimate::Manhattan),
    };
    let plan = Plan {
        estimate: Some(estimate),
        ..plan
    };
    let mut tracer = Tracer {
        args,
        algorithm,
        estimate,
        out: BufWriter::new(out),
        queue: Vec::new(),
        counts: Counts::default(),
        step: 0,
        failure: None,
    };
    let report = trace(problem, &plan, algorithm, &mut |step| tracer.take(step)).map_err(unfit)?;
    tracer.finish(&report.answer)
}

struct Tracer<'a> {
    args: &'a TraceArgs,
    algorithm: Algorithm,
    estimate: Estimate,
    out: BufWriter<StdoutLock<'static>>,
    /// The queue as the search has it, rebuilt from what the search tells.
    queue: Vec<Waiting>,
    counts: Counts,
    step: u64,
    failure: Option<Failure>,
}

impl Tracer<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        let done = match step {
            Step::Opened(seen) => {
                self.open(seen);
                return ControlFlow::Continue(());
            }
            Step::Bound(bound) if self.args.json => {
                json::line(&mut self.out, &json::trace_bound(bound))
            }
            Step::Bound(bound) => writeln!(self.out, "Bound {bound}\n").map_err(Failure::from),
            Step::Selected(_) if self.step == self.args.steps => return ControlFlow::Break(()),
            Step::Selected(seen) => self.select(seen),
        };
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// A board that waits already was reached by a shorter way: it moves up.
    fn open(&mut self, seen: Seen) {
        self.queue
            .retain(|waiting| waiting.seen.board != seen.board);
        let priority = self.algorithm.priority(seen.g, seen.h);
        self.queue.push(Waiting {
            seen,
            priority,
            arrival: self.counts.enqueued,
        });
        self.counts.enqueued += 1;
    }

    fn select(&mut self, seen: Seen) -> Result<(), Failure> {
        if self.algorithm == Algorithm::IdaStar || self.queue.is_empty() {
            self.open(seen.clone());
        }
        let by_arrival = matches!(self.algorithm, Algorithm::Bfs | Algorithm::BfsFromGoal);
        let greedy = matches!(self.algorithm, Algorithm::Greedy | Algorithm::UniformCost);
        self.queue.sort_by_key(|waiting| {
            let tie = if greedy { 0 } else { waiting.seen.g };
            let last_first = if by_arrival {
                waiting.arrival
            } else {
                u64::MAX - waiting.arrival
            };
            (waiting.priority, Reverse(tie), last_first)
        });
        let shown = self.queue.len().min(self.args.queue);
        let moment = Moment {
            step: self.step,
            queue: &self.queue[..shown],
            more: self.queue.len() - shown,
            algorithm: self.algorithm,
            estimate: self.estimate,
        };
        if self.args.json {
            json::line(&mut self.out, &json::trace_step(&moment))?;
        } else {
            text::trace_step(&mut self.out, &moment)?;
        }
        self.queue
            .retain(|waiting| waiting.seen.board != seen.board);
        self.counts.dequeued += 1;
        self.step += 1;
        Ok(())
    }

    fn finish(mut self, answer: &Answer) -> Result<Exit, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.args.json {
            json::line(&mut self.out, &json::trace_end(self.counts, answer))?;
        } else {
            text::trace_end(&mut self.out, self.counts, answer, self.args.plan.order)?;
        }
        self.out.flush()?;
        Ok(if matches!(answer, Answer::Solved(..)) {
            Exit::Success
        } else {
            Exit::Limit
        })
    }
}
