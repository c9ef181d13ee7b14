//! `taquin cluster census` and `tables`: the results equal those of `census` and `tables build` for any processes and workers.

use crate::common::cluster::{
    GOAL_2X6, GOAL_3X4, cluster, counts, hosts, names, published, start_all,
};
use crate::common::{Folder, Run, taquin, taquin_with};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Workers of a process, and processes.
const CREWS: [[&str; 2]; 5] = [["1", "1"], ["3", "1"], ["1", "2"], ["2", "2"], ["1", "3"]];

fn object(run: &Run) -> Value {
    let mut object: Value = serde_json::from_str(&run.stdout).unwrap();
    object["seconds"].take();
    object
}

#[test]
fn a_census_on_many_workers_has_the_same_counts() {
    let folder = Folder::new("same");
    let cases: [&[&str]; 9] = [
        &["3x3"],
        &["3x3", "--metric", "mtm"],
        &["3x3", "--goal", "1 2 3/4 0 5/6 7 8", "--plot"],
        &["3x3", "--goal", "8 7 6/5 0 4/3 2 1", "--metric", "mtm"],
        &["3x2"],
        &["3x2", "--metric", "mtm"],
        &["2x2", "--goal", "first"],
        &["2x5"],
        &["2x5", "--metric", "mtm"],
    ];
    for args in cases {
        let one = taquin(&[&["census"], args].concat());
        for [workers, processes] in CREWS {
            let crew = ["--workers", workers, "--processes", processes];
            let many = cluster(&folder.0, &[&["census"], args, &crew].concat());
            let seen = format!("{args:?} {crew:?}\n{}", many.stderr);
            assert_eq!((many.code, &many.stdout), (0, &one.stdout), "{seen}");
        }
    }
}

#[test]
fn json_is_that_of_a_census_with_the_processes_and_workers() {
    let folder = Folder::new("json");
    let one = object(&taquin(&["census", "2x4", "--json"]));
    for [workers, processes] in CREWS {
        let crew = ["--workers", workers, "--processes", processes];
        let run = cluster(
            &folder.0,
            &[&["census", "2x4", "--json"], &crew[..]].concat(),
        );
        let mut many = object(&run);
        let crew = many.as_object_mut().unwrap().remove("cluster").unwrap();
        assert_eq!(crew["workers"].to_string(), workers);
        assert_eq!(crew["processes"].to_string(), processes);
        assert_eq!(many, one);
    }
}

#[test]
fn processes_of_a_hosts_file_give_the_same_counts_and_the_first_prints_them() {
    let folder = Folder::new("hosts");
    let one = taquin(&["census", "2x5", "--metric", "mtm"]);
    let args = ["census", "2x5", "--metric", "mtm", "--workers", "2"];
    let runs = start_all(&folder, &args, 3);
    let runs: Vec<Run> = runs
        .into_iter()
        .map(crate::common::cluster::Process::end)
        .collect();
    for (run, printed) in runs.iter().zip([&one.stdout[..], "", ""]) {
        assert_eq!((run.code, &run.stdout[..]), (0, printed), "{}", run.stderr);
    }
}

#[test]
fn twelve_cells_have_the_published_counts() {
    let folder = Folder::new("twelve");
    let levels = folder.0.join("levels");
    let args = [
        "census",
        "2x6",
        "--processes",
        "2",
        "--workers",
        "1",
        "--json",
        "--checkpoint",
    ];
    let run = cluster(
        &folder.0,
        &[&args[..], &[levels.to_str().unwrap()]].concat(),
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(counts(&run), published(GOAL_2X6, "stm"));
    assert!(!levels.exists(), "{:?}", names(&levels));
}

#[test]
#[ignore = "minutes: twelve cells on all crews, in memory and on disk"]
fn twelve_cells_have_the_published_counts_for_any_number_of_workers() {
    let folder = Folder::new("crews");
    let scratch = folder.0.join("scratch");
    let scratch = ["--scratch", scratch.to_str().unwrap()];
    let cases = [
        ("2x6", GOAL_2X6, "stm"),
        ("2x6", GOAL_2X6, "mtm"),
        ("3x4", GOAL_3X4, "stm"),
        ("3x4", GOAL_3X4, "mtm"),
    ];
    for (shape, goal, metric) in cases {
        for ([workers, processes], more) in CREWS.into_iter().zip([&[][..], &scratch].repeat(3)) {
            let args = ["census", shape, "--metric", metric, "--json"];
            let crew = ["--workers", workers, "--processes", processes];
            let run = cluster(&folder.0, &[&args[..], &crew, more].concat());
            assert_eq!(run.code, 0, "{}", run.stderr);
            assert_eq!(counts(&run), published(goal, metric), "{args:?} {crew:?}");
        }
    }
}

/// The bytes of every table in a directory, by name.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = names(folder).into_iter();
    names
        .map(|name| (name.clone(), fs::read(folder.join(name)).unwrap()))
        .collect()
}

#[test]
fn tables_built_by_many_workers_equal_those_built_by_one() {
    let one = Folder::new("one");
    let built = one.0.to_str().unwrap();
    let groups = "1,2,3,4/5,6,7,8/9,10,11";
    let partition = ["--groups", groups, "--goal", GOAL_3X4];
    let run = taquin_with(
        &[&["tables", "build"], &partition[..]].concat(),
        &[("TAQUIN_TABLES", built)],
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let one = bytes(&one.0);
    assert!(one.len() >= 2);
    for [workers, processes] in CREWS {
        let folder = Folder::new(&format!("tables-{workers}-{processes}"));
        let levels = folder.0.join("levels");
        let crew = ["--workers", workers, "--processes", processes];
        let kept = ["--checkpoint", levels.to_str().unwrap(), "--json"];
        let args = [&["tables"], &partition[..], &crew, &kept].concat();
        for state in ["built", "there"] {
            let run = cluster(&folder.0, &args);
            assert_eq!(run.code, 0, "{}", run.stderr);
            let rows = run.stdout.lines().filter(|row| row.contains(state));
            assert_eq!(rows.count(), one.len(), "{}", run.stdout);
            assert!(bytes(&folder.0.join("tables")) == one, "{crew:?}");
            assert!(!levels.exists(), "{:?}", names(&levels));
        }
        let tables = folder.0.join("tables");
        let verify = taquin_with(
            &["tables", "verify"],
            &[("TAQUIN_TABLES", tables.to_str().unwrap())],
        );
        assert_eq!(verify.code, 0, "{}", verify.stderr);
    }
}

/// Only the first process decides which tables are built, and stores them.
#[test]
fn tables_are_in_the_folder_of_the_first_process() {
    let folder = Folder::new("first");
    let hosts = hosts(&folder, 2);
    let start = |process: &str| {
        let own = folder.0.join(process);
        fs::create_dir(&own).unwrap();
        let args = [
            "tables",
            "--groups",
            "1,2,3,4/5,6,7,8",
            "--hosts",
            &hosts,
            "--process",
            process,
        ];
        crate::common::cluster::Process::start(&own, &args)
    };
    let runs = ["0", "1"]
        .map(start)
        .map(crate::common::cluster::Process::end);
    assert!(runs.iter().all(|run| run.code == 0), "{}", runs[1].stderr);
    assert!(names(&folder.0.join("0").join("tables")).len() >= 2);
    assert!(!folder.0.join("1").join("tables").exists());
    assert_eq!(runs[1].stdout, "");
}
