//! Memory that the system may not have.

/// Whether the system would give this many bytes now. What is reserved to find out is given back at once.
pub fn is_available(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// What is left for small allocations, which cannot fail without an abort.
const SPARE: usize = 16 << 20;

/// Whether the system would give this many bytes, and some for small allocations.
pub fn is_spare(bytes: usize) -> bool {
    is_available(bytes.saturating_add(SPARE))
}

/// Makes room for `length` elements in all, if the system has the memory and leaves some for small allocations.
pub(crate) fn reserve<T>(list: &mut Vec<T>, length: usize) -> bool {
    if length <= list.capacity() {
        return true;
    }
    let missing = length - list.len();
    is_spare(length.saturating_mul(size_of::<T>())) && list.try_reserve_exact(missing).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_made_or_the_list_is_as_it_was() {
        let mut list = vec![1u64, 2, 3];
        assert!(reserve(&mut list, 1000) && list.capacity() >= 1000);
        assert!(!reserve(&mut list, usize::MAX / 16));
        assert_eq!(list, [1, 2, 3]);
        assert!(!is_spare(usize::MAX / 4));
    }
}
