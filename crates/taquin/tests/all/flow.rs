//! The library flows one way: a module uses only modules that stand before it in `lib.rs`.

use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules of `lib.rs` in order.
fn modules() -> Vec<String> {
    let lib = fs::read_to_string(source().join("lib.rs")).unwrap();
    let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod "));
    declared
        .map(|rest| rest.trim_end_matches(';').to_string())
        .collect()
}

/// The files of a module: its own and those below its directory.
fn files(module: &str) -> Vec<PathBuf> {
    let mut files = vec![source().join(format!("{module}.rs"))];
    let mut directories = vec![source().join(module)];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => directories.push(path),
                false => files.push(path),
            }
        }
    }
    files
}

/// The code that is not test code and not comment.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names right after `crate::`, also inside braces.
fn uses(code: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => names.push(word(rest)),
            Some(group) => {
                let mut depth = 0;
                let parts = group.split(|c: char| {
                    depth += match c {
                        '{' => 1,
                        '}' => -1,
                        _ => 0,
                    };
                    depth == 0 && c == ','
                });
                let inside = parts
                    .map(str::trim_start)
                    .take_while(|part| !part.starts_with('}'));
                names.extend(inside.map(word).filter(|name| !name.is_empty()));
            }
        }
    }
    names
}

#[test]
fn modules_use_only_earlier_ones() {
    let modules = modules();
    assert!(modules.len() >= 7, "{modules:?}");
    for (place, module) in modules.iter().enumerate() {
        let allowed = &modules[..=place];
        for file in files(module) {
            for name in uses(&code(&file)) {
                assert!(
                    allowed.contains(&name),
                    "{} uses {name}, which comes later",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_file_belongs_to_a_module() {
    let modules = modules();
    for entry in fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            name == "lib" || modules.contains(&name),
            "{} is not in lib.rs",
            path.display()
        );
    }
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
                "static mut",
                "thread_local!",
                "OnceLock",
                "LazyLock",
            ] {
                assert!(!code.contains(impure), "{} uses {impure}", file.display());
            }
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
