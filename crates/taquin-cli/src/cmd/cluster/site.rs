//! Who takes part in a job: options, the processes of this machine, and what to say when one is gone.

use crate::exit::{Exit, Failure, say};
use crate::limits::{Reason, duration, is_interrupted};
use crate::output::{many, text};
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use taquin_cluster::crew::Crew;
use taquin_cluster::greet::{Digest, Token, secret};
use taquin_cluster::keep::{Folder, KeepError, Resume};
use taquin_cluster::levels::End;
use taquin_cluster::meet::{MeetError, Meeting, Place};
use taquin_cluster::{lost, room};

/// The variable with the token.
const TOKEN: &str = "TAQUIN_CLUSTER_TOKEN";
/// The variable by which a process that was started by the first one knows where that is, which it is itself, and how many
/// there are.
const CHILD: &str = "TAQUIN_CLUSTER_CHILD";

/// How long a process stays that knows of another one that is gone.
const FAREWELL: Duration = Duration::from_secs(1);

/// Options that all jobs have.
#[derive(Debug, clap::Args)]
pub(super) struct SiteArgs {
    /// Workers (threads) of each process [default: all cores, shared among --processes; with --hosts 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    workers: Option<u16>,
    /// Start so many processes on this machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512), conflicts_with_all = ["hosts", "process"])]
    processes: Option<u16>,
    /// The addresses of all processes, host:port, one a line; the same command is started once for each
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// Which line of the hosts file this process is, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// A file with the token that all processes of --hosts share [default: the variable TAQUIN_CLUSTER_TOKEN]
    #[arg(long, value_name = "FILE", requires = "hosts")]
    token_file: Option<PathBuf>,
    /// How long to wait for the other processes of --hosts
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    wait: Duration,
    /// Keep what is done in this folder
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,
    /// Go on from what the folder has, with the same number of processes or another
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Say what memory and disk the job takes, and do not begin it
    #[arg(long)]
    dry_run: bool,
}

/// This process, and how the others are reached.
#[derive(Debug)]
pub(super) struct Site {
    /// Its number.
    pub(super) process: usize,
    /// How many there are.
    pub(super) processes: usize,
    /// Workers of each.
    pub(super) workers: usize,
    /// The folder, and whether to go on from it.
    pub(super) checkpoint: Option<(PathBuf, Resume)>,
    /// Only say what it takes.
    pub(super) dry_run: bool,
    hosts: Vec<String>,
    token: Token,
    wait: Duration,
    /// Where the first process listens, if that started this one.
    first: Option<SocketAddr>,
}

/// What each process of a job takes, in bytes.
pub(super) struct Needs {
    /// Of memory.
    pub(super) memory: f64,
    /// Of disk, in the folder for checkpoints.
    pub(super) checkpoint: f64,
    /// Of disk, in a folder for what is mapped.
    pub(super) scratch: Option<(PathBuf, f64)>,
}

impl SiteArgs {
    /// What the options, the hosts file and the environment say.
    pub(super) fn site(&self) -> Result<Site, Failure> {
        let resume = match self.resume {
            true => Resume::Yes,
            false => Resume::No,
        };
        let mut site = Site {
            process: self.process.unwrap_or(0),
            processes: self.processes.map_or(1, usize::from),
            workers: 1,
            checkpoint: self.checkpoint.clone().map(|folder| (folder, resume)),
            dry_run: self.dry_run,
            hosts: Vec::new(),
            token: Token::of(""),
            wait: self.wait,
            first: None,
        };
        if let Some(hosts) = &self.hosts {
            site.hosts = read_hosts(hosts)?;
            site.processes = site.hosts.len();
            site.token = self.token()?;
            if site.process >= site.processes {
                return Err(Failure::Usage(format!(
                    "--process {}: {} has {} lines, counted from 0",
                    site.process,
                    hosts.display(),
                    site.processes
                )));
            }
        } else if let Some((first, process)) = parent() {
            (site.first, site.process) = (Some(first), process);
            site.token = self.token()?;
        }
        let cores = match self.hosts {
            Some(_) => 1,
            None => (crate::cmd::plan::threads() / site.processes).max(1),
        };
        site.workers = self.workers.map_or(cores, usize::from);
        Ok(site)
    }

    fn token(&self) -> Result<Token, Failure> {
        let text = match &self.token_file {
            Some(file) => std::fs::read_to_string(file).map_err(|error| {
                Failure::BadInput(format!("{}: cannot be read: {error}", file.display()))
            })?,
            None => std::env::var(TOKEN).unwrap_or_default(),
        };
        match text.trim() {
            "" => Err(Failure::Usage(format!(
                "--hosts needs a token that all processes share: set {TOKEN}, or name a file with --token-file"
            ))),
            text => Ok(Token::of(text)),
        }
    }
}

/// Where the first process is, and which one this is, if it was started by that.
fn parent() -> Option<(SocketAddr, usize)> {
    let text = std::env::var(CHILD).ok()?;
    let (first, process) = text.split_once(' ')?;
    Some((first.parse().ok()?, process.parse().ok()?))
}

/// The addresses in a file, each on a line of its own.
fn read_hosts(path: &Path) -> Result<Vec<String>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::BadInput(format!("{}: cannot be read: {error}", path.display()))
    })?;
    let mut hosts: Vec<String> = Vec::new();
    let mut lines = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: String| {
            Err(Failure::BadInput(format!(
                "{}:{number}: {what}",
                path.display()
            )))
        };
        let port = line.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) {
            return wrong(format!(
                "{line} is no address (write host:port, such as 10.0.0.2:2101)"
            ));
        }
        if let Some(before) = lines.insert(line.to_string(), number) {
            return wrong(format!(
                "{line} is on line {before} already (each process has its own)"
            ));
        }
        hosts.push(line.into());
    }
    match hosts.len() {
        0 => Err(Failure::BadInput(format!(
            "{}: no address (write host:port, one a line)",
            path.display()
        ))),
        1..=512 => Ok(hosts),
        many => Err(Failure::BadInput(format!(
            "{}: {many} addresses, and 512 are the most",
            path.display()
        ))),
    }
}

impl Site {
    /// Whether this process tells how it goes and prints the answer.
    pub(super) const fn is_first(&self) -> bool {
        self.process == 0
    }

    /// Workers of all processes.
    pub(super) const fn shares(&self) -> usize {
        self.processes * self.workers
    }

    /// Processes on this machine.
    const fn here(&self) -> usize {
        if self.hosts.is_empty() {
            self.processes
        } else {
            1
        }
    }

    /// Whether the first process has started this one: then that speaks for both, and both use its folder.
    pub(super) const fn is_child(&self) -> bool {
        self.first.is_some()
    }

    /// Why a job that has begun at some moment came to an end before its end, if it did.
    pub(super) fn reason(
        &self,
        end: &End,
        time: Option<Duration>,
        begun: Instant,
    ) -> Result<Option<Reason>, Failure> {
        // The others do not know whether the first one has stopped because its time was over.
        let is_over = |time| !self.is_first() || begun.elapsed() >= time;
        match end {
            End::Complete => Ok(None),
            End::Stopped if !is_interrupted() && time.is_some_and(is_over) => {
                Ok(Some(Reason::Time))
            }
            End::Stopped => Ok(Some(Reason::Interrupted)),
            End::Refused(why) => Err(Failure::BadInput(why.clone())),
            End::Failed(why) => Err(Failure::Unwritable(match &self.checkpoint {
                Some(_) => format!("{why} (the same command with --resume goes on)"),
                None => why.clone(),
            })),
        }
    }

    /// Says how to go on after a stop.
    pub(super) fn tell_way_on(&self, otherwise: &str) {
        let way_on = match &self.checkpoint {
            Some(_) => "the same command with --resume goes on",
            None => otherwise,
        };
        if self.is_first() {
            say("taquin", format_args!("stopped: {way_on}"));
        }
    }

    /// Says what the job takes, and refuses if that is not there, unless it is only to be said.
    pub(super) fn announce(&self, what: &str, needs: &Needs) -> Result<(), Failure> {
        if self.is_child() {
            return Ok(());
        }
        let (folder, here) = (self.checkpoint.as_ref(), self.here() as f64);
        let mut disk = Vec::new();
        if let Some((folder, _)) = folder {
            disk.push((folder, needs.checkpoint));
        }
        if let Some((folder, bytes)) = &needs.scratch {
            disk.push((folder, *bytes));
        }
        let each = disk.iter().map(|(folder, bytes)| {
            format!(", {} on disk in {}", text::bytes(*bytes), folder.display())
        });
        let crew = crew(self.processes, self.workers);
        say(
            "taquin",
            format_args!(
                "{what}; {crew}: {} of memory{} each",
                text::bytes(needs.memory),
                each.collect::<String>()
            ),
        );
        let short = |thing: String, needed: f64, free: u64, way_out: &str| {
            let short = format!(
                "{thing} has {} free, and this takes {} ({way_out})",
                text::bytes(free as f64),
                text::bytes(needed)
            );
            if !self.dry_run {
                return Err(Failure::Limit(short));
            }
            say("taquin", short);
            Ok(())
        };
        if let Some(free) = room::free_memory()
            && here * needs.memory > free as f64
        {
            short(
                "this machine's memory".into(),
                here * needs.memory,
                free,
                "more machines take less each; --scratch FOLDER keeps the boards in files",
            )?;
        }
        for (folder, bytes) in disk {
            if let Some(free) = room::free_disk(folder)
                && here * bytes > free as f64
            {
                let folder = format!("the disk of {}", folder.display());
                short(
                    folder,
                    here * bytes,
                    free,
                    "name another folder, or make room",
                )?;
            }
        }
        Ok(())
    }

    /// Refuses a folder that cannot be used for this job.
    pub(super) fn check_folder(&self, job: &str) -> Result<(), Failure> {
        match &self.checkpoint {
            // The first process has looked already, and may have begun to write.
            Some((folder, resume)) if !self.is_child() => {
                Folder::check(folder, job, *resume).map_err(kept)
            }
            _ => Ok(()),
        }
    }

    /// Makes the folder.
    pub(super) fn open_folder(&self, job: &str) -> Result<Option<Folder>, Failure> {
        let open = |path: &Path| match self.is_first() {
            true => Folder::open(path, job)?.locked(),
            false => Folder::open(path, job),
        };
        let folder = self.checkpoint.as_ref().map(|(path, _)| open(path));
        folder.transpose().map_err(kept)
    }

    /// Starts the other processes of this machine, if there are any, and meets all.
    pub(super) fn meet(&self, job: &str) -> Result<(Crew, Children), Failure> {
        let mut children = Children(Vec::new());
        let mut token = self.token.clone();
        let place = if !self.hosts.is_empty() {
            Place::Hosts(self.hosts.clone())
        } else if let Some(first) = self.first {
            Place::Child(first, self.processes)
        } else if self.processes == 1 {
            Place::Alone
        } else {
            let fail = |error| Failure::Unwritable(format!("no process can be started: {error}"));
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(fail)?;
            let address = listener.local_addr().map_err(fail)?;
            let text = secret().map_err(fail)?;
            token = Token::of(&text);
            for process in 1..self.processes {
                children
                    .0
                    .push(start(process, address, &text).map_err(fail)?);
            }
            Place::First(listener, self.processes)
        };
        let crew = format!(
            "{job}; {} of {}; {:?}",
            self.processes, self.workers, self.hosts
        );
        let is_told = !self.hosts.is_empty();
        let meeting = Meeting {
            version: env!("CARGO_PKG_VERSION"),
            digest: Digest::of(&crew),
            token: &token,
            process: self.process,
            patience: self.wait,
            say: &|what| {
                if is_told {
                    say("taquin", what);
                }
            },
            ended: &mut || children.ended(),
        };
        let sockets = meeting.meet(place).map_err(|error| match error {
            MeetError::Listen { .. } | MeetError::Address { .. } => {
                Failure::BadInput(error.to_string())
            }
            _ => Failure::Lost(error.to_string()),
        })?;
        self.watch();
        let crew = Crew {
            process: self.process,
            threads: self.workers,
            sockets,
        };
        Ok((crew, children))
    }

    /// From now on a process that is gone ends this one.
    fn watch(&self) {
        let (hosts, own) = (self.hosts.clone(), self.process);
        let way_out = match &self.checkpoint {
            Some((folder, _)) => format!(
                "the same command with --resume goes on from what {} has",
                folder.display()
            ),
            None => "without --checkpoint nothing is kept: it begins anew".into(),
        };
        lost::watch(move |process| {
            let at = hosts
                .get(process)
                .map_or_else(String::new, |at| format!(" ({at})"));
            say(
                "taquin",
                format_args!(
                    "process {own}: process {process}{at} is gone, so the job stops; {way_out}"
                ),
            );
            // The others should hear of that one for themselves, and not take this one for the first to go.
            std::thread::sleep(FAREWELL);
            std::process::exit(Exit::Lost as i32);
        });
    }
}

/// Says where a walk goes on.
pub(super) fn say_resumed(level: u32) {
    match level {
        0 => say(
            "taquin",
            "no level is there with all its shares, so the job begins anew (does every process have its folder?)",
        ),
        _ => say("taquin", format_args!("going on from level {level}")),
    }
}

/// How many processes and workers, in words.
pub(super) fn crew(processes: usize, workers: usize) -> String {
    let processes = match processes {
        1 => "1 process".to_string(),
        _ => format!("{processes} processes"),
    };
    format!("{processes} of {}", many(workers, "worker"))
}

fn kept(error: KeepError) -> Failure {
    match error {
        KeepError::Begun(_) | KeepError::Locked(_) => Failure::Usage(error.to_string()),
        KeepError::Io { .. } => Failure::Unwritable(error.to_string()),
        _ => Failure::BadInput(error.to_string()),
    }
}

/// The same command once more, as another process.
fn start(process: usize, first: SocketAddr, token: &str) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(TOKEN, token)
        .env(CHILD, format!("{first} {process}"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
}

/// Processes that this one has started.
#[derive(Debug)]
pub(super) struct Children(Vec<Child>);

impl Children {
    /// The number of one that has ended, if any has.
    fn ended(&mut self) -> Option<usize> {
        let mut children = self.0.iter_mut();
        let ended = children.position(|child| !matches!(child.try_wait(), Ok(None)));
        ended.map(|place| place + 1)
    }
}

impl Drop for Children {
    /// They end by themselves; nobody should be left behind.
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.wait();
        }
    }
}
