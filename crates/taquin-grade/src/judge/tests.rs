//! What programs print, and the verdict on it.

use super::Judge;
use crate::case::{Also, Answer, Case, Refusal, Size, Solved, Style};
use crate::reference::Reference;
use crate::run::{End, Limits, Outcome};
use crate::suite::Letters;
use crate::verdict::{Finding, Verdict};
use std::collections::HashSet;
use taquin::{Board, Goal};

/// What a program said: its output, its messages and its exit code.
type Said<'a> = (&'a str, &'a str, i32);

fn judged(answer: Answer, (stdout, stderr, code): Said<'_>) -> Finding {
    let reference = Reference::default();
    let case = Case {
        args: Vec::new(),
        stdin: Vec::new(),
        file: None,
        about: "a letter".into(),
        answer,
        size: Size::default(),
    };
    let outcome = Outcome {
        end: End::Code(code),
        stdout: stdout.into(),
        stderr: stderr.into(),
        seconds: 0.0,
        memory_bytes: None,
    };
    let mut judge = Judge {
        reference: &reference,
        limits: &Limits::of_seconds(1.0).unwrap(),
        letters: Letters::Either,
        has_worked: false,
    };
    judge.judge(&case, &outcome)
}

/// A board to solve: three moves from the goal, or the goal.
fn to_solve(start: &str, style: Style, goal: Goal, also: Also) -> Answer {
    let start: Board = start.parse().unwrap();
    Answer::Solution(Box::new(Solved {
        goal: goal.board(start.shape()),
        shortest: Some(if start == goal.board(start.shape()) {
            0
        } else {
            3
        }),
        start,
        style,
        also,
    }))
}

const THREE: &str = "1 2 3/0 4 5/7 8 6";

fn moves(start: &str, said: Said<'_>) -> Finding {
    let style = Style::Moves(Letters::Either);
    judged(to_solve(start, style, Goal::Last, Also::Nothing), said)
}

#[test]
fn moves_are_read_in_the_usual_layouts() {
    for text in [
        "LLU",
        "Moves: 3\nllu\n",
        "moves = 3\nllu\n",
        "Solution found in 3 moves:\nl l u",
        "Solution:\nLLU\n",
        "Solution: LLU",
        "Solution (3 moves): LLU",
        "Solution in 3 moves\nLLU",
        "['L', 'L', 'U']",
        "[\"left\", \"left\", \"up\"]\n",
        "L -> L -> U\nTime: 0.01 s\nNodes expanded: 55\n",
        "←←↑",
        "3\nLLU\n",
        "Moves = LEFT,LEFT,UP",
        "Actions: Left -> Left -> Up",
        "path_to_goal: ['Left', 'Left', 'Up']\ncost_of_path: 3\nnodes_expanded: 9\n",
        "Solution found in 3 moves: LLU",
        "Path => {L; L; U}",
        "1. Left\n2. Left\n3. Up\n",
        "1) L\n2) L\n3) U\n",
        "Step 1: left\nStep 2: left\nStep 3: up\nSolved in 3 steps\n",
        "Solution path found: yes\nllu\n",
    ] {
        let finding = moves(THREE, (text, "", 0));
        assert!(finding.is_right(), "{text}: {finding:?}");
    }
    for text in [
        "",
        "[]\n",
        "Solution:\n",
        "Moves: 0\n",
        "Already solved\n",
        "0\n",
    ] {
        let finding = moves("1 2 3/4 5 6/7 8 0", (text, "", 0));
        assert!(finding.is_right(), "{text}: {finding:?}");
    }
}

#[test]
fn no_moves_are_no_answer() {
    let verdict = |said| moves(THREE, said).verdict;
    let nothing = "nothing is printed, but there is a solution of 3 moves";
    assert_eq!(moves(THREE, ("", "", 0)).message, nothing);
    assert_eq!(verdict(("", "", 0)), Verdict::WrongOutput);
    assert_eq!(verdict(("Solution:\n", "", 0)), Verdict::WrongOutput);
    assert_eq!(verdict(("", "", 1)), Verdict::RefusedGoodInput);
    assert_eq!(verdict(("", "invalid board", 0)), Verdict::RefusedGoodInput);
    let goal = "1 2 3/4 5 6/7 8 0";
    let refused = moves(goal, ("Error: invalid board\n", "", 0)).verdict;
    assert_eq!(refused, Verdict::RefusedGoodInput);
}

#[test]
fn a_board_without_solution_is_named_in_many_words() {
    let start: Board = "2 1 3/4 5 6/7 8 0".parse().unwrap();
    let answer = Answer::Unsolvable {
        goal: Goal::Last.board(start.shape()),
        start,
        style: Style::Moves(Letters::Either),
    };
    let judged = |text| judged(answer.clone(), (text, "", 0)).verdict;
    for text in [
        "No solution possible",
        "The puzzle isn't solvable",
        "This can not be solved",
        "This puzzle can't be solved",
        "It can’t be solved",
        "unsolveable",
        "Ce puzzle est insoluble",
        "no path",
        "Not possible",
        "Solvable: no",
        "solvable:  False",
    ] {
        assert_eq!(judged(text), Verdict::Right, "{text}");
    }
    assert_eq!(judged("Error: cannot solve"), Verdict::WrongOutput);
    assert_eq!(judged("Error: invalid board"), Verdict::RefusedGoodInput);
}

#[test]
fn the_numbers_of_the_42_school_have_several_names() {
    let rows = ["1 2 3\n0 8 4\n7 6 5\n", "1 2 3\n8 0 4\n7 6 5\n"];
    let [start, goal] = rows;
    let boards = rows.join("\n");
    let arrays: String = rows
        .map(|board| format!("[[{}]]\n", board.trim_end().replace('\n', "]\n [")))
        .concat();
    let coloured = boards.replace('0', "\u{1b}[1;31m0\u{1b}[0m");
    let border = "+---+---+---+\n";
    let table: String = rows
        .map(|board| {
            let rows = board.trim_end().replace(' ', " | ");
            let rows = rows.replace('\n', &format!(" |\n{border}| "));
            format!("{border}| {rows} |\n{border}\n")
        })
        .concat();
    let lists: String = boards
        .lines()
        .map(|row| match row {
            "" => "\n".into(),
            row => format!("[{}]\n", row.replace(' ', ", ")),
        })
        .collect();
    let numbers = "complexity in time: 3\ncomplexity in size: 7\n";
    for text in [
        format!("{numbers}Number of moves: 1\n{boards}"),
        format!("{numbers}Number of moves: 1\n{lists}"),
        format!("{numbers}Number of moves: 1\n{arrays}"),
        format!("{numbers}Number of moves: 1\n{coloured}"),
        format!("{numbers}Number of moves: 1\n{table}"),
        format!("{numbers}Number of moves from initial state to solution: 1\n{boards}"),
        format!("{numbers}Steps: 1\n{boards}"),
        format!("{numbers}Moves: 1\nInitial state:\n{start}\nSolution:\n{boards}"),
        format!("{numbers}Moves: 1\n{start}\n{goal}\nSolution:\n{boards}"),
        format!("{numbers}Moves: 1\nGoal:\n{goal}\nStart:\n{start}\n{boards}\nEnd:\n{goal}"),
        format!("Initial state:\n{start}\nNumber of moves: 1\n{boards}{numbers}"),
        format!("{start}\n{goal}\nNumber of moves: 1\n{boards}{numbers}"),
        format!("{numbers}Nombre de coups : 1\n{boards}"),
        format!("Time complexity: 3\nSpace complexity: 7\nMoves: 1\n{boards}"),
        format!("Number of moves: 1\n{boards}Solved in 1 move\n{numbers}"),
        format!(
            "{numbers}Moves: 1\n1 moves left\n{}0 moves left\n{}",
            rows[0], rows[1]
        ),
    ] {
        let answer = to_solve(
            "1 2 3/0 8 4/7 6 5",
            Style::FortyTwo,
            Goal::Snail,
            Also::Numbers,
        );
        let finding = judged(answer, (&text, "", 0));
        assert!(finding.is_right(), "{text}: {finding:?}");
    }
}

/// A sequence of boards for the 42 school, from one move before the goal.
fn snail(text: &str) -> Finding {
    let answer = to_solve(
        "1 2 3/0 8 4/7 6 5",
        Style::FortyTwo,
        Goal::Snail,
        Also::Nothing,
    );
    judged(answer, (text, "", 0))
}

#[test]
fn a_heading_does_not_hide_mistakes() {
    let (start, goal) = ("1 2 3\n0 8 4\n7 6 5\n", "1 2 3\n8 0 4\n7 6 5\n");
    let verdict = |text: String| snail(&text).verdict;
    // Three moves, said to be one more or one fewer than they are.
    let walk = format!("{start}\n{goal}\n{start}\n{goal}");
    assert_eq!(verdict(format!("Moves: 3\n{walk}")), Verdict::Right);
    assert_eq!(verdict(format!("Moves: 1\n{walk}")), Verdict::Right);
    assert_eq!(verdict(format!("Moves: 2\n{walk}")), Verdict::WrongNumber);
    let twice = format!("{start}\n{start}\n{goal}");
    assert_eq!(verdict(format!("Moves: 1\n{twice}")), Verdict::Right);
    assert_eq!(verdict(format!("Moves: 2\n{twice}")), Verdict::WrongNumber);
    let only = format!("Moves: 1\n{start}");
    assert_eq!(verdict(only), Verdict::WrongEnd);
    let other = "1 2 3\n8 4 0\n7 6 5\n";
    let jumps = format!("Moves: 1\n{start}\n{start}\n{other}\n{goal}");
    assert_eq!(verdict(jumps), Verdict::IllegalMove);
}

#[test]
fn a_program_that_means_another_goal_is_told_so() {
    let four = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";
    let solved = to_solve(four, Style::Princeton, Goal::Last, Also::Nothing);
    let finding = judged(solved, ("No solution possible\n", "", 0));
    assert_eq!(finding.verdict, Verdict::RefusedGoodInput);
    let hint =
        "the goal with the blank first cannot be reached from it; the goal here has the blank last";
    assert!(finding.message.ends_with(hint), "{finding:?}");
}

#[test]
fn the_letters_that_are_exchanged_are_those_of_the_expected_moves() {
    // The tile's letters are LLU, so l and r are exchanged; as the blank's, u and d would be.
    let finding = moves(THREE, ("RRU", "", 0));
    assert_eq!(finding.verdict, Verdict::WrongNotation);
    assert_eq!(
        finding.message,
        "as directions of the tile, the moves are right if l and r are exchanged"
    );
}

#[test]
fn bad_files_are_refused_with_a_message() {
    let judged = |said| judged(Answer::Refusal(Refusal::Anywhere), said).verdict;
    for said in [
        ("parse error: x\n", "", 0),
        ("Row 2 is too short\n", "", 0),
        ("x\n", "", 1),
        ("", "x is not a number\n", 0),
        ("This puzzle is unsolvable\n", "", 1),
    ] {
        assert_eq!(judged(said), Verdict::Right, "{said:?}");
    }
    for said in [
        ("N-puzzle solver v1.0\n", "", 0),
        ("This puzzle is unsolvable\n", "", 0),
        ("1 2 3\n8 0 4\n7 6 5\n", "", 0),
        ("1 2 3\n8 0 4\n7 6 5\n", "warning\n", 0),
    ] {
        assert_eq!(judged(said), Verdict::AcceptedBadInput, "{said:?}");
    }
    assert_eq!(judged(("", "", 1)), Verdict::WrongOutput);
}

#[test]
fn a_message_on_the_wrong_stream_is_a_message() {
    let finding = judged(Answer::Refusal(Refusal::Stderr), ("usage: Nine\n", "", 0));
    let expected = "the input is wrong (a letter): one line on standard error is needed, not 0; the message is on standard output";
    assert_eq!(finding.message, expected);
}

/// Words and marks that the readers look for.
const PARTS: [&str; 44] = [
    "moves",
    "steps",
    "move",
    "length",
    "number of",
    "is",
    "left",
    "to",
    "solve",
    "Step",
    "Solution",
    "unsolvable",
    "error",
    "complexity in time",
    "complexity in size",
    "Minimum number of moves = ",
    "up",
    "LLU",
    "→",
    "->",
    "é",
    "·",
    ":",
    "=",
    "|",
    "+---+",
    "[",
    "]",
    "[[",
    "(",
    ",",
    "\u{1b}[",
    "m",
    "\n",
    "\n",
    "\n\n",
    " ",
    "0",
    "1",
    "99999999999999999999",
    "-3",
    "1 2 3\n0 8 4\n7 6 5\n",
    "1 2 3\n8 0 4\n7 6 5\n",
    "1 2 3\n4 5 6\n7 8 0\n",
];

#[test]
fn no_output_is_too_strange_for_a_verdict() {
    // A linear congruential generator is random enough here, and the same everywhere.
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut verdicts = HashSet::new();
    for _ in 0..3000 {
        let length = next(12);
        let text: String = (0..length).map(|_| PARTS[next(PARTS.len())]).collect();
        let answers = [
            to_solve(
                THREE,
                Style::Moves(Letters::Either),
                Goal::Last,
                Also::Nothing,
            ),
            to_solve(THREE, Style::Princeton, Goal::Last, Also::Layout),
            to_solve(
                "1 2 3/0 8 4/7 6 5",
                Style::FortyTwo,
                Goal::Snail,
                Also::Numbers,
            ),
            Answer::Refusal(Refusal::Anywhere),
        ];
        for answer in answers {
            verdicts.insert(judged(answer, (&text, "", 0)).verdict);
        }
    }
    assert!(verdicts.len() > 5, "{verdicts:?}");
}
