//! Where each move leads from each vertex, looked up at once.
//!
//! A vertex of a [`PatternIndex`] is a set of occupied cells with a region for the blank. A tile moves along an edge of the
//! grid; set and region determine in which direction. So a vertex has one word for each edge: the vertex after the move,
//! how the move changes the order of the tiles, and the parity of the vertex before it. All patterns of as many tiles share
//! these words, and a search needs no ranks, no regions and no bit counts.
//!
//! The words of several numbers of tiles follow each other in one array, so that a vertex says by itself where its words
//! are.

use super::graph::{odd_cells, side_of};
use super::{Bytes, PatternIndex, TileStep};
use crate::puzzle::Shape;
use crate::support::bits::SetBits;
use std::sync::Arc;

/// The edges of the grid for shapes of up to 16 cells, and for larger ones.
pub(crate) const SMALL_EDGES: usize = 24;
pub(crate) const LARGE_EDGES: usize = 40;
/// The bits of the vertex in a word; above it are the turn, and in the highest bit the parity.
const VERTEX_BITS: u32 = 23;

/// Where a move leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Successor(pub(crate) u32);

impl Successor {
    /// The vertex after the move.
    #[inline(always)]
    pub(crate) const fn vertex(self) -> u32 {
        self.0 & ((1 << VERTEX_BITS) - 1)
    }

    /// The number of the change of the tiles' order.
    #[inline(always)]
    pub(crate) const fn turn(self) -> usize {
        (self.0 >> VERTEX_BITS) as usize & 255
    }

    /// The parity of the occupied cells' rows and columns before the move.
    #[inline(always)]
    pub(crate) const fn parity(self) -> u32 {
        self.0 >> 31
    }
}

/// The successors of all vertices of some numbers of tiles.
pub(crate) struct Successors {
    /// Words, the lowest byte first, and their number for each vertex.
    bytes: Bytes,
    edges: usize,
    /// For each turn, where in `passed` it begins.
    pub(crate) turns: Box<[u32; 256]>,
    /// For each order of the tiles, the order after a turn. All of one turn follow each other.
    pub(crate) passed: Vec<u16>,
    /// For each number of tiles, its first vertex.
    firsts: Vec<(usize, u32)>,
}

impl std::fmt::Debug for Successors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Successors")
            .field("firsts", &self.firsts)
            .finish_non_exhaustive()
    }
}

impl Successors {
    /// For these numbers of tiles, each once. `relocate` may move the words to faster memory.
    pub(crate) fn new(
        indices: &[&PatternIndex],
        relocate: &mut dyn FnMut(&[u8]) -> Option<Bytes>,
    ) -> Successors {
        let vertices: usize = indices.iter().map(|index| index.vertices()).sum();
        assert!(vertices < 1 << VERTEX_BITS, "vertices fit in a word");
        let edges = indices.first().map_or(0, |index| edges(index.shape()));
        let mut bytes = vec![0; 4 * edges * vertices];
        let mut successors = Successors {
            bytes: Arc::new(Vec::new()),
            edges,
            turns: Box::new([0; 256]),
            passed: Vec::new(),
            firsts: Vec::new(),
        };
        let (mut first, mut turns) = (0, 0);
        for &index in indices {
            successors.firsts.push((index.tiles(), first as u32));
            let rows = bytes[4 * edges * first..].chunks_exact_mut(4 * edges);
            fill(index, (first as u32, turns), rows);
            for turn in 0..index.turn_count() {
                let begin = successors.passed.len() + turn * index.orders();
                successors.turns[turns + turn] = begin as u32;
            }
            successors.passed.extend_from_slice(index.all_turns());
            turns += index.turn_count();
            first += index.vertices();
        }
        successors.bytes = relocate(&bytes).unwrap_or_else(|| Arc::new(bytes));
        successors
    }

    /// The bytes of the words for one number of tiles.
    pub(crate) fn bytes_of(index: &PatternIndex) -> usize {
        4 * edges(index.shape()) * index.vertices()
    }

    /// The words, vertex by vertex, one for each edge.
    pub(crate) fn words(&self) -> &[[u8; 4]] {
        (*self.bytes).as_ref().as_chunks().0
    }

    /// Where a move along an edge leads, outside hot loops.
    pub(crate) fn after(&self, vertex: u32, edge: usize) -> Successor {
        let words = self.words();
        Successor(u32::from_le_bytes(
            words[vertex as usize * self.edges + edge],
        ))
    }

    /// The first vertex of a number of tiles.
    pub(crate) fn first(&self, tiles: usize) -> u32 {
        let known = self.firsts.iter().find(|(known, _)| *known == tiles);
        known.expect("the numbers of tiles are known").1
    }
}

/// The number of words of a vertex.
pub(crate) const fn edges(shape: Shape) -> usize {
    if shape.area() <= 16 {
        SMALL_EDGES
    } else {
        LARGE_EDGES
    }
}

/// The number of the edge between two cells: horizontal ones first.
pub(crate) fn edge(shape: Shape, a: usize, b: usize) -> usize {
    let (rows, cols) = (shape.rows() as usize, shape.cols() as usize);
    let low = a.min(b);
    if a.abs_diff(b) == 1 {
        low / cols * (cols - 1) + low % cols
    } else {
        rows * (cols - 1) + low
    }
}

/// Fills the rows of one index; its vertices and its turns are numbered from `firsts` on.
fn fill<'a>(index: &PatternIndex, firsts: (u32, usize), rows: impl Iterator<Item = &'a mut [u8]>) {
    let (odd, neighbours) = (odd_cells(index), index.neighbours());
    for ((set, region), row) in index.all_vertices().zip(rows) {
        let parity = side_of(set, odd) as u32;
        for to in SetBits::of(region) {
            for from in SetBits::of(neighbours[to] & set) {
                let step = TileStep::new(from, to);
                let vertex = index.vertex(set ^ (1 << from | 1 << to), from as u32) as u32;
                let turn = firsts.1 + index.turn_of(set, step);
                let word = (firsts.0 + vertex) | (turn as u32) << VERTEX_BITS | parity << 31;
                let place = 4 * edge(index.shape(), from, to);
                row[place..][..4].copy_from_slice(&word.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::Placement;

    /// Every move of every vertex leads where ranking the placement anew leads.
    #[test]
    fn successors_are_what_ranking_finds() {
        for (rows, cols, tiles) in [
            (2, 3, &[2, 1][..]),
            (3, 3, &[4]),
            (4, 4, &[3, 6]),
            (3, 6, &[4]),
        ] {
            let shape = Shape::new(rows, cols).unwrap();
            let indices: Vec<PatternIndex> = tiles
                .iter()
                .map(|&tiles| PatternIndex::new(shape, tiles))
                .collect();
            let references: Vec<&PatternIndex> = indices.iter().collect();
            let successors = Successors::new(&references, &mut |_| None);
            for index in &indices {
                let first = successors.first(index.tiles());
                for (number, (set, region)) in index.all_vertices().enumerate() {
                    for blank in SetBits::of(region) {
                        for tile in SetBits::of(index.neighbours()[blank] & set) {
                            let edge = edge(shape, tile, blank);
                            let word = successors.after(first + number as u32, edge);
                            let step = TileStep::new(tile, blank);
                            for order in [0, index.orders() as u16 - 1, index.orders() as u16 / 2] {
                                let after = index.after(Placement { set, order }, step);
                                let turn = successors.turns[word.turn()] as usize;
                                let vertex = index.vertex(after.set, tile as u32) as u32;
                                assert_eq!(word.vertex(), first + vertex);
                                assert_eq!(
                                    successors.passed[turn + usize::from(order)],
                                    after.order
                                );
                            }
                            assert_eq!(word.parity(), side_of(set, odd_cells(index)) as u32);
                        }
                    }
                }
            }
        }
    }
}
