//! The automaton that prunes duplicate paths forbids no path that is needed.

use crate::common::{board_with_blank_at, distances, shape};
use std::collections::{HashMap, HashSet};
use taquin::space::{Automaton, MoveOrder};
use taquin::{Board, Goal, Move};

/// The boards at each distance from a board, by plain search.
fn levels(start: &Board, length: usize) -> Vec<HashSet<Board>> {
    let (mut levels, mut known) = (
        vec![HashSet::from([start.clone()])],
        HashSet::from([start.clone()]),
    );
    for _ in 0..length {
        let mut next = HashSet::new();
        for board in levels.last().unwrap() {
            for m in board.moves().iter() {
                let mut child = board.clone();
                child.play_unchecked(m);
                if known.insert(child.clone()) {
                    next.insert(child);
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// Within its length, an automaton allows exactly one path to every board, a shortest one.
#[test]
fn every_near_board_is_generated_once() {
    for (rows, cols, length) in [
        (2, 2, 6),
        (2, 3, 9),
        (3, 3, 10),
        (2, 5, 9),
        (4, 4, 8),
        (5, 5, 7),
    ] {
        let shape = shape(rows, cols);
        for order in [
            [Move::Up, Move::Down, Move::Left, Move::Right],
            [Move::Right, Move::Up, Move::Left, Move::Down],
        ] {
            let automaton = Automaton::new(shape, MoveOrder::new(order).unwrap(), length);
            for blank in shape.cells().step_by(2) {
                let start = board_with_blank_at(shape, blank.index());
                let mut made = vec![(start.clone(), automaton.start(blank))];
                for level in levels(&start, length) {
                    assert_eq!(made.len(), level.len(), "{shape}, blank at {blank:?}");
                    assert!(made.iter().all(|(board, _)| level.contains(board)));
                    made = made
                        .iter()
                        .flat_map(|made| children(&automaton, made))
                        .collect();
                }
            }
        }
    }
}

fn children(automaton: &Automaton, (board, state): &(Board, u16)) -> Vec<(Board, u16)> {
    let moves = automaton.order().moves();
    let child = |place: usize| {
        let state = automaton.after(*state, place)?;
        let mut child = board.clone();
        child
            .play(moves[place])
            .expect("the automaton knows where the blank is");
        Some((child, state))
    };
    (0..4).filter_map(child).collect()
}

/// Far beyond that length, every board still has a shortest path that is allowed.
#[test]
fn every_3x3_board_is_made_at_its_distance() {
    let start = Goal::Last.board(shape(3, 3));
    let distances = distances(&start);
    let automaton = Automaton::new(shape(3, 3), MoveOrder::default(), 8);
    let mut found: HashMap<Board, u32> = HashMap::new();
    let mut level = HashSet::from([(start.clone(), automaton.start(start.blank()))]);
    for distance in 0..=31 {
        for (board, _) in &level {
            found.entry(board.clone()).or_insert(distance);
        }
        // A path that reaches a board later than another one is not a shortest path.
        level.retain(|(board, _)| found[board] == distance);
        level = level
            .iter()
            .flat_map(|made| children(&automaton, made))
            .collect();
    }
    assert!(found == distances);
}
