//! `taquin generate` with files, distinct boards and several lengths; input with mistakes.

use crate::common::{Case, Folder, check_cases, run, run_unread, taquin};
use std::collections::HashSet;
use std::fs;
use taquin::notation::Dialect;

#[test]
fn a_notation_with_a_goal_gets_its_goal_line() {
    let generated = taquin(&[
        "generate", "--size", "2", "--count", "3", "--seed", "1", "--to", "b",
    ]);
    let lines: Vec<&str> = generated.stdout.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(
        lines
            .iter()
            .skip(1)
            .step_by(2)
            .all(|&goal| goal == "1 2 3 b")
    );
    let reached = taquin(&["reach", "1 2/3 0", "--to", "b"]);
    let lines: Vec<&str> = reached.stdout.lines().collect();
    assert_eq!(lines.len(), 24);
    assert!(
        lines
            .iter()
            .skip(1)
            .step_by(2)
            .all(|&goal| goal == "1 2 3 b")
    );
}

#[test]
fn distinct_boards_never_repeat_and_end_when_there_are_no_more() {
    let args = [
        "generate",
        "--size",
        "2",
        "--seed",
        "1",
        "--distinct",
        "--count",
    ];
    let all = taquin(&[&args[..], &["12"]].concat());
    assert_eq!(all.code, 0);
    let boards: HashSet<&str> = all.stdout.lines().collect();
    assert_eq!(boards.len(), 12);
    let more = taquin(&[&args[..], &["13"]].concat());
    assert_eq!(more.code, 2);
    assert!(
        more.stderr
            .contains("--distinct: there are only 12 such boards"),
        "{}",
        more.stderr
    );
}

#[test]
fn several_lengths_give_boards_of_each() {
    let args = [
        "generate",
        "--size",
        "3",
        "--seed",
        "1",
        "--count",
        "2",
        "--optimal-length",
    ];
    let several = taquin(&[&args[..], &["5,10"]].concat()).stdout;
    let each = ["5", "10"].map(|length| taquin(&[&args[..], &[length]].concat()).stdout);
    assert_eq!(several, each.concat());
}

#[test]
fn files_get_numbered_names_and_are_never_replaced_silently() {
    let folder = Folder::new("generate-files");
    let into = folder.0.join("boards");
    let into = into.to_str().unwrap();
    let args = [
        "generate",
        "--size",
        "3",
        "--seed",
        "1",
        "--count",
        "3",
        "--to",
        "princeton",
        "--into",
        into,
        "--name",
        "sol3-%02d.inp",
    ];
    let first = taquin(&args);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let expected: Vec<String> = (1..=3).map(|n| format!("{into}/sol3-0{n}.inp")).collect();
    assert_eq!(first.stdout.lines().collect::<Vec<_>>(), expected);
    let again = taquin(&args);
    assert_eq!((again.code, &again.stdout[..]), (2, ""));
    assert!(
        again
            .stderr
            .contains("sol3-01.inp already exists; --force replaces it")
    );
    assert_eq!(taquin(&[&args[..], &["--force"]].concat()).code, 0);
    let plain = taquin(&args[..9]).stdout;
    let files: String = expected
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    assert_eq!(files, plain);
}

#[test]
fn every_bad_text_is_refused() {
    let folder = Folder::new("generate-bad");
    for dialect in Dialect::ALL {
        let name = dialect.name();
        let into = folder.0.join(name);
        let into = into.to_str().unwrap();
        let made = taquin(&[
            "generate", "--size", "3", "--seed", "1", "--bad", "--to", name, "--into", into,
        ]);
        assert_eq!(made.code, 0, "{}", made.stderr);
        let index = fs::read_to_string(format!("{into}/index.tsv")).unwrap();
        let rows: Vec<&str> = index.lines().skip(1).collect();
        assert!(rows.len() >= 8, "{name}: {index}");
        assert_eq!(made.stdout.lines().count(), rows.len() + 1);
        for row in rows {
            let file = format!("{into}/{}", row.split('\t').next().unwrap());
            for args in [&["check", &file, "--as", name][..], &["check", &file]] {
                let checked = run_unread(args, "");
                assert!(matches!(checked.code, 2 | 4), "{row}: {}", checked.stdout);
                assert_eq!(checked.stdout, "", "{row}");
            }
        }
    }
}

#[test]
fn options_without_effect_are_refused() {
    const BOARD: &str = "1 2 3/4 0 6/7 5 8";
    let cases: &[Case<'_>] = &[
        (
            &["solve", BOARD, "--weight", "3"],
            2,
            "",
            "--weight works only with --algorithm weighted-astar",
        ),
        (
            &["solve", BOARD, "-a", "astar", "--weight", "3"],
            2,
            "",
            "--weight works only with --algorithm weighted-astar",
        ),
        (
            &["solve", BOARD, "-a", "bfs", "-H", "manhattan"],
            2,
            "",
            "--heuristic has no effect with --algorithm bfs: leave it out, or choose another algorithm",
        ),
        (
            &["trace", BOARD, "-a", "bfs", "-H", "manhattan"],
            2,
            "",
            "--heuristic has no effect with --algorithm bfs",
        ),
        (
            &[
                "compare",
                BOARD,
                "-a",
                "bfs,uniform-cost",
                "-H",
                "manhattan",
            ],
            2,
            "",
            "--heuristic has no effect with --algorithm bfs",
        ),
        (
            &["compare", BOARD, "-a", "astar", "--weight", "3"],
            2,
            "",
            "--weight works only with",
        ),
        (
            &["solve", BOARD, "--brief", "--moves-as", "blank"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["solve", BOARD, "--speed", "3"],
            2,
            "",
            "required arguments were not provided",
        ),
        (
            &["solve", BOARD, "--theme", "dark"],
            2,
            "",
            "required arguments were not provided",
        ),
        (
            &["generate", "--name", "x%d"],
            2,
            "",
            "required arguments were not provided",
        ),
        (
            &["generate", "--compact"],
            2,
            "",
            "required arguments were not provided",
        ),
        (
            &["generate", "--bad"],
            2,
            "",
            "required arguments were not provided",
        ),
        (
            &["generate", "--name", "x", "--into", "d"],
            2,
            "",
            "a name has one %d",
        ),
        (
            &["solve", BOARD, "-a", "weighted-astar", "--weight", "3"],
            0,
            "length: 2 (shortest",
            "",
        ),
    ];
    check_cases(cases);
}

#[test]
fn pairs_of_start_and_goal_are_read_by_puzzle() {
    let pairs = taquin(&["generate", "--size", "3", "--seed", "2", "--to", "b"]).stdout;
    let checked = run(
        env!("CARGO_BIN_EXE_taquin"),
        &["check", "-"],
        pairs.as_bytes(),
    );
    assert_eq!(checked.code, 0, "{}", checked.stderr);
}
