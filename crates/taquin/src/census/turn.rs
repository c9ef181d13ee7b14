//! What becomes of a whole map when a tile moves up or down.
//!
//! The tile passes `passed` others, and with its own digit theirs change: a *window* of the order's digits. The digits
//! before it stay, so a map falls into blocks of which each is turned like the others, and so do those after it.
//!
//! - If the window ends before the digits of a word's bits, words go as they are, in runs.
//! - Else a word gathers its bits from several words: each piece is a word, turned round by so many bits, and a mask.
//! - If the window takes in the digit that a pair leaves open, it matters whether the digits before the block are an odd
//!   order, and there are pieces for either case.

use super::numbers::Numbers;
use crate::whole::orders::{factorial, lift, parities};

/// The digits that change when a tile passes some others.
#[derive(Debug)]
pub(super) struct Window {
    /// The digits before it.
    first: usize,
    /// The digits after it.
    after: usize,
    /// What becomes of its digits when the tile comes to the front.
    lifted: Vec<usize>,
}

impl Window {
    /// The tile comes to place `first` from behind so many others.
    pub(super) fn new(tiles: usize, first: usize, passed: usize) -> Window {
        let after = tiles - first - passed - 1;
        let windows = factorial(tiles - first) / factorial(after);
        Window {
            first,
            after,
            lifted: (0..windows)
                .map(|window| lift(window, passed, after + 1))
                .collect(),
        }
    }

    /// For the digits before the tile moves up those after it.
    pub(super) fn lifted(&self) -> Vec<usize> {
        self.lifted.clone()
    }

    /// For the digits after the tile has moved up those before it.
    pub(super) fn lowered(&self) -> Vec<usize> {
        let mut lowered = vec![0; self.lifted.len()];
        for (before, &after) in self.lifted.iter().enumerate() {
            lowered[after] = before;
        }
        lowered
    }
}

/// How a map is made from another one.
#[derive(Debug)]
pub(super) struct Turn {
    /// So many words are turned like the next so many.
    block: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Runs {
        /// For each run of a block the run of the other map from which it comes.
        from: Vec<u32>,
        /// The words of a run.
        length: usize,
    },
    /// For blocks after an even order and after an odd one, or for both alike.
    Pieces(Vec<Pieces>),
}

/// For each word of a block the pieces it is made of.
#[derive(Debug, Default)]
struct Pieces {
    pieces: Vec<Piece>,
    /// For each word the end of its pieces.
    ends: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    /// The word of the other map's block.
    word: u32,
    /// By how much its bits are turned to the left.
    turn: u32,
    mask: u64,
}

impl Turn {
    /// `from` says for each of a window's digits from which they come; `odd` whether the orders of the map are.
    pub(super) fn new(numbers: &Numbers, window: &Window, from: &[usize], odd: bool) -> Turn {
        let (tiles, low) = (numbers.tiles(), numbers.low());
        let kind = if window.after >= low {
            Kind::Runs {
                from: from.iter().map(|&run| run as u32).collect(),
                length: factorial(window.after) / factorial(low),
            }
        } else {
            // The last two digits are those of a pair.
            let cases = if window.after >= 2 { 1 } else { 2 };
            let pieces =
                (0..cases).map(|case| Pieces::new(numbers, window, from, odd ^ (case == 1)));
            Kind::Pieces(pieces.collect())
        };
        let block = factorial((tiles - window.first).max(low)) / factorial(low);
        Turn { block, kind }
    }

    /// Adds to a part of a map, which begins at word `first`, what the turned map has there.
    pub(super) fn pull(&self, numbers: &Numbers, source: &[u64], first: usize, part: &mut [u64]) {
        let mut start = first / self.block * self.block;
        let mut word = first - start;
        let mut rest = part;
        while !rest.is_empty() {
            let here = rest.len().min(self.block - word);
            let (now, later) = rest.split_at_mut(here);
            let block = &source[start..][..self.block];
            match &self.kind {
                Kind::Runs { from, length } => pull_runs(from, *length, block, word, now),
                // Nothing comes from an empty block, as at first, and nothing is new in a full one, as at last.
                Kind::Pieces(_) if is_all(block, 0) || is_all(now, numbers.full()) => {}
                Kind::Pieces(cases) => {
                    let case = usize::from(numbers.is_odd(start)) % cases.len();
                    cases[case].pull(block, word, now);
                }
            }
            (rest, start, word) = (later, start + self.block, 0);
        }
    }
}

fn is_all(words: &[u64], value: u64) -> bool {
    words.iter().all(|&word| word == value)
}

fn pull_runs(from: &[u32], length: usize, source: &[u64], first: usize, part: &mut [u64]) {
    let mut word = first;
    let mut rest = part;
    while !rest.is_empty() {
        let (run, within) = (word / length, word % length);
        let here = rest.len().min(length - within);
        let (now, later) = rest.split_at_mut(here);
        let source = &source[from[run] as usize * length + within..][..here];
        super::add(now, source);
        (rest, word) = (later, word + here);
    }
}

impl Pieces {
    /// `odd` says whether the digits of a block and what comes after them are an odd order.
    fn new(numbers: &Numbers, window: &Window, from: &[usize], odd: bool) -> Pieces {
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
                let source = block * size + from[place / after] * after + place % after;
                made.add(begin, source / 2 / bits, source / 2 % bits, bit);
            }
            made.ends.push(made.pieces.len() as u32);
        }
        made
    }

    /// One bit of the word whose pieces begin there.
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
