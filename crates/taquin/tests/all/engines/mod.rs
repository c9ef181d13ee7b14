//! A common interface to all searches, and the distances to compare them with.
#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    reason = "shared test code; no test uses all of it"
)]

use crate::common::distances;
use std::sync::LazyLock;
use taquin::heuristic::Heuristic;
use taquin::search::{
    Ended, Growth, Observer, Outcome, Priority, Weight, best_first, bfs, bidirectional_bfs,
    idastar, nbs,
};
use taquin::space::Reversible;
use taquin::{Board, Goal, Move, Problem, Shape};

/// A search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Engine {
    Bfs,
    Cost,
    Greedy,
    AStar,
    Weighted(Weight),
    IdaStar,
    BothWays,
    Nbs,
}

/// Those that quickly find a shortest path on any 3×3 board.
pub const FAST: [Engine; 4] = [
    Engine::AStar,
    Engine::IdaStar,
    Engine::BothWays,
    Engine::Nbs,
];

/// Those that find a shortest path.
pub const OPTIMAL: [Engine; 6] = [
    Engine::Bfs,
    Engine::Cost,
    Engine::AStar,
    Engine::IdaStar,
    Engine::BothWays,
    Engine::Nbs,
];

impl Engine {
    pub fn run<S, H>(
        self,
        space: &S,
        heuristic: &H,
        observer: &mut impl Observer<S>,
    ) -> Outcome<Move>
    where
        S: Reversible<Move = Move>,
        H: Heuristic<S>,
    {
        self.run_within(space, heuristic, u32::MAX, observer)
    }

    /// With a maximum length, for the searches that support one.
    pub fn run_within<S, H>(
        self,
        space: &S,
        heuristic: &H,
        longest: u32,
        observer: &mut impl Observer<S>,
    ) -> Outcome<Move>
    where
        S: Reversible<Move = Move>,
        H: Heuristic<S>,
    {
        let longest = (longest < u32::MAX).then_some(longest);
        match self {
            Engine::Bfs => bfs(space, longest, Growth::Twofold, observer),
            Engine::Cost => best_first(space, heuristic, Priority::Cost, observer),
            Engine::Greedy => best_first(space, heuristic, Priority::Greedy, observer),
            Engine::AStar => best_first(space, heuristic, Priority::AStar, observer),
            Engine::Weighted(weight) => {
                best_first(space, heuristic, Priority::Weighted(weight), observer)
            }
            Engine::IdaStar => idastar(space, heuristic, longest, observer),
            Engine::BothWays => bidirectional_bfs(space, longest, observer),
            Engine::Nbs => nbs(space, heuristic, heuristic, observer),
        }
    }
}

/// The length of a path that was found; replayed, it leads to the goal.
pub fn certified(problem: &Problem, outcome: Outcome<Move>) -> u32 {
    let Ended::Found(moves) = outcome.ended else {
        panic!("{:?} for {problem:?}", outcome.ended);
    };
    problem.certify(moves).unwrap().moves().len() as u32
}

/// A goal, and the boards from which it can be reached with their distances, always in the same order.
pub type Judged = (Board, Vec<(Board, u32)>);

fn judged(shape: Shape) -> Vec<Judged> {
    let goals = Goal::ALL.map(|goal| goal.board(shape));
    let judged = goals.map(|goal| {
        let mut boards: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
        boards.sort_by(|(a, _), (b, _)| a.tiles().cmp(b.tiles()));
        (goal, boards)
    });
    judged.into()
}

/// Calls `check` for every n-th board of a shape and each usual goal, with the true distance.
pub fn for_boards(shape: Shape, step: usize, check: impl Fn(&Problem, u32)) {
    static EIGHT: LazyLock<Vec<Judged>> =
        LazyLock::new(|| judged(Shape::square(3).expect("3×3 is a shape")));
    let small;
    let goals = if shape.rows() == 3 && shape.cols() == 3 {
        &*EIGHT
    } else {
        small = judged(shape);
        &small
    };
    for (goal, boards) in goals {
        for (start, distance) in boards.iter().step_by(step) {
            let problem = Problem::new(start.clone(), goal.clone()).unwrap();
            check(&problem, *distance);
        }
    }
}
