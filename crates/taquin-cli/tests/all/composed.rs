//! What passes from one command to the next besides boards: fields of others, goals and metrics of moves, and claims.

use crate::common::{Folder, Run, run_unread};
use serde_json::{Value, json};

const BOARD: &str = "8 1 3/4 0 2/7 6 5";

fn taquin(args: &[&str], input: &str) -> Run {
    run_unread(args, input)
}

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A solution of 0 moves is one, also as a row.
#[test]
fn solutions_of_no_moves_are_judged_in_every_form() {
    for form in ["--json", "--csv"] {
        let solved = taquin(&["solve", "1 2/3 0", "1 2/0 3", form], "");
        let verified = taquin(&["verify", "-"], &solved.stdout);
        let lengths: Vec<&str> = verified.stdout.lines().collect();
        assert_eq!(verified.code, 0, "{form}: {}", verified.stderr);
        assert!(
            lengths[0].ends_with("right: 0 moves, shortest"),
            "{form}: {lengths:?}"
        );
        assert_eq!(lengths.len(), 2, "{form}: {lengths:?}");
        let counted = taquin(&["moves", "count", "-"], &solved.stdout);
        assert_eq!(counted.stdout, "stm: 0\nmtm: 0\nstm: 1\nmtm: 1\n", "{form}");
    }
}

/// Benchmarks pass on what they do not know, and name the line, also of boards that cannot be solved.
#[test]
fn benchmarks_pass_on_the_fields_of_others() {
    let boards =
        "{\"board\":\"1 2/0 3\",\"id\":\"x7\",\"name\":\"n\"}\n{\"board\":\"2 1/3 0\",\"id\":8}\n";
    let run = taquin(&["bench", "-", "--json"], boards);
    let found = objects(&run.stdout);
    let of = |object: &Value| {
        json!([
            object["id"],
            object["name"],
            object["source"],
            object["status"]
        ])
    };
    let mut first: Vec<Value> = found[..2].iter().map(of).collect();
    first.sort_by_key(|object| object[2].to_string());
    assert_eq!(
        first,
        [
            json!(["x7", "n", "-:1", "solved"]),
            json!([8, null, "-:2", "unsolvable"])
        ]
    );
    // Neither the totals nor published boards have a source.
    assert_eq!(found[2]["source"], Value::Null);
    let set = taquin(
        &["bench", "korf100", "--only", "42", "--time", "0", "--json"],
        "",
    );
    assert!(!set.stdout.contains("\"source\""), "{}", set.stdout);
    let csv = taquin(&["bench", "-", "--csv"], boards).stdout;
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("id,source,set,instance,"), "{csv}");
    assert!(
        rows.iter().any(|row| row.starts_with("x7,-:1,-,1,2,2,")),
        "{csv}"
    );
}

/// The goal and the metric of a solution hold for its moves too.
#[test]
fn moves_keep_the_goal_and_the_metric_of_their_solution() {
    for metric in ["stm", "mtm"] {
        for form in ["--json", "--csv"] {
            let solve = ["solve", BOARD, "--goal", "first", "--metric", metric, form];
            let solved = taquin(&solve, "").stdout;
            let direct = taquin(&["verify", "-", "--json"], &solved).stdout;
            let expected = &objects(&direct)[0]["length"];
            for command in ["simplify", "convert", "count", "invert"] {
                let moved = taquin(&["moves", command, "-", "--json"], &solved).stdout;
                let object = &objects(&moved)[0];
                let case = format!("{metric} {form} {command}: {moved}");
                assert_eq!(object["metric"], metric, "{case}");
                assert_eq!(&object["length"], expected, "{case}");
                let verified = taquin(&["verify", "-"], &moved);
                assert!(verified.stdout.contains(": right: "), "{case}");
                assert_eq!(verified.code, 0, "{case}: {}", verified.stdout);
            }
        }
    }
    let solved = taquin(&["solve", BOARD, "--metric", "mtm"], "").stdout;
    let converted = taquin(&["moves", "convert", "-"], &solved).stdout;
    assert!(solved.contains(&format!("moves: {converted}")), "{solved}");
    assert!(converted.contains("R2"), "{converted}");
}

/// Boards that are listed keep the goal that the input names.
#[test]
fn listed_boards_keep_the_goal_of_the_input() {
    let board = "{\"board\":\"0 1/2 3\",\"goal\":\"first\"}\n";
    for command in ["reach", "tree"] {
        let listed = taquin(&[command, "-", "--depth", "1", "--json"], board).stdout;
        let goals: Vec<Value> = objects(&listed).iter().map(|o| o["goal"].clone()).collect();
        assert_eq!(goals, vec![json!([0, 1, 2, 3]); 3], "{command}");
        let solved = taquin(&["solve", "-", "--brief"], &listed).stdout;
        assert_eq!(solved, "-:1: 0\n-:2: 1\n-:3: 1\n", "{command}");
        let plain = taquin(&[command, "1 2/3 0", "--depth", "1", "--json"], "").stdout;
        assert!(!plain.contains("goal"), "{command}: {plain}");
    }
}

/// Every sequence gets an answer, also after one that is wrong.
#[test]
fn wrong_moves_do_not_end_a_batch() {
    let given = "{\"board\":\"1 2/3 0\",\"moves\":\"D\",\"id\":1}\n\
        {\"board\":\"1 2/3 0\",\"moves\":\"U\",\"id\":2}\n\
        {\"board\":\"1 2/3 0\",\"moves\":7,\"id\":3}\n\
        {\"board\":\"1 2/3 0\",\"moves\":\"R\",\"id\":4}\n";
    let run = taquin(&["moves", "convert", "-", "--json"], given);
    let found = objects(&run.stdout);
    let found: Vec<Value> = found
        .iter()
        .map(|object| json!([object["id"], object["moves"], object["status"]]))
        .collect();
    assert_eq!(run.code, 4);
    assert_eq!(
        found,
        [
            json!([1, "D", null]),
            json!([2, null, "bad-input"]),
            json!([3, null, "bad-input"]),
            json!([4, "R", null]),
        ]
    );
    assert_eq!(
        run.stderr,
        "taquin: standard input:2: move 1 (U) is impossible: no tile is below the blank \
         (if these are directions of the blank, use --moves-from blank)\n\
         taquin: standard input:3: moves: expected a string or an array\n"
    );
    let applied = taquin(&["moves", "apply", "1 2/3 0", "-"], given);
    assert_eq!(
        (applied.code, &applied.stdout[..]),
        (4, "1 0/3 2\n1 2/0 3\n"),
        "{}",
        applied.stderr
    );
}

/// `puzzle` claims that a board is solvable; no moves are needed for that.
#[test]
fn claims_without_moves_are_judged() {
    let solvable = "start: 1 2 b 3\ngoal: 1 2 3 b\nsolvable\n";
    let unsolvable = "start: 2 1 b 3\ngoal: 1 2 3 b\nunsolvable\n";
    let cases = [
        (solvable.to_string(), 0, "right: solvable, as claimed\n"),
        (unsolvable.to_string(), 0, "right: unsolvable, as claimed\n"),
        (
            unsolvable.replace("unsolvable", "solvable"),
            1,
            "wrong: claimed to be solvable, but it is unsolvable\n",
        ),
        (
            solvable.replace("solvable", "unsolvable"),
            1,
            "wrong: claimed to be unsolvable, but it is solvable\n",
        ),
        (
            format!("{solvable}{unsolvable}{solvable}"),
            0,
            "standard input:1: right: solvable, as claimed\n\
             standard input:4: right: unsolvable, as claimed\n\
             standard input:7: right: solvable, as claimed\n",
        ),
        // Boards that follow the claim are judged as before.
        (
            "1 2\n0 3\n\nsolvable\n\n1 2\n3 0\n".into(),
            0,
            "right: 1 move, shortest\n",
        ),
    ];
    for (text, code, expected) in cases {
        let run = taquin(&["verify", "-"], &text);
        let first = &run.stdout[..run.stdout.len().min(expected.len())];
        assert_eq!((run.code, first), (code, expected), "{text}");
    }
}

/// A metric that a command does not use is reported once.
#[test]
fn an_unused_metric_of_the_input_is_reported() {
    let board = "{\"board\":\"1 2/0 3\",\"metric\":\"mtm\"}\n";
    let note = "taquin: the metric mtm of the input is not used here: a move is that of one tile\n";
    for command in ["inspect", "compare", "bench", "trace"] {
        let input = match command {
            "inspect" | "bench" => board.repeat(2),
            _ => board.into(),
        };
        let run = taquin(&[command, "-"], &input);
        assert_eq!((run.code, &run.stderr[..]), (0, note), "{command}");
        let single = taquin(&[command, "-"], &input.replace("mtm", "stm"));
        assert_eq!(single.stderr, "", "{command}");
    }
    assert_eq!(taquin(&["solve", "-"], board).stderr, "");
}

/// A file that does not exist is named as such, wherever moves are read.
#[test]
fn missing_files_of_moves_are_named() {
    for args in [
        &["moves", "count", "nofile.txt"][..],
        &["moves", "apply", "1 2/3 0", "nofile.txt"],
        &["verify", "1 2/3 0", "nofile.txt"],
    ] {
        let run = taquin(args, "");
        assert_eq!(run.code, 4, "{args:?}");
        let what = "\"nofile.txt\": there is no such file, and the text is not valid as moves:\n";
        assert!(run.stderr.contains(what), "{args:?}: {}", run.stderr);
    }
    let wrong = taquin(&["moves", "count", "UX"], "");
    assert!(!wrong.stderr.contains("file"), "{}", wrong.stderr);
}

/// One error for a goal that is not valid, and one for a missing file, however many boards there are.
#[test]
fn missing_files_and_goals_are_one_error() {
    let folder = Folder::new("missing");
    let boards = folder.0.join("many.txt");
    std::fs::write(&boards, "1 2/3 0\n".repeat(60)).unwrap();
    let (boards, missing) = (boards.to_str().unwrap(), "missing.txt");
    for args in [[boards, missing], [missing, boards]] {
        let run = taquin(&[&["check"], &args[..]].concat(), "");
        let errors = run.stderr.matches("\"missing.txt\": no such file\n");
        assert_eq!((run.code, errors.count()), (4, 1), "{}", run.stderr);
        assert_eq!(run.stdout.matches(": solvable\n").count(), 60);
    }
    let run = taquin(&["check", boards, "--goal", missing], "");
    assert_eq!((run.code, &run.stdout[..]), (4, ""), "{}", run.stderr);
    let errors = run.stderr.lines().filter(|line| line.contains(missing));
    assert_eq!(errors.count(), 1, "{}", run.stderr);
}

/// A remark below the comment that names the columns does not hide it.
#[test]
fn a_remark_may_follow_the_names_of_columns() {
    let table = "# goal, board\n# a plain remark\n0 1/2 3\t1 0/2 3\n1 2/3 0\t1 2/0 3\n";
    let run = taquin(&["check", "-"], table);
    assert_eq!(
        (run.code, &run.stdout[..]),
        (0, "solvable\nsolvable\n"),
        "{}",
        run.stderr
    );
}

/// A search that finds a solution which is too long says so.
#[test]
fn a_solution_that_is_too_long_is_named() {
    let search = ["-a", "greedy", "-H", "manhattan", "--max-length", "3"];
    let json = taquin(&[&["solve", BOARD, "--json"], &search[..]].concat(), "");
    assert_eq!(objects(&json.stdout)[0]["reason"], "max-length");
    let text = taquin(&[&["solve", BOARD], &search[..]].concat(), "");
    let first = text.stdout.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("not solved (the solution found has "),
        "{first}"
    );
    assert_eq!((json.code, text.code), (3, 3));
}

/// Columns that taquin does not know are at the end, and come back.
#[test]
fn rows_keep_the_columns_of_others() {
    let table = "id,board,group,mine.too\n1,1 2/0 3,a,5\n2,2 1/3 0,\"b, c\",6\n3,1 1/3 0,d,7\n";
    for command in ["solve", "bench"] {
        let csv = taquin(&[command, "-", "--csv"], table).stdout;
        let mut lines = csv.lines();
        let header = lines.next().unwrap_or_default();
        assert!(header.ends_with(",group,mine.too"), "{command}: {csv}");
        for (id, end) in [("1,", ",a,5"), ("2,", ",\"b, c\",6"), ("3,", ",d,7")] {
            let row = csv.lines().find(|line| line.starts_with(id));
            let row = row.unwrap_or_default();
            assert!(row.ends_with(end), "{command} {id}: {csv}");
        }
        let verified = taquin(&["verify", "-", "--json"], &csv).stdout;
        let groups: Vec<Value> = objects(&verified)
            .iter()
            .map(|object| json!([object["id"], object["group"], object["status"]]))
            .collect();
        assert!(
            groups.contains(&json!([1, "a", "right"])),
            "{command}: {groups:?}"
        );
        // A benchmark does not repeat a board that it cannot solve.
        let is_claim = groups.contains(&json!([2, "b, c", "right"]));
        assert_eq!(is_claim, command == "solve", "{groups:?}");
    }
    let compared = taquin(
        &["compare", "-", "-a", "bfs", "--csv"],
        "id,board,group\n1,1 2/0 3,a\n",
    );
    assert!(
        compared.stdout.ends_with(",a\n"),
        "{}{}",
        compared.stdout,
        compared.stderr
    );
}

/// Five errors say enough, also where a board has two.
#[test]
fn at_most_five_errors_of_a_list_are_shown() {
    let run = taquin(&["solve", "-", "--lines"], &"1 1/1 0\n".repeat(6));
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!((run.code, lines.len()), (4, 6), "{}", run.stderr);
    assert!(lines[5].ends_with(" more errors"), "{}", run.stderr);
}

/// Without a board that can be solved there are no tables.
#[test]
fn a_benchmark_without_boards_names_no_tables() {
    let run = taquin(&["bench", "-"], "{\"board\":\"2 1/3 0\"}\n");
    let first = run.stdout.lines().next().unwrap_or_default();
    assert!(first.contains("tables -"), "{}", run.stdout);
}
