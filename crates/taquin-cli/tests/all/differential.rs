//! Answers of the program against a solver that was written apart from it, in Python (`tests/differential/solver.py`).

use crate::common::{NO_TABLES, run_with};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

const SOLVER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/differential/solver.py"
);

/// Pseudorandom numbers, the same in every run (Steele et al., 2014: SplitMix).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn shuffled(&mut self, mut cells: Vec<usize>) -> Vec<usize> {
        for end in (1..cells.len()).rev() {
            let other = self.below(end + 1);
            cells.swap(end, other);
        }
        cells
    }
}

/// A board some random moves away from another one.
fn walk(
    random: &mut Random,
    goal: &[usize],
    (rows, cols): (usize, usize),
    moves: usize,
) -> Vec<usize> {
    let mut board = goal.to_vec();
    for _ in 0..moves {
        let blank = board.iter().position(|&tile| tile == 0).unwrap();
        let (row, col) = (blank / cols, blank % cols);
        let mut next = Vec::new();
        next.extend((row > 0).then(|| blank - cols));
        next.extend((row + 1 < rows).then_some(blank + cols));
        next.extend((col > 0).then(|| blank - 1));
        next.extend((col + 1 < cols).then_some(blank + 1));
        let other = next[random.below(next.len())];
        board.swap(blank, other);
    }
    board
}

/// Boards with random goals: any board up to eight cells, half of which are unsolvable, and near ones of larger shapes.
fn puzzles(random: &mut Random, metric: &str) -> Vec<Value> {
    let shapes = [
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 4),
        (4, 2),
        (3, 3),
        (2, 5),
        (3, 4),
        (4, 3),
    ];
    let mut puzzles = Vec::new();
    for (rows, cols) in shapes {
        for _ in 0..6 {
            let goal = random.shuffled((0..rows * cols).collect());
            let start = if rows * cols <= 8 {
                random.shuffled(goal.clone())
            } else {
                walk(random, &goal, (rows, cols), 40)
            };
            puzzles.push(
                json!({"rows": rows, "cols": cols, "start": start, "goal": goal, "metric": metric}),
            );
        }
    }
    puzzles
}

fn lines(puzzles: &[Value]) -> String {
    puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect()
}

/// The answers of the solver in Python; `None` where there is no python3, which the test says.
fn slow(puzzles: &[Value]) -> Option<Vec<Value>> {
    let started = Command::new("python3")
        .arg(SOLVER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut python = match started {
        Ok(python) => python,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no python3");
            return None;
        }
        Err(error) => panic!("python3: {error}"),
    };
    let (mut stdin, text) = (python.stdin.take().unwrap(), lines(puzzles));
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).unwrap();
    Some(
        output
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}

fn program(name: &str, args: &[&str], input: &str) -> Vec<Value> {
    let run = run_with(name, args, input.as_bytes(), &[NO_TABLES]);
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn lengths_agree_with_an_independent_solver() {
    let mut random = Random(22);
    for metric in ["stm", "mtm"] {
        let puzzles = puzzles(&mut random, metric);
        let Some(expected) = slow(&puzzles) else {
            return;
        };
        // The program takes these objects, apart from the metric, which is an option there.
        let boards: Vec<Value> = puzzles
            .iter()
            .map(|puzzle| json!({"rows": puzzle["rows"], "cols": puzzle["cols"], "start": puzzle["start"], "goal": puzzle["goal"]}))
            .collect();
        let args = ["solve", "--lines", "-", "--json", "--metric", metric];
        let answers = program(env!("CARGO_BIN_EXE_taquin"), &args, &lines(&boards));
        assert_eq!(
            (answers.len(), expected.len()),
            (puzzles.len(), puzzles.len())
        );
        let solvable = expected.iter().filter(|length| !length.is_null()).count();
        assert!((20..puzzles.len()).contains(&solvable), "{solvable}");
        for ((answer, expected), puzzle) in answers.iter().zip(&expected).zip(&puzzles) {
            let status = if expected.is_null() {
                "unsolvable"
            } else {
                "solved"
            };
            assert_eq!(answer["status"], status, "{puzzle}: {answer}");
            assert_eq!(answer["length"], *expected, "{puzzle}: {answer}");
        }
    }
}

/// Boards whose labels repeat: whether the goal can be reached.
#[test]
fn boards_with_repeated_labels_agree_with_an_independent_solver() {
    let mut random = Random(1879);
    let mut cases = Vec::new();
    for case in 0..16 {
        // Half of the boards have no label twice, and half of those are unsolvable.
        let label = |random: &mut Random, cell: usize| match (cell, case % 2) {
            (0, _) => 0,
            (cell, 0) => cell,
            _ => 1 + random.below(8),
        };
        let labels: Vec<usize> = (0..9).map(|cell| label(&mut random, cell)).collect();
        let goal = random.shuffled(labels.clone());
        let start = random.shuffled(labels);
        cases.push(json!({"rows": 3, "cols": 3, "start": start, "goal": goal, "metric": "stm"}));
    }
    let Some(expected) = slow(&cases) else {
        return;
    };
    for (case, expected) in cases.iter().zip(expected) {
        let text = |name: &str| -> String {
            let labels = case[name].as_array().unwrap().iter();
            labels
                .map(|label| label.as_u64().unwrap().to_string())
                .collect::<String>()
                .replace('0', "-")
        };
        let args = [
            "check",
            "--as",
            "nine",
            "--json",
            "--",
            &text("start"),
            &text("goal"),
        ];
        let answer = &program(env!("CARGO_BIN_EXE_taquin"), &args, "")[0];
        let status = if expected.is_null() {
            "unsolvable"
        } else {
            "solvable"
        };
        assert_eq!(answer["status"], status, "{case}: {answer}");
    }
}
