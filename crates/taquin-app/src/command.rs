//! A user's program that estimates boards: it reads one board per line and prints one number per line.
//!
//! One thread writes the boards and another reads the answers, so the program may answer immediately or after it has
//! read all boards. Neither thread is joined: a process that the shell left behind may keep a pipe open.

mod estimator;

pub use estimator::HeuristicCommand;

use crate::exit::Failure;
use crate::limits::ChildGuard;
use crate::words::io_error;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// The longest line, including its end.
const MOST_BYTES: u64 = 64;
/// At most this many characters of a wrong answer are reported.
const SHOWN: usize = 40;
/// How long to wait for an answer before checking whether to stop.
pub(crate) const TICK: Duration = Duration::from_millis(20);
/// How long a process may take to end after its last answer.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// What is wrong with a line that is not an estimate.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum Wrong {
    #[error("an empty line")]
    Empty,
    #[error("{0:?}, which is not a number")]
    NotANumber(String),
    #[error("{0:?}, which is not a number of moves")]
    NotFinite(String),
    #[error("a line of more than {MOST_BYTES} bytes, which begins {0:?}")]
    TooLong(String),
}

/// How a process ended, in words; it has no status if it did not end.
pub(crate) fn how_ended(ended: Option<ExitStatus>) -> String {
    match ended {
        Some(status) if status.success() => "ended".into(),
        Some(status) => match status.code() {
            Some(127) => "was not found (exit code 127) and ended".into(),
            Some(code) => format!("ended with exit code {code}"),
            None => format!("ended by {status}"),
        },
        None => "closed its output".into(),
    }
}

/// A running command. The processes that it starts end with it.
pub(crate) struct Running(
    Child,
    #[expect(dead_code, reason = "it has an effect when the program ends")] ChildGuard,
);

impl Running {
    /// Starts a command with these additional variables in its environment.
    pub(crate) fn start(command: &str, variables: &[(&str, &str)]) -> Result<Running, Failure> {
        let mut shell = shell(command);
        for (name, value) in variables {
            shell.env(name, value);
        }
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        let running = |child: Child| {
            let group = ChildGuard::group(child.id());
            Running(child, group)
        };
        shell.spawn().map(running).map_err(|error| {
            Failure::BadInput(format!(
                "cannot start a shell for {command:?}: {}",
                io_error(&error)
            ))
        })
    }

    /// Its input, which ends when the sender is dropped, and its answers. To be called once.
    pub(crate) fn talk(&mut self) -> Result<(Sender<String>, Answers), Failure> {
        let pipes = self.0.stdin.take().zip(self.0.stdout.take());
        let (mut stdin, stdout) = pipes.expect("both are pipes");
        let (boards, texts) = channel::<String>();
        let writing = thread::Builder::new().spawn(move || {
            for text in texts {
                // A command that does not read all boards may still answer each.
                if stdin.write_all(text.as_bytes()).is_err() {
                    break;
                }
            }
        });
        let answers = writing.and_then(|_| Answers::read(stdout));
        let answers = answers.map_err(|error| {
            Failure::BadInput(format!("cannot start a thread: {}", io_error(&error)))
        })?;
        Ok((boards, answers))
    }

    /// Whether the process has ended without success.
    pub(crate) fn has_failed(&mut self) -> bool {
        let ended = self.0.try_wait().ok().flatten();
        ended.is_some_and(|status| !status.success())
    }

    /// How the process ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }
}

/// The answers of a command, up to the first wrong one.
pub(crate) struct Answers {
    read: Receiver<Vec<Result<f64, Wrong>>>,
    waiting: VecDeque<Result<f64, Wrong>>,
}

impl Answers {
    fn read(stdout: ChildStdout) -> std::io::Result<Answers> {
        // Bounded, because a command may print forever.
        let (sender, read) = sync_channel(64);
        thread::Builder::new().spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(answer) = read_answer(&mut stdout).transpose() {
                let mut is_wrong = answer.is_err();
                let mut answers = vec![answer];
                // What has arrived with it is passed on with it.
                while !is_wrong
                    && stdout.buffer().contains(&b'\n')
                    && let Some(answer) = read_answer(&mut stdout).transpose()
                {
                    is_wrong = answer.is_err();
                    answers.push(answer);
                }
                if sender.send(answers).is_err() || is_wrong {
                    break;
                }
            }
        })?;
        Ok(Answers {
            read,
            waiting: VecDeque::new(),
        })
    }

    /// The next answer, if there is one within this time.
    pub(crate) fn next(&mut self, time: Duration) -> Result<Result<f64, Wrong>, RecvTimeoutError> {
        if self.waiting.is_empty() {
            self.waiting.extend(self.read.recv_timeout(time)?);
        }
        self.waiting
            .pop_front()
            .ok_or(RecvTimeoutError::Disconnected)
    }

    /// Whether there is an answer that has not been taken.
    pub(crate) fn has_more(&mut self) -> bool {
        self.waiting.extend(self.read.try_iter().flatten());
        !self.waiting.is_empty()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing fails only if the process has already ended.
        #[cfg(all(unix, feature = "processes"))]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.0),
            rustix::process::Signal::KILL,
        );
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The command by the system's shell, in its own process group, so that whatever it starts can be ended with it.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// The next line as an estimate; `None` at the end.
fn read_answer(from: &mut impl BufRead) -> Result<Option<f64>, Wrong> {
    let mut line = Vec::new();
    let read = from.take(MOST_BYTES).read_until(b'\n', &mut line);
    match read {
        Ok(0) | Err(_) => return Ok(None),
        Ok(_) => {}
    }
    let text = String::from_utf8_lossy(&line);
    let shown = || text.trim().chars().take(SHOWN).collect::<String>();
    if line.len() as u64 == MOST_BYTES && !line.ends_with(b"\n") {
        return Err(Wrong::TooLong(shown()));
    }
    match text.trim().parse::<f64>() {
        _ if text.trim().is_empty() => Err(Wrong::Empty),
        Err(_) => Err(Wrong::NotANumber(shown())),
        Ok(number) if !number.is_finite() => Err(Wrong::NotFinite(shown())),
        Ok(number) => Ok(Some(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_number_or_an_error() {
        let not_a_number = |text: &str| Err(Wrong::NotANumber(text.into()));
        let cases = [
            (&b"12\n"[..], Ok(12.0)),
            (b"  12.5\r\n", Ok(12.5)),
            (b"-3\n", Ok(-3.0)),
            (b"1e2", Ok(100.0)),
            (b"\n", Err(Wrong::Empty)),
            (b" \t\r\n", Err(Wrong::Empty)),
            (b"twelve\n", not_a_number("twelve")),
            (b"1 2\n", not_a_number("1 2")),
            (b"\xff\xfe\n", not_a_number("\u{fffd}\u{fffd}")),
            (b"nan\n", Err(Wrong::NotFinite("nan".into()))),
        ];
        for (mut line, expected) in cases {
            assert_eq!(read_answer(&mut line), expected.map(Some));
        }
        assert_eq!(read_answer(&mut &b""[..]), Ok(None));
    }

    #[test]
    fn an_endless_line_is_not_kept() {
        let mut endless = BufReader::new(std::io::repeat(b'7'));
        let Err(Wrong::TooLong(shown)) = read_answer(&mut endless) else {
            panic!("no number has more than {MOST_BYTES} digits");
        };
        assert_eq!(shown, "7".repeat(SHOWN));
    }
}
