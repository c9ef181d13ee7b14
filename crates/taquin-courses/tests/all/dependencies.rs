//! The course programs need few crates.

use std::collections::BTreeSet;
use std::process::Command;

/// The limit for all that is compiled, this workspace's crates and those of macros included.
const MOST_CRATES: usize = 20;

#[test]
fn the_programs_need_at_most_20_crates() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "-p", "taquin-courses", "-e", "normal"])
        .args(["--prefix", "none", "--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let tree = String::from_utf8(output.stdout).unwrap();
    // A crate that is needed twice is listed again, with a mark.
    let crates: BTreeSet<&str> = tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .collect();
    // Ctrl-C leaves the best solution so far.
    for needed in ["taquin v", "signal-hook v"] {
        assert!(
            crates.iter().any(|name| name.starts_with(needed)),
            "{crates:#?}"
        );
    }
    assert!(crates.len() <= MOST_CRATES, "{crates:#?}");
}
