//! Builds the tables of a pattern, level by level from the goal.
//!
//! An entry has one bit per place of the blank on a track, as the pattern sees it: set if moving the blank there leads
//! closer to the goal. Row tracks and column tracks alternate, so every slide changes the distance by exactly one, up
//! or down. These bits are therefore all that a search needs.
//!
//! A level pulls: each vertex of one side reads the vertices of the other side that it crosses and copies the orders of
//! their last level. Each vertex is written only while it is processed, so threads need no locks. An entry that is not
//! zero has been reached: the table is its own list of visited tracks.

use super::tracks::{Axis, Crossings, Track, Tracks};
use crate::pdb::BuildStopped;
use crate::support::parallel::for_each;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// A power of two that no pattern's number of orders exceeds: 7! is 5,040.
const MOST_ORDERS: usize = 1 << 13;

/// The number of vertices that a thread takes at a time.
const CHUNK: usize = 128;

/// For every track, the places that are nearer to the goal, for solutions whose last slide is along one axis.
#[derive(Clone, Debug)]
pub(super) struct Table<const BITS: usize> {
    /// By axis of the track.
    sides: [Entries<BITS>; 2],
}

/// The tracks of one axis: for each, one bit per place of the blank.
#[derive(Clone, Debug)]
pub(super) struct Entries<const BITS: usize> {
    /// Words per vertex.
    words: usize,
    entries: Vec<u64>,
}

impl<const BITS: usize> Entries<BITS> {
    const PER_WORD: usize = 64 / BITS;
    const ENTRY: u64 = (1 << BITS) - 1;

    /// The places that are nearer; none at the goal.
    #[inline(always)]
    pub(super) fn nearer(&self, track: Track) -> u8 {
        let (word, shift) = self.position(track);
        (self.entries[word] >> shift & Self::ENTRY) as u8
    }

    #[inline(always)]
    fn position(&self, track: Track) -> (usize, usize) {
        let order = usize::from(track.order);
        (
            usize::from(track.vertex) * self.words + order / Self::PER_WORD,
            order % Self::PER_WORD * BITS,
        )
    }
}

impl<const BITS: usize> Table<BITS> {
    pub(super) const fn entries(&self, axis: Axis) -> &Entries<BITS> {
        &self.sides[axis.index()]
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.sides.iter().map(|side| side.entries.len());
        words.sum::<usize>() * size_of::<u64>()
    }

    /// The number of slides from a track to the goal's track, with the blank where the track crosses another.
    pub(super) fn distance(&self, tracks: &Tracks, mut axis: Axis, mut board: [Track; 2]) -> u32 {
        for distance in 0.. {
            let nearer = self.entries(axis).nearer(board[axis.index()]);
            if nearer == 0 {
                return distance;
            }
            let (along, across) = (board[axis.index()], board[axis.other().index()]);
            let from = tracks.line(across.vertex.into());
            let to = nearer.trailing_zeros() as usize;
            board[axis.other().index()] =
                tracks.slide(tracks.side(axis), along, across, [from, to]);
            axis = axis.other();
        }
        unreachable!("every slide brings the goal nearer")
    }

    /// The table for the `goal` track, with the last slide along this axis.
    pub(super) fn build(
        builder: &Builder<'_>,
        axis: Axis,
        goal: Track,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Table<BITS>, BuildStopped> {
        let &Builder {
            tracks,
            crossings,
            threads,
        } = builder;
        let mut halves = Axis::BOTH.map(|axis| Half::new(tracks.vertices(axis), tracks.orders));
        halves[axis.index()].enter(goal);
        let (mut reached, mut added) = (axis, 1);
        while added > 0 {
            if on_level(added).is_break() {
                return Err(BuildStopped);
            }
            reached = reached.other();
            let [rows, columns] = &mut halves;
            let (own, other) = match reached {
                Axis::Row => (rows, &*columns),
                Axis::Column => (columns, &*rows),
            };
            let pull = Pull {
                tracks,
                crossings,
                axis: reached,
                other,
            };
            added = pull.level(own, threads);
        }
        halves[axis.index()].leave(goal);
        Ok(Table {
            sides: halves.map(|half| half.table),
        })
    }
}

/// What the construction of every table of a shape needs.
pub(super) struct Builder<'a> {
    pub(super) tracks: &'a Tracks,
    pub(super) crossings: &'a Crossings,
    pub(super) threads: usize,
}

/// The state of the tracks of one axis while a table is built.
struct Half<const BITS: usize> {
    table: Entries<BITS>,
    /// Words per vertex in `latest`.
    words: usize,
    /// One bit per order, set if the last level reached it.
    latest: Vec<u64>,
    has_latest: Vec<bool>,
}

impl<const BITS: usize> Half<BITS> {
    fn new(vertices: usize, orders: usize) -> Half<BITS> {
        let words = orders.div_ceil(Entries::<BITS>::PER_WORD);
        Half {
            table: Entries {
                words,
                entries: vec![0; vertices * words],
            },
            words: orders.div_ceil(64),
            latest: vec![0; vertices * orders.div_ceil(64)],
            has_latest: vec![false; vertices],
        }
    }

    /// Makes the goal the last level. It has no nearer place, but it must count as visited until the table is complete.
    fn enter(&mut self, goal: Track) {
        let (word, shift) = self.table.position(goal);
        self.table.entries[word] |= Entries::<BITS>::ENTRY << shift;
        let (vertex, order) = (usize::from(goal.vertex), usize::from(goal.order));
        self.latest[vertex * self.words + order / 64] = 1 << (order % 64);
        self.has_latest[vertex] = true;
    }

    fn leave(&mut self, goal: Track) {
        let (word, shift) = self.table.position(goal);
        self.table.entries[word] &= !(Entries::<BITS>::ENTRY << shift);
    }
}

/// What all threads of a level share.
struct Pull<'a, const BITS: usize> {
    tracks: &'a Tracks,
    crossings: &'a Crossings,
    /// The axis of the tracks that the level reaches.
    axis: Axis,
    other: &'a Half<BITS>,
}

/// Some vertices, with everything that is written for them.
struct Task<'a> {
    first: usize,
    entries: &'a mut [u64],
    latest: &'a mut [u64],
    has_latest: &'a mut [bool],
}

impl<const BITS: usize> Pull<'_, BITS> {
    /// The lowest bit of each entry of a word.
    const LOWEST: u64 = u64::MAX / Entries::<BITS>::ENTRY;

    /// Reaches the tracks that are one slide from the other side's last level. Returns the number of new ones.
    fn level(&self, own: &mut Half<BITS>, threads: usize) -> u64 {
        let added = AtomicU64::new(0);
        let entries = own.table.entries.chunks_mut(CHUNK * own.table.words);
        let latest = own.latest.chunks_mut(CHUNK * own.words);
        let tasks = entries
            .zip(latest)
            .zip(own.has_latest.chunks_mut(CHUNK))
            .zip((0..).step_by(CHUNK))
            .map(|(((entries, latest), has_latest), first)| Task {
                first,
                entries,
                latest,
                has_latest,
            });
        for_each(threads, tasks, |task| {
            added.fetch_add(self.chunk(task), Ordering::Relaxed);
        });
        added.into_inner()
    }

    fn chunk(&self, task: Task<'_>) -> u64 {
        let mut gathered = [0; MOST_ORDERS];
        let mut added = 0;
        let vertices = task
            .entries
            .chunks_mut(self.other.table.words)
            .zip(task.latest.chunks_mut(self.other.words))
            .zip(task.has_latest)
            .zip(task.first..);
        for (((entries, latest), has_latest), vertex) in vertices {
            if self.gather(vertex, &mut gathered) {
                let new = Self::visit(&gathered, entries, latest);
                *has_latest = new > 0;
                added += new;
            } else if std::mem::take(has_latest) {
                latest.fill(0);
            }
        }
        added
    }

    /// For each order at a vertex, the places from which the last level is one slide away. False if there are none.
    fn gather(&self, vertex: usize, gathered: &mut [u8; MOST_ORDERS]) -> bool {
        let mut any = false;
        let line = self.tracks.line(vertex);
        let side = self.tracks.side(self.axis);
        for place in 0..side.places {
            let from = usize::from(side.crossed(vertex, place));
            if !self.other.has_latest[from] {
                continue;
            }
            if !std::mem::replace(&mut any, true) {
                gathered[..self.tracks.orders].fill(0);
            }
            let other = self.axis.other();
            let map = self
                .crossings
                .map(other, self.tracks.side(other), from, line);
            let latest = &self.other.latest[from * self.other.words..][..self.other.words];
            for (&bits, map) in latest.iter().zip(map.chunks(64)) {
                // By hand: with `SetBits` the construction takes 12% more instructions.
                let mut rest = bits;
                while rest != 0 {
                    let order = usize::from(map[rest.trailing_zeros() as usize]);
                    rest &= rest - 1;
                    gathered[order % MOST_ORDERS] |= 1 << place;
                }
            }
        }
        any
    }

    /// Stores the orders that are new. Returns their number.
    fn visit(gathered: &[u8; MOST_ORDERS], entries: &mut [u64], latest: &mut [u64]) -> u64 {
        let mut added = 0;
        for ((gathered, entries), latest) in gathered
            .chunks(64)
            .zip(entries.chunks_mut(BITS))
            .zip(latest)
        {
            *latest = 0;
            for ((gathered, entry), at) in gathered
                .chunks_exact(64 / BITS)
                .zip(entries)
                .zip((0..).step_by(64 / BITS))
            {
                let gathered = Self::packed(gathered);
                let new = Self::lowest(gathered) & !Self::lowest(*entry);
                *entry |= gathered & (new * Entries::<BITS>::ENTRY);
                *latest |= u64::from(Self::squeezed(new)) << at;
            }
            added += u64::from(latest.count_ones());
        }
        added
    }

    /// Packs entries of one byte each into a word.
    fn packed(bytes: &[u8]) -> u64 {
        let mut word = 0;
        for (eight, at) in bytes.chunks_exact(8).zip((0..).step_by(8 * BITS)) {
            let mut packed = u64::from_le_bytes(eight.try_into().expect("a chunk has eight bytes"));
            if BITS == 4 {
                packed = (packed | packed >> 4) & 0x00FF_00FF_00FF_00FF;
                packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF;
                packed = (packed | packed >> 16) & 0xFFFF_FFFF;
            }
            word |= packed << at;
        }
        word
    }

    /// The lowest bit of each entry that is not zero.
    fn lowest(word: u64) -> u64 {
        (0..BITS).fold(0, |any, bit| any | word >> bit) & Self::LOWEST
    }

    /// Compresses the lowest bits of all entries into adjacent bits.
    fn squeezed(lowest: u64) -> u16 {
        let (mut squeezed, mut width) = (lowest, 1);
        // Neighbouring groups are merged, two by two.
        while width * BITS < 64 {
            squeezed |= squeezed >> (width * (BITS - 1));
            width *= 2;
            squeezed &= ((1 << width) - 1) * (u64::MAX / (u64::MAX >> (64 - width * BITS)));
        }
        squeezed as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The blank's cell and the cells of the pattern's tiles.
    type Placement = (usize, Vec<usize>);

    /// The placements that one slide along an axis can reach, by place, including the placement itself.
    fn along(rows: usize, cols: usize, axis: Axis, from: &Placement) -> Vec<Placement> {
        let (step, first, places) = match axis {
            Axis::Row => (1, from.0 / cols * cols, cols),
            Axis::Column => (cols, from.0 % cols, rows),
        };
        let to = |place| {
            let (mut blank, tiles) = (from.0, &mut from.1.clone());
            while blank != first + place * step {
                let next = if blank < first + place * step {
                    blank + step
                } else {
                    blank - step
                };
                tiles
                    .iter_mut()
                    .filter(|tile| **tile == next)
                    .for_each(|tile| *tile = blank);
                blank = next;
            }
            (blank, tiles.clone())
        };
        (0..places).map(to).collect()
    }

    /// The slow twin: a breadth-first search over placements and the axis of the next slide, where a slide may also
    /// leave the blank where it is.
    fn slow(
        rows: usize,
        cols: usize,
        last: Axis,
        goal: &Placement,
    ) -> HashMap<(Placement, Axis), u32> {
        let mut level: Vec<(Placement, Axis)> = along(rows, cols, last, goal)
            .into_iter()
            .map(|placement| (placement, last))
            .collect();
        let mut distances: HashMap<_, _> = level.iter().map(|node| (node.clone(), 0)).collect();
        for distance in 1.. {
            let mut next = Vec::new();
            for (placement, axis) in level {
                for before in along(rows, cols, axis.other(), &placement) {
                    let node = (before, axis.other());
                    if !distances.contains_key(&node) {
                        distances.insert(node.clone(), distance);
                        next.push(node);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        distances
    }

    /// Every placement of some tiles and the blank.
    fn placements(cells: usize, tiles: usize) -> Vec<Placement> {
        let mut all: Vec<Placement> = (0..cells).map(|blank| (blank, Vec::new())).collect();
        for _ in 0..tiles {
            let longer = all.iter().flat_map(|(blank, placed)| {
                let free = (0..cells).filter(move |cell| cell != blank && !placed.contains(cell));
                free.map(move |cell| (*blank, [placed.clone(), vec![cell]].concat()))
            });
            all = longer.collect();
        }
        all
    }

    fn check<const BITS: usize>(rows: usize, cols: usize, goal: Placement, threads: usize) {
        let tiles = goal.1.len();
        let (tracks, crossings) = Tracks::new(rows, cols, tiles);
        let builder = Builder {
            tracks: &tracks,
            crossings: &crossings,
            threads,
        };
        for last in Axis::BOTH {
            let goal_track = tracks.track(last, goal.0, &goal.1);
            let mut on_level = |_| ControlFlow::Continue(());
            let table = Table::<BITS>::build(&builder, last, goal_track, &mut on_level).unwrap();
            let slow = slow(rows, cols, last, &goal);
            for placement in placements(rows * cols, tiles) {
                let board = Axis::BOTH.map(|axis| tracks.track(axis, placement.0, &placement.1));
                for axis in Axis::BOTH {
                    let nearer = table.entries(axis).nearer(board[axis.index()]);
                    let Some(&distance) = slow.get(&(placement.clone(), axis)) else {
                        assert_eq!(nearer, 0, "{placement:?} cannot be reached");
                        continue;
                    };
                    assert_eq!(
                        table.distance(&tracks, axis, board),
                        distance,
                        "{placement:?}"
                    );
                    for (place, child) in
                        along(rows, cols, axis, &placement).into_iter().enumerate()
                    {
                        let child = slow[&(child, axis.other())];
                        assert_eq!(
                            nearer >> place & 1 == 1,
                            child < distance,
                            "{placement:?} {place}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_entry_is_what_plain_search_finds() {
        check::<4>(2, 2, (0, vec![1, 2, 3]), 1);
        check::<4>(2, 3, (1, vec![0, 5]), 1);
        check::<4>(3, 3, (0, vec![1, 5, 6]), 2);
        check::<4>(3, 3, (4, vec![8, 0, 3]), 3);
        check::<4>(3, 4, (1, vec![2, 11, 7]), 2);
        check::<4>(4, 4, (0, vec![10, 3]), 2);
        check::<8>(2, 5, (6, vec![0, 1, 9]), 2);
        check::<8>(3, 5, (1, vec![14, 6]), 1);
    }
}
