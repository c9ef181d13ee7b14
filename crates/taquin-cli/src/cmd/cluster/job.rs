//! What all cluster commands do: check the needs, lock the checkpoint, connect the processes, run, report, clean up.

use super::config::ClusterConfig;
use super::needs::Needs;
use std::time::{Duration, Instant};
use taquin_app::exit::{Exit, Failure};
use taquin_app::limits::{InterruptGuard, Reason};
use taquin_cluster::JobEnd;
use taquin_cluster::checkpoints::CheckpointDir;
use taquin_cluster::journal::Journal;
use taquin_cluster::workers::Workers;

/// What distinguishes one cluster command from another.
pub(super) trait Job {
    /// What it computes.
    type Output;

    /// What the job is, for the user.
    fn description(&self) -> String;

    /// The memory and disk space that each process needs.
    fn needs(&self) -> Needs;

    /// The text that identifies the job: the same in all processes.
    fn identity(&self) -> String;

    /// The text that identifies the checkpoint; `None` if this process does not use one.
    fn checkpoint_identity(&self) -> Option<String> {
        Some(self.identity())
    }

    /// Checks what would otherwise fail only after hours.
    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// The time limit.
    fn time(&self) -> Option<Duration> {
        None
    }

    /// What remains of a stopped job without a checkpoint.
    fn without_checkpoint(&self) -> &'static str {
        "without --checkpoint, nothing is saved"
    }

    /// Runs the job on the workers of this process.
    fn run(self, session: Session<'_>) -> Result<Ran<Self::Output>, Failure>;
}

/// A job that can start: all processes are connected.
pub(super) struct Session<'a> {
    /// The workers of this process.
    pub(super) workers: Workers,
    /// The checkpoint directory of this process.
    pub(super) checkpoint: Option<&'a CheckpointDir>,
    /// When the processes were connected.
    pub(super) begun: Instant,
}

/// A job that has run.
pub(super) struct Ran<T> {
    /// Why it ended.
    pub(super) end: JobEnd,
    /// What it has computed.
    pub(super) output: T,
    /// The journal, which is removed with the checkpoint.
    pub(super) journal: Option<Journal>,
    /// An error of this process that the other processes do not know, such as one of its output.
    pub(super) failure: Option<Failure>,
}

/// A job that ended in an orderly way.
pub(super) struct Finished<T> {
    /// What it has computed.
    pub(super) output: T,
    /// Why it stopped early, if it did.
    pub(super) reason: Option<Reason>,
    /// How long it took.
    pub(super) time: Duration,
    /// The checkpoint of a complete job.
    checkpoint: Option<(CheckpointDir, Option<Journal>)>,
}

/// Runs a job. `None` if it was only to be described.
pub(super) fn run<J: Job>(
    config: &ClusterConfig,
    job: J,
) -> Result<Option<Finished<J::Output>>, Failure> {
    config.announce(&job.description(), &job.needs())?;
    if config.dry_run {
        return Ok(None);
    }
    let (identity, checkpoint_identity) = (job.identity(), job.checkpoint_identity());
    if let Some(identity) = &checkpoint_identity {
        config.check_checkpoint(identity)?;
    }
    job.check()?;
    let (workers, children) = config.connect(&identity)?;
    let begun = Instant::now();
    let _listening = InterruptGuard::begin();
    let checkpoint = match &checkpoint_identity {
        Some(identity) => config.open_checkpoint(identity)?,
        None => None,
    };
    let (time_limit, without_checkpoint) = (job.time(), job.without_checkpoint());
    let ran = job.run(Session {
        workers,
        checkpoint: checkpoint.as_ref(),
        begun,
    })?;
    children.wait();
    if let Some(failure) = ran.failure {
        return Err(failure);
    }
    let reason = config.reason(&ran.end, time_limit, begun)?;
    if reason.is_some() {
        config.say_how_to_resume(without_checkpoint);
    }
    // A child uses the directory of the first process, which removes it.
    let is_removed = reason.is_none() && !config.is_child();
    Ok(Some(Finished {
        output: ran.output,
        reason,
        time: begun.elapsed(),
        checkpoint: checkpoint
            .filter(|_| is_removed)
            .map(|checkpoint| (checkpoint, ran.journal)),
    }))
}

impl<T> Finished<T> {
    /// The output apart from the rest.
    pub(super) fn split(self) -> (Finished<()>, T) {
        let finished = Finished {
            output: (),
            reason: self.reason,
            time: self.time,
            checkpoint: self.checkpoint,
        };
        (finished, self.output)
    }

    /// Removes the checkpoint of a complete job, after its results have been printed or stored.
    pub(super) fn remove_checkpoint(&mut self) -> Result<(), Failure> {
        let Some((checkpoint, journal)) = self.checkpoint.take() else {
            return Ok(());
        };
        let removed = journal.map_or(Ok(()), Journal::remove);
        removed.map_err(|error| Failure::Unwritable(error.to_string()))?;
        checkpoint.clear();
        Ok(())
    }

    /// The exit code.
    pub(super) const fn exit(&self) -> Exit {
        match self.reason {
            None => Exit::Success,
            Some(Reason::Interrupted) => Exit::Interrupted,
            Some(_) => Exit::Limit,
        }
    }
}
