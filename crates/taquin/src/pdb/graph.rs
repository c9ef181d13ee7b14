//! The vertices of a pattern as a graph: two sides, and moves of a tile that lead from one to the other.

use super::{Pattern, PatternIndex, Placement};
use crate::support::bits::SetBits;

impl PatternIndex {
    /// The vertex and the order of a pattern whose tiles are all at home.
    pub(super) fn home(&self, pattern: &Pattern) -> (usize, usize) {
        let Placement { set, order } = pattern.goal();
        let vertex = self.vertex(set, pattern.blank().index() as u32);
        (vertex, order.into())
    }
}

/// How the vertices fall into two sides.
pub(super) struct Sides {
    /// For each side the numbers of its vertices.
    pub(super) vertices: [Vec<u32>; 2],
    /// For each vertex by number its place on its side.
    pub(super) place: Vec<u32>,
}

impl Sides {
    pub(super) fn new(index: &PatternIndex) -> Sides {
        let odd = odd_cells(index);
        let mut sides = Sides {
            vertices: [Vec::new(), Vec::new()],
            place: Vec::with_capacity(index.vertices()),
        };
        for (number, (set, _)) in (0..).zip(index.all_vertices()) {
            let side = &mut sides.vertices[side_of(set, odd)];
            sides.place.push(side.len() as u32);
            side.push(number);
        }
        sides
    }

    /// The side of a vertex.
    pub(super) fn of(&self, vertex: usize) -> usize {
        let there = self.vertices[0].get(self.place[vertex] as usize);
        usize::from(there != Some(&(vertex as u32)))
    }
}

/// The cells whose row and column have an odd sum.
pub(super) fn odd_cells(index: &PatternIndex) -> u32 {
    let shape = index.shape();
    let odd = shape
        .cells()
        .filter(|&cell| (shape.row(cell) + shape.col(cell)) % 2 == 1);
    odd.fold(0, |set, cell| set | 1 << cell.index())
}

pub(super) const fn side_of(set: u32, odd: u32) -> usize {
    (set & odd).count_ones() as usize % 2
}

/// A move of a tile that leads to a vertex.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The vertex's place on the other side.
    pub(super) from: u32,
    pub(super) places: Places,
}

/// The places of the tile that moves before and after, among the tiles of the pattern.
pub(super) type Places = (u8, u8);

#[derive(Default)]
pub(super) struct Edges {
    pub(super) edges: Vec<Edge>,
    /// For each vertex the end of its edges.
    pub(super) ends: Vec<u32>,
}

impl Edges {
    /// The edges of a vertex.
    pub(super) fn of(&self, vertex: usize) -> &[Edge] {
        let first = if vertex == 0 {
            0
        } else {
            self.ends[vertex - 1]
        };
        &self.edges[first as usize..self.ends[vertex] as usize]
    }
}

/// The moves of a tile that lead to a vertex: the vertex before, by its number, and the tile's places.
pub(super) fn moves_to<'a>(
    index: &'a PatternIndex,
    neighbours: &'a [u32],
    (set, region): (u32, u32),
) -> impl Iterator<Item = (usize, Places)> + 'a {
    // The tile came from a cell that is free now.
    let moves = SetBits::of(set)
        .flat_map(move |to| SetBits::of(neighbours[to] & region).map(move |from| (from, to)));
    moves.map(move |(from, to)| {
        let before = set ^ (1 << to | 1 << from);
        let place = |set: u32, cell: usize| (set & ((1 << cell) - 1)).count_ones() as u8;
        let places = (place(before, from), place(set, to));
        (index.vertex(before, to as u32), places)
    })
}

pub(super) struct Graph {
    /// For each side the moves that lead to it.
    pub(super) edges: [Edges; 2],
}

impl Graph {
    pub(super) fn new(index: &PatternIndex, sides: &Sides) -> Graph {
        let (odd, neighbours) = (odd_cells(index), index.neighbours());
        let mut graph = Graph {
            edges: Default::default(),
        };
        for vertex in index.all_vertices() {
            let Edges { edges, ends } = &mut graph.edges[side_of(vertex.0, odd)];
            edges.extend(
                moves_to(index, &neighbours, vertex).map(|(from, places)| Edge {
                    from: sides.place[from],
                    places,
                }),
            );
            ends.push(edges.len() as u32);
        }
        graph
    }
}
