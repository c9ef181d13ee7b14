//! Ways to divide all tiles of a goal into patterns.

use super::{CellMap, MAX_CELLS, MAX_TILES, Pattern, PatternError, symmetries};
use crate::puzzle::{Cell, Shape};
use std::collections::HashSet;
use std::fmt;

/// Patterns that together have every tile of a goal once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    patterns: Vec<Pattern>,
}

/// Why there is no such partition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartitionError {
    /// A group is no pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A tile is missing.
    #[error("the tile that belongs at cell {0} is in no group")]
    Missing(usize),
    /// No partition of these sizes is known for the shape.
    #[error("no partition {sizes} is known for {shape}; {known}")]
    Unknown {
        /// What was asked for.
        sizes: String,
        /// The shape.
        shape: Shape,
        /// What there is.
        known: String,
    },
}

/// The best 6-6-3 of those measured for a blank in the first corner; a bad one costs up to five times the nodes.
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
    /// The tiles that belong at these cells, group by group.
    pub fn new(
        shape: Shape,
        blank: Cell,
        groups: &[Vec<Cell>],
    ) -> Result<Partition, PartitionError> {
        let patterns = groups.iter().map(|homes| Pattern::new(shape, blank, homes));
        let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
        let mut seen = [false; MAX_CELLS];
        for home in groups.iter().flatten() {
            if std::mem::replace(&mut seen[home.index()], true) {
                return Err(PatternError::Home(home.index()).into());
            }
        }
        let missing = shape
            .cells()
            .find(|&cell| cell != blank && !seen[cell.index()]);
        match missing {
            Some(cell) => Err(PartitionError::Missing(cell.index())),
            None => Ok(Partition { patterns }),
        }
    }

    /// The partition that is quickly built, and a second one: the mirror image, or as near to it as the blank's home
    /// allows. None for lines and for shapes that are too small or too large.
    pub fn small(shape: Shape, blank: Cell) -> Option<Vec<Partition>> {
        match (shape.rows(), shape.cols()) {
            (4, 4) => Some(mirrored(shape, blank, &SMALL_4X4)),
            (5, 5) => Some(mirrored(shape, blank, &KORF_FELNER)),
            _ if shape.is_line() || !(6..=MAX_CELLS).contains(&shape.area()) => None,
            _ => Some(in_lines(shape, blank)),
        }
    }

    /// The partition of larger patterns that is worth keeping on disk, and its mirror image, for 4×4.
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
                [] => "pattern databases are for 6 to 25 cells in two rows or more".into(),
                known => {
                    let names: Vec<String> =
                        known.iter().map(|known| known[0].to_string()).collect();
                    format!("there is {}", names.join(" and "))
                }
            },
        };
        found.cloned().ok_or_else(unknown)
    }

    /// Whether another one has the same groups, in whatever order.
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

/// Groups for a blank in the first corner, turned to where the blank is, and mirrored. Where the blank is in no corner,
/// the nearest corner's tile takes its place in the group.
fn mirrored(shape: Shape, blank: Cell, corner: &[&[usize]]) -> Vec<Partition> {
    let blank = blank.index();
    let steps = |cell: usize| cell / shape.cols() as usize + cell % shape.cols() as usize;
    let seen_as_blank = |view: &CellMap| view.iter().position(|&cell| usize::from(cell) == blank);
    let turned = symmetries(shape).min_by_key(|view| seen_as_blank(view).map(steps));
    let turned = turned.expect("doing nothing is a symmetry");
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
        Partition::new(shape, blank, &groups).expect("a partition turned is one")
    };
    let turn = |cell: usize| usize::from(turned[cell]);
    let first = divide(&turn);
    // Where no symmetry leaves the blank's home alone, one is as near to that as it can if it needs few more tables.
    let mirrored = symmetries(shape)
        .skip(1)
        .map(|mirror| divide(&|cell| mirror[turn(cell)].into()));
    let others = mirrored.filter(|other| !other.is_same(&first));
    let second = others.min_by_key(|other| tables_of(&[&first, other]));
    let second = second.expect("a mirror image is another partition");
    vec![first, second]
}

/// How many tables serve some partitions.
fn tables_of(partitions: &[&Partition]) -> usize {
    let patterns = partitions.iter().flat_map(|partition| &partition.patterns);
    let tables: HashSet<Pattern> = patterns.map(|pattern| pattern.canonical().0).collect();
    tables.len()
}

/// Groups of up to six tiles as even as can be: once taken row by row, once column by column.
fn in_lines(shape: Shape, blank: Cell) -> Vec<Partition> {
    let by_rows: Vec<Cell> = shape.cells().collect();
    let mut by_cols = by_rows.clone();
    by_cols.sort_by_key(|&cell| (shape.col(cell), shape.row(cell)));
    [by_rows, by_cols]
        .map(|cells| {
            let tiles: Vec<Cell> = cells.into_iter().filter(|&cell| cell != blank).collect();
            let most = (MAX_TILES - 2).min(shape.area() - 3);
            let size = tiles.len().div_ceil(tiles.len().div_ceil(most));
            let groups: Vec<Vec<Cell>> = tiles.chunks(size).map(<[Cell]>::to_vec).collect();
            Partition::new(shape, blank, &groups).expect("every tile is in one chunk")
        })
        .into()
}
