//! `taquin trace`: a search step by step, with its queue.

use super::Refusals;
use crate::args::names::NameParser;
use crate::args::number::number;
use crate::args::{GoalArgs, PlanArgs, ReadOneArgs, help};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::ops::ControlFlow;
use taquin::search::Side;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, Search, SearchObserver, Step, Tables, Tick, VisitedBoard,
    exhaust,
};
use taquin::{Board, Problem};
use taquin_app::check::Verdict;
use taquin_app::exit::{Exit, Failure};
use taquin_app::input::BoardReader;
use taquin_app::output::{json, text};
use taquin_app::plan::{STATISTICS, usage_error};
use taquin_app::search::Posed;
use taquin_app::search::exhaust::{Unreachable, read_problem};
use taquin_app::trace::lockstep::LockstepOptions;
use taquin_app::trace::prune::Pruner;
use taquin_app::trace::queue::{Counts, Queue};
use taquin_app::trace::{Part, TraceOptions, TraceStep, UnsolvableEnd};

/// Options of `taquin trace`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic manhattan
  taquin trace puzzle.txt --algorithm greedy --steps 5 --json
  taquin trace \"1 2 3/4 0 6/7 5 8\" --algorithm bidirectional
  taquin trace \"1 2 3/4 5 6/8 7 0\" --twin --steps 2

The queue is shown before each step, best board first. IDA* has no queue; for it, the boards that it enters are shown, and the \
children that it prunes. Bidirectional search has two queues: from the start, and from the goal. --twin shows the \
textbook's test for unsolvable boards: A* with Manhattan distance on the board and on its twin (two tiles swapped) in turn, \
until one of them is solved.

The search of an unsolvable board of up to 9 cells is run until it has expanded every board that can be reached; only the first \
--steps are shown. The exit code is then 1.

{STATISTICS}"))]
#[command(mut_arg("algorithm", |arg| arg.help(help::TRACED_ALGORITHM).value_parser(NameParser::TRACED_ALGORITHM)))]
#[command(mut_arg("heuristic", |arg| arg.help(help::TRACED_HEURISTIC)))]
pub struct TraceArgs {
    #[arg(help = help::BOARD)]
    board: String,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    plan: PlanArgs,
    /// Search the board and its twin in lockstep, as the Princeton course does
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "weight", "order", "max_length", "threads"])]
    twin: bool,
    /// Show at most N steps
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u64>())]
    steps: u64,
    /// Show at most N boards of the queue [default: 6]
    #[arg(long, value_name = "N", value_parser = number::<usize>())]
    queue: Option<usize>,
    #[arg(long, help = help::JSON)]
    json: bool,
    #[command(flatten)]
    read: ReadOneArgs,
}

/// Runs the command.
pub fn run(args: &TraceArgs) -> Result<Exit, Failure> {
    let refusals = Refusals {
        schema: "taquin.trace/1",
        json: args.json,
    };
    let mut out = Out::new(BufWriter::new(io::stdout().lock()), args.json);
    let mut reader = BoardReader::new(&args.read);
    let asked = args.shown().and_then(|shown| {
        let posed = read_problem(&args.board, args.goal.asked(), &mut reader)?;
        match &posed {
            Posed::Unsolvable(unreachable)
                if !args.twin && shown.algorithm.ends_if_unsolvable() =>
            {
                unreachable.allows_search()?;
            }
            _ => {}
        }
        Ok((shown, posed))
    });
    out.set(reader.origin())?;
    let shown = match asked {
        Ok((_, posed)) if args.twin => lockstep(args, &posed, &mut out),
        Ok((shown, Posed::Solvable(problem))) => show(args, &shown, &problem, &mut out),
        Ok((shown, Posed::Unsolvable(unreachable))) => {
            show_unsolvable(args, &shown, &unreachable, &mut out)
        }
        Err(failure) => Err(failure),
    };
    let exit = shown.or_else(|failure| refusals.refuse(failure, &mut out))?;
    out.flush()?;
    Ok(exit)
}

/// Standard output; objects name their source.
type Out = json::WithOrigin<BufWriter<StdoutLock<'static>>>;

impl TraceArgs {
    fn queue(&self) -> usize {
        self.queue.unwrap_or(6)
    }

    /// What is shown of which search.
    fn shown(&self) -> Result<TraceOptions, Failure> {
        self.plan.check()?;
        let shown = TraceOptions::with_sides(self.plan.plan())?;
        if self.queue.is_some() && !self.twin && shown.algorithm == Algorithm::IdaStar {
            return Err(Failure::Usage("IDA* has no queue; remove --queue".into()));
        }
        Ok(shown)
    }
}

/// A search that finds a solution, or stops after the steps that are shown.
fn show(
    args: &TraceArgs,
    shown: &TraceOptions,
    problem: &Problem,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let tables = Tables::default();
    let mut tracer = Tracer::new(args, shown, problem.goal(), (&tables, out))?;
    let search = Search::new(problem).options(shown.plan).tables(&tables);
    let report = search.observe(&mut tracer).run().map_err(usage_error)?;
    tracer.finish(problem, &report.answer)
}

/// A search that runs out of boards. IDA* would not, and stops after the steps that are shown.
fn show_unsolvable(
    args: &TraceArgs,
    shown: &TraceOptions,
    unreachable: &Unreachable,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let tables = Tables::default();
    let Unreachable { start, goal } = unreachable;
    let mut tracer = Tracer::new(args, shown, goal, (&tables, &mut *out))?;
    tracer.runs_on = shown.algorithm.ends_if_unsolvable();
    let report = exhaust(start, goal, shown.plan, &tables, &mut tracer).map_err(usage_error)?;
    if let Some(failure) = tracer.failure {
        return Err(failure);
    }
    let counts = tracer.counts();
    let is_exhausted = tracer.runs_on && unreachable.is_exhausted(counts.dequeued);
    let end = match (report.answer, shown.plan.max_length) {
        (Answer::TooLong, Some(most)) if !is_exhausted => UnsolvableEnd::MaxLength(most),
        (Answer::TooLong, _) => UnsolvableEnd::Exhausted,
        _ => UnsolvableEnd::Steps,
    };
    if args.json {
        json::line(out, &json::trace_exhausted((start, goal), counts, end))?;
    } else {
        let verdict = Verdict::new(start.clone(), goal.clone(), None)?;
        text::trace_exhausted(out, counts, end, &verdict)?;
    }
    Ok(Exit::No)
}

/// The textbook's search of the board and its twin.
fn lockstep(args: &TraceArgs, posed: &Posed, out: &mut impl Write) -> Result<Exit, Failure> {
    let (start, goal) = match posed {
        Posed::Solvable(problem) => (problem.start(), problem.goal()),
        Posed::Unsolvable(unreachable) => (&unreachable.start, &unreachable.goal),
    };
    let options = LockstepOptions {
        steps: args.steps,
        queue: args.queue(),
    };
    let result = options.run(start, goal, &mut |step| {
        if args.json {
            json::line(out, &json::trace_step(step))
        } else {
            Ok(text::trace_step(out, step)?)
        }
    })?;
    if args.json {
        json::line(out, &json::trace_lockstep((start, goal), &result))?
    } else {
        text::trace_lockstep(out, &result)?
    }
    Ok(result.exit())
}

struct Tracer<'a> {
    args: &'a TraceArgs,
    algorithm: Algorithm,
    heuristic: HeuristicKind,
    out: &'a mut Out,
    /// The queue, and that of the other end in a search from both.
    queues: [Queue; 2],
    side: Side,
    /// For IDA*.
    pruner: Option<Pruner>,
    is_first_bound: bool,
    step: u64,
    /// Whether the search continues after the steps that are shown; the boards are then only counted.
    runs_on: bool,
    unseen: Counts,
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

impl<'a> Tracer<'a> {
    fn new(
        args: &'a TraceArgs,
        shown: &TraceOptions,
        goal: &Board,
        (tables, out): (&Tables, &'a mut Out),
    ) -> Result<Tracer<'a>, Failure> {
        let TraceOptions {
            algorithm,
            heuristic,
            ..
        } = *shown;
        let is_ida = algorithm == Algorithm::IdaStar;
        let pruner = is_ida.then(|| Pruner::new(goal, heuristic, tables));
        Ok(Tracer {
            args,
            algorithm,
            heuristic,
            out,
            queues: [Queue::new(algorithm), Queue::new(algorithm)],
            side: Side::Forward,
            pruner: pruner.transpose()?,
            is_first_bound: true,
            step: 0,
            runs_on: false,
            unseen: Counts::default(),
            failure: None,
        })
    }

    const fn queue(&mut self) -> &mut Queue {
        let [forward, backward] = &mut self.queues;
        match self.side {
            Side::Forward => forward,
            Side::Backward => backward,
        }
    }

    const fn is_shown(&self) -> bool {
        self.step < self.args.steps
    }

    fn take(&mut self, step: Step) -> ControlFlow<()> {
        let done = match step {
            Step::Side(side) => {
                self.side = side;
                Ok(())
            }
            Step::Opened(_) if !self.is_shown() && self.runs_on => {
                self.unseen.enqueued += 1;
                Ok(())
            }
            Step::Opened(seen) => {
                self.queue().open(seen);
                Ok(())
            }
            Step::Bound(bound) => self.begin_iteration(bound),
            Step::Selected(_) if !self.is_shown() && self.runs_on => {
                // The first board of a side is selected without having been opened.
                let counts = &mut self.queue().counts;
                counts.enqueued = counts.enqueued.max(1);
                self.unseen.dequeued += 1;
                Ok(())
            }
            Step::Selected(_) if !self.is_shown() => return ControlFlow::Break(()),
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

    fn begin_iteration(&mut self, bound: u32) -> Result<(), Failure> {
        if let Some(pruner) = &mut self.pruner {
            pruner.set_bound(bound);
        }
        let is_first = std::mem::replace(&mut self.is_first_bound, false);
        if self.args.json {
            json::line(self.out, &json::trace_bound(bound))
        } else {
            Ok(text::trace_bound(self.out, bound, is_first)?)
        }
    }

    fn select(&mut self, seen: &VisitedBoard) -> Result<(), Failure> {
        let pruned = self.pruner.as_ref().map(|pruner| pruner.pruned(seen));
        let is_double = self.algorithm == Algorithm::Bidirectional;
        let part = is_double.then_some(Part::End(self.side));
        let (step, algorithm, heuristic) = (self.step, self.algorithm, self.heuristic);
        let most = self.args.queue();
        let [forward, backward] = &mut self.queues;
        let queue = match self.side {
            Side::Forward => forward,
            Side::Backward => backward,
        };
        let waiting = queue.before(seen);
        let shown = waiting.len().min(most);
        let step = TraceStep {
            step,
            part,
            queue: &waiting[..shown],
            more: waiting.len() - shown,
            pruned: pruned.as_deref(),
            algorithm,
            heuristic,
        };
        if self.args.json {
            json::line(self.out, &json::trace_step(&step))?;
        } else {
            text::trace_step(self.out, &step)?;
        }
        queue.take(seen);
        self.step += 1;
        Ok(())
    }

    /// The boards of both queues, and those that were only counted.
    fn counts(&self) -> Counts {
        let [forward, backward] = &self.queues;
        let all = [forward.counts, backward.counts, self.unseen];
        Counts {
            enqueued: all.iter().map(|counts| counts.enqueued).sum(),
            dequeued: all.iter().map(|counts| counts.dequeued).sum(),
        }
    }

    fn finish(self, problem: &Problem, answer: &Answer) -> Result<Exit, Failure> {
        let counts = self.counts();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.args.json {
            let boards = (problem.start(), problem.goal());
            json::line(self.out, &json::trace_end(boards, counts, answer))?;
        } else {
            let order = self.args.plan.plan().order;
            text::trace_end(self.out, counts, answer, order)?;
        }
        Ok(if matches!(answer, Answer::Solved(..)) {
            Exit::Success
        } else {
            Exit::Limit
        })
    }
}
