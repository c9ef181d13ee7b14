//! Where moves lead, and which mistake may explain wrong ones.

use super::BrokenStep;
use crate::notation::Played;
use crate::puzzle::solvability::ShapesDiffer;
use crate::puzzle::{Board, Cell, Goal, Move, Tile};

/// The result of playing moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They lead to the goal.
    Right,
    /// One of them cannot be made.
    Impossible {
        /// The index of the move, from 0.
        place: usize,
        /// The move that was tried.
        tried: Tried,
        /// The board there.
        board: Board,
    },
    /// They lead to another board.
    Elsewhere {
        /// Where they end.
        end: Board,
        /// The number of tiles that are not at their goal cells.
        wrong_tiles: usize,
    },
    /// They were given as boards, and two consecutive ones are not one move apart.
    Broken(Box<BrokenStep>),
}

/// A move that cannot be made, as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// No tile can go in this direction: the blank is at the edge.
    Move(Move),
    /// This tile is not next to the blank.
    Tile(Tile),
}

/// A mistake that may explain wrong moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearMiss {
    /// They reach the goal after this many moves, and continue.
    GoesOn(usize),
    /// Every move replaced by its opposite gives a solution: letters for the blank were taken for those of tiles, or
    /// vice versa.
    Mirrored,
    /// They lead from the goal to the start.
    Backwards,
    /// They solve the board for another standard goal.
    OtherGoal(Goal),
}

impl Verdict {
    /// Plays the moves from the start.
    pub fn new(start: &Board, goal: &Board, played: &Played) -> Result<Verdict, ShapesDiffer> {
        let mut walk = Walk::new(start, goal)?;
        for (place, &m) in played.moves.iter().enumerate() {
            if !walk.play(m) {
                let tried = Tried::Move(m);
                return Ok(walk.impossible(place, tried));
            }
        }
        Ok(match played.stuck {
            Some(stuck) => walk.impossible(played.moves.len(), Tried::Tile(stuck.tile)),
            None if walk.is_at_goal() => Verdict::Right,
            None => Verdict::Elsewhere {
                wrong_tiles: walk.wrong_tiles(),
                end: walk.board,
            },
        })
    }
}

impl NearMiss {
    /// The mistake that may explain moves that do not lead from the start to the goal.
    pub fn find(
        start: &Board,
        goal: &Board,
        played: &Played,
    ) -> Result<Option<NearMiss>, ShapesDiffer> {
        let mut walk = Walk::new(start, goal)?;
        let moves = &played.moves;
        let reached = moves
            .iter()
            .position(|&m| walk.is_at_goal() || !walk.play(m));
        let reached = reached.unwrap_or(moves.len());
        if walk.is_at_goal() {
            return Ok(Some(NearMiss::GoesOn(reached)));
        }
        // What follows an impossible tile has not been read.
        if played.stuck.is_some() {
            return Ok(None);
        }
        let solves = |from: &Board, to: &Board, turn: fn(Move) -> Move| {
            let mut walk = Walk::new(from, to)?;
            let is_legal = moves.iter().all(|&m| walk.play(turn(m)));
            Ok(is_legal && walk.is_at_goal())
        };
        let may_be_mirrored = played.letters.are_directions();
        if may_be_mirrored && solves(start, goal, Move::opposite)? {
            return Ok(Some(NearMiss::Mirrored));
        }
        if solves(goal, start, |m| m)? {
            return Ok(Some(NearMiss::Backwards));
        }
        for other in Goal::ALL {
            if solves(start, &other.board(start.shape()), |m| m)? {
                return Ok(Some(NearMiss::OtherGoal(other)));
            }
        }
        Ok(None)
    }
}

/// A board that moves are played on, and the number of its cells that differ from the goal; updated incrementally,
/// because moves may be many and boards large.
struct Walk<'a> {
    goal: &'a Board,
    board: Board,
    differing: usize,
}

impl<'a> Walk<'a> {
    fn new(start: &Board, goal: &'a Board) -> Result<Walk<'a>, ShapesDiffer> {
        if start.shape() != goal.shape() {
            return Err(ShapesDiffer {
                start: start.shape(),
                goal: goal.shape(),
            });
        }
        let cells = start.tiles().iter().zip(goal.tiles());
        Ok(Walk {
            goal,
            board: start.clone(),
            differing: cells.filter(|(tile, wanted)| tile != wanted).count(),
        })
    }

    const fn is_at_goal(&self) -> bool {
        self.differing == 0
    }

    /// Plays a move, if a tile can make it.
    fn play(&mut self, m: Move) -> bool {
        let blank = self.board.blank();
        let Some(source) = self.board.shape().source(blank, m) else {
            return false;
        };
        self.differing -= self.differ(blank) + self.differ(source);
        self.board.play_unchecked(m);
        self.differing += self.differ(blank) + self.differ(source);
        true
    }

    fn differ(&self, cell: Cell) -> usize {
        usize::from(self.board.tile(cell) != self.goal.tile(cell))
    }

    /// If the blank belongs elsewhere, its cell differs too, but has no tile.
    fn wrong_tiles(&self) -> usize {
        self.differing - self.differ(self.board.blank())
    }

    fn impossible(self, place: usize, tried: Tried) -> Verdict {
        Verdict::Impossible {
            place,
            tried,
            board: self.board,
        }
    }
}
