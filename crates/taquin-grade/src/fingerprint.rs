//! A number for the files of a program, which changes when one of them does.

use crate::run::Program;
use std::fs;
use std::path::Path;
use taquin::support::hash::fnv1a;

/// The number for the names and contents of all files in the program's directory, and of those that its command names.
pub(crate) fn fingerprint(program: &Program) -> u64 {
    let mut parts = Vec::new();
    let words = program.command.split_whitespace();
    for path in words.map(|word| program.dir.join(word)) {
        if path.is_file() {
            collect(&path, &mut parts);
        }
    }
    collect(&program.dir, &mut parts);
    fnv1a(parts.concat().as_bytes())
}

/// One line per file, in the order of the names. What a program writes into `.git` is not part of it.
fn collect(path: &Path, parts: &mut Vec<String>) {
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return;
    };
    if metadata.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.file_name().is_none_or(|name| name != ".git"));
        paths.sort();
        for path in paths {
            collect(&path, parts);
        }
        return;
    }
    let content = if metadata.is_symlink() {
        let target = fs::read_link(path).unwrap_or_default();
        fnv1a(target.as_os_str().as_encoded_bytes())
    } else if metadata.is_file() {
        fnv1a(&fs::read(path).unwrap_or_default())
    } else {
        0
    };
    parts.push(format!("{path:?} {content:016x}\n"));
}
