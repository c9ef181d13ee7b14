//! What one command writes, every command reads: the same boards, the same answers.

use crate::common::{Folder, Run, run_unread};
use taquin::notation::Dialect;

const SHAPES: [&str; 10] = [
    "1x1", "1x5", "1x9", "5x1", "2x2", "2x3", "3x2", "3x3", "2x5", "4x4",
];

fn taquin(args: &[&str], input: &str) -> Run {
    run_unread(args, input)
}

/// The output of a command that must succeed.
fn output(args: &[&str], input: &str) -> String {
    let run = taquin(args, input);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run.stdout
}

/// Three boards of a shape; `None` if the notation cannot carry them.
fn generated(shape: &str, to: &str) -> Option<String> {
    let args = [
        "generate", "--shape", shape, "--walk", "14", "--count", "3", "--seed", "5",
    ];
    let run = taquin(&[&args[..], &["--to", to]].concat(), "");
    if run.code != 0 {
        assert!(
            run.stderr.contains("support") || run.stderr.contains("needs"),
            "{to} {shape}: {}",
            run.stderr
        );
        return None;
    }
    Some(run.stdout)
}

/// The values of a field in lines of objects.
fn values(objects: &str, field: &str) -> Vec<String> {
    let value = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        object[field].to_string()
    };
    objects.lines().map(value).collect()
}

/// The boards of a shape in every notation that can carry them, with their length if it is not one.
fn everywhere(shape: &str) -> Vec<(&'static str, String)> {
    let texts =
        Dialect::ALL.map(|dialect| Some((dialect.name(), generated(shape, dialect.name())?)));
    texts.into_iter().flatten().collect()
}

#[test]
fn boards_stay_the_same_in_every_notation() {
    for shape in SHAPES {
        let boards = generated(shape, "json").unwrap();
        let texts = everywhere(shape);
        assert!(texts.len() >= 4, "{shape}");
        for (name, text) in texts {
            let converted = output(&["convert", "-", "--to", "json"], &text);
            assert_eq!(converted, boards, "{shape} {name}: {text}");
            // Three lines of `b` without goals are not three starts with goals.
            if name == "b" && text.lines().count() == 3 {
                continue;
            }
            let strict = output(&["convert", "-", "--to", "json", "--as", name], &text);
            assert_eq!(strict, boards, "{shape} {name}: {text}");
        }
    }
}

#[test]
fn generated_boards_are_solved_and_verified() {
    for shape in SHAPES {
        let args = ["solve", "-", "--json"];
        let lengths = values(&output(&args, &generated(shape, "json").unwrap()), "length");
        assert_eq!(lengths.len(), 3, "{shape}");
        for (name, text) in everywhere(shape) {
            let solved = output(&args, &text);
            assert_eq!(values(&solved, "length"), lengths, "{shape} {name}: {text}");
            let verified = output(&["verify", "-", "--json"], &solved);
            assert_eq!(
                values(&verified, "status"),
                ["\"right\""; 3],
                "{shape} {name}"
            );
            // Boards of objects are boards too.
            let again = output(&args, &solved);
            assert_eq!(values(&again, "length"), lengths, "{shape} {name}");
            assert_eq!(values(&again, "start"), values(&solved, "start"));
        }
    }
}

#[test]
fn the_farthest_boards_are_as_far_as_the_census_says() {
    for (shape, goal, farthest) in [
        ("2x2", "last", "6"),
        ("2x3", "first", "21"),
        ("3x2", "last", "21"),
        ("1x4", "last", "3"),
    ] {
        let args = ["census", shape, "--list-farthest", "--goal", goal];
        let text = output(&args, "");
        let solved = output(&["solve", "-", "--json", "--goal", goal], &text);
        let from_text = values(&solved, "length");
        assert!(!from_text.is_empty());
        assert!(
            from_text.iter().all(|length| length == farthest),
            "{shape}: {from_text:?}"
        );
        // The object names its goal.
        let object = output(&[&args[..], &["--json"]].concat(), "");
        let solved = output(&["solve", "-", "--json"], &object);
        assert_eq!(values(&solved, "length"), from_text, "{shape}");
    }
}

#[test]
fn every_reachable_board_is_checked() {
    for (start, count) in [("1 2/3 0", 12), ("1 2 3 0/", 4), ("1 2 0/3 4 5", 360)] {
        let json = output(&["reach", start, "--json"], "");
        let boards = output(&["convert", "-", "--to", "slash"], &json);
        assert_eq!(boards.lines().count(), count);
        for dialect in Dialect::ALL {
            let run = taquin(&["reach", start, "--to", dialect.name()], "");
            if run.code != 0 {
                assert!(run.stderr.contains("support"), "{}", run.stderr);
                continue;
            }
            // Without goals, the lines of `b` would be starts and goals in turn.
            let is_list = dialect == Dialect::Pair && run.stdout.lines().count() == count;
            let options: &[&str] = if is_list { &["--lines"] } else { &[] };
            let args = [&["convert", "-", "--to", "slash"], options].concat();
            assert_eq!(output(&args, &run.stdout), boards, "{dialect:?}");
        }
        let checked = output(&["check", "-", "--goal", start], &boards);
        assert_eq!(checked, "solvable\n".repeat(count));
    }
}

#[test]
fn trees_are_boards() {
    let tree = output(&["tree", "1 2 3/4 5 0", "--depth", "2", "--json"], "");
    let boards = output(&["convert", "-", "--to", "slash"], &tree);
    assert_eq!(boards.lines().next(), Some("1 2 3/4 5 0"));
    assert_eq!(boards.lines().count(), tree.lines().count());
}

/// The distances of all reachable boards are those of the census.
#[test]
fn every_reachable_board_is_inspected() {
    for (start, shape) in [("1 2/3 0", "2x2"), ("1 2 0/3 4 5", "2x3")] {
        let reached = output(&["reach", start, "--json"], "");
        let inspected = output(&["inspect", "-", "--json", "--goal", start], &reached);
        let census = output(&["census", shape, "--goal", start, "--json"], "");
        let census: serde_json::Value = serde_json::from_str(&census).unwrap();
        let distances = values(&inspected, "distance");
        let counts = census["boards_at_distance"].as_array().unwrap();
        for (distance, count) in counts.iter().enumerate() {
            let distance = distance.to_string();
            let found = distances.iter().filter(|found| **found == distance);
            assert_eq!(found.count() as u64, count.as_u64().unwrap(), "{shape}");
        }
        for dialect in Dialect::ALL {
            let run = taquin(&["reach", start, "--to", dialect.name()], "");
            if run.code != 0 || dialect == Dialect::Pair {
                continue;
            }
            let from_text = output(&["inspect", "-", "--json", "--goal", start], &run.stdout);
            assert_eq!(values(&from_text, "distance"), distances, "{dialect:?}");
        }
    }
}

/// Fields that taquin does not know come through every command.
#[test]
fn unknown_fields_come_through_solve_and_verify() {
    let board = r#"{"board":[[1,2,3],[4,0,6],[7,5,8]],"id":"x7"}"#;
    let solved = output(&["solve", "-", "--json"], board);
    let verified = output(&["verify", "-", "--json"], &solved);
    assert_eq!(values(&verified, "id"), ["\"x7\""]);
    let wrong = r#"{"start":"1 2/3","id":5}"#;
    let run = taquin(&["verify", "-", "--json"], wrong);
    assert_eq!(run.code, 4);
    assert_eq!(values(&run.stdout, "id"), ["5"]);
    assert_eq!(values(&run.stdout, "source"), ["\"-:1\""]);
}

/// Objects with a board but without a sequence of moves have nothing to verify.
#[test]
fn what_has_no_solution_is_passed_over() {
    let board = "1 2/0 3";
    for command in ["compare", "hint", "trace", "check", "inspect"] {
        let objects = output(&[command, board, "--json"], "");
        let run = taquin(&["verify", "-"], &objects);
        assert_eq!(
            (run.code, run.stdout.as_str(), run.stderr.as_str()),
            (4, "", "taquin: standard input: contains no solution\n"),
            "{command}"
        );
        let solved = output(&["solve", board, "--json"], "");
        let verified = output(&["verify", "-"], &(objects.clone() + &solved));
        let line = objects.lines().count() + 1;
        assert_eq!(
            verified,
            format!("standard input:{line}: right: 1 move, shortest\n")
        );
    }
    let unsolvable = taquin(&["hint", "2 1/0 3", "--json"], "").stdout;
    let run = taquin(&["verify", "-"], &unsolvable);
    assert_eq!(
        run.stdout,
        "standard input:1: right: unsolvable, as claimed\n"
    );
}

#[test]
fn the_board_of_a_trace_is_read_once() {
    for algorithm in ["astar", "idastar", "bidirectional"] {
        let trace = output(&["trace", "1 2/0 3", "-a", algorithm, "--json"], "");
        let converted = output(&["convert", "-", "--to", "slash"], &trace);
        assert_eq!(converted, "1 2/0 3\n", "{algorithm}");
    }
    let trace = output(&["trace", "1 2/0 3", "--twin", "--json"], "");
    let solved = output(&["solve", "-", "--json"], &trace);
    assert_eq!(values(&solved, "length"), ["1"]);
}

#[test]
fn a_source_without_a_board_is_an_error() {
    let count = output(&["count", "3x3", "--json"], "");
    for command in [
        &["solve"][..],
        &["check"],
        &["inspect"],
        &["hint"],
        &["convert", "--to", "slash"],
        &["compare"],
        &["trace"],
        &["reach"],
        &["tree"],
    ] {
        let run = taquin(&[command, &["-"]].concat(), &count);
        assert_eq!(
            (run.code, run.stdout.as_str(), run.stderr.as_str()),
            (4, "", "taquin: standard input: contains no board\n"),
            "{command:?}"
        );
    }
}

/// The boards of solutions, of several boards one after the other, are judged as what they are.
#[test]
fn written_solutions_are_verified() {
    for shape in ["1x5", "5x1", "2x2", "2x3", "3x2", "3x3"] {
        let boards = generated(shape, "json").unwrap();
        let lengths = values(&output(&["solve", "-", "--json"], &boards), "length");
        let mut forms = vec![vec!["--states"]];
        forms.extend(Dialect::ALL.map(|dialect| vec!["--to", dialect.name()]));
        let mut written = 0;
        for form in forms {
            let solved = taquin(&[&["solve", "-"], &form[..]].concat(), &boards);
            if solved.code == 2 {
                continue;
            }
            written += 1;
            let verified = taquin(&["verify", "-", "--json"], &solved.stdout);
            assert_eq!(verified.code, 0, "{shape} {form:?} {}", verified.stderr);
            let found = values(&verified.stdout, "length");
            assert_eq!(found, lengths, "{shape} {form:?} {}", solved.stdout);
        }
        assert!(written >= 5, "{shape}");
    }
    for to in ["slash", "grid", "b", "42"] {
        let args = [
            "generate", "--size", "3", "-n", "2", "--seed", "3", "--to", to,
        ];
        let solved = output(&[&args[..], &["--solve"]].concat(), "");
        let verified = output(&["verify", "-", "--json"], &solved);
        assert_eq!(values(&verified, "status"), ["\"right\""; 2], "{to}");
    }
    let board = "8 1 3/4 0 2/7 6 5";
    let solved = output(&["solve", board], "");
    let verified = output(&["verify", board, "-"], &solved);
    assert!(verified.starts_with("right: 14 moves, shortest\n"));
    let run = taquin(&["verify", "-"], &solved);
    let error = "taquin: standard input:1: there is no board before this claim; name it with taquin verify BOARD FILE\n";
    assert_eq!((run.code, run.stderr.as_str()), (4, error));
}

/// Four labels may be a row; the goal may be any board.
#[test]
fn a_legal_sequence_may_have_another_goal() {
    let run = taquin(&["verify", "-"], "123-\n12-3\n");
    let stderr = "taquin: standard input: read as 2 boards, one per line\n\
                  taquin: read as a string of labels, - for the blank (2×2, unless a shape is given)\n";
    let stdout = "wrong: the moves end at another board, with 1 tile in a wrong place\n\
                  at the end:\n  1 2\n  · 3\n\
                  It is a legal sequence of 1 move. If the board at its end is the goal, add --goal \"1 2/0 3\".\n";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (stdout, stderr));
    let args = ["verify", "-", "--goal", "1 2/0 3"];
    assert_eq!(taquin(&args, "123-\n12-3\n").code, 0);
    let run = taquin(&["verify", "-"], "123-45\n12345-\n");
    assert!(
        run.code == 4 && run.stderr.contains("--shape"),
        "{}",
        run.stderr
    );
}

/// Solutions of a benchmark are verified; its summary, which has no board, is passed over.
#[test]
fn benchmarks_are_verified() {
    let folder = Folder::new("bench");
    for shape in ["1x5", "2x2", "2x3", "3x2", "3x3"] {
        for (name, text) in everywhere(shape) {
            let file = folder.0.join(format!("{shape}-{name}"));
            std::fs::write(&file, &text).unwrap();
            let bench = output(&["bench", file.to_str().unwrap(), "--json"], "");
            assert_eq!(bench.lines().count(), 4, "{shape} {name}");
            let verified = output(&["verify", "-", "--json"], &bench);
            assert_eq!(values(&verified, "status"), ["\"right\""; 3]);
            assert_eq!(
                values(&verified, "source"),
                ["\"-:1\"", "\"-:2\"", "\"-:3\""]
            );
            let solved = output(&["solve", "-", "--json"], &bench);
            assert_eq!(values(&solved, "length"), values(&verified, "length"));
        }
    }
}

/// The boards of a solution are boards, whatever stands beside them.
#[test]
fn states_are_boards() {
    let board = "8 1 3/4 0 2/7 6 5";
    let expected = output(&["solve", board, "--to", "slash"], "");
    assert_eq!(expected.lines().count(), 15);
    for options in [
        &["--states"][..],
        &["--to", "princeton"],
        &["--to", "42"],
        &["--to", "grid"],
    ] {
        let text = output(&[&["solve", board], options].concat(), "");
        let read = output(&["convert", "-", "--to", "slash"], &text);
        assert_eq!(read, expected, "{options:?}");
    }
    let run = taquin(&["check", "-"], &output(&["solve", board], ""));
    let stderr = "taquin: standard input: contains no board\n";
    assert_eq!((run.code, &run.stderr[..]), (4, stderr));
}

/// The goal, the metric and the form of moves are in the text, not only in JSON.
#[test]
fn text_keeps_goal_metric_and_letters() {
    const BOARD: &str = "8 1 3/4 0 2/7 6 5";
    let pipes: &[(&[&str], &[&str], &str)] = &[
        (
            &["census", "2x3", "--list-farthest", "--goal", "first"],
            &["solve", "-", "--brief"],
            ": 21\n",
        ),
        (
            &[
                "generate",
                "--size",
                "3",
                "--hardest",
                "--goal",
                "1 2 3/4 5 0/6 7 8",
                "--seed",
                "1",
            ],
            &["solve", "-", "--brief"],
            ": 31\n",
        ),
        (
            &["solve", BOARD, "--metric", "mtm", "--states"],
            &["verify", "-"],
            "right: 12 slides, shortest\n",
        ),
        (
            &[
                "generate", "--size", "3", "--seed", "1", "--metric", "mtm", "--solve",
            ],
            &["verify", "-"],
            "right: 19 slides, shortest\n",
        ),
        (
            &["solve", BOARD, "--metric", "mtm", "--json"],
            &["solve", "-", "--brief"],
            ": 12\n",
        ),
        (
            &["solve", BOARD, "--moves-as", "blank"],
            &["moves", "convert", "-"],
            "LURRDDLURULDLU\n",
        ),
        (
            &["solve", BOARD, "--moves-as", "clicks"],
            &["verify", BOARD, "-"],
            "right: 14 moves, shortest\n",
        ),
        (
            &["moves", "apply", "1 2 3/4 5 6/7 8 0", "R2D", "--json"],
            &["convert", "-"],
            "1 2 3/0 5 6/4 7 8\n",
        ),
        (
            &["solve", "1 2 0 3/", "--states"],
            &["convert", "-"],
            "1 2 0 3/\n1 2 3 0/\n",
        ),
        (
            &["solve", "0/1/2", "--states"],
            &["convert", "-"],
            "0/1/2\n1/0/2\n1/2/0\n",
        ),
    ];
    for (write, read, expected) in pipes {
        let written = taquin(write, "").stdout;
        let answer = taquin(read, &written);
        let stdout = answer.stdout;
        assert!(
            stdout.ends_with(expected) || stdout.starts_with(expected),
            "{write:?}\n{written}\n{stdout}{}",
            answer.stderr
        );
    }
}

/// A sequence of boards is not a list of starts and goals.
#[test]
fn unsolvable_boards_among_others_are_written_too() {
    for notation in ["princeton", "grid"] {
        let boards = ["1 2 3/4 5 6/8 7 0", "1 2 3/4 0 6/7 5 8"];
        let args = ["solve", boards[0], boards[1], "--to", notation];
        let written = taquin(&args, "");
        assert_eq!(written.code, 1, "{}", written.stderr);
        let judged = taquin(&["verify", "-"], &written.stdout);
        assert_eq!(
            judged.code, 0,
            "{notation}\n{}{}",
            written.stdout, judged.stdout
        );
    }
    let refused = taquin(&["solve", "1 2/3 0", "--to", "b"], "");
    assert_eq!((refused.code, &refused.stdout[..]), (2, ""));
}

/// Goals and metrics of rows are columns of the table.
#[test]
fn rows_have_their_goals_and_metrics() {
    let table = "# goal, metric, shortest length, board\n\
                 1 2 3/4 5 0/6 7 8\tstm\t31\t8 4 0/7 5 6/3 2 1\n\
                 1 2 3/4 5 6/7 0 8\tmtm\t24\t1 4 7/2 8 0/3 6 5\n\
                 last\tstm\t31\t8 6 7/2 5 4/3 0 1\n";
    let solved = output(&["solve", "-", "--brief"], table);
    assert_eq!(solved, "-:2: 31\n-:3: 24\n-:4: 31\n");
    let kept = output(&["convert", "-", "--json"], table);
    assert_eq!(
        output(&["solve", "-", "--brief", "--metric", "stm"], &kept)
            .lines()
            .next(),
        Some("-:1: 31")
    );
}
