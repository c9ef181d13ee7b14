//! Writes a table of the files under `page/`, so that whatever is put there is in the binary and served.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder");
    let out = env::var_os("OUT_DIR").expect("cargo names a folder for what is built");
    let page = Path::new(&manifest).join("page");
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&page).expect("it was found there");
        let name = name.to_string_lossy().replace('\\', "/");
        let line = writeln!(table, "    ({name:?}, include_bytes!({file:?})),");
        line.expect("memory takes every text");
    }
    table.push_str("]\n");
    fs::write(Path::new(&out).join("files.rs"), table)
}

/// Every file below a folder; names that begin with a dot are nobody's business.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), files)?,
            false => files.push(entry.path()),
        }
    }
    Ok(())
}
