//! The laws of spaces, on every state of small shapes.

use crate::common::{all_boards, board, distances, shape};
use crate::engines::{certified, for_boards};
use std::collections::HashMap;
use taquin::search::{Ended, Growth, bfs};
use taquin::solvability::labels_reachable;
use taquin::space::{
    Arrangement, LabelKey, Labelled, MoveOrder, Packed16, Packed25, Reversible, Space, Wide,
};
use taquin::{Board, Goal, Labels, Move, Problem, Shape};

const SHAPES: [(u32, u32); 8] = [
    (1, 1),
    (1, 2),
    (1, 6),
    (6, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 4),
];

/// A state agrees with its board; keys and opposite moves lead back.
fn check_state<S>(space: &S, problem: &Problem)
where
    S: Space<Move = Move>,
    S::State: Arrangement,
{
    let (start, goal) = (problem.start(), problem.goal());
    let state = space.start();
    assert_eq!(state.blank(), start.blank().index());
    for (cell, tile) in start.tiles().iter().enumerate() {
        assert_eq!(goal.tiles()[state.home_at(cell)], *tile);
    }
    assert_eq!(space.is_goal(&state), start == goal);
    assert_eq!(space.state(&space.key(&state)), state);
    let possible: Vec<Move> = start.moves().iter().collect();
    assert_eq!(space.moves(&state, None), possible);
    for m in possible {
        let next = space.step(&state, m);
        assert_eq!(space.state(&space.key(&next)), next);
        assert_eq!(space.step(&next, S::opposite(m)), state);
        assert!(!space.moves(&next, Some(m)).contains(&S::opposite(m)));
        let others = space.moves(&next, None).len() - 1;
        assert_eq!(space.moves(&next, Some(m)).len(), others);
    }
}

/// The reversed space has the same boards in its own numbering.
fn check_reversed<S: Reversible<Move = Move>>(space: &S) {
    let back = space.reversed();
    let (start, end) = (space.key(&space.start()), back.key(&back.start()));
    assert!(back.is_goal(&back.state(&space.reversed_key(&start))));
    assert!(space.is_goal(&space.state(&back.reversed_key(&end))));
    assert!(back.reversed_key(&space.reversed_key(&start)) == start);
    for &m in space.moves(&space.start(), None) {
        let next = space.key(&space.step(&space.start(), m));
        let there = back.state(&space.reversed_key(&next));
        assert!(back.is_goal(&back.step(&there, S::opposite(m))));
        assert!(back.reversed_key(&space.reversed_key(&next)) == next);
    }
}

#[test]
fn spaces_obey_their_laws_on_every_small_board() {
    for (rows, cols) in SHAPES {
        for_boards(shape(rows, cols), 1, |problem, _| {
            let order = MoveOrder::default();
            let packed16 = Packed16::new(problem, order).unwrap();
            let packed25 = Packed25::new(problem, order).unwrap();
            let wide = Wide::new(problem, order).unwrap();
            check_state(&packed16, problem);
            check_state(&packed25, problem);
            check_state(&wide, problem);
            check_reversed(&packed16);
            check_reversed(&packed25);
            check_reversed(&wide);
        });
    }
}

/// The last cells of a full word, and the first shape that needs a larger one.
#[test]
fn boards_fit_in_words_of_enough_bits() {
    let cases = [(4, 4), (2, 8), (5, 5), (1, 25), (6, 6), (3, 17), (256, 256)];
    for (rows, cols) in cases {
        let goal = Goal::First.board(shape(rows, cols));
        let problem = Problem::new(goal.clone(), goal).unwrap();
        let order = MoveOrder::default();
        let packed16 = Packed16::new(&problem, order);
        let packed25 = Packed25::new(&problem, order);
        assert_eq!(packed16.is_some(), rows * cols <= 16);
        assert_eq!(packed25.is_some(), rows * cols <= 25);
        packed16.inspect(|space| check_state(space, &problem));
        packed25.inspect(|space| check_state(space, &problem));
        check_state(&Wide::new(&problem, order).unwrap(), &problem);
    }
    let goal = Goal::Last.board(shape(257, 256));
    let problem = Problem::new(goal.clone(), goal).unwrap();
    assert!(Wide::new(&problem, MoveOrder::default()).is_none());
}

#[test]
fn moves_are_in_the_requested_order() {
    let order = [Move::Right, Move::Up, Move::Left, Move::Down];
    let start = board(3, 3, &[1, 2, 3, 4, 0, 5, 7, 8, 6]);
    let problem = Problem::new(start, Goal::Last.board(shape(3, 3))).unwrap();
    let space = Packed16::new(&problem, MoveOrder::new(order).unwrap()).unwrap();
    assert_eq!(space.moves(&space.start(), None), order);
    let after = [Move::Right, Move::Left, Move::Down];
    assert_eq!(space.moves(&space.start(), Some(Move::Down)), after);
    assert_eq!(MoveOrder::new([Move::Up; 4]), None);
}

fn relabelled(board: &Board, labels: &[u8]) -> Labels {
    let tiles = board.tiles().iter();
    let labels: Vec<u8> = tiles.map(|tile| labels[tile.number() as usize]).collect();
    Labels::new(board.shape(), &labels).unwrap()
}

/// The length of a shortest path between boards of labels, if there is one.
fn label_distance<K: LabelKey>(start: &Labels, goal: &Labels) -> Option<u32> {
    let space: Labelled<K> = Labelled::new(start, goal, MoveOrder::default()).unwrap();
    match bfs(&space, None, Growth::Fourfold, &mut ()).ended {
        Ended::Found(moves) => Some(moves.len() as u32),
        _ => None,
    }
}

/// The slow twin: the nearest board with the goal's labels.
fn check_labels(shape: Shape, labels: &[u8]) {
    let boards = all_boards(shape);
    let goal = relabelled(&boards[0], labels);
    let twins: Vec<&Board> = boards
        .iter()
        .filter(|board| relabelled(board, labels) == goal)
        .collect();
    let tables: Vec<HashMap<Board, u32>> = twins.iter().map(|goal| distances(goal)).collect();
    for start in boards.iter().step_by(5) {
        let nearest = tables.iter().filter_map(|table| table.get(start)).min();
        let start = relabelled(start, labels);
        let found = label_distance::<u64>(&start, &goal);
        assert_eq!(found.as_ref(), nearest, "{start:?}");
        assert_eq!(label_distance::<Box<[u8]>>(&start, &goal), found);
        assert_eq!(labels_reachable(&start, &goal), Ok(found.is_some()));
    }
}

#[test]
fn equal_labels_shorten_the_path() {
    check_labels(shape(2, 3), b"-abcde");
    check_labels(shape(2, 3), b"-aabcd");
    check_labels(shape(2, 3), b"-aabbb");
    check_labels(shape(3, 2), b"-aaaaa");
    check_labels(shape(1, 5), b"-aabb");
}

#[test]
fn a_path_from_the_goal_is_as_long_as_one_to_it() {
    for_boards(shape(2, 3), 7, |problem, distance| {
        let space = Packed16::new(problem, MoveOrder::default()).unwrap();
        let back = bfs(&space.reversed(), None, Growth::Twofold, &mut ());
        assert_eq!(certified(&problem.reversed(), back), distance);
    });
}
