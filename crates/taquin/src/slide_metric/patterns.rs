//! The tiles of each pattern.

use super::SlideTableSize;
use super::frame::Frame;

/// The best pair for 4×4 with the blank's goal cell in a corner, found by exchanging one tile at a time: Korf's boards
/// need 0.6 times the nodes of the rule below.
const CORNER_OF_15: [[usize; 6]; 2] = [[1, 2, 3, 4, 6, 7], [8, 11, 12, 13, 14, 15]];

/// The patterns for a frame: the goal cells of their tiles. All have the same number of tiles.
pub(super) fn choose(frame: &Frame, size: SlideTableSize) -> Vec<Vec<usize>> {
    if (frame.rows, frame.cols, frame.home, size) == (4, 4, 0, SlideTableSize::Six) {
        return CORNER_OF_15.map(Vec::from).to_vec();
    }
    let by_rows: Vec<usize> = (0..frame.rows * frame.cols)
        .filter(|&cell| cell != frame.home)
        .collect();
    let mut by_columns = by_rows.clone();
    by_columns.sort_by_key(|&cell| frame.mirrored(cell));
    let tiles = size.tiles().min(by_rows.len());
    let mut patterns: Vec<Vec<usize>> = Vec::new();
    // The mirrored views of a symmetric frame cover the columns.
    let readings = if frame.is_symmetric() {
        vec![by_rows]
    } else {
        vec![by_rows, by_columns]
    };
    for reading in readings {
        for pattern in [&reading[reading.len() - tiles..], &reading[..tiles]] {
            let mut pattern = pattern.to_vec();
            pattern.sort_unstable();
            if !patterns.contains(&pattern) {
                patterns.push(pattern);
            }
        }
    }
    patterns
}
