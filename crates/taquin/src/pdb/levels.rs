//! Walks through all entries of a pattern, level by level from the goal.
//!
//! Each vertex (a set of occupied cells with a region for the blank) has two bits for every order of the tiles: visited,
//! and in the latest level. A level *pulls*: every vertex looks at the vertices from which a move of one tile leads to it
//! and copies their orders, changed by what the tile has passed. A horizontal move passes nothing: whole words are copied.
//! Each vertex is written only while it is processed, so threads need no locks. A move changes the parity of the sum of
//! rows and columns over the occupied cells, so the vertices fall into two sides: a level reads one side and writes the
//! other.

use super::graph::{Edge, Edges, Graph, Places, Sides};
use super::{Pattern, PatternIndex};
use crate::support::bits::{SetBits, unite};
use crate::support::parallel::for_each;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The caller stopped the construction or verification of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the table was complete")]
pub struct BuildStopped;

/// The words that a task writes, approximately.
const CHUNK: usize = 1 << 14;

impl PatternIndex {
    /// The peak memory for building or verifying a table, the table included, in bytes, approximately.
    pub const fn build_bytes(&self) -> usize {
        // Visited, latest, the table, and its copy in the order of the file. A vertex has about six edges.
        4 * self.bytes() + self.vertices() * (6 * size_of::<Edge>() + 24)
    }
}

/// A walk through all entries of a pattern.
pub(super) struct Walk<'a> {
    pattern: &'a Pattern,
    index: &'a PatternIndex,
    threads: usize,
    pub(super) sides: Sides,
    graph: Graph,
}

impl<'a> Walk<'a> {
    pub(super) fn new(pattern: &'a Pattern, index: &'a PatternIndex, threads: usize) -> Walk<'a> {
        let sides = Sides::new(index);
        Walk {
            pattern,
            index,
            threads,
            graph: Graph::new(index, &sides),
            sides,
        }
    }

    /// Walks through all entries. At each level `mark` is called with the level, the words of a vertex in the table, and
    /// its new orders; the answer `false` is an objection. The table has the vertices in the order of `sides`.
    pub(super) fn run(
        &self,
        table: &mut [Vec<u64>; 2],
        mark: impl Fn(u32, &mut [u64], &[u64]) -> bool + Sync,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Walked, BuildStopped> {
        let Walk { pattern, index, .. } = *self;
        let (sides, graph) = (&self.sides, &self.graph);
        let mut maps = [0, 1].map(|side| Maps::new(index, sides.vertices[side].len()));
        let mut side = enter(&mut maps, pattern, index, sides);
        let mut walked = Walked {
            entries: 1,
            objected: false,
        };
        let (mut added, mut level) = (1, 0);
        while added > 0 {
            if on_level(added).is_break() {
                return Err(BuildStopped);
            }
            level += 1;
            side = 1 - side;
            let [first, second] = &mut maps;
            let (own, other) = if side == 0 {
                (first, second)
            } else {
                (second, first)
            };
            let pull = Level {
                number: level,
                before: Before {
                    index,
                    edges: &graph.edges[side],
                    latest: &other.latest,
                    counts: &other.counts,
                },
            };
            let (reached, objected) = pull.pull(own, &mut table[side], self.threads, &mark);
            added = reached;
            walked.entries += reached;
            walked.objected |= objected;
        }
        Ok(walked)
    }
}

/// The result of a walk.
pub(super) struct Walked {
    pub(super) entries: u64,
    pub(super) objected: bool,
}

/// The state of the vertices of a side, `words` for each.
struct Maps {
    words: usize,
    visited: Vec<u64>,
    /// The orders of the latest level on this side.
    latest: Vec<u64>,
    /// For each vertex, the number of orders in `latest`, and of those not yet visited.
    counts: Vec<Counts>,
}

#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) latest: u32,
    pub(super) left: u32,
}

impl Maps {
    fn new(index: &PatternIndex, vertices: usize) -> Maps {
        let (words, orders) = (index.words(), index.orders());
        Maps {
            words,
            visited: vec![0; words * vertices],
            latest: vec![0; words * vertices],
            counts: vec![
                Counts {
                    latest: 0,
                    left: orders as u32
                };
                vertices
            ],
        }
    }
}

/// Level 0: the goal. Returns its side.
fn enter(maps: &mut [Maps; 2], pattern: &Pattern, index: &PatternIndex, sides: &Sides) -> usize {
    let (vertex, order) = index.home(pattern);
    let (side, vertex) = (sides.of(vertex), sides.place[vertex] as usize);
    let own = &mut maps[side];
    let word = vertex * own.words + order / 64;
    own.visited[word] |= 1 << (order % 64);
    own.latest[word] |= 1 << (order % 64);
    own.counts[vertex].latest = 1;
    own.counts[vertex].left -= 1;
    side
}

/// What all threads share while they make one level.
struct Level<'a> {
    number: u32,
    before: Before<'a>,
}

/// The previous level, and the moves that lead from it to the next.
pub(super) struct Before<'a> {
    pub(super) index: &'a PatternIndex,
    pub(super) edges: &'a Edges,
    pub(super) latest: &'a [u64],
    pub(super) counts: &'a [Counts],
}

/// Some vertices, one after the other.
struct Chunk<'a> {
    first_vertex: usize,
    visited: &'a mut [u64],
    latest: &'a mut [u64],
    counts: &'a mut [Counts],
    table: &'a mut [u64],
}

impl Level<'_> {
    /// Stores what one move from the other side's latest orders reaches on this side for the first time. Returns the
    /// number of entries, and whether there was an objection.
    fn pull(
        &self,
        own: &mut Maps,
        table: &mut [u64],
        threads: usize,
        mark: &(impl Fn(u32, &mut [u64], &[u64]) -> bool + Sync),
    ) -> (u64, bool) {
        let (reached, objected) = (AtomicU64::new(0), AtomicBool::new(false));
        let vertices = CHUNK.div_ceil(own.words);
        let words = vertices * own.words;
        let chunks = own
            .visited
            .chunks_mut(words)
            .zip(own.latest.chunks_mut(words));
        let chunks = chunks
            .zip(own.counts.chunks_mut(vertices))
            .zip(table.chunks_mut(words));
        let chunks = chunks
            .enumerate()
            .map(|(chunk, (((visited, latest), counts), table))| Chunk {
                first_vertex: chunk * vertices,
                visited,
                latest,
                counts,
                table,
            });
        for_each(threads, chunks, |chunk| {
            let (entries, fine) = self.pull_chunk(chunk, mark);
            reached.fetch_add(entries, Ordering::Relaxed);
            objected.fetch_or(!fine, Ordering::Relaxed);
        });
        (reached.into_inner(), objected.into_inner())
    }

    fn pull_chunk(
        &self,
        chunk: Chunk<'_>,
        mark: &impl Fn(u32, &mut [u64], &[u64]) -> bool,
    ) -> (u64, bool) {
        let words = self.before.index.words();
        let (mut reached, mut fine) = (0, true);
        let mut orders = vec![0; words];
        let maps = chunk
            .visited
            .chunks_mut(words)
            .zip(chunk.latest.chunks_mut(words));
        let maps = maps.zip(chunk.counts).zip(chunk.table.chunks_mut(words));
        for (vertex, (((visited, latest), counts), table)) in (chunk.first_vertex..).zip(maps) {
            if counts.left == 0
                || !self
                    .before
                    .gather(vertex, visited, counts.left, &mut orders)
            {
                if std::mem::take(&mut counts.latest) > 0 {
                    latest.fill(0);
                }
                continue;
            }
            counts.latest = keep_new(&orders, visited, latest);
            counts.left -= counts.latest;
            reached += u64::from(counts.latest);
            fine &= counts.latest == 0 || mark(self.number, table, latest);
        }
        (reached, fine)
    }
}

impl Before<'_> {
    /// Collects the orders that one move brings to a vertex, including visited ones. Returns false if there are none.
    pub(super) fn gather(
        &self,
        vertex: usize,
        visited: &[u64],
        left: u32,
        orders: &mut [u64],
    ) -> bool {
        let mut any = false;
        for edge in self.edges.of(vertex) {
            let from = edge.from as usize;
            let count = self.counts[from].latest;
            if count == 0 {
                continue;
            }
            if !std::mem::replace(&mut any, true) {
                orders.fill(0);
            }
            let source = &self.latest[from * orders.len()..][..orders.len()];
            bring(
                self.index,
                edge.places,
                (source, count),
                (visited, left),
                orders,
            );
        }
        any
    }
}

/// Adds the orders that a move brings from a source, which has `count` of them, to a vertex with `left` unvisited ones.
#[inline(always)]
pub(super) fn bring(
    index: &PatternIndex,
    (before, after): Places,
    (source, count): (&[u64], u32),
    (visited, left): (&[u64], u32),
    orders: &mut [u64],
) {
    let turned = |rises: bool| {
        let (first, passed) = (before.min(after), before.abs_diff(after));
        index.turned(first.into(), passed.into(), rises)
    };
    if before == after {
        unite(orders, source);
    } else if count < left {
        push(source, turned(before < after), orders);
    } else {
        pull(visited, source, turned(after < before), orders);
    }
}

/// Adds each order of the source, changed by what the tile passes.
fn push(source: &[u64], passed: &[u16], orders: &mut [u64]) {
    for (place, &word) in source.iter().enumerate() {
        for bit in SetBits::of(word) {
            let after = usize::from(passed[64 * place + bit]);
            orders[after / 64] |= 1 << (after % 64);
        }
    }
}

/// The same for few unvisited orders: each looks up where it would come from.
fn pull(visited: &[u64], source: &[u64], passed_back: &[u16], orders: &mut [u64]) {
    let last = visited.len() - 1;
    for (place, (&visited, word)) in visited.iter().zip(orders).enumerate() {
        let mut wanted = !visited & !*word;
        if place == last {
            wanted &= u64::MAX >> ((64 - passed_back.len() % 64) % 64);
        }
        for bit in SetBits::of(wanted) {
            let before = usize::from(passed_back[64 * place + bit]);
            *word |= (source[before / 64] >> (before % 64) & 1) << bit;
        }
    }
}

/// Stores the new orders of a level in the table.
pub(super) fn put(level: u32, table: &mut [u64], new: &[u64]) {
    if level & 2 == 2 {
        unite(table, new);
    }
}

/// Stores the orders that are new at a vertex. Returns their number.
pub(super) fn keep_new(orders: &[u64], visited: &mut [u64], latest: &mut [u64]) -> u32 {
    let mut count = 0;
    for ((order, visited), latest) in orders.iter().zip(visited).zip(latest) {
        *latest = order & !*visited;
        *visited |= *latest;
        count += latest.count_ones();
    }
    count
}
