//! The containers of the searches, which know nothing of puzzles: a compact hash table and a bucket queue.

mod queue;
mod table;

#[doc(hidden)]
pub use queue::BucketQueue;
#[doc(hidden)]
pub use table::{FIRST_SLOTS, Index, Table};
pub use table::{Growth, Key};
