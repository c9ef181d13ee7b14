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
        let attributes = attributes(&code, test);
        let attributes = attributes.unwrap_or_else(|| panic!("{file} has no function {test}"));
        assert!(
            attributes.contains(&"#[test]"),
            "{file}: {test} is not a test"
        );
        let is_ignored = attributes.iter().any(|line| line.starts_with("#[ignore"));
        assert!(!is_ignored, "{file}: {test} is ignored");
    }
}

/// The attributes right before a function; `None` if there is no such function.
fn attributes<'a>(code: &'a str, function: &str) -> Option<Vec<&'a str>> {
    let (before, _) = code.split_once(&format!("fn {function}("))?;
    let lines = before.lines().map(str::trim).rev();
    let lines = lines.filter(|line| !line.is_empty());
    let lines = lines.take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    Some(lines.filter(|line| line.starts_with("#[")).collect())
}

#[test]
fn ignored_tests_are_recognized() {
    let code =
        "#[test]\nfn a() {}\n\n/// Why.\n#[test]\n#[ignore = \"slow\"]\nfn b() {}\n\nfn c() {}\n";
    assert_eq!(attributes(code, "a"), Some(vec!["#[test]"]));
    assert_eq!(attributes(code, "b").map(|lines| lines.len()), Some(2));
    assert_eq!(attributes(code, "c"), Some(vec![]));
    assert_eq!(attributes(code, "d"), None);
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
