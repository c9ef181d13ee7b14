//! Writes tables of the files under `page/` and under `docs/guide`, which embed every file there in the binary.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest =
        env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the directory of the crate");
    let manifest = Path::new(&manifest);
    println!("cargo::rerun-if-changed=build.rs");
    embed(&manifest.join("page"), "files.rs")?;
    // A link to `docs/guide`, so that a package of the crate has it.
    embed(&manifest.join("guide"), "guide.rs")
}

/// Writes the table of a directory: the path of each file in it, and its bytes.
fn embed(directory: &Path, table_name: &str) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", directory.display());
    let out = env::var_os("OUT_DIR").expect("cargo sets the directory for generated files");
    let mut files = Vec::new();
    collect(directory, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file
            .strip_prefix(directory)
            .expect("the file was found below it");
        let name = name.to_string_lossy().replace('\\', "/");
        let line = writeln!(table, "    ({name:?}, include_bytes!({file:?})),");
        line.expect("writing to a string does not fail");
    }
    table.push_str("]\n");
    fs::write(Path::new(&out).join(table_name), table)
}

/// Every file below a directory, except hidden ones.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?
        } else {
            files.push(entry.path())
        }
    }
    Ok(())
}
