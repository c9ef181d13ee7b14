//! Memory that the system may not have.

/// Whether the system would give this many bytes now. What is reserved to find out is given back at once.
pub fn is_available(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}
