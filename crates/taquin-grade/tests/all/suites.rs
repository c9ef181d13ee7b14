//! The suites that come with the crate, and suites that are wrong.

use taquin_grade::cases::Choices;
use taquin_grade::grade::Grader;
use taquin_grade::suite::{Assignment, Suite};

/// Choices that include every test.
fn everything(suite: &Suite) -> Choices {
    let modes = suite.tests.iter().filter_map(|test| test.mode.clone());
    Choices {
        modes: modes.map(|mode| (mode, Vec::new())).collect(),
        asked: suite
            .tests
            .iter()
            .filter_map(|test| test.ask.clone())
            .collect(),
        ..Choices::default()
    }
}

#[test]
fn every_suite_has_cases_and_marks() {
    for assignment in Assignment::ALL {
        let suite = Suite::built_in(assignment);
        assert_eq!(suite.assignment, assignment);
        let without: f64 = suite
            .tests
            .iter()
            .filter(|test| test.mode.is_none() && test.ask.is_none())
            .map(|test| test.weight)
            .sum();
        let expected = if assignment == Assignment::FortyTwo {
            90.0
        } else {
            100.0
        };
        assert_eq!(without, expected, "{}", assignment.name());
        let (choices, limits) = (everything(&suite), suite.limits().unwrap());
        let tests = suite.tests.len();
        let grader = Grader::new(suite, choices, limits).unwrap();
        assert_eq!(grader.counts().count(), tests);
        assert!(grader.counts().all(|(_, cases)| cases > 0));
    }
}

#[test]
fn all_pairs_of_the_smallest_boards_are_asked() {
    let suite = Suite::built_in(Assignment::Solvability);
    let limits = suite.limits().unwrap();
    let grader = Grader::new(suite, Choices::default(), limits).unwrap();
    let pairs = grader.counts().find(|(test, _)| test.name == "pairs");
    assert_eq!(pairs.map(|(_, cases)| cases), Some(24 * 24));
}

#[test]
fn wrong_suites_are_refused() {
    let right = Assignment::Nine.suite();
    let cases = [
        (
            "assignment = \"nine\"",
            "assignment = \"ten\"",
            "unknown variant `ten`",
        ),
        (
            "name = \"example\"",
            "name = \"lengths\"",
            "two tests have the name lengths",
        ),
        (
            "name = \"example\"",
            "name = \"two words\"",
            "letters, digits and hyphens, not \"two words\"",
        ),
        (
            "weight = 10",
            "weight = -1",
            "example: the weight is not a mark",
        ),
        (
            "memory = \"1G\"",
            "memory = \"much\"",
            "an amount of memory",
        ),
        (
            "seconds = 10",
            "seconds = -1",
            "-1 is not a time in seconds",
        ),
        (
            "shapes = [\"3x3\"]",
            "shapes = [\"3x\"]",
            "example: 3x: a shape is rows x columns",
        ),
        ("weight = 10", "weigth = 10", "unknown field `weigth`"),
        (
            "seconds = 10",
            "seconds = 0",
            "the limits of seconds and processes are more than 0",
        ),
        (
            "tiers = [[300, 1.0], [1000, 0.75], [3000, 0.5]]",
            "",
            "speed: a test of speed has tiers",
        ),
    ];
    for (text, instead, expected) in cases {
        let wrong = right.replacen(text, instead, 1);
        assert_ne!(wrong, right, "{text}");
        let error = Suite::read(&wrong).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let square = Assignment::EightPuzzle.suite();
    let rectangle = square.replacen("shapes = [\"3x3\"]", "shapes = [\"2x3\"]", 1);
    let error = Suite::read(&rectangle).unwrap_err().to_string();
    assert!(
        error.ends_with(": 2×3: the boards of eight-puzzle are square"),
        "{error}"
    );
    let (head, _) = right.split_once("[[test]]").unwrap();
    let error = Suite::read(&format!("test = []\n{head}")).unwrap_err();
    assert_eq!(error.to_string(), "a suite has at least one test");
    let far = right.replacen("lengths = [0, 1, 2, 3, 4, 5]", "lengths = [32]", 1);
    let suite = Suite::read(&far).unwrap();
    let limits = suite.limits().unwrap();
    let error = Grader::new(suite, Choices::default(), limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "example: 3×3 has no board that takes 32 moves"
    );
}
