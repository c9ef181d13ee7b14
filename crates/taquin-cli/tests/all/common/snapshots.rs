//! Whole error messages: every failed command of the tests is in a file, `tests/errors/NAME.txt`, with its exit code and
//! what it wrote on standard error. `TAQUIN_BLESS=1 cargo test` writes the files; read what changed before you commit it.

use super::Run;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The snapshots of a file: commands with what they say.
type Snapshots = BTreeMap<String, String>;

/// Tests run side by side, and several write to one file.
static WRITING: Mutex<()> = Mutex::new(());

/// Compares a failed run with its snapshot; says what differs.
pub fn difference(args: &[&str], input: &[u8], run: &Run, caller: &Location<'_>) -> Option<String> {
    // A user's program answers while taquin asks, so the number of answers before an error is another one each time.
    let runs_program = args.iter().any(|arg| arg.ends_with("-command"))
        || args.first() == Some(&"audit") && args.contains(&"--command");
    // What a search wrote is another text each time.
    let is_timed = String::from_utf8_lossy(input).contains("seconds");
    // Other systems have other messages for files and signals.
    if !cfg!(target_os = "linux") || runs_program || is_timed {
        return None;
    }
    let file = Path::new(caller.file()).file_stem()?.to_str()?;
    let path = folder().join(format!("{file}.txt"));
    let command = redacted(&(command(args) + &shown(input)));
    let said = run.stderr.lines().filter(|line| is_ours(line));
    let said = said.map(redacted).collect::<Vec<_>>().join("\n");
    let said = format!("exit {}\n{said}", run.code).trim_end().to_owned() + "\n";
    if std::env::var_os("TAQUIN_BLESS").is_some() {
        let _one = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut snapshots = read(&path);
        snapshots.insert(command, said);
        write(&path, &snapshots);
        return None;
    }
    let known = read(&path).remove(&command);
    (known.as_ref() != Some(&said)).then(|| {
        let known = known.unwrap_or_else(|| "(nothing)\n".into());
        format!(
            "{}: the message is another one; TAQUIN_BLESS=1 cargo test writes it\n$ {command}\nexpected {known}got {said}",
            path.display()
        )
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors")
}

/// A command as a shell would take it, on one line.
fn command(args: &[&str]) -> String {
    let mut line = String::from("taquin");
    for arg in args {
        let is_plain = |c: char| c.is_alphanumeric() || "-_./,=×:%+*^<>".contains(c);
        // Writing to a string cannot fail.
        let _ = if !arg.is_empty() && arg.chars().all(is_plain) {
            write!(line, " {arg}")
        } else {
            write!(line, " {arg:?}")
        };
    }
    line
}

/// The beginning of standard input.
fn shown(input: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(input);
    let beginning: String = text.chars().take(MOST).collect();
    match text.len() {
        0 => String::new(),
        length if length == beginning.len() => format!(" <<< {beginning:?}"),
        length => format!(" <<< {beginning:?}… ({length} bytes)"),
    }
}

/// Every shell has its own messages, and a seed that was not chosen is another one each time.
fn is_ours(line: &str) -> bool {
    !line.starts_with("sh:") && !line.starts_with("taquin: --seed ")
}

/// Without the directories of this machine and the numbers of this run.
fn redacted(text: &str) -> String {
    let text = text.replace(env!("CARGO_MANIFEST_DIR"), "CRATE");
    let text = without_number(&text, "--port ");
    let text = without_number(&text, "127.0.0.1:");
    let mut parts = text.split(env!("CARGO_TARGET_TMPDIR"));
    let mut redacted: String = parts.next().unwrap_or_default().into();
    for part in parts {
        // A folder is `crate-process-number-name`.
        let is_number = |c: char| c.is_ascii_digit() || c == '-';
        let name = part.trim_start_matches(|c: char| c.is_alphabetic() || "/_".contains(c));
        redacted += "TMP/";
        redacted += name.trim_start_matches(is_number);
    }
    redacted
}

/// A free port is another one each time.
fn without_number(text: &str, before: &str) -> String {
    let (first, rest) = text.split_once(before).unwrap_or((text, ""));
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.len() - after.len() {
        0 => text.into(),
        _ => format!("{first}{before}PORT{after}"),
    }
}

fn read(path: &Path) -> Snapshots {
    let text = fs::read_to_string(path).unwrap_or_default();
    let snapshots = text.split("\n$ ").map(|part| part.trim_start_matches("$ "));
    let parts = snapshots.filter_map(|part| part.split_once('\n'));
    parts
        .map(|(command, said)| (command.into(), format!("{}\n", said.trim_end_matches('\n'))))
        .collect()
}

fn write(path: &Path, snapshots: &Snapshots) {
    let texts = snapshots
        .iter()
        .map(|(command, said)| format!("$ {command}\n{said}"));
    fs::create_dir_all(folder()).unwrap();
    fs::write(path, texts.collect::<Vec<_>>().join("\n")).unwrap();
}
