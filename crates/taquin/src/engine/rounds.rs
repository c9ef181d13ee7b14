//! Round after round with a higher bound, each cut into tasks for the threads.

use super::batch::{Searched, Stack};
use super::node::{Context, Node};
use crate::automaton::Automaton;
use crate::heuristic::{MAX_GROUPS, PatternSum};
use crate::problem::Problem;
use crate::search::{Ended, Outcome, Stats};
use crate::shape::Move;
use crate::space::{Arrangement, MoveOrder, Packed16, Packed25, Space};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// A round is cut into tasks if the one before had so many nodes: fewer are done before a thread has started.
const CUT_FROM: u64 = 100_000;
/// Roots of a round that is cut, at least.
const ROOTS: usize = 4096;
/// Roots of a task.
const TASK: usize = 16;

/// Changes with the way in which rounds are cut into tasks, the automaton's included: a [`Progress`] of another version
/// makes no sense.
pub const PROGRESS_VERSION: u32 = 1;

/// How far a search has come: everything below is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The bound of the current round, or no more than that of the first.
    pub bound: u32,
    /// Tasks of it that are done.
    pub tasks: usize,
    /// What was done in them and in the rounds before.
    pub stats: Stats,
    /// Of it, children made in the current round, and in the one before, which decide how the current one is cut.
    pub generated: [u64; 2],
}

/// A shortest solution of a problem with tables for its goal.
///
/// `on_tick` is told now and then how far the search has come, and may stop it; a search that begins with that
/// `Progress` goes on from there.
pub fn search(
    problem: &Problem,
    sum: &PatternSum,
    automaton: &Automaton,
    max_length: Option<u32>,
    threads: usize,
    from: Progress,
    on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
) -> Outcome<Move> {
    let order = MoveOrder::default();
    match Packed16::new(problem, order) {
        Some(space) => by_groups::<16>(
            &space.start(),
            sum,
            automaton,
            max_length,
            threads,
            from,
            on_tick,
        ),
        None => {
            let space = Packed25::new(problem, order).expect("tables are for up to 25 cells");
            by_groups::<32>(
                &space.start(),
                sum,
                automaton,
                max_length,
                threads,
                from,
                on_tick,
            )
        }
    }
}

fn by_groups<const N: usize>(
    start: &impl Arrangement,
    sum: &PatternSum,
    automaton: &Automaton,
    max_length: Option<u32>,
    threads: usize,
    from: Progress,
    on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
) -> Outcome<Move> {
    match sum.views().iter().map(|view| view.slots.len()).max() {
        Some(0..=2) => {
            Rounds::<2, 2, N>::new(start, sum, automaton, threads).run(max_length, from, on_tick)
        }
        Some(3) => {
            Rounds::<2, 3, N>::new(start, sum, automaton, threads).run(max_length, from, on_tick)
        }
        _ => Rounds::<2, MAX_GROUPS, N>::new(start, sum, automaton, threads)
            .run(max_length, from, on_tick),
    }
}

struct Rounds<'a, const V: usize, const G: usize, const N: usize> {
    context: Context<'a, V, G, N>,
    root: Node<V, G, N>,
    estimates: [u32; V],
    threads: usize,
}

/// A round's roots, and how each was reached.
struct Roots<const V: usize, const G: usize, const N: usize> {
    nodes: Vec<Node<V, G, N>>,
    ways: Vec<Vec<u8>>,
    stats: Stats,
}

enum Round {
    Found(Vec<u8>),
    Exhausted,
    Stopped,
}

impl<'a, const V: usize, const G: usize, const N: usize> Rounds<'a, V, G, N> {
    fn new(
        start: &impl Arrangement,
        sum: &'a PatternSum,
        automaton: &'a Automaton,
        threads: usize,
    ) -> Self {
        let context = Context::new(sum, automaton);
        let (root, estimates) = context.start(start, sum);
        Rounds {
            context,
            root,
            estimates,
            threads,
        }
    }

    fn run(
        &self,
        max_length: Option<u32>,
        from: Progress,
        on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
    ) -> Outcome<Move> {
        let first = self.estimates.into_iter().max().unwrap_or(0);
        let mut progress = from;
        // A solution's length has the parity of the estimates.
        progress.bound = progress.bound.max(first);
        progress.bound += (progress.bound - first) % 2;
        let outcome = |ended, stats| Outcome {
            ended,
            stats,
            best: None,
        };
        if first == 0 {
            return outcome(Ended::Found(Vec::new()), progress.stats);
        }
        loop {
            // No path on 25 cells is as long as 255 moves; the bound of a round is kept in a byte.
            if max_length.is_some_and(|longest| progress.bound > longest)
                || progress.bound > u8::MAX.into()
            {
                return outcome(Ended::Exhausted, progress.stats);
            }
            match self.round(&mut progress, on_tick) {
                Round::Found(places) => {
                    let moves = self.context.automaton.order().moves();
                    let moves = places
                        .iter()
                        .map(|&place| moves[usize::from(place)])
                        .collect();
                    return outcome(Ended::Found(moves), progress.stats);
                }
                Round::Stopped => {
                    return outcome(
                        Ended::Stopped {
                            at_least: progress.bound,
                        },
                        progress.stats,
                    );
                }
                Round::Exhausted => {
                    progress.generated = [0, progress.generated[0]];
                    progress.bound += 2;
                    progress.tasks = 0;
                }
            }
        }
    }
}

impl<const V: usize, const G: usize, const N: usize> Rounds<'_, V, G, N> {
    fn round(
        &self,
        progress: &mut Progress,
        on_tick: &mut dyn FnMut(&Progress, &Stats) -> ControlFlow<()>,
    ) -> Round {
        let mut root = self.root;
        root.left = progress.bound as u8;
        for (slack, estimate) in root.slack.iter_mut().zip(self.estimates) {
            *slack = ((progress.bound - estimate) / 2) as i8;
        }
        let wanted = if progress.generated[1] < CUT_FROM {
            1
        } else {
            ROOTS
        };
        let roots = match self.roots(root, wanted) {
            Ok(roots) => roots,
            Err(way) => return Round::Found(way),
        };
        // A search that goes on may have counted them before.
        if progress.generated[0] == 0 {
            progress.add(&roots.stats);
        }
        let tasks = Tasks::new(&roots, progress.tasks);
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.count) {
                scope.spawn(|| tasks.work(&self.context, &mut || true));
            }
            tasks.work(&self.context, &mut || {
                tasks.advance(progress);
                on_tick(progress, &tasks.so_far(progress)).is_continue()
            });
        });
        tasks.advance(progress);
        let is_stopped = tasks.is_stopped.load(Ordering::Relaxed);
        match tasks.solution() {
            // Whoever stops a search after its answer is known gets the answer.
            Some(Solved { task, way, stats }) if progress.tasks == task => {
                progress.add(&stats);
                Round::Found(way)
            }
            _ if is_stopped => Round::Stopped,
            _ => Round::Exhausted,
        }
    }

    /// The nodes of the first level with so many of them. If a solution is shorter, that is given.
    fn roots(&self, root: Node<V, G, N>, wanted: usize) -> Result<Roots<V, G, N>, Vec<u8>> {
        let mut roots = Roots {
            nodes: vec![root],
            ways: vec![Vec::new()],
            stats: Stats::default(),
        };
        let mut stack = Stack::new(&roots.nodes);
        while (1..wanted).contains(&roots.nodes.len()) {
            let (nodes, ways) = (
                std::mem::take(&mut roots.nodes),
                std::mem::take(&mut roots.ways),
            );
            for (node, way) in nodes.into_iter().zip(ways) {
                let children = stack.expand(&self.context, node);
                for child in children {
                    let way = [&way[..], &[child.last]].concat();
                    if child.left == 0 {
                        return Err(way);
                    }
                    roots.nodes.push(*child);
                    roots.ways.push(way);
                }
            }
        }
        roots.stats = stack.stats();
        Ok(roots)
    }
}

impl Progress {
    fn add(&mut self, stats: &Stats) {
        self.stats = self.stats.followed_by(stats);
        self.generated[0] += stats.generated;
    }
}

/// The tasks of a round, and what has become of them.
struct Tasks<'a, const V: usize, const G: usize, const N: usize> {
    roots: &'a Roots<V, G, N>,
    count: usize,
    next: AtomicUsize,
    /// The first task that is known to have a solution.
    found: AtomicUsize,
    is_stopped: AtomicBool,
    /// Children made in all tasks, about.
    generated: AtomicU64,
    done: Mutex<Done>,
}

struct Done {
    /// For each task what it did, once it is done without a solution.
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
        let count = roots.nodes.len().div_ceil(TASK);
        Tasks {
            roots,
            count,
            next: AtomicUsize::new(first),
            found: AtomicUsize::new(usize::MAX),
            is_stopped: AtomicBool::new(false),
            generated: AtomicU64::new(0),
            done: Mutex::new(Done {
                stats: vec![None; count],
                solution: None,
            }),
        }
    }

    /// Does tasks until there are none, or none that matters.
    fn work(&self, context: &Context<'_, V, G, N>, go_on: &mut dyn FnMut() -> bool) {
        loop {
            let task = self.next.fetch_add(1, Ordering::Relaxed);
            let matters = || {
                task < self.found.load(Ordering::Relaxed)
                    && !self.is_stopped.load(Ordering::Relaxed)
            };
            if task >= self.count || !matters() {
                return;
            }
            let first = task * TASK;
            let roots = &self.roots.nodes[first..(first + TASK).min(self.roots.nodes.len())];
            let mut stack = Stack::new(roots);
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
            let searched = stack.search(context, |stack| look_up(stack.generated));
            self.finish(task, first, searched, &stack);
            look_up(stack.generated);
        }
    }

    fn finish(&self, task: usize, first: usize, searched: Searched, stack: &Stack<V, G, N>) {
        let mut done = self.lock();
        match searched {
            Searched::Stopped => {}
            Searched::Exhausted => done.stats[task] = Some(stack.stats()),
            Searched::Found(root, places) => {
                self.found.fetch_min(task, Ordering::Relaxed);
                if done.solution.as_ref().is_none_or(|known| task < known.task) {
                    done.solution = Some(Solved {
                        task,
                        way: [&self.roots.ways[first + root][..], &places].concat(),
                        stats: stack.stats(),
                    });
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Done> {
        self.done
            .lock()
            .expect("no thread panics while it notes what it did")
    }

    /// Counts the tasks that are done up to the first that is not. One with a solution is not among them, so that a search
    /// that goes on from here finds it again.
    fn advance(&self, progress: &mut Progress) {
        let done = self.lock();
        while let Some(Some(stats)) = done.stats.get(progress.tasks) {
            progress.add(stats);
            progress.tasks += 1;
        }
    }

    /// What was done in all, unfinished tasks included.
    fn so_far(&self, progress: &Progress) -> Stats {
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
            .expect("no thread panics while it notes what it did");
        done.solution
    }
}
