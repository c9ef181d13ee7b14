//! Long work in a thread, so that the screen never waits; a new question cancels the previous one.

use super::game::{FoundSolution, Game};
use super::scramble::{Scrambler, Wanted};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};
use taquin::Problem;
use taquin::solve::{Answer, Search, SearchObserver, SearchOptions, Tables, Tick};

/// The time limit for boards whose solutions can always be shortened further.
const TIME_TO_SHORTEN: Duration = Duration::from_secs(3);

/// A question to the thread.
#[derive(Debug)]
pub(super) enum Question {
    /// Find a solution.
    Solve(Problem),
    /// Draw a new board.
    Scramble(Wanted),
}

/// An answer of the thread.
#[derive(Debug)]
pub(super) enum Reply {
    Solution(FoundSolution),
    Game(Box<Game>),
    /// Why there is no result.
    Nothing(String),
}

/// A thread for questions.
#[derive(Debug)]
pub(super) struct Worker {
    questions: Sender<(u64, Question)>,
    replies: Receiver<(u64, Reply)>,
    /// The number of the newest question; work on an older one stops.
    newest: Arc<AtomicU64>,
}

impl Worker {
    pub(super) fn new(scrambler: Scrambler, threads: usize) -> Worker {
        let (questions, asked) = mpsc::channel();
        let (answers, replies) = mpsc::channel();
        let newest = Arc::new(AtomicU64::new(0));
        let mut work = WorkerThread {
            scrambler,
            tables: Tables::default(),
            threads,
            newest: newest.clone(),
        };
        thread::spawn(move || {
            while let Ok((number, question)) = asked.recv() {
                if work.is_stale(number) {
                    continue;
                }
                let reply = work.answer(number, &question);
                if answers.send((number, reply)).is_err() {
                    break;
                }
            }
        });
        Worker {
            questions,
            replies,
            newest,
        }
    }

    /// Asks a question, and cancels the previous one.
    pub(super) fn ask(&self, question: Question) {
        let number = self.forget();
        // If the thread has panicked, `answer` reports it.
        let _ = self.questions.send((number, question));
    }

    /// Cancels the current question; returns the number of the next.
    pub(super) fn forget(&self) -> u64 {
        self.newest.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The answer to the newest question, if there is one yet.
    pub(super) fn answer(&self) -> Option<Reply> {
        loop {
            match self.replies.try_recv() {
                Ok((number, reply)) if number == self.newest.load(Ordering::Relaxed) => {
                    return Some(reply);
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => panic!("the thread for questions has panicked"),
            }
        }
    }
}

impl Drop for Worker {
    /// Cancels the current question, so that the thread ends.
    fn drop(&mut self) {
        self.forget();
    }
}

struct WorkerThread {
    scrambler: Scrambler,
    tables: Tables,
    threads: usize,
    newest: Arc<AtomicU64>,
}

impl WorkerThread {
    fn is_stale(&self, number: u64) -> bool {
        self.newest.load(Ordering::Relaxed) != number
    }

    fn answer(&mut self, number: u64, question: &Question) -> Reply {
        match question {
            Question::Solve(problem) => self.solve(number, problem),
            Question::Scramble(wanted) => {
                let newest = self.newest.clone();
                let stop = || newest.load(Ordering::Relaxed) != number;
                match self.scrambler.draw(*wanted, &stop) {
                    Ok(game) => Reply::Game(Box::new(game)),
                    Err(error) => Reply::Nothing(error.to_string()),
                }
            }
        }
    }

    fn solve(&mut self, number: u64, problem: &Problem) -> Reply {
        let is_open_ended = SearchOptions::default().is_open_ended(problem.start().shape());
        let mut asking = Asking {
            begun: Instant::now(),
            time: is_open_ended.then_some(TIME_TO_SHORTEN),
            newest: &self.newest,
            number,
        };
        let report = Search::new(problem)
            .threads(self.threads)
            .tables(&self.tables)
            .observe(&mut asking)
            .run();
        match report {
            Ok(report) => match report.answer {
                Answer::Solved(solution, _) => Reply::Solution(FoundSolution {
                    moves: solution.moves().to_vec(),
                    at_least: report.lower_bound,
                }),
                _ => Reply::Nothing("no solution was found".into()),
            },
            Err(error) => Reply::Nothing(error.to_string()),
        }
    }
}

/// Stops a search when another question is asked, or after the time limit for large boards.
struct Asking<'a> {
    begun: Instant,
    time: Option<Duration>,
    newest: &'a AtomicU64,
    number: u64,
}

impl SearchObserver for Asking<'_> {
    fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
        if self.newest.load(Ordering::Relaxed) == self.number {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn budget_spent(&mut self) -> Option<f64> {
        let share = |time: Duration| self.begun.elapsed().as_secs_f64() / time.as_secs_f64();
        Some(self.time.map_or(0.0, share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::play::scramble::Difficulty;
    use taquin::{Goal, notation};

    fn problem(start: &str) -> Problem {
        let start = notation::read_any(start.as_bytes(), None).unwrap().start;
        let goal = Goal::Last.board(start.shape());
        Problem::new(start, goal).unwrap()
    }

    fn wait(worker: &Worker) -> Reply {
        loop {
            if let Some(reply) = worker.answer() {
                return reply;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn the_newest_question_is_answered_and_no_other() {
        let easy = problem("1 2 3/4 0 6/7 5 8");
        // Its shortest solution has 80 moves, which takes a while to find.
        let hard = problem("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
        let scrambler = Scrambler::new(easy.goal().clone(), 1, 1);
        let worker = Worker::new(scrambler, 1);
        worker.ask(Question::Solve(hard));
        worker.ask(Question::Solve(easy));
        let Reply::Solution(solution) = wait(&worker) else {
            panic!("an easy board has a solution");
        };
        assert_eq!((solution.moves.len(), solution.at_least), (2, 2));
        assert!(worker.answer().is_none());
    }

    #[test]
    fn boards_are_found_or_the_reason_is_given() {
        let goal = problem("1 2 3/4 0 6/7 5 8").goal().clone();
        let worker = Worker::new(Scrambler::new(goal, 1, 1), 1);
        worker.ask(Question::Scramble(Wanted::Difficulty(Difficulty::Hard)));
        assert!(matches!(wait(&worker), Reply::Game(_)));
        worker.ask(Question::Scramble(Wanted::Moves(32)));
        let Reply::Nothing(why) = wait(&worker) else {
            panic!("no 3×3 board needs 32 moves");
        };
        assert!(why.contains("31 moves"), "{why}");
    }
}
