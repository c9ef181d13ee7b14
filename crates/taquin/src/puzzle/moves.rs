//! The four moves of a tile, the four directions of the blank, and sets of moves.

use std::fmt;

/// The direction in which a **tile** moves (into the blank).
///
/// The blank goes the other way, in a [`Direction`]. The two are different types so that one is never mistaken for the
/// other.
///
/// ```
/// use taquin::{Direction, Move};
/// assert_eq!(Move::Up.blank_direction(), Direction::Down);
/// assert_eq!(Direction::Down.tile_move(), Move::Up);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Move {
    /// The tile below the blank moves up.
    Up,
    /// The tile above the blank moves down.
    Down,
    /// The tile to the right of the blank moves left.
    Left,
    /// The tile to the left of the blank moves right.
    Right,
}

impl Move {
    /// All four, in the default order.
    pub const ALL: [Move; 4] = [Move::Up, Move::Down, Move::Left, Move::Right];

    /// The direction in which the blank goes when a tile makes this move.
    pub const fn blank_direction(self) -> Direction {
        match self {
            Move::Up => Direction::Down,
            Move::Down => Direction::Up,
            Move::Left => Direction::Right,
            Move::Right => Direction::Left,
        }
    }

    /// The letter for the move: `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Move::Up => 'U',
            Move::Down => 'D',
            Move::Left => 'L',
            Move::Right => 'R',
        }
    }

    /// The move with this [letter](Move::letter).
    ///
    /// ```
    /// use taquin::Move;
    /// assert_eq!(Move::from_letter('L'), Some(Move::Left));
    /// assert_eq!(Move::from_letter('X'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Move> {
        Move::ALL.into_iter().find(|m| m.letter() == letter)
    }

    /// The move that undoes this one.
    pub const fn opposite(self) -> Move {
        match self {
            Move::Up => Move::Down,
            Move::Down => Move::Up,
            Move::Left => Move::Right,
            Move::Right => Move::Left,
        }
    }

    /// Turns a path into the path from its end to its start.
    pub fn turn_round(moves: &mut [Move]) {
        moves.reverse();
        moves.iter_mut().for_each(|m| *m = m.opposite());
    }

    /// A number from 0 to 3: the position in [`Move::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Move::Up => "up",
            Move::Down => "down",
            Move::Left => "left",
            Move::Right => "right",
        })
    }
}

/// A direction on the board, in which the **blank** goes.
///
/// The tile that it swaps with moves the other way: [`Direction::tile_move`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// The blank goes up, and the tile above it down.
    Up,
    /// The blank goes down, and the tile below it up.
    Down,
    /// The blank goes left, and the tile to the left of it right.
    Left,
    /// The blank goes right, and the tile to the right of it left.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ];

    /// The move of the tile that makes way for the blank.
    pub const fn tile_move(self) -> Move {
        match self {
            Direction::Up => Move::Down,
            Direction::Down => Move::Up,
            Direction::Left => Move::Right,
            Direction::Right => Move::Left,
        }
    }

    /// The letter for the direction: `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// A number from 0 to 3: the position in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A set of moves: four bits.
///
/// ```
/// use taquin::{Board, Move};
/// let board: Board = "1 2/3 0".parse()?;
/// let moves = board.moves();
/// assert!(moves.iter().eq([Move::Down, Move::Right]));
/// assert!(!moves.contains(Move::Up));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u8);

impl MoveSet {
    /// No move.
    pub const EMPTY: MoveSet = MoveSet(0);

    /// Adds a move.
    pub const fn insert(&mut self, m: Move) {
        self.0 |= 1 << m as u8;
    }

    /// The set without `m`.
    pub const fn without(self, m: Move) -> MoveSet {
        MoveSet(self.0 & !(1 << m as u8))
    }

    /// Whether `m` is in the set.
    pub const fn contains(self, m: Move) -> bool {
        self.0 >> m as u8 & 1 == 1
    }

    /// How many moves.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no move is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The moves, in the order of [`Move::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Move> {
        Move::ALL.into_iter().filter(move |&m| self.contains(m))
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveSet {
        let mut set = MoveSet::EMPTY;
        moves.into_iter().for_each(|m| set.insert(m));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_and_its_direction_convert_both_ways() {
        for m in Move::ALL {
            assert_eq!(m.blank_direction().tile_move(), m);
            assert_eq!(m.blank_direction().letter(), m.opposite().letter());
            assert_eq!(Move::from_letter(m.letter()), Some(m));
        }
    }

    #[test]
    fn a_move_set_is_the_set_of_its_moves() {
        for bits in 0..16u8 {
            let set = MoveSet(bits);
            assert_eq!(set.iter().collect::<MoveSet>(), set);
            assert_eq!(set.iter().count(), set.len());
            for m in Move::ALL {
                assert!(!set.without(m).contains(m));
            }
        }
    }
}
