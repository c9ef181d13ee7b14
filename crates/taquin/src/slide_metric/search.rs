//! IDA* over slides.
//!
//! Row and column slides alternate, so the length of a solution and the axis of its first slide determine the axis of
//! its last. Each iteration searches for one length and one first axis, with the tables for that last axis. For each
//! view of the board, a node stores its *slack*: how many slides may still be wasted, always an even number. A slide
//! that the view's table does not mark as nearer wastes two. A child with negative slack is pruned before any of its
//! entries is looked up.
//!
//! The lookups wait for memory, so they are batched: a block of nodes of one depth is expanded together, then all
//! their children are looked up, and the children that remain are expanded before the rest of the depth above.

use super::build::{Entries, Table};
use super::tracks::{Axis, Side, Track, Tracks};
use std::ops::ControlFlow;

/// The least number of boards generated between two ticks.
const TICK: u64 = 1 << 18;

/// Nodes that are expanded together.
const BLOCK: usize = 64;

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlideStats {
    /// Expanded boards; a board counts again in each iteration.
    pub expanded: u64,
    /// Generated boards, without the start: children that their parent's lookups did not prune.
    pub generated: u64,
}

/// A start as one pattern sees it.
pub(super) struct View<'a, const BITS: usize> {
    /// By axis of the last slide.
    pub(super) tables: &'a [Table<BITS>; 2],
    /// Whether the pattern sees the board with rows and columns exchanged.
    pub(super) mirrored: bool,
    /// The tracks of the start, by axis as the pattern sees it.
    pub(super) start: [Track; 2],
}

impl<const BITS: usize> View<'_, BITS> {
    /// The pattern's axis for an axis of the board.
    const fn axis(&self, axis: Axis) -> Axis {
        if self.mirrored { axis.other() } else { axis }
    }
}

/// The problem of a search, as its tables see it.
pub(super) struct Search<'a, const BITS: usize, const VIEWS: usize> {
    pub(super) tracks: &'a Tracks,
    pub(super) views: [View<'a, BITS>; VIEWS],
    /// The blank's position along its row and along its column at the start.
    pub(super) blank: [u8; 2],
    /// The same at the goal.
    pub(super) home: [u8; 2],
}

/// All paths of one length that begin along one axis.
#[derive(Clone, Copy)]
pub(super) struct Iteration {
    pub(super) length: u32,
    pub(super) first: Axis,
}

impl Iteration {
    const fn last(self) -> Axis {
        if self.length % 2 == 1 {
            self.first
        } else {
            self.first.other()
        }
    }
}

/// Receives the counters periodically, and every path that may be a solution; may stop the search.
pub(super) trait Watch {
    /// `path` has the position to which the blank moves, for each slide. `Break` if it leads to the goal.
    fn candidate(&mut self, first: Axis, path: &[u8]) -> ControlFlow<()>;
    fn tick(&mut self, stats: &SlideStats) -> ControlFlow<()>;
}

/// A board as the views see it.
#[derive(Clone, Copy)]
pub(super) struct Node<const VIEWS: usize> {
    /// By axis of the board, then by view.
    tracks: [[Track; VIEWS]; 2],
    /// For each view, how many slides may still be wasted.
    slack: [u8; VIEWS],
    /// For each view, the positions that are nearer to the goal, one bit each.
    nearer: [u8; VIEWS],
    /// The blank's position along its row and along its column.
    blank: [u8; 2],
    /// The positions to which the blank may move, one bit each.
    allowed: u8,
    /// The index of the parent among the nodes of the depth above.
    parent: u32,
}

/// Nodes of one depth that come from one block of the depth above.
#[derive(Clone, Default)]
pub(super) struct Level<const VIEWS: usize> {
    pub(super) nodes: Vec<Node<VIEWS>>,
    /// The nodes before this index have been expanded.
    pub(super) next: usize,
}

impl<const VIEWS: usize> Level<VIEWS> {
    /// The depths of paths of a length, all empty.
    pub(super) fn for_length(length: u32) -> Vec<Level<VIEWS>> {
        (0..length).map(|_| Level::default()).collect()
    }
}

impl<const BITS: usize, const VIEWS: usize> Search<'_, BITS, VIEWS> {
    /// Searches for a solution; breaks when the observer does.
    pub(super) fn iterate(
        &self,
        iteration: Iteration,
        stats: &mut SlideStats,
        watch: &mut impl Watch,
    ) -> ControlFlow<()> {
        let lookups = Lookups::new(self, iteration);
        let Some(start) = lookups.start(self, iteration) else {
            return ControlFlow::Continue(());
        };
        let mut levels = Level::for_length(iteration.length);
        levels[0].nodes.push(start);
        self.descend(&lookups, iteration, (0, &mut levels), (stats, watch))
    }

    /// Searches below the nodes of one depth; the depths above only say how they were reached.
    pub(super) fn descend(
        &self,
        lookups: &Lookups<'_, BITS, VIEWS>,
        iteration: Iteration,
        (top, levels): (usize, &mut [Level<VIEWS>]),
        (stats, watch): (&mut SlideStats, &mut impl Watch),
    ) -> ControlFlow<()> {
        let mut depth = top;
        let mut axis = match top % 2 {
            0 => iteration.first,
            _ => iteration.first.other(),
        };
        let mut next_tick = stats.generated + TICK;
        loop {
            let (above, below) = levels.split_at_mut(depth + 1);
            let level = &mut above[depth];
            let Some(children) = below.first_mut().filter(|_| level.next < level.nodes.len())
            else {
                if below.is_empty() {
                    self.candidates(iteration, levels, watch)?;
                }
                if depth == top {
                    return ControlFlow::Continue(());
                }
                (depth, axis) = (depth - 1, axis.other());
                continue;
            };
            let block = level.next..level.nodes.len().min(level.next + BLOCK);
            level.next = block.end;
            children.next = 0;
            lookups.expand(
                axis,
                block.start as u32,
                &level.nodes[block.clone()],
                &mut children.nodes,
            );
            stats.expanded += block.len() as u64;
            stats.generated += children.nodes.len() as u64;
            (depth, axis) = (depth + 1, axis.other());
            // One slide is left after the last lookup, and every view says that it leads to the goal.
            if depth + 1 < iteration.length as usize {
                lookups.look_up(axis, &mut children.nodes);
            }
            if stats.generated >= next_tick {
                next_tick = stats.generated + TICK;
                watch.tick(stats)?;
            }
        }
    }

    /// Reports all paths to the last level; the last slide takes the blank to its goal cell.
    fn candidates(
        &self,
        iteration: Iteration,
        levels: &[Level<VIEWS>],
        watch: &mut impl Watch,
    ) -> ControlFlow<()> {
        let mut path = vec![0; levels.len()];
        for mut at in 0..levels[levels.len() - 1].nodes.len() {
            let mut axis = iteration.last();
            path[levels.len() - 1] = self.home[axis.index()];
            for depth in (1..levels.len()).rev() {
                let node = &levels[depth].nodes[at];
                axis = axis.other();
                path[depth - 1] = node.blank[axis.index()];
                at = node.parent as usize;
            }
            watch.candidate(iteration.first, &path)?;
        }
        ControlFlow::Continue(())
    }
}

/// What the inner loops read, by axis of the board and view.
pub(super) struct Lookups<'a, const BITS: usize, const VIEWS: usize> {
    tracks: &'a Tracks,
    sides: [[&'a Side; VIEWS]; 2],
    entries: [[&'a Entries<BITS>; VIEWS]; 2],
}

impl<'a, const BITS: usize, const VIEWS: usize> Lookups<'a, BITS, VIEWS> {
    pub(super) fn new(
        search: &'a Search<'_, BITS, VIEWS>,
        iteration: Iteration,
    ) -> Lookups<'a, BITS, VIEWS> {
        let views = &search.views;
        Lookups {
            tracks: search.tracks,
            sides: Axis::BOTH
                .map(|axis| std::array::from_fn(|view| search.tracks.side(views[view].axis(axis)))),
            entries: Axis::BOTH.map(|axis| {
                std::array::from_fn(|at| {
                    let view = &views[at];
                    view.tables[view.axis(iteration.last()).index()].entries(view.axis(axis))
                })
            }),
        }
    }

    /// The start, unless a view proves that it is too far away.
    pub(super) fn start(
        &self,
        search: &Search<'_, BITS, VIEWS>,
        iteration: Iteration,
    ) -> Option<Node<VIEWS>> {
        let mut slack = [0; VIEWS];
        for (view, slack) in search.views.iter().zip(&mut slack) {
            let table = &view.tables[view.axis(iteration.last()).index()];
            let distance = table.distance(self.tracks, view.axis(iteration.first), view.start);
            let waste = (iteration.length - 1).checked_sub(distance)?;
            *slack = u8::try_from(waste).expect("no board of 16 cells needs 256 slides");
        }
        let tracks = Axis::BOTH.map(|axis| {
            std::array::from_fn(|at| {
                let view = &search.views[at];
                view.start[view.axis(axis).index()]
            })
        });
        let mut start = vec![Node {
            tracks,
            slack,
            nearer: [0; VIEWS],
            blank: search.blank,
            allowed: 0,
            parent: 0,
        }];
        if iteration.length > 1 {
            self.look_up(iteration.first, &mut start);
        }
        start.pop()
    }

    /// Generates the children of a block of nodes, the first of which has this index.
    pub(super) fn expand(
        &self,
        axis: Axis,
        first: u32,
        nodes: &[Node<VIEWS>],
        children: &mut Vec<Node<VIEWS>>,
    ) {
        children.clear();
        let (along, across) = (axis.index(), axis.other().index());
        for (node, parent) in nodes.iter().zip(first..) {
            // By hand: with `SetBits` the search takes 7% more instructions.
            let mut rest = node.allowed;
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let mut child = *node;
                child.blank[along] = place as u8;
                child.parent = parent;
                for view in 0..VIEWS {
                    child.tracks[across][view] = self.tracks.slide(
                        self.sides[along][view],
                        node.tracks[along][view],
                        node.tracks[across][view],
                        [node.blank[along].into(), place],
                    );
                    child.slack[view] -= 2 * (node.nearer[view] >> place & 1 ^ 1);
                }
                children.push(child);
            }
        }
    }

    /// Looks up nodes in the tables and retains those that can continue.
    pub(super) fn look_up(&self, axis: Axis, nodes: &mut Vec<Node<VIEWS>>) {
        let axis = axis.index();
        for node in nodes.iter_mut() {
            for view in 0..VIEWS {
                node.nearer[view] = self.entries[axis][view].nearer(node.tracks[axis][view]);
            }
        }
        let all = u8::MAX >> (8 - self.sides[axis][0].places);
        nodes.retain_mut(|node| {
            node.allowed = all & !(1 << node.blank[axis]);
            for view in 0..VIEWS {
                if node.slack[view] == 0 {
                    node.allowed &= node.nearer[view];
                }
            }
            node.allowed != 0
        });
    }
}
