//! Pattern databases, a share a worker: each table is walked level by level, and then put together by the first worker.

use crate::agree;
use crate::channel::{Channel, Partner};
use crate::checkpoints::{Folder, Holder};
use crate::crew::Crew;
use crate::files::Beside;
use crate::levels::{self, End, Options, Walk};
use crate::memory::{self, Words};
use crate::packet::Packet;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use taquin::pdb::{BuildPlan, BuildShare, HEADER_BYTES, Pattern, PatternIndex};
use timely::worker::Worker;

/// The tables of a job.
pub struct Job {
    /// The patterns, in the same order everywhere.
    pub patterns: Vec<Pattern>,
    /// In the first process: where each table goes; none for those that need not be built.
    pub paths: Vec<Option<PathBuf>>,
    /// The folder for what is kept: a folder in it for each table.
    pub folder: Option<PathBuf>,
    /// The folder for what is mapped into memory.
    pub scratch: Option<PathBuf>,
    /// What a walk should know; its folder is not looked at.
    pub options: Options,
    /// Told by the first worker when a table begins.
    pub begin: Arc<dyn Fn(&Pattern) + Send + Sync>,
    /// Told by the first worker when a table is in its file.
    pub built: Arc<dyn Fn(&Pattern) + Send + Sync>,
}

/// Builds the tables that have a path, one after the other; gives why it came to an end, and the bytes exchanged.
pub fn run(crew: Crew, job: Job) -> Result<(End, u64), String> {
    let threads = crew.threads;
    // The workers of a process share what they can.
    let plans: Vec<OnceLock<Arc<BuildPlan>>> =
        job.patterns.iter().map(|_| OnceLock::new()).collect();
    let ends = crew.run(move |worker| {
        let mut wanted: Channel<Vec<bool>> = Channel::new(worker, "wanted");
        let own = job.paths.iter().map(Option::is_some).collect();
        // What the first worker has to build is built, whatever the others have.
        let wanted = wanted.gather(worker, own).swap_remove(0);
        let mut bytes = 0;
        for (number, pattern) in job.patterns.iter().enumerate() {
            if !wanted.get(number).is_some_and(|&wanted| wanted) {
                forget(&job, number);
                continue;
            }
            if worker.index() == 0 {
                (job.begin)(pattern);
            }
            let plan = plans[number].get_or_init(|| {
                let index = PatternIndex::new(pattern.shape(), pattern.homes().len());
                Arc::new(BuildPlan::new(pattern.clone(), Arc::new(index)))
            });
            let walk = build(worker, threads, &job, number, Arc::clone(plan));
            bytes += walk.bytes;
            if walk.end != End::Complete {
                return (walk.end, bytes);
            }
            if worker.index() == 0 {
                (job.built)(pattern);
            }
        }
        (End::Complete, bytes)
    })?;
    let first = ends.into_iter().next();
    first.ok_or_else(|| "no worker has worked".into())
}

/// Somebody may have been ended when a table was in its file and its levels were not removed yet.
fn forget(job: &Job, number: usize) {
    let left = job
        .folder
        .as_ref()
        .map(|folder| Folder::of_table(folder, number));
    if let Some(left) = left.filter(|left| left.is_dir())
        && let Ok(folder) = Folder::open(
            &left,
            &job_of_table(number, &job.patterns[number]),
            Holder::Other,
        )
    {
        folder.clear();
    }
}

fn job_of_table(number: usize, pattern: &Pattern) -> String {
    format!("table {number}: {pattern:?}")
}

fn build(
    worker: &mut Worker,
    threads: usize,
    job: &Job,
    number: usize,
    plan: Arc<BuildPlan>,
) -> Walk {
    let (share, shares) = (worker.index(), worker.peers());
    let prepare = || {
        let maps = memory::all(plan.words(share, shares), job.scratch.as_deref())?;
        let folder = job.folder.as_ref().map(|folder| {
            let text = job_of_table(number, plan.pattern());
            Folder::open(&Folder::of_table(folder, number), &text, Holder::Other)
        });
        let folder = folder.transpose().map_err(|error| error.to_string())?;
        Ok((maps, folder))
    };
    let (maps, folder) = match agree(worker, threads, prepare()) {
        Ok(prepared) => prepared,
        Err(failure) => return Walk::failed(failure),
    };
    let options = Options {
        folder: folder.clone(),
        ..job.options.clone()
    };
    let mut own = BuildShare::new(Arc::clone(&plan), share, shares, maps);
    let mut walk = levels::walk(worker, threads, &mut own, &options);
    if walk.end != End::Complete {
        return walk;
    }
    match put_together(worker, threads, &own, &plan, job.paths[number].as_deref()) {
        Ok(()) => folder.iter().for_each(Folder::clear),
        Err(failure) => walk.end = End::Failed(failure),
    }
    walk
}

/// Brings the table into its file: one share after the other sends its words to the first worker.
fn put_together(
    worker: &mut Worker,
    threads: usize,
    share: &BuildShare<Words>,
    plan: &BuildPlan,
    path: Option<&Path>,
) -> Result<(), String> {
    let mut channel = Channel::new(worker, "table");
    let is_first = worker.index() == 0;
    let opened = path.filter(|_| is_first).map(Writer::new).transpose();
    let opened = opened.map_err(|error| unwritable(path, &error));
    let mut writer = agree(worker, threads, opened)?;
    for sender in 0..worker.peers() {
        let mut sending = Sending {
            runs: match sender == worker.index() {
                true => Box::new(share.table()),
                false => Box::new(std::iter::empty()),
            },
            writer: &mut writer,
        };
        channel.exchange(worker, &mut sending);
    }
    let done = writer.map_or(Ok(()), |writer| writer.finish(plan));
    agree(
        worker,
        threads,
        done.map_err(|error| unwritable(path, &error)),
    )
}

fn unwritable(path: Option<&Path>, error: &io::Error) -> String {
    let path = path.unwrap_or(Path::new("the table"));
    format!("{}: cannot be written: {error}", path.display())
}

/// A table on its way into a file.
struct Writer {
    beside: Beside,
    sum: crc32fast::Hasher,
    /// The words that have come.
    words: u64,
    failure: Option<io::Error>,
}

impl Writer {
    fn new(path: &Path) -> io::Result<Writer> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut beside = Beside::new(path)?;
        // The header is known at the end.
        beside.file.write_all(&[0; HEADER_BYTES])?;
        Ok(Writer {
            beside,
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
        let written = match first == self.words {
            true => self.beside.file.write_all(bytes),
            false => Err(io::Error::other("its words do not come in their order")),
        };
        self.failure = written.err();
        self.words += words.len() as u64;
    }

    fn finish(mut self, plan: &BuildPlan) -> io::Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if 8 * self.words != plan.index().bytes() as u64 {
            return Err(io::Error::other("not all of its words have come"));
        }
        self.beside.file.rewind()?;
        let header = plan.header(self.sum.finalize());
        BufWriter::new(&self.beside.file).write_all(&header)?;
        self.beside.rename()
    }
}

/// The words of one share, on their way to the first worker.
struct Sending<'a> {
    runs: Box<dyn Iterator<Item = (u64, &'a [u64])> + 'a>,
    writer: &'a mut Option<Writer>,
}

impl Partner<Packet> for Sending<'_> {
    fn next(&mut self) -> Option<(usize, Packet)> {
        let (first, words) = self.runs.next()?;
        Some((0, Packet([&[first], words].concat())))
    }

    fn take(&mut self, _from: usize, packet: Packet) {
        if let ([first, words @ ..], Some(writer)) = (&packet.0[..], &mut self.writer) {
            writer.add(*first, words);
        }
    }
}
