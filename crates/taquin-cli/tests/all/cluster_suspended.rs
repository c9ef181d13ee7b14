//! A process of a job that is stopped (SIGSTOP) keeps its connections. The others notice it by its silence, within half a minute.

use crate::common::Folder;
use crate::common::cluster::signals::{children, signal};
use crate::common::cluster::{Process, latest, start_all, until};
use rustix::process::Signal;
use std::path::Path;

fn census<'a>(levels: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["census", "3x4", "--workers", "1", "--json", "--checkpoint"];
    [&args[..], &[levels.to_str().unwrap()], more].concat()
}

#[test]
fn a_stopped_process_is_lost_and_the_job_can_be_resumed() {
    let folder = Folder::new("suspended");
    let levels = folder.0.join("levels");
    let mut processes = start_all(&folder, &census(&levels, &[]), 2);
    assert!(until(|| latest(&levels) >= 10), "{}", processes[0].said());
    let other = processes.pop().unwrap();
    assert!(signal(other.id(), Signal::STOP));
    let end = processes.pop().unwrap().end();
    assert_eq!(end.code, 6, "{}", end.stderr);
    assert!(
        end.stderr.contains("process 0: process 1"),
        "{}",
        end.stderr
    );
    assert!(end.stderr.contains("is lost"), "{}", end.stderr);
    // When it goes on, it finds the others gone.
    assert!(signal(other.id(), Signal::CONT));
    assert_eq!(other.end().code, 6);
    let resumed = start_all(&folder, &census(&levels, &["--resume"]), 2);
    let ends: Vec<i32> = resumed
        .into_iter()
        .map(|process| process.end().code)
        .collect();
    assert_eq!(ends, [0, 0]);
}

/// The first process ends those that it has started, also if they are stopped. A stop of the job does not wait for them.
#[test]
fn a_stopped_child_does_not_outlive_the_job() {
    let folder = Folder::new("suspended-child");
    let levels = folder.0.join("levels");
    let first = Process::start(&folder.0, &census(&levels, &["--processes", "2"]));
    assert!(until(|| latest(&levels) >= 10), "{}", first.said());
    let child = children(first.id())[0];
    assert!(signal(child, Signal::STOP));
    assert!(signal(first.id(), Signal::TERM));
    let end = first.end();
    assert_eq!(end.code, 6, "{}", end.stderr);
    assert!(until(|| !Path::new(&format!("/proc/{child}")).exists()));
}
