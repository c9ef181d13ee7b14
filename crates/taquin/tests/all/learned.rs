//! The learned estimate: its incremental form equals the definition, and boards that are the same by symmetry or seen from
//! the goal have the same estimate.

use taquin::large::learned::{Classes, Evaluation, Layer, LearnedBeam, PairTable, has_table};
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

/// The definition for the weights of a table, with the squares of the distances.
fn slow_with(table: &PairTable, steep: f64, tiles: &[u8], blank: usize) -> i32 {
    let shape = table.shape();
    let home = |cell: usize| usize::from(tiles[cell]);
    let cells = || (0..tiles.len()).filter(|&cell| cell != blank);
    let mut sum = i32::from(table.ends(blank, home(blank)));
    for cell in cells() {
        let at = |cell| shape.at(cell).unwrap();
        let distance = shape.distance(at(cell), at(home(cell)));
        sum += (steep * f64::from(distance).powi(2)).round() as i32;
        sum += i32::from(table.tile(home(cell), cell));
        sum += i32::from(table.blank([blank, cell, home(cell)]));
        sum += i32::from(table.blank([home(blank), home(cell), cell]));
        for other in cells().filter(|&other| other < cell) {
            sum += i32::from(table.pair([home(cell), cell, other, home(other)]));
        }
    }
    sum
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

/// Every length of the table's rows, squares and rectangles, trained and derived weights; few boards and many per blank.
#[test]
fn every_retained_board_has_the_estimate_of_the_tables_weights() {
    for (rows, cols) in [(4, 4), (4, 8), (6, 6), (6, 9), (8, 8), (9, 9)] {
        let shape = Shape::new(rows, cols).unwrap();
        let table = PairTable::for_shape(shape).unwrap();
        for (seed, steep) in [(1, 0.0), (2, 0.8), (3, 1.6)] {
            let (tiles, blank) = random_board(shape, seed);
            let evaluation = Evaluation::new(&table, tiles[blank].into(), steep);
            let mut beam = LearnedBeam::new(&evaluation, &tiles, blank, 2.0);
            for _ in 0..25 {
                assert_eq!(beam.advance(400, 10_000), Layer::Open);
                for number in 0..beam.len() {
                    let (tiles, blank) = beam.board(number);
                    let expected = slow_with(&table, steep, tiles, blank);
                    assert_eq!(beam.estimate(number), expected, "{shape}");
                }
            }
        }
    }
}

/// No cell has more boards than its share of the beam allows.
#[test]
fn no_blank_cell_has_more_boards_than_allowed() {
    let shape = Shape::square(8).unwrap();
    let table = PairTable::for_shape(shape).unwrap();
    let (tiles, blank) = random_board(shape, 5);
    let evaluation = Evaluation::new(&table, tiles[blank].into(), 0.8);
    let most = |room: f64| {
        let mut beam = LearnedBeam::new(&evaluation, &tiles, blank, room);
        for _ in 0..60 {
            assert_eq!(beam.advance(640, 10_000), Layer::Open);
        }
        let mut boards = [0; 64];
        for number in 0..beam.len() {
            boards[beam.board(number).1] += 1;
        }
        boards.into_iter().max().unwrap()
    };
    // Twice the mean of ten boards per cell.
    assert!(most(2.0) <= 20, "{}", most(2.0));
    assert!(most(f64::INFINITY) > 40, "{}", most(f64::INFINITY));
}

/// The same board mirrored, turned over or seen from the goal.
#[test]
fn symmetric_and_inverse_boards_have_the_same_estimate() {
    for (rows, cols) in [(5, 5), (4, 6), (7, 5), (9, 9)] {
        let shape = Shape::new(rows, cols).unwrap();
        let table = PairTable::for_shape(shape).unwrap();
        let cols = cols as usize;
        let (last_row, last_col) = (rows as usize - 1, cols - 1);
        let estimate = |tiles: &[u8], blank: usize| {
            Evaluation::new(&table, tiles[blank].into(), 0.8).of(tiles, blank)
        };
        let moved = |tiles: &[u8], to: &dyn Fn(usize, usize) -> usize| {
            let to = |cell: usize| to(cell / cols, cell % cols);
            let mut image = vec![0; tiles.len()];
            for (cell, &home) in tiles.iter().enumerate() {
                image[to(cell)] = to(home.into()) as u8;
            }
            image
        };
        for seed in 0..5 {
            let (tiles, blank) = random_board(shape, seed);
            let expected = estimate(&tiles, blank);
            let mirror = |row, col: usize| row * cols + last_col - col;
            let turn_over = |row: usize, col| (last_row - row) * cols + col;
            let transpose = |row, col| col * cols + row;
            let mut images: Vec<&dyn Fn(usize, usize) -> usize> = vec![&mirror, &turn_over];
            if shape.is_square() {
                images.push(&transpose);
            }
            for image in images {
                let blank = image(blank / cols, blank % cols);
                assert_eq!(estimate(&moved(&tiles, image), blank), expected, "{shape}");
            }
            let mut inverse = vec![0; tiles.len()];
            for (cell, &home) in tiles.iter().enumerate() {
                inverse[usize::from(home)] = cell as u8;
            }
            let blank = tiles[blank].into();
            assert_eq!(estimate(&inverse, blank), expected, "{shape}");
        }
    }
}

#[test]
fn tables_exist_for_sides_from_4_to_10() {
    for (rows, cols) in [(3, 5), (4, 4), (4, 10), (10, 10), (4, 11), (11, 11)] {
        let shape = Shape::new(rows, cols).unwrap();
        let is_there = (4..=10).contains(&rows) && (4..=10).contains(&cols);
        assert_eq!(has_table(shape), is_there);
        assert_eq!(PairTable::cost(shape).is_some(), is_there);
    }
}
