//! The vertices that a share has on one side, and the moves that lead to them.

use super::PatternIndex;
use super::graph::{Edge, Edges, Places, moves_to};
use super::levels::{Before, Counts, bring, keep_new, put};
use super::plan::BuildPlan;
use crate::support::bits::count_ones;
use std::mem::replace;
use std::ops::Range;

/// The vertices of one side.
pub(super) struct Side<M> {
    /// Their places among all vertices of the side.
    pub(super) places: Range<usize>,
    pub(super) visited: M,
    /// The orders of the last level on this side.
    pub(super) latest: M,
    pub(super) table: M,
    /// While a level is collected at a border vertex, `latest` is 1 if it has any orders and 0 otherwise.
    pub(super) counts: Vec<Counts>,
}

/// The moves that lead to the vertices of one side.
#[derive(Default)]
pub(super) struct Paths {
    /// Moves from vertices of this share; places are relative to its first vertex.
    pub(super) inside: Edges,
    /// Moves from other shares, sorted by the vertex from which they come.
    arrivals: Vec<Arrival>,
    /// For each vertex, whether it has arrivals.
    is_border: Vec<bool>,
    /// For each vertex, the shares that have neighbours of it, sorted by share.
    pub(super) departures: Vec<(u32, u32)>,
}

/// A move from another share.
pub(super) struct Arrival {
    /// The number of the vertex in the other share.
    from: u32,
    /// The vertex of this side to which it leads.
    to: u32,
    places: Places,
}

impl Paths {
    /// The moves that lead to the vertices of a share, for either side.
    pub(super) fn of_share(plan: &BuildPlan, share: usize, shares: usize) -> [Paths; 2] {
        let (index, sides) = (plan.index(), &plan.sides);
        let (vertices, neighbours) = (plan.vertices(share, shares), index.neighbours());
        let firsts = plan.places(share, shares).map(|places| places.start as u32);
        let mut paths = [Paths::default(), Paths::default()];
        let all = index.all_vertices().enumerate();
        for (number, vertex) in all.skip(vertices.start).take(vertices.len()) {
            let side = sides.of(number);
            let to = sides.place[number] - firsts[side];
            let paths = &mut paths[side];
            let arrivals = paths.arrivals.len();
            for (from, places) in moves_to(index, &neighbours, vertex) {
                if vertices.contains(&from) {
                    let from = sides.place[from] - firsts[1 - side];
                    paths.inside.edges.push(Edge { from, places });
                } else {
                    let elsewhere = plan.share_of(from, shares) as u32;
                    paths.departures.push((elsewhere, to));
                    let from = from as u32;
                    paths.arrivals.push(Arrival { from, to, places });
                }
            }
            paths.inside.ends.push(paths.inside.edges.len() as u32);
            paths.is_border.push(paths.arrivals.len() > arrivals);
        }
        paths.map(|paths| paths.sorted(share as u32, shares as u32))
    }

    /// Sorted for lookups. Each share begins with the share after it, so that not all send to the same one at once.
    fn sorted(mut self, share: u32, shares: u32) -> Paths {
        self.arrivals.sort_by_key(|arrival| arrival.from);
        self.departures
            .sort_by_key(|&(to, vertex)| ((to + shares - share) % shares, vertex));
        self.departures.dedup();
        self
    }

    /// The moves from a vertex of another share.
    pub(super) fn arrivals_from(&self, vertex: u32) -> &[Arrival] {
        let arrivals = &self.arrivals;
        let first = arrivals.partition_point(|arrival| arrival.from < vertex);
        let arrivals = &arrivals[first..];
        &arrivals[..arrivals.partition_point(|arrival| arrival.from == vertex)]
    }
}

impl<M: AsRef<[u64]> + AsMut<[u64]>> Side<M> {
    pub(super) fn new(
        index: &PatternIndex,
        places: Range<usize>,
        [visited, latest, table]: [M; 3],
    ) -> Side<M> {
        let left = index.orders() as u32;
        Side {
            counts: vec![Counts { latest: 0, left }; places.len()],
            places,
            visited,
            latest,
            table,
        }
    }

    /// Collects the orders that moves inside the share bring to a vertex. Unless more may come from other shares,
    /// stores the new ones and returns their number.
    pub(super) fn gather(
        &mut self,
        vertex: usize,
        level: u32,
        (before, paths): (&Before, &Paths),
        orders: &mut [u64],
    ) -> u32 {
        let here = orders.len() * vertex..orders.len() * (vertex + 1);
        let left = self.counts[vertex].left;
        let visited = &self.visited.as_ref()[here.clone()];
        let any = left > 0 && before.gather(vertex, visited, left, orders);
        if any && !paths.is_border[vertex] {
            return self.keep(vertex, level, orders);
        }
        let had = replace(&mut self.counts[vertex].latest, u32::from(any));
        if any {
            self.latest.as_mut()[here].copy_from_slice(orders);
        } else if had > 0 {
            self.latest.as_mut()[here].fill(0);
        }
        0
    }

    /// Adds the orders that a vertex of another share brings.
    pub(super) fn arrive(&mut self, index: &PatternIndex, arrivals: &[Arrival], source: &[u64]) {
        let count = count_ones(source.iter().copied()) as u32;
        for arrival in arrivals {
            let vertex = arrival.to as usize;
            let here = source.len() * vertex..source.len() * (vertex + 1);
            let counts = &mut self.counts[vertex];
            if counts.left > 0 {
                counts.latest = 1;
                let visited = (&self.visited.as_ref()[here.clone()], counts.left);
                let orders = &mut self.latest.as_mut()[here];
                bring(index, arrival.places, (source, count), visited, orders);
            }
        }
    }

    /// Stores the new orders of the border vertices; returns the number of new entries.
    pub(super) fn finish(&mut self, level: u32, words: usize, paths: &Paths) -> u64 {
        let mut reached = 0;
        let mut orders = vec![0; words];
        for (vertex, &is_border) in paths.is_border.iter().enumerate() {
            if is_border && self.counts[vertex].latest > 0 {
                orders.copy_from_slice(&self.latest.as_ref()[words * vertex..][..words]);
                reached += u64::from(self.keep(vertex, level, &orders));
            }
        }
        reached
    }

    /// Stores the orders that are new at a vertex; returns their number.
    pub(super) fn keep(&mut self, vertex: usize, level: u32, orders: &[u64]) -> u32 {
        let here = orders.len() * vertex..orders.len() * (vertex + 1);
        let latest = &mut self.latest.as_mut()[here.clone()];
        let new = keep_new(orders, &mut self.visited.as_mut()[here.clone()], latest);
        if new > 0 {
            put(level, &mut self.table.as_mut()[here], latest);
        }
        let counts = &mut self.counts[vertex];
        (counts.latest, counts.left) = (new, counts.left - new);
        new
    }

    /// Counts the restored entries, and makes all of them the latest level if this side has the newest one.
    pub(super) fn resume(&mut self, index: &PatternIndex, is_newest: bool) {
        let visited = self.visited.as_ref();
        if is_newest {
            self.latest.as_mut().copy_from_slice(visited)
        } else {
            self.latest.as_mut().fill(0)
        }
        for (counts, visited) in self.counts.iter_mut().zip(visited.chunks(index.words())) {
            let count = count_ones(visited.iter().copied()) as u32;
            counts.left = index.orders() as u32 - count;
            counts.latest = if is_newest { count } else { 0 };
        }
    }
}
