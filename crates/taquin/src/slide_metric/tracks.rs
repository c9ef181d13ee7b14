//! Tracks: what a slide leaves unchanged.
//!
//! The blank can be anywhere in its row without one tile passing another: a *track* is the blank's row with all tiles
//! in reading order, without the blank. Columns have tracks too, read column by column. A board is where a row track
//! and a column track cross; a slide moves along one of them to where it crosses another.
//!
//! For a pattern of k tiles, a track is a *line* (which row), a set of k of the n − 1 places that remain when the blank
//! is removed, and the order of the tiles in them. Line and set are the *vertex*; tables have an entry for each order
//! of each vertex. Each side reads the board in its own way, so a slide changes only the order on the other side, and
//! the change depends only on the sets: one lookup for the vertex and one for the order.

use crate::support::permutation::{factorial, rank};
use std::collections::HashMap;

/// The direction of a slide: along the blank's row or along its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Axis {
    Row,
    Column,
}

impl Axis {
    pub(super) const BOTH: [Axis; 2] = [Axis::Row, Axis::Column];

    pub(super) const fn other(self) -> Axis {
        match self {
            Axis::Row => Axis::Column,
            Axis::Column => Axis::Row,
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// A track as a pattern sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Track {
    pub(super) vertex: u16,
    pub(super) order: u16,
}

/// The tracks of one axis.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The number of rows (columns).
    pub(super) lines: usize,
    /// The number of places for the blank in each of them.
    pub(super) places: usize,
    /// By vertex and place: the vertex of the other side that is crossed there.
    crossed: Vec<u16>,
    /// By vertex, place before and place after: the map of a slide.
    slides: Vec<u8>,
}

impl Side {
    /// The vertex of the other side that is crossed when the blank is at this place.
    #[inline(always)]
    pub(super) fn crossed(&self, vertex: usize, place: usize) -> u16 {
        self.crossed[vertex * self.places + place]
    }
}

/// All tracks of a shape as patterns of k tiles see them.
#[derive(Clone, Debug)]
pub(super) struct Tracks {
    /// k!
    pub(super) orders: usize,
    /// A single one serves both axes of a square.
    sides: Vec<Side>,
    /// The rank of each set of k of the n − 1 places.
    set_ranks: Vec<u16>,
    sets: usize,
    /// For each slide that permutes the tiles differently: the order on the other side after it, by the order before
    /// it.
    maps: Vec<u16>,
}

impl Tracks {
    /// The tracks, and the maps that only the construction of tables needs.
    pub(super) fn new(rows: usize, cols: usize, tiles: usize) -> (Tracks, Crossings) {
        let mut set_ranks = vec![0; 1 << (rows * cols - 1)];
        let sets: Vec<usize> = (0..set_ranks.len())
            .filter(|set| set.count_ones() as usize == tiles)
            .collect();
        for (rank, &set) in (0..).zip(&sets) {
            set_ranks[set] = rank;
        }
        let mut tracks = Tracks {
            orders: factorial(tiles),
            sides: Vec::new(),
            set_ranks,
            sets: sets.len(),
            maps: Vec::new(),
        };
        let (mut shuffles, mut slides) = (Shuffles::default(), Shuffles::default());
        let mut numbers = Vec::new();
        for (lines, places) in [(rows, cols), (cols, rows)] {
            if lines != places || tracks.sides.is_empty() {
                let (side, crossings) =
                    tracks.cross_all(&sets, (lines, places), &mut shuffles, &mut slides);
                tracks.sides.push(side);
                numbers.push(crossings);
            }
        }
        tracks.maps = slides.tables(tiles);
        let crossings = Crossings {
            orders: tracks.orders,
            numbers,
            maps: shuffles.tables(tiles),
        };
        (tracks, crossings)
    }

    #[inline(always)]
    pub(super) fn side(&self, axis: Axis) -> &Side {
        &self.sides[axis.index() % self.sides.len()]
    }

    /// Vertices of an axis.
    pub(super) fn vertices(&self, axis: Axis) -> usize {
        self.side(axis).lines * self.sets
    }

    /// The line of a vertex.
    pub(super) const fn line(&self, vertex: usize) -> usize {
        vertex / self.sets
    }

    /// The track that crosses `along` after the blank has moved along it from one place to another, where `across` is the one that crosses it
    /// before.
    #[inline(always)]
    pub(super) fn slide(
        &self,
        side: &Side,
        along: Track,
        across: Track,
        [from, to]: [usize; 2],
    ) -> Track {
        let row = usize::from(along.vertex) * side.places;
        let map = usize::from(side.slides[(row + from) * side.places + to]);
        Track {
            vertex: side.crossed[row + to],
            order: self.maps[map * self.orders + usize::from(across.order)],
        }
    }

    /// The track along which the blank at cell `blank` can move when the pattern's tiles are at these cells.
    pub(super) fn track(&self, axis: Axis, blank: usize, cells: &[usize]) -> Track {
        let places = self.side(axis).places;
        let cols = self.side(Axis::Row).places;
        let read = |cell: usize| match axis {
            Axis::Row => cell,
            Axis::Column => cell % cols * places + cell / cols,
        };
        let blank = read(blank);
        let mut tiles: Vec<(usize, u8)> = cells.iter().map(|&cell| read(cell)).zip(0..).collect();
        tiles.sort_unstable();
        let set = tiles.iter().fold(0, |set, (place, _)| set | 1 << place);
        let order: Vec<u8> = tiles.iter().map(|&(_, tile)| tile).collect();
        Track {
            vertex: self.vertex(blank / places, without(set, blank)),
            order: rank(order) as u16,
        }
    }

    fn vertex(&self, line: usize, set: usize) -> u16 {
        line as u16 * self.sets as u16 + self.set_ranks[set]
    }

    /// All crossings of one side: the side, and the numbers of their permutations.
    fn cross_all(
        &self,
        sets: &[usize],
        (lines, places): (usize, usize),
        shuffles: &mut Shuffles,
        slides: &mut Shuffles,
    ) -> (Side, Vec<u16>) {
        let mut side = Side {
            lines,
            places,
            crossed: Vec::with_capacity(lines * sets.len() * places),
            slides: Vec::with_capacity(lines * sets.len() * places * places),
        };
        let mut numbers = Vec::with_capacity(lines * sets.len() * places);
        for (line, &set) in (0..lines).flat_map(|line| sets.iter().map(move |set| (line, set))) {
            let crossings: Vec<(usize, Shuffle)> = (0..places)
                .map(|place| cross(with(set, line * places + place), lines, places))
                .collect();
            for (place, &(other, from)) in crossings.iter().enumerate() {
                side.crossed
                    .push(self.vertex(place, without(other, place * lines + line)));
                numbers.push(shuffles.number(from));
                for &(_, to) in &crossings {
                    side.slides.push(slides.number(from.then(to)) as u8);
                }
            }
        }
        (side, numbers)
    }
}

/// How orders of tiles on one side become orders on the other side.
pub(super) struct Crossings {
    orders: usize,
    /// The number of the permutation, by vertex and place; for one side or both.
    numbers: Vec<Vec<u16>>,
    maps: Vec<u16>,
}

impl Crossings {
    /// For every order of a vertex, the order on the other side at a place.
    pub(super) fn map(&self, axis: Axis, side: &Side, vertex: usize, place: usize) -> &[u16] {
        let numbers = &self.numbers[axis.index() % self.numbers.len()];
        &self.maps[usize::from(numbers[vertex * side.places + place]) * self.orders..]
            [..self.orders]
    }
}

/// A set with an empty place inserted: later places move up by one.
const fn with(set: usize, place: usize) -> usize {
    let before = (1 << place) - 1;
    set & before | (set & !before) << 1
}

/// A set with an empty place removed.
const fn without(set: usize, place: usize) -> usize {
    let before = (1 << place) - 1;
    set & before | set >> 1 & !before
}

/// For each tile of an order, its place in another order, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shuffle(u32);

impl Shuffle {
    const fn source(self, place: usize) -> usize {
        (self.0 >> (4 * place) & 15) as usize
    }

    /// The permutation from this one's result to the other's.
    fn then(self, other: Shuffle) -> Shuffle {
        let mut places = 0u64;
        for place in 0..8 {
            places |= (place as u64) << (4 * self.source(place));
        }
        let mut between = 0;
        for place in 0..8 {
            between |= (places >> (4 * other.source(place)) & 15) << (4 * place);
        }
        Shuffle(between as u32)
    }
}

/// A set of cells as the other side reads it, and how the order of its tiles changes.
fn cross(set: usize, lines: usize, places: usize) -> (usize, Shuffle) {
    let (mut other, mut count) = (0, 0);
    // Places without a tile stay as they are.
    let mut shuffle = 0x7654_3210;
    for place in 0..places {
        for line in 0..lines {
            let cell = line * places + place;
            if set >> cell & 1 == 1 {
                let before = (set & ((1 << cell) - 1)).count_ones();
                other |= 1 << (place * lines + line);
                shuffle = shuffle & !(15 << (4 * count)) | before << (4 * count);
                count += 1;
            }
        }
    }
    (other, Shuffle(shuffle))
}

/// Distinct permutations, numbered as they are found.
#[derive(Default)]
struct Shuffles {
    numbers: HashMap<Shuffle, u16>,
    shuffles: Vec<Shuffle>,
}

impl Shuffles {
    fn number(&mut self, shuffle: Shuffle) -> u16 {
        *self.numbers.entry(shuffle).or_insert_with(|| {
            self.shuffles.push(shuffle);
            (self.shuffles.len() - 1) as u16
        })
    }

    /// For each permutation and each order, the resulting order.
    fn tables(&self, tiles: usize) -> Vec<u16> {
        let mut orders = Vec::new();
        let mut order: Vec<u8> = (0..tiles as u8).collect();
        loop {
            orders.push(order.clone());
            if !next_order(&mut order) {
                break;
            }
        }
        let mut tables = Vec::with_capacity(self.shuffles.len() * orders.len());
        let mut shuffled = vec![0; tiles];
        for shuffle in &self.shuffles {
            for order in &orders {
                for (place, tile) in shuffled.iter_mut().enumerate() {
                    *tile = order[shuffle.source(place)];
                }
                tables.push(rank(shuffled.iter().copied()) as u16);
            }
        }
        tables
    }
}

/// The next order in lexicographic order; false if this is the last.
fn next_order(order: &mut [u8]) -> bool {
    let Some(pivot) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let next = order
        .iter()
        .rposition(|&tile| tile > order[pivot])
        .expect("the tile after the pivot is larger");
    order.swap(pivot, next);
    order[pivot + 1..].reverse();
    true
}
