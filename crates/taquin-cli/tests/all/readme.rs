//! The console blocks of README and guide are what the programs print.

#[path = "../../../../tests/shared/console.rs"]
mod console;

use std::path::Path;

fn check(document: &str, at_least: usize) {
    console::check(env!("CARGO_BIN_EXE_taquin"), document, at_least);
}

/// The page of the course programs is checked where they are, in `taquin-courses`.
fn is_checked_here(page: &Path) -> bool {
    page.extension().is_some_and(|extension| extension == "md") && !page.ends_with("courses.md")
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    check(include_str!("../../../../README.md"), 3);
}

#[test]
fn the_guide_shows_what_the_program_prints() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    for page in std::fs::read_dir(guide).unwrap() {
        let page = page.unwrap().path();
        if is_checked_here(&page) {
            check(&std::fs::read_to_string(page).unwrap(), 0);
        }
    }
}
