//! `taquin audit`: built-in heuristics, and commands that follow the protocol or break it.

use crate::common::{check_cases, taquin};
use serde_json::Value;

/// All boards of 2×2.
const BOARDS: usize = 12;

fn objects(args: &[&str]) -> (i32, Vec<Value>) {
    let run = taquin(&[&["audit", "--json"], args].concat());
    let lines = run.stdout.lines();
    let objects = lines.map(|line| serde_json::from_str(line).unwrap());
    (run.code, objects.collect())
}

#[test]
fn built_in_heuristics_are_admissible_and_consistent() {
    let all = [
        "zero",
        "hamming",
        "gaschnig",
        "manhattan",
        "linear-conflict",
        "walking-distance",
        "max",
        "pdb",
    ];
    for place in [
        &["--shape", "3x3"][..],
        &["--goal", "snail", "--shape", "2x3"],
    ] {
        let (code, objects) = objects(&[&all, &all[..1], place].concat());
        assert_eq!((code, objects.len()), (0, all.len()));
        for (object, name) in objects.iter().zip(all) {
            assert_eq!(object["schema"], "taquin.audit/1");
            assert_eq!(object["status"], "admissible", "{object}");
            assert_eq!(object["heuristic"], name);
            assert_eq!(
                (&object["admissible"], &object["consistent"]),
                (&true.into(), &true.into())
            );
            assert_eq!(object["overestimates"]["count"], 0);
            assert_eq!(object["scope"], "every");
            assert!(object.get("samples").is_none() && object.get("command").is_none());
        }
    }
}

#[test]
fn a_dominating_heuristic_is_reported() {
    let (_, objects) = objects(&["linear-conflict"]);
    let compared = &objects[0]["compared"];
    assert_eq!(compared.as_array().unwrap().len(), 1);
    assert_eq!(compared[0]["heuristic"], "manhattan");
    assert_eq!(
        (compared[0]["smaller"].as_u64(), &compared[0]["exact"]),
        (Some(0), &2351.into())
    );
    let run = taquin(&["audit", "linear-conflict"]);
    assert!(
        run.stdout.contains("smaller on 0: it dominates"),
        "{}",
        run.stdout
    );
}

#[test]
fn samples_prove_nothing_and_depend_only_on_the_seed() {
    let args = ["manhattan", "hamming", "--shape", "2x5", "--samples", "5"];
    let (code, first) = objects(&args);
    assert_eq!(code, 0);
    assert_eq!(first[0]["status"], "no-counter-example");
    assert!(first[0].get("admissible").is_none() && first[0].get("consistent").is_none());
    assert_eq!(
        (&first[0]["samples"], &first[0]["seed"]),
        (&5.into(), &0.into())
    );
    assert_eq!(objects(&args).1, first);
    let (_, other) = objects(&[&args[..], &["--seed", "1"]].concat());
    assert_ne!(other, first);
    let run = taquin(&[&["audit"][..], &args].concat());
    assert!(
        run.stdout.contains("admissible: no counterexample in"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("which is not a proof"),
        "{}",
        run.stdout
    );
}

#[test]
fn manhattan_overestimates_in_the_multi_tile_metric() {
    for shape in [&[][..], &["--shape", "3x4", "--samples", "2"]] {
        let (code, objects) = objects(&[&["manhattan", "--metric", "mtm"], shape].concat());
        assert_eq!(code, 1);
        assert_eq!(objects[0]["status"], "inadmissible");
        assert_eq!(objects[0]["metric"], "mtm");
        let first = &objects[0]["overestimates"]["first"];
        assert!(
            first["estimate"].as_f64() > first["distance"].as_f64(),
            "{first}"
        );
    }
}

#[test]
fn invalid_options_are_refused() {
    check_cases(&[
        (&["audit"], 2, "", "--heuristic-command"),
        (&["audit", "euclid"], 2, "", "possible values"),
        (
            &["audit", "manhattan", "--shape", "5x5"],
            2,
            "",
            "up to 16 cells; this one is 5×5",
        ),
        (
            &["audit", "pdb", "--shape", "2x2"],
            2,
            "",
            "pdb supports only boards of 6 to 25 cells",
        ),
        (
            &["audit", "manhattan", "--goal", "1 2/3 0", "--shape", "3x3"],
            2,
            "",
            "the goal is 2×2",
        ),
        (
            &["audit", "manhattan", "--goal", "1 2/3 3"],
            4,
            "",
            "tile 3 appears twice",
        ),
        (
            &["audit", "manhattan", "--samples", "0"],
            2,
            "",
            "must be a whole number from 1 to 10000",
        ),
        (
            &["audit", "manhattan", "--to", "korf"],
            2,
            "",
            "--heuristic-command",
        ),
        (
            &["audit", "--heuristic-command", "cat", "--to", "grid"],
            2,
            "",
            "possible values",
        ),
        (
            &[
                "audit",
                "--heuristic-command",
                "cat",
                "--to",
                "korf",
                "--shape",
                "2x3",
            ],
            2,
            "",
            "square",
        ),
        (
            &["audit", "manhattan", "--shape", "5x5", "--json"],
            2,
            "\"errors\":[\"an audit",
            "16 cells",
        ),
        (
            &["audit", "manhattan", "--goal", "1 2/3 0"],
            0,
            "on all 12 boards",
            "",
        ),
    ]);
}

#[test]
fn heuristics_are_arguments_or_an_option() {
    let run = |names: &[&str]| taquin(&[&["audit", "--shape", "2x2"], names].concat()).stdout;
    let audited = run(&["manhattan", "hamming"]);
    assert!(audited.contains("hamming"), "{audited}");
    assert_eq!(run(&["--heuristic", "manhattan,hamming"]), audited);
    assert_eq!(run(&["manhattan", "-H", "hamming"]), audited);
}

#[cfg(unix)]
mod commands {
    use super::*;
    use crate::common::Folder;
    use std::path::Path;
    use std::process::{Command, Stdio};

    /// The boards of 2×2, with a command.
    fn with(command: &str, more: &[&str]) -> crate::common::Run {
        taquin(
            &[
                &["audit", "--shape", "2x2", "--heuristic-command", command],
                more,
            ]
            .concat(),
        )
    }

    #[test]
    fn a_command_may_answer_immediately_or_at_the_end_or_without_reading() {
        let zeros = "0\n".repeat(BOARDS);
        let commands = [
            "while read -r board; do echo 0; done".to_string(),
            "sed 's/.*/0/'".into(),
            "all=$(cat); echo \"$all\" | sed 's/.*/  0.0 /'".into(),
            "while read -r board; do printf '0\\r\\n'; done".into(),
            format!("printf '{}'", zeros.trim_end()),
            format!("exec <&-; printf '{zeros}'"),
        ];
        for command in commands {
            let run = with(&command, &[]);
            assert_eq!(run.code, 0, "{command}: {}", run.stderr);
            assert!(
                run.stdout.starts_with("admissible: yes, on all 12 boards"),
                "{}",
                run.stdout
            );
        }
    }

    #[test]
    fn a_command_that_keeps_running_is_stopped_after_its_last_answer() {
        for command in [
            "sed 's/.*/0/'; sleep 1000",
            "sed 's/.*/0/'; sleep 1000 &",
            "sed 's/.*/0/'; exec >&-; sleep 1000",
        ] {
            let run = with(command, &[]);
            assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        }
    }

    #[test]
    fn a_command_can_receive_more_boards_than_a_pipe_holds() {
        let run = taquin(&[
            "audit",
            "--heuristic-command",
            "all=$(cat); echo \"$all\" | sed 's/.*/0/'",
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            run.stdout.contains("on all 181440 boards"),
            "{}",
            run.stdout
        );
    }

    #[test]
    fn boards_are_written_in_the_requested_notation() {
        for (notation, goal) in [
            ("slash", "1 2/3 0"),
            ("korf", "1 2 3 0"),
            ("comma", "1,2,3,0"),
            ("nine", "123-"),
            ("json", "[[1,2],[3,0]]"),
        ] {
            // Wrong at the goal, which comes first, and nowhere else.
            let command =
                format!("read -r board; test \"$board\" = '{goal}' && echo 1; sed 's/.*/0/'");
            let run = with(&command, &["--to", notation]);
            assert_eq!(run.code, 1, "{notation}: {}", run.stderr);
            assert!(
                run.stdout.contains("at the goal: 1 instead of 0"),
                "{}",
                run.stdout
            );
            assert!(
                run.stdout
                    .contains("1 of 12 boards is overestimated, by 1 at worst")
            );
        }
    }

    #[test]
    fn commands_that_break_the_protocol_are_reported() {
        let endless = "tr '\\n' 7 </dev/zero | tr '\\0' 7";
        let cases = [
            (
                "exit 3",
                "the command ended with exit code 3 after 0 of 12 answers",
            ),
            (
                "echo 0; sleep 1000 & exit 1",
                "ended with exit code 1 after 1 of 12 answers",
            ),
            ("kill -9 $$", "SIGKILL"),
            (
                "sed 's/.*/0/'; exit 1",
                "ended with exit code 1 after 12 of 12 answers",
            ),
            ("no-such-command-anywhere", "was not found (exit code 127)"),
            ("echo 0; echo 1", "the command ended after 2 of 12 answers"),
            (
                "sed 's/.*/0/'; echo 0",
                "more answers than there are boards (12)",
            ),
            ("yes 0", "more answers than there are boards (12)"),
            ("echo 0; echo", "answer 2 (to 1 0/3 2) is an empty line"),
            ("echo 0; echo two", "is \"two\", which is not a number"),
            (
                "echo nan",
                "answer 1 (to 1 2/3 0) is \"nan\", which is not a number of moves",
            ),
            ("echo inf", "not a number of moves"),
            (endless, "a line of more than 64 bytes"),
            ("cat", "is \"1 2/3 0\", which is not a number"),
            ("", "after 0 of 12 answers"),
        ];
        for (command, said) in cases {
            let run = with(command, &["--json"]);
            assert_eq!(run.code, 4, "{command}: {}", run.stderr);
            assert!(run.stderr.contains(said), "{command}: {}", run.stderr);
            let object: Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(object["status"], "bad-input");
        }
    }

    #[test]
    fn standard_error_of_a_command_is_passed_on() {
        let run = with("echo because >&2; exit 1", &[]);
        assert!(run.stderr.contains("because\n"), "{}", run.stderr);
    }

    #[test]
    fn a_command_that_hangs_is_stopped_at_the_time_limit() {
        for (command, known) in [
            ("sleep 1000", ""),
            // A process that the shell leaves behind, with the pipe.
            ("sleep 1000 & exit", ""),
            ("sleep 1000 | cat", ""),
            ("echo 0; sleep 1000", "no counterexample in 1 board"),
            ("echo 5; sleep 1000", "1 of 1 boards is overestimated"),
        ] {
            // Enough for a shell to start on a busy machine, where its answer counts.
            let time = if known.is_empty() { "100ms" } else { "3s" };
            let run = with(command, &["--time", time]);
            assert_eq!(run.code, 3, "{command}: {}", run.stderr);
            assert!(
                run.stderr.contains("the time limit was reached"),
                "{command}: {}",
                run.stderr
            );
            assert!(run.stdout.contains(known), "{command}: {}", run.stdout);
            assert_eq!(run.stdout.is_empty(), known.is_empty(), "{command}");
        }
        let run = with("sleep 1000", &["--time", "100ms", "--json"]);
        assert!(
            run.stdout.contains("\"status\":\"limit\""),
            "{}",
            run.stdout
        );
        let run = with("echo 0; sleep 1000", &["--time", "3s", "--json"]);
        let object: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(
            (&object["status"], &object["reason"]),
            (&"limit".into(), &"time".into())
        );
        assert_eq!(object["boards"], 1);
        assert!(object.get("admissible").is_none());
    }

    #[test]
    fn ctrl_c_stops_the_command_and_its_child_processes() {
        let folder = Folder::new("interrupted");
        let [begun, late] = ["begun", "late"].map(|name| folder.0.join(name));
        let command = format!(
            "(sleep 20; touch '{}') & touch '{}'; wait",
            late.display(),
            begun.display()
        );
        let audit = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["audit", "--heuristic-command", &command])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !begun.exists() {
            std::thread::yield_now();
        }
        let id = audit.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &id])
                .status()
                .unwrap()
                .success()
        );
        // All its processes hold the pipe, so this waits for the last of them.
        let output = audit.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
        assert!(!late.exists());
    }

    /// The examples in Python: overestimated boards, and by how much at worst.
    #[test]
    fn the_python_examples_have_their_published_results() {
        if Command::new("python3").arg("--version").output().is_err() {
            eprintln!("skipped: there is no python3");
            return;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/heuristics");
        for (name, code, count, worst) in [
            ("manhattan", 0, 0, 0.0),
            ("pairs", 1, 7, 4.0),
            ("squared_euclid", 1, 53_371, 14.0),
            ("hamming_with_blank", 1, 78, 1.0),
        ] {
            let command = format!("python3 '{}'", folder.join(format!("{name}.py")).display());
            let (found, objects) = objects(&["--heuristic-command", &command]);
            assert_eq!(found, code, "{name}");
            assert_eq!(objects[0]["command"], command);
            assert_eq!(objects[0]["boards"], 181_440, "{name}");
            let above = &objects[0]["overestimates"];
            assert_eq!(above["count"], count, "{name}");
            let by = |field: &str| above["worst"][field].as_f64().unwrap_or(0.0);
            assert_eq!(by("estimate") - by("distance"), worst, "{name}");
            // Any rectangle.
            let (_, objects) = super::objects(&["--heuristic-command", &command, "--shape", "2x3"]);
            assert_eq!(objects[0]["boards"], 360, "{name}");
        }
    }
}
