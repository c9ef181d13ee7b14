//! Finds the distances, level by level from the goal.
//!
//! A level iterates over the blank's cells and the directions: all boards of the last level with the blank at one cell
//! are moved together. A horizontal move does not change their pairs; a vertical move looks each pair up in a
//! precomputed map. There is no hashing, no board is decoded, and the inner loop has no unpredictable branch.

use super::orders::{Lift, pairs, parities};
use super::{UNREACHED, reach};
use crate::puzzle::{Cell, Metric, Move, Shape};

/// For each cell of the blank and each pair, the distance from the goal; and the number of boards reached.
pub(super) fn distances(shape: Shape, home: Cell, metric: Metric) -> (Vec<u8>, usize) {
    let pairs = pairs(shape.area() - 1);
    let lifts = lifts(shape, home);
    let mut places: Vec<Place> = shape.cells().map(|_| Place::new(pairs)).collect();
    places[home.index()].add(&[0], 0);
    let mut carried = Vec::with_capacity(pairs);
    for level in 1..UNREACHED {
        let added = places.iter_mut().map(Place::next_level).sum::<usize>();
        if added == 0 {
            break;
        }
        for blank in shape.cells() {
            for m in shape.moves(blank).iter() {
                carried.clear();
                carried.extend_from_slice(places[blank.index()].latest());
                let mut from = blank;
                for _ in 0..reach(metric) {
                    let Some(to) = shape.source(from, m) else {
                        break;
                    };
                    carry(&mut carried, &lifts, from.min(to), m);
                    places[to.index()].add(&carried, level);
                    from = to;
                }
            }
        }
    }
    let boards = places.iter().map(|place| place.count).sum();
    let distances: Vec<Vec<u8>> = places.into_iter().map(|place| place.distances).collect();
    (distances.concat(), boards)
}

/// For each cell of the blank that is not in the last row, the maps for a move up and back down.
fn lifts(shape: Shape, home: Cell) -> Vec<Lift> {
    let tiles = shape.area() - 1;
    let cols = shape.cols() as usize;
    let parities = parities(1..=tiles);
    let lift = |cell: Cell| {
        let rows = shape.row(cell).abs_diff(shape.row(home)) as usize;
        let odd = rows * (cols - 1) % 2 == 1;
        Lift::new(cell.index(), cols - 1, &parities, odd, tiles)
    };
    let above = shape.area() - cols;
    shape.cells().take(above).map(lift).collect()
}

/// Makes a move on all of these boards; `upper` is the upper one of its two cells.
fn carry(pairs: &mut [u16], lifts: &[Lift], upper: Cell, m: Move) {
    let map = match m {
        Move::Left | Move::Right => return,
        Move::Up => &lifts[upper.index()].up,
        Move::Down => &lifts[upper.index()].down,
    };
    pairs
        .iter_mut()
        .for_each(|pair| *pair = map[usize::from(*pair)]);
}

/// The boards with the blank at a given cell.
struct Place {
    distances: Vec<u8>,
    /// The pairs reached so far, by rising distance, and space for one more, which is written before it is known to be
    /// new.
    reached: Vec<u16>,
    count: usize,
    latest: std::ops::Range<usize>,
}

impl Place {
    fn new(pairs: usize) -> Place {
        Place {
            distances: vec![UNREACHED; pairs],
            reached: vec![0; pairs + 1],
            count: 0,
            latest: 0..0,
        }
    }

    /// Makes the pairs added since the last call the latest level; returns their number.
    fn next_level(&mut self) -> usize {
        self.latest = self.latest.end..self.count;
        self.latest.len()
    }

    fn latest(&self) -> &[u16] {
        &self.reached[self.latest.clone()]
    }

    fn add(&mut self, pairs: &[u16], level: u8) {
        let (distances, reached) = (self.distances.as_mut_slice(), self.reached.as_mut_slice());
        let mut count = self.count;
        for &pair in pairs {
            let distance = &mut distances[usize::from(pair)];
            reached[count] = pair;
            count += usize::from(*distance == UNREACHED);
            // Levels are in rising order, so the smaller distance was found first.
            *distance = level.min(*distance);
        }
        self.count = count;
    }
}
