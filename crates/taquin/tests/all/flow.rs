//! Dependencies point one way: a module uses only modules that are declared before it in `lib.rs`.

#[path = "../../../../tests/shared/sources.rs"]
mod sources;

use sources::{code, uses};
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn modules() -> Vec<String> {
    sources::modules(&source())
}

fn files(module: &str) -> Vec<PathBuf> {
    sources::files(&source(), module)
}

#[test]
fn modules_use_only_earlier_ones() {
    sources::assert_modules_use_only_earlier_ones(&source());
}

#[test]
fn every_file_belongs_to_a_module() {
    sources::assert_every_file_belongs_to_a_module(&source());
}

#[test]
fn uses_are_found_in_every_form() {
    let code = "use crate::shape::Cell; let x = crate::board::Board::new(); use crate::{goal::{Goal, b}, labels};";
    assert_eq!(uses(code), ["shape", "board", "goal", "labels"]);
}

#[test]
fn the_library_is_pure() {
    for module in modules() {
        for file in files(&module) {
            let code = code(&file);
            for impure in [
                "println!",
                "eprintln!",
                "std::fs",
                "std::io",
                "std::env",
                "std::net",
                "Instant",
                "SystemTime",
                "thread_local!",
                "LazyLock",
            ] {
                assert!(!code.contains(impure), "{} uses {impure}", file.display());
            }
            // A cell that is filled once may be part of a value, never of the whole program.
            let has_global = code.split_whitespace().any(|word| word == "static");
            assert!(!has_global, "{} has a static item", file.display());
            let starts_threads = code.contains("thread::scope") || code.contains("thread::spawn");
            let may_start = ["support/parallel.rs", "solve/stream.rs"];
            let is_allowed = may_start.iter().any(|name| file.ends_with(name));
            assert!(!starts_threads || is_allowed, "{}", file.display());
        }
    }
}

#[test]
fn searches_and_containers_know_no_puzzle() {
    for (module, allowed) in [
        (
            "search",
            &["search", "containers", "space", "heuristic"][..],
        ),
        ("containers", &["containers", "support"]),
    ] {
        for file in files(module) {
            let names = uses(&code(&file));
            let other = names.iter().find(|name| !allowed.contains(&name.as_str()));
            assert_eq!(other, None, "{}", file.display());
        }
    }
}
