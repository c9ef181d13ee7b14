//! A user's program as the heuristic of searches. It runs as long as there are searches, and answers batch by batch.

use super::{Answers, GRACE, Running, TICK, how_ended};
use crate::exit::Failure;
use crate::limits::{Limits, Reason, is_interrupted};
use crate::words::many;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use taquin::Board;
use taquin::notation;
use taquin::solve::BoardEstimator;

/// How long a program may be silent.
const PATIENCE: Duration = Duration::from_secs(60);
/// The largest estimate: far more moves than any board that can be searched needs.
const MOST_MOVES: f64 = 1e6;
/// An estimate this close above a whole number is a rounding error.
const ROUNDING: f64 = 1e-9;

/// A user's program that estimates boards for searches.
pub struct HeuristicCommand {
    command: String,
    /// The process, from the first board on.
    live: Option<Live>,
    deadline: Option<Instant>,
    evaluated: u64,
    /// Why the program could not go on.
    failure: Option<Failure>,
    /// Why it was not waited for.
    reason: Option<Reason>,
}

struct Live {
    running: Running,
    boards: Sender<String>,
    answers: Answers,
}

/// What ended the program's last search.
#[derive(Debug)]
pub struct Ended {
    /// The number of boards that it was asked for.
    pub evaluated: u64,
    /// The limit that was reached while it was waited for.
    pub reason: Option<Reason>,
}

impl std::fmt::Debug for HeuristicCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("HeuristicCommand");
        debug
            .field("command", &self.command)
            .finish_non_exhaustive()
    }
}

impl HeuristicCommand {
    /// A program as the shell knows it. It is started when it is needed.
    pub const fn new(command: String) -> HeuristicCommand {
        HeuristicCommand {
            command,
            live: None,
            deadline: None,
            evaluated: 0,
            failure: None,
            reason: None,
        }
    }

    /// The program as the shell knows it.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// A search with these limits begins.
    pub fn begin(&mut self, limits: &Limits) {
        self.deadline = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        (self.evaluated, self.failure, self.reason) = (0, None, None);
    }

    /// The search has ended; an error if the program could not go on.
    pub fn end(&mut self) -> Result<Ended, Failure> {
        if self.reason.is_some() {
            // It may still answer what no search waits for.
            self.live = None;
        }
        match self.failure.take() {
            Some(failure) => {
                self.live = None;
                Err(failure)
            }
            None => Ok(Ended {
                evaluated: self.evaluated,
                reason: self.reason,
            }),
        }
    }

    /// Asks for one number per board; `None` if a limit was reached.
    fn ask(&mut self, boards: &[Board]) -> Result<Option<Vec<u32>>, Failure> {
        if self.live.is_none() {
            self.live = Some(Live::start(&self.command)?);
        }
        let Some(live) = &mut self.live else {
            unreachable!("it was just started");
        };
        let line = |board| notation::slashes(board) + "\n";
        let lines: Vec<String> = boards.iter().map(line).collect();
        let asked = self.evaluated as usize;
        self.evaluated += boards.len() as u64;
        // If the process has ended, that is noticed below.
        let _ = live.boards.send(lines.concat());
        let mut silent_since = Instant::now();
        let mut estimates = Vec::with_capacity(boards.len());
        while estimates.len() < boards.len() {
            self.reason = reason(self.deadline);
            if self.reason.is_some() {
                return Ok(None);
            }
            let number = asked + estimates.len();
            let answer = match live.answers.next(TICK) {
                Ok(answer) => answer.map_err(|wrong| wrong.to_string()).and_then(moves),
                Err(RecvTimeoutError::Timeout) if live.running.has_failed() => {
                    return Err(live.died(number));
                }
                Err(RecvTimeoutError::Timeout) if silent_since.elapsed() < PATIENCE => continue,
                Err(RecvTimeoutError::Timeout) => return Err(silent(number)),
                Err(RecvTimeoutError::Disconnected) => return Err(live.died(number)),
            };
            silent_since = Instant::now();
            let board = lines[estimates.len()].trim_end();
            estimates.push(answer.map_err(|wrong| wrong_answer(number + 1, board, &wrong))?);
        }
        if live.answers.has_more() {
            Err(Failure::BadInput(format!(
                "the heuristic command printed more than {}: it must print one line per board",
                many(self.evaluated, "answer")
            )))
        } else {
            Ok(Some(estimates))
        }
    }
}

/// An answer as a number of moves: a shortest path has a whole number of moves, so the next one is a lower bound too.
fn moves(answer: f64) -> Result<u32, String> {
    match answer {
        _ if answer > MOST_MOVES => Err(format!(
            "{answer}, more moves than any board needs that can be searched"
        )),
        _ => Ok((answer - ROUNDING).ceil().max(0.0) as u32),
    }
}

fn wrong_answer(number: usize, board: &str, wrong: &str) -> Failure {
    Failure::BadInput(format!(
        "the heuristic command's answer {number} (to {board}) is {wrong}: it must print one number per line, one for each board"
    ))
}

fn silent(answers: usize) -> Failure {
    Failure::BadInput(format!(
        "the heuristic command has not answered for {} seconds, after {}: it must print, and flush, the answers to all boards that it has read before it waits for more",
        PATIENCE.as_secs(),
        many(answers, "answer")
    ))
}

fn reason(deadline: Option<Instant>) -> Option<Reason> {
    match deadline {
        _ if is_interrupted() => Some(Reason::Interrupted),
        Some(deadline) if Instant::now() >= deadline => Some(Reason::Time),
        _ => None,
    }
}

impl BoardEstimator for HeuristicCommand {
    fn estimate(&mut self, boards: &[Board]) -> Option<Vec<u32>> {
        match self.ask(boards) {
            Ok(estimates) => estimates,
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }
}

impl Live {
    fn start(command: &str) -> Result<Live, Failure> {
        // Python keeps its output back if it is not for a terminal, and would wait for boards that never come.
        let unbuffered = match std::env::var_os("PYTHONUNBUFFERED") {
            None => &[("PYTHONUNBUFFERED", "1")][..],
            Some(_) => &[],
        };
        let mut running = Running::start(command, unbuffered)?;
        let (boards, answers) = running.talk()?;
        Ok(Live {
            running,
            boards,
            answers,
        })
    }

    /// The error of a process that has closed its output.
    fn died(&mut self, answers: usize) -> Failure {
        let begun = Instant::now();
        let mut ended = self.running.ended();
        while ended.is_none() && begun.elapsed() < GRACE {
            thread::sleep(TICK);
            ended = self.running.ended();
        }
        let how = how_ended(ended);
        Failure::BadInput(format!(
            "the heuristic command {how} after {}: it must read boards and print numbers until its input ends",
            many(answers, "answer")
        ))
    }
}

impl Drop for HeuristicCommand {
    /// Ends the input, and gives the program a moment to end by itself.
    fn drop(&mut self) {
        let Some(Live {
            mut running,
            boards,
            answers,
        }) = self.live.take()
        else {
            return;
        };
        drop((boards, answers));
        if self.reason.is_some() {
            return;
        }
        let begun = Instant::now();
        while running.ended().is_none() && begun.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_up_and_nothing_is_negative() {
        for (answer, expected) in [
            (0.0, 0),
            (-3.5, 0),
            (2.000_000_000_1, 2),
            (2.1, 3),
            (7.0, 7),
        ] {
            assert_eq!(moves(answer), Ok(expected));
        }
        assert!(moves(2e6).is_err());
    }
}
