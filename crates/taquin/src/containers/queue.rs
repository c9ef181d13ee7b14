//! A bucket priority queue: one stack for each pair (f, g), popped by the smallest f and then the largest g.
//!
//! Both operations take constant time as long as f rises slowly, as it does in A*. Among equals the last one in is
//! the first one out, so the order depends only on the calls. Large values of f, which large weights cause, are stored
//! in a tree, so that memory depends on the number of entries and not on their values.

use super::reserve::LARGE;
use std::collections::BTreeMap;

/// Values of f from here on are stored in a tree.
const FAR: usize = 1 << 14;

/// Stacks by g.
type Column<T> = Vec<Vec<T>>;

/// A queue of entries with two small numbers, f and g.
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    /// `near[f][g]`, for f below [`FAR`].
    near: Vec<Column<T>>,
    /// The columns of larger f.
    far: BTreeMap<usize, Column<T>>,
    /// All near columns before this one are empty.
    least: usize,
    len: usize,
    bytes: usize,
    /// The bytes of the largest stack so far.
    largest: usize,
    /// Whether an entry was lost because the system had no memory for it.
    is_broken: bool,
}

impl<T> BucketQueue<T> {
    /// An empty queue.
    pub const fn new() -> BucketQueue<T> {
        BucketQueue {
            near: Vec::new(),
            far: BTreeMap::new(),
            least: 0,
            len: 0,
            bytes: 0,
            largest: 0,
            is_broken: false,
        }
    }

    /// The number of entries.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its memory in bytes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// What it may hold after more entries: the largest stack may double.
    pub const fn bytes_with_more(&self) -> usize {
        let is_large = self.largest >= LARGE;
        self.bytes + if is_large { self.largest } else { 0 }
    }

    /// Whether an entry was lost because the system had no memory for it: a search must not go on.
    pub const fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, f: u32, g: u32, entry: T) {
        let (f, g) = (f as usize, g as usize);
        if self.near.get(f).is_none_or(|column| g >= column.len()) {
            self.make_room(f, g);
        }
        let column = if f < FAR {
            self.near.get_mut(f)
        } else {
            self.far.get_mut(&f)
        };
        let stack = &mut column.expect("room was made")[g];
        if stack.len() == stack.capacity() {
            let before = stack.capacity();
            if stack.try_reserve(1).is_err() {
                self.is_broken = true;
                return;
            }
            let bytes = stack.capacity() * size_of::<T>();
            self.bytes += bytes - before * size_of::<T>();
            self.largest = self.largest.max(bytes);
        }
        stack.push(entry);
        self.least = self.least.min(f);
        self.len += 1;
    }

    #[cold]
    fn make_room(&mut self, f: usize, g: usize) {
        let column = if f < FAR {
            let before = self.near.capacity();
            self.near.resize_with(self.near.len().max(f + 1), Vec::new);
            self.bytes += (self.near.capacity() - before) * size_of::<Column<T>>();
            &mut self.near[f]
        } else {
            self.far.entry(f).or_default()
        };
        let before = column.capacity();
        column.resize_with(column.len().max(g + 1), Vec::new);
        self.bytes += (column.capacity() - before) * size_of::<Vec<T>>();
    }

    /// Removes the entry with the smallest f; among equals, the one with the largest g; then the one added last.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32, T)> {
        let (f, column) = self.front()?;
        let g = column.len() - 1;
        let entry = column.last_mut()?.pop()?;
        self.len -= 1;
        Some((f as u32, g as u32, entry))
    }

    /// The entry that [`pop`](BucketQueue::pop) would remove.
    pub fn peek(&mut self) -> Option<(u32, u32, &T)> {
        let (f, column) = self.front()?;
        let g = column.len() - 1;
        let entry = column.last()?.last()?;
        Some((f as u32, g as u32, entry))
    }

    /// All entries in the order in which they would be removed.
    pub fn in_order(&self) -> impl Iterator<Item = &T> {
        let near = self.near.iter().skip(self.least);
        let columns = near.chain(self.far.values());
        columns.flat_map(|column| column.iter().rev().flat_map(|stack| stack.iter().rev()))
    }

    /// The column to pop from, which ends with a stack that is not empty.
    #[inline]
    fn front(&mut self) -> Option<(usize, &mut Column<T>)> {
        if self.len == 0 {
            return None;
        }
        while self.least < self.near.len() {
            self.bytes -= drop_empty(&mut self.near[self.least]);
            if !self.near[self.least].is_empty() {
                return Some((self.least, &mut self.near[self.least]));
            }
            self.least += 1;
        }
        while let Some(mut first) = self.far.first_entry() {
            self.bytes -= drop_empty(first.get_mut());
            if !first.get().is_empty() {
                break;
            }
            self.bytes -= first.remove().capacity() * size_of::<Vec<T>>();
        }
        let (&f, _) = self.far.first_key_value()?;
        Some((f, self.far.get_mut(&f)?))
    }
}

/// Drops the empty stacks at the end of a column, so that they are skipped only once; returns the bytes they held.
#[inline]
fn drop_empty<T>(column: &mut Column<T>) -> usize {
    let mut bytes = 0;
    while let Some(stack) = column.pop_if(|stack| stack.is_empty()) {
        bytes += stack.capacity() * size_of::<T>();
    }
    bytes
}

impl<T> Default for BucketQueue<T> {
    fn default() -> BucketQueue<T> {
        BucketQueue::new()
    }
}
