//! The rows of the table of targets, each a run of the program: whole processes, as a user has them.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A row: what is run, and how its time counts.
struct Row {
    name: &'static str,
    arguments: &'static str,
    /// The shortest of this number of runs counts.
    runs: usize,
    clock: Clock,
}

#[derive(Clone, Copy)]
enum Clock {
    Cpu,
    Wall,
}

/// The rows that take up to some minutes. The files of 7-8 and of the catalogue must be there (`taquin tables build`).
const ROWS: [Row; 6] = [
    Row {
        name: "Korf-100 cold, 1 thread, CPU",
        arguments: "bench korf100 --cold --threads 1",
        runs: 5,
        clock: Clock::Cpu,
    },
    Row {
        name: "Korf-100 warm, 1 thread, CPU",
        arguments: "bench korf100 --warm --threads 1",
        runs: 9,
        clock: Clock::Cpu,
    },
    Row {
        name: "18 hard boards, warm, 2 threads, wall",
        arguments: "bench hardest --warm --threads 2",
        runs: 3,
        clock: Clock::Wall,
    },
    Row {
        name: "24-puzzle #38 #40 #25 #32 #44, tables built, 2 threads, wall",
        arguments: "bench korf24 --cold --threads 2 --only 38,40,25,32,44",
        runs: 1,
        clock: Clock::Wall,
    },
    Row {
        name: "24-puzzle, eight boards, 2 threads, wall",
        arguments: "bench korf24 --warm --threads 2 --only 38,40,25,32,44,28,36,22",
        runs: 1,
        clock: Clock::Wall,
    },
    Row {
        name: "Clausecker's first ten, 2 threads, wall",
        arguments: "bench clausecker24 --warm --threads 2 --only 29,13,11,14,5,49,58,10,26,56",
        runs: 1,
        clock: Clock::Wall,
    },
];

/// Runs all rows with a program, and prints what each takes, in yards of `yard` seconds.
pub(crate) fn measure(program: &str, yard: f64) {
    for row in &ROWS {
        let times = (0..row.runs).map(|_| row.run(program));
        let seconds = times.min().unwrap().as_secs_f64();
        let yards = seconds / yard;
        println!("{}: {seconds:.2} s, {yards:.3} yd", row.name);
    }
}

impl Row {
    fn run(&self, program: &str) -> Duration {
        let (wall, cpu) = (Instant::now(), children_time());
        let mut command = Command::new(program);
        command.args(self.arguments.split(' '));
        let status = command.stdout(Stdio::null()).status();
        assert!(status.unwrap().success(), "{program} {}", self.arguments);
        match (self.clock, cpu, children_time()) {
            (Clock::Cpu, Some(before), Some(after)) => after - before,
            _ => wall.elapsed(),
        }
    }
}

/// The CPU time of all processes that this one has waited for, in steps of 10 ms, where Linux tells.
fn children_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program ends with the last parenthesis; the times are fields 16 and 17 (proc(5)), in hundredths.
    let fields = text.rsplit_once(')')?.1.split_whitespace();
    let ticks: Option<u64> = fields
        .skip(13)
        .take(2)
        .map(|field| field.parse::<u64>().ok())
        .sum();
    Some(Duration::from_millis(10 * ticks?))
}
