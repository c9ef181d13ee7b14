//! The memory that a census needs, computed without allocating any.

use super::level::marks_of;
use super::numbers::Numbers;
use super::plan::{CensusPlan, map_words};
use super::{Census, CensusError};
use crate::puzzle::{Metric, Shape};

/// The memory that a census in shares needs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CensusNeeds {
    /// The largest share, without the plan.
    pub share_bytes: f64,
    /// The plan, approximately; the workers of one process can share it.
    pub plan_bytes: f64,
    /// A checkpoint of all shares together.
    pub checkpoint_bytes: f64,
}

impl CensusPlan {
    /// What a census of this shape would need. Nothing is built for the answer.
    pub fn needs(shape: Shape, metric: Metric, shares: usize) -> Result<CensusNeeds, CensusError> {
        if !Census::is_for(shape) {
            return Err(CensusError::Shape(shape));
        }
        let shape = super::frame::lying(shape).shape(shape);
        let numbers = Numbers::new(shape);
        let own = numbers.units().div_ceil(shares.max(1)) * (numbers.words() / numbers.units());
        let maps = map_words(shape, metric, own);
        let has_marks = shares > 1 || metric == Metric::MultiTile;
        let marks = if has_marks { 2 * marks_of(maps[0]) } else { 0 };
        let words = maps.iter().sum::<usize>() + marks;
        Ok(CensusNeeds {
            share_bytes: 8.0 * words as f64 + own as f64,
            plan_bytes: plan_bytes(&numbers, shape),
            checkpoint_bytes: 8.0 * shape.area() as f64 * numbers.words() as f64,
        })
    }
}

/// The memory of all turns, approximately.
fn plan_bytes(numbers: &Numbers, shape: Shape) -> f64 {
    let cols = shape.cols() as usize;
    let product =
        |factors: std::ops::RangeInclusive<usize>| factors.map(|n| n as f64).product::<f64>();
    let upper = 0..shape.area() - cols;
    let bytes = upper.map(|first| {
        let digits = numbers.tiles() - first;
        let after = digits - cols;
        if first < numbers.leading() {
            return 4.0 * product(after + 1..=digits);
        }
        let words = product(numbers.low() + 1..=digits);
        let cases = if after >= 2 { 1.0 } else { 2.0 };
        cases * words * (4.0 + 16.0 * pieces(after))
    });
    2.0 * bytes.sum::<f64>()
}

/// The average number of pieces per word, approximately, with this number of digits after the window.
const fn pieces(after: usize) -> f64 {
    match after {
        0 | 1 => 45.0,
        2 => 60.0,
        3 => 20.0,
        _ => 5.0,
    }
}
