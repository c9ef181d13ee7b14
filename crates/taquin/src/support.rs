//! Small tools that are independent of the puzzle, each written once for all modules.
//!
//! `bits` iterates over set bits, `permutation` ranks orders and sets, [`hash`] computes fingerprints, `parallel`
//! distributes tasks over threads, [`levels`] divides a space among workers.

pub(crate) mod bits;
pub mod hash;
pub mod levels;
pub(crate) mod parallel;
pub(crate) mod permutation;
