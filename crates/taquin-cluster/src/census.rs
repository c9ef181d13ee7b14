//! The census of a shape, one share per worker.

use crate::levels::{self, Exploration, LevelOptions};
use crate::workers::Workers;
use crate::{JobEnd, agree, memory};
use std::path::PathBuf;
use std::sync::Arc;
use taquin::census::{CensusPlan, CensusShare};

/// Called by the first worker with a complete census, before any checkpoint is removed; may fail.
pub type OnComplete = dyn Fn(&Exploration) -> Result<(), String> + Send + Sync;

/// A census.
pub struct CensusJob {
    /// The same in all processes.
    pub plan: Arc<CensusPlan>,
    /// Checkpoints, progress and stopping.
    pub options: LevelOptions,
    /// The directory for maps that are files mapped into memory.
    pub scratch: Option<PathBuf>,
    /// Called by the first worker at the end.
    pub on_complete: Arc<OnComplete>,
}

/// Counts all boards.
pub fn run(workers: Workers, job: CensusJob) -> Result<Exploration, String> {
    let threads = workers.threads;
    workers.run(move |worker| {
        let (share, shares) = (worker.index(), worker.peers());
        let maps = memory::all(job.plan.words(share, shares), job.scratch.as_deref());
        let maps = match agree(worker, threads, maps) {
            Ok(maps) => maps,
            Err(failure) => return Exploration::without_maps(failure, job.scratch.as_deref()),
        };
        let mut share = CensusShare::new(Arc::clone(&job.plan), share, shares, maps);
        let mut exploration = levels::explore(worker, threads, &mut share, &job.options);
        if exploration.end == JobEnd::Complete {
            let answered = match worker.index() {
                0 => (job.on_complete)(&exploration),
                _ => Ok(()),
            };
            if let Err(failure) = agree(worker, threads, answered) {
                exploration.end = JobEnd::Failed(failure);
            }
        }
        exploration
    })
}
