//! Sequences of boards, as programs print them instead of moves.

use crate::puzzle::{Board, Cell, Metric, Move, Slide, Tile};

/// Two consecutive boards of a sequence that are not one move apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenStep {
    /// The number of the step, from 1: step 1 leads from the first board to the second. Step 0 stands for a sequence that
    /// does not begin at the start.
    pub place: usize,
    /// The board before the step.
    pub before: Board,
    /// The board after it.
    pub after: Board,
    /// Why no move leads from one to the other.
    pub fault: StepFault,
}

/// Why no move leads from one board to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepFault {
    /// The boards have different shapes.
    Shapes,
    /// The boards are the same.
    Same,
    /// A tile that is not next to the blank changed places with it.
    Far(Tile),
    /// A line of this many tiles moved, which is one move only in the multi-tile metric.
    Line(usize),
    /// Other differences, in this many cells.
    Cells(usize),
}

/// The moves between consecutive boards, or the first step that is not a move. A step in the multi-tile metric is a slide,
/// which gives one move per tile.
///
/// ```
/// use taquin::tools::analyse::{StepFault, moves_between};
/// use taquin::{Board, Metric, Move};
/// let boards: Result<Vec<Board>, _> = ["1 2/0 3", "1 2/3 0", "1 0/3 2"].map(str::parse).into_iter().collect();
/// let boards = boards?;
/// let moves = moves_between(&boards, Metric::SingleTile).expect("these are moves");
/// assert_eq!(moves, [Move::Left, Move::Down]);
/// let broken = moves_between(&[boards[0].clone(), boards[2].clone()], Metric::SingleTile).unwrap_err();
/// assert_eq!((broken.place, broken.fault), (1, StepFault::Cells(3)));
/// # Ok::<(), taquin::notation::ReadErrors>(())
/// ```
pub fn moves_between(boards: &[Board], metric: Metric) -> Result<Vec<Move>, Box<BrokenStep>> {
    let mut moves = Vec::with_capacity(boards.len().saturating_sub(1));
    for (pair, place) in boards.windows(2).zip(1..) {
        let (before, after) = (&pair[0], &pair[1]);
        match step(before, after) {
            Ok(slide) if slide.tiles == 1 || metric == Metric::MultiTile => {
                moves.extend(slide.moves())
            }
            step => {
                let fault = match step {
                    Ok(slide) => StepFault::Line(slide.tiles as usize),
                    Err(fault) => fault,
                };
                return Err(Box::new(BrokenStep {
                    place,
                    before: before.clone(),
                    after: after.clone(),
                    fault,
                }));
            }
        }
    }
    Ok(moves)
}

/// The slide that leads from one board to another.
pub fn step(before: &Board, after: &Board) -> Result<Slide, StepFault> {
    if before.shape() != after.shape() {
        return Err(StepFault::Shapes);
    }
    let cells = before.tiles().iter().zip(after.tiles());
    let differing = cells.filter(|(before, after)| before != after).count();
    if differing == 0 {
        return Err(StepFault::Same);
    }
    if let Some(slide) = slide_between(before, after.blank())
        // Only the cells along the slide may differ.
        && slide.tiles as usize + 1 == differing
    {
        let mut slid = before.clone();
        slide.moves().for_each(|m| slid.play_unchecked(m));
        if slid == *after {
            return Ok(slide);
        }
    }
    let taken = before.tile(after.blank());
    Err(match differing {
        2 if !taken.is_blank() && after.tile(before.blank()) == taken => StepFault::Far(taken),
        cells => StepFault::Cells(cells),
    })
}

/// The slide that brings the blank to a cell of its row or column.
fn slide_between(board: &Board, to: Cell) -> Option<Slide> {
    let (shape, from) = (board.shape(), board.blank());
    let m = match (shape.row(from) == shape.row(to), to > from) {
        _ if from == to => return None,
        (true, true) => Move::Left,
        (true, false) => Move::Right,
        (false, _) if shape.col(from) != shape.col(to) => return None,
        (false, true) => Move::Up,
        (false, false) => Move::Down,
    };
    let tiles = shape.distance(from, to);
    Some(Slide { m, tiles })
}
