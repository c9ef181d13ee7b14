//! A [`Problem`] is solvable and a [`Solution`] has been replayed, by construction.

use crate::puzzle::solvability::{Argument, ShapesDiffer, reachable};
use crate::puzzle::{Board, Goal, Metric, Move, Shape, Slide, Tile};

/// A start and a goal of the same shape, with the goal reachable from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    start: Board,
    goal: Board,
}

/// Why a start and a goal do not make a problem. The enum is exhaustive, so a `match` needs no wildcard arm.
///
/// ```
/// use taquin::{Goal, Problem, ProblemError};
/// match Problem::new("2 1 3/4 5 6/7 8 0".parse()?, Goal::Last) {
///     Err(ProblemError::Unreachable(argument)) => assert!(!argument.reachable()),
///     other => panic!("two tiles are swapped: {other:?}"),
/// }
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// They have different shapes.
    #[error(transparent)]
    ShapesDiffer(#[from] ShapesDiffer),
    /// No sequence of moves leads from one to the other.
    #[error("the goal cannot be reached from the start")]
    Unreachable(Argument),
}

/// What can be the goal of a [`Problem`]: a board, or a [`Goal`], which is defined for every shape.
///
/// ```
/// use taquin::{Goal, IntoGoal, Shape};
/// let shape = Shape::new(2, 2)?;
/// assert_eq!(Goal::Last.into_goal(shape), "1 2/3 0".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait IntoGoal {
    /// The goal for a start of this shape. A board is returned unchanged, whatever its shape.
    fn into_goal(self, shape: Shape) -> Board;
}

impl IntoGoal for Board {
    fn into_goal(self, _: Shape) -> Board {
        self
    }
}

impl IntoGoal for &Board {
    fn into_goal(self, _: Shape) -> Board {
        self.clone()
    }
}

impl IntoGoal for Goal {
    fn into_goal(self, shape: Shape) -> Board {
        self.board(shape)
    }
}

impl Problem {
    /// A problem, if the goal can be reached. The goal is a [`Goal`] or a board.
    ///
    /// ```
    /// use taquin::{Board, Goal, Move, Problem};
    /// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
    /// let solution = problem.certify(vec![Move::Up, Move::Left])?;
    /// assert_eq!(solution.moves().len(), 2);
    ///
    /// let goal: Board = "0 2 3/1 4 6/7 5 8".parse()?;
    /// assert!(Problem::new("1 2 3/4 0 6/7 5 8".parse()?, goal).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(start: Board, goal: impl IntoGoal) -> Result<Problem, ProblemError> {
        let goal = goal.into_goal(start.shape());
        if reachable(&start, &goal)? {
            Ok(Problem { start, goal })
        } else {
            Err(ProblemError::Unreachable(Argument::new(&start, &goal)?))
        }
    }

    /// The one exception: a start and a goal of the same shape that moves need not connect, for estimates of any board and
    /// for searches that show that there is no solution. None of it can be certified.
    pub(crate) fn unchecked(start: Board, goal: Board) -> Problem {
        assert_eq!(start.shape(), goal.shape(), "a problem has one shape");
        Problem { start, goal }
    }

    /// The start.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The goal.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// The problem with start and goal swapped.
    pub fn reversed(&self) -> Problem {
        Problem {
            start: self.goal.clone(),
            goal: self.start.clone(),
        }
    }

    /// Plays the moves from the start. Returns a solution if they are all possible and end at the goal.
    ///
    /// This is the only way to get a [`Solution`].
    pub fn certify(&self, moves: Vec<Move>) -> Result<Solution, ReplayError> {
        let mut replay = self.replay();
        for &m in &moves {
            replay.play(m)?;
        }
        replay.finish()?;
        Ok(Solution {
            start: self.start.clone(),
            moves,
        })
    }

    /// A board on which moves can be checked one by one, without storing them.
    pub fn replay(&self) -> Replay<'_> {
        let (shape, blank) = (self.start.shape(), self.start.blank());
        Replay {
            goal: &self.goal,
            tiles: self.start.tiles().to_vec(),
            row: shape.row(blank),
            col: shape.col(blank),
            played: 0,
        }
    }
}

/// A board on which moves are played one by one to check whether they are a solution.
///
/// ```
/// use taquin::{Goal, Move, Problem};
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let mut replay = problem.replay();
/// replay.play(Move::Up)?;
/// replay.play(Move::Left)?;
/// assert_eq!(replay.finish()?, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    goal: &'a Board,
    /// At the blank's cell is what the blank left there last: writing the blank too would be slower, and there may be
    /// billions of moves.
    tiles: Vec<Tile>,
    /// The blank's row and column, so that no division is needed to notice an edge.
    row: u32,
    col: u32,
    played: usize,
}

impl Replay<'_> {
    /// Plays the next move, if a tile can make it.
    #[inline]
    pub fn play(&mut self, m: Move) -> Result<(), ReplayError> {
        // How far the blank goes. Beyond the first row or column the sum wraps around to a number above all others.
        let (down, right) = match m {
            Move::Up => (1, 0),
            Move::Down => (u32::MAX, 0),
            Move::Left => (0, 1),
            Move::Right => (0, u32::MAX),
        };
        let (row, col) = (self.row.wrapping_add(down), self.col.wrapping_add(right));
        let shape = self.goal.shape();
        if row >= shape.rows() || col >= shape.cols() {
            let place = self.played;
            return Err(ReplayError::Illegal { place, m });
        }
        let cell = |row, col| row as usize * shape.cols() as usize + col as usize;
        self.tiles[cell(self.row, self.col)] = self.tiles[cell(row, col)];
        (self.row, self.col) = (row, col);
        self.played += 1;
        Ok(())
    }

    /// The number of moves, if they have led to the goal.
    pub fn finish(mut self) -> Result<usize, ReplayError> {
        let shape = self.goal.shape();
        self.tiles[self.row as usize * shape.cols() as usize + self.col as usize] = Tile::BLANK;
        if self.tiles == self.goal.tiles() {
            return Ok(self.played);
        }
        let end = Board::new(shape, self.tiles).expect("moves keep the tiles of a board");
        Err(ReplayError::NotTheGoal { end: Box::new(end) })
    }
}

/// Why moves are not a solution.
///
/// ```
/// use taquin::{Goal, Move, Problem, ReplayError};
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let refused = problem.certify(vec![Move::Up, Move::Up]);
/// assert_eq!(refused, Err(ReplayError::Illegal { place: 1, m: Move::Up }));
/// let refused = problem.certify(vec![Move::Up]);
/// assert!(matches!(refused, Err(ReplayError::NotTheGoal { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// No tile can make this move.
    #[error("move {} ({m}) is not possible: the blank is at the edge", place + 1)]
    Illegal {
        /// The index of the move, counted from 0.
        place: usize,
        /// The move.
        m: Move,
    },
    /// All moves are possible, but they lead to another board.
    #[error("the moves do not end at the goal")]
    NotTheGoal {
        /// Where they end.
        end: Box<Board>,
    },
}

/// Moves that have been played and lead from a problem's start to its goal.
///
/// ```
/// use taquin::{Goal, Problem, Search};
/// let problem = Problem::new("1 2 3/4 0 6/7 5 8".parse()?, Goal::Last)?;
/// let report = Search::new(&problem).run()?;
/// let solution = report.solution().expect("nothing stopped the search");
/// assert_eq!(solution.moves().len(), 2);
/// assert_eq!(solution.boards().last().as_ref(), Some(problem.goal()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    start: Board,
    moves: Vec<Move>,
}

impl Solution {
    /// The moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every board from the start to the goal, computed one by one.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        let mut board = self.start.clone();
        std::iter::once(self.start.clone()).chain(self.moves.iter().map(move |&m| {
            board.play_unchecked(m);
            board.clone()
        }))
    }

    /// Each move of a metric, with the board that it leads to, computed one by one.
    pub fn steps(&self, metric: Metric) -> impl Iterator<Item = (Slide, Board)> {
        let mut board = self.start.clone();
        metric.slides(&self.moves).map(move |slide| {
            slide.moves().for_each(|m| board.play_unchecked(m));
            (slide, board.clone())
        })
    }
}
