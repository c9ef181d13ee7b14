//! Audits: the known figures of right and wrong heuristics, and every figure against a slow twin.

use crate::common::{board, shape};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use taquin::census::distance_table::DistanceTable;
use taquin::solve::{
    Answer, Guarantee, HeuristicKind, OptionsError, Search, Tables, TablesError, Tick,
};
use taquin::tools::audit::{Comparison, HeuristicJudgement, Survey};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Metric, Problem};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn last(rows: u32, cols: u32) -> Board {
    Goal::Last.board(shape(rows, cols))
}

/// Tiles (not the blank) with the row and column of their cells and of their goal cells.
fn tiles(board: &Board, goal: &Board) -> Vec<([i64; 2], [i64; 2])> {
    let shape = board.shape();
    let place = |cell| [shape.row(cell), shape.col(cell)].map(i64::from);
    let homes = goal.places();
    let tiles = shape.cells().filter(|&cell| !board.tile(cell).is_blank());
    tiles
        .map(|cell| {
            let home = homes[board.tile(cell).number() as usize];
            (place(cell), place(home))
        })
        .collect()
}

fn manhattan(board: &Board, goal: &Board) -> f64 {
    let steps =
        |(at, home): ([i64; 2], [i64; 2])| (at[0] - home[0]).abs() + (at[1] - home[1]).abs();
    tiles(board, goal).into_iter().map(steps).sum::<i64>() as f64
}

/// Two moves for every pair in the wrong order, also for pairs that share a tile.
fn pairs(board: &Board, goal: &Board) -> f64 {
    let tiles = tiles(board, goal);
    let mut pairs = 0;
    for axis in [0, 1] {
        let along = 1 - axis;
        for (a, a_home) in &tiles {
            for (b, b_home) in &tiles {
                let in_line = [a[axis], b[axis], b_home[axis]] == [a_home[axis]; 3];
                pairs += i64::from(in_line && a[along] < b[along] && a_home[along] > b_home[along]);
            }
        }
    }
    manhattan(board, goal) + 2.0 * pairs as f64
}

fn squared_euclid(board: &Board, goal: &Board) -> f64 {
    let square =
        |(at, home): ([i64; 2], [i64; 2])| (at[0] - home[0]).pow(2) + (at[1] - home[1]).pow(2);
    tiles(board, goal).into_iter().map(square).sum::<i64>() as f64
}

fn euclid(board: &Board, goal: &Board) -> f64 {
    let length = |(at, home): ([i64; 2], [i64; 2])| {
        (((at[0] - home[0]).pow(2) + (at[1] - home[1]).pow(2)) as f64).sqrt()
    };
    tiles(board, goal).into_iter().map(length).sum()
}

fn hamming_with_blank(board: &Board, goal: &Board) -> f64 {
    let cells = board.tiles().iter().zip(goal.tiles());
    cells.filter(|(tile, wanted)| tile != wanted).count() as f64
}

type Twin = fn(&Board, &Board) -> f64;

fn said(survey: &Survey, goal: &Board, h: Twin) -> Vec<f64> {
    survey.boards().map(|board| h(&board, goal)).collect()
}

fn built_in(survey: &Survey, goal: &Board, heuristic: HeuristicKind) -> Vec<f64> {
    let go_on = &mut |_: &Tick| ControlFlow::Continue(());
    let estimator = Tables::default()
        .estimator(goal, heuristic, 1, go_on)
        .unwrap();
    let states = survey.states();
    states
        .map(|state| estimator.estimate(&state).into())
        .collect()
}

#[test]
fn right_and_wrong_heuristics_have_their_known_figures_on_3x3() {
    let goal = last(3, 3);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    assert_eq!(survey.len(), 181_440);
    // The number of overestimated boards, and the largest error.
    let cases: [(&str, Twin, usize, f64); 5] = [
        ("manhattan", manhattan, 0, 0.0),
        ("euclid", euclid, 0, 0.0),
        ("two for each pair", pairs, 7, 4.0),
        ("squared euclid", squared_euclid, 53_371, 14.0),
        ("hamming with the blank", hamming_with_blank, 78, 1.0),
    ];
    for (name, h, count, worst) in cases {
        let judgement = survey.judge(&said(&survey, &goal, h)).unwrap();
        let above = judgement.overestimates;
        assert_eq!(above.count, count, "{name}");
        let by = above
            .worst
            .map_or(0.0, |worst| worst.estimate - f64::from(worst.distance));
        assert_eq!(by, worst, "{name}");
        assert_eq!(judgement.boards, 181_440, "{name}");
        assert_eq!(judgement.edges, 241_920, "{name}");
        assert_eq!(judgement.at_goal, Some(0.0), "{name}");
    }
}

#[test]
fn the_first_counter_example_is_the_nearest_to_the_goal() {
    let goal = last(3, 3);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    let judgement = survey
        .judge(&said(&survey, &goal, hamming_with_blank))
        .unwrap();
    let first = judgement.overestimates.first.unwrap();
    assert_eq!((first.distance, first.estimate), (1, 2.0));
    let jump = judgement.inconsistencies.first.unwrap();
    assert_eq!(jump.estimates, [2.0, 0.0]);
    assert_eq!(jump.boards, [first.board, goal]);
}

/// The guide's table: the mean, the number of exact estimates, the largest estimate.
#[test]
fn built_in_heuristics_are_admissible_consistent_and_have_the_figures_of_the_guide() {
    let cases = [
        (HeuristicKind::Zero, "0.00", 1, 0.0),
        (HeuristicKind::Hamming, "7.11", 79, 8.0),
        (HeuristicKind::Gaschnig, "8.05", 165, 12.0),
        (HeuristicKind::Manhattan, "14.00", 2351, 22.0),
        (HeuristicKind::LinearConflict, "15.12", 2914, 28.0),
        (HeuristicKind::WalkingDistance, "15.68", 5786, 28.0),
        (HeuristicKind::Max, "16.03", 6138, 28.0),
    ];
    let goal = last(3, 3);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    for heuristic in HeuristicKind::ALL {
        let name = heuristic.name();
        let judgement = survey.judge(&built_in(&survey, &goal, heuristic)).unwrap();
        assert!(
            judgement.is_admissible() && judgement.is_consistent(),
            "{name}"
        );
        let figures = cases.into_iter().find(|(kind, ..)| *kind == heuristic);
        let Some((_, mean, exact, largest)) = figures else {
            // The guide has no figures for 3×3.
            assert_eq!(heuristic, HeuristicKind::Patterns);
            continue;
        };
        assert_eq!(format!("{:.2}", judgement.mean), mean, "{name}");
        assert_eq!(
            format!("{:.2}", judgement.mean + judgement.mean_error),
            "21.97"
        );
        assert_eq!(
            (judgement.exact, judgement.largest),
            (exact, largest),
            "{name}"
        );
        assert_eq!(
            (judgement.negative, judgement.at_goal),
            (0, Some(0.0)),
            "{name}"
        );
    }
}

#[test]
fn heuristics_without_a_table_for_the_shape_are_refused() {
    let goal = last(2, 2);
    let go_on = &mut |_: &Tick| ControlFlow::Continue(());
    let refused = Tables::default().estimator(&goal, HeuristicKind::Patterns, 1, go_on);
    assert!(matches!(
        refused,
        Err(TablesError::Options(OptionsError::UnsupportedShape { .. }))
    ));
}

#[test]
fn a_heuristic_that_dominates_is_never_smaller() {
    let goal = last(3, 3);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    let [steps, conflict, tiles] = [
        HeuristicKind::Manhattan,
        HeuristicKind::LinearConflict,
        HeuristicKind::Hamming,
    ]
    .map(|estimate| built_in(&survey, &goal, estimate));
    let Comparison {
        larger, smaller, ..
    } = survey.compare(&conflict, &steps);
    assert!(larger > 0);
    assert_eq!(smaller, 0);
    let turned = survey.compare(&steps, &conflict);
    assert_eq!((turned.larger, turned.smaller), (0, larger));
    assert_eq!(survey.compare(&tiles, &steps).larger, 0);
}

/// Every board one move away.
fn neighbours(board: &Board, metric: Metric) -> Vec<Board> {
    let mut neighbours = Vec::new();
    for m in board.moves().iter() {
        let mut next = board.clone();
        while next.play(m).is_ok() {
            neighbours.push(next.clone());
            if metric == Metric::SingleTile {
                break;
            }
        }
    }
    neighbours
}

/// Shapes with goals whose blank is anywhere, with arbitrary tiles.
fn goals() -> Vec<Board> {
    let lines = [(1, 1), (1, 2), (1, 6), (5, 1)];
    let shapes = lines.into_iter().chain([(2, 2), (2, 3), (3, 2)]);
    let mut generator = Generator::new(3);
    let goals = shapes.flat_map(|(rows, cols)| {
        let shuffled = generator.random(&last(rows, cols));
        let blanks = shuffled.shape().cells();
        blanks
            .map(|blank| shuffled.with_swap(shuffled.blank(), blank))
            .collect::<Vec<Board>>()
    });
    goals.collect()
}

#[test]
fn every_board_is_visited_once_with_its_distance() {
    for goal in goals() {
        for metric in METRICS {
            let survey = Survey::every(&goal, metric).unwrap();
            let whole = DistanceTable::build(goal.shape(), goal.blank(), metric).unwrap();
            let mut met = HashSet::new();
            for (board, distance) in survey.boards().zip(survey.distances()) {
                assert!(met.insert(board.clone()), "{board:?}");
                let problem = Problem::new(board, goal.clone()).unwrap();
                assert_eq!(distance, Some(whole.distance(&problem)), "{problem:?}");
            }
            assert_eq!((survey.len(), met.len()), (whole.boards(), whole.boards()));
        }
    }
}

/// The slow twin: a judgement straight from the definitions. Every pair of neighbours is checked from both ends.
fn slow_judgement(survey: &Survey, metric: Metric, said: &[f64]) -> (usize, usize, usize, f64) {
    let said: HashMap<Board, f64> = survey.boards().zip(said.iter().copied()).collect();
    let (mut above, mut ends, mut jumps, mut worst) = (0, 0, 0, 0.0);
    for (board, distance) in survey.boards().zip(survey.distances()) {
        let Some(distance) = distance else { continue };
        above += usize::from(said[&board] > f64::from(distance));
        for next in neighbours(&board, metric) {
            let by = (said[&board] - said[&next]).abs();
            ends += 1;
            jumps += usize::from(by > 1.0);
            worst = f64::max(worst, by);
        }
    }
    (above, ends / 2, jumps / 2, worst)
}

fn figures(judgement: &HeuristicJudgement) -> (usize, usize, usize, f64) {
    let worst = judgement.inconsistencies.worst.as_ref();
    let by = worst.map_or(0.0, |jump| jump.estimates[0] - jump.estimates[1]);
    (
        judgement.overestimates.count,
        judgement.edges,
        judgement.inconsistencies.count,
        by,
    )
}

#[test]
fn judgements_equal_the_slow_twin() {
    for goal in goals().into_iter().filter(|goal| goal.shape().area() > 1) {
        for metric in METRICS {
            let survey = Survey::every(&goal, metric).unwrap();
            // Arbitrary fractions, some of them negative, no two equal.
            let said = (0..survey.len()).map(|number| (number * 7919 % 1009) as f64 / 97.3 - 0.51);
            let said: Vec<f64> = said.collect();
            let judgement = survey.judge(&said).unwrap();
            let (above, edges, jumps, worst) = figures(&judgement);
            let slow = slow_judgement(&survey, metric, &said);
            assert_eq!((above, edges, jumps), (slow.0, slow.1, slow.2), "{goal:?}");
            if jumps > 0 {
                assert_eq!(worst, slow.3, "{goal:?}");
            }
            let mean = said.iter().sum::<f64>() / said.len() as f64;
            assert!((judgement.mean - mean).abs() < 1e-9);
            assert_eq!(
                judgement.negative,
                said.iter().filter(|&&h| h < 0.0).count()
            );
            assert_eq!(judgement.at_goal, Some(-0.51));
        }
    }
}

#[test]
fn one_slide_may_bring_two_steps_so_manhattan_is_too_high_in_the_multi_tile_metric() {
    let goal = last(3, 3);
    let survey = Survey::every(&goal, Metric::MultiTile).unwrap();
    let judgement = survey.judge(&said(&survey, &goal, manhattan)).unwrap();
    let first = judgement.overestimates.first.unwrap();
    assert_eq!((first.distance, first.estimate), (1, 2.0));
    assert_eq!(judgement.edges, 362_880);
    assert!(judgement.inconsistencies.count > 0);
}

fn sampled(goal: &Board, metric: Metric, samples: usize) -> Survey {
    let mut survey = Survey::new(goal, metric).unwrap();
    let mut generator = Generator::new(5);
    for _ in 0..samples {
        let problem = Problem::new(generator.random(goal), goal.clone()).unwrap();
        let report = Search::new(&problem).metric(metric).run().unwrap();
        let Answer::Solved(solution, Guarantee::Optimal) = report.answer else {
            panic!("{problem:?}");
        };
        survey.add(&solution);
    }
    survey
}

#[test]
fn boards_on_shortest_solutions_have_their_distance_and_all_their_neighbours() {
    for metric in METRICS {
        let goal = Goal::Snail.board(shape(3, 3));
        let survey = sampled(&goal, metric, 20);
        let whole = DistanceTable::build(goal.shape(), goal.blank(), metric).unwrap();
        let known: HashMap<Board, Option<u32>> = survey.boards().zip(survey.distances()).collect();
        assert_eq!(known.len(), survey.len());
        let mut edges = HashSet::new();
        for (board, distance) in &known {
            let Some(distance) = distance else { continue };
            let problem = Problem::new(board.clone(), goal.clone()).unwrap();
            assert_eq!(*distance, whole.distance(&problem), "{board:?}");
            for next in neighbours(board, metric) {
                assert!(known.contains_key(&next), "{board:?} {next:?}");
                let mut edge = [board, &next].map(|board| board.tiles().to_vec());
                edge.sort();
                edges.insert(edge);
            }
        }
        let judgement = survey.judge(&said(&survey, &goal, squared_euclid)).unwrap();
        assert_eq!(judgement.edges, edges.len());
        assert_eq!(judgement.boards, known.values().flatten().count());
        assert!(judgement.boards > 100 && judgement.boards < survey.len());
        assert!(judgement.overestimates.count > 0);
    }
}

#[test]
fn samples_of_4x4_show_wrong_heuristics() {
    let goal = last(4, 4);
    let survey = sampled(&goal, Metric::SingleTile, 3);
    let judge = |h| survey.judge(&said(&survey, &goal, h)).unwrap();
    assert!(judge(manhattan).is_admissible() && judge(manhattan).is_consistent());
    assert!(!judge(squared_euclid).is_admissible());
    assert!(!judge(hamming_with_blank).is_admissible());
}

#[test]
fn fractions_are_judged_and_rounding_errors_are_tolerated() {
    let goal = last(2, 3);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    let truth: Vec<f64> = survey
        .distances()
        .map(|distance| distance.unwrap().into())
        .collect();
    let more = |by: f64| -> Vec<f64> { truth.iter().map(|h| h + by).collect() };
    let rounded = survey.judge(&more(1e-12)).unwrap();
    assert!(rounded.is_admissible() && rounded.is_consistent());
    assert_eq!(rounded.exact, survey.len());
    let above = survey.judge(&more(0.25)).unwrap();
    assert_eq!((above.overestimates.count, above.exact), (survey.len(), 0));
    assert!(above.is_consistent());
    assert_eq!((above.at_goal, above.mean_error), (Some(0.25), -0.25));
}

#[test]
fn estimates_that_are_not_numbers_of_moves_are_refused() {
    let goal = last(2, 2);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = survey.judge(&[0.0, 1.0, wrong]).unwrap_err();
        assert_eq!(Some(error.board), survey.boards().nth(2));
    }
}

#[test]
fn the_first_estimates_are_judged_alone() {
    let goal = last(2, 2);
    let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    let judgement = survey.judge(&[0.0, 5.0]).unwrap();
    assert_eq!((judgement.boards, judgement.edges), (2, 1));
    assert_eq!(
        (
            judgement.overestimates.count,
            judgement.inconsistencies.count
        ),
        (1, 1)
    );
    let nothing = survey.judge(&[]).unwrap();
    assert_eq!(
        (nothing.boards, nothing.edges, nothing.at_goal),
        (0, 0, None)
    );
}

#[test]
fn larger_shapes_are_refused() {
    for (rows, cols, every, any) in [
        (3, 3, true, true),
        (2, 5, false, true),
        (4, 4, false, true),
        (1, 17, false, false),
    ] {
        let goal = last(rows, cols);
        assert_eq!(
            Survey::every(&goal, Metric::SingleTile).is_some(),
            every,
            "{rows}×{cols}"
        );
        assert_eq!(
            Survey::new(&goal, Metric::SingleTile).is_some(),
            any,
            "{rows}×{cols}"
        );
    }
}

#[test]
#[should_panic(expected = "goal")]
fn a_solution_of_another_goal_is_refused() {
    let start = board(2, 2, &[1, 2, 0, 3]);
    let problem = Problem::new(start.clone(), start).unwrap();
    let solution = problem.certify(Vec::new()).unwrap();
    Survey::new(&last(2, 2), Metric::SingleTile)
        .unwrap()
        .add(&solution);
}
