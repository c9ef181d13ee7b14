//! Random boards: as promised, uniformly distributed, and reproducible.

use crate::common::{all_boards, check_uniform, shape};
use std::collections::HashSet;
use taquin::notation::{self, Dialect};
use taquin::solvability::{reachable, twin};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Shape};

const SHAPES: [(u32, u32); 12] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (1, 7),
    (7, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (4, 5),
    (20, 21),
];

fn goals() -> impl Iterator<Item = Board> {
    let shapes = SHAPES.into_iter().map(|(rows, cols)| shape(rows, cols));
    shapes.flat_map(|shape| Goal::ALL.map(|goal| goal.board(shape)))
}

fn slash(board: &Board) -> String {
    let text = notation::write(board, Dialect::Slash).unwrap();
    text.trim_end().to_string()
}

/// The kind, the seed, the shape, the goal, the first board. Verified by an independent program in another language. If
/// one of these cases fails, published seeds no longer give their boards: do not change the expected values.
#[test]
fn a_seed_always_gives_the_same_boards() {
    type Make = fn(&mut Generator, &Board) -> Board;
    let random: Make = |generator, goal| generator.random(goal);
    let unsolvable: Make = |generator, goal| generator.unsolvable(goal).unwrap();
    let walk: Make = |generator, goal| generator.walk(goal, 100);
    let cases: [(Make, u64, Shape, Goal, &str); 11] = [
        (random, 0, shape(3, 3), Goal::Last, "4 5 7/2 8 3/6 1 0"),
        (random, 1, shape(3, 3), Goal::Last, "8 5 6/4 2 0/3 1 7"),
        (random, 1, shape(3, 3), Goal::First, "8 5 6/4 2 0/3 1 7"),
        (
            random,
            42,
            shape(4, 4),
            Goal::Last,
            "0 4 15 13/5 1 12 2/3 14 6 10/11 9 8 7",
        ),
        (
            random,
            u64::MAX,
            shape(5, 5),
            Goal::Snail,
            "15 7 21 3 9/4 2 10 20 12/23 8 6 14 11/16 0 13 5 22/1 19 24 17 18",
        ),
        (
            random,
            7,
            shape(2, 6),
            Goal::First,
            "5 7 4 3 1 0/2 6 8 9 10 11",
        ),
        (random, 7, shape(1, 6), Goal::First, "1 2 3 4 5 0"),
        (
            unsolvable,
            42,
            shape(4, 4),
            Goal::Last,
            "0 15 4 13/5 1 12 2/3 14 6 10/11 9 8 7",
        ),
        (unsolvable, 3, shape(4, 1), Goal::Last, "2/1/0/3"),
        (
            walk,
            42,
            shape(4, 4),
            Goal::Snail,
            "13 0 1 4/2 8 3 14/15 9 11 5/12 6 10 7",
        ),
        (walk, 5, shape(1, 4), Goal::Last, "1 0 2 3"),
    ];
    for (make, seed, shape, goal, expected) in cases {
        let board = make(&mut Generator::new(seed), &goal.board(shape));
        // The slash after a single row is part of the notation, not of the board.
        let written = slash(&board);
        assert_eq!(
            written.trim_end_matches('/'),
            expected,
            "seed {seed}, {shape}, {goal}"
        );
    }
}

#[test]
fn successive_boards_of_a_generator_are_reproducible() {
    let goal = Goal::Last.board(shape(3, 3));
    let mut generator = Generator::new(9);
    let boards: Vec<String> = (0..3).map(|_| slash(&generator.random(&goal))).collect();
    assert_eq!(
        boards,
        [
            "0 1 7/5 6 3/2 4 8",
            "8 3 5/7 0 6/1 4 2",
            "6 7 1/0 2 4/3 8 5"
        ]
    );
}

#[test]
fn random_boards_can_be_solved_and_unsolvable_ones_cannot() {
    let mut generator = Generator::new(1);
    for goal in goals() {
        for _ in 0..50 {
            let board = generator.random(&goal);
            assert_eq!(reachable(&board, &goal), Ok(true), "{board:?}");
            let Some(board) = generator.unsolvable(&goal) else {
                assert!(goal.shape().area() <= 2, "{}", goal.shape());
                continue;
            };
            assert_eq!(reachable(&board, &goal), Ok(false), "{board:?}");
        }
    }
}

#[test]
fn shapes_without_unsolvable_boards_are_refused() {
    for (rows, cols) in SHAPES.into_iter().take(9) {
        let goal = Goal::Last.board(shape(rows, cols));
        let some = all_boards(goal.shape())
            .iter()
            .any(|board| reachable(board, &goal) == Ok(false));
        assert_eq!(Generator::new(0).unsolvable(&goal).is_some(), some);
    }
}

/// The interval of the sums: the critical values of chi-square at one in a thousand on either side, with one degree of
/// freedom less than there are boards.
#[test]
fn every_board_is_as_likely_as_any_other() {
    let mut generator = Generator::new(1);
    for goal in Goal::ALL.map(|goal| goal.board(shape(2, 3))) {
        let between = [281.858, 447.532];
        check_uniform(360, between, || generator.random(&goal));
        check_uniform(360, between, || generator.unsolvable(&goal).unwrap());
    }
    let line = Goal::Last.board(shape(1, 5));
    check_uniform(5, [0.091, 18.467], || generator.random(&line));
    check_uniform(115, [72.965, 166.406], || {
        generator.unsolvable(&line).unwrap()
    });
}

/// Each step changes the colour of the blank's cell on a chessboard, and none is longer than one cell.
#[test]
fn a_walk_has_as_many_steps_as_asked() {
    let mut generator = Generator::new(2);
    for goal in goals() {
        for steps in [0, 1, 2, 3, 10, 101] {
            let board = generator.walk(&goal, steps);
            assert_eq!(reachable(&board, &goal), Ok(true));
            let distance = u64::from(goal.shape().distance(board.blank(), goal.blank()));
            assert!(distance <= steps);
            assert!(goal.shape().area() == 1 || distance % 2 == steps % 2);
            let out_of_place = board.tiles().iter().zip(goal.tiles());
            let out_of_place = out_of_place.filter(|(a, b)| a != b).count() as u64;
            assert!(out_of_place <= steps + 1);
        }
    }
}

#[test]
fn a_long_walk_reaches_every_board() {
    let goal = Goal::Snail.board(shape(2, 2));
    let mut generator = Generator::new(3);
    let mut seen: Vec<Board> = (0..400).map(|steps| generator.walk(&goal, steps)).collect();
    seen.sort_by_key(slash);
    seen.dedup();
    assert_eq!(seen.len(), 12);
}

#[test]
fn twins_pair_every_reachable_board_with_an_unreachable_one() {
    for goal in [(2, 2), (2, 3), (3, 2)].map(|(rows, cols)| Goal::Last.board(shape(rows, cols))) {
        for board in all_boards(goal.shape()) {
            let twin_board = twin(&board).unwrap();
            let one = reachable(&board, &goal).unwrap();
            assert_eq!(reachable(&twin_board, &goal), Ok(!one));
            assert_eq!(twin(&twin_board), Some(board));
        }
    }
    assert_eq!(twin(&Goal::Last.board(shape(1, 2))), None);
}

/// Published arrays of random boards have one generator for each 16,384 rows: if a case fails, their seeds no longer give
/// their boards. Do not change the expected values.
#[test]
fn a_seed_has_numbered_generators() {
    let goal = Goal::Last.board(shape(3, 3));
    let first = |seed, number| slash(&Generator::numbered(seed, number).random(&goal));
    assert_eq!(first(7, 0), "6 4 0/1 5 7/3 8 2");
    assert_eq!(first(7, 1), "8 0 4/2 6 7/3 1 5");
    assert_eq!(first(7, 0), slash(&Generator::new(7).random(&goal)));
    let goal = Goal::Last.board(shape(4, 4));
    let boards: HashSet<Board> = (0..1000)
        .map(|number| Generator::numbered(7, number).random(&goal))
        .collect();
    assert_eq!(boards.len(), 1000);
}
