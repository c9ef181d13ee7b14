//! A user's heuristic: a process that reads one board per line and prints one number per line.
//!
//! One thread writes the boards and another reads the answers, so the process may answer immediately or after it has read
//! all boards. Neither thread is joined: a process that the shell left behind may keep a pipe open.

use crate::exit::{Failure, say};
use crate::limits::Guard;
use crate::words::io_error;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line, including its end.
const MOST_BYTES: u64 = 64;
/// At most this many characters of a wrong answer are reported.
const SHOWN: usize = 40;
/// How long a process may take to end after its last answer.
const GRACE: Duration = Duration::from_secs(1);
/// How long to wait for an answer before checking whether to stop.
const TICK: Duration = Duration::from_millis(20);

/// What is wrong with a line that is not an estimate.
#[derive(Debug, PartialEq, thiserror::Error)]
enum Wrong {
    #[error("an empty line")]
    Empty,
    #[error("{0:?}, which is not a number")]
    NotANumber(String),
    #[error("{0:?}, which is not a number of moves")]
    NotFinite(String),
    #[error("a line of more than {MOST_BYTES} bytes, which begins {0:?}")]
    TooLong(String),
}

/// Runs a command on boards, one per line in `boards`, and returns its estimates; fewer if the guard stops it.
pub(super) fn ask(command: &str, boards: String, guard: &mut Guard) -> Result<Vec<f64>, Failure> {
    let boards: Arc<str> = boards.into();
    let expected = boards.lines().count();
    let mut running = Running::start(command)?;
    let said = running.talk(&boards)?;
    let mut answers = Vec::with_capacity(expected);
    while answers.len() < expected {
        if guard.check_estimated(answers.len(), expected).is_break() {
            return Ok(answers);
        }
        match said.recv_timeout(TICK) {
            Ok(Ok(answer)) => answers.push(answer),
            Ok(Err(wrong)) => {
                let board = boards.lines().nth(answers.len()).unwrap_or_default();
                return Err(Failure::BadInput(format!(
                    "the command's answer {} (to {board}) is {wrong}: it must print one number per line, one for each board",
                    answers.len() + 1
                )));
            }
            // A process that it left behind may keep the pipe open.
            Err(RecvTimeoutError::Timeout) if running.has_failed() => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let ended = running.end(&said, expected)?;
    check_end(ended, answers.len(), expected).map(|()| answers)
}

/// Whether a process answered everything and succeeded; it has no status if it did not end.
fn check_end(ended: Option<ExitStatus>, answers: usize, expected: usize) -> Result<(), Failure> {
    let how = match ended {
        Some(status) if status.success() => "ended".into(),
        Some(status) => match status.code() {
            Some(127) => "was not found (exit code 127) and ended".into(),
            Some(code) => format!("ended with exit code {code}"),
            None => format!("ended by {status}"),
        },
        None => "closed its output".into(),
    };
    let is_success = ended.is_none_or(|status| status.success());
    match answers == expected {
        true if is_success => {
            if ended.is_none() {
                say(
                    "taquin",
                    "the command answered every board but did not exit: stopped",
                );
            }
            Ok(())
        }
        _ => Err(Failure::BadInput(format!(
            "the command {how} after {answers} of {expected} answers"
        ))),
    }
}

/// A running command. The processes that it starts end with it.
struct Running(Child);

impl Running {
    fn start(command: &str) -> Result<Running, Failure> {
        let mut shell = shell(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        shell.spawn().map(Running).map_err(|error| {
            Failure::BadInput(format!(
                "cannot start a shell for {command:?}: {}",
                io_error(&error)
            ))
        })
    }

    /// Writes the boards and reads the answers, up to the first wrong one.
    fn talk(&mut self, boards: &Arc<str>) -> Result<Receiver<Result<f64, Wrong>>, Failure> {
        let pipes = self.0.stdin.take().zip(self.0.stdout.take());
        let (mut stdin, stdout) = pipes.expect("both are pipes");
        let boards = Arc::clone(boards);
        // Bounded, because a command may print forever.
        let (sender, answers) = sync_channel(1 << 12);
        let writing = thread::Builder::new().spawn(move || {
            // A command that does not read all boards may still answer each.
            let _ = stdin.write_all(boards.as_bytes());
        });
        let reading = thread::Builder::new().spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(answer) = read_answer(&mut stdout) {
                let is_wrong = answer.is_err();
                if sender.send(answer).is_err() || is_wrong {
                    break;
                }
            }
        });
        let started = writing.and(reading);
        started.map_err(|error| {
            Failure::BadInput(format!("cannot start a thread: {}", io_error(&error)))
        })?;
        Ok(answers)
    }

    fn has_failed(&mut self) -> bool {
        let ended = self.0.try_wait().ok().flatten();
        ended.is_some_and(|status| !status.success())
    }

    /// Waits a moment for the end of the process, and returns its status if it ends. Any further answer is an error.
    fn end(
        &mut self,
        said: &Receiver<Result<f64, Wrong>>,
        expected: usize,
    ) -> Result<Option<ExitStatus>, Failure> {
        let begun = Instant::now();
        while begun.elapsed() < GRACE {
            match said.recv_timeout(TICK) {
                Ok(_) => {
                    return Err(Failure::BadInput(format!(
                        "the command printed more answers than there are boards ({expected}): it must print one line per board"
                    )));
                }
                Err(RecvTimeoutError::Timeout) if !self.has_failed() => {}
                Err(_) => match self.0.try_wait() {
                    Ok(None) => thread::sleep(TICK),
                    ended => return Ok(ended.unwrap_or(None)),
                },
            }
        }
        Ok(None)
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
fn read_answer(from: &mut impl BufRead) -> Option<Result<f64, Wrong>> {
    let mut line = Vec::new();
    let read = from.take(MOST_BYTES).read_until(b'\n', &mut line);
    match read {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    let text = String::from_utf8_lossy(&line);
    let shown = || text.trim().chars().take(SHOWN).collect::<String>();
    if line.len() as u64 == MOST_BYTES && !line.ends_with(b"\n") {
        return Some(Err(Wrong::TooLong(shown())));
    }
    Some(match text.trim().parse::<f64>() {
        _ if text.trim().is_empty() => Err(Wrong::Empty),
        Err(_) => Err(Wrong::NotANumber(shown())),
        Ok(number) if !number.is_finite() => Err(Wrong::NotFinite(shown())),
        Ok(number) => Ok(number),
    })
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
            assert_eq!(read_answer(&mut line), Some(expected));
        }
        assert_eq!(read_answer(&mut &b""[..]), None);
    }

    #[test]
    fn an_endless_line_is_not_kept() {
        let mut endless = BufReader::new(std::io::repeat(b'7'));
        let Some(Err(Wrong::TooLong(shown))) = read_answer(&mut endless) else {
            panic!("no number has more than {MOST_BYTES} digits");
        };
        assert_eq!(shown, "7".repeat(SHOWN));
    }
}
