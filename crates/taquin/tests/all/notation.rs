//! Every reader takes what it should, refuses the rest with the right words, and never panics.

#[allow(unreachable_pub, reason = "public for the fuzz targets")]
#[path = "../../../../fuzz/src/lib.rs"]
mod property;

mod moves;

use crate::common::{any_board, board, shape};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use taquin::notation::{
    Claim, Dialect, ReadErrors, Reading, WriteError, read, read_any, read_labels_text, read_pair,
    read_shape, write,
};
use taquin::solvability::reachable;
use taquin::{Board, Goal, Shape};

fn data(path: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    folder.join(path)
}

/// The lines of a table without comments, split at tabs.
fn table(path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(data(path)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let rows = lines.map(|line| line.split('\t').map(String::from).collect());
    rows.collect()
}

/// Decodes `\n`, `\t`, `\r` and `\xHH`.
fn unescape(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at(if part.starts_with('x') { 3 } else { 1 });
        bytes.push(match code {
            "n" => b'\n',
            "t" => b'\t',
            "r" => b'\r',
            code => u8::from_str_radix(&code[1..], 16).unwrap(),
        });
        bytes.extend(rest.as_bytes());
    }
    bytes
}

fn dialect(name: &str) -> Dialect {
    name.parse().unwrap()
}

fn read_by(reader: &str, text: &[u8], shape: &str) -> Result<Reading, ReadErrors> {
    let shape = (shape != "-").then(|| read_shape(shape).unwrap());
    match reader {
        "any" => read_any(text, shape),
        name => read(text, dialect(name), shape),
    }
}

fn slash(board: &Board) -> String {
    let text = write(board, Dialect::Slash).unwrap();
    text.trim_end().to_string()
}

#[test]
fn texts_are_read_as_the_table_says() {
    for row in table("notation/read.tsv") {
        let reading = read_by(&row[0], &unescape(&row[2]), &row[1]);
        let reading = reading.unwrap_or_else(|errors| panic!("{row:?}: {errors}"));
        assert_eq!(reading.dialect, dialect(&row[3]), "{row:?}");
        assert_eq!(slash(&reading.start), row[4], "{row:?}");
        assert_eq!(
            reading.goal.as_ref().map(slash),
            row.get(5).cloned(),
            "{row:?}"
        );
    }
}

#[test]
fn wrong_texts_are_refused_with_every_error_in_order() {
    for row in table("notation/refused.tsv") {
        let errors = read_by(&row[0], &unescape(&row[2]), &row[1]).expect_err(&row[2]);
        assert_eq!(errors.to_string().replace('\n', "\\n"), row[3], "{row:?}");
    }
}

#[test]
fn students_files_are_read_or_refused() {
    for row in table("npuzzle/index.tsv") {
        let text = fs::read(data("npuzzle").join(&row[0])).unwrap();
        let reading = read(&text, Dialect::FortyTwo, None);
        let found = match &reading {
            Err(_) => "error",
            Ok(reading) => {
                let goal = Goal::Snail.board(reading.start.shape());
                let solvable = reachable(&reading.start, &goal).unwrap();
                if solvable { "a length" } else { "unsolvable" }
            }
        };
        let wanted = u32::from_str(&row[1]).map_or(row[1].as_str(), |_| "a length");
        assert_eq!(found, wanted, "{row:?}: {reading:?}");
    }
}

#[test]
fn comments_may_claim_solvability() {
    let cases = [
        ("# This puzzle is solvable", Some(Claim::Solvable)),
        ("# This puzzle is unsolvable", Some(Claim::Unsolvable)),
        ("# Solvable!", Some(Claim::Solvable)),
        ("# NOT solvable", Some(Claim::Unsolvable)),
        ("# it isn't solvable", Some(Claim::Unsolvable)),
        ("# insolvable \u{e9}", Some(Claim::Unsolvable)),
        ("# not easy but solvable", Some(Claim::Solvable)),
        ("# not a solvable puzzle", Some(Claim::Unsolvable)),
        ("# no solvable", Some(Claim::Unsolvable)),
        ("# Isn\u{2019}t solvable", Some(Claim::Unsolvable)),
        ("# not sure whether solvable", None),
        ("# resolvables", None),
        ("", None),
    ];
    for (comment, claim) in cases {
        let text = format!("2 {comment}\n1 2\n0 3\n");
        let reading = read(text.as_bytes(), Dialect::FortyTwo, None).unwrap();
        assert_eq!(reading.claim, claim, "{comment}");
    }
}

#[test]
fn an_index_before_the_tiles_is_reported() {
    let cases = [
        ("4 1 2 3 0", None, Some("4")),
        ("007 1 2 3 0", None, Some("007")),
        ("1 2 3 0", None, None),
        ("9 1 2 3 4 5 0", Some(shape(2, 3)), Some("9")),
        ("1,2,3,0", None, None),
    ];
    for (text, shape, index) in cases {
        let reading = read_any(text.as_bytes(), shape).unwrap();
        assert_eq!(reading.index.as_deref(), index, "{text}");
    }
}

#[test]
fn labels_may_have_their_shape_before_them() {
    let cases = [
        ("aab-", None, Ok((2, 2))),
        (" 2 3 11223-\n", None, Ok((2, 3))),
        ("2 3 11223-", Some(shape(2, 3)), Ok((2, 3))),
        ("11223-", Some(shape(3, 2)), Ok((3, 2))),
        (
            "2 3 11223-",
            Some(shape(3, 2)),
            Err("line 1, column 1: the board is 2×3, not 3×2"),
        ),
        (
            "2 3 1-2-",
            None,
            Err(
                "line 1, column 5: 4 cells, but a 2×3 board has 6\nline 1, column 8: label 4 is a second blank (`-`)",
            ),
        ),
    ];
    for (text, shape, wanted) in cases {
        let found = read_labels_text(text.as_bytes(), shape)
            .map(|labels| (labels.shape().rows(), labels.shape().cols()))
            .map_err(|errors| errors.to_string());
        assert_eq!(found, wanted.map_err(String::from), "{text}");
    }
}

#[test]
fn a_pair_keeps_its_words() {
    let pair = read_pair(b" 01\t2  3 b\n3 2 1 b \n").unwrap();
    assert_eq!(pair.start_words, "01 2 3 b");
    assert_eq!(pair.goal_words, "3 2 1 b");
}

#[test]
fn dialects_without_rows_carry_no_rectangles() {
    let rectangle = board(2, 3, &[1, 2, 3, 4, 5, 0]);
    for dialect in Dialect::ALL {
        let carried = matches!(
            dialect,
            Dialect::Nine
                | Dialect::Slash
                | Dialect::Grid
                | Dialect::Json
                | Dialect::Gap
                | Dialect::Drawn
                | Dialect::Code
        );
        match write(&rectangle, dialect) {
            Ok(_) => assert!(carried, "{dialect}"),
            Err(WriteError::NotSquare { .. }) => assert!(!carried, "{dialect}"),
            Err(error) => panic!("{error}"),
        }
    }
    let large = Goal::Last.board(shape(5, 19));
    let shape = large.shape();
    let refused = Err(WriteError::TooManyLabels { shape });
    assert_eq!(write(&large, Dialect::Nine), refused);
}

#[test]
fn boards_are_written_in_the_layout_of_each_course() {
    let start = Goal::Last.board(shape(4, 4));
    let cases = [
        (
            Dialect::Princeton,
            "4\n 1  2  3  4 \n 5  6  7  8 \n 9 10 11 12 \n13 14 15  0 \n",
        ),
        (
            Dialect::FortyTwo,
            "4\n 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  0\n",
        ),
        (Dialect::Pair, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 b\n"),
        (Dialect::Nine, "123456789abcdef-\n"),
        (Dialect::Korf, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n"),
        (Dialect::Slash, "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0\n"),
        (Dialect::Comma, "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0\n"),
        (Dialect::Grid, "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n"),
        (
            Dialect::Json,
            "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,0]]\n",
        ),
        (
            Dialect::Gap,
            " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15\n\n",
        ),
        (
            Dialect::Code,
            "{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 0}}\n",
        ),
    ];
    for (dialect, text) in cases {
        assert_eq!(write(&start, dialect).as_deref(), Ok(text));
    }
}

/// If memory were reserved for a declared size, these would need gigabytes.
#[test]
fn sizes_do_not_take_memory() {
    let sizes = ["4096", "2000000000", "4294967296", "99999999999999999999"];
    for size in sizes {
        for text in [
            format!("{size}\n1 2 3\n"),
            format!("{size}\n"),
            format!("{size} {size} 12-\n"),
            format!("{size} 1 12-\n"),
        ] {
            assert!(read_any(text.as_bytes(), None).is_err(), "{text}");
            for dialect in [Dialect::Princeton, Dialect::FortyTwo, Dialect::Nine] {
                assert!(read(text.as_bytes(), dialect, None).is_err(), "{text}");
            }
        }
    }
}

/// A million errors are counted, not stored.
#[test]
fn only_the_first_errors_are_stored() {
    let row = |word: &str| format!("{}\n", [word; 1000].join(" "));
    let cells = |word: &str| row(word).repeat(1000);
    let line = |word: &str| cells(word).replace('\n', " ");
    for word in ["0", "x", "9999999999"] {
        let texts = [
            (Dialect::Grid, cells(word)),
            (Dialect::Princeton, format!("1000\n{}", cells(word))),
            (Dialect::Korf, line(word)),
            (Dialect::Comma, line(word).trim_end().replace(' ', ",")),
            (
                Dialect::Json,
                format!("[{}]", line(word).trim_end().replace(' ', ",")),
            ),
        ];
        for (dialect, text) in texts {
            let errors = read(text.as_bytes(), dialect, None).unwrap_err();
            assert_eq!(errors.as_slice().len(), 100);
            assert!(errors.more() > 999_000, "{dialect}");
        }
        assert!(read_any(cells(word).as_bytes(), None).is_err());
    }
}

/// Texts of the characters that boards consist of.
fn almost_a_board() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&str; 49] = [
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "b",
        "x",
        "-",
        "_",
        "*",
        ".",
        " ",
        " ",
        " ",
        "\n",
        "\n",
        "\r\n",
        "\t",
        ",",
        ",",
        "/",
        ";",
        "|",
        "[",
        "]",
        "],[",
        "{",
        "}",
        "(",
        "|\n|",
        "+--+\n",
        "│",
        "└─┘\n",
        "array(",
        "\"",
        "null",
        "#",
        "# solvable\n",
        "\u{feff}",
        "é",
        "\0",
        "99999999999",
        "U2",
    ];
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..30)
        .prop_map(|pieces| pieces.concat().into_bytes())
}

/// A written board with a few bytes changed.
fn mutated_board() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), 0..4usize, any::<u8>());
    let changes = prop::collection::vec(change, 0..4);
    (
        any_board(4),
        prop::sample::select(Dialect::ALL.to_vec()),
        changes,
    )
        .prop_map(|(board, dialect, changes)| {
            let text = write(&board, dialect).unwrap_or_else(|_| slash(&board));
            let mut text = text.into_bytes();
            for (place, kind, byte) in changes {
                let place = place.index(text.len() + 1);
                match kind {
                    0 => text.truncate(place),
                    1 => text.insert(place, byte),
                    2 => text.insert(place, b"0123456789bx-_., /;|[]\n#"[byte as usize % 24]),
                    _ => text.extend_from_within(place..),
                }
            }
            text
        })
}

/// No reader panics, and what was read can be written and read back.
fn every_reader_survives(text: &[u8]) {
    Dialect::ALL
        .iter()
        .for_each(|&dialect| property::strict(text, dialect));
    property::forgiving(text);
    property::several(text);
    property::labels(text);
    property::moves(text);
    let pair = read_pair(text).map(|pair| (pair.start, Some(pair.goal)));
    let same = read(text, Dialect::Pair, None).map(|reading| (reading.start, reading.goal));
    assert_eq!(pair, same);
}

fn seeded() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(1879),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(seeded())]

    #[test]
    fn what_is_written_is_read(board in any_board(10)) {
        property::written_is_read(&board);
    }

    #[test]
    fn lists_are_read_in_the_shape_asked_for(board in any_board(8)) {
        let numbers: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
        let shape: Option<Shape> = Some(board.shape());
        let lists = [
            (Dialect::Korf, numbers.join(" ")),
            (Dialect::Korf, format!("77 {}", numbers.join(" "))),
            (Dialect::Comma, numbers.join(",")),
            (Dialect::Json, format!("[{}]", numbers.join(", "))),
        ];
        for (dialect, text) in lists {
            let strict = read(text.as_bytes(), dialect, shape).unwrap();
            prop_assert_eq!(&strict.start, &board);
            let forgiving = read_any(text.as_bytes(), shape).unwrap();
            prop_assert_eq!(&forgiving.start, &board);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..60)) {
        every_reader_survives(&text);
    }

    #[test]
    fn almost_boards_are_read_or_refused(text in almost_a_board()) {
        every_reader_survives(&text);
    }

    #[test]
    fn changed_boards_are_read_or_refused(text in mutated_board()) {
        every_reader_survives(&text);
    }
}
