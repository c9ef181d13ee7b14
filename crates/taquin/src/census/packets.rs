//! What shares send each other.
//!
//! A move up or down that begins at a leading digit takes words as they are to other places, and these may belong to other
//! shares. A packet has stretches of such words, each after a *header*: where they go. Words without new boards are left out:
//! whoever gets them has them since an earlier level.

use super::plan::{CensusPlan, Cut};
use crate::puzzle::Cell;

/// A packet has at most so many words.
const PACKET: usize = 1 << 13;
/// The bits of a header that say how many words follow, above those for the first of them; an array is above both.
const LENGTH: u32 = 40;
const ARRAY: u32 = 56;

/// Why words do not fit into a share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PacketError {
    /// Nothing can come for such an array.
    #[error("there is no array {0}")]
    Array(u32),
    /// The words are not of this map, or not of this share.
    #[error("{words} words from number {first} on do not belong here")]
    Place {
        /// The number of the first word.
        first: u64,
        /// How many there are.
        words: usize,
    },
    /// A word has a bit that is no board's.
    #[error("word {0} has bits that are not boards")]
    Bits(u64),
    /// The packet ends before its last stretch does.
    #[error("the packet is cut off")]
    CutOff,
    /// No level is being made that waits for packets.
    #[error("no packet is due")]
    NotDue,
}

/// Words that go to the same map.
pub(super) struct Stretch<'a> {
    pub(super) array: u32,
    pub(super) first: u64,
    pub(super) words: &'a [u64],
}

/// The stretches of a packet.
pub(super) fn stretches(
    mut packet: &[u64],
) -> impl Iterator<Item = Result<Stretch<'_>, PacketError>> {
    std::iter::from_fn(move || {
        let (&header, rest) = packet.split_first()?;
        let length = (header >> LENGTH) as usize % (1 << (ARRAY - LENGTH));
        let Some((words, rest)) = rest.split_at_checked(length) else {
            packet = &[];
            return Some(Err(PacketError::CutOff));
        };
        packet = rest;
        Some(Ok(Stretch {
            array: (header >> ARRAY) as u32,
            first: header % (1 << LENGTH),
            words,
        }))
    })
}

/// A move by which boards leave the share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// The array to which the words go.
    pub(super) array: u32,
}

/// The packets that wait to be sent.
#[derive(Debug)]
pub(super) struct Outbox {
    routes: Vec<Route>,
    /// A bit for each array to which a route leads, done or not: others have the same routes.
    due: u64,
    /// How many words of the first route have been looked at.
    passed: usize,
    /// For each share what has been gathered for it.
    gathered: Vec<Vec<u64>>,
}

/// The words that a route takes away.
pub(super) struct Load<'a> {
    pub(super) words: &'a [u64],
    /// Marks of those that are to go; without marks it is all that are not empty.
    pub(super) marks: Option<&'a [u64]>,
}

impl Outbox {
    pub(super) fn new(shares: usize) -> Outbox {
        Outbox {
            routes: Vec::new(),
            due: 0,
            passed: 0,
            gathered: vec![Vec::new(); shares],
        }
    }

    /// Begins anew with these routes.
    pub(super) fn begin(&mut self, routes: Vec<Route>) {
        self.due = routes.iter().fold(0, |due, route| due | 1 << route.array);
        self.routes = routes;
        self.passed = 0;
        self.gathered.iter_mut().for_each(Vec::clear);
    }

    /// Whether something can come for this array.
    pub(super) const fn is_due(&self, array: u32) -> bool {
        array < u64::BITS && self.due >> array & 1 == 1
    }

    /// The route whose load is needed next.
    pub(super) fn route(&self) -> Option<Route> {
        self.routes.last().copied()
    }

    /// Gathers what takes this route, until a packet is full; else the route is done. `own` is the share that sends.
    pub(super) fn gather(
        &mut self,
        plan: &CensusPlan,
        cut: &Cut,
        own: usize,
        load: &Load<'_>,
    ) -> Option<(usize, Vec<u64>)> {
        let route = self.routes.last()?;
        // What comes from here by the way back goes there by the way forth.
        let back = plan.turn(route.to, route.from);
        let begin = cut.words(own).start;
        while let Some(word) = load.next(self.passed) {
            let origin = back.origin(begin + word);
            let (first, run) = origin.expect("moves between units take whole words");
            let owner = cut.owner(first);
            let together = run
                .min(cut.words(owner).end - first)
                .min(load.words.len() - word);
            if owner == own {
                self.passed = word + together;
                continue;
            }
            let packet = &mut self.gathered[owner];
            // In the worst case every word has a header of its own.
            let together = together.min((PACKET - packet.len()) / 2);
            if together == 0 {
                self.passed = word;
                return Some((owner, std::mem::take(packet)));
            }
            load.put(word, together, route.array, first, packet);
            self.passed = word + together;
        }
        self.passed = 0;
        self.routes.pop();
        None
    }

    /// A packet that is not full, once all routes are done.
    pub(super) fn rest(&mut self) -> Option<(usize, Vec<u64>)> {
        let mut gathered = self.gathered.iter_mut().enumerate();
        let (share, packet) = gathered.find(|(_, packet)| !packet.is_empty())?;
        Some((share, std::mem::take(packet)))
    }
}

impl Load<'_> {
    /// The next word that is to go, from this one on.
    fn next(&self, word: usize) -> Option<usize> {
        let Some(marks) = self.marks else {
            let rest = self.words[word..].iter();
            return Some(word + rest.clone().position(|&word| word != 0)?);
        };
        let (place, passed) = (word / 64, word % 64);
        let here = marks.get(place)? >> passed;
        if here != 0 {
            return Some(word + here.trailing_zeros() as usize);
        }
        let later = marks[place + 1..].iter().position(|&marks| marks != 0)?;
        let place = place + 1 + later;
        Some(64 * place + marks[place].trailing_zeros() as usize)
    }

    fn goes(&self, word: usize) -> bool {
        match self.marks {
            Some(marks) => marks[word / 64] >> (word % 64) & 1 == 1,
            None => self.words[word] != 0,
        }
    }

    /// Puts those of some words that are to go into a packet. The first of them comes to number `first` of the array.
    fn put(&self, begin: usize, words: usize, array: u32, first: usize, packet: &mut Vec<u64>) {
        let mut header = None;
        for word in begin..begin + words {
            if !self.goes(word) {
                header = None;
                continue;
            }
            let at = *header.get_or_insert_with(|| {
                packet.push(u64::from(array) << ARRAY | (first + word - begin) as u64);
                packet.len() - 1
            });
            packet[at] += 1 << LENGTH;
            packet.push(self.words[word]);
        }
    }
}
