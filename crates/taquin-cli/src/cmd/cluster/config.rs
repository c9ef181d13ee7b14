//! Who takes part in a job: options, the processes of this machine, and what to say when one is gone.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::limits::{Reason, duration, is_interrupted};
use taquin_app::words::many;
use taquin_cluster::checkpoints::{CheckpointError, Folder, Holder, Resume};
use taquin_cluster::crew::Crew;
use taquin_cluster::handshake::{Digest, Token, secret};
use taquin_cluster::levels::End;
use taquin_cluster::lost;
use taquin_cluster::rendezvous::{Place, Rendezvous, RendezvousError};

/// The variable with the token.
const TOKEN: &str = "TAQUIN_CLUSTER_TOKEN";
/// The variable by which a process that was started by the first one knows where that is, which it is itself, and how many
/// there are.
const CHILD: &str = "TAQUIN_CLUSTER_CHILD";

/// No hosts file and no token file is longer.
const MAX_TEXT: u64 = 1 << 20;

/// How long processes of this machine wait for each other.
const WAIT: Duration = Duration::from_secs(60);

/// How long a process stays that knows of another one that is gone.
const FAREWELL: Duration = Duration::from_secs(1);

/// Options that all jobs have.
#[derive(Debug, clap::Args)]
pub(super) struct ClusterArgs {
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
pub(super) struct ClusterConfig {
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

impl ClusterArgs {
    /// What the options, the hosts file and the environment say.
    pub(super) fn config(&self) -> Result<ClusterConfig, Failure> {
        let resume = match self.resume {
            true => Resume::Yes,
            false => Resume::No,
        };
        let mut config = ClusterConfig {
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
            config.hosts = read_hosts(hosts)?;
            config.processes = config.hosts.len();
            config.token = self.token()?;
            if config.process >= config.processes {
                return Err(Failure::Usage(format!(
                    "--process {}: {} has {} lines, counted from 0",
                    config.process,
                    hosts.display(),
                    config.processes
                )));
            }
        } else if let Some((first, process)) = parent() {
            (config.first, config.process) = (Some(first), process);
            config.token = self.token()?;
        }
        let cores = match self.hosts {
            Some(_) => 1,
            None => (taquin_app::plan::threads() / config.processes).max(1),
        };
        config.workers = self.workers.map_or(cores, usize::from);
        Ok(config)
    }

    fn token(&self) -> Result<Token, Failure> {
        let text = match &self.token_file {
            Some(file) => read_text(file)?,
            None => std::env::var(TOKEN).unwrap_or_default(),
        };
        match (text.trim(), &self.token_file) {
            ("", Some(file)) => Err(Failure::BadInput(format!(
                "{}: no token (write a long random word)",
                file.display()
            ))),
            ("", None) => Err(Failure::Usage(format!(
                "--hosts needs a token that all processes share: set {TOKEN}, or name a file with --token-file"
            ))),
            (text, _) => Ok(Token::of(text)),
        }
    }
}

/// The text of a small file.
fn read_text(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let file = File::open(path).map(|file| file.take(MAX_TEXT + 1));
    let read = file.and_then(|mut file| file.read_to_string(&mut text));
    match read {
        Ok(bytes) if bytes as u64 > MAX_TEXT => Err(Failure::BadInput(format!(
            "{}: longer than {MAX_TEXT} bytes, which no list of hosts and no token is",
            path.display()
        ))),
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::BadInput(format!(
            "{}: cannot be read: {error}",
            path.display()
        ))),
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
    let text = read_text(path)?;
    let mut hosts: Vec<String> = Vec::new();
    let mut lines = HashMap::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
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

impl ClusterConfig {
    /// Whether this process tells how it goes and prints the answer.
    pub(super) const fn is_first(&self) -> bool {
        self.process == 0
    }

    /// Workers of all processes.
    pub(super) const fn shares(&self) -> usize {
        self.processes * self.workers
    }

    /// Processes on this machine.
    pub(super) const fn here(&self) -> usize {
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
        let holder = match self.is_first() {
            true => Holder::First,
            false => Holder::Other,
        };
        let folder = self.checkpoint.as_ref();
        let folder = folder.map(|(path, _)| Folder::open(path, job, holder));
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
        // Who keeps levels and who does not would wait for different words.
        let crew = format!(
            "{job}; {} of {}; {:?}; checkpoint {}",
            self.processes,
            self.workers,
            self.hosts,
            self.checkpoint.is_some()
        );
        let is_told = !self.hosts.is_empty();
        let meeting = Rendezvous {
            version: env!("CARGO_PKG_VERSION"),
            digest: Digest::of(&crew),
            token: &token,
            process: self.process,
            patience: if is_told { self.wait } else { WAIT },
            say: &|what| {
                if is_told {
                    say("taquin", what);
                }
            },
            ended: &mut || children.ended(),
        };
        let sockets = meeting.meet(place).map_err(|error| match error {
            RendezvousError::Listen { .. } | RendezvousError::Address { .. } => {
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

fn kept(error: CheckpointError) -> Failure {
    match error {
        CheckpointError::Begun(_) | CheckpointError::Locked(_) => Failure::Usage(error.to_string()),
        CheckpointError::Io { .. } => Failure::Unwritable(error.to_string()),
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

/// Processes that this one has started. Whoever drops them before the job is over ends them: nobody is left behind, and
/// nobody waits for them while they wait for this process.
#[derive(Debug)]
pub(super) struct Children(Vec<Child>);

impl Children {
    /// The number of one that has ended, if any has.
    fn ended(&mut self) -> Option<usize> {
        let mut children = self.0.iter_mut();
        let ended = children.position(|child| !matches!(child.try_wait(), Ok(None)));
        ended.map(|place| place + 1)
    }

    /// The job is over for all: they end by themselves.
    pub(super) fn wait(mut self) {
        for mut child in self.0.drain(..) {
            let _ = child.wait();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
