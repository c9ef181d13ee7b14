//! Weights on disk between two rounds.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The state of the training of one size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoint {
    /// Finished rounds.
    pub(crate) rounds: u64,
    /// In moves, by class.
    pub(crate) weights: Vec<f32>,
    /// A moving mean of the weights after each round, which is better than any of them.
    pub(crate) mean: Vec<f32>,
}

/// The file of one size.
fn file(directory: &Path, side: usize) -> PathBuf {
    directory.join(format!("side-{side}.checkpoint"))
}

impl Checkpoint {
    /// The checkpoint of a size, if there is one with `count` weights.
    pub(crate) fn load(
        directory: &Path,
        side: usize,
        count: usize,
    ) -> io::Result<Option<Checkpoint>> {
        let bytes = match fs::read(file(directory, side)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let (words, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() || words.len() != 2 * count + 1 {
            let reason =
                format!("expected the number of rounds and twice {count} weights, of 4 bytes each");
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        let part = |words: &[[u8; 4]]| words.iter().map(|&word| f32::from_le_bytes(word)).collect();
        Ok(Some(Checkpoint {
            rounds: u32::from_le_bytes(words[0]).into(),
            weights: part(&words[1..=count]),
            mean: part(&words[count + 1..]),
        }))
    }

    /// The state before the first round.
    pub(crate) fn new(weights: Vec<f32>) -> Checkpoint {
        Checkpoint {
            rounds: 0,
            mean: weights.clone(),
            weights,
        }
    }

    /// Counts a round that changed the weights.
    pub(crate) fn end_round(&mut self) {
        self.rounds += 1;
        // The mean of all rounds at first, then of about the last ten.
        let share = 1.0 / (self.rounds as f32).min(10.0);
        for (mean, weight) in self.mean.iter_mut().zip(&self.weights) {
            *mean += share * (weight - *mean);
        }
    }

    /// Writes the checkpoint to a new file, then renames it: a file is whole or absent.
    pub(crate) fn save(&self, directory: &Path, side: usize) -> io::Result<()> {
        let mut bytes = (self.rounds as u32).to_le_bytes().to_vec();
        let weights = self.weights.iter().chain(&self.mean);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        let path = file(directory, side);
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, bytes)?;
        fs::rename(unfinished, path)
    }
}
