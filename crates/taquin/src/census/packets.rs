//! Packets: what shares send each other.
//!
//! A vertical move that begins at a leading digit moves whole words to other places, which may belong to other shares. A
//! packet is a list of *stretches*: a header that says where the words go, and the words. Words without new boards are left
//! out, because the receiving share has known their boards since an earlier level.

use super::plan::{CensusPlan, Division};
use crate::puzzle::Cell;
use crate::support::levels::ShareError;

/// The most words of a packet.
const PACKET: usize = 1 << 13;
/// The lowest bit of the length in a header, and of the array. The place of the first word is below both.
const LENGTH: u32 = 40;
const ARRAY: u32 = 56;

/// Consecutive words of one map.
pub(super) struct Stretch<'a> {
    pub(super) array: u32,
    pub(super) first: u64,
    pub(super) words: &'a [u64],
}

/// The stretches of a packet.
pub(super) fn stretches(
    mut packet: &[u64],
) -> impl Iterator<Item = Result<Stretch<'_>, ShareError>> {
    std::iter::from_fn(move || {
        let (&header, rest) = packet.split_first()?;
        let length = (header >> LENGTH) as usize % (1 << (ARRAY - LENGTH));
        let Some((words, rest)) = rest.split_at_checked(length) else {
            packet = &[];
            return Some(Err(ShareError::Truncated));
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

/// The packets that are still to be sent.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    routes: Vec<Route>,
    /// One bit per array to which a route leads, whether the route is done or not: the other shares have the same
    /// routes.
    due: u64,
    /// The words of the current route that have been processed.
    passed: usize,
    /// For each share the beginning of its next packet.
    gathered: Vec<Vec<u64>>,
}

/// The words that take a route.
pub(super) struct Load<'a> {
    pub(super) words: &'a [u64],
    /// Marks of the words to be sent; without marks, all words that are not zero are sent.
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

    /// Starts over with these routes.
    pub(super) fn begin(&mut self, routes: Vec<Route>) {
        self.due = routes.iter().fold(0, |due, route| due | 1 << route.array);
        self.routes = routes;
        self.passed = 0;
        self.gathered.iter_mut().for_each(Vec::clear);
    }

    /// Whether another share can send words for this array.
    pub(super) const fn is_due(&self, array: u32) -> bool {
        array < u64::BITS && self.due >> array & 1 == 1
    }

    /// The route whose load is needed next.
    pub(super) fn route(&self) -> Option<Route> {
        self.routes.last().copied()
    }

    /// Collects the words of the current route until a packet is full; otherwise the route is done. `own` is the
    /// sending share.
    pub(super) fn gather(
        &mut self,
        plan: &CensusPlan,
        division: &Division,
        own: usize,
        load: &Load<'_>,
    ) -> Option<(usize, Vec<u64>)> {
        let route = self.routes.last()?;
        // Where the move back takes a word from is where the move itself puts it.
        let back = plan.turn(route.to, route.from);
        let begin = division.words(own).start;
        while let Some(word) = load.next(self.passed) {
            let origin = back.origin(begin + word);
            let (first, run) = origin.expect("moves between units take whole words");
            let owner = division.owner(first);
            let together = run
                .min(division.words(owner).end - first)
                .min(load.words.len() - word);
            if owner == own {
                self.passed = word + together;
                continue;
            }
            let packet = &mut self.gathered[owner];
            // In the worst case every word has its own header.
            let together = together.min((PACKET - packet.len()) / 2);
            if together == 0 {
                self.passed = word;
                return Some((owner, std::mem::take(packet)));
            }
            let run = Run {
                begin: word,
                words: together,
                array: route.array,
                first,
            };
            load.append(run, packet);
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
    /// The next word to be sent, from this one on.
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

    fn is_sent(&self, word: usize) -> bool {
        match self.marks {
            Some(marks) => marks[word / 64] >> (word % 64) & 1 == 1,
            None => self.words[word] != 0,
        }
    }

    /// Appends the words of a run that are to be sent to a packet.
    fn append(&self, run: Run, packet: &mut Vec<u64>) {
        let mut header = None;
        for word in run.begin..run.begin + run.words {
            if !self.is_sent(word) {
                header = None;
                continue;
            }
            let at = *header.get_or_insert_with(|| {
                let first = (run.first + word - run.begin) as u64;
                packet.push(u64::from(run.array) << ARRAY | first);
                packet.len() - 1
            });
            packet[at] += 1 << LENGTH;
            packet.push(self.words[word]);
        }
    }
}

/// Words that stay together.
#[derive(Clone, Copy)]
struct Run {
    /// The first of them here, and their number.
    begin: usize,
    words: usize,
    /// Where the first one goes: the array and the place in it.
    array: u32,
    first: usize,
}
