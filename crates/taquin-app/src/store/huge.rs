//! Tables in large pages of memory.
//!
//! A search looks at a table here and there. With pages of 4 KB the processor has to find out where a page is for nearly
//! every look; pages of 2 MB are few enough to be known. Files cannot be mapped like that, so a copy is made.

use memmap2::MmapMut;
use std::sync::Arc;
use taquin::pdb::Bytes;

/// Smaller tables stay where they are: their pages are known anyway.
const WORTH_IT: usize = 8 << 20;

/// A copy in large pages, where there are any.
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
