//! The processes of a run and what they use, from `/proc`. Systems without it have only the process group and the limits that the
//! shell sets.
//!
//! A process belongs to a run if it is in the run's process group, or if it carries the run's number. The number is inherited in
//! two ways: as a variable of the environment, and as the limit of file locks, which Linux has not used since 2.4.25 but still
//! hands down from process to process. So a daemon is found even if it left the group and the session, lost its parent
//! and cleared its environment.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// The name of the variable with the number of the run.
pub(super) const VARIABLE: &str = "TAQUIN_GRADE_RUN";
/// How long to look for processes that are still there after they were killed.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// What the processes of a run use together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// How many there are.
    pub(super) processes: u64,
    /// Bytes in memory.
    pub(super) bytes: u64,
}

/// The processes of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Members {
    group: u32,
    number: u64,
    /// When the first of them started, in ticks since the system did: older processes are not members.
    since: u64,
}

impl Members {
    /// The members of the run with this number, whose first process leads this group.
    pub(super) fn new(group: u32, number: u64) -> Members {
        let stat = Stat::read(group);
        Members {
            group,
            number,
            since: stat.map_or(0, |stat| stat.started),
        }
    }

    /// What they use; `None` where that cannot be known.
    pub(super) fn usage(&self) -> Option<Usage> {
        let mut usage = Usage::default();
        for process in self.processes()? {
            usage.processes += 1;
            let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            usage.bytes += kilobytes(&status, "VmRSS:").unwrap_or(0) << 10;
        }
        Some(usage)
    }

    /// The memory that they use, with what several of them share counted once. This is slow.
    pub(super) fn proportional_bytes(&self) -> Option<u64> {
        let bytes = |process| {
            let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
            Some(kilobytes(&rollup, "Pss:")? << 10)
        };
        self.processes()?.filter_map(bytes).reduce(|a, b| a + b)
    }

    /// Kills all of them, until none is left.
    pub(super) fn end(&self) {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let Some(mut processes) = self.processes().map(Iterator::peekable) else {
                return;
            };
            if processes.peek().is_none() {
                return;
            }
            for process in processes {
                if let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) {
                    // It may have ended in the meantime.
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
            thread::sleep(PAUSE);
        }
    }

    fn processes(&self) -> Option<impl Iterator<Item = u32>> {
        Some(processes()?.filter(|&process| self.has(process)))
    }

    fn has(&self, process: u32) -> bool {
        let Some(stat) = Stat::read(process) else {
            return false;
        };
        if stat.has_ended || stat.started < self.since {
            return false;
        }
        stat.group == self.group || self.is_numbered(process)
    }

    fn is_numbered(&self, process: u32) -> bool {
        let limits = fs::read_to_string(format!("/proc/{process}/limits")).unwrap_or_default();
        if lock_limit(&limits) == Some(self.number) {
            return true;
        }
        let variable = format!("{VARIABLE}={}", self.number);
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment
            .split(|&byte| byte == 0)
            .any(|found| found == variable.as_bytes())
    }
}

/// The most memory that a process has used. This is fast.
pub(super) fn peak_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    Some(kilobytes(&status, "VmHWM:")? << 10)
}

/// The number of threads of all processes, which the limit of processes counts for the whole user.
pub(super) fn threads_of_the_system() -> u64 {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let total = load
        .split_whitespace()
        .nth(3)
        .and_then(|counts| counts.split_once('/'));
    // Without `/proc`, enough for a desktop.
    total
        .and_then(|(_, total)| total.parse().ok())
        .unwrap_or(4096)
}

fn processes() -> Option<impl Iterator<Item = u32>> {
    let entries = fs::read_dir("/proc").ok()?;
    Some(entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()))
}

/// What `/proc/PID/stat` says.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    /// Whether only its exit code is left.
    has_ended: bool,
    group: u32,
    started: u64,
}

impl Stat {
    fn read(process: u32) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The name of the program, in parentheses, may contain anything.
    fn parse(text: &str) -> Option<Stat> {
        let (_, rest) = text.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let threads: u64 = fields.get(17)?.parse().ok()?;
        Some(Stat {
            // A process whose first thread has ended may have others.
            has_ended: matches!(fields[0], "Z" | "X") && threads <= 1,
            group: fields[2].parse().ok()?,
            started: fields.get(19)?.parse().ok()?,
        })
    }
}

/// The limit of file locks of a process.
fn lock_limit(limits: &str) -> Option<u64> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max file locks"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The number of a line of a file about memory.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_system_are_read() {
        let fields = |state: &str, threads: u32| {
            let zeros = "0 ".repeat(13);
            Stat::parse(&format!(
                "12 (a) b) {state} 1 77 12 {zeros}{threads} 0 345 0"
            ))
        };
        let running = Stat {
            has_ended: false,
            group: 77,
            started: 345,
        };
        assert_eq!(fields("S", 1), Some(running));
        assert!(fields("Z", 1).unwrap().has_ended);
        assert!(!fields("Z", 2).unwrap().has_ended);
        assert_eq!(Stat::parse("12"), None);
        assert_eq!(
            kilobytes("Name:\tx\nVmRSS:\t   12 kB\n", "VmRSS:"),
            Some(12)
        );
        assert_eq!(kilobytes("Name:\tx\n", "VmRSS:"), None);
        let limits =
            "Max file size  7  9  bytes\nMax file locks            123        123        locks\n";
        assert_eq!(lock_limit(limits), Some(123));
        assert_eq!(
            lock_limit("Max file locks  unlimited  unlimited  locks\n"),
            None
        );
    }
}
