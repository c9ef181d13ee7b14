//! Chooses which boards a beam retains: those with the smallest estimates that it has not retained before.

use crate::support::memory::{is_spare, reserve};

/// A board that may be retained.
pub(super) trait Candidate {
    /// Equal boards have equal hashes.
    fn hash(&self) -> u64;

    fn estimate(&self) -> i32;

    /// The blank's cell.
    fn blank(&self) -> usize;
}

/// The choice, and the memory for it.
#[derive(Debug)]
pub(super) struct Selection {
    cells: usize,
    /// How many boards may have their blank at the same cell, as a multiple of the mean.
    room: f64,
    /// The candidates by estimate.
    order: Vec<u32>,
    buckets: Vec<u32>,
    is_kept: Vec<bool>,
    /// A lossy hash table of the boards that were retained.
    known: Vec<u32>,
}

impl Selection {
    pub(super) const fn new(cells: usize, room: f64) -> Selection {
        Selection {
            cells,
            room,
            order: Vec::new(),
            buckets: Vec::new(),
            is_kept: Vec::new(),
            known: Vec::new(),
        }
    }

    /// For each candidate of the last choice, whether it is retained.
    pub(super) fn is_kept(&self) -> &[bool] {
        &self.is_kept
    }

    /// The memory in use.
    pub(super) const fn bytes(&self) -> usize {
        size_of::<u32>() * (self.order.capacity() + self.known.capacity()) + self.is_kept.capacity()
    }

    /// Reserves the memory for a choice among this many candidates; false if the system does not have it.
    pub(super) fn reserve(&mut self, candidates: usize, width: usize) -> bool {
        let wanted = (8 * width).next_power_of_two();
        reserve(&mut self.order, candidates)
            && reserve(&mut self.is_kept, candidates)
            && (wanted <= self.known.len() || is_spare(size_of::<u32>() * wanted))
    }

    /// The most bytes per retained board if each has this many children.
    pub(super) const fn bytes_per_board(children: usize) -> usize {
        // A table twice as large replaces one.
        let known = (16 + 8) * size_of::<u32>();
        known + children * (size_of::<u32>() + size_of::<bool>())
    }

    /// Marks the best `width` candidates that are new.
    pub(super) fn choose(&mut self, candidates: &[impl Candidate], width: usize) {
        self.sort(candidates);
        let wanted = (8 * width).next_power_of_two();
        if self.known.len() < wanted {
            // What a smaller table knew is forgotten; the next layers learn it again.
            self.known.clear();
            self.known.resize(wanted, 0);
        }
        let room = (self.room * width as f64 / self.cells as f64).max(1.0) as u32;
        let mask = self.known.len() - 1;
        let mut blanks = [0u32; 128];
        self.is_kept.clear();
        self.is_kept.resize(candidates.len(), false);
        let mut count = 0;
        for &number in &self.order {
            let candidate = &candidates[number as usize];
            let hash = candidate.hash();
            let known = &mut self.known[hash as usize & mask];
            let tag = (hash >> 32) as u32;
            let blank = &mut blanks[candidate.blank() & 127];
            if *known == tag || *blank >= room {
                continue;
            }
            *known = tag;
            *blank += 1;
            self.is_kept[number as usize] = true;
            count += 1;
            if count == width {
                break;
            }
        }
    }

    /// Sorts the candidates by estimate.
    fn sort(&mut self, candidates: &[impl Candidate]) {
        let estimates = candidates.iter().map(Candidate::estimate);
        let (Some(least), Some(most)) = (estimates.clone().min(), estimates.max()) else {
            self.order.clear();
            return;
        };
        self.buckets.clear();
        self.buckets.resize((most - least) as usize + 2, 0);
        for candidate in candidates {
            self.buckets[(candidate.estimate() - least) as usize + 1] += 1;
        }
        for place in 1..self.buckets.len() {
            self.buckets[place] += self.buckets[place - 1];
        }
        self.order.clear();
        self.order.resize(candidates.len(), 0);
        for (number, candidate) in (0u32..).zip(candidates) {
            let place = &mut self.buckets[(candidate.estimate() - least) as usize];
            self.order[*place as usize] = number;
            *place += 1;
        }
    }
}
