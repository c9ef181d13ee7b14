//! The program as a child that is watched while it runs.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    reason = "shared test code"
)]

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A program that reads lines and answers each of them.
pub struct Talking {
    pub child: Child,
    pub stdin: Option<ChildStdin>,
    pub stdout: BufReader<ChildStdout>,
}

impl Talking {
    pub fn start(args: &[&str]) -> Talking {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args(args);
        Talking::spawn(command)
    }

    /// The program with at most this much address space.
    pub fn with_address_space(kilobytes: u32, args: &[&str]) -> Talking {
        Talking::spawn(limited(kilobytes, args))
    }

    pub fn spawn(command: Command) -> Talking {
        Talking::spawn_with(command, &[crate::common::NO_TABLES])
    }

    /// A program with these variables.
    pub fn spawn_with(mut command: Command, variables: &[(&str, &str)]) -> Talking {
        command
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        Talking {
            stdin: child.stdin.take(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    pub fn tell(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    pub fn hear_json(&mut self) -> Value {
        let line = self.hear();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// A figure of its memory now, in bytes: `VmHWM` is the most that it has held.
    pub fn memory(&self, name: &str) -> u64 {
        memory_of(self.child.id(), name)
    }

    /// Waits until it has computed for a while, so that a search runs.
    pub fn until_busy(&self) {
        let path = format!("/proc/{}/stat", self.child.id());
        for _ in 0..6000 {
            let stat = std::fs::read_to_string(&path).unwrap();
            // Hundredths of a second, after the name in brackets.
            let ticks = stat.rsplit_once(')').unwrap().1.split(' ').nth(12).unwrap();
            if ticks.parse::<u64>().unwrap() >= 50 {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not compute");
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let kill = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(kill.success());
    }

    /// Its exit code after the end of its input.
    pub fn end(mut self) -> Option<i32> {
        self.stdin = None;
        self.child.wait().unwrap().code()
    }
}

impl Drop for Talking {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program with at most this much address space.
pub fn limited(kilobytes: u32, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_taquin")])
        .args(args);
    command
}

/// A figure of the memory of a process, in bytes.
pub fn memory_of(id: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let name = format!("{name}:");
    let figure = status.lines().find_map(|line| line.strip_prefix(&name));
    let kilobytes = figure.unwrap().trim().strip_suffix(" kB").unwrap();
    kilobytes.parse::<u64>().unwrap() << 10
}
