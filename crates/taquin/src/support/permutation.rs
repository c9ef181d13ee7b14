//! Permutations and subsets by number.

use super::bits::SetBits;

/// n!
pub(crate) const fn factorial(n: usize) -> usize {
    let (mut product, mut factor) = (1, 2);
    while factor <= n {
        product *= factor;
        factor += 1;
    }
    product
}

/// How many subsets of `k` elements a set of `n` has.
pub(crate) fn choose(n: usize, k: usize) -> u32 {
    match k {
        0 => 1,
        _ if k > n => 0,
        _ => (0..k).fold(1u64, |product, i| product * (n - i) as u64 / (i + 1) as u64) as u32,
    }
}

/// The rank of a permutation among all permutations of its items in lexicographic order. Items are different numbers
/// below 32, not necessarily without gaps.
///
/// Each digit, in the factorial number system, is how many later items are smaller (the Lehmer code).
#[inline]
pub(crate) fn rank<I>(items: I) -> usize
where
    I: IntoIterator<Item: Into<u32>>,
    I::IntoIter: Clone,
{
    let items = items.into_iter();
    let mut later = items.clone().fold(0u32, |set, item| set | 1 << item.into());
    let mut rank = 0;
    for item in items {
        let item = 1 << item.into();
        let smaller = (later & (item - 1)).count_ones();
        rank = rank * later.count_ones() + smaller;
        later &= !item;
    }
    rank as usize
}

/// The permutation of 0 to `items` − 1 with this rank.
#[cfg(test)]
pub(crate) fn unrank(mut rank: usize, items: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..items as u8).collect();
    let mut permutation = Vec::with_capacity(items);
    for count in (1..=items).rev() {
        let following = factorial(count - 1);
        permutation.push(left.remove(rank / following));
        rank %= following;
    }
    permutation
}

/// The rank of a permutation after the items at a place and at the next one have been exchanged.
pub(crate) const fn exchanged(rank: usize, items: usize, place: usize) -> usize {
    let (weight, next) = (factorial(items - 1 - place), factorial(items - 2 - place));
    let (first, second) = (
        rank / weight % (items - place),
        rank / next % (items - 1 - place),
    );
    // The larger item has one more smaller item after it while it is before the other.
    let (new_first, new_second) = if first <= second {
        (second + 1, first)
    } else {
        (second, first - 1)
    };
    rank + new_first * weight + new_second * next - first * weight - second * next
}

/// The rank of a set among the sets of as many elements, by its elements in rising order: Σ C(element, place + 1)
/// (colexicographic). With `before` smaller elements that are not in the word, and the word's bits beginning at `first`.
pub(crate) fn rank_set(word: u32, first: usize, before: usize) -> u32 {
    let elements = SetBits::of(word).enumerate();
    let terms = elements.map(|(place, element)| choose(first + element, before + place + 1));
    terms.fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanged_items_have_the_rank_of_their_permutation() {
        for items in 2..=6 {
            for number in 0..factorial(items) {
                for place in 0..items - 1 {
                    let mut permutation = unrank(number, items);
                    permutation.swap(place, place + 1);
                    assert_eq!(exchanged(number, items, place), rank(permutation));
                }
            }
        }
    }

    #[test]
    fn ranks_and_permutations_are_each_others_inverse() {
        for items in 1..=8 {
            for number in 0..factorial(items) {
                assert_eq!(rank(unrank(number, items)), number);
            }
        }
    }

    #[test]
    fn gaps_do_not_change_a_rank() {
        assert_eq!(rank([7u8, 2, 9]), rank([1u8, 0, 2]));
        assert_eq!(rank([9u8, 7, 2]), 5);
        assert_eq!(rank([0u8; 0]), 0);
    }

    #[test]
    fn sets_are_ranked_in_the_order_of_their_words() {
        let sets = (0..1u32 << 10).filter(|set| set.count_ones() == 4);
        for (number, set) in sets.enumerate() {
            assert_eq!(rank_set(set, 0, 0) as usize, number);
            let (low, high) = (set & 0b1_1111, set >> 5);
            let parts = rank_set(low, 0, 0) + rank_set(high, 5, low.count_ones() as usize);
            assert_eq!(parts as usize, number);
        }
    }
}
