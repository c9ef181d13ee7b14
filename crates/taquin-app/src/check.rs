//! Can a board be solved, and why or why not?

use taquin::notation::Claim;
use taquin::solvability::{Argument, ShapesDiffer, mending_swap, reachable, reachable_goals};
use taquin::{Board, Goal, Tile};

/// What is known about one board.
#[derive(Debug)]
pub struct Verdict {
    /// Where it starts.
    pub start: Board,
    /// Where it should end.
    pub goal: Board,
    /// Why it can or cannot be reached.
    pub argument: Argument,
    /// The usual goals that can be reached.
    pub reachable_goals: Vec<Goal>,
    /// Two tiles whose exchange would make it solvable.
    pub swap: Option<(Tile, Tile)>,
    /// What a comment says although it is not so.
    pub false_claim: Option<Claim>,
}

impl Verdict {
    /// What is known about a start and a goal, and what a comment claims of them.
    pub fn new(start: Board, goal: Board, claim: Option<Claim>) -> Result<Verdict, ShapesDiffer> {
        let swap = mending_swap(&start, &goal)?.cells();
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

/// Whether the argument is wanted, or the verdict alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The verdict.
    Verdict,
    /// The verdict and why it is so.
    Argument,
}
