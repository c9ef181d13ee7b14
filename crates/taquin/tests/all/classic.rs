//! The textbook API: the course's examples, the distances of plain search, and two ways to decide solvability.

use crate::common::{all_boards, shape};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use taquin::Goal;
use taquin::tools::classic::{Check, ClassicBoard, RowsError, Solver};

fn rows(text: &str) -> Vec<Vec<u32>> {
    let row = |row: &str| row.split(' ').map(|tile| tile.parse().unwrap()).collect();
    text.split('/').map(row).collect()
}

fn classic(text: &str) -> ClassicBoard {
    ClassicBoard::new(&rows(text)).unwrap()
}

fn from_board(board: &taquin::Board) -> ClassicBoard {
    let rows = board
        .rows()
        .map(|row| row.iter().map(|tile| tile.number()).collect());
    ClassicBoard::new(&rows.collect::<Vec<Vec<u32>>>()).unwrap()
}

/// The slow twin: every board that can be solved, with its distance from the goal.
fn distances(side: u32) -> HashMap<ClassicBoard, usize> {
    let goal = from_board(&Goal::Last.board(shape(side, side)));
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal];
    for distance in 1.. {
        let next: HashSet<ClassicBoard> = level.iter().flat_map(ClassicBoard::neighbors).collect();
        level = next
            .into_iter()
            .filter(|board| !distances.contains_key(board))
            .collect();
        if level.is_empty() {
            break;
        }
        distances.extend(level.iter().map(|board| (board.clone(), distance)));
    }
    distances
}

/// Board, Hamming, Manhattan, neighbors, moves (none: unsolvable).
#[test]
fn boards_match_the_courses_examples() {
    let cases = [
        ("8 1 3/4 0 2/7 6 5", 5, 10, 4, Some(14)),
        ("1 0 3/4 2 5/7 8 6", 3, 3, 3, Some(3)),
        ("0 1 3/4 2 5/7 8 6", 4, 4, 2, Some(4)),
        ("1 2 3/4 5 6/8 7 0", 2, 2, 2, None),
        ("1 2 3/4 5 6/7 8 0", 0, 0, 2, Some(0)),
        ("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", 2, 2, 2, None),
        ("1 2/3 0", 0, 0, 2, Some(0)),
        ("0 1/2 3", 3, 4, 2, None),
    ];
    for (text, hamming, manhattan, neighbors, moves) in cases {
        let board = classic(text);
        assert_eq!(board.hamming(), hamming, "{text}");
        assert_eq!(board.manhattan(), manhattan, "{text}");
        assert_eq!(board.neighbors().count(), neighbors, "{text}");
        assert_eq!(board.is_goal(), manhattan == 0, "{text}");
        for check in [Check::Lockstep, Check::Parity] {
            let solver = Solver::with(&board, check);
            assert_eq!(solver.moves(), moves, "{text} {check:?}");
            assert_eq!(solver.is_solvable(), moves.is_some(), "{text} {check:?}");
        }
    }
}

#[test]
fn boards_are_printed_as_by_the_courses_to_string() {
    let cases = [
        ("1 0 3/4 2 5/7 8 6", "3\n 1  0  3 \n 4  2  5 \n 7  8  6 \n"),
        (
            "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
            "4\n 1  2  3  4 \n 5  6  7  8 \n 9 10 11 12 \n13 14 15  0 \n",
        ),
        ("0 1/2 3", "2\n 0  1 \n 2  3 \n"),
    ];
    for (text, printed) in cases {
        assert_eq!(classic(text).to_string(), printed);
    }
}

#[test]
fn tiles_are_at_the_cells_of_their_rows() {
    let board = classic("8 1 3/4 0 2/7 6 5");
    assert_eq!(board.dimension(), 3);
    assert_eq!(board.tile_at(0, 2), Some(3));
    assert_eq!(board.tile_at(1, 1), Some(0));
    assert_eq!(board.tile_at(3, 0), None);
    assert_eq!(board.tile_at(0, 3), None);
    assert_eq!(board, classic("8 1 3/4 0 2/7 6 5"));
    assert_ne!(board, board.twin());
}

#[test]
fn rows_that_are_not_a_valid_board_are_refused() {
    let cases = [
        ("0", "a board has at least 2 rows, found 1"),
        ("0 1/2", "row 2 has 1 tiles where a board of 2 rows has 2"),
        (
            "0 1 2/3 4 5",
            "row 1 has 3 tiles where a board of 2 rows has 2",
        ),
        ("0 1/1 2", "tile 1 appears twice; missing: 3"),
        ("1 2/3 4", "there is no tile 4; missing: 0"),
    ];
    for (text, error) in cases {
        assert_eq!(
            ClassicBoard::new(&rows(text)).unwrap_err().to_string(),
            error
        );
    }
    let none: [Vec<u32>; 0] = [];
    assert_eq!(
        ClassicBoard::new(&none),
        Err(RowsError::TooFewRows { rows: 0 })
    );
}

#[test]
fn a_twin_differs_in_two_tiles_and_is_always_the_same() {
    for board in all_boards(shape(3, 3)) {
        let board = from_board(&board);
        let twin = board.twin();
        let cells = (0..3).flat_map(|row| (0..3).map(move |col| (row, col)));
        let tiles = |board: &ClassicBoard, (row, col)| board.tile_at(row, col).unwrap();
        let differing: Vec<(u32, u32)> = cells
            .map(|cell| (tiles(&board, cell), tiles(&twin, cell)))
            .filter(|(a, b)| a != b)
            .collect();
        let [(a, b), (c, d)] = differing[..] else {
            panic!("{board} and {twin} differ in {differing:?}");
        };
        assert!((a, b) == (d, c) && a != 0 && b != 0);
        assert_eq!(twin.twin(), board);
    }
}

/// Both ways to solve it find the true distance, or that there is no solution.
fn check(board: &ClassicBoard, distance: Option<&usize>) {
    for check in [Check::Lockstep, Check::Parity] {
        let solver = Solver::with(board, check);
        assert_eq!(solver.moves().as_ref(), distance, "{check:?}\n{board}");
        let Some(solution) = solver.solution() else {
            continue;
        };
        assert_eq!(solution.first(), Some(board));
        assert!(solution.last().unwrap().is_goal());
        for pair in solution.windows(2) {
            assert!(pair[0].neighbors().any(|neighbor| neighbor == pair[1]));
        }
    }
}

#[test]
fn every_2x2_board_is_solved_or_known_to_be_unsolvable() {
    let distances = distances(2);
    assert_eq!(distances.len(), 12);
    for board in all_boards(shape(2, 2)) {
        let board = from_board(&board);
        check(&board, distances.get(&board));
    }
}

#[test]
fn sampled_3x3_boards_are_solved_or_known_to_be_unsolvable() {
    let distances = distances(3);
    assert_eq!(distances.len(), 181_440);
    for board in all_boards(shape(3, 3)).iter().step_by(181) {
        let board = from_board(board);
        check(&board, distances.get(&board));
    }
}

/// With their twins: unsolvable boards next to the goal are the hardest to recognise.
#[test]
fn boards_near_the_goal_are_distinguished_from_their_twins() {
    for side in [3, 4] {
        let goal = from_board(&Goal::Last.board(shape(side, side)));
        let one: Vec<ClassicBoard> = goal.neighbors().collect();
        let two = one.iter().flat_map(ClassicBoard::neighbors);
        let cases = two.map(|board| (if board == goal { 0 } else { 2 }, board));
        for (distance, board) in cases.chain(one.iter().map(|board| (1, board.clone()))) {
            check(&board, Some(&distance));
            assert!(!Solver::with(&board.twin(), Check::Parity).is_solvable());
            assert!(side > 3 || !Solver::new(&board.twin()).is_solvable());
        }
    }
}

/// The search asks before every expansion, and gives nothing once it is stopped.
#[test]
fn a_stopped_solver_has_no_answer() {
    let board = classic("8 1 3/4 0 2/7 6 5");
    for check in [Check::Lockstep, Check::Parity] {
        let asked = Cell::new(0);
        let count = || {
            asked.set(asked.get() + 1);
            false
        };
        let whole = Solver::until(&board, check, &count).unwrap();
        assert_eq!(whole.solution(), Solver::with(&board, check).solution());
        let expansions = asked.get();
        assert!(expansions > 14, "{expansions}");
        let stop_at = |last: usize| {
            let left = Cell::new(last);
            move || left.replace(left.get().saturating_sub(1)) == 0
        };
        for last in [0, 1, expansions - 1] {
            assert!(Solver::until(&board, check, &stop_at(last)).is_none());
        }
        assert!(Solver::until(&board, check, &stop_at(expansions)).is_some());
    }
}

#[test]
#[ignore = "all 362,880 boards take minutes"]
fn every_3x3_board_is_solved_or_known_to_be_unsolvable() {
    let distances = distances(3);
    for board in all_boards(shape(3, 3)) {
        let board = from_board(&board);
        check(&board, distances.get(&board));
    }
}
