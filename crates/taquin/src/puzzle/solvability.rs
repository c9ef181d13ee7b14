//! Whether one board can be reached from another, and why.
//!
//! [`reachable`] decides by the cycles of the permutation that leads from start to goal: linear in the cells.
//! [`Argument`] decides by the textbook's count of disorder, which a student can check by hand. A test compares the
//! two on every pair of small boards.
//!
//! On a board with at least two rows and two columns exactly half of all arrangements can be reached
//! (Johnson & Story, *American Journal of Mathematics*, 1879).

use crate::puzzle::{Board, Cell, Goal, Labels, Shape, Tile};

/// The error for a start and a goal that have different shapes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the start is {start} and the goal is {goal}: they must have the same shape")]
#[non_exhaustive]
pub struct ShapesDiffer {
    /// The start's shape.
    pub start: Shape,
    /// The goal's shape.
    pub goal: Shape,
}

/// Whether some sequence of moves leads from `start` to `goal`.
pub fn reachable(start: &Board, goal: &Board) -> Result<bool, ShapesDiffer> {
    let shape = same_shape(start.shape(), goal.shape())?;
    if shape.is_line() {
        return Ok(order_difference(start, goal).is_none());
    }
    // Each move exchanges the blank with a neighbour: one transposition, and one step of the blank.
    let steps = shape.distance(start.blank(), goal.blank());
    Ok(is_odd_permutation(start, goal) == (steps % 2 == 1))
}

/// Whether some sequence of moves leads from `start` to `goal` when tiles with the same label are interchangeable.
///
/// Boards with different labels are never reachable from each other.
pub fn labels_reachable(start: &Labels, goal: &Labels) -> Result<bool, ShapesDiffer> {
    let shape = same_shape(start.shape(), goal.shape())?;
    if start.sorted() != goal.sorted() {
        return Ok(false);
    }
    if shape.is_line() {
        return Ok(tiles_of(start).eq(tiles_of(goal)));
    }
    match (start.numbered(), goal.numbered()) {
        (Some(start), Some(goal)) => reachable(&start, &goal),
        // Exchanging two equal labels changes only the parity, so either parity is reachable.
        _ => Ok(true),
    }
}

fn tiles_of(labels: &Labels) -> impl Iterator<Item = u8> {
    let blank = labels.blank().index();
    let places = labels.labels().iter().enumerate();
    places.filter_map(move |(place, &label)| (place != blank).then_some(label))
}

fn same_shape(start: Shape, goal: Shape) -> Result<Shape, ShapesDiffer> {
    if start == goal {
        Ok(start)
    } else {
        Err(ShapesDiffer { start, goal })
    }
}

/// A permutation of n things with c cycles is a product of n − c transpositions.
fn is_odd_permutation(start: &Board, goal: &Board) -> bool {
    let home = goal.places();
    let mut seen = vec![false; home.len()];
    let mut transpositions = 0;
    for from in start.shape().cells() {
        let mut cell = from;
        while !seen[cell.index()] {
            seen[cell.index()] = true;
            cell = home[start.tile(cell).number() as usize];
            transpositions += usize::from(cell != from);
        }
    }
    transpositions % 2 == 1
}

/// Why a goal is reachable or not, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// One row or one column: tiles cannot pass each other, so their order must be the goal's.
    Order {
        /// The first place where the order differs.
        difference: Option<OrderDifference>,
    },
    /// Two rows and two columns or more: the disorders of start and goal must both be even or both odd.
    Disorder {
        /// The rule for what counts.
        rule: DisorderRule,
        /// The start's disorder.
        start: Disorder,
        /// The goal's disorder.
        goal: Disorder,
    },
}

/// The first tile, in the order of the line, that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderDifference {
    /// Counted from 0 and without the blank.
    pub place: usize,
    /// The start's tile there.
    pub start: Tile,
    /// The goal's tile there.
    pub goal: Tile,
}

/// What counts towards the disorder of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisorderRule {
    /// Odd width: a vertical move passes an even number of tiles, so the sum over the tiles keeps its parity.
    Tiles,
    /// Even width: a vertical move passes an odd number of tiles *and* changes the blank's row, so the sum over the
    /// tiles plus the blank's row (counted from 1) keeps its parity.
    TilesAndBlankRow,
}

impl DisorderRule {
    /// The rule for a shape with at least two rows and two columns.
    pub const fn of(shape: Shape) -> DisorderRule {
        if shape.cols().is_multiple_of(2) {
            DisorderRule::TilesAndBlankRow
        } else {
            DisorderRule::Tiles
        }
    }
}

/// How far a board is from ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disorder {
    /// What each cell adds, in reading order: a tile the count of lower-numbered tiles after it, the blank its row
    /// (counted from 1) where the rule counts it, else 0.
    pub terms: Vec<(Tile, u32)>,
    /// The blank's row, counted from 1.
    pub blank_row: u32,
    /// The sum of all terms.
    pub sum: u64,
}

impl Disorder {
    /// The disorder of a board, in time n log n.
    pub fn of(board: &Board, rule: DisorderRule) -> Disorder {
        let blank_row = board.shape().row(board.blank()) + 1;
        let mut lower = LowerCounts::new(board.tiles().len());
        let mut terms: Vec<(Tile, u32)> = board
            .tiles()
            .iter()
            .rev()
            .map(|&tile| match (tile.is_blank(), rule) {
                (false, _) => (tile, lower.count_and_add(tile)),
                (true, DisorderRule::TilesAndBlankRow) => (tile, blank_row),
                (true, DisorderRule::Tiles) => (tile, 0),
            })
            .collect();
        terms.reverse();
        Disorder {
            sum: terms.iter().map(|&(_, term)| u64::from(term)).sum(),
            terms,
            blank_row,
        }
    }

    /// Whether the sum is odd.
    pub const fn is_odd(&self) -> bool {
        !self.sum.is_multiple_of(2)
    }
}

impl Argument {
    /// The argument for a start and a goal.
    pub fn new(start: &Board, goal: &Board) -> Result<Argument, ShapesDiffer> {
        let shape = same_shape(start.shape(), goal.shape())?;
        if shape.is_line() {
            return Ok(Argument::Order {
                difference: order_difference(start, goal),
            });
        }
        let rule = DisorderRule::of(shape);
        Ok(Argument::Disorder {
            rule,
            start: Disorder::of(start, rule),
            goal: Disorder::of(goal, rule),
        })
    }

    /// The verdict.
    pub fn reachable(&self) -> bool {
        match self {
            Argument::Order { difference } => difference.is_none(),
            Argument::Disorder { start, goal, .. } => start.is_odd() == goal.is_odd(),
        }
    }
}

fn order_difference(start: &Board, goal: &Board) -> Option<OrderDifference> {
    let tiles = |board: &Board| -> Vec<Tile> {
        let tiles = board.tiles().iter().copied();
        tiles.filter(|tile| !tile.is_blank()).collect()
    };
    let pairs = tiles(start).into_iter().zip(tiles(goal)).enumerate();
    let mut differences = pairs.filter(|(_, (start, goal))| start != goal);
    differences
        .next()
        .map(|(place, (start, goal))| OrderDifference { place, start, goal })
}

/// The number of boards that can be reached from one of this shape, itself included; infinite if it is too large.
///
/// ```
/// use taquin::Shape;
/// use taquin::solvability::reachable_boards;
/// assert_eq!(reachable_boards(Shape::new(3, 3)?), 181_440.0);
/// assert_eq!(reachable_boards(Shape::new(1, 9)?), 9.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reachable_boards(shape: Shape) -> f64 {
    if shape.is_line() {
        shape.area() as f64
    } else {
        (3..=shape.area()).map(|n| n as f64).product()
    }
}

/// The standard goals that can be reached from a board.
pub fn reachable_goals(start: &Board) -> Vec<Goal> {
    let can_reach = |goal: &Goal| reachable(start, &goal.board(start.shape())) == Ok(true);
    Goal::ALL.into_iter().filter(can_reach).collect()
}

/// Whether swapping two tiles makes a goal reachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvabilitySwap {
    /// The goal is already reachable.
    NotNeeded,
    /// Swapping the tiles of these cells makes it reachable.
    Cells(Cell, Cell),
    /// No single swap makes it reachable; this happens only on boards with one row or one column.
    Impossible,
}

impl SolvabilitySwap {
    /// The cells, if there is a swap to make.
    pub const fn cells(self) -> Option<(Cell, Cell)> {
        match self {
            SolvabilitySwap::Cells(a, b) => Some((a, b)),
            SolvabilitySwap::NotNeeded | SolvabilitySwap::Impossible => None,
        }
    }
}

/// Two cells such that swapping their tiles makes an unreachable goal reachable. The swap brings a tile home where that is
/// possible.
///
/// ```
/// use taquin::{Board, Goal, solvability::solvability_swap};
/// let board: Board = "2 1 3/4 5 6/7 8 0".parse()?;
/// let goal = Goal::Last.board(board.shape());
/// let (a, b) = solvability_swap(&board, &goal)?.cells().unwrap();
/// assert_eq!(board.with_swap(a, b), goal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solvability_swap(start: &Board, goal: &Board) -> Result<SolvabilitySwap, ShapesDiffer> {
    if reachable(start, goal)? {
        return Ok(SolvabilitySwap::NotNeeded);
    }
    let places = start.places();
    let displaced = |&(_, &have, &want): &(Cell, &Tile, &Tile)| have != want;
    let homeward = |(cell, have, want): (Cell, &Tile, &Tile)| {
        (!have.is_blank() && !want.is_blank()).then(|| (cell, places[want.number() as usize]))
    };
    if start.shape().is_line() {
        let difference =
            order_difference(start, goal).expect("an unreachable line differs in order");
        let swap = (
            places[difference.start.number() as usize],
            places[difference.goal.number() as usize],
        );
        let mended = reachable(&start.with_swap(swap.0, swap.1), goal)?;
        return Ok(if mended {
            SolvabilitySwap::Cells(swap.0, swap.1)
        } else {
            SolvabilitySwap::Impossible
        });
    }
    let cells = start.shape().cells();
    let pairs = cells
        .zip(start.tiles())
        .zip(goal.tiles())
        .map(|((cell, have), want)| (cell, have, want));
    let swap = pairs.filter(displaced).find_map(homeward);
    let swap = swap.or_else(|| first_tiles(start));
    let (a, b) = swap.expect("a board with two rows and two columns has two tiles");
    Ok(SolvabilitySwap::Cells(a, b))
}

/// The board with its first two tiles in reading order swapped; `None` if it has fewer than two tiles.
///
/// On a board with at least two rows and two columns exactly one of a board and its twin can reach a goal. The twin's
/// twin is the board again, so twins pair off the reachable boards with the others.
pub fn twin(board: &Board) -> Option<Board> {
    first_tiles(board).map(|(a, b)| board.with_swap(a, b))
}

/// The first two cells in reading order that have a tile.
fn first_tiles(board: &Board) -> Option<(Cell, Cell)> {
    let mut tiles = board.shape().cells().filter(|&cell| cell != board.blank());
    Some((tiles.next()?, tiles.next()?))
}

/// Counts of the tiles seen so far, by number: a Fenwick tree.
struct LowerCounts(Vec<u32>);

impl LowerCounts {
    fn new(tiles: usize) -> LowerCounts {
        LowerCounts(vec![0; tiles + 1])
    }

    /// How many seen tiles have a lower number; then `tile` is seen too.
    fn count_and_add(&mut self, tile: Tile) -> u32 {
        let mut count = 0;
        let mut node = tile.number() as usize - 1;
        while node > 0 {
            count += self.0[node];
            node &= node - 1;
        }
        let mut node = tile.number() as usize;
        while node < self.0.len() {
            self.0[node] += 1;
            node += node & node.wrapping_neg();
        }
        count
    }
}
