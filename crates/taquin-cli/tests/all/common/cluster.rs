//! Processes of cluster jobs: they are started, receive signals, and end within a minute, or the test fails.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    reason = "shared test code; no test uses all of it"
)]

use crate::common::{Folder, Run, rows};
use serde_json::Value;
use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What the processes of these tests share.
pub const TOKEN: (&str, &str) = ("TAQUIN_CLUSTER_TOKEN", "a token of the tests");
/// No process may take longer to notice that it should end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process, killed when the test ends. Its output goes to files, which its child processes may write, too.
pub struct Process {
    child: Child,
    stdout: PathBuf,
    stderr: PathBuf,
}

impl Process {
    /// Starts `taquin cluster` with its tables in this folder.
    pub fn start(folder: &Path, args: &[&str]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.arg("cluster").args(args).envs([TOKEN]);
        Process::spawn(folder, &mut command)
    }

    pub fn spawn(folder: &Path, command: &mut Command) -> Process {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let [stdout, stderr] = ["out", "err"].map(|name| folder.join(format!("{name}-{number}")));
        let child = command
            .env("TAQUIN_TABLES", folder.join("tables"))
            .stdout(File::create(&stdout).unwrap())
            .stderr(File::create(&stderr).unwrap())
            .spawn()
            .unwrap();
        Process {
            child,
            stdout,
            stderr,
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// What it has said so far.
    pub fn said(&self) -> String {
        fs::read_to_string(&self.stderr).unwrap()
    }

    /// Waits for its end; a process that was killed has the code -1.
    pub fn end(mut self) -> Run {
        let ended = until(|| self.has_ended());
        let run = Run {
            code: self
                .child
                .try_wait()
                .unwrap()
                .map_or(-2, |status| status.code().unwrap_or(-1)),
            stdout: fs::read_to_string(&self.stdout).unwrap(),
            stderr: self.said(),
        };
        assert!(ended, "it does not end:\n{}", run.stderr);
        run
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a condition holds; false if that takes too long.
pub fn until(mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// Runs `taquin cluster` to its end.
pub fn cluster(folder: &Path, args: &[&str]) -> Run {
    Process::start(folder, args).end()
}

/// Addresses of this machine whose ports were free, one per line of a file.
pub fn hosts(folder: &Folder, processes: usize) -> String {
    let last = |process| {
        if cfg!(target_os = "linux") {
            process + 1
        } else {
            1
        }
    };
    let listeners: Vec<TcpListener> = (0..processes)
        .map(|process| TcpListener::bind(format!("127.0.0.{}:0", last(process))).unwrap())
        .collect();
    let lines: Vec<String> = listeners
        .iter()
        .map(|listener| listener.local_addr().unwrap().to_string())
        .collect();
    let path = folder.0.join("hosts");
    fs::write(&path, lines.join("\n")).unwrap();
    path.to_str().unwrap().into()
}

/// Starts every process of a hosts file.
pub fn start_all(folder: &Folder, args: &[&str], processes: usize) -> Vec<Process> {
    let hosts = hosts(folder, processes);
    let start = |process: usize| {
        let own = ["--hosts", &hosts, "--process", &process.to_string()].map(String::from);
        let own: Vec<&str> = own.iter().map(|arg| &arg[..]).collect();
        Process::start(&folder.0, &[args, &own].concat())
    };
    (0..processes).map(start).collect()
}

/// The number of boards at each distance in the output.
pub fn counts(run: &Run) -> String {
    let object: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{}", run.stdout, run.stderr));
    let counts = object["boards_at_distance"].as_array().unwrap();
    let counts: Vec<String> = counts.iter().map(Value::to_string).collect();
    counts.join(" ")
}

/// The published numbers, for a goal and a metric.
pub fn published(goal: &str, metric: &str) -> String {
    let data = rows(include_str!("../../../../../data/depths.tsv"));
    let row = data
        .into_iter()
        .find(|row| (row[0], row[1], row[2]) == (goal, metric, "whole"));
    row.unwrap()[3].into()
}

pub const GOAL_2X5: &str = "1 2 3 4 5/6 7 8 9 0";
pub const GOAL_2X6: &str = "1 2 3 4 5 6/7 8 9 10 11 0";
pub const GOAL_3X4: &str = "1 2 3 4/5 6 7 8/9 10 11 0";

/// The files of a folder and those below it, without their folders.
pub fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => names.extend(self::names(&entry.path())),
            _ => names.push(entry.file_name().to_string_lossy().into_owned()),
        }
    }
    names.sort();
    names
}

/// The latest level of which a file exists.
pub fn latest(folder: &Path) -> usize {
    let names = names(folder);
    let levels = names
        .iter()
        .filter_map(|name| name.strip_prefix("level-")?.get(..4)?.parse().ok());
    levels.max().unwrap_or(0)
}

/// Other processes and what they do.
#[cfg(target_os = "linux")]
pub mod signals {
    use rustix::process::{Pid, Signal, kill_process};

    /// Sends a signal; false if the process has ended.
    pub fn signal(id: u32, signal: Signal) -> bool {
        let pid = Pid::from_raw(id as i32).unwrap();
        kill_process(pid, signal).is_ok()
    }

    /// The processes that this one has started.
    pub fn children(id: u32) -> Vec<u32> {
        let entries = std::fs::read_dir("/proc").unwrap().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter(|&child| parent(child) == Some(id)).collect()
    }

    fn parent(id: u32) -> Option<u32> {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // A name in parentheses, a state, and the parent.
        let (_, rest) = text.rsplit_once(") ")?;
        rest.split(' ').nth(1)?.parse().ok()
    }
}

/// Pseudorandom numbers, the same in every run (Steele et al., 2014: SplitMix).
pub struct Lots(pub u64);

impl Lots {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % end as u64) as usize
    }
}
