//! The containers of the searches, independent of the puzzle: a compact hash table and a bucket queue.
//!
//! Not part of the public interface, except for [`space::Key`](crate::space::Key) and
//! [`search::Growth`](crate::search::Growth), which are exported again where they are used.

mod queue;
pub(crate) mod reserve;
mod table;

pub use queue::BucketQueue;
pub use table::{FIRST_SLOTS, Growth, Index, Key, Table};
