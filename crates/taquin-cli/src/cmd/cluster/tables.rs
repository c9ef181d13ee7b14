//! `taquin cluster tables`.

use super::config::{ClusterArgs, ClusterConfig, say_resumed};
use super::job::{self, Job, Ran, Session};
use super::needs::{FOR_SHARES, Needs};
use super::progress::JobProgress;
use crate::args::help;
use crate::cmd::tables::{PartitionArgs, Printer};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use taquin::pdb::{BuildPlan, Databases, Pattern, PatternIndex};
use taquin_app::exit::{Exit, Failure};
use taquin_app::files::TemporaryFile;
use taquin_app::limits::{catch_interrupts, stop_after};
use taquin_app::store::{Store, cells};
use taquin_app::tables::{is_there, row};
use taquin_app::words::io_error;
use taquin_cluster::levels::LevelOptions;
use taquin_cluster::tables::TablesJob;

/// Options of `taquin cluster tables`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster tables 7-8 --workers 2
  taquin cluster tables 6-6-6-6 --processes 2 --checkpoint tables.levels
  taquin cluster tables --groups 1,2,3,4,5,6,7/8,9,10,11,12,13,14,15 --hosts hosts.txt --process 0

Builds the missing tables in the table directory of the first process, as taquin tables build does, one after the other; each \
worker owns a partition of the table. Only the first process writes the files; copy them to the other machines.")]
pub struct TablesArgs {
    #[command(flatten)]
    partition: PartitionArgs,
    #[command(flatten)]
    config: ClusterArgs,
    #[arg(long, value_name = "DIR", help = help::SCRATCH)]
    scratch: Option<PathBuf>,
    #[arg(long, help = help::FORCE)]
    force: bool,
    #[arg(long, help = help::JSON)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &TablesArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let partitions = args.partition.partitions()?;
    let config = args.config.config()?;
    let mut job = BuildJob {
        args,
        config: &config,
        store: Store::new()?,
        patterns: Databases::needed(&partitions),
        paths: Vec::new(),
        needs: Needs::default(),
        printer: Printer::new(args.json),
    };
    let mut indices = Databases::default();
    job.find_missing(&mut indices)?;
    job.needs = job.compute_needs(&mut indices);
    let is_nothing_missing = job.missing() == 0;
    if is_nothing_missing && config.processes == 1 && config.checkpoint.is_none() {
        config.announce(&job.description(), &job.needs)?;
        return Ok(Exit::Success);
    }
    let Some(mut finished) = job::run(&config, job)? else {
        return Ok(Exit::Success);
    };
    finished.remove_checkpoint()?;
    Ok(finished.exit())
}

/// The construction of tables on several workers.
struct BuildJob<'a> {
    args: &'a TablesArgs,
    config: &'a ClusterConfig,
    store: Store,
    patterns: Vec<Pattern>,
    /// In the first process, the files of the missing tables; the first process decides what is built.
    paths: Vec<Option<PathBuf>>,
    needs: Needs,
    printer: Printer,
}

impl BuildJob<'_> {
    /// Finds the tables that do not exist, and prints those that do.
    fn find_missing(&mut self, indices: &mut Databases) -> Result<(), Failure> {
        self.paths = vec![None; self.patterns.len()];
        if !self.config.is_first() {
            return Ok(());
        }
        for (path, pattern) in self.paths.iter_mut().zip(&self.patterns) {
            let index = Arc::clone(indices.index(pattern.shape(), pattern.homes().len()));
            if !self.args.force && is_there(&self.store, pattern, &index) {
                let row = row(&self.store, pattern.clone(), &index, "there");
                self.printer.row(&row)?;
            } else {
                *path = Some(self.store.path(pattern));
            }
        }
        Ok(())
    }

    fn missing(&self) -> usize {
        self.paths.iter().flatten().count()
    }

    /// The size of the missing tables, in bytes.
    fn missing_bytes(&self, indices: &mut Databases) -> f64 {
        let patterns = self.patterns.iter().zip(&self.paths);
        let missing = patterns.filter(|(_, path)| path.is_some());
        let bytes = missing.map(|(pattern, _)| {
            let index = indices.index(pattern.shape(), pattern.homes().len());
            index.bytes() as f64
        });
        bytes.sum()
    }

    fn compute_needs(&self, indices: &mut Databases) -> Needs {
        let (args, config) = (self.args, self.config);
        let mut needs = Needs {
            advice: FOR_SHARES,
            scratch: args.scratch.clone().map(|directory| (directory, 0.0)),
            ..Needs::default()
        };
        for pattern in &self.patterns {
            let index = Arc::clone(indices.index(pattern.shape(), pattern.homes().len()));
            let plan = BuildPlan::new(pattern.clone(), index);
            let of_plan = plan.needs(config.shares());
            let words: usize = plan.words(0, config.shares()).iter().sum();
            let (share, maps) = (of_plan.share as f64, 8.0 * words as f64);
            let workers = config.workers as f64;
            let memory = match &mut needs.scratch {
                Some((_, scratch)) => {
                    *scratch = scratch.max(workers * maps);
                    share - maps
                }
                None => share,
            };
            needs.memory = needs.memory.max(workers * memory + of_plan.plan as f64);
            // The two latest levels and the next.
            let checkpoint = 1.5 * of_plan.checkpoint as f64 / config.processes as f64;
            needs.checkpoint = needs.checkpoint.max(checkpoint);
        }
        needs.memory += super::message_bytes(config.workers);
        needs.results = (self.missing() > 0).then(|| {
            let directory = self.store.folder().to_path_buf();
            (directory, self.missing_bytes(indices))
        });
        needs
    }
}

impl Job for BuildJob<'_> {
    type Output = ();

    fn description(&self) -> String {
        if self.config.is_first() {
            format!(
                "{} of {} tables to build",
                self.missing(),
                self.patterns.len()
            )
        } else {
            "tables to build".into()
        }
    }

    fn needs(&self) -> Needs {
        self.needs.clone()
    }

    fn identity(&self) -> String {
        format!(
            "taquin {} tables {}",
            env!("CARGO_PKG_VERSION"),
            self.patterns.iter().map(name).collect::<Vec<_>>().join(" ")
        )
    }

    fn check(&self) -> Result<(), Failure> {
        let mut paths = self.paths.iter().flatten();
        paths.try_for_each(|path| check_writable(path))
    }

    fn without_checkpoint(&self) -> &'static str {
        "finished tables stay; without --checkpoint, nothing else is saved"
    }

    fn run(self, session: Session<'_>) -> Result<Ran<()>, Failure> {
        let display = Arc::new(Display(Mutex::new(Displayed {
            printer: self.printer,
            progress: None,
            failure: None,
        })));
        let checkpoint = self.config.checkpoint.as_ref();
        let job = TablesJob {
            patterns: self.patterns,
            paths: self.paths,
            checkpoint: checkpoint.map(|(directory, _)| directory.clone()),
            scratch: self.args.scratch.clone(),
            options: display.level_options(),
            on_begin: display.on_begin(),
            on_built: display.on_built(self.store),
        };
        let built = taquin_cluster::tables::run(session.workers, job);
        let (end, _) = built.map_err(Failure::Unwritable)?;
        Ok(Ran {
            end,
            output: (),
            journal: None,
            failure: display.failure(),
        })
    }
}

/// An error if a file cannot be written, before hours of building.
fn check_writable(path: &Path) -> Result<(), Failure> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let written = std::fs::create_dir_all(directory).and_then(|()| TemporaryFile::new(path));
    let refuse = |error| {
        let error = io_error(&error);
        Failure::Unwritable(format!(
            "{}: cannot be written: {error} (set TAQUIN_TABLES to choose another directory)",
            path.display()
        ))
    };
    written.map(drop).map_err(refuse)
}

/// What is shown of the construction.
struct Display(Mutex<Displayed>);

struct Displayed {
    printer: Printer,
    /// Of the current table.
    progress: Option<JobProgress>,
    /// Why a row could not be written.
    failure: Option<Failure>,
}

impl Display {
    fn with(&self, show: impl FnOnce(&mut Displayed)) {
        if let Ok(mut displayed) = self.0.lock() {
            show(&mut displayed);
        }
    }

    fn failure(&self) -> Option<Failure> {
        self.0.lock().ok()?.failure.take()
    }

    fn level_options(self: &Arc<Display>) -> LevelOptions {
        let [on_level, on_resume] = [self, self].map(Arc::clone);
        LevelOptions {
            checkpoint: None,
            stop: Arc::new(stop_after(None, None)),
            on_level: Arc::new(move |level| {
                on_level.with(|displayed| {
                    let progress = displayed.progress.iter();
                    progress.for_each(|progress| progress.show_level(level));
                });
            }),
            on_resume: Arc::new(move |level| {
                let speak = |progress: &JobProgress| progress.suspend(|| say_resumed(level));
                on_resume.with(|displayed| displayed.progress.iter().for_each(speak));
            }),
        }
    }

    fn on_begin(self: &Arc<Display>) -> Arc<dyn Fn(&Pattern) + Send + Sync> {
        let display = Arc::clone(self);
        Arc::new(move |pattern| {
            let what = format!("{} tiles of {}", pattern.homes().len(), pattern.shape());
            display.with(|displayed| displayed.progress = Some(JobProgress::new(what)));
        })
    }

    fn on_built(self: &Arc<Display>, store: Store) -> Arc<dyn Fn(&Pattern) + Send + Sync> {
        let display = Arc::clone(self);
        Arc::new(move |pattern| {
            let index = PatternIndex::new(pattern.shape(), pattern.homes().len());
            let row = row(&store, pattern.clone(), &index, "built");
            display.with(|displayed| {
                displayed.progress = None;
                // Reported at the end: it is not a reason to stop building.
                if let Err(failure) = displayed.printer.row(&row) {
                    displayed.failure = Some(failure);
                }
            });
        })
    }
}

/// The pattern in the identity of the job: shape, blank and cells.
fn name(pattern: &Pattern) -> String {
    let blank = pattern.blank().index();
    format!("{}-{blank}-{}", pattern.shape(), cells(pattern.homes()))
}
