//! The guide's page on the course programs is true.

use crate::console::check;

#[test]
fn the_guide_shows_what_the_programs_print() {
    let page = include_str!("../../../../docs/guide/courses.md");
    check(env!("CARGO_BIN_EXE_npuzzle"), page, 3);
}
