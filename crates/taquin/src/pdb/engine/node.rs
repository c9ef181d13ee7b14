//! The engine's representation of a board, and the data that all boards of a search share.

use crate::pdb::{PatternIndex, PatternSum, Placement, Slot, TileStep};
use crate::puzzle::Shape;
use crate::space::Arrangement;
use crate::space::Automaton;

/// A board of the search: `V` partitions of its tiles into up to `G` groups, and `N` cells, a power of two, so that a
/// lookup by cell needs no bounds check.
#[derive(Clone, Copy)]
pub(super) struct Node<const V: usize, const G: usize, const N: usize> {
    pub(super) groups: [[Placed; G]; V],
    /// For each partition, how many moves may still lead away from its goal.
    pub(super) slack: [i8; V],
    /// The number of moves left.
    pub(super) left: u8,
    pub(super) blank: u8,
    /// The index, in the move order, of the move that led here.
    pub(super) last: u8,
    /// The state of the automaton.
    pub(super) state: u16,
    /// The log entry from which the path to this node can be reconstructed.
    pub(super) log: u32,
    /// For each cell, the home of its tile.
    pub(super) tiles: [u8; N],
}

/// The placement of a group's tiles, and in the two highest bytes its distance to the goal modulo four.
#[derive(Clone, Copy, Default)]
pub(super) struct Placed(u64);

impl Placed {
    #[inline(always)]
    pub(super) const fn new(placement: Placement, class: u8) -> Placed {
        Placed(placement.set as u64 | (placement.order as u64) << 32 | (class as u64) << 48)
    }

    #[inline(always)]
    pub(super) const fn placement(self) -> Placement {
        Placement {
            set: self.0 as u32,
            order: (self.0 >> 32) as u16,
        }
    }

    #[inline(always)]
    pub(super) const fn class(self) -> u8 {
        (self.0 >> 48) as u8
    }
}

/// A group of a partition.
pub(super) struct Group<'a, const N: usize> {
    pub(super) index: &'a PatternIndex,
    pub(super) bits: &'a [u8],
    /// Entries per vertex.
    pub(super) stride: usize,
    /// For each cell of the blank and each index in the move order, the move as the table sees it.
    pub(super) steps: [[TileStep; 4]; N],
}

/// What all nodes share.
pub(super) struct Context<'a, const V: usize, const G: usize, const N: usize> {
    pub(super) groups: [[Group<'a, N>; G]; V],
    /// For each partition and each home, the group of its tile.
    pub(super) group_of: [[u8; N]; V],
    /// For each cell of the blank and each index in the move order, the cell from which the tile comes.
    pub(super) sources: [[u8; 4]; N],
    pub(super) automaton: &'a Automaton,
}

impl<'a, const V: usize, const G: usize, const N: usize> Context<'a, V, G, N> {
    pub(super) fn new(sum: &'a PatternSum, automaton: &'a Automaton) -> Self {
        let mut sources = [[0; 4]; N];
        for blank in sum.shape().cells() {
            for (place, m) in automaton.order().moves().into_iter().enumerate() {
                let source = sum.shape().source(blank, m).unwrap_or(blank);
                sources[blank.index()][place] = source.index() as u8;
            }
        }
        Context {
            groups: std::array::from_fn(|view| {
                let slots = &sum.views()[view].slots;
                // There may be fewer than `G` groups; no tile belongs to the copies.
                std::array::from_fn(|group| {
                    Group::new(&slots[group.min(slots.len() - 1)], &sources, sum.shape())
                })
            }),
            group_of: std::array::from_fn(|view| {
                let group_of = sum.views()[view].group_of;
                std::array::from_fn(|home| group_of.get(home).copied().unwrap_or(0))
            }),
            sources,
            automaton,
        }
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
            slack: [0; V],
            left: 0,
            blank: state.blank() as u8,
            last: 0,
            state: state.blank() as u16,
            log: 0,
            tiles: [0; N],
        };
        for cell in 0..cells {
            node.tiles[cell] = state.home_at(cell) as u8;
        }
        let mut estimates = [0; V];
        for (view, estimate) in estimates.iter_mut().enumerate() {
            for (group, slot) in sum.views()[view].slots.iter().enumerate() {
                let (placement, blank) = slot.place(state, cells);
                let distance = slot.distance(placement, blank);
                node.groups[view][group] = Placed::new(placement, (distance % 4) as u8);
                *estimate += distance;
            }
        }
        (node, estimates)
    }
}

impl<'a, const N: usize> Group<'a, N> {
    fn new(slot: &'a Slot, sources: &[[u8; 4]; N], shape: Shape) -> Group<'a, N> {
        let see = |cell: usize| usize::from(slot.seen_as[cell]);
        let mut steps = [[TileStep::default(); 4]; N];
        for blank in 0..shape.area() {
            for (step, &source) in steps[blank].iter_mut().zip(&sources[blank]) {
                if usize::from(source) != blank {
                    *step = TileStep::new(see(source.into()), see(blank));
                }
            }
        }
        let index = slot.database.index();
        Group {
            index,
            bits: slot.database.bits(),
            stride: 64 * index.words(),
            steps,
        }
    }
}
