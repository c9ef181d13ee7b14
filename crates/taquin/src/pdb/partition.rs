//! Partitions of all tiles of a goal into patterns.

use super::{CellMap, Pattern, PatternError, symmetries};
use crate::puzzle::{Cell, Shape};
use std::collections::HashSet;
use std::fmt;

/// Patterns that together have every tile of a goal exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    patterns: Vec<Pattern>,
}

/// Why a partition is not valid or not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// A group is not a valid pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A tile is missing.
    #[error("the tile that belongs at cell {cell} is in no group", cell = .0.index())]
    Missing(Cell),
    /// There is no predefined partition of these sizes for the shape.
    #[error("there is no predefined partition {sizes} for {shape}; {known}")]
    Unknown {
        /// The requested sizes.
        sizes: String,
        /// The shape.
        shape: Shape,
        /// The predefined partitions.
        known: String,
    },
}

/// The best 6-6-3 partition measured for a blank in the first corner; a bad one costs up to five times the nodes.
const SMALL_4X4: [&[usize]; 3] = [&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]];
/// The halves of the board.
const LARGE_4X4: [&[usize]; 2] = [&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]];
/// Korf & Felner's for the 24-puzzle (2002).
const KORF_FELNER: [&[usize]; 4] = [
    &[1, 2, 5, 6, 7, 12],
    &[3, 4, 8, 9, 13, 14],
    &[10, 11, 15, 16, 20, 21],
    &[17, 18, 19, 22, 23, 24],
];

impl Partition {
    /// The partition whose groups are the tiles that belong at these cells.
    pub fn new(
        shape: Shape,
        blank: Cell,
        groups: &[Vec<Cell>],
    ) -> Result<Partition, PartitionError> {
        let patterns = groups.iter().map(|homes| Pattern::new(shape, blank, homes));
        let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
        let mut seen = [false; Pattern::MAX_CELLS];
        for home in groups.iter().flatten() {
            if std::mem::replace(&mut seen[home.index()], true) {
                return Err(PatternError::Twice(*home).into());
            }
        }
        let missing = shape
            .cells()
            .find(|&cell| cell != blank && !seen[cell.index()]);
        match missing {
            Some(cell) => Err(PartitionError::Missing(cell)),
            None => Ok(Partition { patterns }),
        }
    }

    /// The partition whose tables are built quickly, and its mirror image, or the nearest to it that the blank's home
    /// allows. `None` for lines and for shapes that are too small or too large.
    pub fn small(shape: Shape, blank: Cell) -> Option<Vec<Partition>> {
        match (shape.rows(), shape.cols()) {
            (4, 4) => Some(mirrored(shape, blank, &SMALL_4X4)),
            (5, 5) => Some(mirrored(shape, blank, &KORF_FELNER)),
            _ if shape.is_line() || !(6..=Pattern::MAX_CELLS).contains(&shape.area()) => None,
            _ => Some(in_lines(shape, blank)),
        }
    }

    /// The partition with larger patterns, whose tables are worth storing on disk, and its mirror image; for 4×4 only.
    pub fn large(shape: Shape, blank: Cell) -> Option<Vec<Partition>> {
        let is_4x4 = (shape.rows(), shape.cols()) == (4, 4);
        is_4x4.then(|| mirrored(shape, blank, &LARGE_4X4))
    }

    /// The partitions with groups of these sizes, such as `7-8`.
    pub fn named(shape: Shape, blank: Cell, sizes: &str) -> Result<Vec<Partition>, PartitionError> {
        let known = [
            Partition::small(shape, blank),
            Partition::large(shape, blank),
        ];
        let known: Vec<Vec<Partition>> = known.into_iter().flatten().collect();
        let found = known
            .iter()
            .find(|partitions| partitions[0].to_string() == sizes);
        let unknown = || PartitionError::Unknown {
            sizes: sizes.into(),
            shape,
            known: match &known[..] {
                [] => {
                    "pattern databases need 6 to 25 cells in at least two rows and columns".into()
                }
                known => {
                    let names: Vec<String> =
                        known.iter().map(|known| known[0].to_string()).collect();
                    format!("predefined: {}", names.join(", "))
                }
            },
        };
        found.cloned().ok_or_else(unknown)
    }

    /// The partition with groups of these sizes, such as `5-5-5`, of the tiles in reading order of their goal cells.
    pub fn in_order(
        shape: Shape,
        blank: Cell,
        sizes: &[usize],
    ) -> Result<Partition, PartitionError> {
        let mut homes = shape.cells().filter(|&cell| cell != blank);
        let group = |&size: &usize| homes.by_ref().take(size).collect();
        let groups: Vec<Vec<Cell>> = sizes.iter().map(group).collect();
        match groups.last() {
            Some(last) if sizes.last() == Some(&last.len()) => {
                Partition::new(shape, blank, &groups)
            }
            _ => Err(PatternError::Size(0).into()),
        }
    }

    /// Whether another partition has the same groups, in any order.
    fn is_same(&self, other: &Partition) -> bool {
        self.patterns
            .iter()
            .all(|pattern| other.patterns.contains(pattern))
    }

    /// The patterns.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }
}

impl fmt::Display for Partition {
    /// The sizes of the groups: `6-6-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pattern) in self.patterns.iter().enumerate() {
            let dash = if place > 0 { "-" } else { "" };
            write!(f, "{dash}{}", pattern.homes().len())?;
        }
        Ok(())
    }
}

/// Groups for a blank in the first corner, rotated to the blank's corner, and their mirror image. Where the blank is not
/// in a corner, the nearest corner's tile takes its place in the group.
fn mirrored(shape: Shape, blank: Cell, corner: &[&[usize]]) -> Vec<Partition> {
    let blank = blank.index();
    let steps = |cell: usize| cell / shape.cols() as usize + cell % shape.cols() as usize;
    let seen_as_blank = |view: &CellMap| view.iter().position(|&cell| usize::from(cell) == blank);
    let turned = symmetries(shape).min_by_key(|view| seen_as_blank(view).map(steps));
    let turned = turned.expect("the identity is a symmetry");
    let divide = |see: &dyn Fn(usize) -> usize| {
        let place = |&home: &usize| {
            let cell = if see(home) == blank {
                see(0)
            } else {
                see(home)
            };
            shape.at(cell).expect("a symmetry keeps cells on the board")
        };
        let groups: Vec<Vec<Cell>> = corner
            .iter()
            .map(|homes| homes.iter().map(place).collect())
            .collect();
        let blank = shape.at(blank).expect("the blank is on the board");
        Partition::new(shape, blank, &groups).expect("the image of a partition is a partition")
    };
    let turn = |cell: usize| usize::from(turned[cell]);
    let first = divide(&turn);
    // If no symmetry keeps the blank's home, the one that needs the fewest additional tables is used.
    let mirrored = symmetries(shape)
        .skip(1)
        .map(|mirror| divide(&|cell| mirror[turn(cell)].into()));
    let others = mirrored.filter(|other| !other.is_same(&first));
    let second = others.min_by_key(|other| tables_of(&[&first, other]));
    let second = second.expect("a mirror image is another partition");
    vec![first, second]
}

/// The number of tables that some partitions need.
fn tables_of(partitions: &[&Partition]) -> usize {
    let patterns = partitions.iter().flat_map(|partition| &partition.patterns);
    let tables: HashSet<Pattern> = patterns.map(|pattern| pattern.canonical().0).collect();
    tables.len()
}

/// Groups of up to six tiles, as equal as possible: one partition row by row, one column by column.
fn in_lines(shape: Shape, blank: Cell) -> Vec<Partition> {
    let by_rows: Vec<Cell> = shape.cells().collect();
    let mut by_cols = by_rows.clone();
    by_cols.sort_by_key(|&cell| (shape.col(cell), shape.row(cell)));
    [by_rows, by_cols]
        .map(|cells| {
            let tiles: Vec<Cell> = cells.into_iter().filter(|&cell| cell != blank).collect();
            let most = (Pattern::MAX_TILES - 2).min(shape.area() - 3);
            let size = tiles.len().div_ceil(tiles.len().div_ceil(most));
            let groups: Vec<Vec<Cell>> = tiles.chunks(size).map(<[Cell]>::to_vec).collect();
            Partition::new(shape, blank, &groups).expect("every tile is in one chunk")
        })
        .into()
}
