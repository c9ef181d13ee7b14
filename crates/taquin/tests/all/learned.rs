//! The learned estimate: its incremental form equals the definition, and boards that are the same by symmetry or seen from
//! the goal have the same estimate.

use taquin::large::learned::{Classes, Evaluation, Layer, LearnedBeam, PairTable};
use taquin::{Shape, Tile, tools::generate::Generator};

/// Weights without any pattern, in sixteenths of a move.
fn random_weights(classes: &Classes) -> Vec<f32> {
    let mut lot = 1u64;
    let weights = (0..classes.len()).map(|number| {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let sixteenths = (lot >> 40) as i32 % 100 - 50;
        if number == 0 {
            0.0
        } else {
            sixteenths as f32 / 16.0
        }
    });
    weights.collect()
}

/// The definition: one weight per feature, all features from scratch.
fn slow(classes: &Classes, weights: &[f32], tiles: &[u8], blank: usize) -> i32 {
    let mut sum = 0.0;
    classes.for_each(tiles, blank, |number| sum += weights[number as usize]);
    (sum * 16.0) as i32
}

/// A random board: for each cell the home of its tile; and the blank's cell.
fn random_board(shape: Shape, seed: u64) -> (Vec<u8>, usize) {
    let goal = taquin::Goal::ALL[seed as usize % 3].board(shape);
    let start = Generator::new(seed).random(&goal);
    let home = |tile: &Tile| goal.tiles().iter().position(|other| other == tile).unwrap() as u8;
    (
        start.tiles().iter().map(home).collect(),
        start.blank().index(),
    )
}

#[test]
fn every_child_has_the_estimate_of_the_definition() {
    for side in [4, 5] {
        let shape = Shape::square(side).unwrap();
        let classes = Classes::new(shape);
        let weights = random_weights(&classes);
        let table = PairTable::new(&classes.rounded(&weights));
        for seed in 0..6 {
            let (tiles, blank) = random_board(shape, seed);
            let evaluation = Evaluation::new(&table, tiles[blank].into(), 0.0);
            assert_eq!(
                evaluation.of(&tiles, blank),
                slow(&classes, &weights, &tiles, blank)
            );
            let mut beam = LearnedBeam::new(&evaluation, &tiles, blank, f64::INFINITY);
            // Nothing is dropped: first few boards per group, then many.
            for _ in 0..10 {
                assert_eq!(beam.advance(50_000, 1000), Layer::Open);
                for number in 0..beam.len() {
                    let (tiles, blank) = beam.board(number);
                    assert_eq!(
                        beam.estimate(number),
                        slow(&classes, &weights, tiles, blank)
                    );
                }
            }
            // From a corner of 4×4 there are 1948 boards after ten moves; from elsewhere, and on 5×5, more.
            assert!(beam.len() >= 1948, "{}", beam.len());
        }
    }
}
