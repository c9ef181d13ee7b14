//! The fast optimal search for boards of up to 25 cells: IDA* over pattern databases.
//!
//! The same search as [`idastar`](crate::search::idastar) with a [`PatternSum`](crate::pdb::PatternSum), made for speed:
//!
//! - An [`Automaton`](crate::space::Automaton) leaves out most boards that were reached on another path.
//! - For each partition of the tiles, a node stores its *slack*: how many moves away from the goal its path may still
//!   contain. The table's one bit says whether a move leads closer or away, and a move away costs one of the slack.
//! - Nodes are taken from a stack in batches, and all their children are processed in stages. A stage ends where the next
//!   one needs what was looked up: the processor waits for many cache misses at once, and no branch depends on one of
//!   them. Where a move leads in a table is looked up (`Successors`), not computed.
//! - Up to four partitions, called views, are used at once; on 5×5 they can be chosen for the board at hand ([`Choice`]).
//!   The third and fourth are evaluated only for children that are within the bound of the first two.
//! - An iteration with many nodes is divided into tasks, which threads take in order. The answer is that of the first task
//!   with a solution, and only the tasks up to it are counted: the answer and the counts do not depend on the number of
//!   threads.
//! - The tasks of an iteration can also be run by other processes: see [`Subtrees`].

mod any;
mod batch;
mod choice;
mod iterations;
mod node;
mod panel;
mod start;
mod subtrees;

pub use choice::Choice;
pub use iterations::{EngineObserver, EngineProgress, EngineSearch, PROGRESS_VERSION, Views};
pub use subtrees::{ForeignTask, Iteration, IterationTasks, Subtrees, TaskOutcome};
