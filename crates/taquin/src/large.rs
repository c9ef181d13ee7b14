//! Boards too large for a search of shortest solutions: a solution at once, and shorter ones for more time.
//!
//! [`construct`] solves every board of up to [`MAX_CELLS`](crate::shape::MAX_CELLS) cells and tells the moves while it
//! finds them. [`shorten`] finds far shorter solutions for boards of up to 65,536 cells, the shorter the more it may spend.

mod anytime;
mod beam;
mod carry;
mod construct;
mod corner;
mod drift;
mod field;
mod lattice;
mod meter;
mod score;
mod stretch;
mod tour;

pub use anytime::{Found, OnTick, Pace, Seen, Settings, shorten};
pub use construct::{construct, longest};
