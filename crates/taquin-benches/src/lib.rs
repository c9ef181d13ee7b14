//! Benchmarks of the library, in `benches/`: `cargo bench -p taquin-benches --bench NAME`.
//!
//! They are a crate apart so that the tests of the library do not compile what only benchmarks need.
