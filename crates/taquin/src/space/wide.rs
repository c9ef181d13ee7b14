//! Boards of any size: a box of cells.

use super::moves::{MoveLists, MoveOrder};
use super::{Arrangement, Reversible, Space, homes};
use crate::puzzle::{Move, Problem};

/// A problem on a board of up to 65,536 cells.
#[derive(Clone, Debug)]
pub struct Wide {
    problem: Problem,
    order: MoveOrder,
    start: WideState,
    blank_home: u16,
    /// For each home the home of that tile in the reversed space.
    back_homes: Box<[u16]>,
    offsets: [isize; 4],
    lists: MoveLists,
}

/// One arrangement: the home of the tile at each cell, and the blank's cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideState {
    homes: Box<[u16]>,
    blank: u16,
}

impl Wide {
    /// The space of a problem, if its cells can be numbered in 16 bits.
    pub fn new(problem: &Problem, order: MoveOrder) -> Option<Wide> {
        let (start, goal) = (problem.start(), problem.goal());
        let shape = goal.shape();
        if shape.area() > 1 << 16 {
            return None;
        }
        let homes = |board, goal| homes(board, goal).map(|home| home as u16).collect();
        Some(Wide {
            order,
            start: WideState {
                homes: homes(start, goal),
                blank: start.blank().index() as u16,
            },
            blank_home: goal.blank().index() as u16,
            back_homes: homes(goal, start),
            offsets: shape.blank_offsets().map(|offset| offset as isize),
            lists: MoveLists::new(shape, order),
            problem: problem.clone(),
        })
    }
}

impl Space for Wide {
    type State = WideState;
    type Key = Box<[u16]>;
    type Move = Move;

    fn start(&self) -> WideState {
        self.start.clone()
    }

    fn is_goal(&self, state: &WideState) -> bool {
        (0..=u16::MAX)
            .zip(&state.homes)
            .all(|(cell, &home)| cell == home)
    }

    fn moves(&self, state: &WideState, last: Option<Move>) -> &[Move] {
        self.lists.of(state.blank.into(), last)
    }

    fn step(&self, state: &WideState, m: Move) -> WideState {
        let blank = usize::from(state.blank);
        let source = blank.wrapping_add_signed(self.offsets[m.index()]);
        let mut homes = state.homes.clone();
        homes.swap(source, blank);
        WideState {
            homes,
            blank: source as u16,
        }
    }

    fn opposite(m: Move) -> Move {
        m.opposite()
    }

    fn key(&self, state: &WideState) -> Box<[u16]> {
        state.homes.clone()
    }

    fn state(&self, key: &Box<[u16]>) -> WideState {
        let blank = key.iter().position(|&home| home == self.blank_home);
        WideState {
            homes: key.clone(),
            blank: blank.expect("a board has a blank") as u16,
        }
    }
}

impl Reversible for Wide {
    fn reversed(&self) -> Wide {
        let reversed = Wide::new(&self.problem.reversed(), self.order);
        reversed.expect("the way back has the same shape")
    }

    fn reversed_key(&self, key: &Box<[u16]>) -> Box<[u16]> {
        let homes = key.iter();
        homes
            .map(|&home| self.back_homes[usize::from(home)])
            .collect()
    }
}

impl Arrangement for WideState {
    fn blank(&self) -> usize {
        self.blank.into()
    }

    fn home_at(&self, cell: usize) -> usize {
        self.homes[cell].into()
    }
}
