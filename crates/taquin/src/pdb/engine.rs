//! The fast optimal search for boards of up to 25 cells: IDA* over pattern databases.
//!
//! The same search as [`idastar`](crate::search::idastar) with a [`PatternSum`](crate::pdb::PatternSum), made for speed:
//!
//! - An [`Automaton`](crate::space::Automaton) leaves out most boards that were reached another way.
//! - Of each division of the tiles a node knows how much more than the least its path may still lose, its *slack*. A move
//!   leads closer or away; the table's one bit says which, and a move away costs one of the slack.
//! - Nodes are taken from a stack by the batch. First the places of all their children in the tables are computed, then
//!   all bits are fetched, then all children are judged: the processor waits for many memory cells at a time, and no
//!   jump depends on what it waits for.
//! - A round with many nodes is cut into tasks, which threads take in order. The answer is that of the first task with a
//!   solution, and only the tasks up to it are counted: any number of threads gives the same answer and the same counts.
//! - Rounds can be dealt out by somebody else, too, in other processes: see [`Subtrees`].

mod any;
mod batch;
mod node;
mod rounds;
mod start;
mod subtrees;

pub use rounds::{PROGRESS_VERSION, Progress, search};
pub use subtrees::{ForeignTask, Performed, Round, RoundTasks, Subtrees};
