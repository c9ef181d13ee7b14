//! What a job takes of memory and disk: said before it begins, and compared with what is there.

use super::config::{ClusterConfig, crew};
use std::path::{Path, PathBuf};
use taquin_app::exit::{Failure, say};
use taquin_app::words;
use taquin_cluster::checkpoints::Folder;
use taquin_cluster::memory;

/// What each process of a job takes, in bytes.
pub(super) struct Needs {
    /// Of memory.
    pub(super) memory: f64,
    /// What takes less of it.
    pub(super) takes_less: &'static str,
    /// Of disk, in the folder for checkpoints.
    pub(super) checkpoint: f64,
    /// Of disk, in a folder for what is mapped.
    pub(super) scratch: Option<(PathBuf, f64)>,
    /// Of disk in the first process alone, in a folder for what is made.
    pub(super) made: Option<(PathBuf, f64)>,
}

/// What takes less memory where boards or entries are shared out.
pub(super) const FOR_SHARES: &str =
    "more machines take less each; --scratch FOLDER keeps the boards in files";
/// And where tasks are.
pub(super) const FOR_TASKS: &str = "fewer workers and processes on a machine take less";

impl ClusterConfig {
    /// Says what the job takes, and refuses if that is not there, unless it is only to be said.
    pub(super) fn announce(&self, what: &str, needs: &Needs) -> Result<(), Failure> {
        if self.is_child() {
            return Ok(());
        }
        let here = self.here() as f64;
        let checkpoint = self.checkpoint.as_ref();
        let checkpoint = checkpoint.map(|(folder, _)| (folder.clone(), needs.checkpoint));
        let each = checkpoint.iter().chain(&needs.scratch);
        let made = needs.made.as_ref().filter(|_| self.is_first());
        let on_disk = |(folder, bytes): &(PathBuf, f64)| {
            format!("{} on disk in {}", words::bytes(*bytes), folder.display())
        };
        let crew = crew(self.processes, self.workers);
        let memory = words::bytes(needs.memory);
        let disk: String = each.clone().map(|e| format!(", {}", on_disk(e))).collect();
        let at_last = made.map_or_else(String::new, |made| format!(", and {}", on_disk(made)));
        say(
            "taquin",
            format_args!("{what}; {crew}: {memory} of memory{disk} each{at_last}"),
        );
        if let Some(free) = memory::free_memory() {
            let whose = "this machine's memory";
            self.compare(whose, here * needs.memory, free, needs.takes_less)?;
        }
        let disks: Vec<(&Path, f64)> = each
            .map(|(folder, bytes)| (folder.as_path(), here * bytes))
            .chain(made.map(|(folder, bytes)| (folder.as_path(), *bytes)))
            .collect();
        self.compare_disks(&disks)
    }

    /// Compares what is to be written into folders with what their disks have; several may be on one.
    fn compare_disks(&self, folders: &[(&Path, f64)]) -> Result<(), Failure> {
        let mut disks: Vec<(memory::Disk, &Path, f64)> = Vec::new();
        for &(folder, bytes) in folders {
            let Some(disk) = memory::disk(folder) else {
                continue;
            };
            // What a job has kept there makes room for what it will keep.
            let more = (bytes - Folder::bytes(folder) as f64).max(0.0);
            match disks.iter_mut().find(|(d, ..)| d.number == disk.number) {
                Some((_, _, sum)) => *sum += more,
                None => disks.push((disk, folder, more)),
            }
        }
        for (disk, folder, bytes) in disks {
            let whose = format!("the disk of {}", folder.display());
            let way_out = "name another folder, or make room";
            self.compare(&whose, bytes, disk.free, way_out)?;
        }
        Ok(())
    }

    /// Refuses what is more than there is, unless it is only to be said.
    fn compare(&self, whose: &str, needed: f64, free: u64, way_out: &str) -> Result<(), Failure> {
        if needed <= free as f64 {
            return Ok(());
        }
        let (free, needed) = (words::bytes(free as f64), words::bytes(needed));
        let short = format!("{whose} has {free} free, and this takes {needed} ({way_out})");
        if !self.dry_run {
            return Err(Failure::Limit(short));
        }
        say("taquin", short);
        Ok(())
    }
}
