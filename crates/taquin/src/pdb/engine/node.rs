//! The engine's representation of a board, and the data that all boards of a search share.

use crate::pdb::{
    Database, LARGE_EDGES, MAX_GROUPS, PatternSum, SMALL_EDGES, Slot, Successor, Successors, edge,
};
use crate::space::{Arrangement, Automaton};
use std::ops::Range;

/// The most views: the slack of each takes a byte of a word.
pub(crate) const MAX_VIEWS: usize = 4;
/// Views are evaluated in pairs: the second pair only for children that are within the bound of the first.
pub(super) const PAIR: usize = 2;
/// The bits of a kind for each pair of views.
const KIND_BITS: usize = 4;
/// The moves of all cells, rounded up so that a lookup needs no bounds check.
const MOVES: usize = 128;

/// A board of the search: `V` partitions of its tiles into up to `G` groups, and `N` cells, a power of two, so that a
/// lookup by cell needs no bounds check.
#[derive(Clone, Copy)]
pub(super) struct Node<const V: usize, const G: usize, const N: usize> {
    pub(super) groups: [[Placed; G]; V],
    /// For each cell, its tile's group in each view, two bits each. The blank's cell has any value.
    pub(super) kinds: [u8; N],
    /// For each view, a byte: how many moves may still lead away from the goal. The highest bit is set if it is negative.
    pub(super) slack: u32,
    /// The log entry from which the path to this node can be reconstructed.
    pub(super) log: u32,
    /// The state of the automaton, which includes the blank's cell.
    pub(super) state: u16,
    /// The number of moves left.
    pub(super) left: u8,
    /// The index, in the move order, of the move that led here.
    pub(super) last: u8,
}

/// The placement of a group's tiles.
#[derive(Clone, Copy, Default)]
pub(super) struct Placed {
    /// The occupied cells and the blank's region, as in [`Successors`].
    pub(super) vertex: u32,
    /// The rank of the order of the tiles.
    pub(super) order: u16,
    /// The table's bit.
    pub(super) bit: u8,
}

/// The table of a group.
#[derive(Clone, Copy)]
pub(super) struct GroupTable<'a> {
    bits: &'a [u8],
    /// Bytes per vertex.
    stride: usize,
    /// Where the bytes of vertex 0 would be: before the table, because the vertices of other numbers of tiles come first.
    origin: usize,
}

impl<'a> GroupTable<'a> {
    pub(super) fn new(database: &'a Database, successors: &Successors) -> GroupTable<'a> {
        let index = database.index();
        let (stride, first) = (8 * index.words(), successors.first(index.tiles()));
        GroupTable {
            bits: database.bits(),
            stride,
            origin: (first as usize * stride).wrapping_neg(),
        }
    }

    /// The byte that has the bit of a placement.
    #[inline(always)]
    pub(super) fn byte(&self, vertex: u32, order: u16) -> u8 {
        let row = (vertex as usize)
            .wrapping_mul(self.stride)
            .wrapping_add(self.origin);
        self.bits[row.wrapping_add(usize::from(order >> 3))]
    }
}

/// What a move of a tile means in a pair of views. For each view a byte: the edge along which the tile moves in the group's
/// table, and in the two highest bits the group. Then for each view a byte that is 1 if parity and bits say the opposite.
#[derive(Clone, Copy, Default)]
pub(super) struct Step(u32);

impl Step {
    const GROUP: u32 = 6;

    #[inline(always)]
    pub(super) const fn edge(self, place: usize) -> usize {
        (self.0 >> (8 * place)) as usize & ((1 << Step::GROUP) - 1)
    }

    #[inline(always)]
    pub(super) const fn group(self, place: usize) -> u8 {
        (self.0 >> (8 * place as u32 + Step::GROUP)) as u8 & 3
    }

    #[inline(always)]
    pub(super) const fn flips(self) -> u32 {
        self.0 >> 16
    }
}

/// What all nodes share.
pub(super) struct Context<'a, const V: usize, const G: usize, const N: usize> {
    pub(super) tables: [[GroupTable<'a>; MAX_GROUPS]; V],
    /// For each pair of views, for each move by number and each kind of the tile.
    pub(super) steps: [Box<[[Step; 1 << KIND_BITS]; MOVES]>; MAX_VIEWS / PAIR],
    words: &'a [[u8; 4]],
    pub(super) turns: &'a [u32; 256],
    pub(super) passed: &'a [u16],
    pub(super) automaton: &'a Automaton,
}

impl<'a, const V: usize, const G: usize, const N: usize> Context<'a, V, G, N> {
    /// The number of words of a vertex.
    const EDGES: usize = if N <= 16 { SMALL_EDGES } else { LARGE_EDGES };

    pub(super) fn new(sum: &'a PatternSum, automaton: &'a Automaton) -> Self {
        let successors: &Successors = sum.successors();
        let table = |slot: &'a Slot| GroupTable::new(&slot.database, successors);
        Context {
            tables: std::array::from_fn(|view| {
                let slots = &sum.views()[view].slots;
                // There may be fewer groups; no tile belongs to the copies.
                std::array::from_fn(|group| table(&slots[group.min(slots.len() - 1)]))
            }),
            steps: std::array::from_fn(|pair| {
                steps(sum, automaton, PAIR * pair..V.min(PAIR * (pair + 1)))
            }),
            words: successors.words(),
            turns: &successors.turns,
            passed: &successors.passed,
            automaton,
        }
    }

    /// Where a move along an edge leads.
    #[inline(always)]
    pub(super) fn successor(&self, vertex: u32, edge: usize) -> Successor {
        let word = self.words[vertex as usize * Self::EDGES + edge];
        Successor(u32::from_le_bytes(word))
    }

    /// The kind of a tile in a pair of views.
    #[inline(always)]
    pub(super) const fn kind(kinds: u8, pair: usize) -> usize {
        (kinds >> (KIND_BITS * pair)) as usize & ((1 << KIND_BITS) - 1)
    }

    /// The first node of an iteration, and for each partition its estimate.
    pub(super) fn start(
        &self,
        state: &impl Arrangement,
        sum: &PatternSum,
    ) -> (Node<V, G, N>, [u32; V]) {
        let cells = sum.shape().area();
        let mut node = Node {
            groups: [[Placed::default(); G]; V],
            kinds: [0; N],
            slack: 0,
            log: 0,
            state: state.blank() as u16,
            left: 0,
            last: 0,
        };
        let mut estimates = [0; V];
        for (place, (view, estimate)) in sum.views().iter().zip(&mut estimates).enumerate() {
            for cell in (0..cells).filter(|&cell| cell != state.blank()) {
                node.kinds[cell] |= view.group_of[state.home_at(cell)] << (2 * place);
            }
            for (group, slot) in view.slots.iter().enumerate() {
                let (placement, blank) = slot.place(state, cells);
                let index = slot.database.index();
                node.groups[place][group] = Placed {
                    vertex: sum.successors().first(index.tiles())
                        + index.vertex(placement.set, blank) as u32,
                    order: placement.order,
                    bit: slot.database.class_at(placement, blank).0 >> 1,
                };
                *estimate += slot.distance(placement, blank);
            }
        }
        (node, estimates)
    }
}

/// What each move of each kind of tile means in a pair of views.
fn steps(
    sum: &PatternSum,
    automaton: &Automaton,
    views: Range<usize>,
) -> Box<[[Step; 1 << KIND_BITS]; MOVES]> {
    let shape = sum.shape();
    let mut steps = Box::new([[Step::default(); 1 << KIND_BITS]; MOVES]);
    for blank in shape.cells() {
        for (place, m) in automaton.order().moves().into_iter().enumerate() {
            let Some(source) = shape.source(blank, m) else {
                continue;
            };
            for (kind, step) in steps[4 * blank.index() + place].iter_mut().enumerate() {
                for (place, view) in views.clone().enumerate() {
                    let group = kind >> (2 * place) & 3;
                    let Some(slot) = sum.views()[view].slots.get(group) else {
                        continue;
                    };
                    let see = |cell: usize| usize::from(slot.seen_as[cell]);
                    let edge = edge(shape, see(source.index()), see(blank.index()));
                    let flips = 1 ^ u32::from(slot.database.parity(0));
                    let byte = (edge | group << Step::GROUP) as u32;
                    step.0 |= byte << (8 * place) | flips << (16 + 8 * place);
                }
            }
        }
    }
    steps
}
