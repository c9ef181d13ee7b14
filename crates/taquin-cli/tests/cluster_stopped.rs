//! Jobs that are stopped, by Ctrl-C or when their time is over: all processes end alike, and what is known is printed.
#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]

#[path = "common/cluster.rs"]
mod cluster;
mod common;

use cluster::signals::{children, signal};
use cluster::{GOAL_3X4, Process, cluster, counts, latest, published, start_all, until};
use common::{Folder, Run};
use rustix::process::Signal;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

const GROUPS: &str = "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15";

fn census<'a>(levels: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["census", "3x4", "--workers", "1", "--json", "--checkpoint"];
    [&args[..], &[levels.to_str().unwrap()], more].concat()
}

/// All have ended alike, and the first has printed how the census begins; gives how many levels.
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
            .contains("stopped: the same command with --resume goes on"),
        "{}",
        end.stderr
    );
    known.split(' ').count()
}

/// Ctrl-C is sent to one process, the first or another; then to all, as a terminal does; then the job ends.
#[test]
fn ctrl_c_stops_all_processes_and_the_job_goes_on() {
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
fn a_job_whose_time_is_over_ends_everywhere_and_goes_on() {
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
            .contains("stopped: the same command with --resume goes on"),
        "{}",
        ends[0].stderr
    );
    assert!(latest(&levels) >= 3);
}

/// A process that is alone when somebody presses Ctrl-C ends, and those that it has started do, too.
#[test]
fn ctrl_c_while_others_are_waited_for_ends_the_process() {
    let folder = Folder::new("waiting");
    let hosts = cluster::hosts(&folder, 2);
    let process = Process::start(
        &folder.0,
        &["census", "3x3", "--hosts", &hosts, "--process", "0"],
    );
    assert!(
        until(|| process.said().contains("waiting for process 1 ")),
        "{}",
        process.said()
    );
    assert!(signal(process.id(), Signal::INT));
    assert_eq!(process.end().code, 130);
}

/// An answer that nobody got is not the end of the job.
#[test]
fn what_is_kept_stays_until_the_answer_is_written() {
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
    assert!(said.contains("going on from level "), "{said}");
    assert!(!fs::exists(&levels).unwrap());
}
