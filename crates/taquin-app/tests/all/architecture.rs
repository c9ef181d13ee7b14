//! ARCHITECTURE.md is true: the tests that it names exist, and so do the files.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_named_test_exists() {
    let text = text();
    let tests = quoted(&text).filter_map(|name| name.split_once("::"));
    let tests: Vec<_> = tests.filter(|(file, _)| file.ends_with(".rs")).collect();
    assert!(tests.len() > 20, "{tests:?}");
    for (file, test) in tests {
        let code = fs::read_to_string(root().join("crates").join(file));
        let code = code.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(
            code.contains(&format!("fn {test}(")),
            "{file} has no test {test}"
        );
    }
}

#[test]
fn every_invariant_names_a_test() {
    let text = text();
    let (_, invariants) = text.split_once("## Invariants").unwrap();
    for invariant in invariants.split("\n- ").skip(1) {
        assert!(invariant.contains(".rs::"), "no test: {invariant}");
    }
}

/// Paths from the root; capital letters stand for names of your own.
#[test]
fn every_named_path_exists() {
    let text = text();
    let is_path = |name: &&str| {
        let begins = ["crates/", "docs/", "examples/", "fuzz/", "tests/", "data/"];
        begins.iter().any(|begin| name.starts_with(begin))
            && !name.contains(|c: char| c.is_ascii_uppercase())
    };
    for path in quoted(&text).filter(is_path) {
        assert!(root().join(path).exists(), "{path} does not exist");
    }
}
