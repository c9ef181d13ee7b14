//! The constructive solver: correct on every shape, within its bound, and short on boards that are nearly solved.

use proptest::prelude::*;
use std::ops::ControlFlow;
use taquin::large::{construct, longest};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Move, Problem, Shape, Tile};

fn moves(problem: &Problem) -> Vec<Move> {
    let mut moves = Vec::new();
    let end = construct(problem, |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    assert_eq!(end, ControlFlow::Continue(()));
    moves
}

/// Solves, replays, and returns the length.
fn solve(start: Board, goal: Board) -> u64 {
    let shape = start.shape();
    let problem = Problem::new(start, goal).unwrap();
    let moves = moves(&problem);
    let length = moves.len() as u64;
    assert!(length <= longest(shape), "{shape}: {length}");
    problem.certify(moves).unwrap();
    length
}

/// A board with these numbers in reading order, or with two of them exchanged if it is unsolvable.
fn board(shape: Shape, numbers: impl Iterator<Item = u32>, goal: &Board) -> Board {
    let board = Board::new(shape, numbers.map(Tile::new).collect()).unwrap();
    if Problem::new(board.clone(), goal.clone()).is_ok() {
        return board;
    }
    let mut tiles = shape.cells().filter(|&cell| !board.tile(cell).is_blank());
    board.with_swap(tiles.next().unwrap(), tiles.next().unwrap())
}

#[test]
fn every_shape_up_to_12_by_12_is_solved() {
    for rows in 2..=12 {
        for cols in 2..=12 {
            let shape = Shape::new(rows, cols).unwrap();
            let mut generator = Generator::new(u64::from(rows * 100 + cols));
            for _ in 0..12 {
                // Any board may be the goal.
                let goal = generator.random(&Goal::Last.board(shape));
                solve(generator.random(&goal), goal);
            }
        }
    }
}

#[test]
fn every_board_of_2_by_3_is_solved_towards_every_usual_goal() {
    let shape = Shape::new(2, 3).unwrap();
    for goal in Goal::ALL.map(|goal| goal.board(shape)) {
        let mut boards = vec![goal.clone()];
        let mut next = 0;
        while let Some(board) = boards.get(next).cloned() {
            next += 1;
            for m in Move::ALL {
                let mut neighbour = board.clone();
                if neighbour.play(m).is_ok() && !boards.contains(&neighbour) {
                    boards.push(neighbour);
                }
            }
        }
        assert_eq!(boards.len(), 360);
        for board in boards {
            assert!(solve(board, goal.clone()) <= 21);
        }
    }
}

#[test]
fn lines_are_solved() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 9), (7, 1)] {
        let goal = Goal::Last.board(Shape::new(rows, cols).unwrap());
        for seed in 0..5 {
            solve(Generator::new(seed).random(&goal), goal.clone());
        }
    }
}

/// Only the last columns are in disorder: their indices do not fit in 16 bits.
#[test]
fn long_boards_in_disorder_at_one_end_are_solved() {
    let shape = Shape::new(8, 65_600).unwrap();
    let goal = Goal::Last.board(shape);
    let mut start = goal.clone();
    let mut lot = 1u64;
    for _ in 0..4000 {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let m = Move::ALL[(lot >> 60) as usize % 4];
        if shape
            .source(start.blank(), m)
            .is_some_and(|cell| shape.col(cell) > 65_585)
        {
            start.play(m).unwrap();
        }
    }
    let problem = Problem::new(start, goal).unwrap();
    let moves = moves(&problem);
    assert!(moves.len() < 4000, "{}", moves.len());
    problem.certify(moves).unwrap();
}

#[test]
fn a_solved_board_needs_no_move() {
    for (rows, cols) in [(2, 2), (2, 9), (3, 3), (17, 5), (40, 40)] {
        for goal in Goal::ALL {
            let goal = goal.board(Shape::new(rows, cols).unwrap());
            assert_eq!(solve(goal.clone(), goal), 0);
        }
    }
}

#[test]
fn a_board_near_the_goal_has_a_short_solution() {
    let goal = Goal::Last.board(Shape::new(60, 60).unwrap());
    for seed in 0..10 {
        let start = Generator::new(seed).walk(&goal, 30);
        assert!(solve(start, goal.clone()) < 1500);
    }
}

#[test]
fn reversed_and_rotated_boards_are_within_the_bound() {
    for (rows, cols) in [
        (2, 2),
        (2, 40),
        (40, 2),
        (3, 25),
        (11, 11),
        (30, 30),
        (25, 40),
    ] {
        let shape = Shape::new(rows, cols).unwrap();
        let cells = shape.area() as u32;
        for goal in Goal::ALL.map(|goal| goal.board(shape)) {
            let numbers: Vec<u32> = goal.tiles().iter().map(|tile| tile.number()).collect();
            solve(
                board(shape, numbers.iter().rev().copied(), &goal),
                goal.clone(),
            );
            let rotated = numbers
                .iter()
                .map(|&n| if n == 0 { 0 } else { n % (cells - 1) + 1 });
            solve(board(shape, rotated, &goal), goal.clone());
        }
    }
}

#[test]
fn random_boards_need_few_moves() {
    for (side, most) in [(5, 1.9), (10, 2.0), (20, 1.8), (50, 1.5), (100, 1.4)] {
        let goal = Goal::Last.board(Shape::square(side).unwrap());
        let boards = (200 / side).max(2);
        let mut generator = Generator::new(5);
        let total: u64 = (0..boards)
            .map(|_| solve(generator.random(&goal), goal.clone()))
            .sum();
        let mean = total as f64 / f64::from(boards) / f64::from(side).powi(3);
        assert!(mean < most, "{side}: {mean}");
    }
}

#[test]
fn a_break_stops_the_construction_at_once() {
    let goal = Goal::Last.board(Shape::square(20).unwrap());
    let problem = Problem::new(Generator::new(1).random(&goal), goal).unwrap();
    let whole = moves(&problem);
    for stop in [1, 100, whole.len() / 2, whole.len() - 1, whole.len()] {
        let mut reported = Vec::new();
        let end = construct(&problem, |m| {
            reported.push(m);
            if reported.len() == stop {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(end, ControlFlow::Break(()));
        assert_eq!(reported, whole[..stop]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_rectangle_and_any_goal(
        (rows, cols) in prop_oneof![(2u32..=60, 2u32..=60), (2u32..=3, 2u32..=60), (2u32..=60, 2u32..=3)],
        kind in 0usize..4,
        seed: u64,
    ) {
        let shape = Shape::new(rows, cols).unwrap();
        let mut generator = Generator::new(seed);
        let goal = match Goal::ALL.get(kind) {
            Some(goal) => goal.board(shape),
            None => generator.random(&Goal::Last.board(shape)),
        };
        solve(generator.random(&goal), goal);
    }
}
