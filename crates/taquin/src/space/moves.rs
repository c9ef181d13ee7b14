//! Lists of the moves to try, precomputed for every cell of the blank and every last move.

use crate::puzzle::{Cell, Move, Shape};

/// The order in which moves are tried. It affects node counts, but never the length of a shortest solution.
///
/// ```
/// use taquin::Move::{Down, Left, Right, Up};
/// use taquin::space::MoveOrder;
/// assert!(MoveOrder::new([Right, Left, Down, Up]).is_some());
/// assert!(MoveOrder::new([Right, Right, Down, Up]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOrder([Move; 4]);

impl MoveOrder {
    /// An order, if it has each move once.
    pub fn new(moves: [Move; 4]) -> Option<MoveOrder> {
        let each_once = Move::ALL.iter().all(|m| moves.contains(m));
        each_once.then_some(MoveOrder(moves))
    }

    /// The moves in this order.
    pub const fn moves(self) -> [Move; 4] {
        self.0
    }
}

impl Default for MoveOrder {
    /// Up, down, left, right, as in [`Move::ALL`].
    fn default() -> MoveOrder {
        MoveOrder(Move::ALL)
    }
}

#[derive(Clone, Copy, Debug)]
struct List {
    moves: [Move; 4],
    count: u8,
}

/// A list for each cell of the blank and each last move; eight per cell so that finding one is a shift.
#[derive(Clone, Debug)]
pub(super) struct MoveLists(Vec<List>);

impl MoveLists {
    const NO_LAST: usize = 4;

    pub(super) fn new(shape: Shape, order: MoveOrder) -> MoveLists {
        let lists = |blank: Cell| {
            let lasts = Move::ALL.into_iter().map(Some).chain([None; 4]);
            lasts.map(move |last| List::new(shape, blank, last, order))
        };
        MoveLists(shape.cells().flat_map(lists).collect())
    }

    #[inline(always)]
    pub(super) fn of(&self, blank: usize, last: Option<Move>) -> &[Move] {
        let list = &self.0[blank * 8 + last.map_or(MoveLists::NO_LAST, Move::index)];
        &list.moves[..usize::from(list.count)]
    }
}

impl List {
    fn new(shape: Shape, blank: Cell, last: Option<Move>, order: MoveOrder) -> List {
        let possible = shape.moves(blank);
        let undoes = |m: Move| last == Some(m.opposite());
        let mut list = List {
            moves: order.0,
            count: 0,
        };
        for m in order.0 {
            if possible.contains(m) && !undoes(m) {
                list.moves[usize::from(list.count)] = m;
                list.count += 1;
            }
        }
        list
    }
}
