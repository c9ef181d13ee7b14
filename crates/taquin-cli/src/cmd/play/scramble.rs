//! New boards for a game, by difficulty. The same seed gives the same boards.

use super::game::{Game, Length};
use taquin::census::Census;
use taquin::tools::generate::{AtDistance, Distance, Generator, NoBoards, Stop};
use taquin::{Board, Metric, Problem};

/// The distance of new boards from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Difficulty {
    /// A third of the farthest distance; 20 moves on 4×4
    Easy,
    /// The mean distance; 40 moves on 4×4
    Medium,
    /// Nearly the farthest distance; 55 moves on 4×4
    Hard,
}

/// Up to this many cells, counting the boards at each distance takes no noticeable time.
const MOST_COUNTED: usize = 10;

/// Which boards to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Difficulty(Difficulty),
    /// Boards at exactly this distance.
    Moves(u32),
}

/// Draws boards.
#[derive(Debug)]
pub(super) struct Scrambler {
    goal: Board,
    generator: Generator,
    threads: usize,
    /// The latest request, and the source of its boards.
    source: Option<(Wanted, Source)>,
}

#[derive(Debug)]
enum Source {
    Distance(Box<AtDistance>),
    Walk(u64),
    Random,
}

impl Scrambler {
    pub(super) fn new(goal: Board, seed: u64, threads: usize) -> Scrambler {
        Scrambler {
            goal,
            generator: Generator::new(seed),
            threads,
            source: None,
        }
    }

    /// A game with a new board.
    pub(super) fn draw(&mut self, wanted: Wanted, stop: &Stop<'_>) -> Result<Game, NoBoards> {
        if self.source.as_ref().is_none_or(|(last, _)| *last != wanted) {
            let source = source(&self.goal, wanted, self.threads, stop)?;
            self.source = Some((wanted, source));
        }
        let (_, source) = self.source.as_mut().expect("there is a source by now");
        let (goal, generator) = (&self.goal, &mut self.generator);
        let shortest = match source {
            Source::Distance(boards) => Some(Length::exactly(boards.distance())),
            _ => None,
        };
        let board = match source {
            Source::Distance(boards) => boards.draw(generator, stop)?,
            Source::Walk(steps) => off_goal(goal, || generator.walk(goal, *steps)),
            Source::Random => off_goal(goal, || generator.random(goal)),
        };
        let problem = Problem::new(board, self.goal.clone());
        let problem = problem.expect("a board that was made can be solved");
        Ok(Game::new(problem, shortest))
    }
}

/// A board that is not solved yet, if one is found in a few attempts.
fn off_goal(goal: &Board, mut draw: impl FnMut() -> Board) -> Board {
    let mut boards = (0..100).map(|_| draw());
    let found = boards.find(|board| board != goal);
    found.unwrap_or_else(|| goal.clone())
}

fn source(
    goal: &Board,
    wanted: Wanted,
    threads: usize,
    stop: &Stop<'_>,
) -> Result<Source, NoBoards> {
    let distance = match wanted {
        Wanted::Moves(moves) => Some(moves),
        Wanted::Difficulty(difficulty) => distance(goal, difficulty, stop)?,
    };
    let cells = goal.shape().area() as u64;
    Ok(match (distance, wanted) {
        (Some(moves), _) => {
            let wanted = Distance::Exactly(moves);
            let boards = AtDistance::new(goal, wanted, Metric::SingleTile, threads, stop)?;
            Source::Distance(Box::new(boards))
        }
        (None, Wanted::Difficulty(Difficulty::Easy)) => Source::Walk(2 * cells),
        (None, Wanted::Difficulty(Difficulty::Medium)) => Source::Walk(10 * cells),
        (None, _) => Source::Random,
    })
}

/// The distance of a difficulty, for shapes where boards at a distance are found in seconds.
fn distance(
    goal: &Board,
    difficulty: Difficulty,
    stop: &Stop<'_>,
) -> Result<Option<u32>, NoBoards> {
    let shape = goal.shape();
    let [easy, medium, hard] = match (shape.rows(), shape.cols()) {
        (4, 4) => [20, 40, 55],
        (3, 4) | (4, 3) => [16, 36, 46],
        _ if shape.area() <= MOST_COUNTED => counted(goal, stop)?,
        _ => return Ok(None),
    };
    Ok(Some(match difficulty {
        Difficulty::Easy => easy,
        Difficulty::Medium => medium,
        Difficulty::Hard => hard,
    }))
}

/// A third of the greatest distance, the mean, and nine tenths of the greatest; 0 only if there is one board.
fn counted(goal: &Board, stop: &Stop<'_>) -> Result<[u32; 3], NoBoards> {
    let mut census = Census::new(goal, Metric::SingleTile, 1).expect("ten cells are few");
    let (mut boards, mut sum) = (1, 0);
    while census.next_level(stop).map_err(|_| NoBoards::Stopped)? {
        boards += census.count();
        sum += census.count() * u64::from(census.distance());
    }
    let farthest = census.distance();
    let least = farthest.min(1);
    let mean = (sum + boards / 2) / boards;
    Ok([farthest / 3, mean as u32, farthest * 9 / 10].map(|moves| moves.max(least)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, Shape};

    const LEVELS: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    #[test]
    fn difficulties_are_distances_on_small_shapes() {
        // The farthest distances of 2×2, 2×3 and 3×3 are 6, 21 and 31; a line's is its length less one.
        let cases = [
            (1, 1, [0, 0, 0]),
            (1, 2, [1, 1, 1]),
            (2, 2, [2, 3, 5]),
            (2, 3, [7, 13, 18]),
            (3, 3, [10, 22, 27]),
            (1, 7, [2, 3, 5]),
        ];
        for (rows, cols, moves) in cases {
            let goal = Goal::Last.board(Shape::new(rows, cols).unwrap());
            let mut scrambler = Scrambler::new(goal, 1, 1);
            for (level, moves) in LEVELS.into_iter().zip(moves) {
                let game = scrambler
                    .draw(Wanted::Difficulty(level), &|| false)
                    .unwrap();
                assert_eq!(game.shortest, Some(Length::exactly(moves)), "{rows}×{cols}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_games() {
        for (rows, cols) in [(3, 3), (2, 6), (5, 5)] {
            let goal = Goal::Snail.board(Shape::new(rows, cols).unwrap());
            let games = |seed| -> Vec<Board> {
                let mut scrambler = Scrambler::new(goal.clone(), seed, 1);
                let drawn = LEVELS.map(|level| {
                    let game = scrambler.draw(Wanted::Difficulty(level), &|| false);
                    game.unwrap().board().clone()
                });
                drawn.to_vec()
            };
            assert_eq!(games(7), games(7));
            assert_ne!(games(7), games(8));
            assert!(!games(7).contains(&goal));
        }
    }
}
