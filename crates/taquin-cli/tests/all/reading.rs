//! How boards are read: several in one input, with what else their objects say, and in spite of first-day mistakes.

use crate::common::{Case, Folder, check_cases, run, taquin};
use crate::verify::with_input;
use std::fs;
use taquin_app::input::object::KNOWN_FIELDS;

#[test]
fn mistakes_get_help() {
    let cases: &[Case<'_>] = &[
        (
            &["convert", "1", "2", "3", "4", "0", "6", "7", "5", "8"],
            0,
            "1 2 3/4 0 6/7 5 8\n",
            "the arguments together are read as one board; quote a board that contains spaces\n",
        ),
        (
            &["convert", "1", "2", "3/4", "0", "6/7", "5", "8"],
            0,
            "1 2 3/4 0 6/7 5 8\n",
            "quote",
        ),
        (&["convert", "1230", "1203"], 0, "1 2/3 0\n1 2/0 3\n", ""),
        (
            &["check", "1", "2", "3", "4", "0", "6", "7", "5", "8"],
            0,
            "solvable\n",
            "quote",
        ),
        (
            &["solve", "puzle.txt"],
            4,
            "",
            "taquin: \"puzle.txt\": no such file\n",
        ),
        (
            &["solve", "boards/my puzzle.inp"],
            4,
            "",
            "taquin: \"boards/my puzzle.inp\": no such file\n",
        ),
        (
            &["check", "hello"],
            4,
            "",
            "\"hello\": no such file, and not a board either:",
        ),
        (
            &["check", "4\n1 2 3 4\n5 6 7 8\n1 2 3 4\n5 6 7 8"],
            4,
            "",
            ": and 5 more errors\n",
        ),
        (
            &["convert", "1 2 3\n4   6\n7 5 8"],
            0,
            "1 2 3/4 0 6/7 5 8\n",
            "read as rows of numbers with a gap for the blank (3×3)",
        ),
        (
            &["convert", "np.array([[1, 2], [0, 3]])"],
            0,
            "1 2/0 3\n",
            "read as an array of a programming language (2×2)",
        ),
        (
            &["convert", "1 2 3/4 * 6/7 5 8"],
            0,
            "1 2 3/4 0 6/7 5 8\n",
            "",
        ),
        (
            &["1 2 3/4 0 6/7 5 8", "--json"],
            2,
            "",
            "'1 2 3/4 0 6/7 5 8' is not a command; to solve it, use: taquin solve \"1 2 3/4 0 6/7 5 8\"\n",
        ),
        (
            &["trace", "2\n1 2\n3 0\n2\n1 2\n0 3\n"],
            4,
            "",
            "contains several boards, and only one is expected here",
        ),
    ];
    check_cases(cases);
}

fn read(args: &[&str], input: &str) -> (i32, String, String) {
    let run = run(env!("CARGO_BIN_EXE_taquin"), args, input.as_bytes());
    (run.code, run.stdout, run.stderr)
}

#[test]
fn several_boards_are_read_without_an_option() {
    // The input, the boards.
    let cases = [
        ("1 2/3 0\n# a comment\n1 2/0 3\n", "1 2/3 0\n1 2/0 3\n"),
        ("1 2/3 0\n# U L\n", "1 2/3 0\n"),
        ("2\n1 2\n3 0\n# next\n2\n1 2\n0 3\n", "1 2/3 0\n1 2/0 3\n"),
        ("2\n1\n2\n3\n0\n2\n1\n2\n0\n3\n", "1 2/3 0\n1 2/0 3\n"),
        ("1 2\n3 0\n0 1\n2 3\n", "1 2/3 0\n0 1/2 3\n"),
        (
            "0 1 2\n3 4 5\n6 7 8\n1 2 3\n4 5 6\n7 8 0\n",
            "0 1 2/3 4 5/6 7 8\n1 2 3/4 5 6/7 8 0\n",
        ),
        (
            "1 2 3 b\n3 2 1 b\n1 2 b 3\n3 2 1 b\n",
            "# goal `3 2/1 0`\n1 2/3 0\n1 2/0 3\n",
        ),
        ("1 2 3 0\n2 1 3 0\n", "1 2/3 0\n2 1/3 0\n"),
        ("[[1,2],[3,0]]\n[[1,2],[0,3]]\n", "1 2/3 0\n1 2/0 3\n"),
        ("[[[1,2],[3,0]],\n [[1,2],[0,3]]]\n", "1 2/3 0\n1 2/0 3\n"),
        (
            "[{\"board\":[1,2,3,0]},\n {\"board\":[1,2,0,3]}]\n",
            "1 2/3 0\n1 2/0 3\n",
        ),
        (
            "{\n\"board\": \"1 2/3 0\"\n}\n{\n\"start\": [[1,2],[0,3]]\n}\n",
            "1 2/3 0\n1 2/0 3\n",
        ),
        ("1 2 3\n4 5\n\n1   2\n3 4 5\n", "1 2 3/4 5 0\n1 0 2/3 4 5\n"),
        (
            "1 2\n3 0\n\n3\n1 2 3\n4 5 6\n7 8 0\n",
            "1 2/3 0\n1 2 3/4 5 6/7 8 0\n",
        ),
    ];
    for (input, boards) in cases {
        let (code, stdout, stderr) = read(&["convert", "-"], input);
        assert_eq!((code, &stdout[..]), (0, boards), "{input}\n{stderr}");
    }
}

#[test]
fn a_wrong_board_among_several_is_named_by_its_line() {
    let (code, stdout, stderr) = read(&["convert", "-"], "1 2/3 0\n1 2/3 3\n0 1/2 3\n");
    assert_eq!((code, &stdout[..]), (4, "1 2/3 0\n0 1/2 3\n"));
    assert!(
        stderr.contains("standard input:2:7: tile 3 appears twice"),
        "{stderr}"
    );
}

#[test]
fn results_name_their_source_and_keep_unknown_fields() {
    let folder = Folder::new("sources");
    let path = folder.0.join("boards.txt");
    fs::write(&path, "1 2/3 0\n1 2/0 3\n").unwrap();
    let path = path.to_str().unwrap();
    let objects = "{\"board\":\"1 2/3 0\",\"id\":{\"n\": [1, \"\u{e9}\"]},\"note\":null}\n{\"start\":[1,2,3,3],\"id\":7}\n";
    let cases: [(&[&str], &str, String); 4] = [
        (&["1 2/3 0"], "", ",\"source\":\"argument 1\"}".into()),
        (&[path], "", format!(",\"source\":\"{path}:2\"}}")),
        (&["-"], objects, ",\"source\":\"-:1\",\"id\":{\"n\": [1, \"\u{e9}\"]},\"note\":null}".into()),
        (&["-"], objects, "\"errors\":[\"standard input:2: start: tile 3 appears twice, first at line 1, column 6 (a 2×2 board uses 1 to 3 once each and, for the blank, 0)\",\"standard input:2: start: there is no blank (write 0 for it)\"],\"source\":\"-:2\",\"id\":7}".into()),
    ];
    for (boards, input, end) in cases {
        for command in ["check", "solve", "convert"] {
            let args = [&[command, "--json"], boards].concat();
            let (_, stdout, stderr) = read(&args, input);
            let found = stdout.lines().any(|line| line.ends_with(&end));
            assert!(found, "{args:?}: {stdout}{stderr}");
        }
    }
}

#[test]
fn objects_without_a_board_are_refused_unless_they_are_ours() {
    let (code, stdout, _) = read(
        &["convert", "-"],
        "{\"start\":[1,2,3,0]}\n{\"schema\":\"taquin.bench/1\",\"tried\":1}\n",
    );
    assert_eq!((code, &stdout[..]), (0, "1 2/3 0\n"));
    let (code, _, stderr) = read(&["convert", "-"], "{\"bord\":[1,2,3,0]}\n");
    assert_eq!(code, 4);
    assert!(
        stderr.contains("standard input:1: the field `start` or `board` is missing"),
        "{stderr}"
    );
}

#[test]
fn the_data_files_are_boards_with_their_goals() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/");
    for (file, boards) in [("korf-15.tsv", 100), ("korf-24.tsv", 50)] {
        let run = taquin(&["check", "--json", &format!("{data}{file}")]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.stdout.lines().count(), boards);
        let first = run.stdout.lines().next().unwrap();
        assert!(
            first.ends_with(&format!("{file}:3\",\"id\":1}}")),
            "{first}"
        );
    }
    let run = taquin(&["check", &format!("{data}hardest.tsv")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn boards_of_another_goal_get_a_hint() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/korf-15.tsv");
    let text = fs::read_to_string(data).unwrap();
    let boards: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split('\t').nth(2))
        .collect();
    let (code, _, stderr) = read(&["check", "-"], &boards.join("\n"));
    assert_eq!(code, 1);
    let hint = "taquin: none of the boards is solvable, but all are with --goal first\n";
    assert!(stderr.ends_with(hint), "{stderr}");
    let (_, _, stderr) = read(&["check", "-", "--goal", "last"], &boards.join("\n"));
    assert!(!stderr.contains("--goal first"), "{stderr}");
}

#[test]
fn several_files_are_checked() {
    let folder = Folder::new("files");
    let names = ["a.txt", "b.txt", "c.txt"].map(|name| folder.0.join(name));
    fs::write(&names[0], "1 2/3 0\n").unwrap();
    fs::write(&names[1], "2\n2 1\n3 0\n").unwrap();
    fs::write(&names[2], "[[1,2],[0,3]]").unwrap();
    let names = names.map(|name| name.to_str().unwrap().to_string());
    let [a, b, c] = &names;
    let run = taquin(&["check", a, b, c]);
    assert_eq!(run.code, 1);
    let verdicts: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.contains("solvable") && line.contains(':'))
        .collect();
    assert_eq!(verdicts[0], format!("{a}: solvable"));
    assert_eq!(verdicts[1], format!("{b}: unsolvable"));
    assert!(
        run.stdout.ends_with(&format!("{c}: solvable\n")),
        "{}",
        run.stdout
    );
    let run = taquin(&["check", a, b]);
    assert!(
        run.stdout.contains(&format!("{b}: unsolvable")),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr.contains("two files are two boards to check"),
        "{}",
        run.stderr
    );
}

/// The fields of the objects that a schema describes, without those inside others.
fn fields_of(schema: &serde_json::Value) -> Vec<String> {
    let definitions = schema["oneOf"].as_array().into_iter().flatten();
    let pointers =
        definitions.filter_map(|definition| definition["$ref"].as_str()?.strip_prefix('#'));
    let objects = pointers
        .filter_map(|pointer| schema.pointer(pointer))
        .chain([schema]);
    let properties = objects.filter_map(|object| object["properties"].as_object());
    properties
        .flat_map(|properties| properties.keys().cloned())
        .collect()
}

#[test]
fn the_fields_of_our_objects_are_known_and_not_passed_on() {
    // No line of input is one of these; but the fields of an exercise, such as its student, are passed on.
    let others = [
        "audit-1",
        "error-1",
        "grade-1",
        "health-1",
        "steps-1",
        "tables-1",
        "worksheet-1",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if others.contains(&name) || path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let schema = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for field in fields_of(&schema) {
            assert!(KNOWN_FIELDS.contains(&&field[..]), "{name}: {field}");
        }
    }
}

/// At most five errors per input, and a board without quotation marks gets its own errors.
#[test]
fn many_errors_are_counted() {
    let junk = "1 1/0 2\n".repeat(9);
    let run = with_input(&["solve", "--lines", "-", "--json"], &junk);
    assert_eq!((run.code, run.stdout.lines().count()), (4, 9));
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 6, "{}", run.stderr);
    assert_eq!(lines[5], "taquin: standard input: and 13 more errors");
}

/// A board whose words are arguments of their own is read, and its errors are those of one board.
#[test]
fn quotation_marks_may_be_missing() {
    let note = "taquin: the arguments together are read as one board; quote a board that contains spaces\n";
    let cases: [(&[&str], i32, &str, &str); 8] = [
        (
            &["1", "2", "3", "4", "0", "6", "7", "5", "8"],
            0,
            "1 2 3 4 0 6 7 5 8: 2\n",
            "taquin: read as one line of numbers (3×3)\n",
        ),
        (
            &["1", "2", "3", "/", "4", "0", "6", "/", "7", "5", "8"],
            0,
            "1 2 3 / 4 0 6 / 7 5 8: 2\n",
            "taquin: read as rows separated by slashes (3×3)\n",
        ),
        (
            &["1,2,3", "4,0,6", "7,5,8"],
            0,
            "1,2,3/4,0,6/7,5,8: 2\n",
            "taquin: read as rows separated by slashes (3×3)\n",
        ),
        (
            &["1 2 3", "4 0 6", "7 5 8"],
            0,
            "1 2 3/4 0 6/7 5 8: 2\n",
            "taquin: read as rows separated by slashes (3×3)\n",
        ),
        // Rows, though the tiles alone would make a square.
        (
            &["1 2", "3 4", "5 6", "7 8", "9 10", "11 12", "13 14", "0 15"],
            0,
            "1 2/3 4/5 6/7 8/9 10/11 12/13 14/0 15: 1\n",
            "taquin: read as rows separated by slashes (8×2)\n",
        ),
        (
            &["123", "406", "758"],
            4,
            "",
            "taquin: \"123 406 758\":1:1: 3 cells do not make a square board (2×2 has 4, 3×3 has 9, 4×4 has 16)\ntaquin: for other rectangles, mark the rows (1 2 3/4 5 0) or use --shape ROWSxCOLS\n",
        ),
        (
            &["1", "2", "3", "4", "5", "6", "7", "8"],
            4,
            "",
            "taquin: \"1 2 3 4 5 6 7 8\":1:1: 8 cells do not make a square board (2×2 has 4, 3×3 has 9, 4×4 has 16)\ntaquin: for other rectangles, mark the rows (1 2 3/4 5 0) or use --shape ROWSxCOLS\n",
        ),
        (
            &["1", "2", "3", "4", "0", "6", "7", "5", "5"],
            4,
            "",
            "taquin: \"1 2 3 4 0 6 7 5 5\":1:17: tile 5 appears twice, first at line 1, column 15 (a 3×3 board uses 1 to 8 once each and, for the blank, 0)\ntaquin: \"1 2 3 4 0 6 7 5 5\":1:17: missing tile 8 (a 3×3 board uses 1 to 8 once each and, for the blank, 0)\n",
        ),
    ];
    for (words, code, stdout, stderr) in cases {
        let run = with_input(&[&["solve", "--brief"], words].concat(), "");
        let expected = (code, stdout, note.to_string() + stderr);
        assert_eq!(
            (run.code, &run.stdout[..], run.stderr),
            expected,
            "{words:?}"
        );
    }
}

#[test]
fn fields_that_are_given_twice_are_refused_by_name() {
    for (command, line, name) in [
        ("check", r#"{"id":"a","id":"b","start":"1 2/3 0"}"#, "id"),
        ("check", r#"{"start":"1 2/3 0","start":"1 2/0 3"}"#, "start"),
        (
            "solve",
            r#"{"start":"1 2/3 0","goal":"1 2/3 0","goal":"0 1/2 3"}"#,
            "goal",
        ),
        (
            "verify",
            r#"{"start":"1 2/0 3","moves":"L","moves":"R"}"#,
            "moves",
        ),
        // A name with an escape is the same name.
        (
            "convert",
            r#"{"board":"1 2/3 0","bo\u0061rd":"1 2/0 3"}"#,
            "board",
        ),
    ] {
        let lines: &[&str] = if command == "verify" {
            &["-"]
        } else {
            &["--lines", "-"]
        };
        let run = with_input(&[&[command], lines].concat(), line);
        assert_eq!(run.code, 4, "{line}: {}", run.stderr);
        let said = format!("{name}: given twice");
        let both = [&run.stdout[..], &run.stderr].concat();
        assert!(both.contains(&said), "{line}: {both}");
    }
}
