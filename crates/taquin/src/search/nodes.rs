//! The states that a search stores: dense in memory, found by their key.

use crate::containers::{Index, Key};
use crate::space::Space;
use std::collections::TryReserveError;

/// How a state was reached and whether it has been expanded.
#[derive(Clone, Debug)]
pub(super) struct Node<K, M> {
    pub(super) key: K,
    pub(super) g: u32,
    pub(super) last: Option<M>,
    pub(super) closed: bool,
}

/// Nodes by number, in chunks so that growing copies nothing.
#[derive(Debug)]
pub(super) struct Nodes<S: Space> {
    chunks: Vec<Vec<Node<S::Key, S::Move>>>,
    index: Index,
    /// A chunk that was reserved for the nodes to come.
    spare: Option<Vec<Node<S::Key, S::Move>>>,
    len: usize,
    heap_bytes: usize,
}

/// Whether a closed state is reopened when a shorter path to it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reopen {
    Yes,
    No,
}

/// What happened to a state that was offered.
pub(super) enum Offer {
    /// It is new.
    New(u32),
    /// It was known, with a path at least as short.
    Known,
    /// It was known and open; the path to it is shorter now.
    Improved(u32),
    /// It was known and closed; the path to it is shorter now, and it is open again.
    Reopened(u32),
}

impl<S: Space> Nodes<S> {
    /// Nodes per chunk.
    const CHUNK: usize = 1 << 12;
    const CHUNK_BYTES: usize = Nodes::<S>::CHUNK * size_of::<Node<S::Key, S::Move>>();

    pub(super) fn new() -> Nodes<S> {
        Nodes {
            chunks: Vec::new(),
            index: Index::new(),
            spare: None,
            len: 0,
            heap_bytes: 0,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        let chunks = self.chunks.len() + usize::from(self.spare.is_some());
        chunks * Nodes::<S>::CHUNK_BYTES + self.index.bytes() + self.heap_bytes
    }

    /// What they would hold with this many more nodes, at most a chunk.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let node_heap = self.heap_bytes / self.len.max(1);
        let index = self.index.bytes_with(more) - self.index.bytes();
        self.bytes() + index + Nodes::<S>::CHUNK_BYTES + more * node_heap
    }

    /// Reserves memory for this many more nodes, at most a chunk.
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        if self.spare.is_none() {
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(Nodes::<S>::CHUNK)?;
            self.spare = Some(chunk);
        }
        self.chunks.try_reserve(1)?;
        let chunks = &self.chunks;
        let hash_of = |number| get::<S>(chunks, number).key.hash();
        self.index.reserve(more, hash_of)
    }

    pub(super) fn get(&self, number: u32) -> &Node<S::Key, S::Move> {
        get::<S>(&self.chunks, number)
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut Node<S::Key, S::Move> {
        let number = number as usize;
        &mut self.chunks[number / Nodes::<S>::CHUNK][number % Nodes::<S>::CHUNK]
    }

    pub(super) fn find(&self, key: &S::Key) -> Option<u32> {
        self.index
            .find(key.hash(), |number| self.get(number).key == *key)
    }

    /// Stores a state with the shortest path to it so far.
    #[inline]
    pub(super) fn offer(
        &mut self,
        key: S::Key,
        g: u32,
        last: Option<S::Move>,
        reopen: Reopen,
    ) -> Offer {
        let chunks = &self.chunks;
        let found = self.index.find_or_enter(
            key.hash(),
            |number| get::<S>(chunks, number).key == key,
            |number| get::<S>(chunks, number).key.hash(),
        );
        match found {
            Err(number) => {
                self.add(Node {
                    key,
                    g,
                    last,
                    closed: false,
                });
                Offer::New(number)
            }
            Ok(number) => {
                let node = self.get_mut(number);
                if g >= node.g || (node.closed && reopen == Reopen::No) {
                    return Offer::Known;
                }
                (node.g, node.last) = (g, last);
                if std::mem::replace(&mut node.closed, false) {
                    Offer::Reopened(number)
                } else {
                    Offer::Improved(number)
                }
            }
        }
    }

    fn add(&mut self, node: Node<S::Key, S::Move>) {
        if self.len.is_multiple_of(Nodes::<S>::CHUNK) {
            let spare = self.spare.take();
            let chunk = spare.unwrap_or_else(|| Vec::with_capacity(Nodes::<S>::CHUNK));
            self.chunks.push(chunk);
        }
        self.heap_bytes += node.key.heap_bytes();
        self.len += 1;
        let chunk = self.chunks.last_mut().expect("a chunk was just added");
        chunk.push(node);
    }

    /// The moves that led from the start to a state, by stepping back.
    pub(super) fn path(&self, space: &S, state: &S::State) -> Vec<S::Move> {
        let mut moves = Vec::new();
        let mut state = state.clone();
        loop {
            let number = self
                .find(&space.key(&state))
                .expect("every state on a path is remembered");
            let Some(last) = self.get(number).last else {
                moves.reverse();
                return moves;
            };
            moves.push(last);
            state = space.step(&state, S::opposite(last));
        }
    }
}

fn get<S: Space>(chunks: &[Vec<Node<S::Key, S::Move>>], number: u32) -> &Node<S::Key, S::Move> {
    let number = number as usize;
    &chunks[number / Nodes::<S>::CHUNK][number % Nodes::<S>::CHUNK]
}
