//! Table files that other programs change or write at the same time.

use crate::common::child::Talking;
use crate::common::{Folder, taquin_with};
use std::fs::{self, File, OpenOptions, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A file that other users may write is copied, so truncating it harms no program that uses it.
#[test]
fn a_table_that_others_may_write_can_be_truncated_while_it_is_used() {
    let folder = Folder::new("truncated");
    let tables = [("TAQUIN_TABLES", folder.0.to_str().unwrap())];
    let built = taquin_with(&["tables", "build", "6-6-3"], &tables);
    assert_eq!(built.code, 0, "{}", built.stderr);
    let files = || {
        fs::read_dir(&folder.0)
            .unwrap()
            .map(|file| file.unwrap().path())
    };
    let files: Vec<_> = files().collect();
    for file in &files {
        fs::set_permissions(file, Permissions::from_mode(0o666)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(["solve", "--lines", "-", "--json", "--heuristic", "pdb"]);
    let mut child = Talking::spawn_with(command, &tables);
    let board = "2 9 8 15/1 11 7 5/0 12 4 10/6 14 3 13";
    child.tell(board);
    let first = child.hear_json();
    assert_eq!(first["status"], "solved", "{first}");
    for file in &files {
        OpenOptions::new()
            .write(true)
            .open(file)
            .unwrap()
            .set_len(0)
            .unwrap();
    }
    child.tell(board);
    let second = child.hear_json();
    assert_eq!(first["moves"], second["moves"], "{second}");
    assert_eq!(child.end(), Some(0));
}

#[test]
fn files_that_a_program_is_writing_are_not_removed() {
    let folder = Folder::new("writing");
    let tables = [("TAQUIN_TABLES", folder.0.to_str().unwrap())];
    let path = folder
        .0
        .join(".4x4-blank0-cells1,2,3.pdb.0123456789abcdef.unfinished");
    let remove = |file: &Path| {
        let run = taquin_with(&["tables", "remove", "--all"], &tables);
        (run.code, run.stderr, file.exists())
    };
    let file = File::create(&path).unwrap();
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let (code, said, is_there) = remove(&path);
    assert!(
        said.contains("kept, because a program is writing it"),
        "{said}"
    );
    assert_eq!((code, is_there), (1, true), "{said}");
    drop(file);
    let (code, said, is_there) = remove(&path);
    assert_eq!((code, is_there), (0, false), "{said}");
}
