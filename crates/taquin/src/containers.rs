//! The containers of the searches, which know nothing of puzzles: a compact hash table and a bucket queue.

mod queue;
mod table;

pub use queue::BucketQueue;
pub use table::{FIRST_SLOTS, Growth, Index, Key, Table};
