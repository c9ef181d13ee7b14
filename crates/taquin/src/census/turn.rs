//! How a whole map changes when a tile moves up or down.
//!
//! The tile passes `passed` others, and its digit and theirs change: a *window* of the order's digits. The digits before
//! the window stay, so a map consists of blocks that all change in the same way; so do the digits after it.
//!
//! - If the window ends before the digits of a word's bits, words are moved as a whole, in runs.
//! - Otherwise a word collects its bits from several words: each piece is a word, a rotation and a mask.
//! - If the window includes the digit that a pair leaves open, it matters whether the digits before the block are an odd
//!   order, and there are pieces for both cases.

use super::numbers::Numbers;
use crate::census::distance_table::orders::{lift, parities};
use crate::support::bits::unite;
use crate::support::permutation::factorial;

/// The digits that change when a tile passes some others.
#[derive(Debug)]
pub(super) struct Window {
    /// The digits before it.
    first: usize,
    /// The digits after it.
    after: usize,
    /// For each value of its digits, the value after the tile has come to the front.
    lifted: Vec<u32>,
}

impl Window {
    /// The tile moves to place `first` from behind `passed` others.
    pub(super) fn new(tiles: usize, first: usize, passed: usize) -> Window {
        let after = tiles - first - passed - 1;
        let windows = factorial(tiles - first) / factorial(after);
        Window {
            first,
            after,
            lifted: (0..windows)
                .map(|window| lift(window, passed, after + 1) as u32)
                .collect(),
        }
    }

    /// For the digits before the tile moves up, the digits after it.
    pub(super) fn lifted(&self) -> Vec<u32> {
        self.lifted.clone()
    }

    /// For the digits after the tile has moved up, the digits before it.
    pub(super) fn lowered(&self) -> Vec<u32> {
        let mut lowered = vec![0; self.lifted.len()];
        for (before, &after) in (0..).zip(&self.lifted) {
            lowered[after as usize] = before;
        }
        lowered
    }
}

/// The words of a map that a share has: whole units.
#[derive(Debug)]
pub(super) struct Own<'a> {
    /// The number of the first.
    pub(super) first: usize,
    /// For each of them, whether the digits before those of its bits are an odd order.
    pub(super) odd: &'a [bool],
    /// A word with all boards.
    pub(super) full: u64,
}

/// How a map is made from another one.
#[derive(Debug)]
pub(super) struct Turn {
    /// The words of a block; all blocks change in the same way.
    block: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Runs {
        /// For each run of a block, the run of the other map from which it comes.
        from: Vec<u32>,
        /// The words of a run.
        length: usize,
    },
    /// For blocks after an even order and after an odd one, or one for both.
    Pieces(Vec<Pieces>),
}

/// For each word of a block, the pieces that it consists of.
#[derive(Debug, Default)]
struct Pieces {
    pieces: Vec<Piece>,
    /// For each word, the end of its pieces.
    ends: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The word of the other map's block.
    word: u32,
    /// By how many bits it is rotated to the left.
    turn: u32,
    mask: u64,
}

impl Turn {
    /// `from` says for each value of a window's digits from which value it comes; `odd` whether the map's orders are odd.
    pub(super) fn new(numbers: &Numbers, window: &Window, from: Vec<u32>, odd: bool) -> Turn {
        let (tiles, low) = (numbers.tiles(), numbers.low());
        let kind = if window.after >= low {
            let length = factorial(window.after) / factorial(low);
            Kind::Runs { from, length }
        } else {
            // The last two digits are those of a pair.
            let cases = if window.after >= 2 { 1 } else { 2 };
            let pieces =
                (0..cases).map(|case| Pieces::new(numbers, window, &from, odd ^ (case == 1)));
            Kind::Pieces(pieces.collect())
        };
        let block = factorial((tiles - window.first).max(low)) / factorial(low);
        Turn { block, kind }
    }

    /// Adds the moved boards of `source` to a part of a map. Both maps have only a share's own words; the part begins
    /// at the `first` of them.
    pub(super) fn pull(&self, own: &Own<'_>, source: &[u64], first: usize, part: &mut [u64]) {
        let block = self.block;
        match &self.kind {
            Kind::Runs { from, length } => {
                let length = *length;
                let runs = Runs {
                    block,
                    from,
                    length,
                };
                runs.pull_blocks(own, source, first, part);
            }
            Kind::Pieces(cases) => Cases { block, cases }.pull_blocks(own, source, first, part),
        }
    }

    /// Where a word comes from, and the number of words from it on that stay together. `None` if its bits come from several
    /// words.
    pub(super) fn origin(&self, word: usize) -> Option<(usize, usize)> {
        let Kind::Runs { from, length } = &self.kind else {
            return None;
        };
        let within = word % self.block;
        let (run, place) = (within / length, within % length);
        let origin = word - within + from[run] as usize * length + place;
        Some((origin, length - place))
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Runs { from, .. } => size_of_val(from.as_slice()),
            Kind::Pieces(cases) => {
                let bytes = |case: &Pieces| {
                    size_of_val(case.pieces.as_slice()) + size_of_val(case.ends.as_slice())
                };
                cases.iter().map(bytes).sum()
            }
        }
    }
}

/// How runs of words are moved.
#[derive(Clone, Copy)]
struct Runs<'a> {
    /// The words of a block.
    block: usize,
    /// For each run of a block, the run of the other map from which it comes.
    from: &'a [u32],
    /// The words of a run.
    length: usize,
}

impl Runs<'_> {
    fn pull_blocks(self, own: &Own<'_>, source: &[u64], first: usize, part: &mut [u64]) {
        let number = own.first + first;
        let mut start = number / self.block * self.block;
        let mut word = number - start;
        let mut rest = part;
        while !rest.is_empty() {
            let here = rest.len().min(self.block - word);
            let (now, later) = rest.split_at_mut(here);
            let block = start
                .checked_sub(own.first)
                .and_then(|place| source.get(place..place + self.block));
            match block {
                Some(block) => self.pull(block, word, now),
                None => {
                    let begin = start as isize - own.first as isize;
                    self.pull_known(source, begin, word, now);
                }
            }
            (rest, start, word) = (later, start + self.block, 0);
        }
    }

    /// Adds a part of a block.
    fn pull(self, source: &[u64], first: usize, part: &mut [u64]) {
        let length = self.length;
        let (mut run, mut within) = (first / length, first % length);
        let mut rest = part;
        while !rest.is_empty() {
            let here = rest.len().min(length - within);
            let (now, later) = rest.split_at_mut(here);
            let source = &source[self.from[run] as usize * length + within..][..here];
            unite(now, source);
            (rest, run, within) = (later, run + 1, 0);
        }
    }

    /// The same for a share that has only some words of the block, which begins `begin` words after the share's first
    /// word.
    fn pull_known(self, source: &[u64], begin: isize, first: usize, part: &mut [u64]) {
        let length = self.length;
        let (mut run, mut within) = (first / length, first % length);
        let mut rest = part;
        while !rest.is_empty() {
            let here = rest.len().min(length - within);
            let (now, later) = rest.split_at_mut(here);
            let place = begin + (self.from[run] as usize * length + within) as isize;
            let skipped = here.min(0.max(-place) as usize);
            let known = usize::try_from(place + skipped as isize).ok();
            if let Some(known) = known.and_then(|place| source.get(place..)) {
                unite(&mut now[skipped..], known);
            }
            (rest, run, within) = (later, run + 1, 0);
        }
    }
}

/// The pieces for either parity, and the words of a block.
struct Cases<'a> {
    block: usize,
    cases: &'a [Pieces],
}

impl Cases<'_> {
    /// Blocks of pieces are within a unit, so the share has all their words, wherever its first word is.
    fn pull_blocks(&self, own: &Own<'_>, source: &[u64], first: usize, part: &mut [u64]) {
        let mut start = first / self.block * self.block;
        let mut word = first - start;
        let mut rest = part;
        while !rest.is_empty() {
            let here = rest.len().min(self.block - word);
            let (now, later) = rest.split_at_mut(here);
            let block = &source[start..][..self.block];
            // An empty block, as in early levels, adds nothing, and a full one, as in late levels, does not change.
            if !is_all(block, 0) && !is_all(now, own.full) {
                let case = usize::from(own.odd[start]) % self.cases.len();
                self.cases[case].pull(block, word, now);
            }
            (rest, start, word) = (later, start + self.block, 0);
        }
    }
}

fn is_all(words: &[u64], value: u64) -> bool {
    words.iter().all(|&word| word == value)
}

impl Pieces {
    /// `odd` says whether the digits of a block and those after it are an odd order.
    fn new(numbers: &Numbers, window: &Window, from: &[u32], odd: bool) -> Pieces {
        let digits = (numbers.tiles() - window.first).max(numbers.low());
        let (bits, words) = (numbers.bits(), factorial(digits) / factorial(numbers.low()));
        let parities = match window.after {
            0 | 1 => parities(1..=digits),
            _ => vec![odd],
        };
        let (size, after) = (
            from.len() * factorial(window.after),
            factorial(window.after),
        );
        let mut made = Pieces::default();
        for word in 0..words {
            let begin = made.pieces.len();
            for bit in 0..bits {
                let pair = word * bits + bit;
                let order = 2 * pair + usize::from(parities[2 * pair % parities.len()] != odd);
                let (block, place) = (order / size, order % size);
                let source = block * size + from[place / after] as usize * after + place % after;
                made.add(begin, source / 2 / bits, source / 2 % bits, bit);
            }
            made.ends.push(made.pieces.len() as u32);
        }
        made.pieces.shrink_to_fit();
        made
    }

    /// Adds a bit to the word whose pieces begin at `begin`.
    fn add(&mut self, begin: usize, word: usize, from: usize, to: usize) {
        let (word, turn) = (word as u32, (64 + to - from) as u32 % 64);
        let known = self.pieces[begin..]
            .iter_mut()
            .find(|piece| (piece.word, piece.turn) == (word, turn));
        match known {
            Some(piece) => piece.mask |= 1 << to,
            None => self.pieces.push(Piece {
                word,
                turn,
                mask: 1 << to,
            }),
        }
    }

    #[inline]
    fn pull(&self, source: &[u64], first: usize, part: &mut [u64]) {
        let mut begin = first
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        for (word, &end) in part.iter_mut().zip(&self.ends[first..]) {
            for piece in &self.pieces[begin..end as usize] {
                *word |= source[piece.word as usize].rotate_left(piece.turn) & piece.mask;
            }
            begin = end as usize;
        }
    }
}
