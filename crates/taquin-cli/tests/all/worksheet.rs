//! `taquin worksheet`: formats, files, students and errors.

use crate::common::{Case, Folder, check_cases, fault, taquin};
use std::fs;

/// A directory with a list of students.
fn class(name: &str, names: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let file = folder.0.join("names.txt");
    fs::write(&file, names).unwrap();
    let file = file.to_str().unwrap().to_string();
    (folder, file)
}

#[test]
fn a_sheet_and_its_key_are_printed_as_text() {
    let run = taquin(&[
        "worksheet",
        "--topic",
        "shortest,counting",
        "--level",
        "easy",
        "--seed",
        "7",
        "--title",
        "Week 3",
    ]);
    assert_eq!((run.code, &run.stderr[..]), (0, ""));
    let expected = "\
# Week 3

Name: ………………………………    Date: ………………

A move slides one tile into the blank cell next to it. Moves are named after the direction in which the tile goes: up (U), \
down (D), left (L), right (R). Unless another goal is shown, the goal is 1, 2, 3, … in reading order, with the blank last.

## 1. A shortest solution

Find a solution with as few moves as possible. Write one letter per move: U, D, L or R, where the tile goes.

- start: `1 3 5/4 2 0`
- goal: `1 2 3/4 5 0`

1. The moves: ………
1. The number of moves: ………

## 2. Counting boards

A 2×3 board has 6 cells: 5 tiles with the numbers 1 to 5, and the blank.

- 2×3: · · ·/· · ·

1. In how many ways can the tiles and the blank be arranged? ………
1. From how many of these boards can the goal be reached? ………
1. The blank allows a different number of moves in different cells. How many cells are there of each kind? ………

<div style=\"break-before: page\"></div>

# Answer key: Week 3

Level easy, seed 7.

## 1. A shortest solution

1. The moves: DRUL
1. The number of moves: 4

There is no other solution of this length.

## 2. Counting boards

1. In how many ways can the tiles and the blank be arranged? 720
1. From how many of these boards can the goal be reached? 360
1. The blank allows a different number of moves in different cells. How many cells are there of each kind? \
4 with 2 moves, 2 with 3 moves
";
    assert_eq!(run.stdout, expected);
}

#[test]
fn the_key_goes_into_its_own_file_and_the_name_decides_the_format() {
    let folder = Folder::new("worksheet-key");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_string();
    for (extension, begins, key_begins) in [
        (
            "html",
            "<!DOCTYPE html>",
            "<h1>Answer key: Sliding-tile puzzles</h1>",
        ),
        (
            "md",
            "# Sliding-tile puzzles",
            "# Answer key: Sliding-tile puzzles",
        ),
        (
            "json",
            "{\"schema\":\"taquin.worksheet/1\",\"level\"",
            "\"answer\":{",
        ),
    ] {
        let (sheet, key) = (
            path(&format!("sheet.{extension}")),
            path(&format!("key.{extension}")),
        );
        let run = taquin(&["worksheet", "--seed", "12345", "-o", &sheet, "--key", &key]);
        assert_eq!((run.code, &run.stdout[..], &run.stderr[..]), (0, "", ""));
        let (sheet, key) = (
            fs::read_to_string(sheet).unwrap(),
            fs::read_to_string(key).unwrap(),
        );
        assert!(sheet.starts_with(begins), "{sheet}");
        assert!(!sheet.contains(key_begins) && !sheet.contains("12345"));
        assert!(key.contains(key_begins) && key.contains("12345"));
    }
    let flag = taquin(&["worksheet", "--topic", "tree", "--html", "--seed", "1"]).stdout;
    assert!(flag.starts_with("<!DOCTYPE html>") && flag.contains("<article class=\"key\">"));
}

#[test]
fn pages_are_well_formed() {
    for level in ["easy", "medium", "hard"] {
        let page = taquin(&["worksheet", "--html", "--seed", "3", "--level", level]).stdout;
        assert_eq!(fault(&page), None, "{level}");
        // Every picture has a title, and every sheet and key its heading.
        assert_eq!(
            page.matches("<svg").count() + 1,
            page.matches("<title>").count()
        );
        assert_eq!(page.matches("<h1>").count(), 2);
    }
}

#[test]
fn every_student_gets_a_file_and_the_key_is_apart() {
    let (folder, names) = class(
        "worksheet-into",
        "# group 1\nAda Lovelace\n\nÉmilie/../du Châtelet\n",
    );
    let into = folder.0.join("sheets");
    let into = into.to_str().unwrap();
    let args = [
        "worksheet",
        "--each",
        &names,
        "--into",
        into,
        "--html",
        "--seed",
        "5",
        "--topic",
        "shortest",
    ];
    let run = taquin(&args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let files = [
        "001-ada-lovelace.html",
        "002-émilie-du-châtelet.html",
        "key.html",
    ];
    let expected: String = files.map(|file| format!("{into}/{file}\n")).concat();
    assert_eq!(run.stdout, expected);
    let read = |file: &str| fs::read_to_string(format!("{into}/{file}")).unwrap();
    let [ada, emilie, key] = files.map(read);
    assert!(ada.contains("<b>Ada Lovelace</b>") && emilie.contains("<b>Émilie/../du Châtelet</b>"));
    assert!(!ada.contains("Émilie") && !ada.contains("class=\"key\""));
    assert!(key.contains("<b>Ada Lovelace</b>") && key.contains("<b>Émilie"));
    assert!(!key.contains("class=\"sheet\""));

    let again = taquin(&args);
    assert_eq!((again.code, &again.stdout[..]), (2, ""));
    assert!(
        again
            .stderr
            .contains("001-ada-lovelace.html already exists; --force replaces it")
    );
    let apart = folder.0.join("apart.html");
    let apart = apart.to_str().unwrap();
    let more = ["--force", "--name", "%d.html", "--key", apart];
    let named = taquin(&[&args[..], &more].concat());
    assert_eq!(named.stdout, format!("{into}/1.html\n{into}/2.html\n"));
    assert_eq!(read("1.html"), ada);
    assert_eq!(fs::read_to_string(apart).unwrap(), key);
}

#[test]
fn one_document_has_all_sheets_and_then_all_keys() {
    let (_folder, names) = class("worksheet-each", "Ada\nSam\n");
    let run = taquin(&[
        "worksheet",
        "--each",
        &names,
        "--topic",
        "counting",
        "--seed",
        "5",
    ]);
    let headings: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("# ") || line.starts_with("Name: "))
        .collect();
    let date = "Date: ………………";
    let expected = [
        "# Sliding-tile puzzles".to_string(),
        format!("Name: Ada    {date}"),
        "# Sliding-tile puzzles".into(),
        format!("Name: Sam    {date}"),
        "# Answer key: Sliding-tile puzzles".into(),
        "# Answer key: Sliding-tile puzzles".into(),
    ];
    assert_eq!(headings, expected);
}

#[test]
fn other_commands_read_the_exercises() {
    let args = [
        "worksheet",
        "--topic",
        "shortest",
        "--count",
        "5",
        "--seed",
        "4",
        "--level",
        "hard",
        "--json",
    ];
    let folder = Folder::new("worksheet-pipe");
    let file = folder.0.join("exercises.jsonl");
    let made = taquin(&args).stdout;
    fs::write(&file, &made).unwrap();
    let solved = taquin(&["solve", file.to_str().unwrap(), "--json"]);
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    let values = |text: &str| -> Vec<serde_json::Value> {
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let (made, solved) = (values(&made), values(&solved.stdout));
    assert_eq!((made.len(), solved.len()), (5, 5));
    for (made, solved) in made.iter().zip(&solved) {
        assert_eq!(made["answer"]["length"], solved["length"]);
        // What only the exercise has is passed on.
        assert_eq!(solved["topic"], "shortest");
    }
}

#[test]
fn a_seed_is_chosen_and_reported_if_none_is_given() {
    let run = taquin(&["worksheet", "--topic", "counting"]);
    let seed = run.stderr.trim().strip_prefix("taquin: --seed ").unwrap();
    assert!(
        run.stdout.contains(&format!("seed {seed}.")),
        "{}",
        run.stdout
    );
    let again = taquin(&["worksheet", "--topic", "counting", "--seed", seed]);
    assert_eq!(run.stdout, again.stdout);
}

#[test]
fn wrong_options_and_lists_are_refused() {
    let (_a, twice) = class("worksheet-twice", "Ada\nSam\nAda\n");
    let (_b, empty) = class("worksheet-empty", "# nobody yet\n\n");
    let cases: &[Case<'_>] = &[
        (
            &["worksheet", "--topic", "chess"],
            2,
            "",
            "counting, reachability, two-by-two",
        ),
        (&["worksheet", "--level", "4"], 2, "", "easy, medium, hard"),
        (
            &["worksheet", "--count", "0"],
            2,
            "",
            "must be a whole number from 1 to 100",
        ),
        (
            &["worksheet", "--html", "--json"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["worksheet", "-o", "a.html", "--key", "a.html"],
            2,
            "",
            "--output and --key name the same file",
        ),
        (&["worksheet", "--into", "x"], 2, "", "--each <FILE>"),
        (
            &["worksheet", "--each", "x", "--into", "y", "-o", "z"],
            2,
            "",
            "cannot be used with",
        ),
        (
            &["worksheet", "--each", "missing.txt"],
            4,
            "",
            "cannot read missing.txt: No such file",
        ),
        (
            &["worksheet", "--each", &twice],
            4,
            "",
            "names.txt:3: Ada appears twice, also on line 1",
        ),
        (
            &["worksheet", "--each", &empty],
            4,
            "",
            "names.txt: there are no names; write one per line",
        ),
        (
            &[
                "worksheet",
                "--seed",
                "1",
                "--topic",
                "tree",
                "-o",
                "missing/sheet.html",
            ],
            5,
            "",
            "cannot write missing/sheet.html: No such file",
        ),
    ];
    check_cases(cases);
}
