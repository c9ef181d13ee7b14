//! Jobs that are stopped, by Ctrl-C or a time limit: all processes end in the same way, and the results so far are printed.
#![cfg(target_os = "linux")]

use crate::common::cluster::signals::{children, signal};
use crate::common::cluster::{
    GOAL_3X4, Process, cluster, counts, latest, names, published, start_all, until,
};
use crate::common::{Folder, Run};
use rustix::process::Signal;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

const GROUPS: &str = "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15";

fn census<'a>(levels: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["census", "3x4", "--workers", "1", "--json", "--checkpoint"];
    [&args[..], &[levels.to_str().unwrap()], more].concat()
}

/// All have ended in the same way, and the first has printed the levels so far; returns their number.
fn check_stopped(ends: &[Run], code: i32, reason: &str) -> usize {
    let published = published(GOAL_3X4, "stm");
    for end in ends {
        assert_eq!(end.code, code, "{}", end.stderr);
    }
    assert!(ends[1..].iter().all(|end| end.stdout.is_empty()));
    let (end, known) = (&ends[0], counts(&ends[0]));
    assert!(published.starts_with(&known), "{known}");
    assert!(known.len() < published.len(), "{known}");
    assert!(
        end.stdout.contains(&format!(r#""reason":"{reason}""#)),
        "{}",
        end.stdout
    );
    assert!(
        end.stderr
            .contains("stopped: the same command with --resume continues"),
        "{}",
        end.stderr
    );
    known.split(' ').count()
}

/// Ctrl-C is sent to one process, the first or another; then to all, as a terminal does; then the job ends.
#[test]
fn ctrl_c_stops_all_processes_and_the_job_can_be_resumed() {
    let folder = Folder::new("interrupted");
    let levels = folder.0.join("levels");
    let mut known = 0;
    for (victim, least) in [(0, 10), (2, 15)] {
        let resume: &[&str] = if victim == 0 { &[] } else { &["--resume"] };
        let processes = start_all(&folder, &census(&levels, resume), 3);
        assert!(
            until(|| latest(&levels) >= least),
            "{}",
            processes[0].said()
        );
        assert!(signal(processes[victim].id(), Signal::INT));
        let ends: Vec<Run> = processes.into_iter().map(Process::end).collect();
        let now = check_stopped(&ends, 130, "interrupted");
        assert!(now >= known && now > least, "{now} after {known}");
        known = now;
    }
    let process = Process::start(
        &folder.0,
        &census(&levels, &["--resume", "--processes", "2"]),
    );
    assert!(until(|| latest(&levels) > known), "{}", process.said());
    let ids = [children(process.id()), vec![process.id()]].concat();
    assert_eq!(ids.len(), 2);
    assert!(ids.iter().all(|&id| signal(id, Signal::INT)));
    check_stopped(&[process.end()], 130, "interrupted");
    let run = cluster(
        &folder.0,
        &census(&levels, &["--resume", "--processes", "2"]),
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(counts(&run), published(GOAL_3X4, "stm"));
}

#[test]
fn a_job_at_its_time_limit_stops_everywhere_and_can_be_resumed() {
    let folder = Folder::new("time");
    let levels = folder.0.join("levels");
    let mut known = 0;
    for time in ["0", "200ms", "300ms"] {
        let more = ["--resume", "--time", time];
        let ends: Vec<Run> = start_all(&folder, &census(&levels, &more), 2)
            .into_iter()
            .map(Process::end)
            .collect();
        let now = check_stopped(&ends, 3, "time");
        assert!(now >= known, "{now} after {known}");
        known = now;
    }
}

#[test]
fn ctrl_c_stops_a_build_everywhere() {
    let folder = Folder::new("tables");
    let levels = folder.0.join("levels");
    let args = [
        "tables",
        "--groups",
        GROUPS,
        "--checkpoint",
        levels.to_str().unwrap(),
    ];
    let processes = start_all(&folder, &args, 2);
    assert!(until(|| latest(&levels) >= 3), "{}", processes[0].said());
    assert!(signal(processes[0].id(), Signal::INT));
    let ends: Vec<Run> = processes.into_iter().map(Process::end).collect();
    for end in &ends {
        assert_eq!(end.code, 130, "{}", end.stderr);
    }
    assert!(
        ends[0]
            .stderr
            .contains("stopped: the same command with --resume continues"),
        "{}",
        ends[0].stderr
    );
    assert!(latest(&levels) >= 3);
}

/// A process that is still waiting for the others when Ctrl-C is pressed ends, whatever its job is.
#[test]
fn ctrl_c_while_waiting_for_other_processes_ends_the_process() {
    let folder = Folder::new("waiting");
    let boards = folder.0.join("boards");
    fs::write(&boards, "1 2 3/4 5 6/7 0 8\n").unwrap();
    let boards = boards.to_str().unwrap();
    for job in [["census", "3x3"], ["solve", boards], ["batch", boards]] {
        let hosts = crate::common::cluster::hosts(&folder, 2);
        let own = ["--hosts", &hosts, "--process", "0"];
        let process = Process::start(
            &folder.0,
            &[job, [own[0], own[1]], [own[2], own[3]]].concat(),
        );
        assert!(
            until(|| process.said().contains("waiting for process 1 ")),
            "{}",
            process.said()
        );
        assert!(signal(process.id(), Signal::INT));
        assert_eq!(process.end().code, 130, "{job:?}");
    }
}

/// Ctrl-C at any moment of a batch stops it, and a resumed batch prints the earlier results again.
#[test]
fn ctrl_c_stops_a_batch_and_it_can_be_resumed() {
    let folder = Folder::new("batch");
    let boards = folder.0.join("boards");
    let data = include_str!("../../../../data/korf-15.tsv").lines();
    let data = data.filter(|line| !line.starts_with('#')).take(60);
    let data: Vec<Vec<&str>> = data.map(|line| line.split('\t').collect()).collect();
    let text: String = data
        .iter()
        .map(|fields| format!("{}\n", fields[2]))
        .collect();
    fs::write(&boards, text).unwrap();
    let done = folder.0.join("done");
    let args = [
        "batch",
        boards.to_str().unwrap(),
        "--goal",
        "first",
        "--checkpoint",
        done.to_str().unwrap(),
        "--resume",
        "--processes",
    ];
    let journal = done.join("journal");
    let kept = || fs::metadata(&journal).map_or(0, |data| data.len());
    let mut known = 200;
    for processes in ["1", "2", "1"] {
        let process = Process::start(&folder.0, &[&args[..], &[processes]].concat());
        assert!(until(|| kept() > known), "{}", process.said());
        assert!(signal(process.id(), Signal::INT));
        let end = process.end();
        assert_eq!(end.code, 130, "{}", end.stderr);
        assert!(
            end.stderr.contains("with --resume continues"),
            "{}",
            end.stderr
        );
        known = kept() + 2000;
    }
    // A full disk is not the journal's fault.
    let full = "exec \"$0\" cluster \"$@\" 2 > /dev/full";
    let mut command = Command::new("sh");
    command
        .args(["-c", full, env!("CARGO_BIN_EXE_taquin")])
        .args(args);
    let end = Process::spawn(&folder.0, &mut command).end();
    assert_eq!(end.code, 5, "{}", end.stderr);
    assert!(
        end.stderr.contains("cannot write the output"),
        "{}",
        end.stderr
    );
    let run = cluster(&folder.0, &[&args[..], &["2"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lengths = run.stdout.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        object["length"].to_string()
    });
    assert!(lengths.eq(data.iter().map(|fields| fields[1])));
    assert!(!done.exists());
}

/// A job whose answer could not be written is not finished.
#[test]
fn a_checkpoint_stays_until_the_answer_is_written() {
    let folder = Folder::new("unwritten");
    let levels = folder.0.join("levels");
    let args = |more: &[&'static str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args([
            "cluster",
            "census",
            "2x4",
            "--processes",
            "2",
            "--workers",
            "1",
        ]);
        command
            .args(more)
            .arg("--checkpoint")
            .arg(&levels)
            .stderr(Stdio::piped());
        command
    };
    let full = File::options().write(true).open("/dev/full").unwrap();
    let run = args(&[]).stdout(full).output().unwrap();
    assert_eq!(
        run.status.code(),
        Some(5),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    assert!(latest(&levels) > 20);
    let run = args(&["--resume"]).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{said}");
    assert!(said.contains("continuing from level "), "{said}");
    assert!(!fs::exists(&levels).unwrap());
}

/// The other processes remove nothing before the first one has printed, either.
#[test]
fn no_process_removes_its_checkpoint_before_the_answer_is_written() {
    let folder = Folder::new("unwritten-hosts");
    let levels = folder.0.join("levels");
    let hosts = crate::common::cluster::hosts(&folder, 2);
    let start = |process: &str| {
        let mut command = Command::new("sh");
        let to = ["/dev/full", "/dev/null"][usize::from(process == "1")];
        let script = format!("exec \"$0\" cluster \"$@\" > {to}");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_taquin")]);
        command.args(["census", "2x4", "--hosts", &hosts, "--process", process]);
        command
            .arg("--checkpoint")
            .arg(&levels)
            .envs([crate::common::cluster::TOKEN]);
        Process::spawn(&folder.0, &mut command)
    };
    let ends = ["0", "1"].map(start).map(Process::end);
    for end in ends {
        assert_eq!(end.code, 5, "{}", end.stderr);
        assert!(
            end.stderr.contains("cannot write the output"),
            "{}",
            end.stderr
        );
    }
    assert!(latest(&levels) > 20);
}

/// Continuing from a level needs the one before it: if that is damaged, the job continues from earlier ones or starts over.
#[test]
fn a_damaged_level_before_the_latest_does_not_block_resuming() {
    let folder = Folder::new("damaged-before");
    let levels = crate::cluster_refused::kept(&folder);
    let all = names(&levels);
    let is_complete = |name: &&String| levels.join(name.replace(".0-", ".1-")).exists();
    let firsts = all.iter().filter(|name| name.contains(".0-of-"));
    let complete: Vec<_> = firsts.filter(is_complete).collect();
    let name = complete[complete.len() - 2];
    let mut bytes = fs::read(levels.join(name)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(levels.join(name), bytes).unwrap();
    for crew in ["1", "2"] {
        let path = levels.to_str().unwrap();
        let resume = ["census", "3x4", "--resume", "--checkpoint", path];
        let more = ["--processes", crew, "--time", "0"];
        let run = cluster(&folder.0, &[&resume[..], &more].concat());
        assert_eq!(run.code, 3, "{}", run.stderr);
        for said in ["warning: ", name, "it is not used"] {
            assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
        }
        let ways = ["continuing from level ", "so the job starts over"];
        let is_said = ways.iter().any(|way| run.stderr.contains(way));
        assert!(is_said, "{}", run.stderr);
    }
}
