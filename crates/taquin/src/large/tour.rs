//! All boards of a beam as one walk through the tree of their moves.
//!
//! The boards share long prefixes of moves. So none is stored: one board follows the walk, which makes a move, undoes
//! it, makes another, and visits each board of the beam once. A walk has about ten steps per board.

use crate::puzzle::Move;
use crate::support::memory::reserve;

/// A step of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Make a move.
    Play(Move),
    /// Undo the move that led here.
    Back(Move),
    /// A board of the beam is here.
    Stand,
}

/// The walk, and the moves with which all its boards begin.
#[derive(Debug)]
pub(super) struct Tour {
    trunk: Vec<Move>,
    steps: Vec<Step>,
    /// The next walk, while it is being made.
    next: Vec<Step>,
}

impl Tour {
    /// One board.
    pub(super) fn new() -> Tour {
        Tour {
            trunk: Vec::new(),
            steps: vec![Step::Stand],
            next: Vec::new(),
        }
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The moves to the board after the first `steps` steps.
    pub(super) fn path(&self, steps: usize) -> Vec<Move> {
        let mut path = self.trunk.clone();
        for step in &self.steps[..steps] {
            match step {
                Step::Play(m) => path.push(*m),
                Step::Back(_) => drop(path.pop()),
                Step::Stand => {}
            }
        }
        path
    }

    /// The step of the walk at which the board of this number is.
    pub(super) fn place(&self, board: usize) -> usize {
        let stands = self.steps.iter().enumerate();
        let mut stands = stands.filter(|(_, step)| **step == Step::Stand);
        stands.nth(board).expect("the beam has this board").0
    }

    /// Reserves the memory for a walk to this many boards of the next layer; false if the system does not have it.
    pub(super) fn reserve(&mut self, boards: usize) -> bool {
        reserve(&mut self.next, self.steps.len() + 3 * boards)
    }

    /// Replaces the walk by one to the next layer: `children` are the moves from each board in turn; a board without
    /// children is dropped.
    pub(super) fn grow(&mut self, mut children: impl Iterator<Item = [bool; 4]>) {
        self.next.clear();
        for &step in &self.steps {
            match step {
                Step::Play(_) => self.next.push(step),
                // A branch without boards is skipped.
                Step::Back(_) if matches!(self.next.last(), Some(Step::Play(_))) => {
                    self.next.pop();
                }
                Step::Back(_) => self.next.push(step),
                Step::Stand => {
                    let moves = children.next().expect("there are children for every board");
                    for m in Move::ALL.into_iter().filter(|m| moves[m.index()]) {
                        self.next
                            .extend([Step::Play(m), Step::Stand, Step::Back(m)]);
                    }
                }
            }
        }
        std::mem::swap(&mut self.steps, &mut self.next);
    }

    /// Removes the moves that all boards have in common from the walk; returns them.
    pub(super) fn settle(&mut self) -> &[Move] {
        let common = self.common();
        self.steps.truncate(self.steps.len() - common);
        let settled = self.trunk.len();
        self.trunk
            .extend(self.steps.drain(..common).map(|step| match step {
                Step::Play(m) => m,
                _ => unreachable!("a walk begins with the moves to its first board"),
            }));
        &self.trunk[settled..]
    }

    /// The number of moves that all boards have in common.
    fn common(&self) -> usize {
        let (mut depth, mut lowest, mut common) = (0, 0, None);
        for step in &self.steps {
            match step {
                Step::Play(_) => depth += 1,
                Step::Back(_) => {
                    depth -= 1;
                    lowest = lowest.min(depth);
                }
                Step::Stand => {
                    common = Some(common.map_or(depth, |common: usize| common.min(lowest)));
                    lowest = depth;
                }
            }
        }
        common.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [bool; 4] = [true; 4];
    const NONE: [bool; 4] = [false; 4];

    #[test]
    fn a_walk_stands_at_every_board_and_comes_back() {
        let mut tour = Tour::new();
        tour.grow([ALL].into_iter());
        tour.grow([NONE, ALL, NONE, [true, false, false, true]].into_iter());
        let paths: Vec<Vec<usize>> = (0..6)
            .map(|board| tour.path(tour.place(board)))
            .map(|path| path.into_iter().map(Move::index).collect())
            .collect();
        let expected = [[1, 0], [1, 1], [1, 2], [1, 3], [3, 0], [3, 3]];
        assert_eq!(paths, expected.map(Vec::from));
        assert!(tour.path(tour.steps().len()).is_empty());
    }

    #[test]
    fn what_all_boards_begin_with_is_settled() {
        let mut tour = Tour::new();
        tour.grow([ALL].into_iter());
        tour.grow([NONE, NONE, ALL, NONE].into_iter());
        let before: Vec<_> = (0..4).map(|board| tour.path(tour.place(board))).collect();
        assert_eq!(tour.settle(), [Move::Left]);
        let after: Vec<_> = (0..4).map(|board| tour.path(tour.place(board))).collect();
        assert_eq!(before, after);
        assert!(tour.settle().is_empty());
    }
}
