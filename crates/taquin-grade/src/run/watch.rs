//! What the processes of a group use, from `/proc`. Systems without it have only the limits that the shell sets.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;

/// What the processes of a group use together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// How many there are.
    pub(super) processes: u64,
    /// Bytes in memory.
    pub(super) bytes: u64,
}

/// What the processes of this group use; `None` where that cannot be known.
pub(super) fn usage(group: u32) -> Option<Usage> {
    let mut usage = Usage::default();
    for process in processes()? {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        if group_of(&stat) == Some(group) {
            usage.processes += 1;
            let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            usage.bytes += resident(&status);
        }
    }
    Some(usage)
}

/// Kills every process with these words in its environment.
pub(super) fn end_marked(mark: &str) {
    for process in processes().into_iter().flatten() {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        let mut variables = environment.split(|&byte| byte == 0);
        if variables.any(|variable| variable == mark.as_bytes())
            && let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw)
        {
            // It may have ended in the meantime.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
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

/// The group of a process. The name of the program, in parentheses, may contain anything.
fn group_of(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(2)?.parse().ok()
}

/// The bytes of a process that are in memory.
fn resident(status: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_memory_are_found() {
        assert_eq!(group_of("12 (a) b) S 1 77 12 0"), Some(77));
        assert_eq!(group_of("12"), None);
        assert_eq!(resident("Name:\tx\nVmRSS:\t   12 kB\n"), 12 << 10);
        assert_eq!(resident("Name:\tx\n"), 0);
    }
}
