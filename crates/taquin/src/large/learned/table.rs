//! The weight of every feature, where the search finds it in one look-up.

use super::classes::{Classes, Kind, for_each_class};
use super::grow::grow;
use super::grow_pairs::{grow_bytes, grow_pairs};
use super::has_table;
use super::weights::{TRAINED, TiedWeights, UNIT};
use crate::puzzle::Shape;
use std::sync::Arc;

/// How many entries of a table of trained weights, and of one that is grown from it, are computed in the time that a beam takes
/// per board generated (single thread).
const TRAINED_PER_BOARD: u64 = 25;
const GROWN_PER_BOARD: u64 = 30;

/// The weights of all features of boards of one shape, in sixteenths of a move.
///
/// Memory: the fourth power of the number of cells, in bytes; a little more if that number is not a power of two.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTable {
    shape: Shape,
    /// The length of a row of weights, of which there is one per cell: a power of two of at least the number of cells.
    stride: usize,
    /// By home, cell, cell of the other tile, and home of the other tile.
    pairs: Vec<i8>,
    /// By the blank's cell, the cell of a tile, and its home.
    blanks: Vec<i8>,
    /// By home and cell.
    tiles: Vec<i16>,
    /// By the blank's cell and its home.
    ends: Vec<i16>,
}

impl PairTable {
    fn stride_for(area: usize) -> usize {
        area.next_power_of_two().clamp(32, 128)
    }

    /// A table of zeros.
    fn empty(shape: Shape) -> PairTable {
        let area = shape.area();
        let stride = PairTable::stride_for(area);
        assert!(area <= stride, "{shape} has too many cells");
        PairTable {
            shape,
            stride,
            pairs: vec![0; area * area * area * stride],
            blanks: vec![0; area * area * stride],
            tiles: vec![0; area * area],
            ends: vec![0; area * area],
        }
    }

    /// The table for boards of a shape, from the weights that come with the library; `None` if there is none.
    pub fn for_shape(shape: Shape) -> Option<PairTable> {
        PairTable::built(shape, 1)
    }

    /// The same, built on several threads.
    pub(crate) fn built(shape: Shape, threads: usize) -> Option<PairTable> {
        let side = PairTable::source(shape)?;
        let weights = TiedWeights::trained(side)?;
        let is_trained = shape.is_square() && shape.rows() == side;
        Some(if is_trained {
            PairTable::new(&weights)
        } else {
            PairTable::grown_on(threads, &weights, shape)
        })
    }

    /// The side of the square from whose weights those of a shape are derived.
    fn source(shape: Shape) -> Option<u32> {
        let mean = (shape.rows() + shape.cols()) / 2;
        has_table(shape).then(|| mean.clamp(*TRAINED.start(), *TRAINED.end()))
    }

    /// How many boards a search generates in the time that [`PairTable::for_shape`] takes; `None` if there is no table.
    pub fn cost(shape: Shape) -> Option<u64> {
        let side = PairTable::source(shape)?;
        let entries = |area: usize| (area as u64).pow(4);
        let is_trained = shape.is_square() && shape.rows() == side;
        let grown = if is_trained {
            0
        } else {
            entries(shape.area()) / GROWN_PER_BOARD
        };
        Some(entries(side.pow(2) as usize) / TRAINED_PER_BOARD + grown)
    }

    /// The memory of the table, in bytes.
    pub fn bytes(&self) -> u64 {
        let narrow = self.pairs.len() + self.blanks.len();
        (narrow + 2 * (self.tiles.len() + self.ends.len())) as u64
    }

    /// The memory for building the table of a shape, in bytes; 0 if there is none.
    pub(crate) fn build_bytes(shape: Shape, threads: usize) -> u64 {
        let Some(side) = PairTable::source(shape) else {
            return 0;
        };
        let from = Shape::square(side).expect("trained shapes are valid");
        let table = |shape: Shape| {
            let area = shape.area() as u64;
            area.pow(3) * PairTable::stride_for(shape.area()) as u64
        };
        // The orbits are marked in one bit per feature.
        let trained = table(from) + table(from) / 8;
        if shape == from {
            trained
        } else {
            trained + table(shape) + grow_bytes(from, shape, threads)
        }
    }

    /// The table of the shape for which the weights were trained.
    pub fn new(weights: &TiedWeights) -> PairTable {
        let shape = Shape::square(weights.side()).expect("trained shapes are valid");
        let mut table = PairTable::empty(shape);
        let area = shape.area();
        let stride = table.stride;
        let index = |feature: &[u8], last| {
            let (home, cells) = feature.split_last().expect("features have cells");
            cells
                .iter()
                .fold(0, |index, &cell| index * area + usize::from(cell))
                * last
                + usize::from(*home)
        };
        fill(shape, Kind::Tiles, &weights.tiles, |feature, weight| {
            table.tiles[index(feature, area)] = weight;
        });
        fill(shape, Kind::Ends, &weights.ends, |feature, weight| {
            table.ends[index(feature, area)] = weight;
        });
        fill(shape, Kind::Blanks, &weights.blanks, |feature, weight| {
            table.blanks[index(feature, stride)] = weight;
        });
        fill(shape, Kind::Pairs, &weights.pairs, |feature, weight| {
            table.pairs[index(feature, stride)] = weight;
        });
        table
    }

    /// The table of another shape, with weights derived from the trained ones: a feature has the mean weight of the
    /// features that it becomes when rows and columns that it does not touch are removed or inserted.
    pub fn grown(weights: &TiedWeights, shape: Shape) -> PairTable {
        PairTable::grown_on(1, weights, shape)
    }

    /// The same on several threads.
    fn grown_on(threads: usize, weights: &TiedWeights, shape: Shape) -> PairTable {
        let from = PairTable::new(weights);
        let mut table = PairTable::empty(shape);
        let (area, stride) = (shape.area(), table.stride);
        grow::<2>(
            from.shape,
            shape,
            |[home, cell]| from.tile(home, cell).into(),
            |[home, cell], weight| {
                table.tiles[home * area + cell] = weight.round() as i16;
            },
        );
        grow::<2>(
            from.shape,
            shape,
            |[blank, home]| from.ends(blank, home).into(),
            |[blank, home], weight| {
                table.ends[blank * area + home] = weight.round() as i16;
            },
        );
        grow::<3>(
            from.shape,
            shape,
            |cells| from.blank(cells).into(),
            |[blank, cell, home], weight| {
                table.blanks[(blank * area + cell) * stride + home] = weight.round() as i8;
            },
        );
        grow_pairs(&from, shape, stride, &mut table.pairs, threads);
        table
    }

    /// The mean weight in moves of the features of each class, for the training to begin with.
    pub fn means(&self, classes: &Classes) -> Vec<f32> {
        assert_eq!(
            self.shape,
            classes.shape(),
            "table and classes have the same shape"
        );
        let area = self.shape.area();
        let mut means = vec![(0.0, 0.0); classes.len()];
        let mut add = |kind, value: &dyn Fn(usize) -> f32| {
            for (feature, &number) in classes.numbers(kind).iter().enumerate() {
                let (sum, count) = &mut means[number as usize];
                *sum += value(feature) / UNIT as f32;
                *count += 1.0;
            }
        };
        let strided = |feature| feature / area * self.stride + feature % area;
        add(Kind::Tiles, &|feature| self.tiles[feature].into());
        add(Kind::Ends, &|feature| self.ends[feature].into());
        add(Kind::Blanks, &|feature| {
            self.blanks[strided(feature)].into()
        });
        add(Kind::Pairs, &|feature| self.pairs[strided(feature)].into());
        means[0] = (0.0, 1.0);
        means
            .iter()
            .map(|(sum, count): &(f32, f32)| sum / count)
            .collect()
    }

    /// The shape of the boards.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The distance from one row of weights to the next.
    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    /// The weight of a tile.
    pub fn tile(&self, home: usize, cell: usize) -> i16 {
        self.tiles[home * self.shape.area() + cell]
    }

    /// The weight of the blank's cell and home.
    pub fn ends(&self, blank: usize, home: usize) -> i16 {
        self.ends[blank * self.shape.area() + home]
    }

    /// The weight of the blank's cell, the cell of a tile, and its home.
    pub fn blank(&self, [blank, cell, home]: [usize; 3]) -> i8 {
        self.blank_rows(blank)[cell * self.stride + home]
    }

    /// The weight of a pair: home, cell, cell of the other tile, home of the other tile.
    pub fn pair(&self, [home, cell, other, other_home]: [usize; 4]) -> i8 {
        self.pair_rows(home, cell)[other * self.stride + other_home]
    }

    /// The weights of the pairs of one tile, by cell and home of the other tile.
    #[inline(always)]
    pub(super) fn pair_rows(&self, home: usize, cell: usize) -> &[i8] {
        let length = self.shape.area() * self.stride;
        &self.pairs[(home * self.shape.area() + cell) * length..][..length]
    }

    /// The weights for one cell of the blank, by cell and home of a tile.
    #[inline(always)]
    pub(super) fn blank_rows(&self, blank: usize) -> &[i8] {
        let length = self.shape.area() * self.stride;
        &self.blanks[blank * length..][..length]
    }
}

/// Where a search gets its table from.
pub(crate) struct TableSource<'a> {
    /// Whether it takes no time.
    pub(crate) is_built: bool,
    /// Gets or builds it; `None` if there is none.
    pub(crate) table: &'a mut dyn FnMut() -> Option<Arc<PairTable>>,
}

/// Calls `put` for every feature of a kind with its weight.
fn fill<T: Copy>(shape: Shape, kind: Kind, weights: &[T], mut put: impl FnMut(&[u8], T)) {
    let mut weights = weights.iter();
    for_each_class(shape, kind, |features| {
        let &weight = weights.next().expect("there is one weight per class");
        for feature in features {
            put(feature, weight);
        }
    });
}
