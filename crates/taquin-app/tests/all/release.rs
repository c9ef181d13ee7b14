//! What a release needs: one version everywhere, a section for it in the changelog, and the descriptions that registries show.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_package_has_the_same_version() {
    let workspace = text("Cargo.toml");
    let versioned = |line: &&str| line.contains("path = \"crates/") && line.starts_with("taquin");
    let internal: Vec<&str> = workspace.lines().filter(versioned).collect();
    assert!(internal.len() > 3, "{internal:?}");
    let version = format!("version = \"{VERSION}\"");
    for line in internal {
        assert!(line.contains(&version), "{line}");
    }
    let package = format!("\"version\": \"{VERSION}\"");
    assert!(text("packages/taquin/package.json").contains(&package));
}

#[test]
fn the_changelog_has_a_section_for_this_version() {
    let notes = |version: &str| {
        let script = root().join("scripts/release-notes");
        Command::new(script).arg(version).output()
    };
    let heading = format!("## {VERSION} (");
    let changelog = text("CHANGELOG.md");
    assert_eq!(changelog.matches(&heading).count(), 1);
    assert!(changelog.contains("\n## Unreleased\n"));
    if cfg!(unix) {
        let section = notes(VERSION).expect("bash and awk are there");
        let section = String::from_utf8(section.stdout).unwrap();
        assert!(section.lines().count() > 10, "{section}");
        assert!(!section.contains("\n## "), "{section}");
        let none = notes("99.0.0").expect("bash and awk are there");
        let error = "release-notes: CHANGELOG.md has no section for 99.0.0\n";
        assert_eq!(String::from_utf8_lossy(&none.stderr), error);
        assert_eq!(none.status.code(), Some(1));
    }
}

#[test]
fn published_crates_are_described() {
    let mut published = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if manifest.contains("publish = false") {
            continue;
        }
        published += 1;
        for field in [
            "description",
            "documentation",
            "readme",
            "keywords",
            "categories",
        ] {
            let is_given = manifest.contains(&format!("\n{field} = "));
            assert!(is_given, "{}: {field}", folder.display());
        }
        assert!(folder.join("README.md").is_file(), "{}", folder.display());
    }
    assert!(published > 4, "{published}");
}
