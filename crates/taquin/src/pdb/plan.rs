//! How the construction of a table is divided into shares.
//!
//! A share is a range of vertices by number, each with all orders of its tiles. On either side that is a range of
//! places too, because places are in the order of the numbers. Nothing here depends on the content of a share.

use super::format::{HEADER_BYTES, header_of};
use super::graph::{Edge, Sides};
use super::side::Arrival;
use super::{Pattern, PatternIndex};
use std::ops::Range;
use std::sync::Arc;

/// The maps of a share.
pub(super) const MAPS: usize = 6;

/// What all shares of the construction of a table have in common.
pub struct BuildPlan {
    pattern: Pattern,
    index: Arc<PatternIndex>,
    pub(super) sides: Sides,
}

/// The memory that the construction of a table needs, in bytes, approximately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildNeeds {
    /// The largest share, its maps included.
    pub share: u64,
    /// The plan, once in each process.
    pub plan: u64,
    /// A checkpoint of all shares together: the newest level and the one before.
    pub checkpoint: u64,
}

impl BuildPlan {
    /// The plan for a pattern's table. The index is that of its shape and its number of tiles.
    pub fn new(pattern: Pattern, index: Arc<PatternIndex>) -> BuildPlan {
        assert!(
            index.shape() == pattern.shape() && index.tiles() == pattern.homes().len(),
            "an index is for the shape and the number of tiles of its patterns"
        );
        let sides = Sides::new(&index);
        BuildPlan {
            pattern,
            index,
            sides,
        }
    }

    /// The pattern.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How entries are numbered.
    pub const fn index(&self) -> &Arc<PatternIndex> {
        &self.index
    }

    /// The number of entries in the table.
    pub fn entries(&self) -> u64 {
        self.index.entries() as u64
    }

    /// The largest number of shares of which none is empty.
    pub fn units(&self) -> usize {
        self.index.vertices()
    }

    /// The numbers of words in the maps of a share: visited, latest and table of the first side, then of the second.
    pub fn words(&self, share: usize, shares: usize) -> [usize; MAPS] {
        let sides = self.places(share, shares);
        std::array::from_fn(|map| self.index.words() * sides[map / (MAPS / 2)].len())
    }

    /// What a construction with this number of shares needs.
    pub fn needs(&self, shares: usize) -> BuildNeeds {
        let bits = self.index.bytes() as u64;
        let (vertices, words) = (self.units() as u64, self.index.words() as u64);
        let largest = vertices.div_ceil(shares.max(1) as u64);
        // A vertex has about six edges. At worst each of them comes from another share and is in two lists.
        let edge = size_of::<Edge>().max(size_of::<Arrival>() + size_of::<(u32, u32)>()) as u64;
        BuildNeeds {
            share: largest * (3 * 8 * words + 6 * edge + 16),
            // The number and the place of each vertex, and the index's data for it and for its set.
            plan: 20 * vertices + (1 << 20),
            checkpoint: 2 * bits,
        }
    }

    /// The header of the table's file, for bits with this checksum.
    pub fn header(&self, checksum: u32) -> [u8; HEADER_BYTES] {
        header_of(&self.pattern, self.index.bytes(), checksum)
    }

    /// The vertices of a share, by number.
    pub(super) fn vertices(&self, share: usize, shares: usize) -> Range<usize> {
        assert!(
            share < shares,
            "share {share} is one of {shares}, counted from 0"
        );
        let first = |share: usize| (share as u128 * self.units() as u128 / shares as u128) as usize;
        first(share)..first(share + 1)
    }

    /// The share that has a vertex.
    pub(super) fn share_of(&self, vertex: usize, shares: usize) -> usize {
        // The last one that begins at the vertex or before.
        (((vertex as u128 + 1) * shares as u128 - 1) / self.units() as u128) as usize
    }

    /// The vertices of a share on either side, by place.
    pub(super) fn places(&self, share: usize, shares: usize) -> [Range<usize>; 2] {
        let Range { start, end } = self.vertices(share, shares);
        [0, 1].map(|side: usize| {
            let vertices = &self.sides.vertices[side];
            let place = |end: usize| vertices.partition_point(|&vertex| (vertex as usize) < end);
            place(start)..place(end)
        })
    }
}
