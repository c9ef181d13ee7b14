//! `solve_paced`: what may be spent on boards beyond the reach of shortest solutions, and who says so.

use std::ops::ControlFlow;
use taquin::heuristic::{Heuristic, LinearConflict};
use taquin::solve::{
    Algorithm, Answer, Guarantee, Plan, PlanError, Report, Tables, lower_bound, solve, solve_paced,
    solve_with, trace,
};
use taquin::space::{MoveOrder, Space, Wide};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Problem, Shape};

fn problem(rows: u32, cols: u32, seed: u64) -> Problem {
    let goal = Goal::Last.board(Shape::new(rows, cols).unwrap());
    Problem::new(Generator::new(seed).random(&goal), goal).unwrap()
}

fn plan(effort: u64) -> Plan {
    Plan {
        effort: Some(effort),
        ..Plan::default()
    }
}

fn length(report: &Report) -> usize {
    let Answer::Solved(solution, guarantee) = &report.answer else {
        panic!("{report:?}")
    };
    let length = solution.moves().len();
    assert!(report.lower_bound as usize <= length);
    let is_shortest = report.lower_bound as usize == length;
    assert_eq!(*guarantee == Guarantee::Optimal, is_shortest);
    length
}

#[test]
fn whoever_stops_gets_a_solution() {
    for (rows, cols) in [(5, 4), (5, 5), (6, 6), (2, 20), (12, 3)] {
        let problem = problem(rows, cols, 1);
        for patience in [0, 1, 2, 5, 17] {
            let mut ticks = 0;
            let report = solve_with(
                &mut Tables::default(),
                &problem,
                &plan(1_000_000),
                &mut |_, _| {
                    ticks += 1;
                    match ticks > patience {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                },
            );
            length(&report.unwrap());
        }
    }
}

/// A pace that rises by a little with every question.
fn rising(step: f64, told: &mut Vec<Option<usize>>) -> impl FnMut(Option<usize>) -> f64 {
    let mut share = 0.0;
    move |best| {
        told.push(best);
        share += step;
        share
    }
}

#[test]
fn a_third_goes_into_proofs_and_the_best_length_is_told() {
    let problem = problem(6, 6, 2);
    let mut told = Vec::new();
    let report = solve_paced(
        &mut Tables::default(),
        &problem,
        &Plan::default(),
        &mut |_, _| ControlFlow::Continue(()),
        &mut rising(0.1, &mut told),
    );
    let report = report.unwrap();
    assert_eq!(report.algorithm, Algorithm::Beam);
    assert!(report.stats.generated > 0, "proofs were tried");
    let proofs = told.iter().take_while(|best| best.is_none()).count();
    assert!((3..=4).contains(&proofs), "{told:?}");
    let lengths: Vec<usize> = told.into_iter().flatten().collect();
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    assert!(length(&report) <= *lengths.last().unwrap());
}

#[test]
fn who_has_no_time_gets_the_first_solution_at_once() {
    let problem = problem(5, 5, 3);
    let report = solve_paced(
        &mut Tables::default(),
        &problem,
        &Plan::default(),
        &mut |_, _| ControlFlow::Continue(()),
        &mut |_| 1.0,
    );
    let report = report.unwrap();
    length(&report);
    assert_eq!(report.algorithm, Algorithm::Beam);
    assert_eq!(u64::from(report.lower_bound), lower_bound(&problem));
}

/// An effort is what counts even where somebody has a clock.
#[test]
fn the_same_effort_gives_the_same_moves() {
    for (rows, cols) in [(5, 5), (7, 6)] {
        let problem = problem(rows, cols, 4);
        let run = |threads, pace: f64| {
            let plan = Plan {
                threads,
                seed: 11,
                ..plan(400_000)
            };
            let report = solve_paced(
                &mut Tables::default(),
                &problem,
                &plan,
                &mut |_, _| ControlFlow::Continue(()),
                &mut |_| pace,
            );
            let Answer::Solved(solution, _) = report.unwrap().answer else {
                panic!("an effort leaves a solution")
            };
            solution.moves().to_vec()
        };
        let first = run(1, 0.0);
        assert_eq!(first, run(1, 1.0));
        assert_eq!(first, run(2, 0.5));
    }
}

/// Of 3×3 every distance is known; on 6×6 linear conflict is counted in another way.
#[test]
fn the_lower_bound_is_one() {
    let go_on: &mut dyn FnMut(&_, u32) -> _ = &mut |_, _| ControlFlow::Continue(());
    for seed in 0..200 {
        let problem = problem(3, 3, seed);
        let report = solve(&problem, &Plan::default(), go_on).unwrap();
        assert!(lower_bound(&problem) <= length(&report) as u64);
    }
    for seed in 0..20 {
        let problem = problem(6, 6, seed);
        let space = Wide::new(&problem, MoveOrder::default()).unwrap();
        let conflicts = LinearConflict::new(problem.goal().shape());
        let estimate = Heuristic::<Wide>::start(&conflicts, &space.start());
        let estimate = Heuristic::<Wide>::estimate(&conflicts, estimate);
        assert_eq!(lower_bound(&problem), u64::from(estimate));
    }
}

#[test]
fn what_beam_cannot_do_is_an_error() {
    let beam = Plan {
        algorithm: Some(Algorithm::Beam),
        effort: Some(0),
        ..Plan::default()
    };
    let go_on: &mut dyn FnMut(&_, u32) -> _ = &mut |_, _| ControlFlow::Continue(());
    let shape = Shape::new(257, 256).unwrap();
    let goal: Board = Goal::Last.board(shape);
    let large = Problem::new(goal.clone(), goal).unwrap();
    for plan in [beam, plan(0)] {
        let refused = solve(&large, &plan, go_on).unwrap_err();
        assert_eq!(refused, PlanError::TooLarge { shape });
    }
    let all = Plan {
        all_shortest: Some(1),
        ..beam
    };
    let refused = solve(&problem(3, 3, 1), &all, go_on).unwrap_err();
    let algorithm = Algorithm::Beam;
    assert_eq!(refused, PlanError::NotShortest { algorithm });
    // It has no steps to show, but a trace of it ends as any other.
    let traced = trace(&problem(4, 5, 1), &beam, algorithm, &mut |_| {
        ControlFlow::Continue(())
    });
    let traced = traced.unwrap();
    length(&traced);
    assert_eq!(traced.stats.generated, 0, "an effort holds for it too");
}
