//! The sum of pattern databases: exact distances for groups of tiles, added up.
//!
//! **Admissible**, because each table counts only the moves of its own tiles, and no tile is in two groups (Korf & Felner,
//! *Artificial Intelligence* 134, 2002). Where a symmetry of the shape leaves the blank's home where it is, the mirrored
//! board is looked up in the same tables, and the larger sum counts: the mirrored board is as far from the goal.
//! **Not consistent**: the tables forget where the blank is, so a move may change the sum by more than one.
//!
//! A move changes one group in each view: a look-up of its set of cells, one of its order for a move up or down, and one
//! of the distance.

use super::{Heuristic, moved};
use crate::pdb::{self, BuildStopped, Database, Pattern};
use crate::shape::{Cell, Move, Shape};
use crate::space::Arrangement;
use std::ops::ControlFlow;

/// The most groups.
const MAX_GROUPS: usize = 4;
/// The board and its mirror image.
const MAX_VIEWS: usize = 2;

/// Tables for groups of tiles that together are all tiles of a goal.
#[derive(Clone, Debug)]
pub struct PatternSum {
    databases: Vec<Database>,
    /// For each home the group of its tile.
    group_of: [u8; pdb::MAX_CELLS],
    /// For each view and each cell the cell that it is seen as.
    views: Vec<[u8; pdb::MAX_CELLS]>,
    cells: usize,
}

/// What is kept of a board: for each view its groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternMemo([View; MAX_VIEWS]);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct View {
    /// The cells that each group occupies.
    sets: [u32; MAX_GROUPS],
    /// The rank of the order in which its tiles stand there.
    orders: [u16; MAX_GROUPS],
    distances: [u8; MAX_GROUPS],
    sum: u8,
}

impl PatternSum {
    /// Larger boards have tables that take seconds and half a gigabyte.
    pub const MAX_CELLS: usize = 16;

    /// Builds the tables for goals of this shape with the blank at `blank`, on so many threads; none for shapes of more
    /// than [`PatternSum::MAX_CELLS`] cells. `on_level` is told now and then how many placements were added, and may stop
    /// the construction.
    pub fn build(
        shape: Shape,
        blank: Cell,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Option<Result<PatternSum, BuildStopped>> {
        if shape.area() > PatternSum::MAX_CELLS {
            return None;
        }
        let mut group_of = [0; pdb::MAX_CELLS];
        let mut databases = Vec::new();
        for (group, homes) in groups(shape, blank).iter().enumerate() {
            homes
                .iter()
                .for_each(|home| group_of[home.index()] = group as u8);
            let pattern = Pattern::new(shape, blank, homes).expect("a group is a pattern");
            match pdb::build(&pattern, threads, on_level) {
                Ok(database) => databases.push(database),
                Err(stopped) => return Some(Err(stopped)),
            }
        }
        let views =
            symmetries(shape).filter(|view| usize::from(view[blank.index()]) == blank.index());
        let views = views.take(MAX_VIEWS).collect();
        Some(Ok(PatternSum {
            databases,
            group_of,
            views,
            cells: shape.area(),
        }))
    }

    /// The tiles of each group: `6-6-3`.
    pub fn sizes(&self) -> String {
        let size = |database: &Database| database.pattern().homes().len().to_string();
        self.databases
            .iter()
            .map(size)
            .collect::<Vec<_>>()
            .join("-")
    }

    /// The memory of the tables.
    pub fn bytes(&self) -> usize {
        self.databases
            .iter()
            .map(|database| database.distances().len())
            .sum()
    }

    fn view(&self, state: &impl Arrangement, cells: &[u8]) -> View {
        let mut places = vec![0; self.cells];
        for cell in (0..self.cells).filter(|&cell| cell != state.blank()) {
            places[usize::from(cells[state.home_at(cell)])] = cells[cell].into();
        }
        let mut view = View::default();
        for (group, database) in self.databases.iter().enumerate() {
            let homes = database.pattern().homes().iter();
            let tiles: Vec<usize> = homes.map(|home| places[home.index()]).collect();
            let (set, order) = database.index().place(&tiles);
            let distance = database.distance(database.index().number(set, order));
            (view.sets[group], view.orders[group], view.distances[group]) = (set, order, distance);
            view.sum += distance;
        }
        view
    }
}

impl<State: Arrangement> Heuristic<State> for PatternSum {
    type Memo = PatternMemo;

    fn start(&self, state: &State) -> PatternMemo {
        let mut memo = PatternMemo([View::default(); MAX_VIEWS]);
        for (view, cells) in memo.0.iter_mut().zip(&self.views) {
            *view = self.view(state, cells);
        }
        memo
    }

    #[inline]
    fn after(&self, mut memo: PatternMemo, from: &State, _: Move, to: &State) -> PatternMemo {
        let (home, source, target) = (moved(from, to), to.blank(), from.blank());
        for (view, cells) in memo.0.iter_mut().zip(&self.views) {
            let seen_as = |cell: usize| usize::from(cells[cell]);
            let (source, target) = (seen_as(source), seen_as(target));
            let group = usize::from(self.group_of[seen_as(home)]);
            let database = &self.databases[group];
            let set = view.sets[group];
            view.orders[group] =
                database
                    .index()
                    .order_after(set, view.orders[group], source, target);
            view.sets[group] = set ^ (1 << source | 1 << target);
            let distance = database.distance(
                database
                    .index()
                    .number(view.sets[group], view.orders[group]),
            );
            view.sum = view.sum - view.distances[group] + distance;
            view.distances[group] = distance;
        }
        memo
    }

    #[inline]
    fn estimate(&self, memo: PatternMemo) -> u32 {
        memo.0
            .iter()
            .map(|view| u32::from(view.sum))
            .max()
            .unwrap_or(0)
    }
}

/// Groups of tiles for a goal: measured ones on 4×4, else as even as can be with at most six tiles.
fn groups(shape: Shape, blank: Cell) -> Vec<Vec<Cell>> {
    let tiles: Vec<Cell> = shape.cells().filter(|&cell| cell != blank).collect();
    if (shape.rows(), shape.cols()) == (4, 4) {
        return groups_4x4(shape, blank);
    }
    let count = tiles.len().div_ceil(6).max(1);
    tiles
        .chunks(tiles.len().div_ceil(count).max(1))
        .map(<[Cell]>::to_vec)
        .collect()
}

/// The best 6-6-3 of those measured for a blank in the first corner; a bad one costs up to five times the nodes.
///
/// For another corner it is turned. Where the blank is not in a corner, the tile of the corner takes its place.
fn groups_4x4(shape: Shape, blank: Cell) -> Vec<Vec<Cell>> {
    const CORNER: [&[usize]; 3] = [&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]];
    let blank = blank.index();
    let turned = symmetries(shape).find(|view| usize::from(view[0]) == blank);
    let place = |home: usize| match &turned {
        Some(view) => usize::from(view[home]),
        None if home == blank => 0,
        None => home,
    };
    let cell = |home: &usize| {
        shape
            .at(place(*home))
            .expect("a symmetry keeps cells on the board")
    };
    CORNER
        .iter()
        .map(|homes| homes.iter().map(cell).collect())
        .collect()
}

/// For each symmetry of a shape where it takes every cell; the one that does nothing first.
fn symmetries(shape: Shape) -> impl Iterator<Item = [u8; pdb::MAX_CELLS]> {
    let turns = if shape.is_square() { 8 } else { 4 };
    // The mirror image along the diagonal is the one that helps most, so it comes second.
    let order = [0, 4, 1, 2, 3, 5, 6, 7];
    order
        .into_iter()
        .filter(move |&turn| turn < turns)
        .map(move |turn| {
            let mut cells = [0; pdb::MAX_CELLS];
            for cell in shape.cells() {
                let (mut row, mut col) = (shape.row(cell), shape.col(cell));
                if turn & 1 == 1 {
                    row = shape.rows() - 1 - row;
                }
                if turn & 2 == 2 {
                    col = shape.cols() - 1 - col;
                }
                if turn & 4 == 4 {
                    (row, col) = (col, row);
                }
                cells[cell.index()] = (row * shape.cols() + col) as u8;
            }
            cells
        })
}
