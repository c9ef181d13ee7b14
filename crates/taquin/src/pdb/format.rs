//! The file format of a table: a header that names the pattern, and the bits.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `taquinPD` |
//! | 8–11 | version, now 1 |
//! | 12 | rows |
//! | 13 | columns |
//! | 14 | the blank's home |
//! | 15 | number of tiles |
//! | 16–23 | their homes in reading order, the rest 255 |
//! | 24–31 | bytes of bits that follow the header |
//! | 32–35 | checksum of the bits (CRC-32) |
//! | 36–59 | 0 |
//! | 60–63 | checksum of the header so far |
//!
//! Numbers are little-endian. The caller computes the checksum of the bits, because it may do so while it reads or writes
//! them; the checksum of the header (FNV-1a) is computed here.

use super::{Database, Pattern, PatternIndex};
use crate::support::hash::fnv1a_32;
use std::sync::Arc;

/// The length of a header.
pub const HEADER_BYTES: usize = 64;
/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"taquinPD";
/// The version that is written and read.
const VERSION: u32 = 1;
/// Fills the places of missing tiles.
const NO_TILE: u8 = u8::MAX;

/// Why bytes are not the requested table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// It does not begin like a table.
    #[error("is not a pattern database of taquin")]
    Foreign,
    /// Another version.
    #[error("has version {0} of the format; this program reads version {VERSION}")]
    Version(u32),
    /// The header contradicts itself.
    #[error("has a damaged header")]
    Header,
    /// The table of another pattern.
    #[error("is the table of another pattern")]
    Pattern,
    /// Too short or too long.
    #[error("has {found} bytes instead of {expected}")]
    Length {
        /// The actual length.
        found: usize,
        /// The length that the header requires.
        expected: usize,
    },
    /// The bits have changed since they were written.
    #[error("is damaged: the checksum of its bits is wrong")]
    Checksum,
}

/// The header of a table's file, for bits with this checksum.
pub fn header(database: &Database, checksum: u32) -> [u8; HEADER_BYTES] {
    header_of(database.pattern(), database.bits().len(), checksum)
}

/// The same for a table of this number of bytes that is not in memory as a whole.
pub(super) fn header_of(pattern: &Pattern, bytes: usize, checksum: u32) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12] = pattern.shape().rows() as u8;
    header[13] = pattern.shape().cols() as u8;
    header[14] = pattern.blank().index() as u8;
    header[15] = pattern.homes().len() as u8;
    header[16..16 + Pattern::MAX_TILES].fill(NO_TILE);
    for (place, home) in header[16..].iter_mut().zip(pattern.homes()) {
        *place = home.index() as u8;
    }
    header[24..32].copy_from_slice(&(bytes as u64).to_le_bytes());
    header[32..36].copy_from_slice(&checksum.to_le_bytes());
    let own = own_checksum(&header);
    header[60..].copy_from_slice(&own.to_le_bytes());
    header
}

/// The pattern whose table a file's header announces, and the checksum of its bits. The file has the length that the header
/// asks for.
pub fn checksum_of(bytes: &[u8]) -> Result<(Pattern, u32), FormatError> {
    let header: &[u8; HEADER_BYTES] = bytes.first_chunk().ok_or(FormatError::Foreign)?;
    let number = |place: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| header[place + i]));
    if !header.starts_with(MAGIC) {
        return Err(FormatError::Foreign);
    }
    if number(8) != VERSION {
        return Err(FormatError::Version(number(8)));
    }
    if number(60) != own_checksum(header) {
        return Err(FormatError::Header);
    }
    let expected = u64::from(number(28)) << 32 | u64::from(number(24));
    let expected = usize::try_from(expected).unwrap_or(usize::MAX);
    if bytes.len() - HEADER_BYTES != expected {
        return Err(FormatError::Length {
            found: bytes.len(),
            expected: expected.saturating_add(HEADER_BYTES),
        });
    }
    let shape = crate::puzzle::Shape::new(header[12].into(), header[13].into());
    let shape = shape.map_err(|_| FormatError::Header)?;
    let homes = header[16..16 + Pattern::MAX_TILES]
        .iter()
        .take(header[15].into());
    let homes: Option<Vec<_>> = homes.map(|&home| shape.at(home.into())).collect();
    let blank = shape.at(header[14].into()).ok_or(FormatError::Header)?;
    let pattern = Pattern::new(shape, blank, &homes.ok_or(FormatError::Header)?);
    Ok((pattern.map_err(|_| FormatError::Header)?, number(32)))
}

/// The table of a pattern in the bytes of a file; `checksum` computes that of the bits.
pub fn open(
    bytes: Arc<dyn AsRef<[u8]> + Send + Sync>,
    pattern: &Pattern,
    index: &Arc<PatternIndex>,
    checksum: impl FnOnce(&[u8]) -> u32,
) -> Result<Database, FormatError> {
    let file = (*bytes).as_ref();
    let (found, expected_checksum) = checksum_of(file)?;
    if found != *pattern {
        return Err(FormatError::Pattern);
    }
    let expected = HEADER_BYTES + index.bytes();
    if file.len() != expected {
        return Err(FormatError::Length {
            found: file.len(),
            expected,
        });
    }
    if checksum(&file[HEADER_BYTES..]) != expected_checksum {
        return Err(FormatError::Checksum);
    }
    Ok(Database {
        pattern: pattern.clone(),
        index: Arc::clone(index),
        bytes,
        first_byte: HEADER_BYTES,
        is_relocated: false,
    })
}

fn own_checksum(header: &[u8; HEADER_BYTES]) -> u32 {
    fnv1a_32(&header[..60])
}
