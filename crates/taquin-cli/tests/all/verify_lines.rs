//! `taquin verify` on JSON Lines.

use crate::common::taquin;
use crate::verify::{json, with_input};
use proptest::prelude::*;
use taquin_app::verify::lines::object;

#[test]
fn output_of_solve_is_right() {
    let boards = "1 2 3/4 0 6/7 5 8\n8 6 7/2 5 4/3 0 1\n2 1 3/4 5 6/7 8 0\n\
                  3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15\n1 2 3 4 5/6 7 8 0 9\n";
    for letters in ["tile", "blank", "numbers"] {
        let solved = with_input(
            &["solve", "--lines", "-", "--json", "--moves", letters],
            boards,
        );
        let judged = with_input(&["verify", "-"], &solved.stdout);
        assert_eq!(judged.code, 0, "{}{}", judged.stdout, judged.stderr);
        let verdicts: Vec<&str> = judged.stdout.lines().collect();
        assert_eq!(
            verdicts,
            [
                "standard input:1: right: 2 moves, shortest",
                "standard input:2: right: 31 moves, shortest",
                "standard input:3: right: unsolvable, as claimed",
                "standard input:4: right: 48 moves, shortest",
                "standard input:5: right: 1 move, shortest",
            ]
        );
    }
    let solved = taquin(&["solve", "8 1 3/4 0 2/7 6 5", "--json", "--metric", "mtm"]);
    let judged = with_input(&["verify", "-"], &solved.stdout);
    assert_eq!(
        judged.stdout,
        "standard input:1: right: 12 slides, shortest\n"
    );
}

#[test]
fn lines_are_judged_one_by_one() {
    let start = "\"start\":[1,2,3,4,0,6,7,5,8]";
    // A line, the exit code, a part of the answer or of what is said.
    let cases: [(String, i32, &str); 28] = [
        (
            format!("{{{start},\"moves\":\"UL\"}}"),
            0,
            "right: 2 moves, shortest",
        ),
        (
            format!("{{{start},\"moves\":[\"U\",\"left\"]}}"),
            0,
            "right: 2 moves",
        ),
        (format!("{{{start},\"moves\":[5, 8]}}"), 0, "right: 2 moves"),
        (
            format!("{{{start},\"moves\":\"dr\",\"moves_are\":\"blank\"}}"),
            0,
            "right: 2",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"goal\":\"last\"}}"),
            0,
            "right: 2",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"goal\":[[1,2,3],[4,5,6],[7,8,0]]}}"),
            0,
            "right: 2",
        ),
        (
            r#"{"board":"1 2 3/4 0 6/7 5 8","moves":"UL"}"#.into(),
            0,
            "right: 2",
        ),
        (
            r#"{"board":"1 2/0 3","start":"1 2/0 3","moves":"L"}"#.into(),
            4,
            "`start` and `board` are both there",
        ),
        (
            r#"{"start":"1 2 3/4 0 6/7 5 8","moves":"UL","metric":"mtm"}"#.into(),
            0,
            "right: 2 slides",
        ),
        (
            r#"{"start":[1,2,3,0,4,5],"rows":2,"cols":3,"moves":"LLU","goal":[1,2,3,4,5,0]}"#
                .into(),
            1,
            "wrong: move 3 (U)",
        ),
        (
            format!("{{{start},\"moves\":[5, 6]}}"),
            1,
            "wrong: move 2 (tile 6)",
        ),
        (
            format!("{{{start},\"moves\":\"DR\"}}"),
            1,
            "They look like moves of the blank",
        ),
        (format!("{{{start}}}"), 1, "wrong: there are no moves"),
        (
            format!("{{{start},\"status\":\"limit\"}}"),
            1,
            "wrong: there are no moves (the status is limit)",
        ),
        (
            format!("{{{start},\"status\":\"unsolvable\"}}"),
            1,
            "wrong: claimed to be unsolvable, but it is solvable",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"length\":3}}"),
            1,
            "wrong: the length is 2, not 3 (the moves are right",
        ),
        (
            format!("{{{start},\"moves\":\"ULRL\",\"guarantee\":\"optimal\"}}"),
            1,
            "wrong: it is not optimal (the moves",
        ),
        (
            format!("{{{start},\"moves\":\"ULRL\",\"lower_bound\":3}}"),
            1,
            "wrong: 3 is not a lower bound",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"status\":\"solvable\"}}"),
            0,
            "right: 2 moves",
        ),
        (
            format!("{{{start},\"moves\":\"UL\",\"status\":\"unsolvable\"}}"),
            1,
            "wrong: it is solved, not unsolvable",
        ),
        (
            format!("{{{start},\"moves\":\"UQ\"}}"),
            4,
            "standard input:1: moves: line 1, column 2: `Q` is not a move",
        ),
        (
            format!("{{{start},\"moves\":7}}"),
            4,
            "moves: expected a string or an array",
        ),
        (
            format!("{{{start},\"moves\":[\"U\",3]}}"),
            4,
            "moves: an array must contain only strings or only numbers",
        ),
        (
            format!("{{{start},\"moves\":\"\",\"metric\":\"x\"}}"),
            4,
            "metric: \"x\" is not one of stm, mtm",
        ),
        (
            format!("{{{start},\"rows\":3,\"moves\":\"\"}}"),
            4,
            "`rows` and `cols` must be given together",
        ),
        (
            r#"{"start":[1,1,2,0],"moves":""}"#.into(),
            4,
            "standard input:1: start: tile 1 appears twice",
        ),
        ("UL".into(), 4, "contains neither boards nor JSON objects"),
        ("1 2 3".into(), 4, "standard input:1:1: "),
    ];
    for (line, code, part) in cases {
        let run = with_input(&["verify", "-"], &line);
        let seen = format!("{line}\n{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, code, "{seen}");
        let answer = if code == 4 { &run.stderr } else { &run.stdout };
        assert!(answer.contains(part), "{seen}");
    }
}

#[test]
fn an_invalid_line_does_not_end_the_batch() {
    let lines = "\n# a comment\nnonsense\n{\"start\":\"1 2/3 0\",\"moves\":\"\"}\n{\"start\":\"1 2/0 3\",\"moves\":\"R\"}\n";
    let run = with_input(&["verify", "-"], lines);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("standard input:3: not a JSON object"));
    let answers: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(answers[0], "standard input:4: right: 0 moves, shortest");
    assert!(
        answers[1].starts_with("standard input:5: wrong: move 1 (R)"),
        "{answers:?}"
    );
    let objects = json(&with_input(&["verify", "-", "--json"], lines));
    let statuses: Vec<&str> = objects
        .iter()
        .map(|object| object["status"].as_str().unwrap())
        .collect();
    assert_eq!(statuses, ["bad-input", "right", "wrong"]);
}

/// Texts that are nearly objects.
fn nearly_object() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        "[0-9 ,\\[\\]\"a-zUDLR/.-]{0,24}",
        Just("[[1,2],[3,0]]".into()),
        Just("\"1 2/3 0\"".into()),
        Just("[1,2,3,0]".into()),
        Just("\"R\"".into()),
        Just("null".into()),
        Just("99999999".into()),
        Just("\"numbers\"".into()),
    ];
    let field = "rows|cols|start|board|goal|moves|moves_are|metric|status|length|guarantee";
    let fields = prop::collection::vec((field, value), 0..6);
    fields.prop_map(|fields| {
        let fields: Vec<String> = fields
            .into_iter()
            .map(|(name, value)| format!("\"{name}\":{value}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    })
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused(line in prop_oneof![nearly_object(), ".*"]) {
        match object(line.as_bytes()) {
            Ok(Some(given)) => prop_assert!(line.contains("start") || line.contains("board"), "{given:?}"),
            Ok(None) => prop_assert!(line.contains("taquin."), "{line}"),
            Err(message) => prop_assert!(!message.is_empty()),
        }
    }
}
