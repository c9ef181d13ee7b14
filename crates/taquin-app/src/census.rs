//! The number of boards at each distance from a goal, for all boards of a shape.

use crate::exit::Failure;
use crate::host::Instant;
use crate::limits::{Client, Construction, Reason, is_gone, stop_after};
use crate::option::{CensusMemory, OptionError};
use crate::words;
use std::time::Duration;
use taquin::census::{Census, CensusStopped};
use taquin::solvability::reachable_boards;
use taquin::tools::generate::AtDistance;
use taquin::{Board, Metric, Shape};

/// What to count, and the limits.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a client has none")]
pub struct CensusOptions<'a> {
    /// What counts as one move.
    pub metric: Metric,
    /// Whether to list the farthest boards.
    pub list_farthest: bool,
    /// The census stops after this time.
    pub time: Option<Duration>,
    /// A census that needs more bytes than this is rejected.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
    /// `None` at a terminal.
    pub client: Option<&'a dyn Client>,
}

/// The result of a census.
#[derive(Debug)]
pub struct Counted {
    /// The goal.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// The number of all boards.
    pub boards: u64,
    /// The number of boards at each distance.
    pub counts: Vec<u64>,
    /// The farthest boards, if they were requested and the census is complete.
    pub farthest: Option<Vec<Board>>,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
    /// The elapsed time.
    pub seconds: f64,
    /// The processes that counted, if there were several.
    pub cluster: Option<Cluster>,
}

/// The processes that counted.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Cluster {
    /// Processes.
    pub processes: usize,
    /// Workers of each.
    pub workers: usize,
    /// Bytes sent between processes.
    pub bytes_exchanged: u64,
}

impl Counted {
    /// The mean distance of the boards that were counted.
    pub fn mean(&self) -> f64 {
        let counted: u64 = self.counts.iter().sum();
        let moves = (0..).zip(&self.counts);
        let moves: u128 = moves
            .map(|(distance, &count)| distance * u128::from(count))
            .sum();
        moves as f64 / counted as f64
    }

    /// The greatest distance reached.
    pub const fn farthest_distance(&self) -> usize {
        self.counts.len() - 1
    }
}

impl CensusOptions<'_> {
    /// Counts until the census is complete, the time limit is reached, or the client disconnects.
    pub fn count(&self, goal: Board) -> Result<Counted, Failure> {
        let begun = Instant::now();
        let stop = stop_after(self.time, self.client);
        let mut census = begin(&goal, self.metric, self.threads, self.memory)?;
        let what = format!("{} boards of {}", census.boards(), goal.shape());
        let is_terminal = self.client.is_none();
        let progress = is_terminal.then(|| Construction::new(census.boards() as usize, what));
        let mut counts = vec![census.count()];
        let is_complete = loop {
            if let Some(progress) = &progress {
                progress.add(census.count());
            }
            match census.next_level(&stop) {
                Ok(true) => counts.push(census.count()),
                Ok(false) => break true,
                Err(CensusStopped) => break false,
            }
        };
        drop(progress);
        let reason = if is_complete {
            None
        } else if is_gone(self.client) {
            Some(Reason::Interrupted)
        } else {
            Some(Reason::Time)
        };
        Ok(Counted {
            boards: census.boards(),
            farthest: (self.list_farthest && is_complete).then(|| census.newest().collect()),
            goal,
            metric: self.metric,
            counts,
            reason,
            seconds: begun.elapsed().as_secs_f64(),
            cluster: None,
        })
    }
}

/// Starts a census, if it fits in the memory.
pub fn begin(goal: &Board, metric: Metric, threads: usize, memory: u64) -> Result<Census, Failure> {
    check_memory(goal.shape(), metric, memory)?;
    Census::new(goal, metric, threads).map_err(|_| OptionError::MachineMemory.into())
}

/// Rejects a census that needs more memory than this.
pub fn check_memory(shape: Shape, metric: Metric, memory: u64) -> Result<(), Failure> {
    if !Census::is_for(shape) {
        return Err(Failure::Limit(format!(
            "a census supports only boards of up to {} cells and lines of up to {}: {shape} has {} solvable boards",
            Census::MAX_CELLS,
            Census::MAX_LINE,
            words::large(reachable_boards(shape))
        )));
    }
    let needed = Census::bytes(shape, metric);
    if needed <= memory as f64 {
        return Ok(());
    }
    let memory = CensusMemory {
        shape,
        metric,
        boards: reachable_boards(shape),
        needed,
        allowed: memory,
        is_for_cluster: !AtDistance::is_counted(shape),
    };
    Err(OptionError::CensusMemory(memory).into())
}
