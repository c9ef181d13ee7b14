//! Beam search with the learned [`Evaluation`]: after every move only the boards with the smallest estimates are retained.
//!
//! A move changes the weights of all pairs of one tile. Boards with the same blank, the same move and the same tile differ
//! only in where the other tiles are, so what each of those adds is computed once for all of them ([`Evaluation`]), and a
//! board then costs one look-up per cell. The boards of a layer are stored in the order of their blanks' cells, which
//! brings those groups together.
//!
//! A board that was retained before is not retained again; a lossy hash table checks that. Time: 50 to 200 ns per board
//! generated. Memory: about 100 bytes per board of the beam, plus its cells.

use super::evaluation::Evaluation;
use super::history::{History, LINKS_PER_BOARD, Link};
use super::selection::{Candidate, Selection};
use crate::large::lattice::{Lattice, Position, tile_key as key};
use crate::large::layer::{Layer, Layers};
use crate::puzzle::Move;
use crate::search::Stats;
use crate::support::memory::{is_spare, reserve};

/// The boards of one layer: all were reached by the same number of moves.
#[derive(Debug)]
pub struct LearnedBeam<'a> {
    evaluation: &'a Evaluation<'a>,
    lattice: Lattice,
    made: usize,
    layer: Boards,
    /// The layer before, whose memory the next one takes.
    spare: Boards,
    history: History,
    children: Vec<Child>,
    selection: Selection,
    scratch: Scratch,
    stats: Stats,
}

/// Boards in the order of their blanks' cells.
#[derive(Debug, Default)]
struct Boards {
    /// The homes of the tiles, board by board.
    tiles: Vec<u8>,
    nodes: Vec<Node>,
    /// For each cell, the first board whose blank is there or behind.
    begins: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    hash: u64,
    estimate: i32,
    /// The Manhattan distance.
    distance: u16,
    last: Option<Move>,
}

/// A board that may be retained.
#[derive(Clone, Copy, Debug)]
struct Child {
    hash: u64,
    estimate: i32,
    parent: u32,
    distance: u16,
    blank: u8,
    m: Move,
}

impl Candidate for Child {
    fn hash(&self) -> u64 {
        self.hash
    }

    fn estimate(&self) -> i32 {
        self.estimate
    }

    fn blank(&self) -> usize {
        self.blank.into()
    }
}

/// Memory for the work on one group of boards.
#[derive(Debug, Default)]
struct Scratch {
    /// The parents with the same blank and move, by tile.
    parents: Vec<u32>,
    ends: Vec<u32>,
    rows: Vec<i16>,
}

/// From this number of boards on, a group gets rows of its own.
const GROUP: usize = 8;

impl<'a> LearnedBeam<'a> {
    /// One board. `tiles` has the home of the tile at each cell, with the blank's home at the blank's cell. `room` says
    /// how many boards may have their blank at the same cell, as a multiple of the mean.
    pub fn new(
        evaluation: &'a Evaluation<'a>,
        tiles: &[u8],
        blank: usize,
        room: f64,
    ) -> LearnedBeam<'a> {
        let lattice = Lattice::new(evaluation.table().shape());
        let cells = || (0..tiles.len()).filter(|&cell| cell != blank);
        let home = |cell: usize| usize::from(tiles[cell]);
        let node = Node {
            hash: cells()
                .map(|cell| key(home(cell), cell))
                .fold(0, |all, key| all ^ key),
            estimate: evaluation.of(tiles, blank),
            distance: cells()
                .map(|cell| lattice.distance(home(cell), cell) as u16)
                .sum(),
            last: None,
        };
        let layer = Boards {
            tiles: tiles.to_vec(),
            nodes: vec![node],
            begins: (0..=tiles.len())
                .map(|cell| usize::from(cell > blank))
                .collect(),
        };
        LearnedBeam {
            evaluation,
            selection: Selection::new(lattice.shape().area(), room),
            lattice,
            made: 0,
            layer,
            spare: Boards::default(),
            history: History::default(),
            children: Vec::new(),
            scratch: Scratch::default(),
            stats: Stats::default(),
        }
    }

    /// The counters so far.
    pub const fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.layer.nodes.len()
    }

    /// Whether there are no boards.
    pub fn is_empty(&self) -> bool {
        self.layer.nodes.is_empty()
    }

    /// The estimate of the board of a number, in sixteenths of a move.
    pub fn estimate(&self, number: usize) -> i32 {
        self.layer.nodes[number].estimate
    }

    /// The board of a number and its blank's cell.
    pub fn board(&self, number: usize) -> (&[u8], usize) {
        let area = self.lattice.shape().area();
        let blank = self.layer.begins.partition_point(|&begin| begin <= number) - 1;
        (&self.layer.tiles[number * area..][..area], blank)
    }

    /// Makes one more move from every board and retains the best `width` boards from which a solution of fewer than
    /// `bound` moves in total is possible.
    pub fn advance(&mut self, width: usize, bound: usize) -> Layer {
        self.made += 1;
        if !self.reserve(width) {
            return Layer::Closed;
        }
        self.expand(bound);
        self.count();
        if let Some(goal) = self.children.iter().find(|child| child.distance == 0) {
            let mut moves = self.history.path(goal.parent as usize);
            moves.push(goal.m);
            return Layer::Solved(moves);
        }
        self.selection.choose(&self.children, width);
        self.descend();
        if self.is_empty() {
            Layer::Closed
        } else {
            Layer::Open
        }
    }

    /// Reserves the memory for the next layer; false if the system does not have it.
    fn reserve(&mut self, width: usize) -> bool {
        let (boards, area) = (self.len(), self.lattice.shape().area());
        // The first board has no last move.
        let children = (3 * boards).max(4);
        let kept = width.min(children);
        reserve(&mut self.children, children)
            && self.selection.reserve(children, width)
            && reserve(&mut self.spare.tiles, kept * area)
            && reserve(&mut self.spare.nodes, kept)
            && reserve(&mut self.scratch.parents, boards)
            && is_spare(3 * kept * size_of::<Link>())
    }

    /// Generates the children, group by group.
    fn expand(&mut self, bound: usize) {
        let stride = self.evaluation.table().stride();
        self.children.clear();
        self.scratch
            .rows
            .resize(self.lattice.shape().area() * stride, 0);
        for to in 0..self.lattice.shape().area() {
            // The tile comes from where the blank will be.
            for m in Move::ALL {
                if !self.lattice.allows(to, m.opposite()) {
                    continue;
                }
                let step = Step {
                    m,
                    from: to,
                    to: self.lattice.next(to, m.opposite()),
                };
                self.group(step);
                match stride {
                    32 => self.expand_groups::<32>(step, bound),
                    64 => self.expand_groups::<64>(step, bound),
                    _ => self.expand_groups::<128>(step, bound),
                }
            }
        }
    }

    /// Sorts the boards that can make a step by the tile that makes it.
    fn group(&mut self, step: Step) {
        let area = self.lattice.shape().area();
        let range = self.layer.begins[step.to]..self.layer.begins[step.to + 1];
        let nodes = &self.layer.nodes[range.clone()];
        let boards = self.layer.tiles[range.start * area..range.end * area].chunks_exact(area);
        let can_make = |(node, _): &(&Node, &[u8])| node.last != Some(step.m.opposite());
        let ends = &mut self.scratch.ends;
        ends.clear();
        ends.resize(area + 1, 0);
        for (_, board) in nodes.iter().zip(boards.clone()).filter(can_make) {
            ends[usize::from(board[step.from]) + 1] += 1;
        }
        for tile in 0..area {
            ends[tile + 1] += ends[tile];
        }
        let parents = &mut self.scratch.parents;
        parents.clear();
        parents.resize(ends[area] as usize, 0);
        for (number, pair) in (range.start as u32..).zip(nodes.iter().zip(boards)) {
            if can_make(&pair) {
                let place = &mut ends[usize::from(pair.1[step.from])];
                parents[*place as usize] = number;
                *place += 1;
            }
        }
    }

    /// Generates the children that one step leads to, tile by tile. The stride is a constant so that look-ups need no
    /// check.
    fn expand_groups<const STRIDE: usize>(&mut self, step: Step, bound: usize) {
        let Step { m, from, to } = step;
        let area = self.lattice.shape().area();
        let mut begin = 0;
        for tile in 0..area {
            let end = self.scratch.ends[tile] as usize;
            let parents = &self.scratch.parents[begin..end];
            begin = end;
            if parents.is_empty() {
                continue;
            }
            let is_group = parents.len() >= GROUP;
            if is_group {
                self.evaluation
                    .step_rows(tile, from, to, &mut self.scratch.rows);
            }
            let (rows, _) = self.scratch.rows.as_chunks::<STRIDE>();
            let change = self.evaluation.step(tile, from, to);
            let nearer = self.lattice.distance(tile, from) as u16;
            let farther = self.lattice.distance(tile, to) as u16;
            let flip = key(tile, from) ^ key(tile, to);
            for &parent in parents {
                let node = &self.layer.nodes[parent as usize];
                let distance = node.distance + farther - nearer;
                if self.made + usize::from(distance) >= bound {
                    continue;
                }
                let tiles = &self.layer.tiles[parent as usize * area..][..area];
                let others: i32 = if is_group {
                    let look_up =
                        |(row, &tile): (&[i16; STRIDE], &u8)| row[usize::from(tile) & (STRIDE - 1)];
                    rows.iter()
                        .zip(tiles)
                        .map(|pair| i32::from(look_up(pair)))
                        .sum()
                } else {
                    self.evaluation.step_sum(tile, from, to, tiles)
                };
                self.children.push(Child {
                    hash: node.hash ^ flip,
                    estimate: node.estimate + change + others,
                    parent,
                    distance,
                    blank: from as u8,
                    m,
                });
            }
        }
    }

    fn count(&mut self) {
        let (boards, children) = (self.layer.nodes.len(), self.children.len());
        let bytes = 2
            * (self.layer.tiles.capacity() + size_of::<Node>() * self.layer.nodes.capacity())
            + size_of::<Child>() * self.children.capacity()
            + self.selection.bytes()
            + size_of::<Link>() * self.history.links();
        self.stats.selected += boards as u64;
        self.stats.generated += children as u64;
        self.stats.peak_states = self.stats.peak_states.max((boards + children) as u64);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes as u64);
    }

    /// Makes the marked children the layer. Children are in the order of their blanks' cells.
    fn descend(&mut self) {
        let area = self.lattice.shape().area();
        let next = &mut self.spare;
        next.tiles.clear();
        next.nodes.clear();
        next.begins.clear();
        let kept = self.selection.is_kept().iter();
        let mut links = Vec::with_capacity(kept.filter(|is_kept| **is_kept).count());
        let kept = self
            .children
            .iter()
            .zip(self.selection.is_kept())
            .filter(|(_, is_kept)| **is_kept);
        for (child, _) in kept {
            let blank = usize::from(child.blank);
            while next.begins.len() <= blank {
                next.begins.push(next.nodes.len());
            }
            let to = self.lattice.next(blank, child.m.opposite());
            let begin = next.tiles.len();
            next.tiles
                .extend_from_slice(&self.layer.tiles[child.parent as usize * area..][..area]);
            next.tiles[begin..].swap(blank, to);
            next.nodes.push(Node {
                hash: child.hash,
                estimate: child.estimate,
                distance: child.distance,
                last: Some(child.m),
            });
            links.push(Link::new(child.parent, child.m));
        }
        next.begins.resize(area + 1, next.nodes.len());
        self.history.push(links);
        std::mem::swap(&mut self.layer, &mut self.spare);
    }
}

/// A move by the cells of its tile.
#[derive(Clone, Copy, Debug)]
struct Step {
    m: Move,
    from: usize,
    to: usize,
}

impl Layers for LearnedBeam<'_> {
    fn advance(&mut self, width: usize, bound: usize) -> Layer {
        LearnedBeam::advance(self, width, bound)
    }

    fn stats(&self) -> &Stats {
        &self.stats
    }

    fn distance(&self) -> u32 {
        let distances = self.layer.nodes.iter().map(|node| u32::from(node.distance));
        distances.min().expect("an open beam has boards")
    }

    fn bytes_per_board(&self) -> usize {
        let boards = 2 * (self.lattice.shape().area() + size_of::<Node>());
        let children = 3 * size_of::<Child>() + size_of::<u32>();
        let links = LINKS_PER_BOARD * size_of::<Link>();
        boards + children + Selection::bytes_per_board(3) + links
    }

    /// Measured on random boards: 1.2 moves per step of distance, and more when the tiles are near their homes. (The
    /// estimate itself is off by a constant where weights are derived from those of another shape.)
    fn layers_left(&self) -> f64 {
        let distance = f64::from(self.distance());
        let area = self.lattice.shape().area() as f64;
        1.2 * distance + distance.min(area / 2.0) + 5.0
    }

    fn nearest(&self) -> (Vec<Move>, Position) {
        let nodes = &self.layer.nodes;
        let nearest = (0..nodes.len()).min_by_key(|&number| nodes[number].distance);
        let nearest = nearest.expect("an open beam has boards");
        let (tiles, blank) = self.board(nearest);
        let tiles = tiles.iter().map(|&home| home.into()).collect();
        (self.history.path(nearest), Position { tiles, blank })
    }
}
