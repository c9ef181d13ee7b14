//! SIGTERM and SIGHUP stop the program as Ctrl-C does: with the best that is known, and without leaving processes behind.

use crate::common::child::Talking;
use crate::common::{Folder, NO_TABLES};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

const EASY: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15";
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

/// The signals that stop a program; not a hangup if the tests were started with `nohup`, which programs inherit.
fn signals() -> impl Iterator<Item = &'static str> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let hears_hangup = ignored.is_none_or(|mask| mask & 1 == 0);
    ["-INT", "-TERM", "-HUP"]
        .into_iter()
        .filter(move |signal| hears_hangup || *signal != "-HUP")
}

#[test]
fn a_signal_ends_a_search_with_what_is_known() {
    for signal in signals() {
        let options = ["--algorithm", "idastar", "--heuristic", "manhattan"];
        let mut child =
            Talking::start(&[&["solve", "--lines", "-", "--json"], &options[..]].concat());
        child.tell(EASY);
        assert_eq!(child.hear_json()["length"], 2);
        child.tell(HARD);
        child.until_busy();
        child.signal(signal);
        let answer = child.hear_json();
        assert_eq!(answer["reason"], "interrupted", "{signal}: {answer}");
        assert!(answer["lower_bound"].as_u64().unwrap() > 20, "{answer}");
        assert_eq!(child.end(), Some(130), "{signal}");
    }
}

#[test]
fn a_signal_leaves_a_checkpoint() {
    for signal in signals() {
        let folder = Folder::new(&format!("signal{signal}"));
        let file = folder.0.join("search.checkpoint");
        let args = [
            "solve",
            HARD,
            "--json",
            "--checkpoint",
            file.to_str().unwrap(),
        ];
        let mut child = Talking::start(&args);
        child.until_busy();
        child.signal(signal);
        assert_eq!(child.hear_json()["reason"], "interrupted");
        assert_eq!(child.end(), Some(130));
        assert!(file.exists(), "{signal}");
    }
}

/// The process with this id, unless it is gone or only waits to be reaped.
fn runs(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// Waits for something that must happen.
fn until(what: &str, mut happens: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if happens() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}");
}

#[test]
fn a_signal_ends_the_programs_that_were_started() {
    for signal in signals() {
        let folder = Folder::new(&format!("children{signal}"));
        let file = folder.0.join("id");
        // It never answers, and neither does the program that it starts.
        let command = format!(
            "sleep 1000 & echo $! > '{0}.new'; mv '{0}.new' '{0}'; wait",
            file.display()
        );
        let mut child = Command::new(env!("CARGO_BIN_EXE_taquin"))
            .args(["audit", "--heuristic-command", &command])
            .envs([NO_TABLES])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until("the command starts", || file.exists());
        let sleeping = fs::read_to_string(&file).unwrap();
        let sleeping = sleeping.trim();
        assert!(runs(sleeping));
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        until("the command ends", || !runs(sleeping));
    }
}

/// `nohup` lets a program outlive its terminal.
#[test]
fn an_ignored_hangup_stays_ignored() {
    let mut command = Command::new("sh");
    let script = "trap '' HUP; exec \"$0\" \"$@\"";
    command
        .args(["-c", script, env!("CARGO_BIN_EXE_taquin")])
        .args([
            "solve",
            "--lines",
            "-",
            "--json",
            "--algorithm",
            "idastar",
            "--heuristic",
            "manhattan",
        ]);
    let mut child = Talking::spawn(command);
    child.tell(EASY);
    child.hear();
    child.tell(HARD);
    child.until_busy();
    child.signal("-HUP");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(child.child.try_wait().unwrap(), None);
    child.signal("-TERM");
    assert_eq!(child.hear_json()["reason"], "interrupted");
}
