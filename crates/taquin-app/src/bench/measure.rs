//! What the process has used so far. What a system does not tell is absent, not guessed.

use std::time::Instant;

/// Whose time.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// All threads.
    Process,
    /// This thread.
    Thread,
}

/// A moment to measure from.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    begun: Instant,
    clock: Clock,
    cpu: Option<f64>,
}

/// The time between two moments, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    /// On the wall.
    pub seconds: f64,
    /// Of the processors.
    pub cpu_seconds: Option<f64>,
}

impl Since {
    /// Now.
    pub fn now(clock: Clock) -> Since {
        Since {
            begun: Instant::now(),
            clock,
            cpu: cpu_seconds(clock),
        }
    }

    /// What has passed.
    pub fn took(&self) -> Took {
        let cpu = cpu_seconds(self.clock).zip(self.cpu);
        Took {
            seconds: self.begun.elapsed().as_secs_f64(),
            cpu_seconds: cpu.map(|(now, then)| now - then),
        }
    }
}

#[cfg(all(
    feature = "processes",
    any(target_os = "linux", target_os = "macos", target_os = "freebsd")
))]
fn cpu_seconds(clock: Clock) -> Option<f64> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(match clock {
        Clock::Process => ClockId::ProcessCPUTime,
        Clock::Thread => ClockId::ThreadCPUTime,
    });
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(all(
    feature = "processes",
    any(target_os = "linux", target_os = "macos", target_os = "freebsd")
)))]
fn cpu_seconds(_: Clock) -> Option<f64> {
    None
}

/// Forgets what the process had before, where the system allows it.
pub fn reset_peak() {
    // See proc_pid_clear_refs(5): 5 resets the peak that `peak_bytes` reads. Where it cannot, the peak is that of all so far.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that the process has had at once, mapped tables included.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = peak.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
