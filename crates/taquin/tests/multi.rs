//! Shortest solutions in the multi-tile metric, against plain search and published lengths.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

mod common;

use common::{board, shape};
use std::collections::HashMap;
use std::ops::ControlFlow;
use taquin::board::Board;
use taquin::generate::Generator;
use taquin::goal::Goal;
use taquin::metric::Metric;
use taquin::multi::{self, BuildStopped, Outcome, Size, Stats, Tables};
use taquin::notation::read_any;
use taquin::problem::Problem;
use taquin::shape::{Move, Shape};

fn tables(goal: &Board, threads: usize) -> Tables {
    let mut go_on = |_| ControlFlow::Continue(());
    Tables::build(goal.shape(), goal.blank(), Size::Six, threads, &mut go_on)
        .unwrap()
        .unwrap()
}

fn solve(start: &Board, goal: &Board, tables: &Tables) -> Outcome {
    let problem = Problem::new(start.clone(), goal.clone()).unwrap();
    let outcome = multi::solve(
        &problem,
        tables,
        None,
        &mut |_, _| ControlFlow::Continue(()),
    );
    let solution = problem.certify(outcome.moves.clone().unwrap()).unwrap();
    assert_eq!(
        Metric::MultiTile.length(solution.moves()) as u32,
        outcome.at_least
    );
    outcome
}

/// Every board one slide away.
fn neighbours(from: &Board) -> Vec<Board> {
    let mut boards = Vec::new();
    for m in Move::ALL {
        let mut to = from.clone();
        while to.play(m).is_ok() {
            boards.push(to.clone());
        }
    }
    boards
}

/// The slow twin: how many slides every board within `farthest` slides is from the goal.
fn slides(goal: &Board, farthest: u32) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal.clone()];
    for distance in 1..=farthest {
        let mut next = Vec::new();
        for to in level.iter().flat_map(neighbours) {
            if !distances.contains_key(&to) {
                distances.insert(to.clone(), distance);
                next.push(to);
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

/// A goal with the blank at this cell.
fn goal_with_blank(shape: Shape, blank: usize) -> Board {
    let mut tiles: Vec<u32> = (1..shape.area() as u32).collect();
    tiles.insert(blank, 0);
    board(shape.rows(), shape.cols(), &tiles)
}

#[test]
fn every_board_of_small_shapes_is_solved_shortest() {
    let shapes = [(1, 1), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)];
    for (rows, cols) in shapes {
        for blank in 0..shape(rows, cols).area() {
            let goal = goal_with_blank(shape(rows, cols), blank);
            let tables = tables(&goal, 1);
            for (start, distance) in slides(&goal, u32::MAX) {
                assert_eq!(
                    solve(&start, &goal, &tables).at_least,
                    distance,
                    "{start:?}"
                );
            }
        }
    }
}

#[test]
fn every_board_of_3x3_is_solved_shortest() {
    for blank in [0, 1, 4] {
        let goal = goal_with_blank(shape(3, 3), blank);
        let tables = tables(&goal, 2);
        let known = slides(&goal, u32::MAX);
        assert_eq!(known.len(), 181_440);
        for (start, distance) in &known {
            assert_eq!(
                solve(start, &goal, &tables).at_least,
                *distance,
                "{start:?}"
            );
        }
    }
}

/// Shapes that are too large for plain search from end to end.
#[test]
fn near_boards_of_larger_shapes_are_solved_shortest() {
    for (rows, cols, farthest) in [
        (2, 5, 9),
        (5, 2, 9),
        (3, 4, 8),
        (4, 3, 8),
        (2, 8, 6),
        (3, 5, 6),
        (4, 4, 6),
    ] {
        for blank in [0, 1, (rows * cols) as usize / 2, (rows * cols) as usize - 1] {
            let goal = goal_with_blank(shape(rows, cols), blank);
            let tables = tables(&goal, 2);
            let mut known: Vec<(Board, u32)> = slides(&goal, farthest).into_iter().collect();
            known.sort_by_key(|(board, _)| board.tiles().to_vec());
            for (start, distance) in known.iter().step_by(1 + known.len() / 500) {
                assert_eq!(
                    solve(start, &goal, &tables).at_least,
                    *distance,
                    "{start:?}"
                );
            }
        }
    }
}

/// OEIS A389728: boards of 4×4 by distance from a goal with the blank in a corner.
#[test]
fn as_many_boards_are_near_as_published() {
    let goal = Goal::Last.board(shape(4, 4));
    let tables = tables(&goal, 2);
    let mut counts = [0; 8];
    for start in slides(&goal, 7).into_keys() {
        counts[solve(&start, &goal, &tables).at_least as usize] += 1;
    }
    assert_eq!(counts, [1, 6, 18, 54, 162, 486, 1457, 4334]);
}
