//! Reads the source of a crate: its modules, their files, and what they use. The tests of several crates include this file.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "shared test code"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a crate's `lib.rs` in order.
pub fn modules(source: &Path) -> Vec<String> {
    let lib = fs::read_to_string(source.join("lib.rs")).unwrap();
    let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod "));
    declared
        .map(|rest| rest.trim_end_matches(';').to_string())
        .collect()
}

/// Every Rust file below a directory.
pub fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The files of a module: its own and those below its directory.
pub fn files(source: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = files_below(&source.join(module));
    files.push(source.join(format!("{module}.rs")));
    files
}

/// The code without tests and comments.
pub fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let lines = without_tests(&text)
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The text before its module of tests. Other items that only tests have are part of the code.
fn without_tests(text: &str) -> &str {
    const TEST: &str = "#[cfg(test)]";
    let is_module = |&(place, _): &(usize, &str)| {
        let rest = &text[place + TEST.len()..];
        let attributes = rest.split("mod tests {").next().unwrap_or_default().trim();
        let is_attribute = attributes.starts_with("#[") && attributes.ends_with(']');
        rest.contains("mod tests {") && (attributes.is_empty() || is_attribute)
    };
    match text.match_indices(TEST).find(is_module) {
        Some((place, _)) => &text[..place],
        None => text,
    }
}

/// The names right after `crate::`, including those in braces.
pub fn uses(code: &str) -> Vec<String> {
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

/// Fails if a module of a crate uses one that `lib.rs` declares after it.
pub fn assert_modules_use_only_earlier_ones(source: &Path) {
    let modules = modules(source);
    assert!(modules.len() >= 7, "{modules:?}");
    for (place, module) in modules.iter().enumerate() {
        let allowed = &modules[..=place];
        for file in files(source, module) {
            for name in uses(&code(&file)) {
                assert!(
                    allowed.contains(&name),
                    "{} uses {name:?}, which comes later",
                    file.display()
                );
            }
        }
    }
}

/// Fails if a file of a crate belongs to no module of `lib.rs`.
pub fn assert_every_file_belongs_to_a_module(source: &Path) {
    let modules = modules(source);
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(
            name == "lib" || modules.contains(&name),
            "{} is not in lib.rs",
            path.display()
        );
    }
}
