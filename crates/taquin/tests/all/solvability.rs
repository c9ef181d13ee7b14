//! The cycle rule, the textbook's rule and plain search agree on which boards can be reached.

use crate::common::{all_boards, any_board, board, shape};
use proptest::prelude::*;
use std::collections::HashSet;
use taquin::solvability::{
    Argument, Disorder, DisorderRule, SolvabilitySwap, labels_reachable, reachable,
    solvability_swap,
};
use taquin::{Board, Labels, Tile};

/// The slow twin: every board that can be reached.
fn explore(start: &Board) -> HashSet<Board> {
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start.clone()];
    while let Some(board) = todo.pop() {
        for m in board.moves().iter() {
            let mut next = board.clone();
            next.play_unchecked(m);
            if seen.insert(next.clone()) {
                todo.push(next);
            }
        }
    }
    seen
}

#[test]
fn all_rules_agree_on_every_pair_of_small_boards() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)] {
        let boards = all_boards(shape(rows, cols));
        let mut components: Vec<HashSet<Board>> = Vec::new();
        for start in &boards {
            if !components.iter().any(|component| component.contains(start)) {
                components.push(explore(start));
            }
        }
        let component = |board: &Board| components.iter().position(|c| c.contains(board)).unwrap();
        let of_board: Vec<usize> = boards.iter().map(component).collect();
        for (start, a) in boards.iter().zip(&of_board) {
            for (goal, b) in boards.iter().zip(&of_board) {
                let expected = a == b;
                assert_eq!(reachable(start, goal), Ok(expected), "{start:?} {goal:?}");
                let argument = Argument::new(start, goal).unwrap();
                assert_eq!(argument.reachable(), expected, "{start:?} {goal:?}");
            }
        }
    }
}

#[test]
fn half_of_all_3x3_boards_are_reachable() {
    let start = board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let seen = explore(&start);
    assert_eq!(seen.len(), 181_440);
    for board in all_boards(shape(3, 3)) {
        assert_eq!(reachable(&board, &start), Ok(seen.contains(&board)));
    }
}

/// Start rows × cols, tiles, terms of the tutorial, sum.
#[test]
fn disorders_match_the_tutorial() {
    let cases: [(u32, &[u32], &[u32], u64); 4] = [
        (2, &[3, 2, 0, 1], &[2, 1, 2, 0], 5),
        (2, &[1, 0, 3, 2], &[0, 1, 1, 0], 2),
        (
            3,
            &[8, 7, 6, 5, 4, 3, 2, 1, 0],
            &[7, 6, 5, 4, 3, 2, 1, 0, 0],
            28,
        ),
        (3, &[1, 2, 3, 4, 5, 6, 7, 8, 0], &[0; 9], 0),
    ];
    for (side, tiles, terms, sum) in cases {
        let board = board(side, side, tiles);
        let disorder = Disorder::of(&board, DisorderRule::of(board.shape()));
        let counted: Vec<u32> = disorder.terms.iter().map(|&(_, term)| term).collect();
        assert_eq!(counted, terms);
        assert_eq!(disorder.sum, sum);
    }
}

/// Rows, columns, start, goal, reachable. Equal letters are interchangeable.
#[test]
fn reachability_of_boards_with_repeated_labels_is_decided() {
    let cases = [
        (3, 3, "12345678-", "12345687-", false),
        (3, 3, "11345678-", "11345687-", true),
        (2, 2, "aab-", "baa-", true),
        (2, 2, "aab-", "abb-", false),
        (1, 4, "aab-", "a-ab", true),
        (1, 4, "aab-", "aba-", false),
        (3, 1, "ab-", "ba-", false),
        (1, 1, "-", "-", true),
    ];
    for (rows, cols, start, goal, expected) in cases {
        let labels = |text: &str| Labels::new(shape(rows, cols), text.as_bytes()).unwrap();
        let found = labels_reachable(&labels(start), &labels(goal));
        assert_eq!(found, Ok(expected), "{start} {goal}");
    }
}

#[test]
fn repeated_labels_agree_with_plain_search_on_every_2x3_board() {
    let tiles_with = |relabel: fn(u32) -> u8, board: &Board| -> Labels {
        let labels: Vec<u8> = board
            .tiles()
            .iter()
            .map(|tile| relabel(tile.number()))
            .collect();
        Labels::new(board.shape(), &labels).unwrap()
    };
    let relabelings: [fn(u32) -> u8; 3] = [
        |n| b"-abcde"[n as usize],
        |n| b"-aabcd"[n as usize],
        |n| b"-aabbb"[n as usize],
    ];
    let boards = all_boards(shape(2, 3));
    let start = &boards[0];
    for relabel in relabelings {
        let labelled = |board: &Board| tiles_with(relabel, board);
        let seen: HashSet<Labels> = explore(start).iter().map(labelled).collect();
        for goal in boards.iter().map(labelled) {
            let expected = seen.contains(&goal);
            assert_eq!(labels_reachable(&labelled(start), &goal), Ok(expected));
        }
    }
}

fn check_swap(start: &Board, goal: &Board) {
    let swap = solvability_swap(start, goal).unwrap();
    if reachable(start, goal).unwrap() {
        assert_eq!(swap, SolvabilitySwap::NotNeeded);
        return;
    }
    if let Some((a, b)) = swap.cells() {
        assert!(!start.tile(a).is_blank() && !start.tile(b).is_blank());
        assert_eq!(
            reachable(&start.with_swap(a, b), goal),
            Ok(true),
            "{start:?} {goal:?}"
        );
    } else {
        assert!(start.shape().is_line());
        for a in start.shape().cells() {
            for b in start.shape().cells() {
                let both_tiles = !start.tile(a).is_blank() && !start.tile(b).is_blank();
                let mends = both_tiles && reachable(&start.with_swap(a, b), goal).unwrap();
                assert!(!mends, "{start:?} {goal:?}");
            }
        }
    }
}

#[test]
fn one_swap_makes_an_unsolvable_board_solvable() {
    for (rows, cols) in [(1, 4), (4, 1), (2, 2), (2, 3)] {
        let boards = all_boards(shape(rows, cols));
        for start in &boards {
            boards.iter().for_each(|goal| check_swap(start, goal));
        }
    }
}

proptest! {
    #[test]
    fn both_rules_agree_on_random_boards(
        (start, goal) in any_board(20).prop_flat_map(|start| {
            let tiles: Vec<Tile> = start.tiles().to_vec();
            let shape = start.shape();
            (Just(start), Just(tiles).prop_shuffle().prop_map(move |tiles| Board::new(shape, tiles).unwrap()))
        })
    ) {
        let argument = Argument::new(&start, &goal).unwrap();
        prop_assert_eq!(reachable(&start, &goal), Ok(argument.reachable()));
        check_swap(&start, &goal);
    }
}
