//! One child process from its start to its end.

use super::watch::{end_marked, threads_of_the_system, usage};
use super::{End, Given, Limits, Outcome, Program, Sandbox, quoted};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin_app::limits::is_interrupted;
use taquin_app::words::io_error;

/// How often memory and processes are measured.
const TICK: Duration = Duration::from_millis(25);
/// How long to wait between two looks at a process that may have ended.
const GLANCE: Duration = Duration::from_millis(2);
/// How long the output may stay open after everything was killed.
const GRACE: Duration = Duration::from_secs(1);
/// The name of the variable that marks the processes of a run.
const MARK: &str = "TAQUIN_GRADE_RUN";
/// The signal for too much processor time.
const SIGXCPU: i32 = 24;

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
    let mark = mark();
    let (stdout, stderr) = (Bytes::default(), Bytes::default());
    let mut memory = None;
    let end = match start(program, given, limits, &mark) {
        Err(what) => End::NotStarted(what),
        Ok(mut child) => {
            let (sender, events) = channel();
            talk(
                &mut child,
                given.stdin,
                limits.output,
                sender,
                [&stdout, &stderr],
            );
            let mut running = Running {
                child,
                events,
                open: 2,
                begun,
                limits,
                memory: &mut memory,
            };
            let end = running.watch();
            running.finish(end, &mark)
        }
    };
    let taken =
        |bytes: &Bytes| std::mem::take(&mut *bytes.lock().unwrap_or_else(PoisonError::into_inner));
    let (stdout, stderr) = (taken(&stdout), taken(&stderr));
    Outcome {
        end: if ran_out_of_memory(&end, &stderr) {
            End::Memory
        } else {
            end
        },
        stdout,
        stderr,
        seconds: begun.elapsed().as_secs_f64(),
        memory_bytes: memory,
    }
}

/// A value that no other run has.
fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

fn start(
    program: &Program,
    given: Given<'_>,
    limits: &Limits,
    mark: &str,
) -> Result<Child, String> {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &script(program, limits), "sh"])
        .args(given.args)
        .current_dir(&program.dir)
        .env(MARK, mark)
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
/// measured; the limit stops what grows faster than that.
fn script(program: &Program, limits: &Limits) -> String {
    let Limits {
        cpu,
        memory,
        processes,
        ..
    } = limits;
    let kilobytes = memory / 512;
    let hard = cpu + 1;
    let processes = threads_of_the_system() + processes;
    let confined = match program.sandbox {
        Sandbox::None => String::new(),
        Sandbox::Bubblewrap | Sandbox::BubblewrapToBuild => bubblewrap(program),
    };
    let command = &program.command;
    format!(
        "ulimit -c 0\nulimit -S -t {cpu}\nulimit -H -t {hard}\nulimit -d {kilobytes} 2>/dev/null\n\
         ulimit -u {processes} 2>/dev/null || ulimit -p {processes} 2>/dev/null\nexec {confined}{command} \"$@\"\n"
    )
}

fn bubblewrap(program: &Program) -> String {
    let dir = quoted(&program.dir.to_string_lossy());
    let writable = match program.sandbox {
        Sandbox::BubblewrapToBuild => format!("--bind {dir} {dir} "),
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
                Err(RecvTimeoutError::Timeout) => {}
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
        let used = usage(self.child.id())?;
        *self.memory = Some(self.memory.unwrap_or(0).max(used.bytes));
        // Processes first: forked ones share memory, which is counted for each.
        if used.processes > self.limits.processes {
            Some(End::Processes)
        } else if used.bytes > self.limits.memory {
            Some(End::Memory)
        } else {
            None
        }
    }

    /// Ends everything that the run has started, and takes the rest of its output.
    fn finish(mut self, end: End, mark: &str) -> End {
        // This fails only if the group has ended.
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        end_marked(&format!("{MARK}={mark}"));
        let _ = self.child.wait();
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
    match (status.code(), status.signal()) {
        (_, Some(SIGXCPU)) => End::Time,
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }
}

/// Whether a program that failed says that it could not get more memory, which the limit of data refuses.
fn ran_out_of_memory(end: &End, stderr: &[u8]) -> bool {
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
    has_failed && WORDS.iter().any(|words| text.contains(words))
}
