//! What happens when a process of the job is gone.
//!
//! Timely has no way to go on without it: the thread that reads from it, or writes to it, panics, and so everything falls.
//! That panic is where we hear of it. The job's files are always whole, so the best thing to do is to say so and end at once.

use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};

/// From now on `end` is called, once, with the number of a process that is gone; it does not return.
pub fn watch(end: impl Fn(usize) + Send + Sync + 'static) {
    let ending = AtomicBool::new(false);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic: &PanicHookInfo<'_>| {
        match remote() {
            // A second thread may hear of the same.
            Some(_) if ending.swap(true, Ordering::SeqCst) => std::thread::park(),
            Some(process) => end(process),
            None if ending.load(Ordering::SeqCst) => std::thread::park(),
            None => before(panic),
        }
    }));
}

/// With which process this thread of timely's speaks.
fn remote() -> Option<usize> {
    let thread = std::thread::current();
    let name = thread.name()?;
    let remote = name
        .strip_prefix("timely:send-")
        .or_else(|| name.strip_prefix("timely:recv-"))?;
    remote.parse().ok()
}
