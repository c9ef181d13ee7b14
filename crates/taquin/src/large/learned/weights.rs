//! Weights as they are stored: one number per class of features, in sixteenths of a move.
//!
//! A file of weights has a line of text that says where they come from, then for each trained square the weights of its
//! classes in the order of [`Classes`](super::Classes): 16 bits for single tiles and the blank's two ends, 8 bits for
//! the rest.

use super::classes::Kind;

/// The sides of the squares for which weights are trained.
pub const TRAINED: std::ops::RangeInclusive<u32> = 5..=8;

/// The value of one move.
pub const UNIT: i32 = 16;

/// The weights for boards of one square shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiedWeights {
    side: u32,
    pub(super) tiles: Vec<i16>,
    pub(super) ends: Vec<i16>,
    pub(super) blanks: Vec<i8>,
    pub(super) pairs: Vec<i8>,
}

impl TiedWeights {
    /// Rounds weights in moves; `count` says how many of each kind there are.
    pub(super) fn rounded(side: u32, count: &[usize; 4], weights: &[f32]) -> TiedWeights {
        let scaled = |weight: &f32| (weight * UNIT as f32).round();
        let wide = |part: &[f32]| part.iter().map(|weight| scaled(weight) as i16).collect();
        // A conversion from `f32` saturates; -128 is left out so that a difference of two fits in 9 bits.
        let narrow = |part: &[f32]| {
            part.iter()
                .map(|weight| (scaled(weight) as i8).max(-127))
                .collect()
        };
        let (tiles, rest) = weights.split_at(count[Kind::Tiles as usize]);
        let (ends, rest) = rest.split_at(count[Kind::Ends as usize]);
        let (blanks, pairs) = rest.split_at(count[Kind::Blanks as usize]);
        TiedWeights {
            side,
            tiles: wide(tiles),
            ends: wide(ends),
            blanks: narrow(blanks),
            pairs: narrow(pairs),
        }
    }

    /// The number of rows and of columns of the boards.
    pub const fn side(&self) -> u32 {
        self.side
    }

    /// The weights that come with the library, for boards of `side` × `side` cells.
    pub fn trained(side: u32) -> Option<TiedWeights> {
        TiedWeights::read(TRAINED_WEIGHTS, side)
    }

    /// The weights for boards of `side` × `side` cells from the bytes of a file.
    pub fn read(bytes: &[u8], side: u32) -> Option<TiedWeights> {
        let header = bytes.iter().position(|&byte| byte == b'\n')?;
        let mut rest = Reader(&bytes[header + 1..]);
        for _ in 0..rest.take(1)?[0] {
            let found = u32::from(rest.take(1)?[0]);
            let mut counts = [0; 4];
            for count in &mut counts {
                *count = u32::from_le_bytes(rest.take(4)?.try_into().ok()?) as usize;
            }
            let [tiles, ends] = [rest.take(2 * counts[0])?, rest.take(2 * counts[1])?];
            let [blanks, pairs] = [rest.take(counts[2])?, rest.take(counts[3])?];
            if found == side {
                let wide = |bytes: &[u8]| {
                    bytes
                        .as_chunks()
                        .0
                        .iter()
                        .map(|&weight| i16::from_le_bytes(weight))
                        .collect()
                };
                let narrow = |bytes: &[u8]| bytes.iter().map(|&weight| weight as i8).collect();
                return Some(TiedWeights {
                    side,
                    tiles: wide(tiles),
                    ends: wide(ends),
                    blanks: narrow(blanks),
                    pairs: narrow(pairs),
                });
            }
        }
        None
    }

    /// The bytes of a file with these weights.
    pub fn write(all: &[TiedWeights], origin: &str) -> Vec<u8> {
        let mut bytes = format!("taquin weights 1, {origin}\n").into_bytes();
        bytes.push(all.len() as u8);
        for weights in all {
            let counts = [
                weights.tiles.len(),
                weights.ends.len(),
                weights.blanks.len(),
                weights.pairs.len(),
            ];
            bytes.push(weights.side as u8);
            bytes.extend(
                counts
                    .iter()
                    .flat_map(|&count| (count as u32).to_le_bytes()),
            );
            let wide = weights.tiles.iter().chain(&weights.ends);
            bytes.extend(wide.flat_map(|weight| weight.to_le_bytes()));
            let narrow = weights.blanks.iter().chain(&weights.pairs);
            bytes.extend(narrow.flat_map(|weight| weight.to_le_bytes()));
        }
        bytes
    }
}

/// Made by `crates/taquin-train`; the first line says how and when.
const TRAINED_WEIGHTS: &[u8] = include_bytes!("weights.bin");

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}
