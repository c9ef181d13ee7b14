//! Random boards by an explicit seed: the same seed gives the same boards on every machine and in every version.
//!
//! To keep that promise nothing here is left to a library but the ChaCha8 stream (Bernstein 2008), which cannot change
//! without ceasing to be ChaCha8: the seed's bytes, the choice below a bound and the shuffle are our own.
//!
//! ```
//! use taquin::{Goal, Shape, solvability::reachable, tools::generate::Generator};
//! let goal = Goal::Last.board(Shape::new(3, 4)?);
//! let mut generator = Generator::new(7);
//! let board = generator.random(&goal);
//! assert!(reachable(&board, &goal)?);
//! assert_eq!(Generator::new(7).random(&goal), board);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod distance;

pub use distance::{AtDistance, Distance, NoBoards, Stop};

use crate::puzzle::solvability::{reachable, twin};
use crate::puzzle::{Board, Shape, Tile};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Generates boards.
#[derive(Clone, Debug)]
pub struct Generator(ChaCha8Rng);

impl Generator {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Generator {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Generator(ChaCha8Rng::from_seed(key))
    }

    /// One of the independent generators of a seed, so that several threads can share the work; number 0 is
    /// [`Generator::new`].
    ///
    /// ```
    /// use taquin::{Goal, Shape, tools::generate::Generator};
    /// let goal = Goal::Last.board(Shape::new(4, 4)?);
    /// let boards = [0, 1].map(|number| Generator::numbered(7, number).random(&goal));
    /// assert_eq!(boards[0], Generator::new(7).random(&goal));
    /// assert_ne!(boards[0], boards[1]);
    /// # Ok::<(), taquin::ShapeError>(())
    /// ```
    pub fn numbered(seed: u64, number: u64) -> Generator {
        let mut generator = Generator::new(seed);
        generator.0.set_stream(number);
        generator
    }

    /// A board from which the goal can be reached, uniformly distributed.
    pub fn random(&mut self, goal: &Board) -> Board {
        if goal.shape().is_line() {
            return self.random_line(goal);
        }
        let board = self.shuffled(goal.shape());
        if can_reach(&board, goal) {
            board
        } else {
            twin(&board).expect("a board with two rows and two columns has three tiles")
        }
    }

    /// A board from which the goal cannot be reached, each as likely as any other; `None` if there is none, because
    /// the shape has fewer than two tiles.
    pub fn unsolvable(&mut self, goal: &Board) -> Option<Board> {
        let shape = goal.shape();
        loop {
            let board = self.shuffled(shape);
            if !can_reach(&board, goal) {
                return Some(board);
            }
            // Twins would favour some boards of a line, where far fewer than half are reachable.
            if !shape.is_line() || shape.area() <= 2 {
                return twin(&board);
            }
        }
    }

    /// The board after this many steps from the goal, each a uniformly random possible move (42's generator).
    pub fn walk(&mut self, goal: &Board, steps: u64) -> Board {
        let mut board = goal.clone();
        for _ in 0..steps {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves.iter().nth(self.below(moves.len()));
            board.play_unchecked(chosen.expect("the choice is below their number"));
        }
        board
    }

    /// The goal's tiles in their order, with the blank anywhere among them.
    fn random_line(&mut self, goal: &Board) -> Board {
        let mut tiles = goal.tiles().to_vec();
        tiles.remove(goal.blank().index());
        tiles.insert(self.below(tiles.len() + 1), Tile::BLANK);
        Board::new(goal.shape(), tiles).expect("the goal's tiles make a board")
    }

    /// Any arrangement (Fisher & Yates, in Durstenfeld's form).
    fn shuffled(&mut self, shape: Shape) -> Board {
        let mut tiles: Vec<Tile> = (0..shape.area() as u32).map(Tile::new).collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last + 1));
        }
        Board::new(shape, tiles).expect("a shuffled board has every tile once")
    }

    /// A uniformly distributed item of a list, which must not be empty.
    pub fn choose<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }

    /// A uniformly distributed number below `bound`, which is from 1 to 2³². Draws from the incomplete last interval of 32
    /// bits are discarded, so that the result is uniform.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let complete = (1 << 32) / bound * bound;
        loop {
            let draw = u64::from(self.0.next_u32());
            if draw < complete {
                return (draw % bound) as usize;
            }
        }
    }
}

fn can_reach(board: &Board, goal: &Board) -> bool {
    reachable(board, goal).expect("both have the goal's shape")
}
