//! The states that a search will probably need, for heuristics that estimate many at once.

use crate::heuristic::Heuristic;
use crate::space::Space;

/// The most states that are passed through for one batch: about as many as can be looked up while a batch is estimated.
const MOST_PASSED: usize = 1 << 13;

/// A state below which a search looks for others.
pub(super) struct Root<S: Space> {
    pub(super) state: S::State,
    /// The move that led to it.
    pub(super) last: Option<S::Move>,
    /// Leave out its moves up to this one.
    pub(super) after: Option<S::Move>,
    /// How many moves away the goal may be.
    pub(super) left: u32,
}

/// The states below some roots whose estimates are not known.
pub(super) fn unknown<S: Space, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    roots: Vec<Root<S>>,
) -> impl Iterator<Item = S::State> {
    let most = MOST_PASSED / roots.len().max(1);
    let roots = roots.into_iter();
    roots.flat_map(move |root| unknown_below(space, heuristic, root, most))
}

/// The children of a state that was reached by `last`.
pub(super) fn children<S: Space>(
    space: &S,
    state: &S::State,
    last: Option<S::Move>,
) -> Vec<S::State> {
    let moves = space.moves(state, last).iter();
    moves.map(|&m| space.step(state, m)).collect()
}

/// The nearest states below a root whose estimates are not known, depth first. States with a known estimate are passed
/// through if the goal may be near enough, at most `most` of them.
fn unknown_below<S: Space, H: Heuristic<S>>(
    space: &S,
    heuristic: &H,
    root: Root<S>,
    most: usize,
) -> impl Iterator<Item = S::State> {
    let mut waiting = vec![root];
    let passed = std::iter::from_fn(move || {
        let root = waiting.pop()?;
        let left = root.left.saturating_sub(1);
        let moves = space.moves(&root.state, root.last);
        let first = moves.iter().position(|&m| Some(m) == root.after);
        let first = first.map_or(0, |place| place + 1);
        let (mut unknown, below) = (Vec::new(), waiting.len());
        for &m in &moves[first..] {
            let state = space.step(&root.state, m);
            match heuristic.known(&state) {
                None => unknown.push(state),
                Some(h) if h <= left && left > 0 => waiting.push(Root {
                    state,
                    last: Some(m),
                    after: None,
                    left,
                }),
                Some(_) => {}
            }
        }
        waiting[below..].reverse();
        Some(unknown)
    });
    passed.take(most).flatten()
}
