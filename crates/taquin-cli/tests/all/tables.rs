//! `taquin tables`, and how damaged files are handled; long because much of it is tables of cases.

use crate::common::{Folder, Run, taquin, taquin_with};
use std::fs;
use std::path::{Path, PathBuf};

/// Hard enough for tables, easy enough for a test.
const BOARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
/// The smallest table of 6-6-3.
const SMALL: &str = "4x4-blank3-cells0,1,2.pdb";

fn tables(folder: &Path, args: &[&str]) -> Run {
    let args = [&["tables"], args].concat();
    taquin_with(&args, &[("TAQUIN_TABLES", folder.to_str().unwrap())])
}

fn solve(folder: &Path) -> Run {
    let args = ["solve", BOARD, "--goal", "first", "--json"];
    taquin_with(&args, &[("TAQUIN_TABLES", folder.to_str().unwrap())])
}

fn built(name: &str) -> Folder {
    let folder = Folder::new(name);
    assert_eq!(tables(&folder.0, &["build", "6-6-3"]).code, 0);
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn words(run: &Run, field: &str) -> Vec<String> {
    let objects = run.stdout.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["schema"], "taquin.tables/1", "{line}");
        object[field].as_str().unwrap().to_string()
    });
    objects.collect()
}

#[test]
fn tables_are_built_listed_verified_and_removed() {
    let folder = Folder::new("life");
    let run = tables(&folder.0, &["build", "6-6-3", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(words(&run, "state"), ["built"; 3]);
    assert!(run.stderr.contains("building 3 tables: "), "{}", run.stderr);
    let all = names(&folder.0);
    assert_eq!(all.len(), 3, "{all:?}");

    // A corner is a corner: the same tables serve another goal.
    let run = tables(&folder.0, &["build", "6-6-3", "--goal", "first", "--json"]);
    assert_eq!(
        (run.code, words(&run, "state")),
        (0, vec!["there".into(); 3])
    );
    assert_eq!(run.stderr, "");
    let run = tables(&folder.0, &["build", "6-6-3", "--force", "--json"]);
    assert_eq!(
        (run.code, words(&run, "state")),
        (0, vec!["built".into(); 3])
    );

    let run = tables(&folder.0, &["list", "--json"]);
    assert_eq!((run.code, words(&run, "state")), (0, vec!["ok".into(); 3]));
    let run = tables(&folder.0, &["list"]);
    assert!(run.stdout.starts_with("shape  tiles       bytes  state"));
    assert!(
        run.stdout
            .contains("4x4        3        5120  ok            4x4-blank3-cells0,1,2.pdb\n")
    );
    let run = tables(&folder.0, &["verify", "--json"]);
    assert_eq!(
        (run.code, words(&run, "state")),
        (0, vec!["right".into(); 3])
    );
    let run = tables(&folder.0, &["verify", SMALL]);
    assert_eq!(run.code, 0, "{}", run.stderr);

    let run = tables(&folder.0, &["remove", SMALL]);
    assert_eq!((run.code, names(&folder.0).len()), (0, 2), "{}", run.stderr);
    let run = tables(&folder.0, &["remove", "6-6-3", "--json"]);
    assert_eq!(
        (run.code, words(&run, "state")),
        (0, vec!["removed".into(); 2])
    );
    let run = tables(&folder.0, &["remove", "--all"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("no tables in "), "{}", run.stderr);
    let run = tables(&folder.0, &["remove", "7-8"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let named = "taquin: 7-8: no such table in ";
    assert!(run.stderr.starts_with(named), "{}", run.stderr);
    let run = tables(&folder.0, &["list"]);
    assert_eq!((run.code, &run.stdout[..]), (0, ""));
    assert!(
        run.stderr.contains("(taquin tables build creates them)"),
        "{}",
        run.stderr
    );
}

#[test]
fn solve_finds_stored_tables_automatically() {
    let folder = Folder::new("found");
    let without = solve(&folder.0);
    assert_eq!(names(&folder.0), [""; 0], "solve stores nothing");
    assert_eq!(tables(&folder.0, &["build", "6-6-3"]).code, 0);
    let run = solve(&folder.0);
    assert!(run.stdout.contains(r#""length":57"#), "{}", run.stdout);
    assert!(
        run.stdout.contains(r#""heuristic":"pdb 6-6-3""#),
        "{}",
        run.stdout
    );
    assert!(
        without.stdout.contains(r#""length":57"#),
        "{}",
        without.stdout
    );
}

/// How a file is damaged, the state that is listed, a part of the message.
type Spoil = (&'static str, fn(&Path, Vec<u8>), &'static str, &'static str);

#[test]
fn damaged_files_are_detected_and_never_used() {
    let folder = built("spoilt");
    let path = folder.0.join(SMALL);
    let right = fs::read(&path).unwrap();
    let cases: [Spoil; 10] = [
        (
            "empty",
            |path, _| fs::write(path, "").unwrap(),
            "foreign",
            "is not a pattern database of taquin",
        ),
        (
            "text",
            |path, _| fs::write(path, "hello\n".repeat(900)).unwrap(),
            "foreign",
            "is not a pattern database of taquin",
        ),
        (
            "cut",
            |path, bytes| fs::write(path, &bytes[..2000]).unwrap(),
            "wrong-length",
            "has 2000 bytes instead of 5120",
        ),
        (
            "only a header",
            |path, bytes| fs::write(path, &bytes[..64]).unwrap(),
            "wrong-length",
            "has 64 bytes",
        ),
        (
            "longer",
            |path, bytes| fs::write(path, [&bytes[..], &[0]].concat()).unwrap(),
            "wrong-length",
            "has 5121 bytes",
        ),
        (
            "a bit",
            |path, mut bytes| {
                bytes[3000] ^= 4;
                fs::write(path, bytes).unwrap();
            },
            "damaged",
            "is damaged: the checksum of its bits is wrong",
        ),
        (
            "a bit of the header",
            |path, mut bytes| {
                bytes[17] ^= 1;
                fs::write(path, bytes).unwrap();
            },
            "damaged",
            "has a damaged header",
        ),
        (
            "newer",
            |path, mut bytes| {
                bytes[8] = 2;
                fs::write(path, bytes).unwrap();
            },
            "other-version",
            "has version 2 of the format; this program reads version 1",
        ),
        (
            "another",
            |path, _| {
                let other = path.with_file_name("4x4-blank3-cells0,1,2,4,5,6.pdb");
                fs::copy(other, path).unwrap();
            },
            "other-pattern",
            "is the table of another pattern",
        ),
        (
            "a folder",
            |path, _| fs::create_dir(path).unwrap(),
            "unreadable",
            "is not a file",
        ),
    ];
    for (name, spoil, state, said) in cases {
        fs::remove_file(&path).unwrap();
        spoil(&path, right.clone());
        let list = tables(&folder.0, &["list", "--json"]);
        assert_eq!(list.code, 0, "{name}: {}", list.stderr);
        assert_eq!(words(&list, "state"), ["ok", "ok", state], "{name}");
        let list = tables(&folder.0, &["list"]);
        assert!(
            list.stdout.contains(&format!("{SMALL} {said}")),
            "{name}: {}",
            list.stdout
        );
        let verify = tables(&folder.0, &["verify"]);
        assert_eq!(verify.code, 1, "{name}: {}", verify.stderr);
        assert!(
            verify.stdout.contains(&format!("{SMALL} {said}")),
            "{name}: {}",
            verify.stdout
        );
        let solved = solve(&folder.0);
        assert_eq!(solved.code, 0, "{name}: {}", solved.stderr);
        assert!(
            solved.stdout.contains(r#""length":57"#),
            "{name}: {}",
            solved.stdout
        );
        let messages = solved.stderr.matches(said).count();
        assert_eq!(messages, 1, "{name}: {}", solved.stderr);
        assert!(
            solved.stderr.contains("taquin tables build"),
            "{name}: {}",
            solved.stderr
        );
        if path.is_dir() {
            fs::remove_dir(&path).unwrap();
        }
        let build = tables(&folder.0, &["build", "6-6-3"]);
        assert_eq!(build.code, 0, "{name}: {}", build.stderr);
        assert!(fs::read(&path).unwrap() == right, "{name}");
    }
}

#[test]
fn verify_finds_a_wrong_table_with_a_valid_checksum() {
    let folder = built("lies");
    let path = folder.0.join(SMALL);
    let mut bytes = fs::read(&path).unwrap();
    // Of the eight bytes of each vertex the first has the six orders.
    bytes[64 + 104] ^= 1;
    let sum = crc32fast::hash(&bytes[64..]).to_le_bytes();
    bytes[32..36].copy_from_slice(&sum);
    let own = bytes[..60].iter().fold(0x811c_9dc5u32, |sum, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    bytes[60..64].copy_from_slice(&own.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    assert!(tables(&folder.0, &["list"]).stdout.contains("5120  ok "));
    let run = tables(&folder.0, &["verify", "--json"]);
    assert_eq!(
        (run.code, words(&run, "state")),
        (1, vec!["right".into(), "right".into(), "wrong".into()])
    );
}

#[test]
fn an_unwritable_directory_is_named() {
    let folder = Folder::new("unwritable");
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let below = file.join("tables");
    for place in [&file, &below] {
        let run = tables(place, &["build", "6-6-3"]);
        assert_eq!(run.code, 5, "{}", run.stderr);
        assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
        assert!(
            run.stderr.contains(file.to_str().unwrap()),
            "{}",
            run.stderr
        );
        // There are no files, so there is no message.
        let run = solve(place);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.stderr.contains("table"), "{}", run.stderr);
    }
    let run = tables(&file, &["list"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("cannot be read"), "{}", run.stderr);
}

/// The name of the table is taken by a folder: the last step, renaming, fails.
#[test]
fn temporary_files_are_removed_when_writing_fails() {
    let folder = Folder::new("taken");
    fs::create_dir(folder.0.join(SMALL)).unwrap();
    fs::write(folder.0.join(SMALL).join("x"), "").unwrap();
    let run = tables(&folder.0, &["build", "6-6-3"]);
    assert_eq!(run.code, 5, "{}", run.stderr);
    assert!(run.stderr.contains(SMALL), "{}", run.stderr);
    assert!(names(&folder.0).iter().all(|name| name.ends_with(".pdb")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    use std::process::Command;
    let folder = Folder::new("full");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(&folder.0)
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("not tested: only root may mount a small disk");
        return;
    }
    let run = tables(&folder.0, &["build", "6-6-3"]);
    let left = names(&folder.0);
    assert!(
        Command::new("umount")
            .arg(&folder.0)
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(run.code, 5, "{}", run.stderr);
    assert!(
        run.stderr.contains("No space left on device"),
        "{}",
        run.stderr
    );
    assert_eq!(left, [""; 0]);
}

#[test]
fn concurrent_builds_do_not_conflict() {
    let folder = Folder::new("two");
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| tables(&folder.0, &["build", "6-6-3", "--threads", "1"])))
            .collect();
        for run in runs {
            let run = run.join().unwrap();
            assert_eq!(run.code, 0, "{}", run.stderr);
        }
    });
    assert_eq!(names(&folder.0).len(), 3);
    assert_eq!(tables(&folder.0, &["verify"]).code, 0);
}

#[test]
fn files_left_by_a_killed_program_are_listed_and_removed() {
    let folder = built("killed");
    fs::write(folder.0.join(".x.pdb.12-0.unfinished"), "abc").unwrap();
    fs::write(folder.0.join("notes.txt"), "mine").unwrap();
    let run = tables(&folder.0, &["list", "--json"]);
    assert_eq!(words(&run, "state"), ["ok", "ok", "ok", "unfinished"]);
    assert_eq!(tables(&folder.0, &["remove", "--all"]).code, 0);
    assert_eq!(names(&folder.0), ["notes.txt"]);
}

#[test]
fn groups_can_be_given_tile_by_tile() {
    let folder = Folder::new("groups");
    let groups = "1,2,3,4/5,6,7,8";
    let run = tables(&folder.0, &["build", "--groups", groups, "--json"]);
    assert_eq!(
        (run.code, words(&run, "state")),
        (0, vec!["built".into(); 2]),
        "{}",
        run.stderr
    );
    assert_eq!(tables(&folder.0, &["verify"]).code, 0);
    assert!(
        names(&folder.0).contains(&"3x3-blank4-cells0,1,2,3.pdb".into()),
        "{:?}",
        names(&folder.0)
    );
}

#[test]
fn errors_in_arguments_say_what_to_do() {
    let folder = Folder::new("wrong");
    let cases: [(&[&str], &str); 15] = [
        (
            &["build", "5x5", "--count", "0"],
            "must be a whole number from 1 to 139",
        ),
        (
            &["build", "7-8", "--count", "3"],
            "--count is for the tables of 5x5; 7-8 names its own",
        ),
        (
            &["build", "4x4", "--count", "3"],
            "views can be chosen on 5x5 boards whose blank belongs in a corner; this goal is 4×4",
        ),
        (
            &["build", "5x5", "--shape", "4x4"],
            "the argument is 5×5, but --shape is 4×4",
        ),
        (
            &["build", "5-5-4"],
            "there is no predefined partition 5-5-4 for 4×4; predefined: 6-6-3, 7-8; other sizes must add up to the 15 tiles",
        ),
        (&["build", "x"], "groups are sizes (6-6-3)"),
        (
            &["build", "--shape", "1x9"],
            "6 to 25 cells in at least two rows and columns",
        ),
        (&["build", "7-8", "--shape", "5x5"], "predefined: 6-6-6-6"),
        (
            &["build", "--groups", "1,2,3,4/5,6,7"],
            "tile 8 is in no group",
        ),
        (
            &["build", "--groups", "1,2,3,4/4,5,6,7"],
            "tile 4 is in two groups",
        ),
        (&["build", "--groups", "1,2,3,4/5,6,7,99"], "has no tile 99"),
        (&["remove", "../x.pdb"], "without a directory"),
        (&["remove"], "--all"),
        (
            &["remove", "nosuch"],
            "taquin: nosuch: groups are sizes (6-6-3)",
        ),
        (
            &["build", "9-9"],
            "taquin: 9-9: there is no predefined partition 9-9",
        ),
    ];
    for (args, said) in cases {
        let run = tables(&folder.0, args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
    assert_eq!(names(&folder.0), [""; 0]);
}

#[test]
fn the_default_directory_is_in_the_users_cache() {
    let home = Folder::new("home");
    let run = |variables: &[(&str, &str)]| {
        let variables = [variables, &[("TAQUIN_TABLES", "")]].concat();
        taquin_with(&["tables", "list"], &variables).stderr
    };
    let place = home.0.to_str().unwrap();
    let expected: PathBuf = home.0.join("taquin");
    if cfg!(not(windows)) {
        let said = run(&[("XDG_CACHE_HOME", place)]);
        assert!(said.contains(expected.to_str().unwrap()), "{said}");
    }
    assert_eq!(taquin(&["tables", "list"]).code, 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_build_and_leaves_no_files() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new("interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["tables", "build", "7-8"])
        .env("TAQUIN_TABLES", &folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut said).unwrap();
    assert!(said.contains("building 2 tables"), "{said}");
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(&folder.0), [""; 0]);
}
