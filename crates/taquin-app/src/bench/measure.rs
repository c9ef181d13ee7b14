//! Time and memory used by the process. Values that the system does not provide are absent.

use std::time::Instant;

/// Which CPU time.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// That of all threads.
    Process,
    /// That of this thread.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Took {
    /// Wall time.
    pub seconds: f64,
    /// CPU time.
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

    /// The time since then.
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

/// Resets the peak memory, if the system allows it.
pub fn reset_peak() {
    // See proc_pid_clear_refs(5): 5 resets the peak that `peak_bytes` reads. If that fails, the peak covers the whole run.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The peak memory of the process, including mapped tables.
pub fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = peak.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
