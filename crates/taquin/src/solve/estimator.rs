//! What a heuristic says of boards, without a search.

use super::tables::{Goal, check_fits};
use super::watch::Watcher;
use super::{HeuristicKind, SearchObserver, SearchOptions, TableSize, Tables, TablesError};
use crate::heuristic::{
    Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use crate::pdb::PatternSum;
use crate::puzzle::Board;
use crate::space::{Packed16, PackedState};
use std::sync::Arc;

/// A built-in heuristic for one goal, with its tables.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{Goal, HeuristicKind, Shape, Tables, Tick, tools::audit::Survey, Metric};
/// let goal = Goal::Last.board(Shape::new(2, 3)?);
/// let go_on = &mut |_: &Tick| ControlFlow::Continue(());
/// let estimator = Tables::default().estimator(&goal, HeuristicKind::Manhattan, 1, go_on)?;
/// let survey = Survey::every(&goal, Metric::SingleTile).expect("2×3 boards can all be listed");
/// let estimates = survey.states().map(|state| estimator.estimate(&state));
/// assert_eq!(estimates.max(), Some(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimator(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Zero(Zero),
    Hamming(Hamming),
    Gaschnig(Gaschnig),
    Manhattan(Box<Manhattan>),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
    Max(Max<LinearConflict, WalkingDistance>),
    Patterns(Arc<PatternSum>),
}

impl Tables {
    /// A heuristic for a goal; its tables are found or built on `threads` threads.
    pub fn estimator(
        &self,
        goal: &Board,
        heuristic: HeuristicKind,
        threads: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Estimator, TablesError> {
        let (shape, key) = (goal.shape(), Goal::of(goal));
        check_fits(heuristic, shape)?;
        Ok(Estimator(match heuristic {
            HeuristicKind::Zero => Kind::Zero(Zero),
            HeuristicKind::Hamming => Kind::Hamming(Hamming::new(shape)),
            HeuristicKind::Gaschnig => Kind::Gaschnig(Gaschnig::new(shape)),
            HeuristicKind::Manhattan => Kind::Manhattan(Box::new(Manhattan::new(shape))),
            HeuristicKind::LinearConflict => Kind::LinearConflict(LinearConflict::new(shape)),
            HeuristicKind::WalkingDistance => Kind::WalkingDistance(self.walking(key)),
            HeuristicKind::Max => Kind::Max(Max(LinearConflict::new(shape), self.walking(key))),
            HeuristicKind::Patterns => {
                let mut watcher = Watcher::new(goal, &SearchOptions::default(), observer);
                Kind::Patterns(self.sum(key, TableSize::Small, threads, &mut watcher)?)
            }
        }))
    }
}

impl Estimator {
    /// The estimate of a state, whose tiles carry the cell where they belong in the goal.
    pub fn estimate(&self, state: &PackedState<u64>) -> u32 {
        match &self.0 {
            Kind::Zero(h) => of(h, state),
            Kind::Hamming(h) => of(h, state),
            Kind::Gaschnig(h) => of(h, state),
            Kind::Manhattan(h) => of(&**h, state),
            Kind::LinearConflict(h) => of(h, state),
            Kind::WalkingDistance(h) => of(h, state),
            Kind::Max(h) => of(h, state),
            Kind::Patterns(h) => of(h, state),
        }
    }
}

fn of<H: Heuristic<Packed16>>(h: &H, state: &PackedState<u64>) -> u32 {
    h.estimate(h.start(state))
}
