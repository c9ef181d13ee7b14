//! The queue of a search, rebuilt from what the search tells.

use std::cmp::Reverse;
use taquin::solve::{Algorithm, VisitedBoard};

/// A board in the queue.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The board and how it was reached.
    pub seen: VisitedBoard,
    /// What it is ordered by.
    pub priority: u32,
    /// How many boards were put into the queue before it.
    pub arrival: u64,
}

/// What a trace counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Boards put into the queue.
    pub enqueued: u64,
    /// Boards taken out.
    pub dequeued: u64,
}

/// What waits.
#[derive(Debug)]
pub struct Queue {
    algorithm: Algorithm,
    waiting: Vec<Waiting>,
    /// What went in and out.
    pub counts: Counts,
}

impl Queue {
    /// Nothing waits yet.
    pub fn new(algorithm: Algorithm) -> Queue {
        Queue {
            algorithm,
            waiting: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// A board that waits already was reached by a shorter way: it moves up.
    pub fn open(&mut self, seen: VisitedBoard) {
        self.waiting
            .retain(|waiting| waiting.seen.board != seen.board);
        let priority = self.algorithm.priority(seen.g, seen.h);
        self.waiting.push(Waiting {
            seen,
            priority,
            arrival: self.counts.enqueued,
        });
        self.counts.enqueued += 1;
    }

    /// What waits before a board is selected, the best first; in IDA*, the board that is entered.
    pub fn before(&mut self, selected: &VisitedBoard) -> &[Waiting] {
        if self.algorithm == Algorithm::IdaStar || self.waiting.is_empty() {
            self.open(selected.clone());
        }
        let by_arrival = matches!(self.algorithm, Algorithm::Bfs | Algorithm::BfsFromGoal);
        let greedy = matches!(self.algorithm, Algorithm::Greedy | Algorithm::UniformCost);
        self.waiting.sort_by_key(|waiting| {
            let tie = if greedy { 0 } else { waiting.seen.g };
            let last_first = if by_arrival {
                waiting.arrival
            } else {
                u64::MAX - waiting.arrival
            };
            (waiting.priority, Reverse(tie), last_first)
        });
        &self.waiting
    }

    /// A board is selected, and waits no more.
    pub fn take(&mut self, selected: &VisitedBoard) {
        self.waiting
            .retain(|waiting| waiting.seen.board != selected.board);
        self.counts.dequeued += 1;
    }
}
