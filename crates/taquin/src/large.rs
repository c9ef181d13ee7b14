//! Boards too large for a search of shortest solutions.

mod anytime;
mod anytime;
mod carry;
mod construct;
mod corner;
mod drift;
mod field;

pub use anytime::{Found, OnTick, Pace, Seen, Settings, shorten};
pub use construct::construct;
