//! Solvers for boards too large for a search for shortest solutions: a solution immediately, and shorter ones given more
//! time.
//!
//! [`construct`] solves every board and reports the moves while it finds them. [`shorten`] finds far shorter solutions
//! for boards of up to [`MAX_SHORTEN_CELLS`]; more effort gives shorter ones. [`learned`] is the estimate that it uses on
//! boards of up to 10×10.

mod anytime;
mod attempt;
mod beam;
mod budget;
mod carry;
mod construct;
mod corner;
mod drift;
mod field;
mod lattice;
mod layer;
pub mod learned;
mod repair;
mod score;
mod stretch;
mod tour;
mod window;

pub(crate) use anytime::shorten_with;
pub use anytime::{OnProgress, Pace, ShortenProgress, ShortenSettings, Shortened, shorten};
pub use construct::{construct, longest};
pub use lattice::MAX_SHORTEN_CELLS;
