//! What happens when another process of the job terminates.
//!
//! Timely cannot continue without it: the thread that reads from it or writes to it panics. A panic hook notices that. The
//! files of a job are always consistent, so the process reports it and exits immediately. [Heartbeats](crate::heartbeat) notice
//! processes that are still connected, but do not work.

use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Installs a hook that calls `end` once with the number of a lost process. `end` must not return. The result does the same
/// for a process that is lost in another way.
pub fn watch(end: impl Fn(usize) + Send + Sync + 'static) -> impl Fn(usize) + Send + 'static {
    let ending = Arc::new(AtomicBool::new(false));
    let end = Arc::new(end);
    let (is_ending, report) = (Arc::clone(&ending), Arc::clone(&end));
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
        match remote() {
            // Another thread may notice the same.
            Some(_) if ending.swap(true, Ordering::SeqCst) => std::thread::park(),
            Some(process) => end(process),
            None if ending.load(Ordering::SeqCst) => std::thread::park(),
            None => before(panic),
        }
    }));
    move |process| {
        if !is_ending.swap(true, Ordering::SeqCst) {
            report(process);
        }
    }
}

/// The process to which this thread of timely is connected.
fn remote() -> Option<usize> {
    let thread = std::thread::current();
    let name = thread.name()?;
    let remote = name
        .strip_prefix("timely:send-")
        .or_else(|| name.strip_prefix("timely:recv-"))?;
    remote.parse().ok()
}
