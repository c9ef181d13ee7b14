//! `taquin convert --to pddl`.

use crate::common::{check_cases, taquin};

#[test]
fn a_board_is_a_problem_of_the_domain() {
    let run = taquin(&["convert", "1 0/3 2", "--to", "pddl"]);
    let expected = "(define (problem sliding-tiles-2x2)
  (:domain sliding-tiles)
  (:objects
    t1 t2 t3 - tile
    r1c1 r1c2 r2c1 r2c2 - position)
  (:init
    (at t1 r1c1)
    (blank r1c2)
    (at t3 r2c1)
    (at t2 r2c2)
    (neighbours r1c1 r1c2) (neighbours r1c2 r1c1)
    (neighbours r1c1 r2c1) (neighbours r2c1 r1c1)
    (neighbours r1c2 r2c2) (neighbours r2c2 r1c2)
    (neighbours r2c1 r2c2) (neighbours r2c2 r2c1)
  )
  (:goal (and
    (at t1 r1c1)
    (at t2 r1c2)
    (at t3 r2c1)
    (blank r2c2)
  )))
";
    assert_eq!((run.code, &run.stdout[..]), (0, expected), "{}", run.stderr);
    let run = taquin(&["convert", "1 0/3 2", "--to", "PDDL", "--goal", "first"]);
    let goal = "  (:goal (and\n    (blank r1c1)\n    (at t1 r1c2)\n";
    assert!(run.stdout.contains(goal), "{}", run.stdout);
}

#[test]
fn the_domain_names_what_the_problems_use() {
    let run = taquin(&["convert", "1 0/3 2", "--to", "pddl-domain"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.starts_with("(define (domain sliding-tiles)\n"),
        "{}",
        run.stdout
    );
    for name in ["(at ?", "(blank ?", "(neighbours ?", "tile position)"] {
        assert!(run.stdout.contains(name), "{name}");
    }
    let count = |text: &str, letter: char| text.chars().filter(|c| *c == letter).count();
    assert_eq!(count(&run.stdout, '('), count(&run.stdout, ')'));
    check_cases(&[(
        &["convert", "1 0/3 2", "--to", "pddl", "--json"],
        2,
        "",
        "PDDL is not written as JSON",
    )]);
}
