//! `taquin verify` of sequences of boards, as courses' programs print them.

use crate::common::{Folder, Run, run, taquin};
use serde_json::Value;

fn verify(args: &[&str], input: &str) -> Run {
    let args = [&["verify"], args].concat();
    run(env!("CARGO_BIN_EXE_taquin"), &args, input.as_bytes())
}

/// What the course's `Solver` prints for its example.
const PRINCETON: &str = "\
Minimum number of moves = 4
3
 0  1  3 
 4  2  5 
 7  8  6 

3
 1  0  3 
 4  2  5 
 7  8  6 

3
 1  2  3 
 4  0  5 
 7  8  6 

3
 1  2  3 
 4  5  0 
 7  8  6 

3
 1  2  3 
 4  5  6 
 7  8  0 

";

const FOUR: &str =
    "right: 4 moves, shortest\nlength: 4 moves of one tile, 4 slides of a line of tiles\n";

/// The same five boards, in forms that programs print.
fn listings() -> Vec<String> {
    let boards = [
        "013425786",
        "103425786",
        "123405786",
        "123450786",
        "123456780",
    ];
    let tiles = |board: &&str| -> Vec<String> { board.chars().map(String::from).collect() };
    let rows =
        |board: &&str| -> Vec<String> { tiles(board).chunks(3).map(|row| row.join(" ")).collect() };
    let each =
        |write: &dyn Fn(&&str) -> String| -> Vec<String> { boards.iter().map(write).collect() };
    let (_, without_claim) = PRINCETON.split_once('\n').unwrap();
    vec![
        PRINCETON.into(),
        without_claim.into(),
        without_claim.replace("\n\n", "\n"),
        each(&|board| rows(board).join("\n")).join("\n"),
        each(&|board| rows(board).join("\n")).join("\n\n"),
        each(&|board| rows(board).join("/")).join("\n"),
        each(&|board| tiles(board).join(",")).join("\n"),
        each(&|board| tiles(board).join(" ")).join("\n"),
        each(&|board| board.replace('0', "-")).join("\n"),
        each(&|board| format!("[[{}]]", rows(board).join("],[").replace(' ', ","))).join("\n"),
        each(&|board| rows(board).join("\n").replace('0', "·")).join("\n\nthen\n"),
        format!("solving\n{without_claim}solved in 4 moves\n"),
    ]
}

#[test]
fn boards_are_judged_in_every_form() {
    let folder = Folder::new("states");
    let file = folder.0.join("states.txt");
    let file = file.to_str().unwrap();
    for listing in listings() {
        let piped = verify(&["-"], &listing);
        assert_eq!(
            (piped.code, piped.stdout.as_str()),
            (0, FOUR),
            "{listing}{}",
            piped.stderr
        );
        std::fs::write(file, &listing).unwrap();
        for args in [&[file][..], &["0 1 3/4 2 5/7 8 6", file]] {
            let run = verify(args, "");
            assert_eq!(
                (run.code, run.stdout.as_str()),
                (0, FOUR),
                "{listing}{}",
                run.stderr
            );
        }
    }
}

/// Input, options, exit code, the whole output.
#[test]
fn wrong_boards_are_named_and_drawn() {
    let jump = PRINCETON.replace(" 1  2  3 \n 4  0  5 \n 7  8  6 \n\n3\n", "");
    let twice = PRINCETON.replace(
        "3\n 1  0  3 \n",
        "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n\n3\n 1  0  3 \n",
    );
    let far = PRINCETON.replace(
        " 1  2  3 \n 4  0  5 \n 7  8  6 ",
        " 1  8  3 \n 4  2  5 \n 7  0  6 ",
    );
    let cases: &[(&str, &[&str], &str)] = &[
        (
            &jump,
            &["-"],
            "wrong: step 2 changes 3 cells; a move changes 2\n\
             before step 2:\n  1 · 3\n  4 2 5\n  7 8 6\nafter step 2:\n  1 2 3\n  4 5 ·\n  7 8 6\n",
        ),
        (
            &twice,
            &["-"],
            "wrong: step 1 changes nothing: both boards are the same\n\
             before step 1:\n  · 1 3\n  4 2 5\n  7 8 6\nafter step 1:\n  · 1 3\n  4 2 5\n  7 8 6\n",
        ),
        (
            &far,
            &["-"],
            "wrong: step 2 exchanges the blank with tile 8, which is not next to it\n\
             before step 2:\n  1 · 3\n  4 2 5\n  7 8 6\nafter step 2:\n  1 8 3\n  4 2 5\n  7 · 6\n",
        ),
        (
            PRINCETON,
            &["1 2 3/4 0 6/7 5 8", "-"],
            "wrong: the sequence does not begin with the start\n\
             the start:\n  1 2 3\n  4 · 6\n  7 5 8\nthe first board:\n  · 1 3\n  4 2 5\n  7 8 6\n",
        ),
        (
            "1 0 3\n4 2 5\n7 8 6\n\n1 2 3\n4 0 5\n7 8 6\n",
            &["0 1 3/4 2 5/7 8 6", "-"],
            "wrong: the sequence does not begin with the start, but with the board after the first move\n\
             the start:\n  · 1 3\n  4 2 5\n  7 8 6\nthe first board:\n  1 · 3\n  4 2 5\n  7 8 6\n",
        ),
        (
            "1 2 3/4 0 5/7 8 6\n1 2 3/4 5 0/7 8 6\n",
            &["-"],
            "wrong: the moves end at another board, with 1 tile in a wrong place\nat the end:\n  1 2 3\n  4 5 ·\n  7 8 6\n\
             It is a legal sequence of 1 move. If the board at its end is the goal, add --goal \"1 2 3/4 5 0/7 8 6\".\n",
        ),
        (
            "1 2 3/0 4 5/7 8 6\n1 2 3/4 5 0/7 8 6\n1 2 3/4 5 6/7 8 0",
            &["-"],
            "wrong: step 1 moves 2 tiles at once; a step moves one tile\n\
             before step 1:\n  1 2 3\n  · 4 5\n  7 8 6\nafter step 1:\n  1 2 3\n  4 5 ·\n  7 8 6\n",
        ),
        (
            "1 2/3 0\n1 2 3/4 5 6/7 8 0\n",
            &["-"],
            "wrong: step 1 leads from a 2×2 board to a 3×3 board\n\
             before step 1:\n  1 2\n  3 ·\nafter step 1:\n  1 2 3\n  4 5 6\n  7 8 ·\n",
        ),
    ];
    for (input, args, output) in cases {
        let run = verify(args, input);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (1, *output),
            "{input}{}",
            run.stderr
        );
    }
}

#[test]
fn slides_are_steps_in_the_multi_tile_metric() {
    let boards = "1 2 3/0 4 5/7 8 6\n1 2 3/4 5 0/7 8 6\n1 2 3/4 5 6/7 8 0";
    let run = verify(&["-", "--metric", "mtm"], boards);
    let right =
        "right: 2 slides, shortest\nlength: 3 moves of one tile, 2 slides of a line of tiles\n";
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, right),
        "{}",
        run.stderr
    );
}

/// Input, exit code, the first line of the output.
#[test]
fn claims_around_the_boards_are_judged() {
    let short = "1 2 3/4 5 0/7 8 6\n1 2 3/4 5 6/7 8 0\n";
    let long = "1 2 3/4 5 0/7 8 6\n1 2 0/4 5 3/7 8 6\n1 2 3/4 5 0/7 8 6\n1 2 3/4 5 6/7 8 0\n";
    let cases = [
        (
            format!("Minimum number of moves = 1\n{short}"),
            0,
            "right: 1 move, shortest",
        ),
        (
            format!("Minimum number of moves = 2\n{short}"),
            1,
            "wrong: the length is 1, not 2 (the moves are right: 1 move, shortest)",
        ),
        (
            format!("{short}moves: 7\n"),
            1,
            "wrong: the length is 1, not 7 (the moves are right: 1 move, shortest)",
        ),
        (
            format!("Minimum number of moves = 3\n{long}"),
            1,
            "wrong: it is not optimal (the moves are right: 3 moves, 2 more than the shortest (1))",
        ),
        (
            format!("Number of moves: 3\n{long}"),
            0,
            "right: 3 moves, 2 more than the shortest (1)",
        ),
        (
            "1 2 3/4 5 6/8 7 0\nNo solution possible\n".into(),
            0,
            "right: unsolvable, as claimed",
        ),
        (
            "1 2 3/4 5 0/7 8 6\nNo solution possible\n".into(),
            1,
            "wrong: claimed to be unsolvable, but it is solvable",
        ),
    ];
    for (input, code, first) in cases {
        let run = verify(&["-"], &input);
        let line = run.stdout.lines().next().unwrap_or_default();
        assert_eq!((run.code, line), (code, first), "{input}{}", run.stderr);
    }
    let of_board = |board: &str| verify(&[board, "-"], "No solution possible\n");
    let run = of_board("1 2 3/4 5 6/8 7 0");
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, "right: unsolvable, as claimed\n")
    );
    assert_eq!(of_board("1 2 3/4 5 0/7 8 6").code, 1);
}

#[test]
fn several_listings_get_one_line_each() {
    let unsolved = "Minimum number of moves = 1\n1 2/3 0\n";
    let run = verify(&["-"], &format!("{PRINCETON}{unsolved}"));
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (
            1,
            "standard input:1: right: 4 moves, shortest\n\
             standard input:27: wrong: the length is 0, not 1 (the moves are right: 0 moves, shortest)\n"
        ),
        "{}",
        run.stderr
    );
}

/// The numbers of the 42 subject stand for its goal.
#[test]
fn the_goal_of_42_is_the_snail() {
    let output = "\
Complexity in time: 3
Complexity in size: 5
Number of moves: 1 (shortest)
Sequence of states:
1 2 3
8 4 0
7 6 5

1 2 3
8 0 4
7 6 5
";
    let run = verify(&["-"], output);
    let right = "right: 1 move, shortest\nlength: 1 move of one tile, 1 slide of a line of tiles\n";
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, right),
        "{}",
        run.stderr
    );
    let asked = verify(&["-", "--goal", "last"], output);
    assert_eq!(asked.code, 1);
    let unsolvable = "Puzzle:\n1 2 3\n8 4 0\n7 5 6\nThis puzzle is unsolvable.\n";
    for args in [&["-"][..], &["1 2 3/8 4 0/7 5 6", "-"]] {
        let run = verify(args, unsolvable);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (0, "right: unsolvable, as claimed\n"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(verify(&["-", "--goal", "last"], unsolvable).code, 1);
}

#[test]
fn what_solve_prints_is_right() {
    let board = "8 1 3/4 0 2/7 6 5";
    let states = taquin(&["solve", board, "--states"]);
    let run = verify(&["-"], &states.stdout);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.starts_with("right: 14 moves, shortest\n"),
        "{}",
        run.stdout
    );
    let json = taquin(&["solve", board, "--states", "--json"]).stdout;
    let mut object: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(verify(&["-"], &object.to_string()).code, 0);
    for field in ["moves", "start"] {
        object.as_object_mut().unwrap().remove(field);
        let run = verify(&["-"], &object.to_string());
        let right = "standard input:1: right: 14 moves, shortest\n";
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (0, right),
            "{}",
            run.stderr
        );
    }
    object["states"].as_array_mut().unwrap().remove(3);
    let run = verify(&["-"], &object.to_string());
    assert_eq!(run.code, 1);
    assert!(
        run.stdout
            .contains("wrong: step 3 moves 2 tiles at once; a step moves one tile"),
        "{}",
        run.stdout
    );
}

#[test]
fn states_that_contradict_the_moves_are_a_false_claim() {
    let object = r#"{"moves": "L", "states": ["1 2/0 3", "0 2/1 3"]}"#;
    let run = verify(&["-"], object);
    let wrong = "standard input:1: wrong: the states are not the boards of the moves (the moves are right: 1 move, shortest)\n";
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (1, wrong),
        "{}",
        run.stderr
    );
}

#[test]
fn broken_steps_are_data_in_json() {
    let run = verify(&["-", "--json"], "1 2/0 3\n0 2/1 3\n1 2/3 0\n");
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &object["reason"]), (1, &Value::from("broken")));
    assert_eq!(
        object["broken"],
        serde_json::json!({
            "place": 2,
            "reason": "step 2 changes 3 cells; a move changes 2",
            "from": [0, 2, 1, 3],
            "to": [1, 2, 3, 0],
        })
    );
}

/// Options, input, exit code, a part of standard error.
#[test]
fn bad_listings_are_refused_with_their_lines() {
    let cases: &[(&[&str], &str, i32, &str)] = &[
        (&["-"], "1 2 3\n4 5 5\n7 8 0\n", 4, "standard input:2:5: "),
        (
            &["-"],
            PRINCETON.trim_end_matches("8  0 \n\n"),
            4,
            "standard input:",
        ),
        (
            &["-"],
            "No solution possible\n",
            4,
            "standard input:1: there is no board before this claim",
        ),
        (
            &["-", "--moves-from", "blank"],
            "1 2/3 0\n",
            2,
            "--moves-from is for moves",
        ),
        (&["-", "--lines"], "1 2/3 0\n", 2, "--lines is not needed"),
        (
            &["1 2/3 0", "-"],
            &format!("{PRINCETON}{PRINCETON}"),
            4,
            "standard input:",
        ),
        (&["-"], "3\n", 4, "contains neither boards nor JSON objects"),
    ];
    for (args, input, code, part) in cases {
        let run = verify(args, input);
        assert_eq!(run.code, *code, "{input}{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(part), "{input}{}", run.stderr);
    }
}
