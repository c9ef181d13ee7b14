//! `taquin bench` on boards that are soon solved.

use crate::common::{Folder, Run, check_cases, taquin, taquin_with};
use serde_json::Value;

fn objects(run: &Run) -> Vec<Value> {
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What does not depend on the machine or on threads.
fn steady(objects: &[Value]) -> Vec<Value> {
    let mut objects = objects.to_vec();
    for object in &mut objects {
        let fields = object.as_object_mut().unwrap();
        fields.retain(|name, _| {
            !name.contains("seconds") && !name.contains("peak") && name != "threads"
        });
    }
    objects
}

#[test]
fn boards_are_solved_in_the_order_asked_for_and_added_up() {
    let run = |threads| {
        let args = [
            "bench",
            "korf100",
            "--cold",
            "--only",
            "12,42,55",
            "--json",
            "--threads",
            threads,
        ];
        let run = taquin(&args);
        assert_eq!(run.code, 0, "{}", run.stderr);
        objects(&run)
    };
    let found = run("2");
    let numbers: Vec<&Value> = found.iter().map(|object| &object["instance"]).collect();
    assert_eq!(numbers[..3], [12, 42, 55]);
    assert_eq!(found.len(), 4);
    for object in &found[..3] {
        assert_eq!(object["schema"], "taquin.bench-instance/1");
        assert_eq!(object["status"], "solved");
        assert_eq!(object["wrong"], false);
        assert_eq!(object["length"], object["published_length"]);
        let moves = object["moves"].as_str().unwrap();
        assert_eq!(moves.len() as u64, object["length"].as_u64().unwrap());
        assert_eq!(object["heuristic"], "pdb 6-6-3");
    }
    let all = &found[3];
    assert_eq!(all["schema"], "taquin.bench/1");
    for (field, value) in [("set", "korf100"), ("mode", "cold"), ("tables", "6-6-3")] {
        assert_eq!(all[field], value, "{all}");
    }
    for (field, value) in [("threads", 2), ("solved", 3), ("tried", 3), ("wrong", 0)] {
        assert_eq!(all[field], value, "{all}");
    }
    let generated = found[..3]
        .iter()
        .map(|object| object["generated"].as_u64().unwrap());
    assert_eq!(all["generated"], generated.sum::<u64>());
    assert!(all["wall_seconds"].as_f64().is_some(), "{all}");
    if cfg!(target_os = "linux") {
        let [total, prepare] =
            ["total_cpu_seconds", "prepare_cpu_seconds"].map(|field| all[field].as_f64().unwrap());
        assert!(prepare > 0.0 && total > prepare, "{all}");
        assert!(all["peak_bytes"].as_u64().unwrap() > 1_000_000, "{all}");
    }
    assert_eq!(steady(&found), steady(&run("1")));
}

#[test]
fn stored_tables_are_used_and_otherwise_asked_for() {
    let folder = Folder::new("warm");
    let variables = [("TAQUIN_TABLES", folder.0.to_str().unwrap())];
    let bench = |mode: &[&str]| {
        let args = [
            &["bench", "korf100", "--tables", "6-6-3", "--only", "12"],
            mode,
        ]
        .concat();
        taquin_with(&args, &variables)
    };
    let run = bench(&["--warm"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("build them with `taquin tables build 6-6-3`"),
        "{}",
        run.stderr
    );
    let run = bench(&[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("this run is cold"), "{}", run.stderr);
    assert!(
        run.stdout.contains("korf100, cold, tables 6-6-3"),
        "{}",
        run.stdout
    );
    assert_eq!(
        taquin_with(&["tables", "build", "6-6-3"], &variables).code,
        0
    );
    for mode in [&["--warm"][..], &[]] {
        let run = bench(mode);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            run.stdout.contains("korf100, warm, tables 6-6-3"),
            "{}",
            run.stdout
        );
        assert!(
            run.stdout.contains("solved: 1 of 1\nwrong: 0\n"),
            "{}",
            run.stdout
        );
    }
    assert!(bench(&["--cold"]).stdout.contains("korf100, cold"));
}

#[test]
fn a_board_that_takes_too_long_says_what_is_known() {
    let args = [
        "bench", "hardest", "--cold", "--tables", "6-6-3", "--only", "1", "--time", "300ms",
    ];
    let run = taquin(&args);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stdout.contains("  limit"), "{}", run.stdout);
    assert!(run.stdout.contains("    ≥ "), "{}", run.stdout);
    assert!(
        run.stdout.contains("solved: 0 of 1\nwrong: 0\n"),
        "{}",
        run.stdout
    );
    let run = taquin(&[&args[..], &["--json"]].concat());
    assert_eq!(run.code, 3, "{}", run.stderr);
    let found = objects(&run);
    assert_eq!(
        (&found[0]["status"], &found[0]["reason"]),
        (&"limit".into(), &"time".into())
    );
    assert!(
        found[0]["lower_bound"].as_u64().unwrap() >= 60,
        "{}",
        found[0]
    );
}

#[test]
fn wrong_arguments_have_a_way_out() {
    check_cases(&[
        (
            &["bench", "korf100", "--only", "101"],
            2,
            "",
            "numbered from 1 to 100",
        ),
        (
            &["bench", "korf24", "--cold", "--tables", "7-8"],
            2,
            "",
            "predefined: 6-6-6-6",
        ),
        (
            &["bench", "korf100", "--cold", "--warm"],
            2,
            "",
            "cannot be used with",
        ),
        (&["bench", "korf101"], 2, "", "korf100"),
        (
            &["bench", "korf100", "--threads", "0"],
            2,
            "",
            "must be a whole number from 1 to 512",
        ),
        (
            &["solve", "1 2/3 0", "--threads", "513"],
            2,
            "",
            "must be a whole number from 1 to 512",
        ),
    ]);
}
