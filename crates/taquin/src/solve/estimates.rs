//! What a heuristic says, without a search.

use super::run::build_for;
use super::watch::{OnTick, Watcher};
use super::{HeuristicKind, PlanError, TableSize, Tables};
use crate::heuristic::{
    Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use crate::puzzle::Board;
use crate::space::{Packed16, PackedState};

/// The estimates of states, whose tiles carry the cell where they belong in the goal; `None` if `on_tick` stopped the
/// construction of the tables.
pub fn estimates(
    tables: &mut Tables,
    goal: &Board,
    estimate: HeuristicKind,
    threads: usize,
    states: impl Iterator<Item = PackedState<u64>>,
    on_tick: &mut OnTick<'_>,
) -> Result<Option<Vec<u32>>, PlanError> {
    let (shape, blank) = (goal.shape(), goal.blank());
    if !estimate.fits(shape) {
        return Err(PlanError::Unfit { estimate, shape });
    }
    let mut watcher = Watcher::new(goal, on_tick, None);
    if build_for(shape, blank, estimate, threads, tables, &mut watcher).is_err() {
        return Ok(None);
    }
    let walking = || -> &WalkingDistance { &tables.walking[&(shape, blank)] };
    Ok(Some(match estimate {
        HeuristicKind::Zero => each(&Zero, states),
        HeuristicKind::Hamming => each(&Hamming::new(shape), states),
        HeuristicKind::Gaschnig => each(&Gaschnig::new(shape), states),
        HeuristicKind::Manhattan => each(&Manhattan::new(shape), states),
        HeuristicKind::LinearConflict => each(&LinearConflict::new(shape), states),
        HeuristicKind::WalkingDistance => each(walking(), states),
        HeuristicKind::Max => each(&Max(LinearConflict::new(shape), walking().clone()), states),
        HeuristicKind::Patterns => each(&tables.sums[&(shape, blank, TableSize::Small)], states),
    }))
}

fn each<H: Heuristic<Packed16>>(h: &H, states: impl Iterator<Item = PackedState<u64>>) -> Vec<u32> {
    states.map(|state| h.estimate(h.start(&state))).collect()
}
