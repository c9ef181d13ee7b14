//! A hash table with linear probing over one array of slots, independent of the puzzle.
//!
//! [`Table`] stores keys and values in its slots. It starts with 1,024 slots and grows, fourfold by default, when more
//! than three quarters are occupied. With a `u64` key and a value of at most eight bytes that leaves the compiler a
//! spare bit pattern, a slot has 16 bytes, so an entry costs 21 to 85 bytes with fourfold growth and 21 to 43 with
//! twofold. [`Index`] stores only the numbers of entries that are stored elsewhere: 5 bytes per slot.
//!
//! A table grows in place, so that it never holds its old slots beside the new ones.
//!
//! Linear probing is as fast as memory allows if the hash spreads well; a board's key changes in a few bits from move
//! to move, so [`Key::hash`] must depend on all of them.

use super::reserve::{LARGE, allocated};
use std::collections::TryReserveError;

/// The slots of a new table.
pub const FIRST_SLOTS: usize = 1024;

/// A key of a hash table.
///
/// ```
/// use taquin::space::Key;
///
/// #[derive(Clone, PartialEq, Eq)]
/// struct Place(u32, u32);
///
/// impl Key for Place {
///     fn hash(&self) -> u64 {
///         (u64::from(self.0) << 32 | u64::from(self.1)).hash()
///     }
/// }
/// assert_ne!(Place(1, 2).hash(), Place(2, 1).hash());
/// ```
pub trait Key: Clone + Eq {
    /// A number that depends on every bit of the key.
    fn hash(&self) -> u64;

    /// The bytes that the key holds on the heap, with those of the allocator.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// An odd number with well-mixed bits: the fractional part of the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies to 128 bits and folds: every bit of the product depends on the bits below it, and the fold brings the
/// upper half down.
#[inline(always)]
const fn mix(x: u64, y: u64) -> u64 {
    let product = x as u128 * y as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Key for u64 {
    #[inline(always)]
    fn hash(&self) -> u64 {
        mix(self ^ SPREAD, SPREAD)
    }
}

impl Key for u128 {
    #[inline(always)]
    fn hash(&self) -> u64 {
        let (low, high) = (*self as u64, (*self >> 64) as u64);
        mix(low.hash() ^ high, SPREAD)
    }
}

impl Key for Box<[u8]> {
    fn hash(&self) -> u64 {
        let word = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        self.chunks(8).fold(self.len() as u64, |hash, bytes| {
            mix(hash ^ word(bytes), SPREAD)
        })
    }

    fn heap_bytes(&self) -> usize {
        allocated(self.len())
    }
}

impl Key for Box<[u16]> {
    fn hash(&self) -> u64 {
        let word = |cells: &[u16]| {
            cells
                .iter()
                .fold(0, |word, &cell| word << 16 | u64::from(cell))
        };
        self.chunks(4).fold(self.len() as u64, |hash, cells| {
            mix(hash ^ word(cells), SPREAD)
        })
    }

    fn heap_bytes(&self) -> usize {
        allocated(2 * self.len())
    }
}

/// How much a full table grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Twofold: less memory, more copying.
    Twofold,
    /// Fourfold, as a course's assignment requires.
    Fourfold,
}

impl Growth {
    const fn slots_after(self, slots: usize) -> usize {
        match self {
            Growth::Twofold => slots * 2,
            Growth::Fourfold => slots * 4,
        }
    }
}

const fn is_full(entries: usize, slots: usize) -> bool {
    entries > slots / 4 * 3
}

/// The slots of a table that has grown until it holds this many entries.
const fn slots_for(entries: usize, mut slots: usize, growth: Growth) -> usize {
    while is_full(entries, slots) {
        slots = growth.slots_after(slots);
    }
    slots
}

/// Keys and values in one array.
///
/// ```
/// use taquin::containers::{Growth, Table};
/// let mut table = Table::new(Growth::Fourfold);
/// assert_eq!(table.insert_new(7u64, 'a'), true);
/// assert_eq!(table.insert_new(7u64, 'b'), false);
/// assert_eq!(table.get(&7), Some(&'a'));
/// ```
#[derive(Clone, Debug)]
pub struct Table<K, V> {
    slots: Vec<Option<(K, V)>>,
    entries: usize,
    growth: Growth,
    heap_bytes: usize,
}

impl<K: Key, V: Copy> Table<K, V> {
    /// An empty table.
    pub fn new(growth: Growth) -> Table<K, V> {
        Table {
            slots: vec![None; FIRST_SLOTS],
            entries: 0,
            growth,
            heap_bytes: 0,
        }
    }

    /// The number of entries.
    pub const fn len(&self) -> usize {
        self.entries
    }

    /// Whether it is empty.
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Its memory in bytes.
    pub const fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<(K, V)>>() + self.heap_bytes
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        match &self.slots[self.slot_of(key)] {
            Some((_, value)) => Some(value),
            None => None,
        }
    }

    /// Adds an entry unless the key has one; returns whether it did.
    #[inline]
    pub fn insert_new(&mut self, key: K, value: V) -> bool {
        let slot = self.slot_of(&key);
        if self.slots[slot].is_some() {
            return false;
        }
        self.heap_bytes += key.heap_bytes();
        self.slots[slot] = Some((key, value));
        self.entries += 1;
        if is_full(self.entries, self.slots.len()) {
            self.grow();
        }
        true
    }

    /// Adds an entry, or replaces the value of the key.
    #[inline]
    pub fn put(&mut self, key: K, value: V) {
        let slot = self.slot_of(&key);
        match &mut self.slots[slot] {
            Some((_, old)) => *old = value,
            None => {
                self.insert_new(key, value);
            }
        }
    }

    /// The slot that holds the key, or the empty one where it belongs.
    #[inline]
    fn slot_of(&self, key: &K) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key.hash() as usize & mask;
        while self.slots[slot]
            .as_ref()
            .is_some_and(|(found, _)| found != key)
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// What it would hold with this many more entries.
    pub fn bytes_with(&self, more: usize) -> usize {
        let entry_heap = self.heap_bytes / self.entries.max(1);
        let added = (self.slots_with(more) - self.slots.len()) * size_of::<Option<(K, V)>>();
        self.bytes() + added + more * entry_heap
    }

    /// Reserves memory for this many more entries, if the table is large.
    pub fn reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        let slots = self.slots_with(more);
        if slots > self.slots.len() {
            self.slots.try_reserve_exact(slots - self.slots.len())?;
            self.spread(slots);
        }
        Ok(())
    }

    /// The slots after this many more entries, if the table is large.
    fn slots_with(&self, more: usize) -> usize {
        let slots = self.slots.len();
        if slots * size_of::<Option<(K, V)>>() < LARGE {
            return slots;
        }
        slots_for(self.entries + more, slots, self.growth)
    }

    #[cold]
    fn grow(&mut self) {
        let slots = self.growth.slots_after(self.slots.len());
        self.slots.reserve_exact(slots - self.slots.len());
        self.spread(slots);
    }

    /// Makes the table larger and moves its entries to where they belong then.
    ///
    /// The entries are moved in the order in which probing meets them, beginning after an empty slot. So an entry never
    /// probes past another one that is still to be moved, except past the end of the table: such entries wait until all
    /// others are in place.
    fn spread(&mut self, slots: usize) {
        let before = self.slots.len();
        self.slots.resize(slots, None);
        let is_empty = |slot: &usize| self.slots[*slot].is_none();
        let first = (0..before).find(is_empty);
        let first = first.expect("a table is never full");
        let mut late = Vec::new();
        for at in (first..before).chain(0..first) {
            let Some((key, value)) = self.slots[at].take() else {
                continue;
            };
            let home = key.hash() as usize & (slots - 1);
            match (home..slots).find(|&slot| self.slots[slot].is_none()) {
                Some(slot) => self.slots[slot] = Some((key, value)),
                None => late.push((key, value)),
            }
        }
        for (key, value) in late {
            let slot = self.slot_of(&key);
            self.slots[slot] = Some((key, value));
        }
    }
}

/// The numbers of entries that are stored elsewhere, found by their hash.
///
/// The caller stores the entries and compares them by number; this way the nodes of a search are dense in memory.
/// A byte of the hash is stored next to each number, so that wrong entries are rarely compared.
#[derive(Clone, Debug)]
pub struct Index {
    /// Parts of hashes, or [`Index::EMPTY`].
    tags: Vec<u8>,
    numbers: Vec<u32>,
    entries: u32,
}

impl Index {
    const EMPTY: u8 = 0;

    /// An empty index.
    pub fn new() -> Index {
        Index {
            tags: vec![Index::EMPTY; FIRST_SLOTS],
            numbers: vec![0; FIRST_SLOTS],
            entries: 0,
        }
    }

    /// Its memory in bytes.
    pub const fn bytes(&self) -> usize {
        self.tags.len() * (size_of::<u8>() + size_of::<u32>())
    }

    /// The number of the entry with this hash for which `is_it` holds.
    ///
    /// If there is none, the next number in sequence (0, 1, 2, …) is entered and the answer is `Err` with it: the
    /// caller must add that entry. `hash_of` gives the hash of an earlier entry, for when the index has to grow.
    #[inline]
    pub fn find_or_enter(
        &mut self,
        hash: u64,
        is_it: impl Fn(u32) -> bool,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<u32, u32> {
        let slot = match self.slot_of(hash, is_it) {
            Ok(slot) => return Ok(self.numbers[slot]),
            Err(slot) => slot,
        };
        let entry = self.entries;
        self.set(slot, hash, entry);
        self.entries += 1;
        if is_full(self.entries as usize, self.tags.len()) {
            self.grow(|number| {
                if number == entry {
                    hash
                } else {
                    hash_of(number)
                }
            });
        }
        Err(entry)
    }

    /// The number of the entry with this hash for which `is_it` holds.
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let slot = self.slot_of(hash, is_it).ok()?;
        Some(self.numbers[slot])
    }

    /// The slot that holds the entry, or the empty one where it belongs.
    #[inline]
    fn slot_of(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<usize, usize> {
        let mask = self.tags.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.tags[slot] {
                Index::EMPTY => return Err(slot),
                tag if tag == tag_of(hash) && is_it(self.numbers[slot]) => return Ok(slot),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    #[inline]
    fn set(&mut self, slot: usize, hash: u64, entry: u32) {
        self.tags[slot] = tag_of(hash);
        self.numbers[slot] = entry;
    }

    /// What it would hold with this many more entries.
    pub fn bytes_with(&self, more: usize) -> usize {
        self.slots_with(more) * (size_of::<u8>() + size_of::<u32>())
    }

    /// Reserves memory for this many more entries, if the index is large. `hash_of` gives the hash of an entry.
    pub fn reserve(
        &mut self,
        more: usize,
        hash_of: impl Fn(u32) -> u64,
    ) -> Result<(), TryReserveError> {
        let added = self.slots_with(more) - self.tags.len();
        if added > 0 {
            self.tags.try_reserve_exact(added)?;
            self.numbers.try_reserve_exact(added)?;
            self.spread(self.tags.len() + added, hash_of);
        }
        Ok(())
    }

    /// The slots after this many more entries, if the index is large.
    fn slots_with(&self, more: usize) -> usize {
        if self.bytes() < LARGE {
            return self.tags.len();
        }
        let entries = self.entries as usize + more;
        slots_for(entries, self.tags.len(), Growth::Twofold)
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        self.spread(Growth::Twofold.slots_after(self.tags.len()), hash_of);
    }

    /// Makes the index larger and enters everything again.
    fn spread(&mut self, slots: usize, hash_of: impl Fn(u32) -> u64) {
        self.tags.clear();
        self.tags.resize(slots, Index::EMPTY);
        self.numbers.resize(slots, 0);
        for entry in 0..self.entries {
            let hash = hash_of(entry);
            let (Ok(slot) | Err(slot)) = self.slot_of(hash, |_| false);
            self.set(slot, hash, entry);
        }
    }
}

/// The byte of a hash that depends least on its slot, which is in the lowest bits.
#[inline(always)]
const fn tag_of(hash: u64) -> u8 {
    let tag = (hash >> 56) as u8;
    if tag == Index::EMPTY { 1 } else { tag }
}

impl Default for Index {
    fn default() -> Index {
        Index::new()
    }
}
