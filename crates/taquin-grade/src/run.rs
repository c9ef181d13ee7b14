//! Runs a program under limits and collects what it prints.
//!
//! A shell sets the operating system's resource limits and is then replaced by the program, which runs in its own process group.
//! The wall clock, the memory and the number of processes are watched from outside. When the run ends, for whatever reason, the whole
//! group is killed, and on Linux also every process that carries the number of the run (see `watch.rs`), so that a daemon, which
//! leaves its group and session, does not outlive the test. This keeps mistakes in check; it is not a security boundary.

#[cfg(unix)]
mod child;
#[cfg(unix)]
mod watch;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// What one run may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Time on the wall clock.
    pub wall: Duration,
    /// Processor time in whole seconds.
    pub cpu: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of output, on either stream.
    pub output: u64,
    /// Processes at the same time.
    pub processes: u64,
    /// Bytes of each file that it writes.
    pub file: u64,
}

/// How a program is confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// By the limits only.
    #[default]
    None,
    /// By bubblewrap: no network, and a file system that cannot be written.
    Bubblewrap,
    /// The same, but the program's directory can be written, to build it.
    BubblewrapToBuild,
}

impl Sandbox {
    /// The same confinement for building.
    pub const fn to_build(self) -> Sandbox {
        match self {
            Sandbox::None => Sandbox::None,
            Sandbox::Bubblewrap | Sandbox::BubblewrapToBuild => Sandbox::BubblewrapToBuild,
        }
    }

    /// Whether what it needs is there and works; if not, why.
    pub fn check(self) -> Result<(), String> {
        if self == Sandbox::None {
            return Ok(());
        }
        let words = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
        let mut bwrap = Command::new("bwrap");
        bwrap
            .args(words)
            .args(["--unshare-net", "--unshare-pid", "true"]);
        let output = bwrap
            .output()
            .map_err(|_| "bubblewrap is not installed".to_string())?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("bubblewrap does not work here: {}", said.trim()))
    }
}

/// A program under test.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program with its first arguments, as a shell reads them.
    pub command: String,
    /// The directory in which it runs.
    pub dir: PathBuf,
    /// How it is confined.
    pub sandbox: Sandbox,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// The limit of the wall clock or of processor time.
    Time,
    /// The limit of memory.
    Memory,
    /// The limit of output.
    Output,
    /// The limit of processes.
    Processes,
    /// The limit of the size of a file.
    File,
    /// It could not be started.
    NotStarted(String),
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// Seconds on the wall clock.
    pub seconds: f64,
    /// The most memory that was seen, if the run was long enough to see it.
    pub memory_bytes: Option<u64>,
}

/// What the program reads.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// Arguments after the command.
    pub args: &'a [String],
    /// Standard input.
    pub stdin: &'a [u8],
}

impl Program {
    /// Runs it once.
    #[cfg(unix)]
    pub fn run(&self, given: Given<'_>, limits: &Limits) -> Outcome {
        child::run(self, given, limits)
    }

    /// Runs it once.
    #[cfg(not(unix))]
    pub fn run(&self, _: Given<'_>, _: &Limits) -> Outcome {
        Outcome {
            end: End::NotStarted("grading needs the resource limits of a Unix system".into()),
            stdout: Vec::new(),
            stderr: Vec::new(),
            seconds: 0.0,
            memory_bytes: None,
        }
    }
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The name of a signal.
pub const fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => "SIGILL, illegal instruction",
        6 => "SIGABRT, aborted",
        7 => "SIGBUS, bus error",
        8 => "SIGFPE, arithmetic error such as a division by zero",
        9 => "SIGKILL, killed",
        11 => "SIGSEGV, segmentation fault",
        13 => "SIGPIPE, output closed",
        15 => "SIGTERM, terminated",
        24 => "SIGXCPU, processor time",
        25 => "SIGXFSZ, size of a file",
        _ => "an unusual signal",
    }
}
