//! Boards of a test: at exact distances, or after random moves.

use super::{Asked, Maker};
use crate::case::Size;
use taquin::{Board, Problem, Shape};
use taquin_app::exit::Failure;

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
        let levels = self.reference.levels(goal);
        let levels = levels.ok_or_else(|| refuse("whose exact length is known; use walks"))?;
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

    /// Boards smaller than this, the smallest first: all of 2×2, and a few of each distance of 3×3.
    pub(super) fn small_boards(&mut self, than: Size) -> Vec<Asked> {
        let mut found = Vec::new();
        for side in [2, 3] {
            let shape = Shape::square(side).expect("a small square is a valid shape");
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
        found
    }
}
