//! What a builder walks on: sets of occupied cells, the regions they leave free, and the moves between them.

use super::PatternIndex;
use super::rank::Bits;
use crate::shape::{Move, Shape};

/// All vertices of a pattern, in two sides.
pub(super) struct Graph {
    pub(super) sides: [Side; 2],
    /// For each set by rank: its side and its place there.
    pub(super) place_of: Vec<(u8, u32)>,
}

/// The vertices whose sets have one parity.
#[derive(Default)]
pub(super) struct Side {
    pub(super) sets: Vec<OccupiedSet>,
    /// For each vertex the free cells that the blank can reach.
    pub(super) regions: Vec<u32>,
    /// For each vertex the end of its edges.
    pub(super) edge_ends: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// Words of orders a vertex.
    pub(super) words: usize,
    pub(super) visited: Vec<u64>,
    /// The orders of the last level on this side.
    pub(super) latest: Vec<u64>,
    /// For each vertex whether `latest` has any.
    pub(super) has_latest: Vec<bool>,
}

#[derive(Clone, Copy)]
pub(super) struct OccupiedSet {
    pub(super) rank: u32,
    pub(super) first_vertex: u32,
    pub(super) vertices: u32,
}

/// A move of a tile that leads to a vertex.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The vertex on the other side.
    pub(super) from: u32,
    /// The places of the tile before and after, among the tiles of the pattern.
    pub(super) places: (u8, u8),
}

impl Graph {
    pub(super) fn new(shape: Shape, index: &PatternIndex) -> Graph {
        let words = index.orders().div_ceil(64);
        let mut graph = Graph {
            sides: [Side::default(), Side::default()],
            place_of: Vec::new(),
        };
        let mut sets = Vec::with_capacity(index.sets());
        for set in sets_of(shape.area(), index.tiles()) {
            let side = parity(shape, set);
            graph.place_of.push((
                side,
                graph.sides[usize::from(side)].add(shape, sets.len() as u32, set),
            ));
            sets.push(set);
        }
        let neighbours = neighbours(shape);
        for &set in &sets {
            graph.connect(index, &neighbours, set);
        }
        for side in &mut graph.sides {
            side.words = words;
            side.visited = vec![0; words * side.regions.len()];
            side.latest = vec![0; words * side.regions.len()];
            side.has_latest = vec![false; side.regions.len()];
        }
        graph
    }

    /// The vertex of a set in whose region a cell is.
    fn vertex(&self, index: &PatternIndex, set: u32, free_cell: usize) -> (usize, u32) {
        let (side, place) = self.place_of[index.rank_set(set)];
        let side = usize::from(side);
        let OccupiedSet {
            first_vertex,
            vertices,
            ..
        } = self.sides[side].sets[place as usize];
        let regions = &self.sides[side].regions[first_vertex as usize..][..vertices as usize];
        let region = regions
            .iter()
            .position(|region| region >> free_cell & 1 == 1);
        (
            side,
            first_vertex + region.expect("every free cell is in a region") as u32,
        )
    }

    /// Finds the edges into the vertices of a set: a tile came to `to` from a cell that is free now.
    fn connect(&mut self, index: &PatternIndex, neighbours: &[u32], set: u32) {
        let (side, place) = self.place_of[index.rank_set(set)];
        let OccupiedSet {
            first_vertex,
            vertices,
            ..
        } = self.sides[usize::from(side)].sets[place as usize];
        for vertex in first_vertex..first_vertex + vertices {
            let region = self.sides[usize::from(side)].regions[vertex as usize];
            let mut edges = Vec::new();
            for to in Bits(set) {
                for from in Bits(neighbours[to] & region) {
                    let before = set & !(1 << to) | 1 << from;
                    let below =
                        |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as u8;
                    edges.push(Edge {
                        from: self.vertex(index, before, to).1,
                        places: (below(before, from), below(set, to)),
                    });
                }
            }
            let side = &mut self.sides[usize::from(side)];
            side.edges.append(&mut edges);
            side.edge_ends.push(side.edges.len() as u32);
        }
    }

    /// Level 0: the goal. Gives its side.
    pub(super) fn enter(
        &mut self,
        index: &PatternIndex,
        set: u32,
        order: u16,
        blank: usize,
    ) -> usize {
        let (side, vertex) = self.vertex(index, set, blank);
        let own = &mut self.sides[side];
        let word = vertex as usize * own.words + usize::from(order / 64);
        own.visited[word] |= 1 << (order % 64);
        own.latest[word] |= 1 << (order % 64);
        own.has_latest[vertex as usize] = true;
        side
    }
}

impl Side {
    /// Adds a set with its vertices; gives its place.
    fn add(&mut self, shape: Shape, rank: u32, set: u32) -> u32 {
        let first_vertex = self.regions.len() as u32;
        self.regions.extend(regions(shape, set));
        let vertices = self.regions.len() as u32 - first_vertex;
        self.sets.push(OccupiedSet {
            rank,
            first_vertex,
            vertices,
        });
        self.sets.len() as u32 - 1
    }
}

/// Every set of so many of the cells, in the order of their ranks, which is the order of the numbers.
fn sets_of(cells: usize, count: usize) -> impl Iterator<Item = u32> {
    let first: u32 = (1 << count) - 1;
    let following = |&set: &u32| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | ((carried ^ set) / lowest) >> 2)
    };
    std::iter::successors(Some(first), following).take_while(move |set| set >> cells == 0)
}

fn parity(shape: Shape, set: u32) -> u8 {
    let cells = shape.cells().filter(|cell| set >> cell.index() & 1 == 1);
    let sum: u32 = cells.map(|cell| shape.row(cell) + shape.col(cell)).sum();
    (sum % 2) as u8
}

/// For each cell the cells next to it.
fn neighbours(shape: Shape) -> Vec<u32> {
    let next_to = |cell| {
        let sources = Move::ALL
            .into_iter()
            .filter_map(move |m| shape.source(cell, m));
        sources.fold(0, |set, cell| set | 1 << cell.index())
    };
    shape.cells().map(next_to).collect()
}

/// The connected regions of the cells outside a set.
fn regions(shape: Shape, set: u32) -> Vec<u32> {
    let neighbours = neighbours(shape);
    let mut free = !set & (u32::MAX >> (32 - shape.area()));
    let mut regions = Vec::new();
    while free != 0 {
        let mut region = free & free.wrapping_neg();
        loop {
            let grown = Bits(region).fold(region, |grown, cell| grown | neighbours[cell] & free);
            if grown == region {
                break;
            }
            region = grown;
        }
        free &= !region;
        regions.push(region);
    }
    regions
}
