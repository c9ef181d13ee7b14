//! Memory is reserved before it is needed, so that a search learns in time that there is not enough.
//!
//! A search that adds some entries between two of its checks asks each container what it would hold then
//! (`bytes_with`), tells its observer, and lets the containers reserve it (`reserve`). Only large containers do: small ones
//! grow when they are full, as usual.

use super::Key;
use std::collections::TryReserveError;

/// Containers from this size on reserve ahead.
pub(crate) const LARGE: usize = 1 << 20;

/// What an allocation of this size takes with the allocator's own bytes: a header, and rounding up to 16.
pub(crate) fn allocated(bytes: usize) -> usize {
    (bytes + 8).next_multiple_of(16).max(32)
}

/// The bytes of a list of keys, which all have the same size.
pub(crate) fn bytes_of<K: Key>(keys: &Vec<K>) -> usize {
    keys.capacity() * size_of::<K>() + keys.len() * heap_bytes(keys)
}

/// The same with this many more keys.
pub(crate) fn bytes_with<K: Key>(keys: &Vec<K>, more: usize) -> usize {
    bytes_of(keys) + growth(keys, more) * size_of::<K>() + more * heap_bytes(keys)
}

/// Reserves memory for this many more keys.
pub(crate) fn reserve<K: Key>(keys: &mut Vec<K>, more: usize) -> Result<(), TryReserveError> {
    match growth(keys, more) {
        0 => Ok(()),
        growth => {
            let spare = keys.capacity() - keys.len();
            keys.try_reserve_exact(spare + growth)
        }
    }
}

/// By how many elements a large list grows if this many are added.
fn growth<K>(keys: &Vec<K>, more: usize) -> usize {
    let capacity = keys.capacity();
    let is_large = capacity * size_of::<K>() >= LARGE;
    if is_large && keys.len() + more > capacity {
        // Half more: each growth may copy everything.
        (capacity / 2).max(more)
    } else {
        0
    }
}

fn heap_bytes<K: Key>(keys: &[K]) -> usize {
    keys.first().map_or(0, Key::heap_bytes)
}
