//! Every example in the help of every command is run.
#![cfg(unix)]

use crate::common::{Folder, taquin};
use clap::{Command, CommandFactory};
use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;
use taquin_cli::args::Args;

/// How an example differs from the others, which are run as they are and succeed.
enum Case {
    /// It is run, and ends with this exit code.
    Exit(i32),
    /// This is run instead, and ends with this exit code.
    Instead(&'static str, i32),
    /// It is not run.
    Skip,
}
use Case::{Exit, Instead, Skip};

/// Examples that differ, and why.
#[rustfmt::skip]
const CASES: &[(&str, Case, &str)] = &[
    ("taquin solve puzzle.txt --watch", Exit(2), "there is no terminal"),
    ("taquin solve board20x20.txt --time 1m", Instead("taquin solve board20x20.txt --time 100ms", 0), "it uses all of its time"),
    ("taquin check \"3 2/0 1\" \"1 2/3 0\" --explain", Exit(1), "the answer is no"),
    ("npuzzle puzzle.txt | taquin verify -", Instead("taquin solve puzzle.txt --to grid | taquin verify -", 0), "npuzzle is another crate's program, and reads 42's files"),
    ("taquin trace \"1 2 3/4 5 6/8 7 0\" --twin --steps 2", Exit(1), "the board is unsolvable"),
    ("taquin audit manhattan --metric mtm", Exit(1), "the heuristic is not admissible"),
    ("taquin tree \"1 2/3 0\" --dot | dot -Tpng > tree.png", Instead("taquin tree \"1 2/3 0\" --dot", 0), "dot may not be installed"),
    ("taquin man | man -l -", Instead("taquin man", 0), "man may not be installed"),
    ("taquin grade nine --command ./Nine", Instead("taquin grade heuristic --command ./my-heuristic", 0), "Nine is another crate's program"),
    ("taquin grade nine --dir ann --build make --command ./Nine --json", Instead("taquin grade heuristic --dir . --build true --command ./my-heuristic --json", 0), "the same"),
    ("taquin grade nine --each \"submissions/*\" --build make --command ./Nine --jobs 2 --csv", Instead("mkdir -p class/ann class/bob; taquin grade heuristic --each \"class/*\" --build true --command ../../my-heuristic --jobs 2 --csv", 0), "the same"),
    ("taquin grade npuzzle-42 --command ./npuzzle --map \"manhattan=-H manhattan\" --map greedy=--greedy", Skip, "the same"),
    ("taquin grade nine --command ./Nine --replay 0:lengths.3", Instead("taquin grade heuristic --command ./my-heuristic --replay 0:admissible.1", 0), "the same"),
    ("taquin play", Skip, "it needs a terminal"),
    ("taquin play --size 3 --difficulty easy", Skip, "it needs a terminal"),
    ("taquin play --shape 3x5 --goal snail --seed 7", Skip, "it needs a terminal"),
    ("taquin play --optimal-length 30", Skip, "it needs a terminal"),
    ("taquin play \"8 1 3/4 0 2/7 6 5\"", Skip, "it needs a terminal"),
    ("taquin page export site", Instead("printf '\\0asm' > taquin.wasm; taquin page export site --wasm taquin.wasm", 0), "the solver for browsers is built separately"),
    ("python3 -m http.server --directory site", Skip, "it runs until it is stopped"),
    ("taquin serve", Skip, "it runs until it is stopped"),
    ("taquin serve --open", Skip, "it runs until it is stopped"),
    ("taquin serve --port 0", Skip, "it runs until it is stopped"),
    ("taquin serve --host 0.0.0.0 --searches 1 --time 5s", Skip, "it runs until it is stopped"),
    ("taquin tables build", Instead("taquin tables build 6-6-3", 0), "it builds 500 MB for 10 seconds"),
    ("taquin tables build 7-8", Instead("taquin tables build 6-6-3", 0), "it builds 500 MB for 10 seconds"),
    ("taquin tables build 6-6-6-6", Instead("taquin tables build --shape 3x3", 0), "it takes several seconds"),
    ("taquin tables build 5x5", Instead("taquin tables build 3x3", 0), "it takes a minute"),
    ("taquin tables build 5x5 --count 139", Instead("taquin tables build 3x3", 0), "it takes minutes"),
    ("taquin tables verify /mnt/tables/*.pdb", Instead("taquin tables verify tables/*.pdb", 0), "the directory is that of another machine"),
    ("taquin tables remove 7-8", Exit(1), "there is no such table"),
    ("taquin tables remove 6-6-6-6 --goal snail", Exit(1), "there is no such table"),
    ("taquin tables remove 4x4-blank0-cells1,2,3.pdb", Exit(1), "there is no such file"),
    ("taquin cluster census 2x6 --processes 2 --checkpoint 2x6.levels --json", Instead("taquin cluster census 2x5 --processes 2 --checkpoint 2x5.levels --json", 0), "it takes 10 seconds"),
    ("taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels --scratch /var/tmp", Instead("taquin cluster census 2x4 --processes 2 --checkpoint 2x4.levels --scratch .", 0), "it takes an hour"),
    ("taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels", Skip, "it takes an hour"),
    ("taquin cluster census 2x7 --processes 2 --checkpoint 2x7.levels --resume", Skip, "it takes an hour"),
    ("taquin cluster tables 7-8 --workers 2", Instead("taquin cluster tables 6-6-3 --workers 2", 0), "it takes 10 seconds"),
    ("taquin cluster tables 7-8 --processes 2", Instead("taquin cluster tables 6-6-3 --processes 2 --force", 0), "it takes 10 seconds"),
    ("taquin cluster tables 6-6-6-6 --processes 2 --checkpoint tables.levels", Instead("taquin cluster tables 6-6-3 --goal first --processes 2 --checkpoint tables.levels", 0), "it takes a minute"),
    ("taquin cluster tables --groups 1,2,3,4,5,6,7/8,9,10,11,12,13,14,15 --hosts hosts.txt --process 0", Skip, "it waits for the other process"),
    ("taquin bench korf100 --threads 1", Instead("taquin bench korf100 --threads 1 --only 12", 0), "it takes minutes"),
    ("taquin bench deepcubea-35 --time 60s", Instead("taquin bench deepcubea-35 --only 1 --time 100ms", 0), "it takes an hour"),
    ("taquin bench korf24 --only 38,40,25 --time 10m", Instead("taquin bench korf24 --only 38,40,25 --time 0", 3), "it takes minutes"),
    ("taquin bench korf24 --time 10s --csv > korf24.csv", Instead("taquin bench korf24 --time 0 --csv > korf24.csv", 3), "it takes minutes"),
    ("taquin bench hardest --cold --json", Instead("taquin bench hardest --cold --json --time 0", 3), "it takes minutes"),
    ("taquin bench large --sizes 5,10 --count 10 --time 20s", Instead("taquin bench large --sizes 5,10 --count 2 --time 50ms", 0), "it uses all of its time"),
    ("taquin bench large --sizes 1000 --count 1", Instead("taquin bench large --sizes 100 --count 1 --effort 0", 0), "it takes minutes"),
];

/// The examples below a command, without their comments.
fn examples(command: &Command, found: &mut Vec<String>) {
    let help = command.get_after_help().map(ToString::to_string);
    let lines = help.iter().flat_map(|help| help.lines());
    let examples = lines.skip_while(|line| *line != "Examples:").skip(1);
    let examples = examples.take_while(|line| line.starts_with("  "));
    found.extend(examples.map(|line| without_comment(line.trim())));
    for command in command.get_subcommands() {
        self::examples(command, found);
    }
}

/// A comment follows three spaces outside quotation marks.
fn without_comment(line: &str) -> String {
    let mut is_quoted = false;
    let end = line.char_indices().find(|&(at, c)| {
        is_quoted ^= c == '"';
        !is_quoted && line[at..].starts_with("   ")
    });
    let end = end.map_or(line.len(), |(at, _)| at);
    line[..end].trim().into()
}

/// A directory with the files that examples name.
fn folder_with_files(name: &str) -> Folder {
    let folder = Folder::new(name);
    let write = |name: &str, text: &str| std::fs::write(folder.0.join(name), text).unwrap();
    let puzzle = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15";
    write("puzzle.txt", &format!("{puzzle}\n"));
    let solved = taquin(&["solve", puzzle, "--goal", "snail", "--json"]).stdout;
    let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
    write("moves.txt", solved["moves"].as_str().unwrap());
    write(
        "states.txt",
        &taquin(&["solve", puzzle, "--to", "princeton"]).stdout,
    );
    for size in ["5", "20", "1000"] {
        let board = taquin(&["generate", "--size", size, "--walk", "30", "--seed", "1"]).stdout;
        write(&format!("board{size}x{size}.txt"), &board);
    }
    let boards = taquin(&["generate", "--size", "3", "--count", "5", "--seed", "1"]).stdout;
    write("boards.txt", &boards);
    write("boards.tsv", &boards);
    write("names.txt", "Ada Lovelace\nNoyes Chapman\n");
    write("hosts.txt", "127.0.0.1:2101\n127.0.0.1:2102\n");
    write("my-heuristic", "#!/bin/sh\nexec sed 's/.*/0/'\n");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.0.join("my-heuristic"), executable).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for shared in ["examples", "data"] {
        symlink(root.join(shared), folder.0.join(shared)).unwrap();
    }
    for inner in [".local/share/bash-completion/completions", ".zfunc"] {
        std::fs::create_dir_all(folder.0.join(inner)).unwrap();
    }
    folder
}

/// Runs a line in the shell, and returns the exit code with what it printed on standard error.
fn shell(folder: &Path, line: &str) -> (i32, String) {
    let programs = Path::new(env!("CARGO_BIN_EXE_taquin")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let output = std::process::Command::new("sh")
        .args(["-c", line])
        .env("PATH", path)
        .env("HOME", folder)
        .env("TAQUIN_TABLES", folder.join("tables"))
        .env(
            "TAQUIN_CLUSTER_TOKEN",
            "a token for the tests of the examples",
        )
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), errors)
}

/// Runs the examples of some commands in order, in one directory.
fn check(name: &str, is_among: impl Fn(&str) -> bool) {
    let folder = folder_with_files(name);
    let mut wrong = String::new();
    let mut lines = Vec::new();
    let all = Args::command();
    for command in all.get_subcommands().filter(|its| is_among(its.get_name())) {
        examples(command, &mut lines);
    }
    assert!(lines.len() > 10, "{lines:?}");
    let mut done = BTreeSet::new();
    for line in lines.iter().filter(|line| done.insert(line.as_str())) {
        let case = CASES.iter().find(|(example, ..)| example == line);
        let (run, code) = match case.map(|(_, case, _)| case) {
            None => (line.as_str(), 0),
            Some(Exit(code)) => (line.as_str(), *code),
            Some(Instead(run, code)) => (*run, *code),
            Some(Skip) => continue,
        };
        let (found, errors) = shell(&folder.0, run);
        if found != code {
            wrong += &format!("{run}\nexpected {code}, got {found}: {errors}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn is_long(command: &str) -> bool {
    matches!(command, "audit" | "bench" | "cluster" | "tables")
}

#[test]
fn examples_of_most_commands_work() {
    check("examples", |command| !is_long(command));
}

#[test]
fn examples_of_audit_bench_and_tables_work() {
    check("examples-long", |command| {
        is_long(command) && command != "cluster"
    });
}

#[cfg(feature = "cluster")]
#[test]
fn examples_of_cluster_work() {
    check("examples-cluster", |command| command == "cluster");
}

#[cfg(all(
    feature = "cluster",
    feature = "grade",
    feature = "play",
    feature = "serve"
))]
#[test]
fn every_case_is_an_example() {
    let mut lines = Vec::new();
    examples(&Args::command(), &mut lines);
    for (example, _, why) in CASES {
        assert!(lines.iter().any(|line| line == example), "{example}");
        assert!(!why.is_empty(), "{example}");
    }
}
