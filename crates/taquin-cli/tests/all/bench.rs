//! `taquin bench` on boards that are solved quickly.

use crate::bench_files::file;
use crate::common::{Folder, Run, check_cases, taquin, taquin_with};
use serde_json::Value;

pub(crate) fn objects(run: &Run) -> Vec<Value> {
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
        for iteration in fields.get_mut("iterations").into_iter() {
            for iteration in iteration.as_array_mut().unwrap() {
                assert!(iteration["seconds"].take().is_f64());
            }
        }
    }
    objects
}

#[test]
fn boards_are_solved_in_the_requested_order_and_summed_up() {
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
        let iterations = object["iterations"].as_array().unwrap();
        assert_eq!(iterations.last().unwrap()["bound"], object["length"]);
        for (count, total) in [("expanded", "selected"), ("generated", "generated")] {
            let counts = iterations.iter().map(|i| i[count].as_u64().unwrap());
            assert_eq!(object[total], counts.sum::<u64>());
        }
    }
    let all = &found[3];
    assert_eq!(all["schema"], "taquin.bench/1");
    for (field, value) in [("set", "korf100"), ("mode", "cold"), ("groups", "6-6-3")] {
        assert_eq!(all[field], value, "{all}");
    }
    for (field, value) in [
        ("threads", 2),
        ("solved", 3),
        ("tried", 3),
        ("wrong_instances", 0),
    ] {
        assert_eq!(all[field], value, "{all}");
    }
    let generated = found[..3]
        .iter()
        .map(|object| object["generated"].as_u64().unwrap());
    assert_eq!(all["generated"], generated.sum::<u64>());
    let lengths = found[..3].iter().map(|object| object["length"].as_f64());
    let mean = lengths.sum::<Option<f64>>().unwrap() / 3.0;
    assert_eq!(all["mean_length"], mean, "{all}");
    assert_eq!(all["mean_published_length"], mean, "{all}");
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
fn stored_tables_are_used_and_missing_ones_reported() {
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
            run.stdout.contains(
                "solved: 1 of 1\nwrong: 0\nmean length: 45.00 (published: 45.00, 1.0000 times)\n"
            ),
            "{}",
            run.stdout
        );
    }
    assert!(bench(&["--cold"]).stdout.contains("korf100, cold"));
}

#[test]
fn a_board_over_the_time_limit_reports_its_lower_bound() {
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
fn errors_in_arguments_say_what_to_do() {
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
            &["bench", "korf100", "--weight", "3"],
            2,
            "",
            "--weight works only with --algorithm weighted-astar",
        ),
        (
            &["bench", "korf100", "-a", "bfs", "-H", "manhattan"],
            2,
            "",
            "--heuristic has no effect with --algorithm bfs",
        ),
        (
            &["bench", "korf100", "--as", "slash"],
            2,
            "",
            "--as works only with files",
        ),
        (
            &["bench", "large", "--shape", "3x3"],
            2,
            "",
            "--shape works only with files",
        ),
        (
            &["bench", "large", "--max-length", "3"],
            2,
            "",
            "--max-length, --groups, --cold",
        ),
        (
            &[
                "bench", "korf100", "--only", "12", "--groups", "5-5-5", "--warm",
            ],
            2,
            "",
            "build them with `taquin tables build 5-5-5`",
        ),
        (
            &[
                "bench",
                "korf100",
                "--cold",
                "--groups",
                "6-6-3",
                "--only",
                "12",
                "--max-length",
                "3",
            ],
            3,
            "solved: 0 of 1\n",
            "",
        ),
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

/// Korf moved the blank up, left, right, down, and counted the start too.
#[test]
fn published_figures_are_beside_ours() {
    let args = [
        "bench",
        "korf100",
        "-a",
        "idastar",
        "-H",
        "manhattan",
        "--order",
        "DRLU",
        "--only",
        "12,42,55,79",
    ];
    let run = taquin(&[&args[..], &["--iterations"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let head = "published nodes: generated, IDA* with Manhattan distance\n";
    assert!(run.stdout.contains(head), "{}", run.stdout);
    assert!(
        run.stdout.contains("           540860\niterations:\n"),
        "{}",
        run.stdout
    );
    let found = objects(&taquin(&[&args[..], &["--json"]].concat()));
    assert_eq!(found.len(), 5);
    for object in &found[..4] {
        let [ours, theirs] = ["generated", "published_nodes"].map(|name| object[name].as_u64());
        assert_eq!(ours.map(|ours| ours + 1), theirs, "{object}");
        assert_eq!(object["published_nodes_are"], "generated");
    }
}

/// Board 88 takes this search some billion nodes.
#[test]
fn unfinished_boards_get_an_estimate() {
    let args = ["bench", "korf100", "--only", "12,88", "--time", "1500ms"];
    let args = [&args[..], &["-a", "idastar", "-H", "manhattan"]].concat();
    let found = objects(&taquin(&[&args[..], &["--json"]].concat()));
    let [solved, limited, total] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(solved["estimated_generated"].is_null(), "{solved}");
    let number = |object: &Value, name: &str| object[name].as_f64().unwrap();
    let names = [
        ("generated", "estimated_generated"),
        ("seconds", "estimated_seconds"),
    ];
    for (so_far, estimated) in names {
        let [so_far, estimated] = [so_far, estimated].map(|name| number(limited, name));
        assert!(estimated > 5.0 * so_far, "{limited}");
    }
    assert_eq!(total["estimated"], 1);
    let sum = number(solved, "generated") + number(limited, "estimated_generated");
    assert_eq!(number(total, "estimated_generated"), sum);
    let run = taquin(&args);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let lines = [
        "\n      estimated: ",
        "\nestimated with 1 unfinished board: ",
    ];
    for line in lines {
        assert_eq!(run.stdout.matches(line).count(), 1, "{}", run.stdout);
    }
    let rows = taquin(&[&args[..], &["--csv"]].concat()).stdout;
    let head = rows.lines().next().unwrap();
    let columns = "estimated_generated,estimated_seconds,estimated_cpu_seconds";
    assert!(head.ends_with(columns), "{head}");
}

#[test]
fn the_other_sets_are_there() {
    let short = ["--time", "200ms", "--json"];
    let manhattan = ["-a", "idastar", "-H", "manhattan"];
    for (set, only) in [("clausecker24", "29"), ("open24", "323")] {
        let args = [&["bench", set, "--only", only][..], &manhattan, &short].concat();
        let run = taquin(&args);
        assert_eq!(run.code, 3, "{set}: {}", run.stderr);
        assert_eq!(objects(&run)[0]["status"], "limit", "{set}");
    }
    for set in ["deepcubea-24", "deepcubea-35", "deepcubea-48"] {
        let args = [&["bench", set, "--only", "0"][..], &short].concat();
        let run = taquin(&args);
        assert_eq!(run.code, 0, "{set}: {}", run.stderr);
        let found = objects(&run);
        assert_eq!(
            (&found[0]["status"], &found[0]["wrong"]),
            (&"solved".into(), &false.into())
        );
    }
}

#[test]
fn results_are_written_as_data_files() {
    let folder = Folder::new("unh");
    let boards = file(&folder, "boards", "1 2 3/4 0 6/7 5 8\n1 2 3/4 5 6/7 0 8\n");
    let run = taquin(&[
        "bench",
        &boards,
        "-a",
        "idastar",
        "-H",
        "manhattan",
        "--unh",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let is_measured = |line: &&str| !line.contains("time\"\t");
    let lines: Vec<&str> = run.stdout.lines().filter(is_measured).collect();
    let set = format!("#pair  \"set\"\t\"{boards}\"");
    let threads = lines.iter().find(|line| line.contains("threads")).unwrap();
    let mut expected = vec![
        "#start data file format 4",
        "#pair  \"domain\"\t\"tiles\"",
        &set,
    ];
    expected.extend([
        "#pair  \"num\"\t\"1\"",
        "#pair  \"rows\"\t\"3\"",
        "#pair  \"cols\"\t\"3\"",
        "#pair  \"initial state\"\t\"1 2 3/4 0 6/7 5 8\"",
        "#pair  \"algorithm\"\t\"idastar\"",
        "#pair  \"heuristic\"\t\"manhattan\"",
        threads,
        "#pair  \"found solution\"\t\"yes\"",
        "#pair  \"final sol cost\"\t\"2\"",
        "#pair  \"final sol length\"\t\"3\"",
        "#pair  \"lower bound\"\t\"2\"",
    ]);
    assert_eq!(lines[..expected.len()], expected);
    assert_eq!(
        lines
            .iter()
            .filter(|line| **line == "#end data file format 4")
            .count(),
        2
    );
    let rows = lines
        .iter()
        .filter(|line| line.starts_with("#altrow  \"iteration\"\t2\t"));
    assert_eq!(rows.count(), 1, "{lines:?}");
}
