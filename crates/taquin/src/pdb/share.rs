//! A share of the construction of a table: some of the vertices, for whoever builds one table in many places.
//!
//! It is the walk of `levels`, level by level from the goal, except that moves lead out of a share and into it. For each
//! level all shares do the same: [`BuildShare::advance`] takes over what moves inside the share bring; what comes from
//! elsewhere is carried by packets, in which a vertex of the level before has all its new orders, once for each share that
//! has a neighbour of it; [`BuildShare::finish`] keeps what is new. Moves can be taken back, so the moves that lead to a
//! vertex name all its neighbours, and no share needs to know the moves of another.
//!
//! A level reads one side and writes the other, whose latest orders, two levels old, are of no more use: there it gathers.
//! Vertices to which no move leads from elsewhere are done with at once, as in `levels`.
//!
//! A packet has for each vertex a word with the level (upper half) and the vertex's number, and then its words.

use super::PatternIndex;
use super::levels::Before;
use super::plan::{BuildPlan, MAPS};
use super::side::{Paths, Side};
use std::sync::Arc;

/// Words of a packet, unless a vertex has more.
const PACKET: usize = 1 << 13;
/// Words that are made from one question to the caller to the next: less than a millisecond's work.
const ASKED: usize = 1 << 11;
/// The arrays that are kept: visited and table of either side.
const ARRAYS: u32 = 4;

/// A part of the construction of a table. Its maps are each a `Vec`, or a file of the caller's in memory.
pub struct BuildShare<M> {
    plan: Arc<BuildPlan>,
    share: usize,
    shares: usize,
    sides: [Side<M>; 2],
    paths: [Paths; 2],
    /// The newest level, or the one that is being made.
    level: u32,
    stage: Stage,
    /// How many of the level's departures have been dealt with.
    departed: usize,
    /// New entries of the level so far.
    reached: u64,
}

/// How far a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Finished,
    /// Packets may come.
    Gathering,
    /// Somebody stopped it, and what is here is of no use.
    Void,
}

/// Some words of what has to be kept, at a place that does not depend on how shares are cut.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// Which array.
    pub array: u32,
    /// The place of the first word in it.
    pub first: u64,
    /// The words.
    pub words: &'a [u64],
}

/// Why a share does not take what it was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// Of some other construction.
    #[error("there is no array {0}: a table is built from {ARRAYS} of them")]
    Array(u32),
    /// An array has fewer words.
    #[error("array {array} ends before the last of {words} words from word {first} on")]
    Words {
        /// Which array.
        array: u32,
        /// The place of the first word.
        first: u64,
        /// How many words.
        words: usize,
    },
    /// Bits that stand for nothing.
    #[error("word {0} has bits for orders that the pattern's tiles do not have")]
    Orders(u64),
    /// For another share, level or construction.
    #[error("a packet is not for this share at this level")]
    Packet,
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> BuildShare<M> {
    /// A share with nothing but the goal, if it has that. The maps are as long as [`BuildPlan::words`] says, and zero.
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

    /// What it has in common with all shares.
    pub fn plan(&self) -> &BuildPlan {
        &self.plan
    }

    /// The share that has a word of an array, and the first word after it that is not that share's. `None` if there is no such
    /// word.
    pub fn owner(&self, array: u32, word: u64) -> Option<(usize, u64)> {
        let (side, words) = (array as usize / 2, self.plan.index().words() as u64);
        let vertices = self.plan.sides.vertices.get(side)?;
        let vertex = *vertices.get((word / words) as usize)?;
        let owner = self.plan.share_of(vertex as usize, self.shares);
        let end = self.plan.places(owner, self.shares)[side].end as u64;
        Some((owner, end * words))
    }

    /// The side of a level.
    fn side_at(&self, level: u32) -> usize {
        let (goal, _) = self.plan.index().home(self.plan.pattern());
        (self.plan.sides.of(goal) + level as usize) % 2
    }

    /// Begins the next level with what is here. `stop` is asked about every millisecond; if it says so, the answer is
    /// false, and what is in the share is of no more use.
    pub fn advance(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
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

    /// The next packet of the level, and the share that it is for; none when all have been given.
    pub fn packet(&mut self) -> Option<(usize, Vec<u64>)> {
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

    /// Takes a packet that another share has for this one at this level. One that does not fit changes nothing.
    pub fn receive(&mut self, packet: &[u64]) -> Result<(), ShareError> {
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
            return Err(ShareError::Packet);
        }
        for part in vertices {
            let arrivals = paths.arrivals_from(part[0] as u32);
            self.sides[now].arrive(index, arrivals, &part[1..]);
        }
        Ok(())
    }

    /// Ends the level when all packets have come: how many entries of this share are new. (None would ask for another pass,
    /// which no table takes.)
    pub fn finish(&mut self) -> Option<u64> {
        assert!(
            self.stage == Stage::Gathering,
            "a level is begun before it is finished"
        );
        self.stage = Stage::Finished;
        let now = self.side_at(self.level);
        let words = self.plan.index().words();
        Some(self.reached + self.sides[now].finish(self.level, words, &self.paths[now]))
    }

    /// What the newest level has changed. With what the level before it had changed, that is all there is to keep.
    pub fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        let newest = self.side_at(self.level);
        let side = &self.sides[newest];
        let first = (side.places.start * self.plan.index().words()) as u64;
        let arrays = (2 * newest as u32..).zip([&side.visited, &side.table]);
        let sections = arrays.map(move |(array, map)| Section {
            array,
            first,
            words: map.as_ref(),
        });
        sections.filter(|section| !section.words.is_empty())
    }

    /// Puts back what was kept, however the shares were cut then; what this share does not have is passed over.
    pub fn restore(&mut self, array: u32, first: u64, words: &[u64]) -> Result<(), ShareError> {
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

    /// Whether an array can have these words; gives the place of the first.
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
            Some((word, _)) => Err(ShareError::Orders(word as u64)),
            None => Ok(place),
        }
    }

    /// Goes on from a level of which everything has been put back into a new share, with all of the level before it.
    pub fn resume(&mut self, distance: u32) {
        (self.level, self.stage) = (distance, Stage::Finished);
        let newest = self.side_at(distance);
        for (number, side) in self.sides.iter_mut().enumerate() {
            // What was visited earlier leads to nothing but visited entries, so all of it may count as new.
            side.resume(self.plan.index(), number == newest);
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

/// One side to write, and the other to read.
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
