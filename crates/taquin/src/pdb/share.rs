//! One worker's share of the construction of a table: some of the vertices.
//!
//! The share does the same walk as `levels`, level by level from the goal, except that moves lead out of the share and
//! into it. [`LevelShare`] says how shares make a level together. `advance` applies the moves inside the share. Orders
//! from other shares arrive in packets: a packet has all new orders of a vertex of the previous level, once for each
//! share that has a neighbour of the vertex. `finish` stores the new entries. Moves can be undone, so the moves that
//! lead to a vertex name all its neighbours, and a share does not need to know the moves of another.
//!
//! A level reads one side and writes the other, whose latest orders, two levels old, are no longer needed: their memory
//! is used to collect the new orders. Vertices to which no move leads from other shares are finished at once, as in
//! `levels`.
//!
//! For each vertex a packet has a word with the level (upper half) and the vertex's number (lower half), and the vertex's
//! words.

use super::PatternIndex;
use super::levels::Before;
use super::plan::{BuildPlan, MAPS};
use super::side::{Paths, Side};
use crate::support::levels::{LevelShare, Section, ShareError};
use std::sync::Arc;

/// Words of a packet, unless a vertex has more.
const PACKET: usize = 1 << 13;
/// Words that are written between two calls of `stop`: less than a millisecond's work.
const ASKED: usize = 1 << 11;
/// The arrays of a checkpoint: visited and table of either side.
const ARRAYS: u32 = 4;

/// One worker's share of the construction of a table. The caller provides its maps: vectors, or files mapped into memory.
pub struct BuildShare<M> {
    plan: Arc<BuildPlan>,
    share: usize,
    shares: usize,
    sides: [Side<M>; 2],
    paths: [Paths; 2],
    /// The newest level, or the one that is being made.
    level: u32,
    stage: Stage,
    /// The departures of the level that are in packets already.
    departed: usize,
    /// New entries of the level so far.
    reached: u64,
}

/// The state of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Finished,
    /// Packets are exchanged.
    Gathering,
    /// It was stopped, and its content is not usable.
    Void,
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> BuildShare<M> {
    /// A share that contains only the goal, if the goal belongs to it. The maps must be zero and have the lengths of
    /// [`BuildPlan::words`].
    pub fn new(
        plan: Arc<BuildPlan>,
        share: usize,
        shares: usize,
        maps: [M; MAPS],
    ) -> BuildShare<M> {
        let lengths = maps.each_ref().map(|map| map.as_ref().len());
        assert!(
            lengths == plan.words(share, shares),
            "the maps of a share are as long as its plan says"
        );
        let [first, second] = plan.places(share, shares);
        let [visited, latest, table, visited_2, latest_2, table_2] = maps;
        let mut new = BuildShare {
            share,
            shares,
            sides: [
                Side::new(plan.index(), first, [visited, latest, table]),
                Side::new(plan.index(), second, [visited_2, latest_2, table_2]),
            ],
            paths: Paths::of_share(&plan, share, shares),
            level: 0,
            stage: Stage::Finished,
            departed: 0,
            reached: 0,
            plan,
        };
        new.enter();
        new
    }

    /// Level 0: the goal.
    fn enter(&mut self) {
        let (vertex, order) = self.plan.index().home(self.plan.pattern());
        let vertices = self.plan.vertices(self.share, self.shares);
        if vertices.contains(&vertex) {
            let mut orders = vec![0; self.plan.index().words()];
            orders[order / 64] |= 1 << (order % 64);
            let side = &mut self.sides[self.plan.sides.of(vertex)];
            let place = self.plan.sides.place[vertex] as usize - side.places.start;
            side.keep(place, 0, &orders);
        }
    }

    /// The plan that all shares have in common.
    pub fn plan(&self) -> &BuildPlan {
        &self.plan
    }

    /// The side of a level.
    fn side_at(&self, level: u32) -> usize {
        let (goal, _) = self.plan.index().home(self.plan.pattern());
        (self.plan.sides.of(goal) + level as usize) % 2
    }

    /// Whether an array can have these words. Returns the place of the first.
    fn check(&self, array: u32, first: u64, words: &[u64]) -> Result<usize, ShareError> {
        if array >= ARRAYS {
            return Err(ShareError::Array(array));
        }
        let index = self.plan.index();
        let end = index.words() * self.plan.sides.vertices[array as usize / 2].len();
        let place = usize::try_from(first).ok().filter(|&place| {
            let last = place.checked_add(words.len());
            last.is_some_and(|last| last <= end)
        });
        let place = place.ok_or(ShareError::Words {
            array,
            first,
            words: words.len(),
        })?;
        let until_last = index.words() - 1 - place % index.words();
        let mut last_words = (place..).zip(words).skip(until_last).step_by(index.words());
        match last_words.find(|&(_, word)| word & !last_orders(index) != 0) {
            Some((word, _)) => Err(ShareError::Bits(word as u64)),
            None => Ok(place),
        }
    }

    /// The bits of this share in the order of the table's file: the place of the first word among all, and the words.
    pub fn table(&self) -> impl Iterator<Item = (u64, &[u64])> {
        let (sides, words) = (&self.plan.sides, self.plan.index().words());
        let vertices = self.plan.vertices(self.share, self.shares);
        vertices.map(move |vertex| {
            let side = &self.sides[sides.of(vertex)];
            let place = sides.place[vertex] as usize - side.places.start;
            let bits = &side.table.as_ref()[words * place..][..words];
            ((words * vertex) as u64, bits)
        })
    }
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> LevelShare for BuildShare<M> {
    fn total(&self) -> u64 {
        self.plan.entries()
    }

    /// Stopped, the share is no longer usable.
    fn advance(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        assert!(
            self.stage == Stage::Finished,
            "a level is finished before the next begins"
        );
        self.level += 1;
        (self.stage, self.departed, self.reached) = (Stage::Void, 0, 0);
        let now = self.side_at(self.level);
        let (own, other) = own_and_other(&mut self.sides, now);
        let (index, paths) = (self.plan.index(), &self.paths[now]);
        let before = Before {
            index,
            edges: &paths.inside,
            latest: other.latest.as_ref(),
            counts: &other.counts,
        };
        let mut orders = vec![0; index.words()];
        let asked = ASKED.div_ceil(index.words());
        for vertex in 0..own.places.len() {
            if vertex % asked == 0 && stop() {
                return false;
            }
            let kept = own.gather(vertex, self.level, (&before, paths), &mut orders);
            self.reached += u64::from(kept);
        }
        self.stage = Stage::Gathering;
        true
    }

    fn packet(&mut self) -> Option<(usize, Vec<u64>)> {
        if self.stage != Stage::Gathering {
            return None;
        }
        let from = self.side_at(self.level - 1);
        let (side, words) = (&self.sides[from], self.plan.index().words());
        let departures = &self.paths[from].departures;
        let is_new = |&(_, vertex): &(u32, u32)| side.counts[vertex as usize].latest > 0;
        self.departed += departures[self.departed..]
            .iter()
            .take_while(|departure| !is_new(departure))
            .count();
        let &(share, _) = departures.get(self.departed)?;
        let mut packet = Vec::new();
        for departure @ &(to, vertex) in &departures[self.departed..] {
            if is_new(departure) {
                let is_full = !packet.is_empty() && packet.len() + 1 + words > PACKET;
                if to != share || is_full {
                    break;
                }
                let number = self.plan.sides.vertices[from][side.places.start + vertex as usize];
                packet.push(u64::from(self.level) << 32 | u64::from(number));
                packet.extend_from_slice(&side.latest.as_ref()[words * vertex as usize..][..words]);
            }
            self.departed += 1;
        }
        Some((share as usize, packet))
    }

    fn receive(&mut self, packet: &[u64]) -> Result<(), ShareError> {
        let now = self.side_at(self.level);
        let (index, paths) = (self.plan.index(), &self.paths[now]);
        let vertices = packet.chunks(1 + index.words());
        let fits = |part: &[u64]| {
            part.len() == 1 + index.words()
                && part[0] >> 32 == u64::from(self.level)
                && part[index.words()] & !last_orders(index) == 0
                && !paths.arrivals_from(part[0] as u32).is_empty()
        };
        if self.stage != Stage::Gathering || !vertices.clone().all(fits) {
            return Err(ShareError::Unexpected);
        }
        for part in vertices {
            let arrivals = paths.arrivals_from(part[0] as u32);
            self.sides[now].arrive(index, arrivals, &part[1..]);
        }
        Ok(())
    }

    /// The construction of a table never needs another pass.
    fn finish(&mut self) -> Option<u64> {
        assert!(
            self.stage == Stage::Gathering,
            "a level is begun before it is finished"
        );
        self.stage = Stage::Finished;
        let now = self.side_at(self.level);
        let words = self.plan.index().words();
        Some(self.reached + self.sides[now].finish(self.level, words, &self.paths[now]))
    }

    fn sections(&self) -> Box<dyn Iterator<Item = Section<'_>> + '_> {
        let newest = self.side_at(self.level);
        let side = &self.sides[newest];
        let first = (side.places.start * self.plan.index().words()) as u64;
        let arrays = (2 * newest as u32..).zip([&side.visited, &side.table]);
        let sections = arrays.map(move |(array, map)| Section {
            array,
            first,
            words: map.as_ref(),
        });
        Box::new(sections.filter(|section| !section.words.is_empty()))
    }

    fn owner(&self, array: u32, word: u64) -> Option<(usize, u64)> {
        let (side, words) = (array as usize / 2, self.plan.index().words() as u64);
        let vertices = self.plan.sides.vertices.get(side)?;
        let vertex = *vertices.get((word / words) as usize)?;
        let owner = self.plan.share_of(vertex as usize, self.shares);
        let end = self.plan.places(owner, self.shares)[side].end as u64;
        Some((owner, end * words))
    }

    fn restore(&mut self, array: u32, first: u64, words: &[u64]) -> Result<(), ShareError> {
        let first = self.check(array, first, words)?;
        let per_vertex = self.plan.index().words();
        let side = &mut self.sides[array as usize / 2];
        let start = per_vertex * side.places.start;
        let map = match array % 2 {
            0 => side.visited.as_mut(),
            _ => side.table.as_mut(),
        };
        let (from, to) = (
            first.max(start),
            (first + words.len()).min(start + map.len()),
        );
        if from < to {
            map[from - start..to - start].copy_from_slice(&words[from - first..to - first]);
        }
        Ok(())
    }

    fn resume(&mut self, distance: u32) {
        (self.level, self.stage) = (distance, Stage::Finished);
        let newest = self.side_at(distance);
        for (number, side) in self.sides.iter_mut().enumerate() {
            // Entries visited earlier lead only to visited entries, so all of them may count as new.
            side.resume(self.plan.index(), number == newest);
        }
    }
}

/// The side to write, and the side to read.
fn own_and_other<M>(sides: &mut [Side<M>; 2], own: usize) -> (&mut Side<M>, &Side<M>) {
    let [first, second] = sides;
    match own {
        0 => (first, second),
        _ => (second, first),
    }
}

/// The bits of a vertex's last word that stand for orders.
const fn last_orders(index: &PatternIndex) -> u64 {
    u64::MAX >> (64 * index.words() - index.orders())
}
