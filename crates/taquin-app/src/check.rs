//! Can a board be solved, and why or why not?

use taquin::notation::Claim;
use taquin::solvability::{Argument, ShapesDiffer, reachable, reachable_goals, solvability_swap};
use taquin::{Board, Goal, Tile};

/// What is known about one board.
#[derive(Debug)]
pub struct Verdict {
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// Why the goal can or cannot be reached.
    pub argument: Argument,
    /// The standard goals that can be reached.
    pub reachable_goals: Vec<Goal>,
    /// Two tiles; swapping them would make it solvable.
    pub swap: Option<(Tile, Tile)>,
    /// A false claim in a comment.
    pub false_claim: Option<Claim>,
}

impl Verdict {
    /// The verdict on a start and a goal, and on the claim of a comment.
    pub fn new(start: Board, goal: Board, claim: Option<Claim>) -> Result<Verdict, ShapesDiffer> {
        let swap = solvability_swap(&start, &goal)?.cells();
        Ok(Verdict {
            argument: Argument::new(&start, &goal)?,
            reachable_goals: reachable_goals(&start),
            swap: swap.map(|(a, b)| (start.tile(a), start.tile(b))),
            false_claim: claim.filter(|claim| {
                let snail = Goal::Snail.board(start.shape());
                reachable(&start, &snail) != Ok(*claim == Claim::Solvable)
            }),
            start,
            goal,
        })
    }
}

/// Whether to explain the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The verdict alone.
    Verdict,
    /// The verdict and the argument for it.
    Argument,
}
