//! The dependency rule: library ← app ← front ends, and in the app a module uses only modules above it in `lib.rs`, so
//! that results never import writers and writers never import commands.

#[path = "../../../../tests/shared/sources.rs"]
mod sources;

use sources::{code, files_below};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates of the workspace each one may depend on. A new crate needs a line here.
const MAY_USE: &[(&str, &[&str])] = &[
    ("taquin", &[]),
    ("taquin-app", &["taquin"]),
    ("taquin-benches", &[]),
    ("taquin-cluster", &["taquin", "taquin-app"]),
    ("taquin-courses", &["taquin", "taquin-app"]),
    ("taquin-grade", &["taquin", "taquin-app"]),
    ("taquin-py", &["taquin", "taquin-app"]),
    ("taquin-train", &["taquin"]),
    ("taquin-wasm", &["taquin", "taquin-app", "taquin-web"]),
    ("taquin-web", &["taquin", "taquin-app"]),
    (
        "taquin-cli",
        &[
            "taquin",
            "taquin-app",
            "taquin-cluster",
            "taquin-courses",
            "taquin-grade",
            "taquin-web",
        ],
    ),
];

/// What belongs to front ends: argument parsers, HTTP, terminals, dataflow, Python.
const FRONT_END: [&str; 13] = [
    "axum",
    "clap",
    "clap_complete",
    "clap_mangen",
    "crossterm",
    "hyper",
    "hyper-util",
    "http-body",
    "numpy",
    "pyo3",
    "ratatui",
    "timely",
    "tokio",
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The crates of the workspace, with what each needs to be built.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let folders = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap());
    let manifests = folders.filter_map(|folder| {
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).ok()?;
        let name = folder.file_name().into_string().unwrap();
        Some((name, dependencies_of(&manifest)))
    });
    manifests.collect()
}

/// The names in every `[dependencies]` of a manifest, those of a platform included and those of tests left out.
fn dependencies_of(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            is_inside = line.ends_with("dependencies]") && !line.ends_with("dev-dependencies]");
            // A table per dependency: [dependencies.clap].
            let table = line.trim_matches(['[', ']']).rsplit_once("dependencies.");
            names.extend(match table {
                Some((before, name)) if !before.ends_with("dev-") => Some(name.to_string()),
                _ => None,
            });
        } else if is_inside && !line.is_empty() && !line.starts_with('#') {
            let end = line.find([' ', '.', '=']).unwrap_or(line.len());
            names.push(line[..end].trim_matches('"').to_string());
        }
    }
    names
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(module: &str) -> Vec<PathBuf> {
    sources::files(&source(), module)
}

#[test]
fn crates_depend_only_on_earlier_ones() {
    let known: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    for (name, dependencies) in dependencies() {
        let Some(allowed) = known.get(name.as_str()) else {
            panic!("{name}: MAY_USE should say which crates it may depend on");
        };
        let ours = dependencies
            .iter()
            .filter(|name| name.starts_with("taquin"));
        for dependency in ours {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} depends on {dependency}, which is not below it"
            );
        }
    }
}

/// A target with `test = false` is not compiled once more for its unit tests, so it must have none.
#[test]
fn no_unit_test_is_left_out() {
    let mut targets = 0;
    for name in dependencies().keys() {
        let folder = crates().join(name);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for section in manifest.split("\n[").filter(|section| {
            let mut lines = section.lines();
            lines.any(|line| line == "test = false")
        }) {
            let path = section.lines().find_map(|line| {
                let path = line.strip_prefix("path = \"")?;
                path.strip_suffix('"')
            });
            let path = folder.join(path.unwrap_or("src/lib.rs"));
            // What stands beside `lib.rs` or in a folder of `bin` belongs to it.
            let sources = match path.file_stem().and_then(|stem| stem.to_str()) {
                Some("lib") => files_below(&folder.join("src")),
                Some("main") if !path.ends_with("src/main.rs") => {
                    files_below(path.parent().unwrap())
                }
                _ => vec![path],
            };
            for file in sources {
                let code = fs::read_to_string(&file).unwrap();
                assert!(!code.contains("#[test]"), "{}", file.display());
            }
            targets += 1;
        }
    }
    assert!(targets > 0);
}

#[test]
fn library_and_app_know_no_front_end() {
    let dependencies = dependencies();
    for name in ["taquin", "taquin-app"] {
        for dependency in &dependencies[name] {
            assert!(
                !FRONT_END.contains(&dependency.as_str()),
                "{name} depends on {dependency}, which is for front ends"
            );
        }
    }
}

#[test]
fn only_programs_have_an_argument_parser() {
    for name in ["taquin-web", "taquin-grade", "taquin-py"] {
        for dependency in &dependencies()[name] {
            assert!(!dependency.starts_with("clap"), "{name}: {dependency}");
        }
    }
}

#[test]
fn grading_prints_nothing() {
    for file in files_below(&crates().join("taquin-grade/src")) {
        let code = code(&file);
        for foreign in ["println!", "print!", "io::stdout", "io::stderr", " say("] {
            assert!(!code.contains(foreign), "{} uses {foreign}", file.display());
        }
    }
}

/// A WebAssembly worker answers the same requests: the API has no sockets, no files and no clock.
#[test]
fn the_api_knows_no_http() {
    let web = crates().join("taquin-web/src");
    let mut files = files_below(&web.join("api"));
    files.push(web.join("api.rs"));
    for file in files {
        let code = code(&file);
        for foreign in [
            "axum",
            "tokio",
            "hyper",
            "http_body",
            "crate::server",
            "std::net",
            "std::fs",
            "std::thread",
            "Instant",
            "taquin_app::input",
        ] {
            assert!(!code.contains(foreign), "{} uses {foreign}", file.display());
        }
    }
}

#[test]
fn without_features_the_app_needs_only_the_library_and_thiserror() {
    let manifest = fs::read_to_string(crates().join("taquin-app/Cargo.toml")).unwrap();
    let lines = manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]");
    let always: Vec<&str> = lines
        .skip(1)
        .take_while(|line| !line.starts_with("[lints"))
        .filter(|line| !line.contains("optional = true"))
        .filter_map(|line| line.split_once('.').map(|(name, _)| name))
        .filter(|name| !name.starts_with('['))
        .collect();
    assert_eq!(always, ["taquin", "thiserror"]);
}

#[test]
fn modules_use_only_earlier_ones() {
    assert_eq!(
        sources::modules(&source()).last().map(String::as_str),
        Some("output")
    );
    sources::assert_modules_use_only_earlier_ones(&source());
}

#[test]
fn every_file_belongs_to_a_module() {
    sources::assert_every_file_belongs_to_a_module(&source());
}

#[test]
fn writers_only_write() {
    let grading = crates().join("taquin-grade/src/output");
    for file in files("output").into_iter().chain(files_below(&grading)) {
        let code = code(&file);
        for foreign in [
            "crate::input",
            "crate::store",
            "crate::checkpoint",
            "Guard",
            "Search::new",
            "std::env",
            "std::fs",
            "std::process",
            "std::thread",
            "Instant",
            "stdout(",
            "stderr(",
        ] {
            assert!(!code.contains(foreign), "{} uses {foreign}", file.display());
        }
    }
}

/// The searches and engines of the library, which only its module `solve` combines.
const SEARCHES: [&str; 18] = [
    " bfs(",
    "best_first(",
    "bidirectional_bfs(",
    "idastar(",
    "nbs(",
    "construct(",
    "shorten(",
    "slide_metric::",
    "EngineSearch",
    "Subtrees",
    "Lockstep::new",
    "LearnedBeam",
    "SlideTables",
    "algorithm = Some(Algorithm::",
    "unwrap_or(Algorithm::",
    "then_some(Algorithm::",
    "|_| Algorithm::",
    ".algorithm(Algorithm::",
];

/// The files that may name a search all the same.
const NAMED_SEARCHES: [(&str, &str); 13] = [
    // Its boards have labels instead of numbers, and its course asks for breadth-first search.
    ("taquin-courses/src/bin/nine.rs", " bfs("),
    // `taquin trace --twin` shows the textbook's search of a board and its twin.
    ("taquin-app/src/trace/lockstep.rs", "Lockstep::new"),
    // A search on several machines is divided into subtrees.
    ("taquin-cluster/src/solve.rs", "EngineSearch"),
    ("taquin-cluster/src/solve.rs", "Subtrees"),
    ("taquin-cluster/src/solve/iterations.rs", "Subtrees"),
    // `taquin trace` shows the example of every course, A* with Manhattan distance, unless another search is requested.
    ("taquin-app/src/trace.rs", "unwrap_or(Algorithm::"),
    // A board that cannot be solved is searched to the end, which shows it.
    (
        "taquin-app/src/search/exhaust.rs",
        "algorithm = Some(Algorithm::",
    ),
    // The subject of the 42 school asks for A*, and for options of two other searches.
    (
        "taquin-courses/src/bin/npuzzle/args.rs",
        "then_some(Algorithm::",
    ),
    (
        "taquin-courses/src/bin/npuzzle/main.rs",
        "then_some(Algorithm::",
    ),
    ("taquin-courses/src/bin/npuzzle/main.rs", "|_| Algorithm::"),
    // Worksheets and the yardstick of speed are about A*.
    (
        "taquin-grade/src/worksheet/astar.rs",
        "algorithm = Some(Algorithm::",
    ),
    ("taquin-grade/src/grade/speed.rs", ".algorithm(Algorithm::"),
    // The training measures the beam that it trains.
    ("taquin-train/src/lesson.rs", "LearnedBeam"),
];

/// The app and the front ends ask for a search by name.
#[test]
fn only_solve_chooses() {
    let mut named = Vec::new();
    for (name, _) in MAY_USE.iter().filter(|(name, _)| *name != "taquin") {
        for file in files_below(&crates().join(name).join("src")) {
            let code = code(&file);
            let path = file.strip_prefix(crates()).unwrap().to_str().unwrap();
            let found = SEARCHES.into_iter().filter(|search| code.contains(search));
            named.extend(found.map(|search| (path.to_string(), search)));
        }
    }
    named.sort();
    let mut allowed = NAMED_SEARCHES.map(|(file, search)| (file.to_string(), search));
    allowed.sort();
    assert_eq!(named, allowed);
}

/// The course programs are built quickly.
#[test]
fn course_programs_need_few_crates() {
    const MOST: usize = 20;
    let args = "tree --package taquin-courses --edges normal --prefix none --offline --locked";
    let tree = Command::new(env!("CARGO"))
        .args(args.split(' '))
        .current_dir(crates())
        .output()
        .expect("cargo lists dependencies");
    let tree = String::from_utf8(tree.stdout).expect("names are UTF-8");
    let names: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.contains("taquin-app"), "{names:?}");
    assert!(names.len() <= MOST, "{}: {names:?}", names.len());
}

/// The words that begin with `--`, as options of a command line do.
fn flags(code: &str) -> Vec<String> {
    let rest = code.split("--").skip(1);
    let words = rest.map(|rest| {
        let word = rest.chars();
        word.take_while(|c| c.is_ascii_lowercase() || *c == '-')
            .collect()
    });
    words.filter(|word: &String| !word.is_empty()).collect()
}

/// Front ends name options in their own way (`option.rs`), except in texts that are about a command line.
#[test]
fn only_texts_for_a_terminal_name_flags() {
    let about_a_command_line = [
        // The help of command-line programs.
        ("plan.rs", "algorithm"),
        ("plan.rs", "order"),
        // A command to run.
        ("exit.rs", "explain"),
    ];
    for file in files_below(&source()) {
        let path = file.strip_prefix(source()).unwrap();
        if path.starts_with("output/text") {
            continue;
        }
        for flag in flags(&code(&file)) {
            let is_allowed =
                about_a_command_line.contains(&(path.to_str().unwrap(), flag.as_str()));
            assert!(is_allowed, "{} names --{flag}", path.display());
        }
    }
}

#[test]
fn flags_are_found_anywhere_in_a_text() {
    let code = r#"say("--time: use --max-length, not -- or {}--{}");"#;
    assert_eq!(flags(code), ["time", "max-length"]);
}

#[test]
fn only_the_maps_of_files_are_unsafe() {
    let maps = [
        "taquin-app/src/store/map.rs",
        "taquin-cluster/src/memory.rs",
    ];
    for name in directories() {
        for file in files_below(&crates().join(name).join("src")) {
            let is_map = maps.iter().any(|map| file.ends_with(map));
            let code = code(&file);
            let forms = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait"];
            let is_unsafe = forms.iter().any(|form| code.contains(form));
            assert_eq!(is_unsafe, is_map, "{}", file.display());
        }
    }
}

/// The names of all crates.
fn directories() -> Vec<String> {
    let entries = std::fs::read_dir(crates()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn dependencies_are_found_in_every_form() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\n# why\nclap.workspace = true\nserde = { version = \"1\" }\n\n\
                    [target.'cfg(unix)'.dependencies]\nrustix = \"1\"\n[dependencies.serde_json]\nversion = \"1\"\n[dev-dependencies]\nproptest = \"1\"\n[dev-dependencies.rand]\nversion = \"1\"\n[lints]\nworkspace = true";
    assert_eq!(
        dependencies_of(manifest),
        ["clap", "serde", "rustix", "serde_json"]
    );
}
