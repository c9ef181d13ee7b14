//! Distance tables against a slow twin, and against published results.

use crate::common::{all_boards, board, distances_by, shape, shuffled_goal, slides, small_goals};
use std::collections::HashMap;
use taquin::census::distance_table::DistanceTable;
use taquin::notation::{Dialect, read};
use taquin::space::MoveOrder;
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Metric, Move, Problem, Slide, Tile};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn check(goal: &Board, metric: Metric) {
    let known = distances_by(goal, metric);
    let whole = DistanceTable::build(goal.shape(), goal.blank(), metric).unwrap();
    for (board, &distance) in &known {
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        assert_eq!(whole.distance(&problem), distance, "{metric:?} {board:?}");
    }
    let reached: u64 = whole.boards_at_distance().iter().sum();
    assert_eq!(reached, known.len() as u64, "{metric:?} {goal:?}");
    assert_eq!(whole.boards(), known.len());
}

#[test]
fn every_board_of_small_shapes_has_the_distance_of_a_slow_search() {
    for goal in small_goals() {
        METRICS.into_iter().for_each(|metric| check(&goal, metric));
    }
}

#[test]
fn every_board_of_3x3_has_the_distance_of_a_slow_search() {
    let shape = shape(3, 3);
    std::thread::scope(|scope| {
        for metric in METRICS {
            scope.spawn(move || {
                for blank in shape.cells() {
                    check(&shuffled_goal(shape, blank), metric);
                }
            });
        }
    });
}

#[test]
fn larger_shapes_have_no_table() {
    for (rows, cols) in [(2, 5), (1, 10), (4, 4), (4096, 4096)] {
        let shape = shape(rows, cols);
        assert!(DistanceTable::build(shape, shape.last(), Metric::SingleTile).is_none());
    }
}

/// The lines of `data/depths.tsv`: goal, metric, and the number of boards at each distance.
fn published() -> Vec<(Board, Metric, Vec<u64>)> {
    let lines = include_str!("../../../../data/depths.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let distribution = |line: &str| {
        let [goal, metric, known, counts] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let goal = read(goal.as_bytes(), Dialect::Slash, None).unwrap().start;
        let metric = METRICS.into_iter().find(|known| known.name() == metric);
        let counts: Vec<u64> = counts
            .split(' ')
            .map(|count| count.parse().unwrap())
            .collect();
        if known == "whole" {
            let all: u64 = (3..=goal.shape().area() as u64).product();
            assert_eq!(counts.iter().sum::<u64>(), all, "{line}");
        }
        (goal, metric.unwrap(), counts)
    };
    lines.map(distribution).collect()
}

#[test]
fn the_numbers_of_boards_at_each_distance_are_the_published_ones() {
    let mut checked = 0;
    for (goal, metric, counts) in published() {
        if let Some(whole) = DistanceTable::build(goal.shape(), goal.blank(), metric) {
            assert_eq!(whole.boards_at_distance(), counts, "{metric:?} {goal:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}

#[test]
fn solutions_are_as_long_as_the_distance() {
    for (rows, cols) in [(1, 1), (1, 9), (2, 2), (3, 2), (2, 4), (3, 3)] {
        for goal in Goal::ALL.map(|goal| goal.board(shape(rows, cols))) {
            let mut generator = Generator::new(3);
            for metric in METRICS {
                let whole = DistanceTable::build(goal.shape(), goal.blank(), metric).unwrap();
                for _ in 0..100 {
                    let problem = Problem::new(generator.random(&goal), goal.clone()).unwrap();
                    let solution = whole.solution(&problem, MoveOrder::default());
                    let length = metric.length(solution.moves());
                    assert_eq!(length as u32, whole.distance(&problem), "{problem:?}");
                }
            }
        }
    }
}

#[test]
fn a_solution_takes_the_first_move_of_the_order_that_leads_closer() {
    let goal = Goal::Last.board(shape(3, 3));
    let whole = DistanceTable::build(goal.shape(), goal.blank(), Metric::SingleTile).unwrap();
    let backwards = MoveOrder::new([Move::Right, Move::Left, Move::Down, Move::Up]).unwrap();
    let mut generator = Generator::new(5);
    for _ in 0..100 {
        let problem = Problem::new(generator.random(&goal), goal.clone()).unwrap();
        let first: Vec<Move> = whole
            .first_moves(&problem)
            .iter()
            .map(|slide| slide.m)
            .collect();
        let begins = |order| whole.solution(&problem, order).moves().first().copied();
        assert_eq!(begins(MoveOrder::default()), first.first().copied());
        assert_eq!(begins(backwards), first.last().copied());
    }
}

/// The number of shortest solutions of a board, by trying all paths.
fn count(board: &Board, known: &HashMap<Board, u32>, metric: Metric) -> u64 {
    let closer = slides(board, metric)
        .into_iter()
        .filter(|(_, child)| known[child] < known[board]);
    match known[board] {
        0 => 1,
        _ => closer.map(|(_, child)| count(&child, known, metric)).sum(),
    }
}

#[test]
fn shortest_solutions_are_counted_as_if_all_were_tried() {
    for (rows, cols, every) in [(2, 2, 1), (2, 3, 1), (3, 2, 1), (2, 4, 97), (3, 3, 1009)] {
        let goal = Goal::Snail.board(shape(rows, cols));
        for metric in METRICS {
            let known = distances_by(&goal, metric);
            let whole = DistanceTable::build(goal.shape(), goal.blank(), metric).unwrap();
            for board in all_boards(goal.shape()).iter().step_by(every) {
                let Ok(problem) = Problem::new(board.clone(), goal.clone()) else {
                    continue;
                };
                assert_eq!(whole.shortest_count(&problem), count(board, &known, metric));
                let closer = slides(board, metric).into_iter();
                let first: Vec<Slide> = closer
                    .filter(|(_, child)| known[child] < known[board])
                    .map(|(slide, _)| slide)
                    .collect();
                assert_eq!(whole.first_moves(&problem), first, "{board:?}");
            }
        }
    }
}

#[test]
fn no_3x3_board_has_more_than_64_shortest_solutions() {
    let goal = Goal::Last.board(shape(3, 3));
    let whole = DistanceTable::build(goal.shape(), goal.blank(), Metric::SingleTile).unwrap();
    let counts = all_boards(goal.shape()).into_iter().filter_map(|board| {
        let problem = Problem::new(board, goal.clone()).ok()?;
        Some(whole.shortest_count(&problem))
    });
    let counts: Vec<u64> = counts.collect();
    assert_eq!(
        (counts.len(), counts.into_iter().max()),
        (181_440, Some(64))
    );
}

/// A fact of a course: its `puzzle07` has two.
#[test]
fn a_courses_board_has_two_shortest_solutions() {
    let problem = Problem::new(
        board(3, 3, &[1, 2, 3, 0, 7, 6, 5, 4, 8]),
        Goal::Last.board(shape(3, 3)),
    )
    .unwrap();
    let whole = DistanceTable::build(shape(3, 3), shape(3, 3).last(), Metric::SingleTile).unwrap();
    assert_eq!(
        (whole.distance(&problem), whole.shortest_count(&problem)),
        (7, 2)
    );
}

#[test]
#[should_panic(expected = "another home of the blank")]
fn a_table_refuses_goals_that_it_is_not_for() {
    let whole = DistanceTable::build(shape(2, 2), shape(2, 2).last(), Metric::SingleTile).unwrap();
    let tiles = [0, 1, 2, 3].map(Tile::new).to_vec();
    let goal = Board::new(shape(2, 2), tiles).unwrap();
    whole.distance(&Problem::new(goal.clone(), goal).unwrap());
}
