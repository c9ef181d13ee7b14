//! The farthest 4×4 boards, as published: a census of that shape does not fit in memory.

use crate::instances::hardest;
use taquin::{Board, Cell, Goal, Shape, Tile};

/// The farthest boards from a 4×4 goal with the blank in a corner, and their distance.
///
/// They are published for the goal `last`. Reflected, they are the farthest from goals with the blank in another corner, and
/// renumbering the tiles changes nothing.
pub(super) fn published(goal: &Board) -> Option<(u32, Vec<Board>)> {
    let shape = goal.shape();
    let (row, col) = (shape.row(goal.blank()), shape.col(goal.blank()));
    if shape != Shape::square(4).ok()? || !matches!((row, col), (0 | 3, 0 | 3)) {
        return None;
    }
    let mirrored = |cell: Cell| {
        let row = if row == 0 {
            3 - shape.row(cell)
        } else {
            shape.row(cell)
        };
        let col = if col == 0 {
            3 - shape.col(cell)
        } else {
            shape.col(cell)
        };
        shape.cell(row, col).expect("a mirror keeps the shape")
    };
    let homes = Goal::Last.board(shape).places();
    let (distance, boards) = hardest();
    let boards = boards.iter().map(|board| {
        let mut tiles = vec![Tile::BLANK; shape.area()];
        for cell in shape.cells() {
            let home = homes[board.tile(cell).number() as usize];
            tiles[mirrored(cell).index()] = goal.tile(mirrored(home));
        }
        Board::new(shape, tiles).expect("a mirror keeps the tiles")
    });
    Some((distance, boards.collect()))
}
