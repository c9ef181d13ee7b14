//! Runs the programs as a user would.
#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    reason = "shared test code; no test uses all of it"
)]

pub mod cluster;
pub mod http;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// No table that somebody keeps on disk has a say in a test.
pub const NO_TABLES: (&str, &str) = ("TAQUIN_TABLES", "/nonexistent/taquin");

/// A folder for one test, gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        // Tests of one binary run side by side, and two of them may choose the same name.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = format!("{}-{process}-{number}-{name}", env!("CARGO_CRATE_NAME"));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a program with arguments and standard input.
pub fn run(program: &str, args: &[&str], input: &[u8]) -> Run {
    run_with(program, args, input, &[])
}

/// The same with some variables of the environment.
fn run_with(program: &str, args: &[&str], input: &[u8], variables: &[(&str, &str)]) -> Run {
    let mut child = Command::new(program)
        .args(args)
        .envs([NO_TABLES])
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program may end without reading all of its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn taquin(args: &[&str]) -> Run {
    run(env!("CARGO_BIN_EXE_taquin"), args, b"")
}

pub fn taquin_with(args: &[&str], variables: &[(&str, &str)]) -> Run {
    run_with(env!("CARGO_BIN_EXE_taquin"), args, b"", variables)
}

/// Arguments, exit code, a part of standard output (nothing means nothing), a part of standard error.
pub type Case<'a> = (&'a [&'a str], i32, &'a str, &'a str);

/// Runs `taquin` on every case.
pub fn check_cases(cases: &[Case<'_>]) {
    for (args, code, stdout, stderr) in cases {
        let run = taquin(args);
        let seen = format!("{args:?}\n{}\n{}", run.stdout, run.stderr);
        assert_eq!(run.code, *code, "{seen}");
        assert!(run.stdout.contains(stdout), "{seen}");
        assert!(run.stderr.contains(stderr), "{seen}");
        assert!(
            stdout.is_empty() <= run.stdout.is_empty(),
            "nothing was expected: {seen}"
        );
    }
}

/// The lines of a data file that are no comments, split at tabs.
pub fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect()).collect()
}

/// Turns `\n`, `\t`, `\r`, `\\` and `\xNN` into the bytes they stand for.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next().unwrap() {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'\\' => b'\\',
            b'x' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            other => panic!("unknown escape {other}"),
        });
    }
    bytes
}

/// Goes through the tags of a text and says what is wrong with them.
pub fn fault(text: &str) -> Option<String> {
    const VOID: [&str; 2] = ["meta", "input"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find(['<', '>', '&']) {
        let from = &rest[begin..];
        if let Some(reference) = from.strip_prefix('&') {
            let name = reference.split(';').next().unwrap();
            if !matches!(name, "amp" | "lt" | "gt") {
                return Some(format!("&{name}"));
            }
            rest = reference;
            continue;
        }
        let Some((tag, after)) = from.strip_prefix('<').and_then(|tag| tag.split_once('>')) else {
            return Some(format!("no tag: {from:.20}"));
        };
        rest = after;
        let name = tag.split([' ', '\n', '/']).next().unwrap();
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
            return Some(format!("attributes of <{tag}>"));
        }
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return Some(format!("</{closed}> closes another"));
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') && !VOID.contains(&name) {
            open.push(name);
            // What stands in these is no markup.
            if matches!(name, "script" | "style") {
                rest = &rest[rest.find(&format!("</{name}>")).unwrap()..];
            }
        }
    }
    open.pop().map(|open| format!("<{open}> is not closed"))
}
