//! Tables in large pages of memory.
//!
//! A search reads tables at random. With 4 KB pages nearly every read misses the translation cache of the processor; 2 MB
//! pages are few enough to stay in it. Files cannot be mapped that way, so the table is copied.

use memmap2::MmapMut;
use std::sync::Arc;
use taquin::pdb::Bytes;

/// Smaller tables are not copied: their pages fit in the translation cache anyway.
const WORTH_IT: usize = 8 << 20;

/// A copy in large pages, if the system has them.
pub(super) fn relocate(bits: &[u8]) -> Option<Bytes> {
    if bits.len() < WORTH_IT {
        return None;
    }
    let mut memory = MmapMut::map_anon(bits.len()).ok()?;
    #[cfg(target_os = "linux")]
    memory.advise(memmap2::Advice::HugePage).ok()?;
    memory.copy_from_slice(bits);
    Some(Arc::new(memory))
}
