//! The memory and disk space that a job needs: printed before it starts, and compared with what is free.

use super::config::{ClusterConfig, workers_of};
use std::path::{Path, PathBuf};
use taquin_app::exit::{Failure, say};
use taquin_app::words;
use taquin_cluster::checkpoints::CheckpointDir;
use taquin_cluster::memory;

/// What each process of a job needs, in bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    /// Memory.
    pub(super) memory: f64,
    /// How to need less memory.
    pub(super) advice: &'static str,
    /// Disk space in the checkpoint directory.
    pub(super) checkpoint: f64,
    /// Disk space for files that are mapped into memory, and their directory.
    pub(super) scratch: Option<(PathBuf, f64)>,
    /// Disk space for results, in the first process only, and their directory.
    pub(super) results: Option<(PathBuf, f64)>,
}

/// How jobs with shares need less memory.
pub(super) const FOR_SHARES: &str =
    "use more machines, or --scratch DIR to store the boards in files";
/// How jobs with tasks need less memory.
pub(super) const FOR_TASKS: &str = "use fewer workers or processes per machine";

impl ClusterConfig {
    /// Prints what the job needs. An error if that is not available, except in a dry run.
    pub(super) fn announce(&self, what: &str, needs: &Needs) -> Result<(), Failure> {
        if self.is_child() {
            return Ok(());
        }
        let here = self.here() as f64;
        let checkpoint = self.checkpoint.as_ref();
        let checkpoint = checkpoint.map(|(directory, _)| (directory.clone(), needs.checkpoint));
        let each = checkpoint.iter().chain(&needs.scratch);
        let results = needs.results.as_ref().filter(|_| self.is_first());
        let on_disk = |(directory, bytes): &(PathBuf, f64)| {
            format!(
                "{} on disk in {}",
                words::bytes(*bytes),
                directory.display()
            )
        };
        let workers = workers_of(self.processes, self.workers);
        let memory = words::bytes(needs.memory);
        let disk: String = each.clone().map(|e| format!(", {}", on_disk(e))).collect();
        let at_last =
            results.map_or_else(String::new, |results| format!(", and {}", on_disk(results)));
        say(
            "taquin",
            format_args!("{what}; {workers}: {memory} of memory{disk} each{at_last}"),
        );
        if let Some(free) = memory::free_memory() {
            let what = "memory of this machine";
            self.compare(what, here * needs.memory, free, needs.advice)?;
        }
        let disks: Vec<(&Path, f64)> = each
            .map(|(directory, bytes)| (directory.as_path(), here * bytes))
            .chain(results.map(|(directory, bytes)| (directory.as_path(), *bytes)))
            .collect();
        self.compare_disks(&disks)
    }

    /// Compares what is to be written to directories with what their disks have; several may be on one disk.
    fn compare_disks(&self, directories: &[(&Path, f64)]) -> Result<(), Failure> {
        let mut disks: Vec<(memory::Disk, &Path, f64)> = Vec::new();
        for &(directory, bytes) in directories {
            let Some(disk) = memory::disk(directory) else {
                continue;
            };
            // An existing checkpoint is replaced.
            let more = (bytes - CheckpointDir::bytes(directory) as f64).max(0.0);
            match disks.iter_mut().find(|(d, ..)| d.number == disk.number) {
                Some((_, _, sum)) => *sum += more,
                None => disks.push((disk, directory, more)),
            }
        }
        for (disk, directory, bytes) in disks {
            let what = format!("disk of {}", directory.display());
            let advice = "choose another directory, or free some space";
            self.compare(&what, bytes, disk.free, advice)?;
        }
        Ok(())
    }

    /// An error if more is needed than is free, except in a dry run.
    fn compare(&self, what: &str, needed: f64, free: u64, advice: &str) -> Result<(), Failure> {
        if needed <= free as f64 {
            return Ok(());
        }
        let (free, needed) = (words::bytes(free as f64), words::bytes(needed));
        let short = format!("the {what} has {free} free, but the job needs {needed} ({advice})");
        if !self.dry_run {
            return Err(Failure::Limit(short));
        }
        say("taquin", short);
        Ok(())
    }
}
