//! The moves that led to the boards of a beam.
//!
//! Every layer has, for each board, its parent in the layer before and the move. The boards of a layer have few ancestors
//! some layers before, so what leads to no board of the last layer is removed from time to time.

use crate::puzzle::Move;

/// What led from a parent to a board.
pub(super) trait Step: Copy {
    /// The number of the parent.
    fn parent(self) -> usize;

    /// The same from a parent of another number.
    fn with_parent(self, parent: u32) -> Self;

    /// Adds the moves, all in one direction.
    fn add_to(self, moves: &mut Vec<Move>);
}

/// The layers from the first step to the last.
#[derive(Debug)]
pub(super) struct History<L = Link> {
    layers: Vec<Vec<L>>,
    /// Links in all layers.
    links: usize,
    /// Links that are left when those without descendants have been removed.
    needed: usize,
}

/// A parent's number, times four, plus the index of the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link(u32);

impl Link {
    pub(super) fn new(parent: u32, m: Move) -> Link {
        debug_assert!(parent < 1 << 30, "beams are not this wide");
        Link(parent << 2 | m.index() as u32)
    }

    const fn last(self) -> Move {
        Move::ALL[(self.0 & 3) as usize]
    }
}

impl Step for Link {
    fn parent(self) -> usize {
        (self.0 >> 2) as usize
    }

    fn with_parent(self, parent: u32) -> Link {
        Link::new(parent, self.last())
    }

    fn add_to(self, moves: &mut Vec<Move>) {
        moves.push(self.last());
    }
}

/// A parent's number, and the direction and number of the tiles that moved at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlideLink {
    parent: u32,
    m: Move,
    tiles: u8,
}

impl SlideLink {
    pub(super) const fn new(parent: u32, m: Move, tiles: u8) -> SlideLink {
        SlideLink { parent, m, tiles }
    }
}

impl Step for SlideLink {
    fn parent(self) -> usize {
        self.parent as usize
    }

    fn with_parent(self, parent: u32) -> SlideLink {
        SlideLink { parent, ..self }
    }

    fn add_to(self, moves: &mut Vec<Move>) {
        moves.extend(std::iter::repeat_n(self.m, self.tiles.into()));
    }
}

impl<L> Default for History<L> {
    fn default() -> History<L> {
        History {
            layers: Vec::new(),
            links: 0,
            needed: 0,
        }
    }
}

/// History is not cleared below this number of links, or of links per board of the last layer if those are fewer.
const FEW: usize = 1 << 22;
const FEW_PER_BOARD: usize = 16;
/// The history of a narrow beam is cleared rarely.
const LEAST: usize = 1 << 16;

/// The links per board of the last layer that memory limits allow for. An assumption, not measured: it holds while clearing leaves
/// at most about five links per board.
pub(super) const LINKS_PER_BOARD: usize = 2 * FEW_PER_BOARD;

impl<L: Step> History<L> {
    /// Adds a layer.
    pub(super) fn push(&mut self, layer: Vec<L>) {
        let few = (FEW_PER_BOARD * layer.len()).clamp(LEAST, FEW);
        self.links += layer.len();
        self.layers.push(layer);
        if self.links > few + 3 * self.needed {
            self.clear();
        }
    }

    pub(super) const fn links(&self) -> usize {
        self.links
    }

    /// The moves to a board of the last layer.
    pub(super) fn path(&self, mut board: usize) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::with_capacity(self.layers.len() + 1);
        for layer in self.layers.iter().rev() {
            layer[board].add_to(&mut moves);
            board = layer[board].parent();
        }
        moves.reverse();
        moves
    }

    /// Removes what leads to no board of the last layer.
    fn clear(&mut self) {
        let mut places: Vec<u32> = Vec::new();
        for last in (1..self.layers.len()).rev() {
            let (before, after) = self.layers.split_at_mut(last);
            let (parents, children) = (&mut before[last - 1], &mut after[0]);
            const NONE: u32 = u32::MAX;
            places.clear();
            places.resize(parents.len(), NONE);
            for link in children.iter() {
                places[link.parent()] = 0;
            }
            let mut count = 0;
            for (place, &link) in places.iter_mut().zip(&parents.clone()) {
                if *place != NONE {
                    *place = count;
                    parents[count as usize] = link;
                    count += 1;
                }
            }
            let is_unchanged = count as usize == parents.len();
            parents.truncate(count as usize);
            parents.shrink_to_fit();
            for link in children.iter_mut() {
                *link = link.with_parent(places[link.parent()]);
            }
            if is_unchanged {
                break;
            }
        }
        self.links = self.layers.iter().map(Vec::len).sum();
        self.needed = self.links;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_the_same_after_clearing() {
        let mut history: History = History::default();
        let mut lot = 1u64;
        let mut width = 1;
        for _ in 0..30 {
            let layer = (0..50).map(|_| {
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Link::new(
                    (lot >> 40) as u32 % width,
                    Move::ALL[(lot >> 60) as usize % 4],
                )
            });
            history.push(layer.collect());
            width = 50;
        }
        let paths =
            |history: &History| (0..50).map(|board| history.path(board)).collect::<Vec<_>>();
        let before = paths(&history);
        let links = history.links();
        history.clear();
        assert!(history.links() < links);
        assert_eq!(paths(&history), before);
    }
}
