//! Beam search: after every move only the boards with the best [`Score`] are retained.
//!
//! A plain beam gets stuck in local minima, where all tiles near the blank are in order and the misplaced ones are far
//! away. Three techniques avoid that:
//!
//! 1. **Hills.** Every board of the beam adds a penalty to the cell of its blank, and the penalties count against later
//!    boards: the blank is driven out of cells where it has been for long. (In molecular simulation this is known as
//!    metadynamics: Laio and Parrinello, PNAS 99, 2002.)
//! 2. **Diversity.** Only a limited number of boards per layer may have their blank at the same cell.
//! 3. **No repetition.** A board that was retained in an earlier layer is not retained again; a lossy hash table checks
//!    that.
//!
//! A board is pruned when even its Manhattan distance would lead to a solution no shorter than one that is known.
//!
//! Time: about 100 to 250 ns per board. Memory: about 250 bytes per board of the beam, at most 500, as no board is stored ([`Tour`]).

use super::lattice::{Position, tile_key as key};
use super::layer::{Layer, Layers};
use super::score::Score;
use super::tour::{Step, Tour};
use crate::puzzle::Move;
use crate::search::Stats;
use crate::support::memory::{is_spare, reserve};

/// The parameters of the hills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    /// How much a layer adds to the hills, as a multiple of the mean distance of a tile.
    pub(super) hill: f64,
    /// How many boards may have their blank at the same cell, as a multiple of the mean. Infinite: no limit.
    pub(super) room: f64,
}

/// The hills rise at least as fast as for tiles at this mean distance.
const LEAST_DISTANCE: f64 = 2.0;

/// The approximate number of children per board, without its parent.
pub(super) const CHILDREN: f64 = 2.2;

/// The boards of one layer: all were reached by the same number of moves.
#[derive(Debug)]
pub(super) struct Beam<'a> {
    score: &'a Score<'a>,
    manner: Manner,
    /// The board at the root of the tour.
    start: Position,
    tour: Tour,
    leaves: Vec<Leaf>,
    made: usize,
    children: Vec<Child>,
    /// The children in the order of their score, up to the precision of the buckets.
    order: Vec<u32>,
    buckets: Vec<u32>,
    kept: Vec<[u32; 4]>,
    known: Vec<u64>,
    hills: Vec<f32>,
    blanks: Vec<u32>,
    is_complete: bool,
    stats: Stats,
}

/// A board of the beam.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    score: i64,
    hash: u64,
    /// The Manhattan distance.
    distance: u32,
    last: Option<Move>,
}

/// A board that may be retained.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// The score plus the height of the hill.
    rank: i64,
    score: i64,
    hash: u64,
    distance: u32,
    parent: u32,
    blank: u16,
    m: Move,
}

/// The child was not retained.
const NONE: u32 = u32::MAX;

impl<'a> Beam<'a> {
    /// One board.
    pub(super) fn new(score: &'a Score<'a>, manner: Manner, start: &Position) -> Beam<'a> {
        let lattice = score.lattice();
        let (tiles, blank) = (&start.tiles, start.blank);
        let cells = || (0..tiles.len()).filter(|&cell| cell != blank);
        let distance = |cell| lattice.distance(usize::from(tiles[cell]), cell) as u32;
        let hash = |cell| key(usize::from(tiles[cell]), cell);
        let leaf = Leaf {
            score: score.of(tiles, blank),
            hash: cells().map(hash).fold(0, |all, hash| all ^ hash),
            distance: cells().map(distance).sum(),
            last: None,
        };
        Beam {
            score,
            manner,
            start: start.clone(),
            tour: Tour::new(),
            leaves: vec![leaf],
            made: 0,
            children: Vec::new(),
            order: Vec::new(),
            buckets: Vec::new(),
            kept: Vec::new(),
            known: Vec::new(),
            hills: vec![0.0; tiles.len()],
            blanks: vec![0; tiles.len()],
            is_complete: true,
            stats: Stats::default(),
        }
    }

    /// Whether no board was dropped that could have led to a solution as short as required.
    pub(super) const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The number of cells of a board.
    pub(super) const fn cells(&self) -> usize {
        self.hills.len()
    }

    #[inline(always)]
    fn lead(&self, tiles: &mut [u16], blank: &mut usize, m: Move) {
        let next = self.score.lattice().next(*blank, m);
        tiles.swap(*blank, next);
        *blank = next;
    }

    /// Generates the children; returns a solution if one of them is the goal.
    fn expand(&mut self, bound: usize) -> Option<Vec<Move>> {
        let lattice = self.score.lattice();
        self.children.clear();
        let mut tiles = std::mem::take(&mut self.start.tiles);
        let (mut blank, mut leaf, mut solved) = (self.start.blank, 0, None);
        for (place, &step) in self.tour.steps().iter().enumerate() {
            match step {
                Step::Play(m) => self.lead(&mut tiles, &mut blank, m),
                Step::Back(m) => self.lead(&mut tiles, &mut blank, m.opposite()),
                Step::Stand => {
                    let parent = self.leaves[leaf];
                    for m in Move::ALL {
                        if parent.last == Some(m.opposite()) || !lattice.allows(blank, m) {
                            continue;
                        }
                        let from = lattice.next(blank, m);
                        let tile = usize::from(tiles[from]);
                        let distance = parent.distance + lattice.distance(tile, blank) as u32
                            - lattice.distance(tile, from) as u32;
                        if self.made + distance as usize >= bound {
                            continue;
                        }
                        let score = parent.score + self.score.change(&tiles, tile, from, blank);
                        self.children.push(Child {
                            rank: score + self.hills[from] as i64,
                            score,
                            hash: parent.hash ^ key(tile, from) ^ key(tile, blank),
                            distance,
                            parent: leaf as u32,
                            blank: from as u16,
                            m,
                        });
                        if distance == 0 {
                            solved = Some((place, m));
                        }
                    }
                    leaf += 1;
                }
            }
        }
        self.start.tiles = tiles;
        self.count();
        solved.map(|(place, m)| {
            let mut path = self.tour.path(place);
            path.push(m);
            path
        })
    }

    fn count(&mut self) {
        let (leaves, children) = (self.leaves.len(), self.children.len());
        let bytes = size_of::<Leaf>() * self.leaves.capacity()
            + (size_of::<Child>() + size_of::<u32>()) * self.children.capacity()
            + size_of::<u64>() * self.known.capacity()
            + 2 * size_of::<Step>() * self.tour.steps().len();
        self.stats.selected += leaves as u64;
        self.stats.generated += children as u64;
        self.stats.peak_states = self.stats.peak_states.max((leaves + children) as u64);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
    }

    /// Sorts the children into buckets by rank.
    fn sort(&mut self) {
        let ranks = self.children.iter().map(|child| child.rank);
        let (Some(least), Some(most)) = (ranks.clone().min(), ranks.max()) else {
            return;
        };
        let wanted = 1024.max(4 * self.children.len() as i64);
        let mut shift = 0;
        while (most - least) >> shift >= wanted {
            shift += 1;
        }
        let bucket = |child: &Child| ((child.rank - least) >> shift) as usize;
        self.buckets.clear();
        // One bucket per possible rank, and one for the end of the last.
        self.buckets
            .resize(((most - least) >> shift) as usize + 2, 0);
        for child in &self.children {
            self.buckets[bucket(child) + 1] += 1;
        }
        for place in 1..self.buckets.len() {
            self.buckets[place] += self.buckets[place - 1];
        }
        self.order.clear();
        self.order.resize(self.children.len(), 0);
        for (index, child) in (0u32..).zip(&self.children) {
            let place = &mut self.buckets[bucket(child)];
            self.order[*place as usize] = index;
            *place += 1;
        }
    }

    /// Makes the best children the leaves; returns their number.
    fn keep(&mut self, width: usize) -> usize {
        self.remember(width);
        let cells = self.cells();
        let room = (self.manner.room * width as f64 / cells as f64).max(1.0) as u32;
        let rise = self.rise(width);
        let mask = self.known.len() - 1;
        self.blanks.fill(0);
        self.kept.clear();
        self.kept.resize(self.leaves.len(), [NONE; 4]);
        let mut count = 0;
        for &index in &self.order {
            let child = &self.children[index as usize];
            let blank = usize::from(child.blank);
            let known = &mut self.known[child.hash as usize & mask];
            if *known == child.hash {
                continue;
            }
            if self.blanks[blank] >= room {
                self.is_complete = false;
                continue;
            }
            *known = child.hash;
            self.blanks[blank] += 1;
            self.hills[blank] += rise;
            self.kept[child.parent as usize][child.m.index()] = index;
            count += 1;
            if count == width {
                self.is_complete = false;
                break;
            }
        }
        self.descend();
        count
    }

    /// Makes the retained children the leaves.
    fn descend(&mut self) {
        self.leaves.clear();
        let kept = self.kept.iter().flatten().filter(|&&index| index != NONE);
        let children = &self.children;
        self.leaves.extend(kept.map(|&index| {
            let child = children[index as usize];
            Leaf {
                score: child.score,
                hash: child.hash,
                distance: child.distance,
                last: Some(child.m),
            }
        }));
    }

    /// How much one board adds to a hill.
    fn rise(&self, width: usize) -> f32 {
        let cells = self.cells() as f64;
        let mean = f64::from(self.leaves[0].distance) / cells;
        let steps = self.manner.hill * mean.max(LEAST_DISTANCE) / width as f64;
        Score::of_steps(steps) as f32
    }

    /// Reserves memory for the boards of some layers.
    fn remember(&mut self, width: usize) {
        let wanted = (8 * width).next_power_of_two();
        if self.known.len() < wanted {
            let before = std::mem::replace(&mut self.known, vec![0; wanted]);
            for hash in before {
                self.known[hash as usize & (wanted - 1)] = hash;
            }
        }
    }

    /// Reserves the memory for the next layer; false if the system does not have it.
    fn reserve(&mut self, width: usize) -> bool {
        let leaves = self.leaves.len();
        // The first board has no last move.
        let children = (3 * leaves).max(4);
        let wanted = (8 * width).next_power_of_two();
        reserve(&mut self.leaves, width.min(children))
            && reserve(&mut self.children, children)
            && reserve(&mut self.order, children)
            && reserve(&mut self.buckets, 1026.max(4 * children + 2))
            && reserve(&mut self.kept, leaves)
            && (wanted <= self.known.len() || is_spare(size_of::<u64>() * wanted))
            && self.tour.reserve(width.min(children))
    }

    fn settle(&mut self) {
        self.start.play(self.score.lattice(), self.tour.settle());
    }
}

impl Layers for Beam<'_> {
    fn advance(&mut self, width: usize, bound: usize) -> Layer {
        self.made += 1;
        if !self.reserve(width) {
            self.is_complete = false;
            return Layer::Closed;
        }
        if let Some(solution) = self.expand(bound) {
            return Layer::Solved(solution);
        }
        if self.children.is_empty() {
            return Layer::Closed;
        }
        self.sort();
        if self.keep(width) == 0 {
            return Layer::Closed;
        }
        let moves = self.kept.iter();
        self.tour
            .grow(moves.map(|kept| kept.map(|child| child != NONE)));
        if self.made.is_multiple_of(8) {
            self.settle();
        }
        Layer::Open
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn distance(&self) -> u32 {
        let distances = self.leaves.iter().map(|leaf| leaf.distance);
        distances.min().expect("an open beam has boards")
    }

    fn bytes_per_board(&self) -> usize {
        let children = 3 * (size_of::<Child>() + 5 * size_of::<u32>());
        let known = (16 + 8) * size_of::<u64>();
        // The walk has about ten steps per board, and there are two.
        let tour = 2 * 2 * 10 * size_of::<Step>();
        size_of::<Leaf>() + children + size_of::<[u32; 4]>() + known + tour
    }

    /// Measured: a beam comes 0.8 steps closer per move, and half a step when the tiles are near their homes.
    fn layers_left(&self) -> f64 {
        let distance = self.distance();
        let near = distance.min(2 * self.cells() as u32);
        1.2 * f64::from(distance) + f64::from(near)
    }

    fn nearest(&self) -> (Vec<Move>, Position) {
        let leaves = (0..self.leaves.len()).min_by_key(|&leaf| self.leaves[leaf].distance);
        let place = self.tour.place(leaves.expect("an open beam has boards"));
        let mut board = self.start.clone();
        for step in &self.tour.steps()[..place] {
            match *step {
                Step::Play(m) => board.play(self.score.lattice(), &[m]),
                Step::Back(m) => board.play(self.score.lattice(), &[m.opposite()]),
                Step::Stand => {}
            }
        }
        (self.tour.path(place), board)
    }
}
