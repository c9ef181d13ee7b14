//! Breadth-first exploration of a whole space by several workers, level by level.
//!
//! The space is divided into *shares*, one per worker. A share stores its part as words of a few numbered *arrays*.
//! Only the share knows what the words mean, but their positions do not depend on the number of shares, so that a
//! checkpoint written by some shares can be read by any other number of them.

/// One worker's share of a space that is explored level by level.
///
/// All shares compute a level at the same time. Each calls [`advance`](LevelShare::advance) and sends every
/// [`packet`](LevelShare::packet) to the share that it is for; when all packets for it have been
/// [received](LevelShare::receive), it calls [`finish`](LevelShare::finish). If that returns `None`, all shares repeat
/// these steps for another pass of the same level.
pub trait LevelShare {
    /// The number of states in all shares together.
    fn total(&self) -> u64;

    /// Computes the next level, or the next pass of it, from the data of this share. Returns false if `stop`, which is asked
    /// about every millisecond, returned true.
    ///
    /// # Panics
    ///
    /// If the level has been computed but not [finished](LevelShare::finish).
    fn advance(&mut self, stop: &mut dyn FnMut() -> bool) -> bool;

    /// The next packet and the share that it is for. `None` when all packets of this pass have been returned.
    fn packet(&mut self) -> Option<(usize, Vec<u64>)>;

    /// Adds a packet that another share has sent for this pass.
    ///
    /// # Errors
    ///
    /// If the packet does not fit. Then the share has not changed.
    fn receive(&mut self, packet: &[u64]) -> Result<(), ShareError>;

    /// Ends a pass after all packets of all shares have been received. Returns the number of states of the new level in
    /// this share, or `None` if the level needs another pass.
    ///
    /// # Panics
    ///
    /// If the level has not been computed.
    fn finish(&mut self) -> Option<u64>;

    /// What the newest level has changed. Together with the sections of the level before, this is a checkpoint.
    fn sections(&self) -> Box<dyn Iterator<Item = Section<'_>> + '_>;

    /// The share that has a word of an array, and the first word after it that belongs to another share. `None` if there is
    /// no such word.
    fn owner(&self, array: u32, word: u64) -> Option<(usize, u64)>;

    /// Restores a section, or a part of one, that any share of any division has written. Words of other shares are ignored.
    ///
    /// # Errors
    ///
    /// If it is not a section of such a space. Then the share has not changed.
    fn restore(&mut self, array: u32, first: u64, words: &[u64]) -> Result<(), ShareError>;

    /// Continues from a level after all its sections, and those of the level before, have been restored into a new share.
    fn resume(&mut self, level: u32);
}

/// A part of a checkpoint: consecutive words of an array.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// The array.
    pub array: u32,
    /// The place of the first word in the array.
    pub first: u64,
    /// The words.
    pub words: &'a [u64],
}

/// Why words do not fit into a share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The space has no such array, or none that a packet can be for.
    #[error("array {0} does not exist, or gets no packets in this pass")]
    Array(u32),
    /// The words are beyond the end of the array, or belong to another share.
    #[error("array {array}: {words} words from word {first} on are not in this share")]
    Words {
        /// The array.
        array: u32,
        /// The place of the first word.
        first: u64,
        /// The number of words.
        words: usize,
    },
    /// A word has a bit that does not stand for a state.
    #[error("word {0} has bits that do not stand for states")]
    Bits(u64),
    /// The packet ends before its last word.
    #[error("the packet is truncated")]
    Truncated,
    /// The packet is for another share, level or space, or no level is being computed.
    #[error("the packet is not for this share at this level")]
    Unexpected,
}
