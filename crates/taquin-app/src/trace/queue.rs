//! The queue of a search, reconstructed from the events of the search.

use std::cmp::Reverse;
use taquin::solve::{Algorithm, VisitedBoard};

/// A board in the queue.
#[derive(Clone, Debug)]
pub struct QueueEntry {
    /// The board and how it was reached.
    pub seen: VisitedBoard,
    /// The priority by which the queue is ordered.
    pub priority: u32,
    /// The number of boards enqueued before it.
    pub arrival: u64,
}

/// What a trace counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Boards put into the queue.
    pub enqueued: u64,
    /// Boards taken out.
    pub dequeued: u64,
}

/// The queue.
#[derive(Debug)]
pub struct Queue {
    algorithm: Algorithm,
    waiting: Vec<QueueEntry>,
    /// The boards put in and taken out.
    pub counts: Counts,
}

impl Queue {
    /// An empty queue.
    pub fn new(algorithm: Algorithm) -> Queue {
        Queue {
            algorithm,
            waiting: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Adds a board, or moves it up if it is there already: a shorter path to it was found.
    pub fn open(&mut self, seen: VisitedBoard) {
        self.waiting
            .retain(|waiting| waiting.seen.board != seen.board);
        let priority = self.algorithm.priority(seen.g, seen.h);
        self.waiting.push(QueueEntry {
            seen,
            priority,
            arrival: self.counts.enqueued,
        });
        self.counts.enqueued += 1;
    }

    /// The queue before a board is selected, best board first; in IDA*, the board that is entered.
    pub fn before(&mut self, selected: &VisitedBoard) -> &[QueueEntry] {
        if self.algorithm == Algorithm::IdaStar || self.waiting.is_empty() {
            self.open(selected.clone());
        }
        if self.algorithm == Algorithm::Bidirectional {
            // Which board is best depends on the other side too: the selected one is.
            self.waiting.sort_by_key(|waiting| {
                let is_selected = waiting.seen.board == selected.board;
                (
                    !is_selected,
                    waiting.priority,
                    waiting.seen.g,
                    waiting.arrival,
                )
            });
            return &self.waiting;
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

    /// Removes the selected board.
    pub fn take(&mut self, selected: &VisitedBoard) {
        self.waiting
            .retain(|waiting| waiting.seen.board != selected.board);
        self.counts.dequeued += 1;
    }
}
