//! The shared floor: small tools that know nothing of puzzles, each written once for all rooms above.
//!
//! `bits` iterates over set bits, `permutation` ranks orders and sets, [`hash`] computes fingerprints, `parallel`
//! distributes tasks over threads.

pub(crate) mod bits;
pub mod hash;
pub(crate) mod parallel;
pub(crate) mod permutation;
