//! Inverts sequences of moves, and removes moves that undo each other.

use crate::puzzle::Move;

/// The moves that undo a sequence: each one undone, the last first.
///
/// ```
/// use taquin::Move::{Down, Left, Right, Up};
/// use taquin::tools::moves::invert;
/// assert_eq!(invert(&[Up, Left]), [Right, Down]);
/// ```
pub fn invert(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|m| m.opposite()).collect()
}

/// The sequence without moves that are undone by the next one, and so on until none is left.
///
/// It leads to the same board, but need not be the shortest sequence that does.
///
/// ```
/// use taquin::Move::{Down, Left, Right, Up};
/// use taquin::tools::moves::simplify;
/// assert_eq!(simplify(&[Up, Left, Right, Down, Left]), [Left]);
/// ```
pub fn simplify(moves: &[Move]) -> Vec<Move> {
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    for &m in moves {
        match kept.last() {
            Some(last) if *last == m.opposite() => {
                kept.pop();
            }
            _ => kept.push(m),
        }
    }
    kept
}
