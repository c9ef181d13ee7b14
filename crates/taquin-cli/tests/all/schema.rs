//! What `--json` and the API write is as the files in `docs/schema/` describe it.

pub(crate) mod validator;

use crate::common::{Folder, taquin, taquin_with};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use validator::Schemas;

/// A board that takes 14 moves, and an unsolvable one.
const BOARD: &str = "8 1 3/4 0 2/7 6 5";
const UNSOLVABLE: &str = "2 1 3/4 5 6/7 8 0";
/// A board with many shortest solutions, and one of 80 moves.
const FIFTEEN: &str = "3 5 6 7/12 9 4 13/11 14 0 2/1 10 8 15";
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

/// A heuristic that is not admissible.
const TWENTY: &str = "while read -r board; do echo 20; done";

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names in string literals, such as `"taquin.solve/1"`.
fn names_in(text: &str) -> impl Iterator<Item = String> {
    text.split("\"taquin.").skip(1).filter_map(|rest| {
        let name = rest.split('"').next()?;
        let (word, version) = name.split_once('/')?;
        let is_name = word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            && version.chars().all(|c| c.is_ascii_digit());
        is_name.then(|| format!("taquin.{name}"))
    })
}

#[test]
fn every_name_in_the_code_has_a_schema_and_every_schema_is_used() {
    let mut used = BTreeSet::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in std::fs::read_dir(crates).unwrap() {
        let source = entry.unwrap().path().join("src");
        let mut files = Vec::new();
        if source.is_dir() {
            sources(&source, &mut files);
        }
        for file in files {
            used.extend(names_in(&std::fs::read_to_string(file).unwrap()));
        }
    }
    assert_eq!(used, Schemas::read().names());
}

/// Only the server writes these.
const OF_THE_SERVER: [&str; 4] = ["generated", "health", "read", "steps"];

/// A field of one name has one type in every object that a command writes.
#[test]
fn a_field_has_one_type_in_every_command() {
    let schemas = Schemas::read();
    let mut types: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for schema in schemas.names() {
        if OF_THE_SERVER
            .iter()
            .any(|name| schema == format!("taquin.{name}/1"))
        {
            continue;
        }
        for (field, kind) in schemas.types(&schema) {
            let name = field.rsplit('.').next().unwrap().to_string();
            types.entry(name).or_default().insert(kind, field);
        }
    }
    types.retain(|_, kinds| kinds.len() > 1);
    assert_eq!(types, BTreeMap::new());
}

/// Command lines without `--json`, and the exit code.
const COMMANDS: &[(&[&str], i32)] = &[
    (&["solve", BOARD, "--states"], 0),
    (
        &[
            "solve",
            BOARD,
            "-a",
            "idastar",
            "-H",
            "manhattan",
            "--iterations",
        ],
        0,
    ),
    (&["solve", BOARD, "--heuristic-command", TWENTY], 0),
    (
        &[
            "compare",
            BOARD,
            "-a",
            "astar",
            "-H",
            "max",
            "--heuristic-command",
            TWENTY,
        ],
        0,
    ),
    (&["solve", BOARD, "--all-optimal", "--metric", "mtm"], 0),
    (&["solve", BOARD, "--max-length", "3"], 3),
    (&["solve", BOARD, "-a", "weighted-astar"], 0),
    (
        &["solve", BOARD, "-a", "greedy", "--moves-as", "numbers"],
        0,
    ),
    (&["solve", HARD, "--all-optimal", "--time", "0"], 3),
    (&["solve", FIFTEEN, "--all-optimal", "--memory", "10K"], 3),
    (&["solve", UNSOLVABLE], 1),
    (&["solve", "1 2 3/4 5 5/7 8 0"], 4),
    (&["compare", BOARD, "-a", "bfs,astar", "-H", "manhattan"], 0),
    (&["compare", HARD, "-a", "bfs", "--time", "0"], 3),
    (&["compare", "1 1"], 4),
    (&["check", BOARD, "--explain"], 0),
    (&["check", "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0"], 1),
    (&["check", "0 2 1", "--shape", "1x3"], 1),
    (&["check", "--as", "nine", "aab-", "baa-"], 0),
    (&["check", "1 1"], 4),
    (&["convert", BOARD, "--to", "comma"], 0),
    (&["convert", r#"{"board":"1 2/0 3","goal":"first"}"#], 0),
    (
        &["convert", BOARD, "--moves", "L", "--moves-as", "blank"],
        0,
    ),
    (&["convert", "1 1"], 4),
    (&["generate", "--size", "3", "--solve", "--seed", "1"], 0),
    (&["generate", "--size", "3", "--optimal-length", "9"], 0),
    (&["generate", "--size", "3", "--unsolvable"], 0),
    (&["generate", "--size", "3", "--optimal-length", "99"], 2),
    (&["moves", "apply", "1 2/3 0", "RD"], 0),
    (&["moves", "count", "R2 D"], 0),
    (&["moves", "invert", "X"], 4),
    (&["inspect", BOARD], 0),
    (&["inspect", UNSOLVABLE], 0),
    (&["inspect", "1 1"], 4),
    (&["hint", BOARD], 0),
    (&["hint", UNSOLVABLE], 1),
    (&["hint", "1 1"], 4),
    (&["verify", "1 2 3/4 0 6/7 5 8", "UL"], 0),
    (&["verify", "1 2 3/4 0 6/7 5 8", "LRUL"], 0),
    (&["verify", "1 2 3/4 0 6/7 5 8", "ULRR"], 1),
    (&["verify", "1 2 3/4 0 6/7 5 8", "ULLL"], 1),
    (&["verify", "1 2 3/4 0 6/7 5 8", "DR"], 1),
    (&["verify", "0 1 2/3 4 5/6 7 8", ""], 1),
    (&["verify", UNSOLVABLE, "R"], 1),
    (&["verify", "1 2/3 0", "1 2/3 0\n0 2/1 3\n"], 1),
    (&["verify", HARD, "RL", "--time", "0"], 1),
    (&["verify", "aab-", "aab-\na-ba\n"], 1),
    (&["verify", "aab-", "aab-\n-aab\n"], 1),
    (&["verify", "aab-", "moves: 3\naab-\n"], 1),
    (&["verify", "aab-", "aab-\naa-b\naab-\n"], 0),
    (&["trace", "0 1 3/4 2 5/7 8 6", "--steps", "2"], 3),
    (&["trace", "0 1 3/4 2 5/7 8 6", "-a", "idastar"], 0),
    (&["trace", UNSOLVABLE, "--twin", "--steps", "2"], 1),
    (&["trace", "1 1"], 4),
    (&["tree", "1 2/3 0", "--depth", "2"], 0),
    (&["tree", "1 1"], 4),
    (&["audit", "manhattan", "--shape", "2x3"], 0),
    (
        &["audit", "manhattan", "--metric", "mtm", "--shape", "2x3"],
        1,
    ),
    (
        &["audit", "manhattan", "--shape", "3x4", "--samples", "3"],
        0,
    ),
    (
        &[
            "audit",
            "--heuristic-command",
            "sed s/.*/0/",
            "--shape",
            "2x2",
        ],
        0,
    ),
    (&["audit", "--command", "false", "--shape", "2x2"], 4),
    (&["census", "2x3", "--list-farthest"], 0),
    (&["census", "3x4", "--time", "0"], 3),
    (&["census", "5x5"], 3),
    (&["count", "3x3", "--depth", "2"], 0),
    (&["count", "3x3", "--depth", "2", "--goal", "1 1"], 4),
    (&["count", "n^2"], 0),
    (&["reach", "1 2/3 0"], 0),
    (&["reach", "1 2/3 0", "--limit", "3"], 3),
    (&["bench", "korf100", "--cold", "--only", "12"], 0),
    (
        &["bench", "korf100", "--cold", "--only", "60", "--time", "0"],
        3,
    ),
    (
        &[
            "bench", "large", "--sizes", "5", "--count", "1", "--effort", "0",
        ],
        0,
    ),
    #[cfg(feature = "cluster")]
    (&["cluster", "census", "2x3", "--workers", "1"], 0),
];

/// Lines that are compared with their schemas, and the fields that they have.
#[derive(Default)]
struct Checked {
    fields: BTreeSet<String>,
    errors: Vec<String>,
}

impl Checked {
    fn object(&mut self, schemas: &Schemas, what: &str, object: &Value) {
        match schemas.check(object) {
            Ok(mut fields) => self.fields.append(&mut fields),
            Err(errors) => {
                let errors = errors.into_iter().map(|error| format!("{what}: {error}"));
                self.errors.extend(errors);
            }
        }
    }

    fn lines(&mut self, schemas: &Schemas, what: &str, lines: &str) {
        for line in lines.lines() {
            match serde_json::from_str(line) {
                Ok(object) => self.object(schemas, what, &object),
                Err(error) => self.errors.push(format!("{what}: {error}: {line}")),
            }
        }
    }
}

/// Fields that no command of this test writes, and why.
const UNSEEN: &[(&str, &str)] = &[
    ("taquin.audit/1.reason", "a limit in the middle of an audit"),
    (
        "taquin.bench-instance/1.estimated_cpu_seconds",
        "estimates need searches that end by time; `unfinished_boards_get_an_estimate` tests them",
    ),
    ("taquin.bench-instance/1.estimated_generated", "the same"),
    ("taquin.bench-instance/1.estimated_seconds", "the same"),
    (
        "taquin.bench-instance/1.iterations.views",
        "they are chosen in searches of many seconds",
    ),
    ("taquin.bench/1.estimated_cpu_seconds", "the same"),
    ("taquin.bench/1.estimated_generated", "the same"),
    ("taquin.bench/1.estimated_seconds", "the same"),
    ("taquin.solve/1.iterations.views", "the same"),
    (
        "taquin.tables/1.tables.bytes",
        "the server of the tests has no tables",
    ),
    ("taquin.tables/1.tables.cols", "the same"),
    ("taquin.tables/1.tables.rows", "the same"),
    ("taquin.tables/1.tables.state", "the same"),
    ("taquin.tables/1.tables.tiles", "the same"),
    (
        "taquin.verify/1.followed",
        "a limit in the middle of a judgement",
    ),
];

#[test]
fn every_field_is_written_as_its_schema_describes() {
    let schemas = Schemas::read();
    let mut checked = Checked::default();
    run_commands(&schemas, &mut checked);
    run_with_files(&schemas, &mut checked);
    #[cfg(feature = "grade")]
    run_grade(&schemas, &mut checked);
    #[cfg(feature = "grade")]
    run_worksheets(&schemas, &mut checked);
    #[cfg(feature = "serve")]
    ask_server(&schemas, &mut checked);
    assert!(checked.errors.is_empty(), "{}", checked.errors.join("\n"));
    if cfg!(not(all(
        feature = "serve",
        feature = "cluster",
        feature = "grade"
    ))) {
        return;
    }
    let unseen: BTreeSet<String> = UNSEEN.iter().map(|(field, _)| field.to_string()).collect();
    let described = schemas.fields();
    let missing: Vec<&String> = described.difference(&checked.fields).collect();
    assert_eq!(missing, unseen.iter().collect::<Vec<_>>());
}

fn run_commands(schemas: &Schemas, checked: &mut Checked) {
    for (args, code) in COMMANDS {
        let run = taquin(&[args, &["--json"][..]].concat());
        let what = args.join(" ");
        if run.code != *code || run.stdout.is_empty() {
            let (code, stderr) = (run.code, run.stderr);
            checked.errors.push(format!("{what}: {code} {stderr}"));
        }
        checked.lines(schemas, &what, &run.stdout);
    }
}

fn run_with_files(schemas: &Schemas, checked: &mut Checked) {
    let folder = Folder::new("schema");
    let file = |name: &str, text: &str| {
        let path = folder.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let claim = file(
        "claim.txt",
        "# This puzzle is unsolvable\n3\n1 2 3\n8 0 4\n7 6 5\n",
    );
    let judged = file(
        "judged.jsonl",
        "{\"start\":\"1 2 3/4 0 6/7 5 8\",\"moves\":\"ULRL\",\"guarantee\":\"optimal\"}\n{\"start\":[1,1]}\n",
    );
    let long = taquin(&["solve", HARD, "-a", "greedy", "--json"]).stdout;
    let long = file("long.jsonl", &long);
    let tables = folder.0.join("tables");
    let variables = [("TAQUIN_TABLES", tables.to_str().unwrap())];
    let broken = tables.join("2x3-blank5-cells0,1.pdb");
    let build = ["tables", "build", "--shape", "2x3", "--json"];
    let unsolvable = file("unsolvable.txt", "1 2/0 3\n2 1/0 3\n");
    let with_goal = file(
        "goal.jsonl",
        "{\"start\":\"1 0 2/3 4 5\",\"goal\":\"first\",\"moves\":\"R\"}\n",
    );
    let commands: [&[&str]; 10] = [
        &["verify", &long, "--json", "--time", "0"],
        &["check", &claim, "--json"],
        &["verify", &judged, "--json"],
        &build,
        &["tables", "list", "--json"],
        &["tables", "verify", "--json"],
        &["bench", &unsolvable, "--json"],
        &["moves", "simplify", &with_goal, "--json"],
        &["reach", &with_goal, "--json"],
        &["tree", &with_goal, "--json"],
    ];
    for (number, args) in commands.iter().enumerate() {
        let run = taquin_with(args, &variables);
        checked.lines(schemas, &args.join(" "), &run.stdout);
        assert!(!run.stdout.is_empty(), "{args:?}: {}", run.stderr);
        if number == 4 {
            std::fs::write(&broken, "no table").unwrap();
        }
    }
}

/// Programs that fail, one of them slowly, and one that prints where the blank goes.
#[cfg(feature = "grade")]
fn run_grade(schemas: &Schemas, checked: &mut Checked) {
    let program = env!("CARGO_BIN_EXE_taquin");
    let slow = "sleep 0.2; false";
    let blank = format!("{program} solve --moves-as blank");
    for (assignment, command) in [
        ("n-puzzle", blank),
        ("nine", format!("sh -c '{slow}'")),
        ("nine", "false".into()),
    ] {
        let run = taquin(&["grade", assignment, "--command", &command, "--json"]);
        assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        checked.lines(schemas, &command, &run.stdout);
    }
}

/// Every topic and level, for a student.
#[cfg(feature = "grade")]
fn run_worksheets(schemas: &Schemas, checked: &mut Checked) {
    let folder = Folder::new("schema-worksheet");
    let names = folder.0.join("names.txt");
    std::fs::write(&names, "Ada\n").unwrap();
    let names = names.to_str().unwrap();
    for level in ["easy", "medium", "hard"] {
        let args = [
            "worksheet",
            "--level",
            level,
            "--each",
            names,
            "--seed",
            "1",
            "--count",
            "4",
            "--json",
        ];
        let run = taquin(&args);
        assert_eq!(run.stdout.lines().count(), 32, "{}", run.stderr);
        checked.lines(schemas, &args.join(" "), &run.stdout);
    }
}

#[cfg(feature = "serve")]
fn ask_server(schemas: &Schemas, checked: &mut Checked) {
    use crate::common::http::Server;
    let server = Server::start(&[]);
    let requests = [
        ("hint", json!({"start": BOARD})),
        ("check", json!({"start": BOARD, "explain": true})),
        (
            "generate",
            json!({"size": 3, "solve": true, "optimal_length": 5}),
        ),
        (
            "trace",
            json!({"start": "0 1 3/4 2 5/7 8 6", "heuristic": "linear-conflict"}),
        ),
        (
            "trace",
            json!({"start": "0 1 3/4 2 5/7 8 6", "algorithm": "idastar"}),
        ),
        ("read", json!({"text": "1 2/3 0"})),
        ("read", json!({"text": "1 1 2 3 0"})),
        ("read", json!({"text": "1 2 b 3\n1 2 3 b"})),
        ("write", json!({"start": BOARD})),
        ("solve", json!({"start": "1 1"})),
    ];
    for (path, body) in requests {
        let answer = server.post(&format!("/api/1/{path}"), &body.to_string());
        checked.object(schemas, &format!("{path} {body}"), &answer.json());
    }
    for path in ["health", "tables", "census?shape=2x3"] {
        let answer = server.get(&format!("/api/1/{path}"));
        checked.object(schemas, path, &answer.json());
    }
}

/// Objects that differ from what the schema says, and the complaint.
#[test]
fn the_validator_rejects_wrong_objects() {
    let schemas = Schemas::read();
    let right = json!({
        "schema": "taquin.reach/1", "rows": 1, "cols": 2, "distance": 0, "metric": "stm", "board": [1, 0]
    });
    assert_eq!(schemas.check(&right).map(|fields| fields.len()), Ok(6));
    let refused = json!({"schema": "taquin.reach/1", "status": "bad-input", "errors": ["no"]});
    assert_eq!(schemas.check(&refused).map(|fields| fields.len()), Ok(3));
    let changes = [
        ("rows", json!("1"), "is not as type \"integer\" says"),
        ("rows", json!(-1), "is not as minimum 0 says"),
        ("rows", json!(null), "taquin.reach/1.rows is null"),
        ("board", json!([]), "is not as minItems 1 says"),
        ("board", json!([1.5]), "is not as type \"integer\" says"),
        ("other", json!(1), "taquin.reach/1.other is not described"),
        ("schema", json!("taquin.other/1"), "no schema"),
    ];
    for (field, value, complaint) in changes {
        let mut object = right.clone();
        object[field] = value;
        let errors = schemas.check(&object).unwrap_err().join("\n");
        assert!(errors.contains(complaint), "{field}: {errors}");
    }
    let mut object = right;
    object.as_object_mut().unwrap().remove("distance");
    let errors = schemas.check(&object).unwrap_err().join("\n");
    assert!(errors.contains("required"), "{errors}");
}
