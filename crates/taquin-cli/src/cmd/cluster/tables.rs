//! `taquin cluster tables`.

use super::config::{ClusterArgs, ClusterConfig, say_resumed};
use super::needs::{FOR_SHARES, Needs};
use super::shown::Levels;
use crate::cmd::tables::{PartitionArgs, Printer};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use taquin::pdb::{BuildPlan, Databases, Pattern, PatternIndex};
use taquin_app::exit::{Exit, Failure};
use taquin_app::files::Beside;
use taquin_app::limits::{Listening, catch_interrupts, stop_after};
use taquin_app::store::{Store, cells};
use taquin_app::tables::{is_there, row};
use taquin_cluster::checkpoints::Folder;
use taquin_cluster::levels::Options;
use taquin_cluster::tables::{Job, run as build};

/// Options of `taquin cluster tables`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin cluster tables 7-8 --workers 2
  taquin cluster tables 6-6-6-6 --processes 2 --checkpoint tables.levels
  taquin cluster tables --groups 1,2,3,4,5,6,7,8/9,10,11,12,13,14,15,16/17,18,19,20,21,22,23,24 --hosts hosts.txt --process 0

Builds what is missing in the first process's folder for tables, as taquin tables build does, table by table; each worker has \
a share of a table while it is built. The first process writes the files; other machines get copies of them.")]
pub struct TablesArgs {
    #[command(flatten)]
    partition: PartitionArgs,
    #[command(flatten)]
    config: ClusterArgs,
    /// Keep the entries in files of this folder, mapped into memory: for shares larger than memory
    #[arg(long, value_name = "FOLDER")]
    scratch: Option<PathBuf>,
    /// Build also what is there already
    #[arg(long)]
    force: bool,
    /// Write JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(super) fn run(args: &TablesArgs) -> Result<Exit, Failure> {
    catch_interrupts();
    let partitions = args.partition.partitions()?;
    let config = args.config.config()?;
    let store = Store::new()?;
    let patterns: Vec<Pattern> = Databases::needed(&partitions).into_iter().collect();
    let mut printer = Printer::new(args.json);
    let mut indices = Databases::default();
    let wanted = wanted(args, &config, &store, &patterns, &mut indices, &mut printer)?;
    let missing = wanted.iter().flatten().count();
    let what = match config.is_first() {
        true => format!("{missing} of {} tables to build", patterns.len()),
        false => "tables to build".into(),
    };
    let mut needs = needs(args, &config, &patterns, &mut indices);
    needs.made = (missing > 0).then(|| {
        let folder = store.folder().to_path_buf();
        (folder, table_bytes(&patterns, &wanted, &mut indices))
    });
    config.announce(&what, &needs)?;
    let is_nothing_left = missing == 0 && config.processes == 1 && config.checkpoint.is_none();
    if config.dry_run || is_nothing_left {
        return Ok(Exit::Success);
    }
    let job = format!(
        "taquin {} tables {}",
        env!("CARGO_PKG_VERSION"),
        patterns.iter().map(name).collect::<Vec<_>>().join(" ")
    );
    config.check_folder(&job)?;
    wanted
        .iter()
        .flatten()
        .try_for_each(|path| can_be_written(path))?;
    let (crew, children) = config.meet(&job)?;
    let folder = config.open_folder(&job)?;
    let shown = Arc::new(Shown(Mutex::new(Show {
        printer,
        levels: None,
        failure: None,
    })));
    let job = job_of(args, &config, &store, patterns, wanted, &shown);
    let begun = Instant::now();
    let _listening = Listening::begin();
    let (end, _) = build(crew, job).map_err(Failure::Unwritable)?;
    children.wait();
    if let Some(failure) = shown.failure() {
        return Err(failure);
    }
    if config.reason(&end, None, begun)?.is_none() {
        folder.iter().for_each(Folder::clear);
        return Ok(Exit::Success);
    }
    config.tell_way_on("tables that were finished stay; without --checkpoint nothing else is kept");
    Ok(Exit::Interrupted)
}

/// In the first process the files of those tables that are not there; the others have no say.
fn wanted(
    args: &TablesArgs,
    config: &ClusterConfig,
    store: &Store,
    patterns: &[Pattern],
    indices: &mut Databases,
    printer: &mut Printer,
) -> Result<Vec<Option<PathBuf>>, Failure> {
    if !config.is_first() {
        return Ok(vec![None; patterns.len()]);
    }
    let mut wanted = Vec::new();
    for pattern in patterns {
        let index = Arc::clone(indices.index(pattern.shape(), pattern.homes().len()));
        let is_there = !args.force && is_there(store, pattern, &index);
        if is_there {
            printer.row(&row(store, pattern.clone(), &index, "there"))?;
        }
        wanted.push((!is_there).then(|| store.path(pattern)));
    }
    Ok(wanted)
}

/// What the tables that are missing take on disk.
fn table_bytes(patterns: &[Pattern], wanted: &[Option<PathBuf>], indices: &mut Databases) -> f64 {
    let missing = patterns
        .iter()
        .zip(wanted)
        .filter(|(_, path)| path.is_some());
    let bytes = missing.map(|(pattern, _)| {
        let index = indices.index(pattern.shape(), pattern.homes().len());
        index.bytes() as f64
    });
    bytes.sum()
}

/// Hours of building would be for nothing otherwise.
fn can_be_written(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = std::fs::create_dir_all(folder).and_then(|()| Beside::new(path));
    let refuse = |error| {
        Failure::Unwritable(format!(
            "{}: cannot be written: {error} (TAQUIN_TABLES=FOLDER names another folder)",
            path.display()
        ))
    };
    written.map(drop).map_err(refuse)
}

/// What is shown of a job.
struct Shown(Mutex<Show>);

struct Show {
    printer: Printer,
    levels: Option<Levels>,
    /// Why a row could not be written.
    failure: Option<Failure>,
}

impl Shown {
    fn with(&self, show: impl FnOnce(&mut Show)) {
        if let Ok(mut shown) = self.0.lock() {
            show(&mut shown);
        }
    }

    fn failure(&self) -> Option<Failure> {
        self.0.lock().ok()?.failure.take()
    }
}

fn job_of(
    args: &TablesArgs,
    config: &ClusterConfig,
    store: &Store,
    patterns: Vec<Pattern>,
    paths: Vec<Option<PathBuf>>,
    shown: &Arc<Shown>,
) -> Job {
    let [begin, tell, resumed, end] = [shown; 4].map(Arc::clone);
    let store = store.clone();
    Job {
        patterns,
        paths,
        folder: config.checkpoint.as_ref().map(|(folder, _)| folder.clone()),
        scratch: args.scratch.clone(),
        options: Options {
            folder: None,
            stop: Arc::new(stop_after(None, None)),
            tell: Arc::new(move |progress| {
                tell.with(|show| show.levels.iter().for_each(|levels| levels.tell(progress)));
            }),
            resumed: Arc::new(move |level| {
                let speak = |levels: &Levels| levels.aside(|| say_resumed(level));
                resumed.with(|show| show.levels.iter().for_each(speak));
            }),
        },
        begin: Arc::new(move |pattern| {
            let what = format!("{} tiles of {}", pattern.homes().len(), pattern.shape());
            begin.with(|show| show.levels = Some(Levels::new(what)));
        }),
        built: Arc::new(move |pattern| {
            let index = PatternIndex::new(pattern.shape(), pattern.homes().len());
            let row = row(&store, pattern.clone(), &index, "built");
            end.with(|show| {
                show.levels = None;
                // That is told at the end: it is no reason to stop building.
                if let Err(failure) = show.printer.row(&row) {
                    show.failure = Some(failure);
                }
            });
        }),
    }
}

fn needs(
    args: &TablesArgs,
    config: &ClusterConfig,
    patterns: &[Pattern],
    indices: &mut Databases,
) -> Needs {
    let mut needs = Needs {
        memory: 0.0,
        takes_less: FOR_SHARES,
        checkpoint: 0.0,
        scratch: args.scratch.clone().map(|folder| (folder, 0.0)),
        made: None,
    };
    for pattern in patterns {
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
        let kept = 1.5 * of_plan.checkpoint as f64 / config.processes as f64;
        needs.checkpoint = needs.checkpoint.max(kept);
    }
    needs.memory += super::messages(config.workers);
    needs
}

/// Shape, blank and cells.
fn name(pattern: &Pattern) -> String {
    let blank = pattern.blank().index();
    format!("{}-{blank}-{}", pattern.shape(), cells(pattern.homes()))
}
