//! A search step by step, as data.

use super::TraceOptions;
use super::prune::{Pruned, Pruner};
use super::queue::{Counts, Queue};
use std::ops::ControlFlow;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, OptionsError, Search, SearchObserver, Step, Tables,
    TablesError, Tick, VisitedBoard,
};
use taquin::{Board, Cell, Problem};

/// The most boards of a queue that are recorded.
const QUEUE: usize = 50;

/// A board that was enqueued; in IDA*, entered.
#[derive(Debug)]
pub struct Node {
    /// The node from which it was reached.
    pub parent: Option<usize>,
    /// The board and how it was reached.
    pub seen: VisitedBoard,
    /// The priority by which the queue is ordered.
    pub priority: u32,
    /// The contribution of the tile at each cell, if the heuristic is a sum over tiles.
    pub terms: Option<Vec<u32>>,
}

/// A step of the search. Nodes are indices of [`Recording::nodes`].
#[derive(Debug)]
pub struct RecordedStep {
    /// The bound of the IDA* iteration that begins with it.
    pub bound: Option<u32>,
    /// The selected node.
    pub selected: usize,
    /// The nodes put into the queue.
    pub opened: Vec<usize>,
    /// The queue before the step, best node first; `None` in IDA*.
    pub queue: Option<Vec<usize>>,
    /// The length of the queue.
    pub waiting: usize,
    /// The children that IDA* does not enter, because their g + h exceeds the bound; `None` in other searches.
    pub pruned: Option<Vec<Pruned>>,
}

/// The recorded steps of a search.
#[derive(Debug)]
pub struct Recording {
    /// The search.
    pub shown: TraceOptions,
    /// The boards put into the queue, in order.
    pub nodes: Vec<Node>,
    /// The steps, in order.
    pub steps: Vec<RecordedStep>,
}

/// A recording and the result of the search.
#[derive(Debug)]
pub struct Recorded {
    /// The recording.
    pub recording: Recording,
    /// The number of boards enqueued and dequeued.
    pub counts: Counts,
    /// The answer.
    pub answer: Answer,
}

impl Recording {
    /// Runs the search for at most this many steps, or until `stop` says so.
    pub fn of(
        problem: &Problem,
        shown: TraceOptions,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Recorded, OptionsError> {
        let tables = Tables::default();
        let pruner = match shown.algorithm {
            Algorithm::IdaStar => Some(pruner(problem, shown.heuristic, &tables)?),
            _ => None,
        };
        let mut recorder = Recorder::new(shown, problem.goal(), most, stop);
        recorder.pruner = pruner;
        let search = Search::new(problem).options(shown.plan).tables(&tables);
        let report = search.observe(&mut recorder).run();
        Ok(Recorded {
            answer: report?.answer,
            counts: recorder.queue.counts,
            recording: recorder.recording,
        })
    }
}

/// Finds what IDA* prunes.
fn pruner(
    problem: &Problem,
    heuristic: HeuristicKind,
    tables: &Tables,
) -> Result<Pruner, OptionsError> {
    match Pruner::of(problem.goal(), heuristic, tables) {
        Ok(pruner) => Ok(pruner),
        Err(TablesError::Options(error)) => Err(error),
        Err(_) => panic!("nothing stops the building of the tables of a trace"),
    }
}

/// Notes the events of the search.
struct Recorder<'a> {
    stop: &'a dyn Fn() -> bool,
    recording: Recording,
    queue: Queue,
    most: usize,
    /// Where each tile belongs, by its number.
    homes: Vec<Cell>,
    bound: Option<u32>,
    /// In IDA*, what is pruned.
    pruner: Option<Pruner>,
    /// In IDA*, the nodes from the start to the one that was entered last.
    path: Vec<usize>,
}

impl SearchObserver for Recorder<'_> {
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

impl<'a> Recorder<'a> {
    fn new(
        shown: TraceOptions,
        goal: &Board,
        most: usize,
        stop: &'a dyn Fn() -> bool,
    ) -> Recorder<'a> {
        Recorder {
            stop,
            recording: Recording {
                shown,
                nodes: Vec::new(),
                steps: Vec::new(),
            },
            queue: Queue::new(shown.algorithm),
            most,
            homes: goal.places(),
            bound: None,
            pruner: None,
            path: Vec::new(),
        }
    }

    fn take(&mut self, step: Step) -> ControlFlow<()> {
        if (self.stop)() {
            return ControlFlow::Break(());
        }
        match step {
            Step::Bound(bound) => {
                self.bound = Some(bound);
                if let Some(pruner) = &mut self.pruner {
                    pruner.set_bound(bound);
                }
            }
            Step::Opened(seen) => {
                self.queue.open(seen.clone());
                let parent = self.recording.steps.last().map(|step| step.selected);
                let node = self.add(seen, parent);
                if let Some(step) = self.recording.steps.last_mut() {
                    step.opened.push(node);
                }
            }
            Step::Selected(_) if self.recording.steps.len() == self.most => {
                return ControlFlow::Break(());
            }
            Step::Selected(seen) => self.select(&seen),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn select(&mut self, seen: &VisitedBoard) {
        let is_ida = self.recording.shown.algorithm == Algorithm::IdaStar;
        let queue = self.queue.before(seen);
        let waiting = queue.len();
        let selected = queue
            .iter()
            .find(|waiting| waiting.seen.board == seen.board);
        let selected = selected.map_or(0, |waiting| waiting.arrival as usize);
        let first = queue
            .iter()
            .take(QUEUE)
            .map(|waiting| waiting.arrival as usize);
        let queue = (!is_ida).then(|| first.collect());
        let mut opened = Vec::new();
        if selected == self.recording.nodes.len() {
            // It was not in the queue: the start, or a board that IDA* enters.
            self.path.truncate(seen.g as usize);
            let node = self.add(seen.clone(), self.path.last().copied());
            self.path.push(node);
            opened.extend(is_ida.then_some(node));
        }
        self.queue.take(seen);
        self.recording.steps.push(RecordedStep {
            bound: self.bound.take(),
            selected,
            opened,
            queue,
            waiting,
            pruned: self.pruner.as_ref().map(|pruner| pruner.pruned(seen)),
        });
    }

    /// Nodes are numbered as the queue numbers arrivals.
    fn add(&mut self, seen: VisitedBoard, parent: Option<usize>) -> usize {
        let terms = self.terms(&seen.board);
        self.recording.nodes.push(Node {
            parent,
            priority: self.recording.shown.algorithm.priority(seen.g, seen.h),
            terms,
            seen,
        });
        self.recording.nodes.len() - 1
    }

    fn terms(&self, board: &Board) -> Option<Vec<u32>> {
        let shape = board.shape();
        let term: &dyn Fn(Cell, Cell) -> u32 = match self.recording.shown.heuristic {
            HeuristicKind::Hamming => &|cell, home| u32::from(cell != home),
            HeuristicKind::Manhattan | HeuristicKind::LinearConflict => {
                &|cell, home| shape.distance(cell, home)
            }
            _ => return None,
        };
        let of_cell = |cell: Cell| match board.tile(cell) {
            tile if tile.is_blank() => 0,
            tile => term(cell, self.homes[tile.number() as usize]),
        };
        Some(shape.cells().map(of_cell).collect())
    }
}
