//! Is a heuristic admissible, is it consistent, and how good is it?
//!
//! A [`Survey`] holds boards whose distance from a goal is known, and the moves between them; any estimates of these
//! boards can then be judged. There are two ways to make one:
//!
//! - [`Survey::every`]: every board of a shape of up to nine cells, level by level from the goal. Its verdict is a proof.
//! - [`Survey::new`] and [`Survey::add`]: the boards on shortest solutions, whose distance is the number of moves left,
//!   and their neighbours, whose distance is not known but whose estimates must not differ by more than one. It finds
//!   counterexamples; where it finds none, there may still be some.
//!
//! Boards are numbered in the order in which they were found. A survey takes about 60 bytes per board.

use crate::puzzle::{Board, Metric, Problem, Solution};
use crate::space::{MoveOrder, Packed16, PackedState, Space, board_of};
use std::collections::HashMap;

/// Estimates may be fractions; a smaller difference counts as a rounding error.
const ROUNDING: f64 = 1e-9;

/// For each cell, the goal cell of its tile.
pub type State = PackedState<u64>;

/// Boards and the moves between them, to judge heuristics by.
#[derive(Clone, Debug)]
pub struct Survey {
    goal: Board,
    metric: Metric,
    space: Packed16,
    /// The number of each board.
    numbers: HashMap<u64, u32>,
    met: Vec<Met>,
    /// Boards that are one move apart, by their numbers, each pair once.
    edges: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Debug)]
struct Met {
    key: u64,
    distance: Option<u32>,
    /// Its moves are among the edges.
    is_expanded: bool,
}

impl Survey {
    /// Larger shapes have too many boards to survey all of them.
    pub const EVERY_CELLS: usize = 9;
    /// Larger boards have few shortest solutions that can be found.
    pub const MAX_CELLS: usize = 16;

    /// A survey without boards, if the shape is small enough.
    pub fn new(goal: &Board, metric: Metric) -> Option<Survey> {
        Some(Survey {
            space: space(goal, goal)?,
            goal: goal.clone(),
            metric,
            numbers: HashMap::new(),
            met: Vec::new(),
            edges: Vec::new(),
        })
    }

    /// Every board from which the goal can be reached, if the shape is small enough.
    ///
    /// ```
    /// use taquin::{Goal, Metric, Shape, tools::audit::Survey};
    /// let goal = Goal::Last.board(Shape::new(2, 2)?);
    /// let survey = Survey::every(&goal, Metric::SingleTile).unwrap();
    /// let misplaced = survey.boards().map(|board| {
    ///     let pairs = board.tiles().iter().zip(goal.tiles());
    ///     pairs.filter(|(tile, wanted)| tile != wanted).count() as f64
    /// });
    /// let judgement = survey.judge(&misplaced.collect::<Vec<_>>())?;
    /// // Counting the blank too gives two moves where one is enough.
    /// let nearest = judgement.overestimates.first.unwrap();
    /// assert_eq!((nearest.distance, nearest.estimate), (1, 2.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn every(goal: &Board, metric: Metric) -> Option<Survey> {
        if goal.shape().area() > Survey::EVERY_CELLS {
            return None;
        }
        let mut survey = Survey::new(goal, metric)?;
        survey.note(survey.space.start(), 0);
        let (mut number, mut edge) = (0, 0);
        while let Some(&Met { distance, .. }) = survey.met.get(number) {
            let farther = distance.expect("a level is known before the next") + 1;
            survey.expand(number);
            for &[_, other] in &survey.edges[edge..] {
                survey.met[other as usize].distance.get_or_insert(farther);
            }
            (number, edge) = (number + 1, survey.edges.len());
        }
        Some(survey)
    }

    /// Adds the boards of a *shortest* solution, counted in the survey's metric, and their neighbours.
    ///
    /// Panics if it leads to another goal.
    pub fn add(&mut self, solution: &Solution) {
        let start = solution.boards().next().expect("a solution has a start");
        let mut state = space(&start, &self.goal)
            .expect("a solution of the survey leads to its goal")
            .start();
        let moves = solution.moves();
        let mut left = self.metric.length(moves) as u32;
        self.note(state, left);
        let is_line = self.metric == Metric::MultiTile;
        for slide in moves.chunk_by(|a, b| is_line && a == b) {
            state = slide
                .iter()
                .fold(state, |state, &m| self.space.step(&state, m));
            left -= 1;
            self.note(state, left);
        }
        assert!(self.space.is_goal(&state), "a solution of another goal");
    }

    /// The number of boards.
    pub const fn len(&self) -> usize {
        self.met.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// The boards in the order of their numbers; a heuristic has to estimate each.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        (0..self.len()).map(|number| self.board(number))
    }

    /// The same boards as the built-in heuristics see them.
    pub fn states(&self) -> impl Iterator<Item = State> {
        self.met.iter().map(|met| self.space.state(&met.key))
    }

    /// The distances of the boards, where they are known.
    pub fn distances(&self) -> impl Iterator<Item = Option<u32>> {
        self.met.iter().map(|met| met.distance)
    }

    fn board(&self, number: usize) -> Board {
        board_of(&self.space.state(&self.met[number].key), &self.goal)
    }

    fn number(&mut self, state: &State) -> u32 {
        let key = self.space.key(state);
        *self.numbers.entry(key).or_insert_with(|| {
            self.met.push(Met {
                key,
                distance: None,
                is_expanded: false,
            });
            self.met.len() as u32 - 1
        })
    }

    fn note(&mut self, state: State, distance: u32) {
        let number = self.number(&state) as usize;
        self.met[number].distance = Some(distance);
        self.expand(number);
    }

    /// Adds the neighbours of a board.
    fn expand(&mut self, number: usize) {
        if std::mem::replace(&mut self.met[number].is_expanded, true) {
            return;
        }
        for next in self.neighbours(number) {
            let other = self.number(&next);
            if !self.met[other as usize].is_expanded {
                self.edges.push([number as u32, other]);
            }
        }
    }

    fn neighbours(&self, number: usize) -> Vec<State> {
        let state = self.space.state(&self.met[number].key);
        let mut neighbours = Vec::with_capacity(4);
        for &m in self.space.moves(&state, None) {
            let mut next = self.space.step(&state, m);
            neighbours.push(next);
            while self.metric == Metric::MultiTile && self.space.moves(&next, None).contains(&m) {
                next = self.space.step(&next, m);
                neighbours.push(next);
            }
        }
        neighbours
    }
}

/// A problem as a graph, if its board is small enough and the goal can be reached.
fn space(start: &Board, goal: &Board) -> Option<Packed16> {
    let problem = Problem::new(start.clone(), goal.clone()).ok()?;
    Packed16::new(&problem, MoveOrder::default())
}

/// An estimate that is not a number of moves.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{estimate} is not a number of moves")]
#[non_exhaustive]
pub struct NotFinite {
    /// The number of the board.
    pub board: Board,
    /// The estimate.
    pub estimate: f64,
}

/// What is wrong with estimates, and how good they are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HeuristicJudgement {
    /// The number of boards with a known distance that were estimated.
    pub boards: usize,
    /// The number of pairs of boards one move apart that were estimated.
    pub edges: usize,
    /// Estimates above the distance.
    pub overestimates: Faults<OverestimatedBoard>,
    /// Pairs whose estimates differ by more than one.
    pub inconsistencies: Faults<Inconsistency>,
    /// The number of negative estimates: not a mistake, but 0 would be closer.
    pub negative: usize,
    /// The estimate of the goal, which should be 0.
    pub at_goal: Option<f64>,
    /// The mean of the estimates.
    pub mean: f64,
    /// The mean difference to the true distances.
    pub mean_error: f64,
    /// The number of boards whose estimate is the distance.
    pub exact: usize,
    /// The largest estimate.
    pub largest: f64,
}

/// Faults of one kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Faults<F> {
    /// Their number.
    pub count: usize,
    /// The one nearest to the goal, which is the easiest to verify by hand; of several, the first found.
    pub first: Option<F>,
    /// The worst one; of several, the first found.
    pub worst: Option<F>,
}

/// A board with an estimate above its distance.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OverestimatedBoard {
    /// The board.
    pub board: Board,
    /// Its distance from the goal.
    pub distance: u32,
    /// Its estimate.
    pub estimate: f64,
}

/// Two boards, one move apart, with estimates that differ by more than one. The larger estimate is first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inconsistency {
    /// The boards.
    pub boards: [Board; 2],
    /// Their estimates.
    pub estimates: [f64; 2],
}

/// The number of boards with a known distance for which one heuristic's estimate is larger than another's, and smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// Larger.
    pub larger: usize,
    /// Smaller.
    pub smaller: usize,
}

impl HeuristicJudgement {
    /// Whether no estimate is too high. For a survey of every board, this is a proof.
    pub const fn is_admissible(&self) -> bool {
        self.overestimates.count == 0
    }

    /// Whether no move changes the estimate by more than one.
    pub const fn is_consistent(&self) -> bool {
        self.inconsistencies.count == 0
    }
}

impl Survey {
    /// Judges the estimates of the first boards, or of all of them.
    pub fn judge(&self, estimates: &[f64]) -> Result<HeuristicJudgement, NotFinite> {
        if let Some(number) = estimates.iter().position(|h| !h.is_finite()) {
            return Err(NotFinite {
                board: self.board(number),
                estimate: estimates[number],
            });
        }
        let known = self.known(estimates.len());
        let mean = |sum: f64| sum / known.len().max(1) as f64;
        let error = |&(number, distance): &(usize, u32)| f64::from(distance) - estimates[number];
        let said = || known.iter().map(|&(number, _)| estimates[number]);
        let goal = known.iter().find(|&&(_, distance)| distance == 0);
        Ok(HeuristicJudgement {
            boards: known.len(),
            edges: self.estimated_edges(estimates.len()).count(),
            overestimates: self.overestimates(&known, estimates),
            inconsistencies: self.inconsistencies(estimates),
            negative: said().filter(|&h| h < -ROUNDING).count(),
            at_goal: goal.map(|&(number, _)| estimates[number]),
            mean: mean(said().sum()),
            mean_error: mean(known.iter().map(error).sum()),
            exact: known
                .iter()
                .filter(|at| error(at).abs() <= ROUNDING)
                .count(),
            largest: said().fold(f64::NEG_INFINITY, f64::max),
        })
    }

    /// Compares two heuristics on the boards that both have estimated.
    pub fn compare(&self, ours: &[f64], theirs: &[f64]) -> Comparison {
        let known = self.known(ours.len().min(theirs.len()));
        let count = |larger: &[f64], smaller: &[f64]| {
            let is_larger = |&&(at, _): &&(usize, u32)| larger[at] > smaller[at] + ROUNDING;
            known.iter().filter(is_larger).count()
        };
        Comparison {
            larger: count(ours, theirs),
            smaller: count(theirs, ours),
        }
    }

    /// The first boards whose distance is known, with the distance.
    fn known(&self, first: usize) -> Vec<(usize, u32)> {
        let met = self.met.iter().take(first).enumerate();
        met.filter_map(|(number, met)| Some((number, met.distance?)))
            .collect()
    }

    /// The edges between the first boards.
    fn estimated_edges(&self, first: usize) -> impl Iterator<Item = [usize; 2]> {
        let edges = self.edges.iter().map(|edge| edge.map(|end| end as usize));
        edges.filter(move |edge| edge.iter().all(|&end| end < first))
    }

    fn overestimates(
        &self,
        known: &[(usize, u32)],
        estimates: &[f64],
    ) -> Faults<OverestimatedBoard> {
        let by = |&(number, distance): &(usize, u32)| estimates[number] - f64::from(distance);
        let above = known.iter().copied().filter(|at| by(at) > ROUNDING);
        let fault = |(number, distance)| OverestimatedBoard {
            board: self.board(number),
            distance,
            estimate: estimates[number],
        };
        Faults::of(above.collect(), by, |&(_, distance)| distance, fault)
    }

    fn inconsistencies(&self, estimates: &[f64]) -> Faults<Inconsistency> {
        let by = |&[a, b]: &[usize; 2]| (estimates[a] - estimates[b]).abs();
        let edges = self.estimated_edges(estimates.len());
        let inconsistent = edges.filter(|edge| by(edge) > 1.0 + ROUNDING).collect();
        let nearness = |edge: &[usize; 2]| {
            let distances = edge.iter().filter_map(|&end| self.met[end].distance);
            distances
                .min()
                .expect("an edge begins at a board with a known distance")
        };
        let fault = |[a, b]: [usize; 2]| {
            let ends = if estimates[a] > estimates[b] {
                [a, b]
            } else {
                [b, a]
            };
            Inconsistency {
                boards: ends.map(|end| self.board(end)),
                estimates: ends.map(|end| estimates[end]),
            }
        };
        Faults::of(inconsistent, by, nearness, fault)
    }
}

impl<F> Faults<F> {
    fn of<P: Copy, N: Ord>(
        places: Vec<P>,
        by: impl Fn(&P) -> f64,
        nearness: impl Fn(&P) -> N,
        fault: impl Fn(P) -> F,
    ) -> Faults<F> {
        // Of equal items, `min_by` returns the first.
        let worst = places.iter().min_by(|a, b| by(b).total_cmp(&by(a)));
        Faults {
            count: places.len(),
            first: places
                .iter()
                .min_by_key(|place| nearness(place))
                .map(|&p| fault(p)),
            worst: worst.map(|&place| fault(place)),
        }
    }
}
