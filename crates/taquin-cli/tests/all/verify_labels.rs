//! `taquin verify` of labels that repeat, as `Nine` prints them.

use crate::common::{Run, run};
use serde_json::Value;

fn verify(args: &[&str], input: &str) -> Run {
    let args = [&["verify"], args].concat();
    run(env!("CARGO_BIN_EXE_taquin"), &args, input.as_bytes())
}

/// `Nine` prints labels that may repeat: they are judged too, and the shortest length is that of labels.
#[test]
fn labels_that_repeat_are_judged() {
    let nine = |text: &str| text.replace('/', "\n");
    let cases = [
        (
            "baa-/ba-a/",
            &["--goal", "ba-a"][..],
            0,
            "right: 1 move, shortest\n",
        ),
        (
            "a-ab/-aab/",
            &["--goal", "-aab"],
            0,
            "right: 1 move, shortest\n",
        ),
        (
            "-baa/b-aa/aab-/",
            &["--goal", "aab-"],
            1,
            "wrong: step 2 is not one move\nbefore step 2:\n  b-\n  aa\nafter step 2:\n  aa\n  b-\n",
        ),
        (
            "aab-/aa-b/aab-/",
            &[],
            0,
            "right: 2 moves, 2 more than the shortest (0)\n",
        ),
        (
            "11345678-/1134567-8/",
            &[],
            1,
            "wrong: the sequence ends at another board\nat the end:\n  113\n  456\n  7-8\nthe goal:\n  113\n  456\n  78-\nIt is a legal sequence of 1 move. If the board at its end is the goal, add --goal \"1134567-8\".\n",
        ),
        (
            "Solved in 3 moves:/aa-b/aab-/",
            &[],
            1,
            "wrong: the length is 1, not 3 (the moves are right: 1 move, shortest)\n",
        ),
        (
            "aab-bc/aabb-c/",
            &["--shape", "2x3", "--goal", "aabb-c"],
            0,
            "right: 1 move, shortest\n",
        ),
        ("aab-/aaab-/", &[], 4, ""),
    ];
    for (listing, options, code, stdout) in cases {
        let run = verify(&[&["-"], options].concat(), &nine(listing));
        assert_eq!(
            (run.code, &run.stdout[..]),
            (code, stdout),
            "{listing} {}",
            run.stderr
        );
    }
    let run = verify(&["-", "--json"], "aa-b\naab-\n");
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    let expected = serde_json::json!({
        "schema": "taquin.verify/1", "rows": 2, "cols": 2, "start_labels": "aa-b", "goal_labels": "aab-",
        "status": "right", "solvable": true, "metric": "stm", "length": 1, "optimal": true, "shortest": 1,
        "lower_bound": 1, "source": "-:1"
    });
    assert_eq!(object, expected);
}

#[test]
fn labels_that_repeat_are_compared_with_their_start() {
    let right = verify(&["aa-b", "-"], "aa-b\naab-\n");
    assert_eq!(
        (right.code, &right.stdout[..]),
        (0, "right: 1 move, shortest\n")
    );
    let other = verify(&["a-ab", "-"], "aa-b\naab-\n");
    let said = "wrong: the sequence does not begin with the start\nthe start:\n  a-\n  ab\nthe first board:\n  aa\n  -b\n";
    assert_eq!((other.code, &other.stdout[..]), (1, said));
    let cases: [(&[&str], i32, &str); 3] = [
        (
            &["aa-b", "L"],
            4,
            "taquin: \"L\": the labels of the board repeat, so its solution must be a sequence of boards, one per line, as Nine prints it\n",
        ),
        (
            &["aa-b", "-", "--metric", "mtm"],
            2,
            "taquin: --metric mtm needs labels that differ; remove it\n",
        ),
        (
            &["aa-b", "-", "--time", "3s"],
            2,
            "taquin: --time has no effect on labels that repeat; remove it\n",
        ),
    ];
    for (args, code, stderr) in cases {
        let run = verify(args, "aa-b\naab-\n");
        assert_eq!((run.code, &run.stderr[..]), (code, stderr), "{args:?}");
    }
}

/// What `Nine` itself prints is right: the course's assignments with repeated labels.
#[test]
fn sequences_of_labels_are_as_short_as_a_search_finds() {
    for (start, goal, moves) in [
        ("11111111-", "-11111111", 4),
        ("11345678-", "11345687-", 22),
        ("aabbccdd-", "ddccbbaa-", 26),
    ] {
        let goal = format!("--goal={goal}");
        let run = verify(&["-", "--json", &goal], &format!("{start}\n"));
        let object: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(
            (run.code, &object["shortest"]),
            (1, &moves.into()),
            "{start}"
        );
    }
}
