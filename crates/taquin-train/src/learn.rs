//! Learns weights from lessons by stochastic gradient descent on two losses:
//!
//! 1. The estimate from one board of a path to a later one should be the number of moves between them.
//! 2. The board on the path should have a smaller estimate than its rivals: a logistic loss of the difference. This is
//!    what the beam needs, and what matters most.

use crate::lesson::Lesson;
use crate::random::{Board, Random};
use taquin::Shape;
use taquin::large::learned::Classes;

/// How weights change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// The share of an error that one example corrects.
    pub(crate) length: f32,
    /// The same for the order of two boards, in moves.
    pub(crate) order: f32,
    /// In moves per square of a tile's distance: what the beam adds to the estimates of the two boards.
    pub(crate) steep: f32,
}

/// An error in the length counts at most this much, in moves.
const MOST_ERROR: f32 = 6.0;

/// Learns from every layer of every lesson once, in random order.
pub(crate) fn learn(
    classes: &Classes,
    weights: &mut [f32],
    lessons: &[Lesson],
    rates: Rates,
    random: &mut Random,
) -> Errors {
    let layers = |(number, lesson): (usize, &Lesson)| {
        (0..lesson.path.len() - 1).map(move |layer| (number, layer))
    };
    let mut examples: Vec<_> = lessons.iter().enumerate().flat_map(layers).collect();
    random.shuffle(&mut examples);
    let mut learner = Learner {
        classes,
        weights,
        rates,
        first: Vec::new(),
        second: Vec::new(),
        errors: Errors::default(),
    };
    for (number, layer) in examples {
        let lesson = &lessons[number];
        let begin = &lesson.path[layer];
        gather(classes, begin, &mut learner.first);
        for rival in &lesson.rivals[layer] {
            learner.order(begin, rival);
        }
        learner.length(lesson.path.len() - 1 - layer);
        let last = layer + 1 + random.below(lesson.path.len() - 1 - layer);
        let part = towards(begin, &lesson.path[last]);
        gather(classes, &part, &mut learner.first);
        learner.length(last - layer);
    }
    learner.errors
}

/// How wrong the estimates were before they were corrected.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Errors {
    lengths: (f64, u64),
    orders: (u64, u64),
}

impl Errors {
    /// The mean error of an estimate, in moves.
    pub(crate) fn length(&self) -> f64 {
        self.lengths.0 / self.lengths.1.max(1) as f64
    }

    /// The share of rivals that looked better than the board on the path.
    pub(crate) fn order(&self) -> f64 {
        self.orders.0 as f64 / self.orders.1.max(1) as f64
    }
}

struct Learner<'a> {
    classes: &'a Classes,
    weights: &'a mut [f32],
    rates: Rates,
    /// The numbers of the features of the board at hand.
    first: Vec<u32>,
    second: Vec<u32>,
    errors: Errors,
}

impl Learner<'_> {
    /// The board at hand is this many moves from the goal.
    fn length(&mut self, moves: usize) {
        let error = sum(self.weights, &self.first) - moves as f32;
        self.errors.lengths.0 += f64::from(error.abs());
        self.errors.lengths.1 += 1;
        let clipped = error.clamp(-MOST_ERROR, MOST_ERROR);
        let change = -clipped * self.rates.length / self.first.len() as f32;
        add(self.weights, &self.first, change);
    }

    /// The board at hand, `better`, is better than `worse`.
    fn order(&mut self, better: &Board, worse: &Board) {
        gather(self.classes, worse, &mut self.second);
        let shape = self.classes.shape();
        let squares = squares(shape, worse) - squares(shape, better);
        let difference = sum(self.weights, &self.second) - sum(self.weights, &self.first)
            + self.rates.steep * squares;
        self.errors.orders.0 += u64::from(difference < 0.0);
        self.errors.orders.1 += 1;
        let slope = 1.0 / (1.0 + difference.exp());
        let change = slope * self.rates.order / self.first.len() as f32;
        add(self.weights, &self.first, -change);
        add(self.weights, &self.second, change);
    }
}

/// The sum of the squares of the tiles' distances from home.
fn squares(shape: Shape, board: &Board) -> f32 {
    let cols = shape.cols() as usize;
    let places = board
        .tiles
        .iter()
        .map(|&home| usize::from(home))
        .enumerate();
    let tiles = places.filter(|&(cell, _)| cell != board.blank);
    let distance =
        |(a, b): (usize, usize)| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
    tiles.map(|tile| distance(tile).pow(2) as f32).sum()
}

fn gather(classes: &Classes, board: &Board, numbers: &mut Vec<u32>) {
    numbers.clear();
    classes.for_each(&board.tiles, board.blank, |number| numbers.push(number));
}

fn sum(weights: &[f32], numbers: &[u32]) -> f32 {
    numbers.iter().map(|&number| weights[number as usize]).sum()
}

fn add(weights: &mut [f32], numbers: &[u32], change: f32) {
    for &number in numbers {
        weights[number as usize] += change;
    }
}

/// The problem of moving from one board to a later one: a tile's home is its cell there.
fn towards(begin: &Board, end: &Board) -> Board {
    let mut places = vec![0; end.tiles.len()];
    for (cell, &tile) in end.tiles.iter().enumerate() {
        places[usize::from(tile)] = cell as u8;
    }
    let tiles = begin
        .tiles
        .iter()
        .map(|&tile| places[usize::from(tile)])
        .collect();
    Board {
        tiles,
        blank: begin.blank,
    }
}
