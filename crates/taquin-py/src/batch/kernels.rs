//! Moves and Manhattan distances of many boards, a few nanoseconds each.
//!
//! Boards of up to 16 cells are vectors, see `vectors.rs`; here are those with more. Every function has a slow twin in
//! the tests: the methods of `taquin.Board`.

pub(crate) use super::run::Wrong;
use super::vectors::{self, Near, Shuffles};
use taquin::{Board, Move, Shape};

/// How moves are made on boards of a shape.
pub(crate) enum Steps {
    /// Boards that fit in a vector.
    Near(Box<Shuffles>),
    /// For each cell of the blank and each action, the cell of the tile that moves.
    Far(Vec<[Option<u8>; 4]>),
}

impl Steps {
    /// Actions number [`Move::ALL`]; they say where the tile goes, or else where the blank goes.
    pub(crate) fn new(shape: Shape, is_blank: bool) -> Steps {
        let source = |cell, m: Move| {
            let m = if is_blank { m.opposite() } else { m };
            shape.source(cell, m).map(|cell| cell.index() as u8)
        };
        let sources = shape.cells().map(|cell| Move::ALL.map(|m| source(cell, m)));
        let sources: Vec<[Option<u8>; 4]> = sources.collect();
        if !vectors::fits(shape) {
            return Steps::Far(sources);
        }
        let source = |blank: usize, action: usize| sources[blank][action].map(usize::from);
        Steps::Near(Box::new(Shuffles::new(shape.area(), source)))
    }
}

/// What to do with a move that is not possible.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Illegal {
    Error,
    Stay,
}

/// Rows of boards of one shape.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) tiles: &'a [u8],
    pub(crate) cells: usize,
    /// The number of the first one.
    pub(crate) first: usize,
}

impl<'a> Rows<'a> {
    pub(crate) const fn len(&self) -> usize {
        self.tiles.len() / self.cells
    }

    /// The rows with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &'a [u8])> {
        (self.first..).zip(self.tiles.chunks_exact(self.cells))
    }

    /// One of these rows.
    fn row(&self, number: usize) -> &'a [u8] {
        &self.tiles[number * self.cells..][..self.cells]
    }
}

/// What is wrong with a row that has not one 0. `number` counts from the first of these rows.
#[cold]
pub(crate) fn no_blank(rows: Rows<'_>, number: usize) -> Wrong {
    let blanks = rows.row(number).iter().filter(|&&tile| tile == 0).count();
    let number = rows.first + number;
    match blanks {
        0 => Wrong::text(number, "it has no blank, 0"),
        blanks => Wrong::text(
            number,
            format_args!("it has {blanks} blanks, and a board has one 0"),
        ),
    }
}

/// What is wrong with an action. `number` counts from the first of these rows.
#[cold]
pub(crate) fn refused_action(rows: Rows<'_>, number: usize, action: u8) -> Wrong {
    let number = rows.first + number;
    match Move::ALL.get(usize::from(action)) {
        None => Wrong::text(
            number,
            format_args!("action {action} is not one of 0 (U), 1 (D), 2 (L), 3 (R)"),
        ),
        Some(m) => Wrong::text(
            number,
            format_args!(
                "action {action} ({}) is not possible: the blank is at the edge (illegal=\"stay\" leaves the board as it is)",
                m.letter()
            ),
        ),
    }
}

/// The place of the only 0 of a row.
fn blank_of(row: &[u8]) -> Option<usize> {
    let first = row.iter().position(|&tile| tile == 0)?;
    (!row[first + 1..].contains(&0)).then_some(first)
}

/// Makes one move on each board.
pub(crate) fn apply(
    rows: Rows<'_>,
    actions: &[u8],
    out: &mut [u8],
    steps: &Steps,
    illegal: Illegal,
) -> Result<usize, Wrong> {
    let sources = match steps {
        Steps::Near(shuffles) => return shuffles.apply(rows, actions, out, illegal),
        Steps::Far(sources) => sources,
    };
    let boards = rows.tiles.chunks_exact(rows.cells);
    let boards = boards.zip(out.chunks_exact_mut(rows.cells));
    for (number, ((row, next), &action)) in boards.zip(actions).enumerate() {
        let blank = blank_of(row).ok_or_else(|| no_blank(rows, number))?;
        next.copy_from_slice(row);
        match sources[blank].get(usize::from(action)) {
            Some(&Some(source)) => next.swap(blank, source.into()),
            Some(None) if illegal == Illegal::Stay => {}
            _ => return Err(refused_action(rows, number, action)),
        }
    }
    Ok(rows.len())
}

/// Makes every move on each board: four boards, of which those without a bit in the mask are the board itself.
pub(crate) fn expand(
    rows: Rows<'_>,
    out: &mut [u8],
    mask: &mut [bool],
    steps: &Steps,
) -> Result<usize, Wrong> {
    let sources = match steps {
        Steps::Near(shuffles) => return shuffles.expand(rows, out, mask),
        Steps::Far(sources) => sources,
    };
    let boards = rows.tiles.chunks_exact(rows.cells);
    let boards = boards.zip(out.chunks_exact_mut(4 * rows.cells));
    for (number, ((row, four), possible)) in boards.zip(mask.as_chunks_mut::<4>().0).enumerate() {
        let blank = blank_of(row).ok_or_else(|| no_blank(rows, number))?;
        *possible = sources[blank].map(|source| source.is_some());
        for (next, source) in four.chunks_exact_mut(rows.cells).zip(sources[blank]) {
            next.copy_from_slice(row);
            if let Some(source) = source {
                next.swap(blank, source.into());
            }
        }
    }
    Ok(rows.len())
}

/// Manhattan distances from a goal.
pub(crate) struct Distances {
    goal: Board,
    terms: Terms,
}

enum Terms {
    /// Boards that fit in a vector.
    Near(Box<Near>),
    /// For each cell and each tile, the distance of that tile from its goal cell.
    Far(Vec<u16>),
}

impl Distances {
    pub(crate) fn new(goal: &Board) -> Distances {
        let terms = if vectors::fits(goal.shape()) {
            Terms::Near(Box::new(Near::new(goal)))
        } else {
            Terms::Far(far_terms(goal))
        };
        Distances {
            goal: goal.clone(),
            terms,
        }
    }

    /// The Manhattan distance of each board.
    pub(crate) fn sum(&self, rows: Rows<'_>, out: &mut [i32]) -> Result<usize, Wrong> {
        match &self.terms {
            Terms::Near(near) => near
                .sum(rows, out)
                .map_err(|first| self.not_a_board(rows, first))?,
            Terms::Far(terms) => {
                for (number, sum) in out.iter_mut().enumerate() {
                    let row = rows.row(number);
                    if !is_permutation(row) {
                        return Err(self.not_a_board(rows, number));
                    }
                    let cells = row.iter().zip(terms.chunks_exact(rows.cells));
                    *sum = cells
                        .map(|(&tile, terms)| i32::from(terms[usize::from(tile)]))
                        .sum();
                }
            }
        }
        Ok(rows.len())
    }

    /// What is wrong with the first of the rows from `first` on that is not a board.
    #[cold]
    fn not_a_board(&self, rows: Rows<'_>, first: usize) -> Wrong {
        let mut left = first..rows.len();
        let number = left.find(|&number| !is_permutation(rows.row(number)));
        let number = number.expect("one of the rows is not a board");
        not_a_board(rows.first + number, rows.row(number), self.goal.shape())
    }
}

fn far_terms(goal: &Board) -> Vec<u16> {
    let (shape, places) = (goal.shape(), goal.places());
    let of_cell = |cell| {
        let homes = places.iter().enumerate();
        homes.map(move |(tile, &home)| match tile {
            0 => 0,
            _ => shape.distance(cell, home) as u16,
        })
    };
    shape.cells().flat_map(of_cell).collect()
}

/// Whether a row has every number below its length once.
pub(crate) fn is_permutation(row: &[u8]) -> bool {
    if let Some(spare @ 0..64) = 64usize.checked_sub(row.len()) {
        // As many bits as numbers: all are there only if each occurs once. Larger numbers have no bit, or a wrong one.
        let bit = |tile: u8| 1u64.checked_shl(tile.into()).unwrap_or(0);
        let seen = row.iter().fold(0, |seen, &tile| seen | bit(tile));
        return seen == u64::MAX >> spare;
    }
    let mut seen = [false; 256];
    row.iter().all(|&tile| {
        usize::from(tile) < row.len() && !std::mem::replace(&mut seen[usize::from(tile)], true)
    })
}

/// The library's words for what is wrong with a row.
pub(crate) fn not_a_board(number: usize, row: &[u8], shape: Shape) -> Wrong {
    match board(number, row, shape) {
        Err(wrong) => wrong,
        Ok(_) => unreachable!("a row that is a board is not refused"),
    }
}

/// A row as a board of the library.
pub(crate) fn board(number: usize, row: &[u8], shape: Shape) -> Result<Board, Wrong> {
    let tiles = row
        .iter()
        .map(|&tile| taquin::Tile::new(tile.into()))
        .collect();
    Board::new(shape, tiles).map_err(|error| {
        Wrong::text(
            number,
            format_args!("{error} ({})", crate::read::uses(shape)),
        )
    })
}
