//! Whole state spaces: how many boards are at each distance from a goal, and which.
//!
//! Boards are numbered as in [`whole`](crate::whole): the cell of the blank, and the pair of orders of which one can be
//! reached; a *map* has a bit for each, set when the board has been met. The levels need no list of the last level's
//! boards: whatever is next to a board that was met earlier has been met itself by now. So a level takes every map from
//! the maps of the neighbouring cells as a whole, and what is set for the first time is the new level.
//!
//! - A move sideways changes no order: 64 boards are one `or`.
//! - A move up or down takes a tile past some others, which changes a few digits of the order's number: whole stretches
//!   of the map come to other places, or bits within words (`turn.rs`).
//! - With single-tile moves the blank's cells are of two colours, as on a chessboard, and a level reads one colour and
//!   writes the other. What the other was before stays beside it, to tell what is new: a bit and a half a board. With
//!   multi-tile moves a level reads and writes all: two bits a board.
//!
//! A shape that is higher than wide is turned on its side, because fewer moves change the order then.

mod frame;
mod numbers;
mod turn;

use crate::board::Board;
use crate::metric::Metric;
use crate::pdb::{Ones, for_each};
use crate::shape::{Cell, Move, Shape};
use frame::Frame;
use numbers::Numbers;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use turn::{Turn, Window};

/// Words that a thread writes at a time.
const CHUNK: usize = 1 << 12;

/// All boards from which a goal can be reached, level by level.
///
/// ```
/// use taquin::{census::Census, goal::Goal, metric::Metric, shape::Shape};
/// let goal = Goal::Last.board(Shape::new(2, 2)?);
/// let mut census = Census::new(&goal, Metric::SingleTile, 1).unwrap();
/// let mut counts = vec![census.count()];
/// while census.next_level(&|| false) == Some(true) {
///     counts.push(census.count());
/// }
/// assert_eq!(counts, [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), taquin::shape::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Census {
    frame: Frame,
    numbers: Numbers,
    metric: Metric,
    threads: usize,
    /// For each cell that is not in the last row what a move between it and the one below does.
    verticals: Vec<Vertical>,
    /// The cells of each colour; with multi-tile moves all are of the first.
    cells: [Vec<Cell>; 2],
    /// For each cell its place among those of its colour.
    places: Vec<usize>,
    /// For each colour the maps of its cells.
    maps: [Vec<u64>; 2],
    /// The maps of the newest level's colour, as they were before.
    before: Vec<u64>,
    /// The colour of the newest level.
    colour: usize,
    distance: u32,
    count: u64,
    /// The boards of all levels so far.
    met: u64,
}

/// What becomes of orders between a cell and the one below.
#[derive(Debug)]
struct Vertical {
    to_lower: Turn,
    to_upper: Turn,
}

impl Census {
    /// Shapes of up to so many cells have their boards numbered in 64 bits.
    pub const MAX_CELLS: usize = 16;
    /// The longest line of cells.
    pub const MAX_LINE: usize = 4096;

    /// Level 0 is the goal. `None` if the shape is too large, or if there is not so much memory.
    pub fn new(goal: &Board, metric: Metric, threads: usize) -> Option<Census> {
        let frame = Frame::new(goal);
        let shape = frame.shape();
        if !Census::is_for(shape) {
            return None;
        }
        let mut cells: [Vec<Cell>; 2] = Default::default();
        let mut places = Vec::with_capacity(shape.area());
        for cell in shape.cells() {
            let own = &mut cells[colour(shape, cell, metric)];
            places.push(own.len());
            own.push(cell);
        }
        let most = cells[0].len().max(cells[1].len()) * Numbers::words_of(shape);
        let second = if cells[1].is_empty() { 0 } else { most };
        let [first, second, before] = empty_maps([most, second, most])?;
        let numbers = Numbers::new(shape);
        let mut census = Census {
            verticals: verticals(&numbers, shape, frame.blank()),
            maps: [first, second],
            before,
            colour: colour(shape, frame.blank(), metric),
            distance: 0,
            count: 1,
            met: 1,
            frame,
            numbers,
            metric,
            threads,
            cells,
            places,
        };
        let goal = census.places[census.frame.blank().index()] * census.numbers.words();
        census.maps[census.colour][goal] = 1;
        Some(census)
    }

    /// Whether the boards of a shape can be numbered, however much memory that takes.
    pub fn is_for(shape: Shape) -> bool {
        let most = match shape.is_line() {
            true => Census::MAX_LINE,
            false => Census::MAX_CELLS,
        };
        shape.area() <= most
    }

    /// The memory that a census takes, about.
    pub fn bytes(shape: Shape, metric: Metric) -> f64 {
        if shape.is_line() {
            return 24.0 * shape.area() as f64;
        }
        let boards = (2..=shape.area()).fold(0.5, |product, n| product * n as f64);
        let bits = match metric {
            Metric::SingleTile => 1.5,
            Metric::MultiTile => 2.0,
        };
        // Sixty of 64 bits are boards; some millions go into turns.
        boards * bits / 60.0 * 8.0 + 4e6 + boards / 40.0
    }

    /// How far the newest level is from the goal.
    pub const fn distance(&self) -> u32 {
        self.distance
    }

    /// How many boards the newest level has.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// How many boards all levels together have.
    pub fn boards(&self) -> u64 {
        self.numbers.reachable()
    }

    /// What becomes of orders when the blank goes from one row to the next.
    fn turn(&self, from: Cell, to: Cell) -> &Turn {
        let vertical = &self.verticals[from.min(to).index()];
        if from < to {
            &vertical.to_lower
        } else {
            &vertical.to_upper
        }
    }

    /// Goes on to the next level; false if the newest one is the farthest.
    ///
    /// `stop` is asked now and then. Once it has said so, the answer is `None` for ever, and the newest boards are lost.
    pub fn next_level(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<bool> {
        if self.met == self.boards() {
            return Some(false);
        }
        let mut maps = std::mem::take(&mut self.before);
        if maps.is_empty() {
            return None;
        }
        let next = match self.metric {
            Metric::SingleTile => 1 - self.colour,
            Metric::MultiTile => self.colour,
        };
        let level = Level {
            census: self,
            own: &self.maps[next],
            source: &self.maps[self.colour],
            stop,
            is_stopped: AtomicBool::new(false),
            new: AtomicU64::new(0),
        };
        match self.metric {
            Metric::SingleTile => level.step(&self.cells[next], &mut maps),
            Metric::MultiTile => level.slide(&mut maps),
        }
        let (is_stopped, new) = (level.is_stopped.into_inner(), level.new.into_inner());
        if is_stopped {
            return None;
        }
        self.before = std::mem::replace(&mut self.maps[next], maps);
        self.colour = next;
        self.distance += 1;
        self.count = new;
        self.met += new;
        Some(true)
    }

    /// The boards of the newest level, the same ones in the same order every time.
    pub fn newest(&self) -> impl Iterator<Item = Board> {
        self.new_words().flat_map(move |(cell, words)| {
            let bits = words
                .enumerate()
                .flat_map(|(word, bits)| Ones(bits).map(move |bit| (word, bit)));
            bits.map(move |(word, bit)| self.board(cell, self.numbers.pair(word, bit)))
        })
    }

    /// The boards at these places of the newest level, the places in rising order.
    pub fn newest_at(&self, places: &[u64]) -> Vec<Board> {
        let mut boards = Vec::with_capacity(places.len());
        let mut passed = 0;
        for (cell, words) in self.new_words() {
            for (number, word) in words.enumerate() {
                let end = passed + u64::from(word.count_ones());
                while let Some(&place) = places.get(boards.len())
                    && place < end
                {
                    let bit = Ones(word).nth((place - passed) as usize);
                    let bit = bit.expect("the place is before the end of the word");
                    boards.push(self.board(cell, self.numbers.pair(number, bit)));
                }
                passed = end;
            }
        }
        boards
    }

    fn new_words(&self) -> impl Iterator<Item = (Cell, impl Iterator<Item = u64>)> {
        let words = self.numbers.words();
        let maps = self.maps[self.colour].chunks(words);
        let maps = maps.zip(self.before.chunks(words));
        let new = |(&now, &before): (&u64, &u64)| now & !before;
        let cells = self.cells[self.colour].iter();
        cells
            .zip(maps)
            .map(move |(&cell, (now, before))| (cell, now.iter().zip(before).map(new)))
    }

    fn board(&self, blank: Cell, pair: usize) -> Board {
        let odd = is_odd(self.frame.shape(), blank, self.frame.blank());
        let homes = self
            .numbers
            .homes(pair, odd, self.frame.blank().index(), blank.index());
        self.frame.board(&homes)
    }
}

/// Maps of so many words without a board in them, if there is memory for all.
fn empty_maps<const MAPS: usize>(words: [usize; MAPS]) -> Option<[Vec<u64>; MAPS]> {
    let mut maps = [const { Vec::new() }; MAPS];
    for (map, &words) in maps.iter_mut().zip(&words) {
        map.try_reserve_exact(words).ok()?;
    }
    for (map, &words) in maps.iter_mut().zip(&words) {
        map.resize(words, 0);
    }
    Some(maps)
}

/// Colours as on a chessboard; with multi-tile moves the blank goes from any colour to any.
const fn colour(shape: Shape, cell: Cell, metric: Metric) -> usize {
    match metric {
        Metric::SingleTile => (shape.row(cell) + shape.col(cell)) as usize % 2,
        Metric::MultiTile => 0,
    }
}

/// Whether the orders are odd that can be reached with the blank at this cell.
const fn is_odd(shape: Shape, blank: Cell, home: Cell) -> bool {
    let rows = shape.row(blank).abs_diff(shape.row(home));
    rows * (shape.cols() - 1) % 2 == 1
}

fn verticals(numbers: &Numbers, shape: Shape, home: Cell) -> Vec<Vertical> {
    let upper = shape.cells().take(shape.area() - shape.cols() as usize);
    let passed = shape.cols() as usize - 1;
    let vertical = |cell: Cell| {
        let odd = |cell| is_odd(shape, cell, home);
        let lower = shape.source_unchecked(cell, Move::Up);
        let window = Window::new(numbers.tiles(), cell.index(), passed);
        Vertical {
            to_upper: Turn::new(numbers, &window, &window.lifted(), odd(cell)),
            to_lower: Turn::new(numbers, &window, &window.lowered(), odd(lower)),
        }
    };
    upper.map(vertical).collect()
}

/// What all threads share while they make one level.
struct Level<'a> {
    census: &'a Census,
    /// The maps of the cells that are written, as they were.
    own: &'a [u64],
    /// The maps from which they are taken.
    source: &'a [u64],
    stop: &'a (dyn Fn() -> bool + Sync),
    is_stopped: AtomicBool,
    new: AtomicU64,
}

impl Level<'_> {
    /// One single-tile move: the maps of these cells, all of one colour, from their neighbours.
    fn step(&self, cells: &[Cell], maps: &mut [u64]) {
        let words = self.census.numbers.words();
        let tasks = cells.iter().zip(maps.chunks_mut(words));
        let tasks = tasks.flat_map(|(&cell, map)| {
            let chunks = map.chunks_mut(CHUNK).enumerate();
            chunks.map(move |(chunk, words)| (cell, chunk * CHUNK, words))
        });
        self.work(tasks, |(cell, first, chunk)| {
            let own = &self.map(self.own, cell)[first..][..chunk.len()];
            chunk.copy_from_slice(own);
            self.step_chunk(cell, first, chunk);
            count_new(chunk, own)
        });
    }

    fn step_chunk(&self, cell: Cell, first: usize, chunk: &mut [u64]) {
        let shape = self.census.frame.shape();
        for m in shape.moves(cell).iter() {
            let from = shape.source_unchecked(cell, m);
            let source = self.map(self.source, from);
            if matches!(m, Move::Left | Move::Right) {
                add(chunk, &source[first..][..chunk.len()]);
            } else {
                let turn = self.census.turn(from, cell);
                turn.pull(&self.census.numbers, source, first, chunk);
            }
        }
    }

    /// One multi-tile move: a column of cells at a time.
    fn slide(&self, maps: &mut [u64]) {
        let shape = self.census.frame.shape();
        let mut columns: Vec<Vec<&mut [u64]>> = Vec::new();
        columns.resize_with(shape.cols() as usize, Vec::new);
        let maps = maps.chunks_mut(self.census.numbers.words());
        for (cell, map) in shape.cells().zip(maps) {
            columns[shape.col(cell) as usize].push(map);
        }
        let tasks = (0..shape.cols()).zip(columns);
        self.work(tasks, |(col, mut column)| {
            for (row, map) in (0..).zip(&mut column) {
                map.fill(0);
                let along = shape.cells().filter(|&cell| shape.row(cell) == row);
                along.for_each(|cell| add(map, self.map(self.source, cell)));
            }
            let cells: Vec<Cell> = shape
                .cells()
                .filter(|&cell| shape.col(cell) == col)
                .collect();
            self.carry(cells.iter(), &mut column);
            self.carry(cells.iter().rev(), &mut column);
            let maps = cells.iter().zip(&column);
            maps.map(|(&cell, map)| count_new(map, self.map(self.own, cell)))
                .sum()
        });
    }

    /// Carries the boards of a column along these cells of it, and leaves them at every one.
    fn carry<'c>(&self, mut cells: impl Iterator<Item = &'c Cell>, column: &mut [&mut [u64]]) {
        let shape = self.census.frame.shape();
        let Some(mut from) = cells.next() else {
            return;
        };
        let mut carried = self.map(self.source, *from).to_vec();
        let mut turned = vec![0; carried.len()];
        for to in cells {
            let turn = self.census.turn(*from, *to);
            turned.fill(0);
            turn.pull(&self.census.numbers, &carried, 0, &mut turned);
            add(column[shape.row(*to) as usize], &turned);
            add(&mut turned, self.map(self.source, *to));
            std::mem::swap(&mut carried, &mut turned);
            from = to;
        }
    }

    /// Deals tasks out and adds up what is new, unless it is to stop.
    fn work<T: Send>(&self, tasks: impl Iterator<Item = T> + Send, work: impl Fn(T) -> u64 + Sync) {
        for_each(self.census.threads, tasks, |task| {
            if self.is_stopped.load(Ordering::Relaxed) || (self.stop)() {
                self.is_stopped.store(true, Ordering::Relaxed);
            } else {
                self.new.fetch_add(work(task), Ordering::Relaxed);
            }
        });
    }

    /// The map of a cell.
    fn map<'a>(&self, maps: &'a [u64], cell: Cell) -> &'a [u64] {
        let words = self.census.numbers.words();
        &maps[self.census.places[cell.index()] * words..][..words]
    }
}

fn add(map: &mut [u64], other: &[u64]) {
    map.iter_mut()
        .zip(other)
        .for_each(|(word, other)| *word |= other);
}

fn count_new(now: &[u64], before: &[u64]) -> u64 {
    let new = now.iter().zip(before).map(|(now, before)| now & !before);
    new.map(|word| u64::from(word.count_ones())).sum()
}
