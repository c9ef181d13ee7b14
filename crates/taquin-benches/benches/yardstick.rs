//! The engine against a yardstick, in one run, so that figures of different machines and of busy ones can be compared.
//!
//! One *yard* is the time in which a textbook program generates 100 million nodes (`yard/mod.rs`).
//! `cargo bench -p taquin-benches --bench yardstick` prints the yard, and what the engine needs for Korf's hundred in
//! yards; with `-- 5x5` also for two 24-puzzles. `-- rows target/release/taquin` measures that program instead, on the
//! rows of the table of targets (`yard/rows.rs`). Times are CPU times where the system tells, else wall times.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

mod yard;

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use taquin::pdb::engine::{EngineProgress, EngineSearch};
use taquin::pdb::{Databases, Partition, PatternSum};
use taquin::search::{Ended, Stats};
use taquin::space::{Automaton, MoveOrder};
use taquin::{Goal, Problem, notation};

/// Each measurement is repeated, and the shortest time counts: other work on the machine only adds to it.
const REPEATS: usize = 5;
/// Numbers 40 and 25 of Korf's fifty (Korf & Felner 2002).
const LARGE: [usize; 2] = [40, 25];

fn main() {
    let mut generated = 0;
    let seconds = least(|| generated = yard::search());
    let yard = seconds * yard::YARD as f64 / generated as f64;
    let rate = generated as f64 / seconds / 1e6;
    println!("yard: {yard:.3} s, {rate:.0} M nodes/s");
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(rows) = arguments.iter().position(|argument| argument == "rows") {
        let program = arguments
            .get(rows + 1)
            .filter(|next| !next.starts_with("--"));
        yard::rows::measure(program.expect("`rows` is followed by a program"), yard);
        return;
    }
    let korf = read(include_str!("../../../data/korf-15.tsv"));
    report("korf-15", yard, &korf.iter().collect::<Vec<_>>());
    if arguments.iter().any(|argument| argument == "5x5") {
        let korf = read(include_str!("../../../data/korf-24.tsv"));
        report(
            "korf-24 #40 #25",
            yard,
            &LARGE.map(|number| &korf[number - 1]),
        );
    }
}

fn report(name: &str, yard: f64, boards: &[&(Problem, usize)]) {
    let solver = Solver::new(&boards[0].0);
    let generated = solver.solve(boards);
    let seconds = least(|| {
        black_box(solver.solve(boards));
    });
    println!(
        "{name}: {generated} generated, {seconds:.3} s, {:.3} yd, {:.1} M/s",
        seconds / yard,
        generated as f64 / seconds / 1e6
    );
}

/// The shortest time of several.
fn least(mut work: impl FnMut()) -> f64 {
    let times = (0..REPEATS).map(|_| {
        let (wall, cpu) = (Instant::now(), cpu_time());
        work();
        match (cpu, cpu_time()) {
            (Some(before), Some(after)) => after - before,
            _ => wall.elapsed(),
        }
    });
    times.min().unwrap().as_secs_f64()
}

/// The time that this thread has run, where Linux tells.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Boards with the lengths of their shortest solutions.
fn read(text: &str) -> Vec<(Problem, usize)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let start = notation::read_any(fields[2].as_bytes(), None)
            .unwrap()
            .start;
        let goal = Goal::First.board(start.shape());
        (
            Problem::new(start, goal).unwrap(),
            fields[1].parse().unwrap(),
        )
    });
    boards.collect()
}

struct Solver {
    sum: PatternSum,
    automaton: Automaton,
}

impl Solver {
    fn new(problem: &Problem) -> Solver {
        let goal = problem.goal();
        let partitions = Partition::small(goal.shape(), goal.blank()).unwrap();
        let mut tables = Databases::default();
        let go_on = &mut |_| ControlFlow::Continue(());
        tables.build(&partitions, 2, go_on).unwrap();
        Solver {
            sum: PatternSum::new(goal.shape(), goal.blank(), &partitions, &tables).unwrap(),
            automaton: Automaton::new(goal.shape(), MoveOrder::default(), 12),
        }
    }

    /// The number of boards generated.
    fn solve(&self, boards: &[&(Problem, usize)]) -> u64 {
        let go_on = &mut |_: &EngineProgress, _: &Stats| ControlFlow::Continue(());
        let solve = |(problem, length): &(Problem, usize)| {
            let search = EngineSearch {
                problem,
                sum: &self.sum,
                automaton: &self.automaton,
                max_length: None,
                threads: 1,
                from: EngineProgress::default(),
            };
            let outcome = search.run(go_on);
            assert!(matches!(outcome.ended, Ended::Found(moves) if moves.len() == *length));
            outcome.stats.generated
        };
        boards.iter().copied().map(solve).sum()
    }
}
