//! Programs as students write them: the right ones get full marks, and each wrong one the verdict that names its mistake.

use crate::common::{grade, grade_student, python, students, submission, suite};
use std::collections::{BTreeMap, HashSet};
use taquin_grade::cases::Choices;
use taquin_grade::grade::Grader;
use taquin_grade::suite::{Letters, Suite};
use taquin_grade::verdict::Verdict;

const SHORT: &str = "name = \"short\"\nkind = \"solve\"\nshapes = [\"3x3\"]\nlengths = [0, 2, 5]";
const TINY: &str = "name = \"tiny\"\nkind = \"solve\"\nshapes = [\"2x2\"]\nlengths = [0, 1, 2, 3]";
const LONGER: &str =
    "name = \"longer\"\nkind = \"solve\"\nshapes = [\"3x3\"]\nlengths = [12, 14, 16]\ncount = 2";
const RECTANGLES: &str =
    "name = \"rectangles\"\nkind = \"solve\"\nshapes = [\"2x2\", \"2x3\", \"3x2\"]\nwalks = [1, 9]";
const REPEATED: &str =
    "name = \"repeated\"\nkind = \"repeated\"\nshapes = [\"2x3\"]\nwalks = [6, 100]\ncount = 4";
const BOUND: &str = "name = \"bound\"\nkind = \"bound\"\nshapes = [\"3x3\"]\nlengths = [0, 3]";
const SILENCE: &str = "name = \"silence\"\nkind = \"unsolvable\"\nshapes = [\"2x2\"]";
const BAD: &str = "name = \"bad\"\nkind = \"bad-input\"";
const PARITY: &str = "name = \"parity\"\nkind = \"parity\"\nshapes = [\"2x2\", \"3x3\", \"4x4\"]";
const ECHO: &str = "name = \"echo\"\nkind = \"echo\"";
const SQUARES: &str =
    "name = \"squares\"\nkind = \"solve\"\nshapes = [\"2x2\", \"3x3\"]\nlengths = [0, 1, 6]";
const FARTHER: &str =
    "name = \"farther\"\nkind = \"solve\"\nshapes = [\"3x3\"]\nlengths = [20, 22, 24]\ncount = 6";
const UNSOLVABLE: &str =
    "name = \"unsolvable\"\nkind = \"unsolvable\"\nshapes = [\"2x2\", \"3x3\"]";
const NO_PATH: &str = "name = \"none\"\nkind = \"unsolvable\"\nshapes = [\"3x3\"]";
const LETTERS: &str =
    "name = \"letters\"\nkind = \"solve\"\nshapes = [\"3x3\"]\nlengths = [1, 4, 5, 6]";
const LAYOUT: &str = "name = \"layout\"\nkind = \"layout\"\nshapes = [\"3x3\"]\nlengths = [2]";
const NOISE: &str =
    "name = \"noise\"\nkind = \"noise\"\nshapes = [\"3x3\"]\nlengths = [4]\ncount = 5";
const NUMBERS: &str =
    "name = \"numbers\"\nkind = \"numbers\"\nshapes = [\"3x3\"]\nlengths = [0, 6]";
const GREEDY: &str = "name = \"greedy\"\nkind = \"solve\"\nmode = \"greedy\"\nshortest = false\nshapes = [\"3x3\"]\nwalks = [40]";
const ADMISSIBLE: &str = "name = \"admissible\"\nkind = \"admissible\"\nshapes = [\"2x3\"]";
const ADMISSIBLE_3X3: &str = "name = \"admissible\"\nkind = \"admissible\"\nshapes = [\"3x3\"]";
const CONSISTENT: &str = "name = \"consistent\"\nkind = \"consistent\"\nshapes = [\"2x3\"]";

/// Full marks for a program in these tests.
fn full_marks(assignment: &str, program: &str, tests: &[&str]) {
    let Some(report) = grade_student(suite(assignment, &tests.join("---")), program) else {
        return;
    };
    let wrong: Vec<_> = report
        .tests
        .iter()
        .filter(|test| test.verdict != Verdict::Right)
        .collect();
    assert!(wrong.is_empty(), "{program}: {wrong:#?}");
    assert_eq!(report.score, 10.0 * tests.len() as f64);
}

#[test]
fn right_programs_get_full_marks() {
    full_marks(
        "nine",
        "nine",
        &[SHORT, RECTANGLES, REPEATED, BOUND, SILENCE, BAD],
    );
    full_marks("solvability", "puzzle", &[PARITY, ECHO, BAD]);
    full_marks("eight-puzzle", "solver", &[SQUARES, UNSOLVABLE, LAYOUT]);
    full_marks("n-puzzle", "letters", &[SQUARES, UNSOLVABLE]);
    full_marks("n-puzzle", "letters_of_the_blank", &[SQUARES, UNSOLVABLE]);
    full_marks("heuristic", "heuristic", &[ADMISSIBLE, CONSISTENT]);
}

#[test]
fn the_modes_of_the_42_school_are_options_of_the_program() {
    let Some(python) = python() else { return };
    let tests = [SQUARES, NOISE, NUMBERS, GREEDY, UNSOLVABLE, BAD].join("---");
    let choices = |modes: &[(&str, &str)]| Choices {
        modes: modes
            .iter()
            .map(|(mode, option)| (mode.to_string(), vec![option.to_string()]))
            .collect::<BTreeMap<_, _>>(),
        ..Choices::default()
    };
    let command = format!("{python} -B -S snail.py");
    let grade = |modes| grade(suite("npuzzle-42", &tests), &command, choices(modes));
    let report = grade(&[("greedy", "--greedy")]);
    let verdicts: Vec<_> = report
        .tests
        .iter()
        .map(|test| (&*test.name, test.verdict, &test.message))
        .collect();
    assert_eq!(report.score, 60.0, "{verdicts:#?}");
    // Without options for it, the test is left out.
    assert_eq!(grade(&[]).max_score, 50.0);
}

/// The assignment, a program, the test that shows its mistake, the verdict, a part of the message, and the smallest failure.
type Mistake = (
    &'static str,
    &'static str,
    &'static str,
    Verdict,
    &'static str,
    &'static str,
);

const MISTAKES: [Mistake; 27] = [
    (
        "nine",
        "nine_no_maxlength",
        BOUND,
        Verdict::WrongOutput,
        "the shortest sequence has 1 move, more than MAXLENGTH, so nothing should be printed",
        "2 2 0 1-32 123-",
    ),
    (
        "nine",
        "nine_trailing_spaces",
        SHORT,
        Verdict::WrongOutput,
        "line 1, column 5: spaces at the end of the line",
        "2 2 100 123- 123-",
    ),
    (
        "nine",
        "nine_no_final_newline",
        SHORT,
        Verdict::WrongOutput,
        "the newline at the end is missing",
        "2 2 100 123- 123-",
    ),
    (
        "nine",
        "nine_wrong_exit_code",
        SHORT,
        Verdict::WrongExitCode,
        "the answer is right, but the exit code is 1, not 0",
        "2 2 100 123- 123-",
    ),
    (
        "nine",
        "nine_off_by_one_row",
        LONGER,
        Verdict::IllegalMove,
        "is not one move\nbefore step",
        "2 3 100",
    ),
    (
        "nine",
        "nine_crash_on_2x2",
        RECTANGLES,
        Verdict::Crash,
        "IndexError",
        "2 2 100",
    ),
    (
        "nine",
        "nine_depth_first",
        TINY,
        Verdict::NotShortest,
        "8 moves more than the shortest (2)\nthe first lost move is step 1, from\n-2\n13\nto\n2-\n13",
        "2 2 100 -213 123-",
    ),
    (
        "nine",
        "nine_stops_early",
        SHORT,
        Verdict::WrongEnd,
        "ends with 1-32, not with GOAL, 123-",
        "2 2 100 1-32 123-",
    ),
    (
        "nine",
        "nine_width_first",
        REPEATED,
        Verdict::WrongNotation,
        "every step would be one move on a board of 3×2",
        "2 3 100",
    ),
    (
        "nine",
        "nine_refuses_on_stdout",
        SHORT,
        Verdict::RefusedGoodInput,
        "the input is right, but the program ended with exit code 1: Invalid initial configuration",
        "2 2 100 123- 123-",
    ),
    (
        "nine",
        "nine_ignores_rows",
        NO_PATH,
        Verdict::WrongOutput,
        "no sequence leads from INITIAL to GOAL, so nothing should be printed",
        "2 2 100 213- 123-",
    ),
    (
        "nine",
        "nine_below_maxlength",
        BOUND,
        Verdict::WrongOutput,
        "MAXLENGTH is as many, and a sequence may have MAXLENGTH moves",
        "2 2 0",
    ),
    (
        "solvability",
        "puzzle_odd_widths",
        PARITY,
        Verdict::WrongOutput,
        "without the rows of the blanks it would be the other answer",
        "printf",
    ),
    (
        "solvability",
        "puzzle_no_checks",
        BAD,
        Verdict::AcceptedBadInput,
        "but the program answers: start:",
        "printf",
    ),
    (
        "eight-puzzle",
        "solver_goal_when_enqueued",
        FARTHER,
        Verdict::NotShortest,
        "more than the shortest",
        "board.txt",
    ),
    (
        "eight-puzzle",
        "solver_counts_boards",
        SQUARES,
        Verdict::WrongNumber,
        "given as 1, but the sequence has 0 moves",
        "printf '2\\n 1  2 \\n 3  0 \\n' > board.txt",
    ),
    (
        "eight-puzzle",
        "solver_odd_rule",
        SQUARES,
        Verdict::RefusedGoodInput,
        "the board can be solved in 1 move",
        "printf '2\\n",
    ),
    (
        "eight-puzzle",
        "solver_plain_layout",
        LAYOUT,
        Verdict::WrongOutput,
        "line 3, column 1: \"1 2\" instead of \" 1  2 \"",
        "printf '2\\n",
    ),
    (
        "eight-puzzle",
        "solver_no_check",
        UNSOLVABLE,
        Verdict::WrongOutput,
        "the board cannot be solved, and the program does not say so",
        "printf '2\\n 2  1 \\n 3  0 \\n' > board.txt",
    ),
    (
        "n-puzzle",
        "letters_last_first",
        LETTERS,
        Verdict::WrongNotation,
        "in reverse order, as directions of the tile, the moves are right",
        "board.txt",
    ),
    (
        "n-puzzle",
        "letters_from_goal",
        LETTERS,
        Verdict::WrongNotation,
        "in reverse order, as directions of the blank, the moves are right",
        "board.txt",
    ),
    (
        "n-puzzle",
        "letters_mixed",
        LETTERS,
        Verdict::WrongNotation,
        "as directions of the tile, the moves are right if l and r are exchanged",
        "board.txt",
    ),
    (
        "npuzzle-42",
        "snail_sizes",
        NUMBERS,
        Verdict::WrongNumber,
        "a complexity in size of 300000000 is not possible",
        "board.txt",
    ),
    (
        "npuzzle-42",
        "solver",
        SQUARES,
        Verdict::WrongNotation,
        "another usual goal, 1 2 3 … with the blank last",
        "board.txt",
    ),
    (
        "heuristic",
        "heuristic_with_blank",
        ADMISSIBLE,
        Verdict::WrongNumber,
        "estimated at 2, but takes 1 move",
        "printf '",
    ),
    (
        "heuristic",
        "heuristic_with_blank",
        CONSISTENT,
        Verdict::WrongNumber,
        "not consistent: one move changes the estimate",
        "printf '",
    ),
    (
        "heuristic",
        "heuristic_pairs",
        ADMISSIBLE_3X3,
        Verdict::WrongNumber,
        "boards are overestimated",
        "printf '",
    ),
];

fn check(mistakes: &[Mistake]) {
    let mut wrong = String::new();
    for (assignment, program, test, verdict, message, smallest) in mistakes {
        let Some(report) = grade_student(suite(assignment, test), program) else {
            return;
        };
        let test = &report.tests[0];
        let found = test.message.clone().unwrap_or_default();
        let command = test
            .smallest
            .as_ref()
            .map(|smallest| smallest.command.clone());
        let command = command.unwrap_or_default();
        if test.verdict != *verdict || !found.contains(message) || !command.contains(smallest) {
            wrong += &format!("{program}: {}: {found}\n{command}\n\n", test.verdict);
        }
        assert!(test.score < test.max_score, "{program}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn mistakes_in_nine_are_named() {
    check(&MISTAKES[..12]);
}

#[test]
fn mistakes_in_other_programs_are_named() {
    check(&MISTAKES[12..24]);
}

#[test]
fn mistakes_in_heuristics_are_named() {
    check(&MISTAKES[24..]);
}

#[test]
fn letters_of_the_blank_are_the_wrong_notation_if_the_teacher_wants_those_of_the_tile() {
    let wanted = Suite {
        letters: Letters::Tile,
        ..suite("n-puzzle", SQUARES)
    };
    let Some(report) = grade_student(wanted, "letters_of_the_blank") else {
        return;
    };
    let test = &report.tests[0];
    assert_eq!(test.verdict, Verdict::WrongNotation, "{test:#?}");
    let expected =
        "the moves are right as directions of the blank, but they should say where the tile goes";
    assert_eq!(test.message.as_deref(), Some(expected));
    let report = grade_student(suite("n-puzzle", SQUARES), "letters_of_the_blank").unwrap();
    assert_eq!(report.moves_are.as_deref(), Some("blank"));
}

#[test]
fn a_replayed_case_is_read_as_in_the_whole_run() {
    let Some(python) = python() else { return };
    let tests = ["lengths = [1]", "lengths = [4, 5]"].map(|lengths| {
        let name = lengths.len();
        format!("name = \"t{name}\"\nkind = \"solve\"\nshapes = [\"3x3\"]\n{lengths}")
    });
    let suite = suite("n-puzzle", &tests.join("---"));
    let limits = suite.limits().unwrap();
    let grader = Grader::new(suite, Choices::default(), limits).unwrap();
    // The tile's letters for one move, and the blank's for more.
    let command = format!(
        "sh -c 'case $({python} -S letters.py $1) in ?) {python} -S letters.py $1;; *) {python} -S letters_of_the_blank.py $1;; esac' sh"
    );
    let program = submission(&command, &students());
    let report = grader.grade(&program, &mut |_| {}).unwrap();
    let verdicts: Vec<_> = report.tests.iter().map(|test| test.verdict).collect();
    assert_eq!(verdicts, [Verdict::WrongNotation, Verdict::Right]);
    let replay = grader.replay(&program, "t13.1").unwrap();
    assert_eq!(replay.finding.verdict, Verdict::WrongNotation);
    assert_eq!(
        replay.finding.message,
        report.tests[0].message.clone().unwrap()
    );
}

#[test]
fn reports_do_not_name_directories() {
    let Some(python) = python() else { return };
    let print = "import sys, os; print(sys.argv[1], os.path.abspath(\"solver.py\"))";
    let command = format!("{python} -S -c '{print}'");
    let report = grade(suite("eight-puzzle", SQUARES), &command, Choices::default());
    let smallest = report.tests[0].smallest.as_ref().unwrap();
    assert_eq!(smallest.received, "board.txt solver.py\n");
}

#[test]
fn every_verdict_is_produced_by_a_test() {
    let here: HashSet<Verdict> = MISTAKES
        .iter()
        .map(|(.., verdict, _, _)| *verdict)
        .collect();
    // The others are those of hostile.rs.
    let elsewhere = [
        Verdict::Right,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::OutputLimit,
        Verdict::NotBuilt,
    ];
    let all: HashSet<Verdict> = here.into_iter().chain(elsewhere).collect();
    assert_eq!(all, Verdict::ALL.into_iter().collect());
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let Some(_) = python() else { return };
    let report = || {
        let mut report = grade_student(suite("nine", SHORT), "nine_stops_early").unwrap();
        for test in &mut report.tests {
            (test.seconds, test.memory_bytes) = (0.0, None);
        }
        report
    };
    assert_eq!(report(), report());
}
