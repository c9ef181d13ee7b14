//! A search step by step, as data.

use super::Shown;
use super::queue::{Counts, Queue};
use std::ops::ControlFlow;
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, OptionsError, Search, SearchObserver, Step, Tick,
    VisitedBoard,
};
use taquin::{Board, Cell, Problem};

/// The most boards of a queue that are told.
const QUEUE: usize = 50;

/// A board that was put into the queue; in IDA*, entered.
#[derive(Debug)]
pub struct Node {
    /// The node from which it was reached.
    pub parent: Option<usize>,
    /// The board and how it was reached.
    pub seen: VisitedBoard,
    /// What it is ordered by.
    pub priority: u32,
    /// What each cell's tile adds to the heuristic, where it is a sum over tiles.
    pub terms: Option<Vec<u32>>,
}

/// What happened in a step; nodes are numbers.
#[derive(Debug)]
pub struct Taken {
    /// The bound of the round of IDA* that begins with it.
    pub bound: Option<u32>,
    /// What was selected.
    pub selected: usize,
    /// What was put into the queue.
    pub opened: Vec<usize>,
    /// What waited before the step, the best first; none in IDA*.
    pub queue: Option<Vec<usize>>,
    /// How many waited in all.
    pub waiting: usize,
}

/// The story of a search.
#[derive(Debug)]
pub struct Story {
    /// What was shown.
    pub shown: Shown,
    /// What was put into the queue, in order.
    pub nodes: Vec<Node>,
    /// What was done, in order.
    pub steps: Vec<Taken>,
}

/// A story with what came of the search.
#[derive(Debug)]
pub struct Told {
    /// The story.
    pub story: Story,
    /// What was counted.
    pub counts: Counts,
    /// The answer.
    pub answer: Answer,
}

impl Story {
    /// Runs the search for at most this many steps, or until `stop` says so.
    pub fn of(
        problem: &Problem,
        shown: Shown,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Told, OptionsError> {
        let mut teller = Teller::new(shown, problem.goal(), most, stop);
        let search = Search::new(problem).options(shown.plan);
        let report = search.observe(&mut teller).run();
        Ok(Told {
            answer: report?.answer,
            counts: teller.queue.counts,
            story: teller.story,
        })
    }
}

/// Notes the events of the search.
struct Teller<'a> {
    stop: &'a dyn Fn() -> bool,
    story: Story,
    queue: Queue,
    most: usize,
    /// Where each tile belongs, by its number.
    homes: Vec<Cell>,
    bound: Option<u32>,
    /// In IDA*, the nodes from the start to the one that was entered last.
    path: Vec<usize>,
}

impl SearchObserver for Teller<'_> {
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

impl<'a> Teller<'a> {
    fn new(shown: Shown, goal: &Board, most: usize, stop: &'a dyn Fn() -> bool) -> Teller<'a> {
        Teller {
            stop,
            story: Story {
                shown,
                nodes: Vec::new(),
                steps: Vec::new(),
            },
            queue: Queue::new(shown.algorithm),
            most,
            homes: goal.places(),
            bound: None,
            path: Vec::new(),
        }
    }

    fn take(&mut self, step: Step) -> ControlFlow<()> {
        if (self.stop)() {
            return ControlFlow::Break(());
        }
        match step {
            Step::Bound(bound) => self.bound = Some(bound),
            Step::Opened(seen) => {
                self.queue.open(seen.clone());
                let parent = self.story.steps.last().map(|step| step.selected);
                let node = self.add(seen, parent);
                if let Some(step) = self.story.steps.last_mut() {
                    step.opened.push(node);
                }
            }
            Step::Selected(_) if self.story.steps.len() == self.most => {
                return ControlFlow::Break(());
            }
            Step::Selected(seen) => self.select(&seen),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn select(&mut self, seen: &VisitedBoard) {
        let is_ida = self.story.shown.algorithm == Algorithm::IdaStar;
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
        if selected == self.story.nodes.len() {
            // The queue did not know it: the start, or a board that IDA* enters.
            self.path.truncate(seen.g as usize);
            let node = self.add(seen.clone(), self.path.last().copied());
            self.path.push(node);
            opened.extend(is_ida.then_some(node));
        }
        self.queue.take(seen);
        self.story.steps.push(Taken {
            bound: self.bound.take(),
            selected,
            opened,
            queue,
            waiting,
        });
    }

    /// Nodes are numbered as the queue numbers arrivals.
    fn add(&mut self, seen: VisitedBoard, parent: Option<usize>) -> usize {
        let terms = self.terms(&seen.board);
        self.story.nodes.push(Node {
            parent,
            priority: self.story.shown.algorithm.priority(seen.g, seen.h),
            terms,
            seen,
        });
        self.story.nodes.len() - 1
    }

    fn terms(&self, board: &Board) -> Option<Vec<u32>> {
        let shape = board.shape();
        let term: &dyn Fn(Cell, Cell) -> u32 = match self.story.shown.heuristic {
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
