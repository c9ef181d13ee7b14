//! Shared by the tests: every board of a small shape, and random ones.
#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "shared test code; no test uses all of it"
)]

use std::collections::{HashMap, HashSet};
use taquin::tools::generate::Generator;
use taquin::{Board, Cell, Goal, Metric, Shape, Slide, Tile};

pub fn shape(rows: u32, cols: u32) -> Shape {
    Shape::new(rows, cols).unwrap()
}

pub fn board(rows: u32, cols: u32, tiles: &[u32]) -> Board {
    Board::new(
        shape(rows, cols),
        tiles.iter().copied().map(Tile::new).collect(),
    )
    .unwrap()
}

/// The tiles in reading order with the blank at this place.
pub fn board_with_blank_at(shape: Shape, blank: usize) -> Board {
    let mut tiles: Vec<u32> = (1..shape.area() as u32).collect();
    tiles.insert(blank, 0);
    board(shape.rows(), shape.cols(), &tiles)
}

/// Every arrangement of a shape, reachable or not.
pub fn all_boards(shape: Shape) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut tiles: Vec<u32> = (0..shape.area() as u32).collect();
    loop {
        boards.push(board(shape.rows(), shape.cols(), &tiles));
        if !next_permutation(&mut tiles) {
            return boards;
        }
    }
}

fn next_permutation(tiles: &mut [u32]) -> bool {
    let Some(pivot) = tiles.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let next = tiles.iter().rposition(|&tile| tile > tiles[pivot]).unwrap();
    tiles.swap(pivot, next);
    tiles[pivot + 1..].reverse();
    true
}

/// A goal with the blank at this cell and arbitrary tiles.
pub fn shuffled_goal(shape: Shape, blank: Cell) -> Board {
    let last = Generator::new(7).random(&Goal::Last.board(shape));
    last.with_swap(last.blank(), blank)
}

/// A goal for each small shape and each goal cell of the blank: lines, and rectangles of up to eight cells.
pub fn small_goals() -> impl Iterator<Item = Board> {
    let lines = (1..=9).flat_map(|length| [(1, length), (length, 1)]);
    let others = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)];
    let shapes = lines.chain(others).map(|(rows, cols)| shape(rows, cols));
    shapes.flat_map(|shape| shape.cells().map(move |blank| shuffled_goal(shape, blank)))
}

/// Every move of a metric, with the board to which it leads.
pub fn slides(board: &Board, metric: Metric) -> Vec<(Slide, Board)> {
    let mut slides = Vec::new();
    for m in board.moves().iter() {
        let mut child = board.clone();
        for tiles in 1.. {
            if child.play(m).is_err() || (metric == Metric::SingleTile && tiles > 1) {
                break;
            }
            slides.push((Slide { m, tiles }, child.clone()));
        }
    }
    slides
}

/// The slow twin: the distance of every board to the goal, by plain search on boards.
pub fn distances(goal: &Board) -> HashMap<Board, u32> {
    distances_by(goal, Metric::SingleTile)
}

/// The same in either metric.
pub fn distances_by(goal: &Board, metric: Metric) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal.clone()];
    for distance in 1.. {
        let mut next = Vec::new();
        for (_, child) in level.iter().flat_map(|board| slides(board, metric)) {
            if !distances.contains_key(&child) {
                distances.insert(child.clone(), distance);
                next.push(child);
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

/// The distance of one board to the goal, by plain search on boards from both ends: whole levels in turn, until they meet.
pub fn distance(start: &Board, goal: &Board) -> u32 {
    let ends = [start, goal].map(Clone::clone);
    let mut known = ends.clone().map(|end| HashSet::from([end]));
    let mut levels = ends.map(|end| vec![end]);
    if start == goal {
        return 0;
    }
    for (distance, side) in (1..).zip([0, 1].into_iter().cycle()) {
        let mut next = Vec::new();
        for board in &levels[side] {
            for (_, child) in slides(board, Metric::SingleTile) {
                if known[1 - side].contains(&child) {
                    return distance;
                }
                if known[side].insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        assert!(!next.is_empty(), "the goal can be reached");
        levels[side] = next;
    }
    unreachable!("one of two sides is always next")
}

/// With a hundred draws per board, the sum of (found − 100)² / 100 over all boards is in this interval.
pub fn check_uniform(boards: usize, between: [f64; 2], mut draw: impl FnMut() -> Board) {
    let mut counts: HashMap<Board, u32> = HashMap::new();
    for _ in 0..100 * boards {
        *counts.entry(draw()).or_default() += 1;
    }
    assert_eq!(counts.len(), boards);
    let deviation = |&count: &u32| (f64::from(count) - 100.0).powi(2) / 100.0;
    let sum: f64 = counts.values().map(deviation).sum();
    assert!((between[0]..between[1]).contains(&sum), "{sum} {between:?}");
}

/// Boards of any shape up to `side` × `side`.
pub fn any_board(side: u32) -> impl proptest::strategy::Strategy<Value = Board> {
    use proptest::prelude::*;
    (1..=side, 1..=side).prop_flat_map(|(rows, cols)| {
        Just((0..rows * cols).collect::<Vec<u32>>())
            .prop_shuffle()
            .prop_map(move |tiles| board(rows, cols, &tiles))
    })
}
