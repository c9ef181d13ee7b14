//! The census of a shape, a share a worker.

use crate::agree;
use crate::crew::Crew;
use crate::levels::{self, End, Options, Walk};
use crate::memory;
use std::path::PathBuf;
use std::sync::Arc;
use taquin::census::{CensusPlan, CensusShare};

/// What the first worker does with a complete census, before anybody removes what was kept; or why that cannot be done.
pub type Answer = dyn Fn(&Walk) -> Result<(), String> + Send + Sync;

/// Counts all boards.
pub fn run(
    crew: Crew,
    plan: Arc<CensusPlan>,
    options: Options,
    scratch: Option<PathBuf>,
    answer: Arc<Answer>,
) -> Result<Walk, String> {
    let threads = crew.threads;
    let walks = crew.run(move |worker| {
        let (share, shares) = (worker.index(), worker.peers());
        let maps = memory::all(plan.words(share, shares), scratch.as_deref());
        let maps = match agree(worker, threads, maps) {
            Ok(maps) => maps,
            Err(failure) => return Walk::failed(failure),
        };
        let mut share = CensusShare::new(Arc::clone(&plan), share, shares, maps);
        let mut walk = levels::walk(worker, threads, &mut share, &options);
        if walk.end == End::Complete {
            let answered = match worker.index() {
                0 => answer(&walk),
                _ => Ok(()),
            };
            if let Err(failure) = agree(worker, threads, answered) {
                walk.end = End::Failed(failure);
            }
        }
        walk
    })?;
    let first = walks.into_iter().next();
    first.ok_or_else(|| "no worker has worked".into())
}
