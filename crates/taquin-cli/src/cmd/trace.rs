//! `taquin trace`: a search step by step, with its queue.

use super::Refusals;
use crate::args::{GoalArgs, PlanArgs, ReadArgs, help};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use taquin::Problem;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, Search, SearchObserver, Step, Tick, VisitedBoard,
};
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::read_problem;
use taquin_app::output::{json, text};
use taquin_app::plan::{STATISTICS, usage_error};
use taquin_app::trace::queue::Queue;
use taquin_app::trace::{Moment, Shown};

/// Options of `taquin trace`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic manhattan
  taquin trace puzzle.txt --algorithm greedy --steps 5 --json

The queue is shown before each step, best board first. IDA* has no queue; for it, the boards that it enters are shown.

{STATISTICS}"))]
pub struct TraceArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    plan: PlanArgs,
    /// Show at most N steps
    #[arg(long, value_name = "N", default_value_t = 20)]
    steps: u64,
    /// Show at most N boards of the queue
    #[arg(long, value_name = "N", default_value_t = 6)]
    queue: usize,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &TraceArgs) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    let refusals = Refusals {
        schema: "taquin.trace/1",
        json: args.json,
    };
    let asked = Shown::of(args.plan.plan()).and_then(|shown| {
        let problem = read_problem(&args.board, args.goal.asked(), &args.read)?;
        Ok((shown, problem))
    });
    match asked {
        Ok((shown, problem)) => show(args, &shown, &problem, out),
        Err(failure) => refusals.refuse(failure, &mut out),
    }
}

fn show(
    args: &TraceArgs,
    shown: &Shown,
    problem: &Problem,
    out: StdoutLock<'static>,
) -> Result<Exit, Failure> {
    let Shown {
        plan,
        algorithm,
        heuristic,
    } = *shown;
    let mut tracer = Tracer {
        args,
        algorithm,
        heuristic,
        out: BufWriter::new(out),
        queue: Queue::new(algorithm),
        step: 0,
        failure: None,
    };
    let search = Search::new(problem).options(plan);
    let report = search.observe(&mut tracer).run().map_err(usage_error)?;
    tracer.finish(&report.answer)
}

struct Tracer<'a> {
    args: &'a TraceArgs,
    algorithm: Algorithm,
    heuristic: HeuristicKind,
    out: BufWriter<StdoutLock<'static>>,
    queue: Queue,
    step: u64,
    failure: Option<Failure>,
}

impl SearchObserver for Tracer<'_> {
    fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }

    fn step(&mut self, step: Step) -> ControlFlow<()> {
        self.take(step)
    }
}

impl Tracer<'_> {
    fn take(&mut self, step: Step) -> ControlFlow<()> {
        let done = match step {
            Step::Opened(seen) => {
                self.queue.open(seen);
                return ControlFlow::Continue(());
            }
            Step::Bound(bound) if self.args.json => {
                json::line(&mut self.out, &json::trace_bound(bound))
            }
            Step::Bound(bound) => writeln!(self.out, "Bound {bound}\n").map_err(Failure::from),
            Step::Selected(_) if self.step == self.args.steps => return ControlFlow::Break(()),
            Step::Selected(seen) => self.select(&seen),
            _ => Ok(()),
        };
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn select(&mut self, seen: &VisitedBoard) -> Result<(), Failure> {
        let queue = self.queue.before(seen);
        let shown = queue.len().min(self.args.queue);
        let moment = Moment {
            step: self.step,
            queue: &queue[..shown],
            more: queue.len() - shown,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
        };
        if self.args.json {
            json::line(&mut self.out, &json::trace_step(&moment))?;
        } else {
            text::trace_step(&mut self.out, &moment)?;
        }
        self.queue.take(seen);
        self.step += 1;
        Ok(())
    }

    fn finish(mut self, answer: &Answer) -> Result<Exit, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.args.json {
            json::line(&mut self.out, &json::trace_end(self.queue.counts, answer))?;
        } else {
            text::trace_end(
                &mut self.out,
                self.queue.counts,
                answer,
                self.args.plan.plan().order,
            )?;
        }
        self.out.flush()?;
        Ok(if matches!(answer, Answer::Solved(..)) {
            Exit::Success
        } else {
            Exit::Limit
        })
    }
}
