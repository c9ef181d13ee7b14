//! Small tools that are independent of the puzzle, each written once for all modules.
//!
//! `bits` iterates over set bits, `permutation` ranks orders and sets, [`hash`] computes fingerprints, `parallel`
//! distributes tasks over threads, [`levels`] divides a space among workers, [`memory`] asks the system for memory.

/// Whether the code should be small rather than as fast as possible: a browser downloads it before it runs. Results and node
/// counts are the same.
pub(crate) const SMALL: bool = cfg!(target_family = "wasm");

pub(crate) mod bits;
pub mod hash;
pub mod levels;
pub mod memory;
pub(crate) mod parallel;
pub(crate) mod permutation;
