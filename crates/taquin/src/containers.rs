//! The containers of the searches, independent of the puzzle: a compact hash table and a bucket queue.
//!
//! Only [`Key`] and [`Growth`] are part of the public interface: a [`Space`](crate::space::Space) names its key type, and
//! [`bfs`](crate::search::bfs) takes a growth.
//!
//! ```
//! use taquin::containers::Key;
//! assert_ne!(1u64.hash(), 2u64.hash());
//! ```

mod queue;
mod table;

#[doc(hidden)]
pub use queue::BucketQueue;
#[doc(hidden)]
pub use table::{FIRST_SLOTS, Index, Table};
pub use table::{Growth, Key};
