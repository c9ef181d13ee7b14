//! One child process from its start to its end.

use super::watch::{Members, VARIABLE, peak_bytes, threads_of_the_system};
use super::{End, Given, Limits, Outcome, Program, Sandbox, quoted};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin_app::limits::{ChildGuard, is_interrupted};
use taquin_app::words::io_error;

/// How often memory and processes are measured.
const TICK: Duration = Duration::from_millis(25);
/// How long to wait between two looks at a process that may have ended.
const GLANCE: Duration = Duration::from_millis(2);
/// How long the output may stay open after everything was killed.
const GRACE: Duration = Duration::from_secs(1);
/// The signal for too much processor time.
const SIGXCPU: i32 = 24;
/// The signal for a file that is too large.
const SIGXFSZ: i32 = 25;

enum Event {
    /// A stream has ended.
    Closed,
    /// A stream is longer than the limit.
    TooMuch,
}

type Bytes = Arc<Mutex<Vec<u8>>>;

/// Runs a program once.
pub(super) fn run(program: &Program, given: Given<'_>, limits: &Limits) -> Outcome {
    let begun = Instant::now();
    let number = number();
    let (stdout, stderr) = (Bytes::default(), Bytes::default());
    let mut memory = None;
    let end = match start(program, given, limits, number) {
        Err(what) => End::NotStarted(what),
        Ok(mut child) => {
            let _group = ChildGuard::group(child.id());
            let (sender, events) = channel();
            talk(
                &mut child,
                given.stdin,
                limits.output,
                sender,
                [&stdout, &stderr],
            );
            let mut running = Running {
                members: Members::new(child.id(), number),
                child,
                events,
                open: 2,
                begun,
                limits,
                memory: &mut memory,
            };
            let end = running.watch();
            running.finish(end)
        }
    };
    let taken =
        |bytes: &Bytes| std::mem::take(&mut *bytes.lock().unwrap_or_else(PoisonError::into_inner));
    let (stdout, stderr) = (taken(&stdout), taken(&stderr));
    Outcome {
        end: refused_by_system(&end, &stderr).unwrap_or(end),
        stdout,
        stderr,
        seconds: begun.elapsed().as_secs_f64(),
        memory_bytes: memory,
    }
}

/// A number that no other run has, of this process or of another.
fn number() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    u64::from(std::process::id()) << 32 | COUNT.fetch_add(1, Ordering::Relaxed)
}

fn start(
    program: &Program,
    given: Given<'_>,
    limits: &Limits,
    number: u64,
) -> Result<Child, String> {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script(program, limits, number), "sh"])
        .args(given.args)
        .current_dir(&program.dir)
        .env(VARIABLE, number.to_string())
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    shell.spawn().map_err(|error| {
        let dir = program.dir.display();
        format!("cannot start a shell in {dir}: {}", io_error(&error))
    })
}

/// Sets the limits and becomes the program. Data is limited to twice the memory, because the memory that is really used is
/// measured; the limit stops what grows faster than that. The limit of file locks, which has no effect, carries the number of
/// the run: its letter is `w` in most shells and `x` in bash. Sizes of files are in blocks of 512 bytes.
fn script(program: &Program, limits: &Limits, number: u64) -> String {
    let Limits {
        cpu,
        memory,
        processes,
        file,
        ..
    } = limits;
    let kilobytes = memory / 512;
    let blocks = file / 512;
    let hard = cpu + 1;
    let processes = threads_of_the_system() + processes;
    let confined = match program.sandbox {
        Sandbox::None => String::new(),
        Sandbox::Bubblewrap | Sandbox::BubblewrapToBuild => bubblewrap(program),
    };
    let command = &program.command;
    format!(
        "ulimit -c 0\nulimit -S -t {cpu}\nulimit -H -t {hard}\nulimit -d {kilobytes} 2>/dev/null\nulimit -f {blocks} 2>/dev/null\n\
         ulimit -u {processes} 2>/dev/null || ulimit -p {processes} 2>/dev/null\n\
         ulimit -w {number} 2>/dev/null || ulimit -x {number} 2>/dev/null\nexec {confined}{command} \"$@\"\n"
    )
}

fn bubblewrap(program: &Program) -> String {
    let dir = quoted(&program.dir.to_string_lossy());
    // Compilers write temporary files; the directory may be below /tmp, so it comes after.
    let writable = match program.sandbox {
        Sandbox::BubblewrapToBuild => format!("--tmpfs /tmp --bind {dir} {dir} "),
        _ => String::new(),
    };
    format!(
        "bwrap --ro-bind / / {writable}--dev /dev --proc /proc --unshare-net --unshare-pid --die-with-parent --chdir {dir} -- "
    )
}

/// Starts the threads that write the input and read the output. None is joined: a process that was left behind may keep a pipe
/// open.
fn talk(
    child: &mut Child,
    input: &[u8],
    most: u64,
    events: Sender<Event>,
    [stdout, stderr]: [&Bytes; 2],
) {
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // A program need not read its input.
    thread::spawn(move || drop(stdin.write_all(&input)));
    let out = child.stdout.take().expect("standard output is a pipe");
    let err = child.stderr.take().expect("standard error is a pipe");
    collect(out, most, stdout, events.clone());
    collect(err, most, stderr, events);
}

fn collect(mut from: impl Read + Send + 'static, most: u64, bytes: &Bytes, events: Sender<Event>) {
    let bytes = Arc::clone(bytes);
    thread::spawn(move || {
        let mut buffer = [0; 1 << 14];
        let mut total = 0;
        let event = loop {
            match from.read(&mut buffer) {
                Ok(0) | Err(_) => break Event::Closed,
                Ok(read) => {
                    total += read as u64;
                    let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    bytes.extend_from_slice(&buffer[..read]);
                    if total > most {
                        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
                        break Event::TooMuch;
                    }
                }
            }
        };
        // The run may be over.
        let _ = events.send(event);
    });
}

struct Running<'a> {
    members: Members,
    child: Child,
    events: Receiver<Event>,
    /// The streams that have not ended.
    open: usize,
    begun: Instant,
    limits: &'a Limits,
    memory: &'a mut Option<u64>,
}

impl Running<'_> {
    /// Waits for the end, or for a limit.
    fn watch(&mut self) -> End {
        let mut measured = self.begun;
        loop {
            match self.events.recv_timeout(GLANCE) {
                Ok(Event::TooMuch) => return End::Output,
                Ok(Event::Closed) => self.open -= 1,
                // Most runs are too short for the slower measurement.
                Err(RecvTimeoutError::Timeout) => self.note(peak_bytes(self.child.id())),
                Err(RecvTimeoutError::Disconnected) => thread::sleep(GLANCE),
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                return ended(status);
            }
            if self.begun.elapsed() > self.limits.wall || is_interrupted() {
                return End::Time;
            }
            if measured.elapsed() > TICK {
                measured = Instant::now();
                if let Some(end) = self.measure() {
                    return end;
                }
            }
        }
    }

    /// Notes the memory; the end if there is too much of it, or of processes.
    fn measure(&mut self) -> Option<End> {
        let mut used = self.members.usage()?;
        if used.processes > self.limits.processes {
            return Some(End::Processes);
        }
        // Forked processes share memory.
        if used.bytes > self.limits.memory && used.processes > 1 {
            let bytes = self.members.proportional_bytes();
            used.bytes = bytes.unwrap_or(used.bytes);
        }
        self.note(Some(used.bytes));
        (used.bytes > self.limits.memory).then_some(End::Memory)
    }

    /// Notes memory that was used, if it is the most so far.
    fn note(&mut self, bytes: Option<u64>) {
        *self.memory = bytes.max(*self.memory);
    }

    /// Ends everything that the run has started, and takes the rest of its output.
    fn finish(mut self, end: End) -> End {
        // These fail only if the process or its group has ended; a process may leave its own group.
        let _ = self.child.kill();
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.wait();
        self.members.end();
        let killed = Instant::now();
        while self.open > 0 && killed.elapsed() < GRACE {
            match self.events.recv_timeout(GRACE) {
                Ok(Event::TooMuch) => return End::Output,
                Ok(Event::Closed) => self.open -= 1,
                Err(_) => break,
            }
        }
        end
    }
}

fn ended(status: ExitStatus) -> End {
    let signal = status.signal().or_else(|| signal_of(status.code()?));
    match (status.code(), signal) {
        (_, Some(SIGXCPU)) => End::Time,
        (_, Some(SIGXFSZ)) => End::File,
        (Some(code), None) => End::Code(code),
        (_, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

/// The signal of an exit code: shells and bubblewrap add 128 to the signal that ended a program.
const fn signal_of(code: i32) -> Option<i32> {
    match code - 128 {
        signal @ (4 | 6 | 7 | 8 | 9 | 11 | SIGXCPU | SIGXFSZ) => Some(signal),
        _ => None,
    }
}

/// The limit that a program which failed names: it could not get more memory, which the limit of data refuses, or not write
/// more into a file.
fn refused_by_system(end: &End, stderr: &[u8]) -> Option<End> {
    const WORDS: [&str; 6] = [
        "MemoryError",
        "std::bad_alloc",
        "OutOfMemoryError",
        "memory allocation of",
        "Cannot allocate memory",
        "out of memory",
    ];
    let has_failed = matches!(end, End::Signal(_)) || matches!(end, End::Code(code) if *code != 0);
    let text = String::from_utf8_lossy(stderr);
    if !has_failed {
        None
    } else if WORDS.iter().any(|words| text.contains(words)) {
        Some(End::Memory)
    } else {
        text.contains("File too large").then_some(End::File)
    }
}
