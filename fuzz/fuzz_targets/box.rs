#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::notation::Dialect;

fuzz_target!(|input: &[u8]| taquin_fuzz::strict(input, Dialect::Drawn));
