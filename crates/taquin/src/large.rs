//! Boards too large for a search of shortest solutions.

mod construct;
mod corner;
mod drift;
mod field;

pub use construct::construct;
