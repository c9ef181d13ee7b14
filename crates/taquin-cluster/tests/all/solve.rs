//! Any number of workers gives the answer of one, and a stopped search can be resumed.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use taquin::notation::{self, Dialect};
use taquin::search::Ended;
use taquin::solve::{TableSize, Tables, Tick};
use taquin::{Goal, Problem, Shape};
use taquin_cluster::JobEnd;
use taquin_cluster::journal::Journal;
use taquin_cluster::solve::{SolveEnd, SolveJob, SolveOptions, run};
use taquin_cluster::workers::Workers;

/// Number 88 of Korf's hundred, which takes 65 moves (Korf 1985).
const BOARD: &str = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4";
const LENGTH: usize = 65;

/// The job of a board; iterations are divided early.
fn job(board: &str, max_length: Option<u32>, threads: usize) -> Arc<SolveJob> {
    let goal = Goal::First.board(Shape::square(4).unwrap());
    let go_on = &mut |_: &Tick| ControlFlow::Continue(());
    let tables = Tables::default().prepare(&goal, TableSize::Small, 1, go_on);
    let start = notation::read(board.as_bytes(), Dialect::Korf, None).unwrap();
    Arc::new(SolveJob {
        problem: Problem::new(start.start, goal.clone()).unwrap(),
        tables: tables.unwrap(),
        max_length,
        large: 20_000,
        threads,
    })
}

fn options(
    journal: Option<PathBuf>,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> SolveOptions {
    SolveOptions {
        journal: journal.map(|path| (path, "solve 88".into())),
        stop: Arc::new(stop),
        on_progress: Arc::new(|_| ()),
    }
}

fn solve(job: &Arc<SolveJob>, options: SolveOptions) -> SolveEnd {
    let crew = Workers {
        process: 0,
        threads: job.threads,
        sockets: vec![None],
    };
    run(crew, Arc::clone(job), options).unwrap()
}

#[test]
fn any_number_of_workers_gives_the_same_answer_and_counts() {
    let mut known = None;
    for threads in 1..=4 {
        let solved = solve(&job(BOARD, None, threads), options(None, || false));
        assert_eq!(solved.end, JobEnd::Complete);
        let outcome = solved.outcome.unwrap();
        assert!(matches!(&outcome.ended, Ended::Found(moves) if moves.len() == LENGTH));
        let known = known.get_or_insert_with(|| outcome.clone());
        assert_eq!(&outcome, known, "{threads} workers");
    }
}

/// Already solved; solved in the first iterations; no solution within the maximum length, in the first iterations and
/// in divided ones.
#[test]
fn easy_and_impossible_searches_end() {
    let solved = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
    let easy = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15";
    for (board, max_length, length) in [
        (solved, None, Some(0)),
        (solved, Some(0), Some(0)),
        (easy, None, Some(45)),
        (easy, Some(44), None),
        (BOARD, Some(10), None),
        (BOARD, Some(LENGTH as u32 - 1), None),
        (BOARD, Some(LENGTH as u32), Some(LENGTH)),
    ] {
        let outcome = solve(&job(board, max_length, 2), options(None, || false));
        assert_eq!(outcome.end, JobEnd::Complete);
        let found = match outcome.outcome.unwrap().ended {
            Ended::Found(moves) => Some(moves.len()),
            Ended::Exhausted => None,
            Ended::Stopped { .. } => panic!("the search was not stopped"),
        };
        assert_eq!(found, length, "{board}, {max_length:?}");
    }
}

/// Stopped at many moments, with a different number of workers each time.
#[test]
fn a_stopped_search_continues_from_its_journal() {
    let whole = solve(&job(BOARD, None, 1), options(None, || false))
        .outcome
        .unwrap();
    let path = std::env::temp_dir().join(format!("taquin-solve-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    let jobs: Vec<Arc<SolveJob>> = (1..=3).map(|threads| job(BOARD, None, threads)).collect();
    let mut stops = 0;
    let solved = loop {
        let asked = AtomicU64::new(0);
        let stop = move || asked.fetch_add(1, Ordering::Relaxed) > 40 + 10 * stops;
        let options = options(Some(path.clone()), stop);
        let solved = solve(&jobs[stops as usize % 3], options);
        match &solved.end {
            JobEnd::Complete => break solved,
            JobEnd::Stopped => {
                let ended = solved.outcome.unwrap().ended;
                assert!(matches!(ended, Ended::Stopped { at_least } if at_least <= 65));
            }
            JobEnd::Failed(failure) | JobEnd::Refused(failure) | JobEnd::NoMemory(failure) => {
                panic!("{failure}")
            }
        }
        stops += 1;
    };
    assert!(stops >= 3, "stopped {stops} times only");
    assert_eq!(solved.outcome.unwrap(), whole);
    // Finished work is not done again.
    drop(solved.journal);
    let again = solve(&jobs[1], options(Some(path.clone()), || false));
    assert_eq!(again.outcome.unwrap(), whole);
    again.journal.unwrap().remove().unwrap();
    assert!(!path.exists());
}

#[test]
fn a_journal_of_other_tasks_is_refused() {
    let path = std::env::temp_dir().join(format!("taquin-other-{}", std::process::id()));
    for (number, result) in [
        (0, "next 1 1 0 0 1 1"),
        (0, "exhausted 1 1 0 0 1 1"),
        (0, "rubbish"),
        (
            (59 << 32) + u64::from(u32::MAX),
            "cut 4000 0000000000000000",
        ),
    ] {
        let _ = fs::remove_file(&path);
        let mut journal = Journal::open(&path, "solve 88", &mut |_, _| Ok(())).unwrap();
        if number != 0 {
            journal.add(0, b"next 1 1 0 0 1 1 59").unwrap();
        }
        journal.add(number, result.as_bytes()).unwrap();
        drop(journal);
        let solved = solve(&job(BOARD, None, 2), options(Some(path.clone()), || false));
        assert!(
            matches!(solved.end, JobEnd::Refused(_)),
            "{result}: {:?}",
            solved.end
        );
    }
    fs::remove_file(&path).unwrap();
}
