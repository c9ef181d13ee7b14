//! Distance tables: the distance of every board of a small shape to its goal, by lookup.
//!
//! Up to nine cells, all reachable boards fit in a table: at most 181,440, with one byte each. Finding them all takes
//! about a millisecond. Boards are numbered as follows:
//!
//! 1. Each tile is identified by its goal cell, as in [`space`](crate::space). So the goal is the identity, and a table
//!    depends only on the shape and on the blank's goal cell.
//! 2. The *order* of a board is its tiles in reading order, without the blank. Its number has one digit per tile: how
//!    many later tiles belong before it (the Lehmer code). A horizontal move does not change the order. A vertical move
//!    takes one tile past `cols` − 1 others and changes only their digits.
//! 3. Orders 2k and 2k + 1 differ in their last two tiles. Moves change the parity of the order only together with the
//!    blank's row, so for each cell of the blank only one of the two can be reached: k, the *pair*, is enough.
//! 4. The number of a board is the blank's cell times the number of pairs, plus its pair.
//!
//! On a single row or column almost no pair is reached, because no tile can pass another.

mod build;
pub(crate) mod orders;

use crate::heuristic::Heuristic;
use crate::puzzle::{Cell, Metric, Problem, Shape, Slide, Solution};
use crate::space::{Arrangement, MoveOrder, Packed16, PackedState, Space, homes};
use crate::support::permutation::rank;
use orders::pairs;

/// Marks an entry that cannot be reached.
const UNREACHED: u8 = u8::MAX;

/// The distance of every board of a shape to a goal with the blank at a given cell.
#[derive(Clone, Debug)]
pub struct DistanceTable {
    shape: Shape,
    blank: Cell,
    metric: Metric,
    /// For each cell of the blank and each pair of orders, the distance, or [`UNREACHED`].
    distances: Vec<u8>,
    boards: usize,
}

/// For each cell, the goal cell of its tile.
type State = PackedState<u64>;

impl DistanceTable {
    /// Ten cells would take 1.8 million entries, and each additional cell about ten times as many.
    pub const MAX_CELLS: usize = 9;

    /// The table for a shape and the blank's goal cell, if the shape is small enough.
    ///
    /// ```
    /// use taquin::{Metric, Shape, census::distance_table::DistanceTable};
    /// let shape = Shape::new(2, 2)?;
    /// let whole = DistanceTable::build(shape, shape.last(), Metric::SingleTile).unwrap();
    /// assert_eq!(whole.boards_at_distance(), [1, 2, 2, 2, 2, 2, 1]);
    /// # Ok::<(), taquin::ShapeError>(())
    /// ```
    pub fn build(shape: Shape, blank: Cell, metric: Metric) -> Option<DistanceTable> {
        (shape.area() <= DistanceTable::MAX_CELLS).then(|| {
            let (distances, boards) = build::distances(shape, blank, metric);
            DistanceTable {
                shape,
                blank,
                metric,
                distances,
                boards,
            }
        })
    }

    /// What its distances count.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The number of boards.
    pub const fn boards(&self) -> usize {
        self.boards
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.distances.len()
    }

    /// The number of boards at each distance, from 0 up to the farthest.
    pub fn boards_at_distance(&self) -> Vec<u64> {
        let mut boards = vec![0; usize::from(UNREACHED) + 1];
        for &distance in &self.distances {
            boards[usize::from(distance)] += 1;
        }
        let beyond = boards.iter().position(|&count| count == 0);
        boards.truncate(beyond.unwrap_or(boards.len()).min(usize::from(UNREACHED)));
        boards
    }

    /// The length of the shortest solutions.
    ///
    /// This method and the following ones panic if the table is for another shape, or for a goal with the blank
    /// elsewhere.
    pub fn distance(&self, problem: &Problem) -> u32 {
        self.check(problem);
        let (start, goal) = (problem.start(), problem.goal());
        self.at(homes(start, goal), start.blank().index()).into()
    }

    /// A shortest solution: at every board the first move in this order that leads closer, and among slides in one
    /// direction the shortest.
    pub fn solution(&self, problem: &Problem, order: MoveOrder) -> Solution {
        let space = self.space(problem, order);
        let mut moves = Vec::new();
        let mut state = space.start();
        while let Some((slide, next)) = self.closer(&space, &state).first() {
            moves.extend(slide.moves());
            state = *next;
        }
        let solution = problem.certify(moves);
        solution.expect("a table leads to the goal")
    }

    /// The moves with which a shortest solution can begin.
    pub fn first_moves(&self, problem: &Problem) -> Vec<Slide> {
        let space = self.space(problem, MoveOrder::default());
        let closer = self.closer(&space, &space.start());
        closer.into_iter().map(|(slide, _)| slide).collect()
    }

    /// The number of shortest solutions. A board on several of them is visited once.
    pub fn shortest_count(&self, problem: &Problem) -> u64 {
        let space = self.space(problem, MoveOrder::default());
        let start = space.start();
        // The boards on shortest solutions at the current depth, each with the number of paths to it. There are few of
        // them.
        let mut level = vec![(start, 1)];
        for _ in 0..self.look_up(&start) {
            let mut next: Vec<(State, u64)> = Vec::new();
            for (state, ways) in level {
                for (_, closer) in self.closer(&space, &state) {
                    match next.iter_mut().find(|(known, _)| *known == closer) {
                        Some((_, known_ways)) => *known_ways += ways,
                        None => next.push((closer, ways)),
                    }
                }
            }
            level = next;
        }
        level.iter().map(|(_, ways)| ways).sum()
    }

    fn check(&self, problem: &Problem) {
        let goal = problem.goal();
        assert!(
            (goal.shape(), goal.blank()) == (self.shape, self.blank),
            "the table is for another shape or another home of the blank"
        );
    }

    fn space(&self, problem: &Problem, order: MoveOrder) -> Packed16 {
        self.check(problem);
        Packed16::new(problem, order).expect("nine cells fit in a word")
    }

    fn look_up(&self, state: &impl Arrangement) -> u8 {
        let homes = (0..self.shape.area()).map(|cell| state.home_at(cell));
        self.at(homes, state.blank())
    }

    /// The distance of the board with these homes in its cells.
    fn at(&self, homes: impl Iterator<Item = usize> + Clone, blank: usize) -> u8 {
        let tiles = homes.filter(|&home| home != self.blank.index());
        self.distances
            [blank * pairs(self.shape.area() - 1) + rank(tiles.map(|tile| tile as u32)) / 2]
    }

    /// The moves that lead one step closer to the goal, and the boards to which they lead.
    fn closer(&self, space: &Packed16, state: &State) -> Vec<(Slide, State)> {
        let distance = self.look_up(state);
        let mut closer = Vec::new();
        for &m in space.moves(state, None) {
            let mut next = *state;
            for tiles in 1..=reach(self.metric) {
                if !space.moves(&next, None).contains(&m) {
                    break;
                }
                next = space.step(&next, m);
                if self.look_up(&next) < distance {
                    closer.push((Slide { m, tiles }, next));
                }
            }
        }
        closer
    }
}

/// The perfect heuristic: the exact distance. A table for the multi-tile metric is still a lower bound.
impl<S: Space<State: Arrangement>> Heuristic<S> for DistanceTable {
    type Memo = u8;

    fn start(&self, state: &S::State) -> u8 {
        self.look_up(state)
    }

    fn after(&self, _: u8, _: &S::State, _: S::Move, to: &S::State) -> u8 {
        self.look_up(to)
    }

    fn estimate(&self, distance: u8) -> u32 {
        distance.into()
    }
}

/// The most tiles that one move of the metric moves.
const fn reach(metric: Metric) -> u32 {
    match metric {
        Metric::SingleTile => 1,
        Metric::MultiTile => u32::MAX,
    }
}
