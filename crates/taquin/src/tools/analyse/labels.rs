//! Sequences of labels that may repeat, as `Nine` prints them.
//!
//! Tiles with the same label are interchangeable, so a shortest path is found among arrangements of labels. It is a
//! breadth-first search: there is no heuristic for tiles that have several goals.

use crate::puzzle::solvability::{ShapesDiffer, labels_reachable};
use crate::puzzle::{Labels, Move};
use crate::search::{Ended, Event, Growth, Observer, bfs};
use crate::space::{LabelKey, Labelled, MoveOrder, Space};
use std::ops::ControlFlow;

/// What a search for a shortest path between two arrangements of labels found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelPath {
    /// The moves of a shortest path.
    Shortest(Vec<Move>),
    /// No path leads from one to the other.
    None,
    /// The search held too many arrangements; a path has at least this many moves.
    AtLeast(u32),
}

/// A shortest path between two arrangements of labels, by a search that holds at most about `most` arrangements.
///
/// ```
/// use taquin::tools::analyse::{LabelPath, label_path};
/// use taquin::{Labels, Shape};
/// let labels = |text: &[u8]| Labels::new(Shape::square(2).expect("small"), text);
/// let path = label_path(&labels(b"aab-")?, &labels(b"-aba")?, 100)?;
/// assert!(matches!(path, LabelPath::Shortest(moves) if moves.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn label_path(start: &Labels, goal: &Labels, most: u64) -> Result<LabelPath, ShapesDiffer> {
    if !labels_reachable(start, goal)? {
        return Ok(LabelPath::None);
    }
    let cells = start.shape().area();
    Ok(if cells <= <u64 as LabelKey>::CELLS {
        path::<u64>(start, goal, most)
    } else if cells <= <u128 as LabelKey>::CELLS {
        path::<u128>(start, goal, most)
    } else {
        path::<Box<[u8]>>(start, goal, most)
    })
}

fn path<K: LabelKey>(start: &Labels, goal: &Labels, most: u64) -> LabelPath {
    let space = Labelled::<K>::new(start, goal, MoveOrder::default());
    let space = space.expect("reachable labels are the same, and the key is large enough");
    match bfs(&space, None, Growth::Fourfold, &mut Ceiling { most }).ended {
        Ended::Found(moves) => LabelPath::Shortest(moves),
        Ended::Exhausted => LabelPath::None,
        Ended::Stopped { at_least } => LabelPath::AtLeast(at_least),
    }
}

/// Stops a search that holds too many arrangements.
struct Ceiling {
    most: u64,
}

impl<S: Space> Observer<S> for Ceiling {
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        match event {
            Event::Tick { stats, .. } if stats.peak_states > self.most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The number of the first step, from 1, that is not one move of one tile.
pub fn broken_label_step(positions: &[Labels]) -> Option<usize> {
    let mut pairs = positions.windows(2);
    let place = pairs.position(|pair| !is_move(&pair[0], &pair[1]))?;
    Some(place + 1)
}

fn is_move(before: &Labels, after: &Labels) -> bool {
    let (from, to) = (before.blank(), after.blank());
    if before.shape() != after.shape() || before.shape().distance(from, to) != 1 {
        return false;
    }
    let mut moved = before.labels().to_vec();
    moved.swap(from.index(), to.index());
    moved == after.labels()
}
