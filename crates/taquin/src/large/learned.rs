//! A learned estimate of the number of moves to the goal, and the beam search that uses it, for boards with sides of 4 to
//! 10 cells.
//!
//! The estimate is a sum over all pairs of tiles: each pair adds a weight that depends on both homes and both cells.
//! Single tiles, and tiles together with the blank's cell or the blank's home, add weights too ([`Evaluation`]). The
//! weights are learned from solutions that the beam itself finds, by the program in `crates/taquin-train`; decision 26
//! describes how. They are trained for squares of [`TRAINED`] cells per side, and derived from those for other shapes
//! ([`PairTable::for_shape`]).

mod beam;
mod classes;
mod evaluation;
mod grow;
mod grow_pairs;
mod history;
mod selection;
mod slides;
mod table;
mod weights;

pub use super::layer::Layer;
pub use beam::LearnedBeam;
pub use classes::Classes;
pub use evaluation::Evaluation;
pub(super) use slides::SlideBeam;
pub use table::PairTable;
pub(crate) use table::TableSource;
pub use weights::{TRAINED, TiedWeights, UNIT};

use crate::puzzle::Shape;

/// Whether the weights are part of the program. They would double what a browser downloads.
pub(super) const HAS_WEIGHTS: bool = !cfg!(target_family = "wasm");

/// Whether there is a table for boards of this shape.
pub fn has_table(shape: Shape) -> bool {
    let sides = 4..=10;
    HAS_WEIGHTS && sides.contains(&shape.rows()) && sides.contains(&shape.cols())
}
