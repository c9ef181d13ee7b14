//! FNV-1a, the hash of Fowler, Noll and Vo, for fingerprints of short texts. It is not cryptographic.

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// The 64-bit FNV-1a hash of some bytes.
///
/// ```
/// assert_eq!(taquin::support::hash::fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = START;
    let mut at = 0;
    while at < bytes.len() {
        hash = step(hash, bytes[at]);
        at += 1;
    }
    hash
}

/// The same for bytes that are not next to each other.
pub(crate) fn fnv1a_of(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(START, step)
}

const fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(PRIME)
}

/// The 32-bit FNV-1a hash, which is part of the headers of table files.
pub(crate) fn fnv1a_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        assert_eq!(fnv1a(b""), START);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a_of(b"a".iter().copied()), fnv1a(b"a"));
        assert_eq!(fnv1a_32(b"a"), 0xe40c_292c);
    }
}
