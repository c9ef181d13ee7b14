//! Builds a table, level by level from the goal.
//!
//! What matters of a board is where the pattern's tiles are and which of the other cells the blank can reach without
//! moving one of them: a *vertex* is a set of occupied cells with one connected region of the free ones. Each vertex has
//! a bit for every order of the tiles: visited or not, and in the last level or not.
//!
//! A level pulls: every vertex looks at the vertices from which a move of one tile leads to it and takes over their
//! orders, changed by what the tile has passed (nothing, for a move sideways: then whole words are taken over). Each
//! vertex is written by nobody but itself, so threads need no locks. A move changes the parity of the sum of rows and
//! columns over the occupied cells, so the vertices fall into two sides, and a level reads one side and writes the other.

use super::graph::{Edge, Graph, OccupiedSet, Side};
use super::{Database, Pattern, PatternIndex};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The caller stopped the construction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the table was complete")]
pub struct BuildStopped;

/// An entry that no level has reached yet.
const UNREACHED: u8 = u8::MAX;

/// Sets a thread takes at a time.
const CHUNK: usize = 64;

/// Builds the table of a pattern on so many threads. `on_level` is told how many placements each level added, and may
/// stop the construction.
pub fn build(
    pattern: &Pattern,
    threads: usize,
    on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Database, BuildStopped> {
    let index = PatternIndex::new(pattern.shape(), pattern.homes().len());
    let mut distances = vec![UNREACHED; index.entries()];
    let mut graph = Graph::new(pattern.shape(), &index);
    let (set, order) = index.place(
        &pattern
            .homes()
            .iter()
            .map(|home| home.index())
            .collect::<Vec<_>>(),
    );
    let mut side = graph.enter(&index, set, order, pattern.blank().index());
    distances[index.number(set, order)] = 0;
    let mut added = 1;
    for level in 1..UNREACHED {
        if on_level(added).is_break() {
            return Err(BuildStopped);
        }
        let [first, second] = &mut graph.sides;
        let (own, other) = if side == 0 {
            (second, first)
        } else {
            (first, second)
        };
        side = 1 - side;
        let reached = own.pull(other, &index, &mut distances, level, threads);
        if !reached.any {
            break;
        }
        added = reached.entries;
    }
    Ok(Database {
        pattern: pattern.clone(),
        index,
        distances,
    })
}

/// What a level added.
struct Reached {
    any: bool,
    entries: u64,
}

impl Side {
    /// One level: what one move from the other side's latest orders reaches on this side for the first time.
    fn pull(
        &mut self,
        other: &Side,
        index: &PatternIndex,
        distances: &mut [u8],
        level: u8,
        threads: usize,
    ) -> Reached {
        let Side {
            sets,
            edge_ends,
            edges,
            words,
            visited,
            latest,
            has_latest,
            ..
        } = self;
        let pull = Pull {
            other,
            index,
            edge_ends,
            edges,
            words: *words,
            level,
        };
        let (any, entries) = (AtomicU64::new(0), AtomicU64::new(0));
        let tasks = Tasks {
            sets,
            distances,
            visited,
            latest,
            has_latest,
            next_rank: 0,
            words: *words,
            orders: index.orders(),
        };
        for_each(threads, tasks, |task: Task<'_>| {
            let reached = pull.chunk(task);
            any.fetch_or(u64::from(reached.any), Ordering::Relaxed);
            entries.fetch_add(reached.entries, Ordering::Relaxed);
        });
        Reached {
            any: any.into_inner() != 0,
            entries: entries.into_inner(),
        }
    }
}

/// What all tasks of a level share.
struct Pull<'a> {
    other: &'a Side,
    index: &'a PatternIndex,
    edge_ends: &'a [u32],
    edges: &'a [Edge],
    words: usize,
    level: u8,
}

impl Pull<'_> {
    fn chunk(&self, task: Task<'_>) -> Reached {
        let mut reached = Reached {
            any: false,
            entries: 0,
        };
        let mut orders = vec![0; self.words];
        let (first_vertex, first_rank) = (task.sets[0].first_vertex, task.sets[0].rank);
        for set in task.sets {
            let entries = (set.rank - first_rank) as usize * self.index.orders();
            let distances = &mut task.distances[entries..][..self.index.orders()];
            for vertex in set.first_vertex..set.first_vertex + set.vertices {
                let place = (vertex - first_vertex) as usize;
                let words = place * self.words..(place + 1) * self.words;
                let latest = &mut task.latest[words.clone()];
                if !self.gather(vertex as usize, &mut orders) {
                    if std::mem::take(&mut task.has_latest[place]) {
                        latest.fill(0);
                    }
                    continue;
                }
                let any = self.visit(
                    &orders,
                    &mut task.visited[words],
                    latest,
                    distances,
                    &mut reached.entries,
                );
                task.has_latest[place] = any;
                reached.any |= any;
            }
        }
        reached
    }

    /// The orders that one move brings to a vertex. False if none does.
    fn gather(&self, vertex: usize, orders: &mut [u64]) -> bool {
        let first_edge = if vertex == 0 {
            0
        } else {
            self.edge_ends[vertex - 1]
        };
        let edges = &self.edges[first_edge as usize..self.edge_ends[vertex] as usize];
        let mut any = false;
        for edge in edges
            .iter()
            .filter(|edge| self.other.has_latest[edge.from as usize])
        {
            if !std::mem::replace(&mut any, true) {
                orders.fill(0);
            }
            let source = &self.other.latest[edge.from as usize * self.words..][..self.words];
            let (before, after) = edge.places;
            if before == after {
                orders
                    .iter_mut()
                    .zip(source)
                    .for_each(|(word, source)| *word |= source);
                continue;
            }
            let passed = self.index.passed(before.into(), after.into());
            for order in ones(source) {
                let after = usize::from(passed[order]);
                orders[after / 64] |= 1 << (after % 64);
            }
        }
        any
    }

    /// Keeps the orders that are new at a vertex. Says whether there are any.
    fn visit(
        &self,
        orders: &[u64],
        visited: &mut [u64],
        latest: &mut [u64],
        distances: &mut [u8],
        entries: &mut u64,
    ) -> bool {
        let mut any = 0;
        for ((order, visited), latest) in orders.iter().zip(visited).zip(latest.iter_mut()) {
            *latest = order & !*visited;
            *visited |= *latest;
            any |= *latest;
        }
        if any == 0 {
            return false;
        }
        for order in ones(latest) {
            // Another region of the same set may have reached this placement earlier.
            if distances[order] == UNREACHED {
                distances[order] = self.level;
                *entries += 1;
            }
        }
        true
    }
}

/// The places of the ones in some words.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(64 * place + bit)
        })
    })
}

/// Some sets of a side with all that is written for them.
struct Task<'a> {
    sets: &'a [OccupiedSet],
    distances: &'a mut [u8],
    visited: &'a mut [u64],
    latest: &'a mut [u64],
    has_latest: &'a mut [bool],
}

/// Cuts a side into tasks.
struct Tasks<'a> {
    sets: &'a [OccupiedSet],
    distances: &'a mut [u8],
    visited: &'a mut [u64],
    latest: &'a mut [u64],
    has_latest: &'a mut [bool],
    next_rank: usize,
    words: usize,
    orders: usize,
}

impl<'a> Iterator for Tasks<'a> {
    type Item = Task<'a>;

    fn next(&mut self) -> Option<Task<'a>> {
        let (sets, rest) = self.sets.split_at(self.sets.len().min(CHUNK));
        let (first, last) = (sets.first()?, sets.last()?);
        self.sets = rest;
        let vertices = (last.first_vertex + last.vertices - first.first_vertex) as usize;
        // The ranks between belong to the other side.
        let ranks = (last.rank + 1 - first.rank) as usize;
        cut(
            &mut self.distances,
            (first.rank as usize - self.next_rank) * self.orders,
        );
        self.next_rank = last.rank as usize + 1;
        Some(Task {
            sets,
            distances: cut(&mut self.distances, ranks * self.orders),
            visited: cut(&mut self.visited, vertices * self.words),
            latest: cut(&mut self.latest, vertices * self.words),
            has_latest: cut(&mut self.has_latest, vertices),
        })
    }
}

fn cut<'a, T>(slice: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (head, tail) = std::mem::take(slice).split_at_mut(length);
    *slice = tail;
    head
}

/// Hands tasks out to threads; with one thread none is started.
fn for_each<T: Send>(
    threads: usize,
    mut tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if threads <= 1 {
        return tasks.for_each(work);
    }
    let tasks = Mutex::new(&mut tasks);
    let next = || {
        tasks
            .lock()
            .expect("no thread panics while it takes a task")
            .next()
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(task) = next() {
                    work(task);
                }
            });
        }
    });
}
