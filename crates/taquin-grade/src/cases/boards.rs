//! Boards of a test: at exact distances, or after random moves.

use super::{Asked, Maker};
use crate::case::Size;
use crate::suite::Assignment;
use taquin::tools::audit::Survey;
use taquin::{Board, Problem, Shape, Tile};
use taquin_app::exit::Failure;

/// Longer solutions of boards of more than nine cells take too long to find.
const LONGEST_DRAWN: u32 = 45;
/// How many walks are tried, each longer than the one before it: the last has more than 1000 moves.
const DRAWS: usize = 20;
/// Moves from the goal of the boards of more than nine cells that are tried, the goal being the first.
const SMALL_WALKS: [u64; 6] = [0, 1, 2, 4, 8, 16];
/// Of each distance, this many boards are tried when looking for a small one.
const PER_LEVEL: usize = 3;

impl Maker<'_> {
    /// The boards that the test describes.
    pub(super) fn boards(&mut self) -> Result<Vec<Asked>, Failure> {
        let mut found = Vec::new();
        for shape in self.test.shapes()? {
            let goal = self.goal().board(shape);
            for &length in &self.test.lengths {
                found.extend(self.at_distance(&goal, length)?);
            }
            for &steps in &self.test.walks {
                for _ in 0..self.test.count {
                    let start = self.generator.walk(&goal, steps);
                    found.push(self.asked(start, goal.clone()));
                }
            }
        }
        Ok(found)
    }

    fn at_distance(&mut self, goal: &Board, length: u32) -> Result<Vec<Asked>, Failure> {
        let refuse = |what: &str| {
            Failure::BadInput(format!(
                "{}: {} has no board {what}",
                self.test.name,
                goal.shape()
            ))
        };
        let Some(levels) = self.reference.levels(goal) else {
            let boards = (0..self.test.count).map(|_| self.drawn(goal, length));
            return boards.collect();
        };
        let level = levels.get(length as usize);
        let level = level.ok_or_else(|| refuse(&format!("that takes {length} moves")))?;
        let count = self.test.count.min(level.len());
        let mut boards: Vec<Board> = Vec::with_capacity(count);
        while boards.len() < count {
            let board = self.generator.choose(level);
            if !boards.contains(board) {
                boards.push(board.clone());
            }
        }
        let asked = |start| Asked {
            start,
            goal: goal.clone(),
            distance: Some(length),
        };
        Ok(boards.into_iter().map(asked).collect())
    }

    /// A board of more than nine cells at a distance: a long walk, and then its shortest solution until that distance is left.
    fn drawn(&mut self, goal: &Board, length: u32) -> Result<Asked, Failure> {
        let refuse = |what: &str| {
            let (test, shape) = (&self.test.name, goal.shape());
            Failure::BadInput(format!("{test}: {shape}: {what}; use walks"))
        };
        if goal.shape().area() > Survey::MAX_CELLS || length > LONGEST_DRAWN {
            return Err(refuse(&format!(
                "lengths are for boards of up to {} cells and {LONGEST_DRAWN} moves",
                Survey::MAX_CELLS
            )));
        }
        let mut steps = u64::from(length);
        for _ in 0..DRAWS {
            let mut start = self.generator.walk(goal, steps);
            steps += steps / 4 + 1;
            let problem = Problem::new(start.clone(), goal.clone()).ok();
            let moves = problem.and_then(|problem| self.reference.shortest(&problem));
            let Some(extra) = moves.and_then(|moves| {
                let more = moves.len().checked_sub(length as usize)?;
                Some(moves.into_iter().take(more).collect::<Vec<_>>())
            }) else {
                continue;
            };
            for m in extra {
                start.play(m).expect("a solution can be played");
            }
            return Ok(Asked {
                start,
                goal: goal.clone(),
                distance: Some(length),
            });
        }
        Err(refuse(&format!(
            "no board that takes {length} moves was found"
        )))
    }

    /// A board with its distance, if that can be found.
    pub(super) fn asked(&self, start: Board, goal: Board) -> Asked {
        let problem = Problem::new(start.clone(), goal.clone()).ok();
        let moves = problem.and_then(|problem| self.reference.shortest(&problem));
        Asked {
            start,
            goal,
            distance: moves.map(|moves| moves.len() as u32),
        }
    }

    /// Boards from which the goal cannot be reached, with no more cells than this: 2×2 and 3×3, first the goal with two tiles
    /// exchanged, then a few of each distance from that; then larger squares, the same goal and a few walks from it.
    pub(super) fn small_unsolvable(&mut self, than: Size) -> Vec<Asked> {
        let mut found = Vec::new();
        for side in [2, 3] {
            let shape = Shape::square(side).expect("a small square is a valid shape");
            if shape.area() > than.cells {
                break;
            }
            let goal = self.goal().board(shape);
            let levels = twin(&goal).and_then(|twin| self.reference.levels(&twin));
            let levels = levels.iter().flat_map(|levels| levels.iter());
            let starts = levels.flat_map(|level| level.iter().take(PER_LEVEL));
            found.extend(starts.map(|start| Asked {
                start: start.clone(),
                goal: goal.clone(),
                distance: None,
            }));
        }
        for goal in self.large_goals(than) {
            let Some(twin) = twin(&goal) else { continue };
            let starts = SMALL_WALKS.map(|steps| self.generator.walk(&twin, steps));
            found.extend(starts.map(|start| Asked {
                start,
                goal: goal.clone(),
                distance: None,
            }));
        }
        found
    }

    /// The goals of squares from 4×4 to this size.
    fn large_goals(&self, than: Size) -> Vec<Board> {
        let shapes = (4..).map_while(|side| Shape::square(side).ok());
        let shapes = shapes.take_while(|shape| shape.area() <= than.cells);
        shapes.map(|shape| self.goal().board(shape)).collect()
    }

    /// Boards smaller than this, the smallest first: all of 2×2, and a few of each distance of 3×3, and of 2×3 where boards need
    /// not be square; then the goals of larger squares, and a few walks from each.
    pub(super) fn small_boards(&mut self, than: Size) -> Vec<Asked> {
        let mut found = Vec::new();
        let is_asked =
            |shape: &Shape| shape.is_square() || self.suite.assignment == Assignment::Nine;
        let shapes = [(2, 2), (2, 3), (3, 3)]
            .map(|(rows, cols)| Shape::new(rows, cols).expect("a small shape is valid"));
        for shape in shapes.into_iter().filter(is_asked) {
            let goal = self.goal().board(shape);
            let Some(levels) = self.reference.levels(&goal) else {
                continue;
            };
            for (distance, level) in (0..).zip(&*levels) {
                let size = Size {
                    cells: shape.area(),
                    distance,
                };
                if size >= than {
                    break;
                }
                found.extend(level.iter().take(PER_LEVEL).map(|start| Asked {
                    start: start.clone(),
                    goal: goal.clone(),
                    distance: Some(distance),
                }));
            }
        }
        for goal in self.large_goals(than) {
            for steps in SMALL_WALKS {
                let start = self.generator.walk(&goal, steps);
                let asked = self.asked(start, goal.clone());
                // Of two distances that are not known, that of a short walk is smaller.
                if asked.size() < than || than.distance == u32::MAX {
                    found.push(asked);
                }
            }
        }
        found
    }
}

/// A board with tiles 1 and 2 exchanged: one cannot be reached from the other.
fn twin(board: &Board) -> Option<Board> {
    let exchanged = |tile: &Tile| match tile.number() {
        1 => Tile::new(2),
        2 => Tile::new(1),
        number => Tile::new(number),
    };
    Board::new(board.shape(), board.tiles().iter().map(exchanged).collect()).ok()
}
