//! Iterations with rising bounds, each divided into tasks for the threads.

use super::any;
use super::node::{Context, MAX_VIEWS};
use super::start::{Cut, Ending, Roots, Start};
use crate::pdb::PatternSum;
use crate::puzzle::{Move, Problem};
use crate::search::{Ended, IterationStats, Outcome, Stats};
use crate::space::Automaton;
use crate::support::parallel::{self, TaskQueue};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// An iteration is divided into tasks if the previous one generated at least this number of nodes; a smaller one is
/// finished before a thread has started.
const CUT_FROM: u64 = 100_000;
const CUT: Cut = Cut {
    roots: 4096,
    task: 16,
};
/// The division of an iteration that has a single task.
const WHOLE: Cut = Cut { roots: 1, task: 1 };

/// Changes whenever iterations are divided differently, or the automaton changes: an [`EngineProgress`] of another
/// version is not valid.
pub const PROGRESS_VERSION: u32 = 2;

/// The views of a [`Catalogue`](crate::pdb::Catalogue) that an iteration uses; none if it uses the partitions of its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Views(u64);

impl Views {
    /// Bits per view; 0 is no view.
    const BITS: u32 = 16;

    /// Up to four views, in the order in which they are evaluated.
    pub fn new(views: &[u16]) -> Views {
        assert!(views.len() <= MAX_VIEWS, "a search has up to four views");
        let views = views.iter().rev();
        Views(views.fold(0, |code, &view| code << Views::BITS | (u64::from(view) + 1)))
    }

    /// The views.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let codes = std::iter::successors(Some(self.0), |code| Some(code >> Views::BITS));
        let codes = codes.take_while(|code| *code != 0);
        codes.map(|code| (code as u16).wrapping_sub(1))
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them in one number, for files.
    pub const fn to_number(self) -> u64 {
        self.0
    }

    /// The views of a number. Any number is accepted: whether a catalogue has its views is for the catalogue to say.
    pub const fn from_number(number: u64) -> Views {
        Views(number)
    }
}

/// The progress of a search, from which it can continue.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{EngineProgress, Goal, Problem, Search, SearchObserver, Tick};
///
/// /// Keeps the progress, as a checkpoint on disk would.
/// struct Kept(EngineProgress);
///
/// impl SearchObserver for Kept {
///     fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
///
///     fn checkpoint(&mut self, progress: &EngineProgress) {
///         self.0 = *progress;
///     }
/// }
///
/// let problem = Problem::new("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15".parse()?, Goal::Last)?;
/// let mut kept = Kept(EngineProgress::default());
/// let report = Search::new(&problem).resume(kept.0).observe(&mut kept).run()?;
/// assert_eq!(report.solution().map(|solution| solution.moves().len()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineProgress {
    /// The bound of the current iteration, or at most that of the first.
    pub bound: u32,
    /// The finished tasks of the current iteration.
    pub tasks: usize,
    /// The work of these tasks and of the iterations before.
    pub stats: Stats,
    /// The nodes generated in the current iteration, and in the one before, which decides how the current one is divided.
    pub generated: [u64; 2],
    /// The views of the current iteration, if they were chosen for it.
    pub views: Views,
}

/// Follows a search, and may stop it. A closure is an observer that only ticks.
pub trait EngineObserver {
    /// Called about every millisecond with the progress, from which another search can continue, and with all work so
    /// far. `Break` stops the search.
    fn tick(&mut self, progress: &EngineProgress, stats: &Stats) -> ControlFlow<()>;

    /// An iteration with this bound begins.
    fn begin(&mut self, bound: u32) {
        let _ = bound;
    }

    /// An iteration has ended: with a solution, because it was stopped, or before the next one. A search that continues
    /// counts what it has done itself.
    fn end(&mut self, iteration: &IterationStats) {
        let _ = iteration;
    }
}

impl<F: FnMut(&EngineProgress, &Stats) -> ControlFlow<()>> EngineObserver for F {
    fn tick(&mut self, progress: &EngineProgress, stats: &Stats) -> ControlFlow<()> {
        self(progress, stats)
    }
}

/// A search for a shortest solution.
#[derive(Clone, Copy, Debug)]
pub struct EngineSearch<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Tables for its goal.
    pub sum: &'a PatternSum,
    /// The automaton for its shape.
    pub automaton: &'a Automaton,
    /// Solutions longer than this are not searched for.
    pub max_length: Option<u32>,
    /// The number of threads.
    pub threads: usize,
    /// Where to start; the default is the beginning.
    pub from: EngineProgress,
}

impl EngineSearch<'_> {
    /// Runs the search.
    pub fn run(&self, observer: &mut dyn EngineObserver) -> Outcome<Move> {
        match self.run_to(u64::MAX, observer) {
            Ok(outcome) => outcome,
            Err(progress) => Outcome {
                ended: Ended::Stopped {
                    at_least: progress.bound,
                },
                stats: progress.stats,
                best: None,
            },
        }
    }

    /// The same, but pauses after an iteration that has generated at least `pause` nodes: the error is where to continue.
    pub fn run_to(
        &self,
        pause: u64,
        observer: &mut dyn EngineObserver,
    ) -> Result<Outcome<Move>, EngineProgress> {
        any::start(self.problem, self.sum, self.automaton).search(self, pause, observer)
    }
}

/// The same for one size of the engine.
pub(super) fn run<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    search: &EngineSearch<'_>,
    pause: u64,
    observer: &mut dyn EngineObserver,
) -> Result<Outcome<Move>, EngineProgress> {
    let outcome = |ended, stats| {
        Ok(Outcome {
            ended,
            stats,
            best: None,
        })
    };
    let mut progress = search.from;
    if start.first_bound() == 0 {
        return outcome(Ended::Found(Vec::new()), progress.stats);
    }
    let mut is_first = true;
    for bound in start.bounds(progress.bound, search.max_length) {
        progress.bound = bound;
        if !std::mem::take(&mut is_first) && progress.generated[1] >= pause {
            return Err(progress);
        }
        let before = progress.stats;
        observer.begin(bound);
        let ending = iteration(start, search.threads, &mut progress, observer);
        observer.end(&IterationStats::between(bound, &before, &progress.stats));
        match ending {
            Ending::Found(places) => {
                return outcome(Ended::Found(start.moves(&places)), progress.stats);
            }
            Ending::Stopped => {
                return outcome(Ended::Stopped { at_least: bound }, progress.stats);
            }
            Ending::Exhausted => {
                progress.generated = [0, progress.generated[0]];
                progress.tasks = 0;
            }
        }
    }
    outcome(Ended::Exhausted, progress.stats)
}

fn iteration<const V: usize, const G: usize, const N: usize>(
    start: &Start<'_, V, G, N>,
    threads: usize,
    progress: &mut EngineProgress,
    observer: &mut dyn EngineObserver,
) -> Ending {
    let cut = if progress.generated[1] < CUT_FROM {
        WHOLE
    } else {
        CUT
    };
    let roots = match start.roots(progress.bound, cut) {
        Ok(roots) => roots,
        Err(way) => return Ending::Found(way),
    };
    // A search that continues may have counted these nodes before.
    if progress.generated[0] == 0 {
        progress.add(&roots.stats);
    }
    let tasks = Tasks::new(&roots, progress.tasks);
    parallel::together(
        threads.min(roots.tasks()),
        |_| {
            tasks.work(&start.context, &mut || {
                tasks.advance(progress);
                let so_far = tasks.so_far(progress);
                observer.tick(progress, &so_far).is_continue()
            });
        },
        || tasks.work(&start.context, &mut || true),
    );
    tasks.advance(progress);
    let is_stopped = tasks.is_stopped.load(Ordering::Relaxed);
    match tasks.solution() {
        // A search that is stopped after the answer is known returns the answer.
        Some(Solved { task, way, stats }) if progress.tasks == task => {
            progress.add(&stats);
            Ending::Found(way)
        }
        _ if is_stopped => Ending::Stopped,
        _ => Ending::Exhausted,
    }
}

impl EngineProgress {
    /// The same without its views: the current iteration is searched again from its beginning.
    pub(crate) fn without_views(mut self) -> EngineProgress {
        self.views = Views::default();
        self.tasks = 0;
        self.stats.generated -= self.generated[0].min(self.stats.generated);
        self.generated[0] = 0;
        self
    }

    fn add(&mut self, stats: &Stats) {
        self.stats = self.stats.followed_by(stats);
        self.generated[0] += stats.generated;
    }
}

/// The tasks of an iteration, and their results.
struct Tasks<'a, const V: usize, const G: usize, const N: usize> {
    roots: &'a Roots<V, G, N>,
    queue: TaskQueue,
    /// The first task that is known to have a solution.
    found: AtomicUsize,
    is_stopped: AtomicBool,
    /// The nodes generated in all tasks, approximately.
    generated: AtomicU64,
    done: Mutex<Done>,
}

struct Done {
    /// For each task, its work, once it is finished without a solution.
    stats: Vec<Option<Stats>>,
    /// The first task with a solution.
    solution: Option<Solved>,
}

struct Solved {
    task: usize,
    way: Vec<u8>,
    stats: Stats,
}

impl<'a, const V: usize, const G: usize, const N: usize> Tasks<'a, V, G, N> {
    fn new(roots: &'a Roots<V, G, N>, first: usize) -> Self {
        let count = roots.tasks();
        Tasks {
            roots,
            queue: TaskQueue::new(first, count),
            found: AtomicUsize::new(usize::MAX),
            is_stopped: AtomicBool::new(false),
            generated: AtomicU64::new(0),
            done: Mutex::new(Done {
                stats: vec![None; count],
                solution: None,
            }),
        }
    }

    /// Runs tasks until the remaining ones cannot change the result.
    fn work(&self, context: &Context<'_, V, G, N>, go_on: &mut dyn FnMut() -> bool) {
        while let Some(task) = self.queue.take() {
            let matters = || {
                task < self.found.load(Ordering::Relaxed)
                    && !self.is_stopped.load(Ordering::Relaxed)
            };
            if !matters() {
                return;
            }
            let mut counted = 0;
            let mut look_up = |generated: u64| {
                self.generated
                    .fetch_add(generated - counted, Ordering::Relaxed);
                counted = generated;
                if !go_on() {
                    self.is_stopped.store(true, Ordering::Relaxed);
                }
                matters()
            };
            let (ending, stats) = self.roots.perform(context, task, &mut look_up);
            self.finish(task, ending, stats);
            look_up(stats.generated);
        }
    }

    fn finish(&self, task: usize, ending: Ending, stats: Stats) {
        let mut done = self.lock();
        match ending {
            Ending::Stopped => {}
            Ending::Exhausted => done.stats[task] = Some(stats),
            Ending::Found(way) => {
                self.found.fetch_min(task, Ordering::Relaxed);
                if done.solution.as_ref().is_none_or(|known| task < known.task) {
                    done.solution = Some(Solved { task, way, stats });
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done
            .lock()
            .expect("no thread panics while it stores a result")
    }

    /// Counts the finished tasks up to the first unfinished one. A task with a solution counts as unfinished, so that a
    /// search that continues from here finds it again.
    fn advance(&self, progress: &mut EngineProgress) {
        let done = self.lock();
        while let Some(Some(stats)) = done.stats.get(progress.tasks) {
            progress.add(stats);
            progress.tasks += 1;
        }
    }

    /// All work so far, including that of unfinished tasks.
    fn so_far(&self, progress: &EngineProgress) -> Stats {
        let generated = progress.stats.generated - progress.generated[0]
            + self.generated.load(Ordering::Relaxed);
        Stats {
            generated: generated.max(progress.stats.generated),
            ..progress.stats
        }
    }

    fn solution(self) -> Option<Solved> {
        let done = self
            .done
            .into_inner()
            .expect("no thread panics while it stores a result");
        done.solution
    }
}
