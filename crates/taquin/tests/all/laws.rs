//! Laws of boards, moves and problems: on every board of small shapes, and on random larger ones.

use crate::common::{all_boards, any_board, board, shape};
use proptest::prelude::*;
use taquin::{Board, Goal, Move, Problem, ProblemError, ReplayError};

fn check_moves(start: &Board) {
    let shape = start.shape();
    for m in Move::ALL {
        let mut board = start.clone();
        assert_eq!(
            board.play(m).is_ok(),
            board_allows(start, m),
            "{m} on {start:?}"
        );
        if !board_allows(start, m) {
            assert_eq!(&board, start, "a refused move changes nothing");
            continue;
        }
        let source = shape.source(start.blank(), m).unwrap();
        assert_eq!(board.blank(), source);
        assert_eq!(board.tile(start.blank()), start.tile(source));
        assert_eq!(shape.distance(source, start.blank()), 1);
        let differing = shape
            .cells()
            .filter(|&cell| board.tile(cell) != start.tile(cell));
        assert_eq!(differing.count(), 2);
        board.undo(m).unwrap();
        assert_eq!(&board, start, "undo takes {m} back");
    }
}

/// The slow twin of `Board::moves`: the tile would come from outside the board.
fn board_allows(board: &Board, m: Move) -> bool {
    let (row, col) = (
        board.shape().row(board.blank()) as i64,
        board.shape().col(board.blank()) as i64,
    );
    let (row, col) = match m {
        Move::Up => (row + 1, col),
        Move::Down => (row - 1, col),
        Move::Left => (row, col + 1),
        Move::Right => (row, col - 1),
    };
    (0..board.shape().rows() as i64).contains(&row)
        && (0..board.shape().cols() as i64).contains(&col)
}

#[test]
fn moves_obey_their_laws_on_every_small_board() {
    for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
        all_boards(shape(rows, cols)).iter().for_each(check_moves);
    }
}

#[test]
fn a_board_may_have_a_million_cells() {
    let mut board = Goal::First.board(shape(1000, 1000));
    for m in [Move::Left, Move::Up, Move::Up, Move::Right] {
        board.play(m).unwrap();
    }
    assert_eq!(board.blank(), board.shape().cell(2, 0).unwrap());
    let problem = Problem::new(board, Goal::First.board(shape(1000, 1000))).unwrap();
    let back = vec![Move::Left, Move::Down, Move::Down, Move::Right];
    assert!(problem.certify(back).is_ok());
}

#[test]
fn only_replayed_moves_make_a_solution() {
    let problem = Problem::new(board(2, 2, &[0, 1, 3, 2]), board(2, 2, &[1, 2, 3, 0])).unwrap();
    let solution = problem.certify(vec![Move::Left, Move::Up]).unwrap();
    let last = solution.boards().last().unwrap();
    assert_eq!(&last, problem.goal());
    assert_eq!(solution.boards().count(), 3);
    assert_eq!(
        problem.certify(vec![Move::Left, Move::Down]),
        Err(ReplayError::Illegal {
            place: 1,
            m: Move::Down
        })
    );
    assert!(matches!(
        problem.certify(vec![Move::Left]),
        Err(ReplayError::NotTheGoal { .. })
    ));
}

#[test]
fn an_unreachable_goal_makes_no_problem() {
    let start = board(2, 2, &[2, 1, 3, 0]);
    let refused = Problem::new(start.clone(), board(2, 2, &[1, 2, 3, 0]));
    assert!(matches!(refused, Err(ProblemError::Unreachable(argument)) if !argument.reachable()));
    let refused = Problem::new(start, board(2, 3, &[1, 2, 3, 4, 5, 0]));
    assert!(matches!(refused, Err(ProblemError::ShapesDiffer(_))));
}

proptest! {
    #[test]
    fn moves_keep_their_laws_on_random_boards(board in any_board(40)) {
        check_moves(&board);
    }

    #[test]
    fn a_random_walk_can_be_walked_back(start in any_board(12), walk in proptest::collection::vec(0usize..4, 0..200)) {
        let mut board = start.clone();
        let played: Vec<Move> = walk
            .into_iter()
            .map(|place| Move::ALL[place])
            .filter(|&m| board.play(m).is_ok())
            .collect();
        let problem = Problem::new(start, board).unwrap();
        prop_assert!(problem.certify(played.clone()).is_ok());
        let back = played.iter().rev().map(|m| m.opposite()).collect();
        prop_assert!(problem.reversed().certify(back).is_ok());
    }
}
