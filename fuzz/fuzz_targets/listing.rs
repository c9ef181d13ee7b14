#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::verify::listing::listings;

// The output of another program, as `taquin verify` and `taquin grade` read it: sequences of boards in order, or an error.
fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    let reader = BoardReader::quiet(ReadOptions::default());
    let Ok(found) = listings("input", &text, reader) else {
        return;
    };
    for listing in found {
        assert_eq!(listing.boards.len(), listing.lines.len());
        assert!(listing.lines.is_sorted());
        assert!(listing.lines.iter().all(|&line| line <= text.lines().count()));
    }
});
