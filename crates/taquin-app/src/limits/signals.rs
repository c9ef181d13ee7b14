//! Ctrl-C, SIGTERM and SIGHUP: the one way in which signals stop the programs.
//!
//! The first signal asks the work to stop; it ends with what it knows, and so do the processes that it has started. A second
//! signal, or one while nothing checks for it, ends the program at once, and those processes too.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The number of searches and constructions that check regularly whether to stop.
static LISTENING: AtomicUsize = AtomicUsize::new(0);
/// What to do at the first signal.
static HOOKS: Mutex<Vec<Hook>> = Mutex::new(Vec::new());
/// The processes to be ended with this program.
static CHILDREN: Mutex<Vec<(u32, Extent)>> = Mutex::new(Vec::new());

type Hook = Box<dyn Fn() + Send>;

/// Whether a signal asked the program to stop.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Calls `hook` at the first signal, beside what [`is_interrupted`] tells.
pub fn on_stop(hook: impl Fn() + Send + 'static) {
    lock(&HOOKS).push(Box::new(hook));
}

/// While one exists, the first signal asks the work to stop and does not end the program.
#[derive(Debug)]
pub struct InterruptGuard(());

impl InterruptGuard {
    /// From now on the caller checks [`is_interrupted`] regularly.
    pub fn begin() -> InterruptGuard {
        LISTENING.fetch_add(1, Ordering::Relaxed);
        InterruptGuard(())
    }
}

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        LISTENING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What ends with a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Process,
    Group,
}

/// A child process that ends with this program if a signal ends it.
#[derive(Debug)]
pub struct ChildGuard(u32);

impl ChildGuard {
    /// The child with this process id, which must not have been waited for.
    pub fn process(id: u32) -> ChildGuard {
        ChildGuard::new(id, Extent::Process)
    }

    /// The same for a child that leads its own group, which ends as a whole.
    pub fn group(id: u32) -> ChildGuard {
        ChildGuard::new(id, Extent::Group)
    }

    fn new(id: u32, extent: Extent) -> ChildGuard {
        lock(&CHILDREN).push((id, extent));
        ChildGuard(id)
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        lock(&CHILDREN).retain(|&(id, _)| id != self.0);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on the first signal asks the search to stop; a second one, or one while no search runs, ends the program.
#[cfg(feature = "signals")]
pub fn catch_interrupts() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        if let Err(why) = listen() {
            crate::exit::say(
                "taquin",
                format_args!(
                    "cannot handle Ctrl-C, which will end the program without an answer: {why}"
                ),
            );
        }
    });
}

/// Without the feature `signals`, signals end the program.
#[cfg(not(feature = "signals"))]
pub const fn catch_interrupts() {}

/// Called on a thread of its own, not inside a signal handler.
#[cfg(feature = "signals")]
fn received() {
    let again = INTERRUPTED.swap(true, Ordering::Relaxed);
    if again || LISTENING.load(Ordering::Relaxed) == 0 {
        end_children();
        std::process::exit(crate::exit::Exit::Interrupted as i32);
    }
    lock(&HOOKS).iter().for_each(|hook| hook());
}

/// Ends the processes that this one has started, before it ends itself without waiting for them.
pub fn end_children() {
    #[cfg(all(unix, feature = "processes"))]
    for &(id, extent) in lock(&CHILDREN).iter() {
        use rustix::process::{Pid, Signal, kill_process, kill_process_group};
        let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) else {
            continue;
        };
        // It fails only if the process or its group has ended.
        let _ = match extent {
            Extent::Process => kill_process(id, Signal::KILL),
            Extent::Group => kill_process_group(id, Signal::KILL),
        };
    }
}

#[cfg(all(unix, feature = "signals"))]
fn listen() -> Result<(), String> {
    use crate::words::io_error;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = vec![SIGINT, SIGTERM];
    if !hangup_is_ignored() {
        signals.push(SIGHUP);
    }
    let signals = signal_hook::iterator::Signals::new(signals);
    let mut signals = signals.map_err(|error| io_error(&error))?;
    let thread = std::thread::Builder::new().name("signals".into());
    let thread = thread.spawn(move || signals.forever().for_each(|_| received()));
    thread.map(drop).map_err(|error| io_error(&error))
}

/// Whether the program was started to outlive its terminal, as `nohup` does.
#[cfg(all(unix, feature = "signals"))]
fn hangup_is_ignored() -> bool {
    use std::io::IsTerminal;
    // Linux lists ignored signals as bits; the lowest one is SIGHUP.
    let status = std::fs::read_to_string("/proc/self/status");
    let ignored = status.ok().and_then(|status| {
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    match ignored {
        Some(mask) => mask & 1 == 1,
        // Elsewhere: nohup leaves no stream on the terminal.
        None => !std::io::stdout().is_terminal() && !std::io::stderr().is_terminal(),
    }
}

/// Windows has Ctrl-C, Ctrl-Break and closed consoles.
#[cfg(all(not(unix), feature = "signals"))]
fn listen() -> Result<(), String> {
    ctrlc::set_handler(received).map_err(|error| error.to_string())
}
