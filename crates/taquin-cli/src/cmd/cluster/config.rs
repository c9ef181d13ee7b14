//! The processes of a job: options, the processes on this machine, and what to report when one is lost.

use crate::args::number::{number, number_in};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use taquin_app::exit::{Exit, Failure, say};
use taquin_app::limits::{ChildGuard, Reason, duration, end_children, is_interrupted};
use taquin_app::words::{io_error, many};
use taquin_cluster::JobEnd;
use taquin_cluster::checkpoints::{CheckpointDir, CheckpointError, Resume, Role};
use taquin_cluster::handshake::{Digest, Token, random_token};
use taquin_cluster::heartbeat;
use taquin_cluster::lost;
use taquin_cluster::rendezvous::{Rendezvous, RendezvousError, Topology};
use taquin_cluster::workers::Workers;

/// The variable with the token.
const TOKEN: &str = "TAQUIN_CLUSTER_TOKEN";
/// The variable from which a process that the first one has started knows that one's address and its own number.
const CHILD: &str = "TAQUIN_CLUSTER_CHILD";

/// The largest size of a hosts file or a token file.
const MAX_TEXT: u64 = 1 << 20;

/// How long the processes of this machine wait for each other.
const LOCAL_WAIT: Duration = Duration::from_secs(60);

/// How long a process waits before it exits because of a lost one.
const EXIT_DELAY: Duration = Duration::from_secs(1);

/// Options that all jobs have.
#[derive(Debug, clap::Args)]
pub(super) struct ClusterArgs {
    /// Workers (threads) of each process [default: all cores, shared among --processes; with --hosts 1]
    #[arg(long, alias = "threads", value_name = "N", value_parser = number_in(1_u16..=512))]
    workers: Option<u16>,
    /// Start N processes on this machine
    #[arg(long, value_name = "N", value_parser = number_in(1_u16..=512), conflicts_with_all = ["hosts", "process"])]
    processes: Option<u16>,
    /// The addresses of all processes, one host:port per line; start the same command once for each of them
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,
    /// Line number of this process in the hosts file, counted from 0
    #[arg(long, value_name = "I", requires = "hosts", value_parser = number::<usize>())]
    process: Option<usize>,
    /// A file with the token that all processes of --hosts share [default: the variable TAQUIN_CLUSTER_TOKEN]
    #[arg(long, value_name = "FILE", requires = "hosts")]
    token_file: Option<PathBuf>,
    /// How long to wait for the other processes of --hosts
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    wait: Duration,
    /// Write checkpoints to this directory
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint, with any number of processes
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Print the memory and disk space that the job needs, and do not start it
    #[arg(long)]
    dry_run: bool,
}

/// This process, and how it reaches the others.
#[derive(Debug)]
pub(super) struct ClusterConfig {
    /// Its number.
    pub(super) process: usize,
    /// The number of processes.
    pub(super) processes: usize,
    /// The workers of each process.
    pub(super) workers: usize,
    /// The checkpoint directory, and whether to continue from it.
    pub(super) checkpoint: Option<(PathBuf, Resume)>,
    /// Whether only to print what the job needs.
    pub(super) dry_run: bool,
    hosts: Vec<String>,
    token: Token,
    wait: Duration,
    /// The address of the first process, if that has started this one.
    first: Option<SocketAddr>,
}

impl ClusterArgs {
    /// The configuration from the options, the hosts file and the environment.
    pub(super) fn config(&self) -> Result<ClusterConfig, Failure> {
        let resume = if self.resume { Resume::Yes } else { Resume::No };
        let mut config = ClusterConfig {
            process: self.process.unwrap_or(0),
            processes: self.processes.map_or(1, usize::from),
            workers: 1,
            checkpoint: self.checkpoint.clone().map(|directory| (directory, resume)),
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
                    "--process {}: {} has {} address{}, and processes are counted from 0",
                    config.process,
                    hosts.display(),
                    config.processes,
                    if config.processes == 1 { "" } else { "es" }
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
                "{}: the file is empty; write a long random token to it",
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
            "{}: the file has more than {MAX_TEXT} bytes",
            path.display()
        ))),
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::BadInput(format!(
            "{}: cannot be read: {}",
            path.display(),
            io_error(&error)
        ))),
    }
}

/// The address of the first process and the number of this one, if the first process has started it.
fn parent() -> Option<(SocketAddr, usize)> {
    let text = std::env::var(CHILD).ok()?;
    let (first, process) = text.split_once(' ')?;
    Some((first.parse().ok()?, process.parse().ok()?))
}

/// The addresses in a file, one per line.
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
                "{line} is not a valid address (write host:port, such as 10.0.0.2:2101)"
            ));
        }
        if let Some(before) = lines.insert(line.to_string(), number) {
            return wrong(format!(
                "{line} is already on line {before} (each process needs its own address)"
            ));
        }
        hosts.push(line.into());
    }
    match hosts.len() {
        0 => Err(Failure::BadInput(format!(
            "{}: the file has no addresses (write one host:port per line)",
            path.display()
        ))),
        1..=512 => Ok(hosts),
        many => Err(Failure::BadInput(format!(
            "{}: {many} addresses; the limit is 512",
            path.display()
        ))),
    }
}

impl ClusterConfig {
    /// Whether this process reports the progress and prints the result.
    pub(super) const fn is_first(&self) -> bool {
        self.process == 0
    }

    /// The workers of all processes.
    pub(super) const fn shares(&self) -> usize {
        self.processes * self.workers
    }

    /// The processes on this machine.
    pub(super) const fn here(&self) -> usize {
        if self.hosts.is_empty() {
            self.processes
        } else {
            1
        }
    }

    /// Whether the first process has started this one. Then that one reports for both, and both use its directory.
    pub(super) const fn is_child(&self) -> bool {
        self.first.is_some()
    }

    /// Why a job that began at `begun` stopped early, if it did.
    pub(super) fn reason(
        &self,
        end: &JobEnd,
        time: Option<Duration>,
        begun: Instant,
    ) -> Result<Option<Reason>, Failure> {
        // Only the first process knows whether its time limit was reached.
        let is_over = |time| !self.is_first() || begun.elapsed() >= time;
        match end {
            JobEnd::Complete => Ok(None),
            JobEnd::Stopped if !is_interrupted() && time.is_some_and(is_over) => {
                Ok(Some(Reason::Time))
            }
            JobEnd::Stopped => Ok(Some(Reason::Interrupted)),
            JobEnd::Refused(why) => Err(Failure::BadInput(why.clone())),
            JobEnd::NoMemory(why) => Err(Failure::Limit(why.clone())),
            JobEnd::Failed(why) => Err(Failure::Unwritable(match &self.checkpoint {
                Some(_) => format!("{why} (the same command with --resume continues)"),
                None => why.clone(),
            })),
        }
    }

    /// Prints how to continue a stopped job.
    pub(super) fn say_how_to_resume(&self, without_checkpoint: &str) {
        let advice = match &self.checkpoint {
            Some(_) => "the same command with --resume continues",
            None => without_checkpoint,
        };
        if self.is_first() {
            say("taquin", format_args!("stopped: {advice}"));
        }
    }

    /// An error if the checkpoint directory cannot be used for this job.
    pub(super) fn check_checkpoint(&self, job: &str) -> Result<(), Failure> {
        match &self.checkpoint {
            // The first process has checked it already, and may have begun to write.
            Some((path, resume)) if !self.is_child() => {
                CheckpointDir::check(path, job, *resume).map_err(checkpoint_failure)
            }
            _ => Ok(()),
        }
    }

    /// Opens or creates the checkpoint directory.
    pub(super) fn open_checkpoint(&self, job: &str) -> Result<Option<CheckpointDir>, Failure> {
        let role = if self.is_first() {
            Role::First
        } else {
            Role::Other
        };
        let checkpoint = self.checkpoint.as_ref();
        let checkpoint = checkpoint.map(|(path, _)| CheckpointDir::open(path, job, role));
        checkpoint.transpose().map_err(checkpoint_failure)
    }

    /// Starts the other processes of this machine, if there are any, and connects to all processes.
    pub(super) fn connect(&self, job: &str) -> Result<(Workers, Children), Failure> {
        let (topology, token, mut children) = self.topology()?;
        // Processes with and without checkpoints would wait for different messages.
        let identity = format!(
            "{job}; {} of {}; {:?}; checkpoint {}",
            self.processes,
            self.workers,
            self.hosts,
            self.checkpoint.is_some()
        );
        let is_reported = !self.hosts.is_empty();
        let rendezvous = Rendezvous {
            version: env!("CARGO_PKG_VERSION"),
            digest: Digest::of(&identity),
            token: &token,
            process: self.process,
            timeout: if is_reported { self.wait } else { LOCAL_WAIT },
            report: &|message| {
                if is_reported {
                    say("taquin", message);
                }
            },
            terminated: &mut || children.terminated(),
        };
        let connections = rendezvous.connect(topology).map_err(|error| match error {
            RendezvousError::Listen { .. } | RendezvousError::Address { .. } => {
                Failure::BadInput(error.to_string())
            }
            _ => Failure::Lost(error.to_string()),
        })?;
        let lost = self.watch();
        heartbeat::watch(connections.heartbeats, lost).map_err(|error| {
            let why = io_error(&error);
            Failure::Lost(format!("the other processes cannot be watched: {why}"))
        })?;
        let workers = Workers {
            process: self.process,
            threads: self.workers,
            sockets: connections.sockets,
        };
        Ok((workers, children))
    }

    /// How this process reaches the others, and those that it has started.
    fn topology(&self) -> Result<(Topology, Token, Children), Failure> {
        let mut children = Children(Vec::new());
        let token = self.token.clone();
        if !self.hosts.is_empty() {
            return Ok((Topology::Hosts(self.hosts.clone()), token, children));
        }
        if let Some(first) = self.first {
            return Ok((Topology::Child(first, self.processes), token, children));
        }
        if self.processes == 1 {
            return Ok((Topology::Alone, token, children));
        }
        let fail = |error| {
            let error = io_error(&error);
            Failure::Unwritable(format!("cannot start a process: {error}"))
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        let text = random_token().map_err(fail)?;
        for process in 1..self.processes {
            let child = start(process, address, &text).map_err(fail)?;
            let guard = ChildGuard::process(child.id());
            children.0.push((child, guard));
        }
        let topology = Topology::First(listener, self.processes);
        Ok((topology, Token::of(&text), children))
    }

    /// From now on, this process exits when another one is lost. Calls of the result report such a process.
    fn watch(&self) -> impl Fn(usize) + Send + 'static {
        let (hosts, own) = (self.hosts.clone(), self.process);
        let advice = match &self.checkpoint {
            Some((path, _)) => format!(
                "the same command with --resume continues from {}",
                path.display()
            ),
            None => "without --checkpoint it starts over".into(),
        };
        lost::watch(move |process| {
            let at = hosts
                .get(process)
                .map_or_else(String::new, |at| format!(" ({at})"));
            say(
                "taquin",
                format_args!(
                    "process {own}: process {process}{at} is lost, so the job stops; {advice}"
                ),
            );
            // The others should notice that one first, not this one.
            std::thread::sleep(EXIT_DELAY);
            // A stopped process would stay.
            end_children();
            std::process::exit(Exit::Lost as i32);
        })
    }
}

/// Prints the level from which a job continues.
pub(super) fn say_resumed(level: u32) {
    match level {
        0 => say(
            "taquin",
            "no level of the checkpoint is complete, so the job starts over (does every process have its directory?)",
        ),
        _ => say("taquin", format_args!("continuing from level {level}")),
    }
}

/// The numbers of processes and workers as text.
pub(super) fn workers_of(processes: usize, workers: usize) -> String {
    let processes = match processes {
        1 => "1 process".to_string(),
        _ => format!("{processes} processes"),
    };
    format!("{processes} of {}", many(workers, "worker"))
}

fn checkpoint_failure(error: CheckpointError) -> Failure {
    match error {
        CheckpointError::Begun(_) => Failure::Usage(format!(
            "{error}; continue it with --resume, or choose another directory to start over"
        )),
        CheckpointError::Locked(_) => Failure::Usage(error.to_string()),
        CheckpointError::Io { .. } => Failure::Unwritable(error.to_string()),
        _ => Failure::BadInput(error.to_string()),
    }
}

/// Starts the same command as another process.
fn start(process: usize, first: SocketAddr, token: &str) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(TOKEN, token)
        .env(CHILD, format!("{first} {process}"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
}

/// The processes that this one has started. They are killed if this is dropped before the job is over, so that none is left
/// behind or waits for this process.
#[derive(Debug)]
pub(super) struct Children(Vec<(Child, ChildGuard)>);

impl Children {
    /// The number of one that has terminated, if any has.
    fn terminated(&mut self) -> Option<usize> {
        let mut children = self.0.iter_mut();
        let terminated = children.position(|(child, _)| !matches!(child.try_wait(), Ok(None)));
        terminated.map(|place| place + 1)
    }

    /// Waits until they terminate by themselves after the job.
    pub(super) fn wait(mut self) {
        for (mut child, _guard) in self.0.drain(..) {
            let _ = child.wait();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for (child, _) in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
