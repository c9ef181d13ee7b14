//! Pattern databases, one share per worker: each table is built level by level, and then assembled by the first worker.

use crate::channel::{Channel, Endpoint};
use crate::checkpoints::{CheckpointDir, Role};
use crate::files::TemporaryFile;
use crate::levels::{self, Exploration, LevelOptions};
use crate::memory::{self, Words};
use crate::packet::Packet;
use crate::workers::Workers;
use crate::{JobEnd, agree};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use taquin::pdb::{BuildPlan, BuildShare, HEADER_BYTES, Pattern, PatternIndex};
use taquin_app::words::io_error;
use timely::worker::Worker;

/// The construction of some tables.
pub struct TablesJob {
    /// The patterns, in the same order everywhere.
    pub patterns: Vec<Pattern>,
    /// In the first process: the file of each table; `None` for those that need not be built.
    pub paths: Vec<Option<PathBuf>>,
    /// The checkpoint directory, with one directory per table.
    pub checkpoint: Option<PathBuf>,
    /// The directory for maps that are files mapped into memory.
    pub scratch: Option<PathBuf>,
    /// Progress and stopping; its checkpoint is not used.
    pub options: LevelOptions,
    /// Called by the first worker when a table is begun.
    pub on_begin: Arc<dyn Fn(&Pattern) + Send + Sync>,
    /// Called by the first worker when a table has been written.
    pub on_built: Arc<dyn Fn(&Pattern) + Send + Sync>,
}

/// Builds the tables that have a path, one after the other. Returns why it ended, and the bytes sent between processes.
pub fn run(workers: Workers, job: TablesJob) -> Result<(JobEnd, u64), String> {
    let threads = workers.threads;
    // The workers of a process share the plans.
    let plans: Vec<OnceLock<Arc<BuildPlan>>> =
        job.patterns.iter().map(|_| OnceLock::new()).collect();
    workers.run(move |worker| {
        let mut wanted: Channel<Vec<bool>> = Channel::new(worker, "wanted");
        let own = job.paths.iter().map(Option::is_some).collect();
        // The first worker decides what is built.
        let wanted = wanted.gather(worker, own).swap_remove(0);
        let mut bytes = 0;
        for (number, pattern) in job.patterns.iter().enumerate() {
            if !wanted.get(number).is_some_and(|&wanted| wanted) {
                remove_checkpoint(&job, number);
                continue;
            }
            if worker.index() == 0 {
                (job.on_begin)(pattern);
            }
            let plan = plans[number].get_or_init(|| {
                let index = PatternIndex::new(pattern.shape(), pattern.homes().len());
                Arc::new(BuildPlan::new(pattern.clone(), Arc::new(index)))
            });
            let table = Table {
                job: &job,
                number,
                plan,
                threads,
            };
            let exploration = table.build(worker);
            bytes += exploration.bytes;
            if exploration.end != JobEnd::Complete {
                return (exploration.end, bytes);
            }
            if worker.index() == 0 {
                (job.on_built)(pattern);
            }
        }
        (JobEnd::Complete, bytes)
    })
}

/// Removes the checkpoint of a finished table, in case a process was killed before it could.
fn remove_checkpoint(job: &TablesJob, number: usize) {
    let left = job
        .checkpoint
        .as_ref()
        .map(|checkpoint| CheckpointDir::of_table(checkpoint, number));
    if let Some(left) = left.filter(|left| left.is_dir())
        && let Ok(checkpoint) = CheckpointDir::open(
            &left,
            &job_of_table(number, &job.patterns[number]),
            Role::Other,
        )
    {
        checkpoint.clear();
    }
}

fn job_of_table(number: usize, pattern: &Pattern) -> String {
    format!("table {number}: {pattern:?}")
}

/// A table of a job.
struct Table<'a> {
    job: &'a TablesJob,
    number: usize,
    plan: &'a Arc<BuildPlan>,
    /// The workers of a process.
    threads: usize,
}

impl Table<'_> {
    fn build(&self, worker: &mut Worker) -> Exploration {
        let Table {
            job, number, plan, ..
        } = *self;
        let (share, shares) = (worker.index(), worker.peers());
        let scratch = job.scratch.as_deref();
        let maps = memory::all(plan.words(share, shares), scratch);
        let maps = match agree(worker, self.threads, maps) {
            Ok(maps) => maps,
            Err(failure) => return Exploration::without_maps(failure, scratch),
        };
        let prepare = || {
            let checkpoint = job.checkpoint.as_ref().map(|path| {
                let text = job_of_table(number, plan.pattern());
                CheckpointDir::open(&CheckpointDir::of_table(path, number), &text, Role::Other)
            });
            checkpoint.transpose().map_err(|error| error.to_string())
        };
        let checkpoint = match agree(worker, self.threads, prepare()) {
            Ok(prepared) => prepared,
            Err(failure) => return Exploration::failed(failure),
        };
        let options = LevelOptions {
            checkpoint: checkpoint.clone(),
            ..job.options.clone()
        };
        let mut own = BuildShare::new(Arc::clone(plan), share, shares, maps);
        let mut exploration = levels::explore(worker, self.threads, &mut own, &options);
        if exploration.end != JobEnd::Complete {
            return exploration;
        }
        match self.assemble(worker, &own) {
            Ok(()) => checkpoint.iter().for_each(CheckpointDir::clear),
            Err(failure) => exploration.end = JobEnd::Failed(failure),
        }
        exploration
    }

    /// Writes the table to its file: one share after the other sends its words to the first worker.
    fn assemble(&self, worker: &mut Worker, share: &BuildShare<Words>) -> Result<(), String> {
        let path = self.job.paths[self.number].as_deref();
        let mut channel = Channel::new(worker, "table");
        let is_first = worker.index() == 0;
        let opened = path.filter(|_| is_first).map(Writer::new).transpose();
        let opened = opened.map_err(|error| unwritable(path, &error));
        let mut writer = agree(worker, self.threads, opened)?;
        for sender in 0..worker.peers() {
            let mut exchange = TableExchange {
                runs: if sender == worker.index() {
                    Box::new(share.table())
                } else {
                    Box::new(std::iter::empty())
                },
                writer: &mut writer,
            };
            channel.exchange(worker, &mut exchange);
        }
        let done = writer.map_or(Ok(()), |writer| writer.finish(self.plan));
        let done = done.map_err(|error| unwritable(path, &error));
        agree(worker, self.threads, done)
    }
}

fn unwritable(path: Option<&Path>, error: &io::Error) -> String {
    let path = path.unwrap_or(Path::new("the table"));
    format!("{}: cannot be written: {}", path.display(), io_error(error))
}

/// A table that is being written.
struct Writer {
    file: TemporaryFile,
    sum: crc32fast::Hasher,
    /// The words written so far.
    words: u64,
    failure: Option<io::Error>,
}

impl Writer {
    fn new(path: &Path) -> io::Result<Writer> {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        let mut file = TemporaryFile::new(path)?;
        // The header is written at the end.
        file.file.write_all(&[0; HEADER_BYTES])?;
        Ok(Writer {
            file,
            sum: crc32fast::Hasher::new(),
            words: 0,
            failure: None,
        })
    }

    fn add(&mut self, first: u64, words: &[u64]) {
        if self.failure.is_some() {
            return;
        }
        let words: Vec<u64> = words.iter().map(|word| word.to_le()).collect();
        let bytes: &[u8] = bytemuck::cast_slice(&words);
        self.sum.update(bytes);
        let written = if first == self.words {
            self.file.file.write_all(bytes)
        } else {
            Err(io::Error::other("its words did not arrive in order"))
        };
        self.failure = written.err();
        self.words += words.len() as u64;
    }

    fn finish(mut self, plan: &BuildPlan) -> io::Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if 8 * self.words != plan.index().bytes() as u64 {
            return Err(io::Error::other("some of its words are missing"));
        }
        self.file.file.rewind()?;
        let header = plan.header(self.sum.finalize());
        BufWriter::new(&self.file.file).write_all(&header)?;
        self.file.rename()
    }
}

/// The exchange in which one share sends its words to the first worker.
struct TableExchange<'a> {
    runs: Box<dyn Iterator<Item = (u64, &'a [u64])> + 'a>,
    writer: &'a mut Option<Writer>,
}

impl Endpoint<Packet> for TableExchange<'_> {
    fn next(&mut self) -> Option<(usize, Packet)> {
        let (first, words) = self.runs.next()?;
        Some((0, Packet([&[first], words].concat())))
    }

    fn receive(&mut self, _from: usize, packet: Packet) {
        if let ([first, words @ ..], Some(writer)) = (&packet.0[..], &mut self.writer) {
            writer.add(*first, words);
        }
    }
}
