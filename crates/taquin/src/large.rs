//! Boards too large for a search of shortest solutions: a solution at once, as short as little time allows.
//!
//! [`construct`] solves every board of up to [`MAX_CELLS`](crate::shape::MAX_CELLS) cells and tells the moves while it
//! finds them.

mod anytime;
mod carry;
mod construct;
mod corner;
mod drift;
mod field;

pub use anytime::{Found, OnTick, Pace, Seen, Settings, shorten};
pub use construct::{construct, longest};
