//! A user's heuristic, asked for all boards of an audit at once.

use crate::command::{Answers, GRACE, Running, TICK, how_ended};
use crate::exit::{Failure, say};
use crate::limits::Guard;
use std::process::ExitStatus;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Instant;

/// Runs a command on boards, one per line in `boards`, and returns its estimates; fewer if the guard stops it.
pub(super) fn ask(command: &str, boards: String, guard: &mut Guard) -> Result<Vec<f64>, Failure> {
    let expected = boards.lines().count();
    let mut running = Running::start(command, &[])?;
    let (input, mut said) = running.talk()?;
    // The writing thread receives it even if the process has ended.
    let _ = input.send(boards.clone());
    drop(input);
    let mut answers = Vec::with_capacity(expected);
    while answers.len() < expected {
        if guard.check_estimated(answers.len(), expected).is_break() {
            return Ok(answers);
        }
        match said.next(TICK) {
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
    let ended = end(&mut running, &mut said, expected)?;
    check_end(ended, answers.len(), expected).map(|()| answers)
}

/// Whether a process answered everything and succeeded; it has no status if it did not end.
fn check_end(ended: Option<ExitStatus>, answers: usize, expected: usize) -> Result<(), Failure> {
    let how = how_ended(ended);
    let is_success = ended.is_none_or(|status| status.success());
    if answers == expected && is_success {
        if ended.is_none() {
            say(
                "taquin",
                "the command answered every board but did not exit: stopped",
            );
        }
        Ok(())
    } else {
        Err(Failure::BadInput(format!(
            "the command {how} after {answers} of {expected} answers"
        )))
    }
}

/// Waits a moment for the end of the process, and returns its status if it ends. Any further answer is an error.
fn end(
    running: &mut Running,
    said: &mut Answers,
    expected: usize,
) -> Result<Option<ExitStatus>, Failure> {
    let begun = Instant::now();
    while begun.elapsed() < GRACE {
        match said.next(TICK) {
            Ok(_) => {
                return Err(Failure::BadInput(format!(
                    "the command printed more answers than there are boards ({expected}): it must print one line per board"
                )));
            }
            Err(RecvTimeoutError::Timeout) if !running.has_failed() => {}
            Err(_) => match running.ended() {
                None => thread::sleep(TICK),
                ended => return Ok(ended),
            },
        }
    }
    Ok(None)
}
