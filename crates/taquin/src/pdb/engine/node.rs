//! What the engine knows of a board, and what all boards of a search share.

use crate::pdb::{PatternIndex, PatternSum, Placement, Slot, TileStep};
use crate::puzzle::Shape;
use crate::space::Arrangement;
use crate::space::Automaton;

/// A board on the way: `V` divisions of its tiles into up to `G` groups, and `N` cells; a power of two, so that no look-up
/// by a cell needs a check.
#[derive(Clone, Copy)]
pub(super) struct Node<const V: usize, const G: usize, const N: usize> {
    pub(super) groups: [[Placed; G]; V],
    /// For each division how many moves may still lead away from its goal.
    pub(super) slack: [i8; V],
    /// The moves left.
    pub(super) left: u8,
    pub(super) blank: u8,
    /// The place in the order of the move that led here.
    pub(super) last: u8,
    /// The automaton's.
    pub(super) state: u16,
    /// Where the way here is logged.
    pub(super) log: u32,
    /// For each cell the home of what lies there.
    pub(super) tiles: [u8; N],
}

/// Where a group's tiles are, and in the two highest bytes how far that is from home, modulo four.
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

/// A division's groups.
pub(super) struct Group<'a, const N: usize> {
    pub(super) index: &'a PatternIndex,
    pub(super) bits: &'a [u8],
    /// Entries of a vertex.
    pub(super) stride: usize,
    /// For each cell of the blank and each place of the order the move as the table sees it.
    pub(super) steps: [[TileStep; 4]; N],
}

/// What all nodes share.
pub(super) struct Context<'a, const V: usize, const G: usize, const N: usize> {
    pub(super) groups: [[Group<'a, N>; G]; V],
    /// For each division and each home the group of its tile.
    pub(super) group_of: [[u8; N]; V],
    /// For each cell of the blank and each place of the order where the tile comes from.
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
                // There may be fewer groups; a tile is in none of the others.
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

    /// The first node of a round, and the length that its estimates allow at least.
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
