//! What a beam search teaches: the path that it found, and boards that it retained for nothing.

use crate::random::{Board, Random};
use taquin::large::learned::{Evaluation, Layer, LearnedBeam, PairTable};
use taquin::{Cell, Move, Shape};

/// A solution and its rivals.
pub(crate) struct Lesson {
    /// The boards from the start to the goal.
    pub(crate) path: Vec<Board>,
    /// By the number of moves made: boards that were retained, but are not on the path.
    pub(crate) rivals: Vec<Vec<Board>>,
}

/// How a beam search runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beam {
    /// Boards per layer.
    pub(crate) width: usize,
    /// Boards with the same blank cell, as a multiple of the mean.
    pub(crate) room: f64,
    /// Sixteenths of a move per square of a tile's distance.
    pub(crate) steep: f64,
}

/// Rivals per layer.
const RIVALS: usize = 3;

/// Searches from a board; `None` if the beam does not reach the goal.
pub(crate) fn lesson(
    table: &PairTable,
    beam: Beam,
    start: &Board,
    random: &mut Random,
) -> Option<Lesson> {
    let mut rivals = vec![Vec::new()];
    let moves = search(table, beam, start, |layer| {
        let drawn = (0..RIVALS.min(layer.len())).map(|_| {
            let (tiles, blank) = layer.board(random.below(layer.len()));
            Board {
                tiles: tiles.to_vec(),
                blank,
            }
        });
        rivals.push(drawn.collect());
    })?;
    let path = replay(table.shape(), start, &moves);
    rivals.resize(path.len(), Vec::new());
    for (layer, board) in rivals.iter_mut().zip(&path) {
        layer.retain(|rival| rival != board);
    }
    Some(Lesson { path, rivals })
}

/// The moves that the beam finds; `on_layer` sees every layer before the last.
pub(crate) fn search(
    table: &PairTable,
    beam: Beam,
    start: &Board,
    mut on_layer: impl FnMut(&LearnedBeam<'_>),
) -> Option<Vec<Move>> {
    let evaluation = Evaluation::new(table, usize::from(start.tiles[start.blank]), beam.steep);
    let mut layer = LearnedBeam::new(&evaluation, &start.tiles, start.blank, beam.room);
    let bound = 2 * (table.shape().rows() as usize).pow(3);
    loop {
        match layer.advance(beam.width, bound) {
            Layer::Open => on_layer(&layer),
            Layer::Closed => return None,
            Layer::Solved(moves) => return Some(moves),
        }
    }
}

/// The boards that the moves lead to, from `start` on.
fn replay(shape: Shape, start: &Board, moves: &[Move]) -> Vec<Board> {
    let mut board = start.clone();
    let mut path = vec![board.clone()];
    for &m in moves {
        let blank = shape.at(board.blank).expect("the blank is on the board");
        let from = shape
            .source(blank, m)
            .map(Cell::index)
            .expect("the move is possible");
        board.tiles.swap(board.blank, from);
        board.blank = from;
        path.push(board.clone());
    }
    assert!(
        board
            .tiles
            .iter()
            .enumerate()
            .all(|(cell, &home)| cell == usize::from(home)),
        "the path ends at the goal"
    );
    path
}
