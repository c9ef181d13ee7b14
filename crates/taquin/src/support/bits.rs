//! Sets as bits of words.

/// The indices of the set bits of a word, in rising order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetBits(u64);

impl SetBits {
    /// The set bits of a word of any size.
    #[inline(always)]
    pub(crate) fn of(word: impl Into<u64>) -> SetBits {
        SetBits(word.into())
    }
}

impl Iterator for SetBits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let index = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (index < 64).then_some(index as usize)
    }
}

/// The number of set bits in all words together.
#[inline(always)]
pub(crate) fn count_ones(words: impl IntoIterator<Item = u64>) -> u64 {
    let words = words.into_iter();
    words.map(|word| u64::from(word.count_ones())).sum()
}

/// Sets in `words` every bit that is set in `other`; the rest of the longer one is ignored.
#[inline(always)]
pub(crate) fn unite(words: &mut [u64], other: &[u64]) {
    words
        .iter_mut()
        .zip(other)
        .for_each(|(word, other)| *word |= other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_bits_are_found_in_rising_order() {
        assert!(SetBits::of(0u64).next().is_none());
        assert!(SetBits::of(1u64 << 63 | 0b1011).eq([0, 1, 3, 63]));
        assert!(SetBits::of(u64::MAX).eq(0..64));
        assert!(SetBits::of(u8::MAX).eq(0..8));
    }

    #[test]
    fn words_are_counted_and_united() {
        let mut words = [0b01, 0, u64::MAX];
        unite(&mut words, &[0b10, 0b111]);
        assert_eq!(words, [0b11, 0b111, u64::MAX]);
        assert_eq!(count_ones(words), 69);
    }
}
