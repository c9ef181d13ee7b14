//! `taquin serve`: every call, and the errors of invalid requests.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use crate::common::http::{Server, refused};
use crate::common::taquin;
use serde_json::{Value, json};

/// Path, body, some fields of the answer.
#[test]
fn every_call_gives_the_program_s_answer() {
    let server = Server::start(&[]);
    let solved =
        json!({"schema":"taquin.solve/1","status":"solved","guarantee":"optimal","length":14});
    let hard = json!([15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]);
    let cases = [
        (
            "solve",
            json!({"start":"8 1 3/4 0 2/7 6 5"}),
            solved.clone(),
        ),
        (
            "solve",
            json!({"start":[8,1,3,4,0,2,7,6,5]}),
            solved.clone(),
        ),
        (
            "solve",
            json!({"start":[[8,1,3],[4,0,2],[7,6,5]],"as":"slash"}),
            solved,
        ),
        // A blank, and not standard input.
        (
            "solve",
            json!({"start":"-"}),
            json!({"rows":1,"start":[0],"length":0}),
        ),
        (
            "solve",
            json!({"start":"1 2 3/4 5 6/8 7 0"}),
            json!({"status":"unsolvable","reachable_goals":["snail"]}),
        ),
        (
            "solve",
            json!({"start":"0 1 2 3","shape":"2x2","goal":[[1,0],[2,3]]}),
            json!({"length":1,"moves":"L","rows":2}),
        ),
        (
            "solve",
            json!({"start":"1 2/0 3","states":true,"moves":"numbers"}),
            json!({"moves":"3","states":[[1,2,0,3],[1,2,3,0]]}),
        ),
        (
            "solve",
            json!({"start":"8 1 3/4 0 2/7 6 5","all_optimal":true,"list":1}),
            json!({"optimal_solutions":1}),
        ),
        (
            "solve",
            json!({"start":"8 1 3/4 0 2/7 6 5","metric":"mtm"}),
            json!({"metric":"mtm","status":"solved"}),
        ),
        (
            "solve",
            json!({"start":"8 1 3/4 0 2/7 6 5","algorithm":"weighted-astar","weight":1.5}),
            json!({"at_most_times":1.5}),
        ),
        (
            "solve",
            json!({"start":"2 1 3/4 0 5/7 8 6","max_length":3}),
            json!({"status":"unsolvable"}),
        ),
        (
            "solve",
            json!({"start":"8 1 3/4 0 2/7 6 5","max_length":3}),
            json!({"status":"limit","reason":"max-length"}),
        ),
        (
            "solve",
            json!({"start":hard,"goal":"first","time":"1ms"}),
            json!({"status":"limit","reason":"time"}),
        ),
        // This search builds tables, and the next one, which needs none, finds them.
        (
            "solve",
            json!({"start":"6 14 7 4/10 15 8 9/12 5 11 3/13 2 1 0"}),
            json!({"length":54,"heuristic":"pdb 6-6-3"}),
        ),
        (
            "solve",
            json!({"start":"5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"}),
            json!({"length":9,"heuristic":"pdb 6-6-3"}),
        ),
        (
            "check",
            json!({"start":"8 1 3/4 0 2/7 6 5"}),
            json!({"schema":"taquin.check/1","status":"solvable"}),
        ),
        (
            "check",
            json!({"start":"1 2 3/4 5 6/8 7 0","explain":true}),
            json!({"status":"unsolvable","mending_swap":[8,7]}),
        ),
        (
            "verify",
            json!({"start":"1 2 3/4 0 6/7 5 8","moves":"UL"}),
            json!({"schema":"taquin.verify/1","status":"right","optimal":true}),
        ),
        (
            "verify",
            json!({"start":"1 2 3/4 0 6/7 5 8","moves":[5,8]}),
            json!({"status":"right","moves_are":"numbers"}),
        ),
        (
            "verify",
            json!({"start":"1 2 3/4 0 6/7 5 8","moves":["down","right"]}),
            json!({"status":"wrong"}),
        ),
        (
            "generate",
            json!({"size":3,"seed":1,"count":2}),
            json!({"schema":"taquin.generated/1","status":"complete"}),
        ),
        (
            "hint",
            json!({"start":"8 1 3/4 0 2/7 6 5"}),
            json!({"schema":"taquin.hint/1","length":14,"next":"LUR","first_moves":["L"]}),
        ),
        (
            "hint",
            json!({"start":"1 2 3/4 5 6/8 7 0"}),
            json!({"status":"unsolvable"}),
        ),
        (
            "hint",
            json!({"start":"1 2/3 0"}),
            json!({"status":"solved","length":0,"next":""}),
        ),
        (
            "read",
            json!({"text":"1 2 3 b\n1 2 b 3\n"}),
            json!({"schema":"taquin.read/1","notation":"b","start":[1,2,3,0],"goal":[1,2,0,3]}),
        ),
        (
            "read",
            json!({"text":"1 2 3 4 5 0","shape":"2x3"}),
            json!({"rows":2,"cols":3}),
        ),
        (
            "write",
            json!({"start":"1 2/3 0","to":"json"}),
            json!({"schema":"taquin.convert/1","text":"[[1,2],[3,0]]\n"}),
        ),
        (
            "write",
            json!({"start":"1 2 3/4 0 6/7 5 8","moves":"UL","moves_to":"numbers"}),
            json!({"moves":"5 8"}),
        ),
        (
            "trace",
            json!({"start":"1 2 3/4 5 6/8 7 0"}),
            json!({"schema":"taquin.steps/1","status":"unsolvable"}),
        ),
    ];
    for (call, request, expected) in cases {
        let answer = server.post(&format!("/api/1/{call}"), &request.to_string());
        assert_eq!(answer.status, 200, "{request}: {}", answer.body);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let object = answer.json();
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&object[name], value, "{name} of {request}: {}", answer.body);
        }
    }
    let census = server
        .get("/api/1/census?shape=2x3&goal=first&metric=mtm")
        .json();
    assert_eq!(
        (&census["boards"], &census["metric"]),
        (&json!(360), &json!("mtm"))
    );
    assert_eq!(
        server.get("/api/1/tables").json(),
        json!({"schema":"taquin.tables/1","tables":[]})
    );
    let health = server.get("/api/1/health").json();
    assert_eq!(
        (&health["status"], &health["limits"]["cells"]),
        (&json!("ok"), &json!(100))
    );
}

#[test]
fn generated_boards_are_those_of_the_program() {
    let server = Server::start(&[]);
    let answer = server
        .post(
            "/api/1/generate",
            r#"{"shape":"3x4","seed":7,"count":3,"goal":"snail"}"#,
        )
        .json();
    let run = taquin(&[
        "generate", "--shape", "3x4", "--seed", "7", "-n", "3", "--goal", "snail", "--json",
    ]);
    let boards: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answer["boards"], json!(boards));
}

/// The queue before each step follows from the steps before it.
#[test]
fn a_trace_can_be_replayed() {
    let server = Server::start(&[]);
    for algorithm in ["astar", "greedy", "bfs", "uniform-cost", "weighted-astar"] {
        let request = json!({"start":"8 1 3/4 0 2/7 6 5","algorithm":algorithm,"steps":100});
        let story = server.post("/api/1/trace", &request.to_string()).json();
        let (mut waiting, nodes) = (vec![0], story["nodes"].as_array().unwrap());
        for step in story["steps"].as_array().unwrap() {
            let number = |value: &Value| value.as_u64().unwrap();
            let queue: Vec<u64> = step["queue"]
                .as_array()
                .unwrap()
                .iter()
                .map(number)
                .collect();
            assert_eq!(queue.len(), waiting.len().min(50), "{algorithm}");
            assert_eq!(number(&step["waiting"]), waiting.len() as u64);
            assert!(
                queue.iter().all(|node| waiting.contains(node)),
                "{algorithm}"
            );
            assert_eq!(
                queue[0],
                number(&step["selected"]),
                "{algorithm}: the best one is selected"
            );
            waiting.retain(|&node| node != queue[0]);
            for opened in step["opened"].as_array().unwrap().iter().map(number) {
                let node = &nodes[opened as usize];
                assert_eq!(number(&node["parent"]), queue[0]);
                // A better way to a board that waits takes its place.
                waiting.retain(|&other| nodes[other as usize]["board"] != node["board"]);
                waiting.push(opened);
            }
        }
        let steps = story["steps"].as_array().unwrap().len();
        assert_eq!(story["complete"] == json!(true), steps < 100, "{algorithm}");
    }
    let request = json!({"start":"8 1 3/4 0 2/7 6 5","algorithm":"idastar","heuristic":"linear-conflict","steps":40});
    let story = server.post("/api/1/trace", &request.to_string()).json();
    assert_eq!(story["steps"][0]["opened"], json!([0]));
    for node in story["nodes"].as_array().unwrap() {
        let terms = node["terms"].as_array().unwrap().iter();
        let terms: u64 = terms.map(|term| term.as_u64().unwrap()).sum();
        assert_eq!(
            json!(terms + node["conflicts"].as_u64().unwrap()),
            node["estimate"]
        );
        if let Some(parent) = node["parent"].as_u64() {
            assert_eq!(
                story["nodes"][parent as usize]["moves"].as_u64().unwrap() + 1,
                node["moves"].as_u64().unwrap()
            );
        }
    }
}

/// Call, body, status, a part of the errors.
#[test]
fn errors_name_the_field_and_what_it_must_be() {
    let server = Server::start(&[]);
    let large = format!(r#"{{"size":11,"goal":"{}"}}"#, "last");
    let cases = [
        (
            "solve",
            "{",
            400,
            "the body ends in the middle of a JSON value",
        ),
        (
            "solve",
            "{]",
            400,
            "the body is not valid JSON: see line 1, column 2",
        ),
        ("solve", "[]", 400, "the body must be a JSON object"),
        ("solve", "{}", 400, "start: this field is required"),
        (
            "solve",
            r#"{"start":7}"#,
            400,
            "start: must be a board: a string, or an array of tiles",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","speed":1}"#,
            400,
            "speed: unknown field; the fields are start, goal, as, shape, algorithm",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","stream":1}"#,
            400,
            "stream: must be true or false",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","stream":true,"speed":1}"#,
            400,
            "unknown field",
        ),
        (
            "solve",
            r#"{"start":"1 1/3 0"}"#,
            400,
            "tile 1 appears twice",
        ),
        ("solve", r#"{"start":"/etc/passwd"}"#, 400, "is not a tile"),
        (
            "solve",
            r#"{"start":"1 2/3 0","goal":"/etc/passwd"}"#,
            400,
            "goal: must be one of last, first, snail, or a board",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","goal":"1 2 3/4 5 0"}"#,
            400,
            "goal: the board is 2×3, not 2×2",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","as":"xml"}"#,
            400,
            "as: \"xml\" is not a notation; use one of princeton, 42, b",
        ),
        (
            "solve",
            r#"{"start":"1 2 3 0","shape":"2x"}"#,
            400,
            "shape: must be a string with rows and columns, such as \"3x4\"",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","algorithm":"magic"}"#,
            400,
            "algorithm: \"magic\" is not an algorithm; use one of auto, bfs, ",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","algorithm":true}"#,
            400,
            "algorithm: must be a string, one of auto, bfs, ",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","weight":0.5}"#,
            400,
            "weight: must be a number from 1 to ",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","time":"soon"}"#,
            400,
            "time: must be a string with a time, such as \"500ms\"",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","time":"1s","effort":3}"#,
            400,
            "effort: cannot be combined with time",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","effort":3,"algorithm":"astar"}"#,
            400,
            "effort: is for the algorithms auto and beam, not astar",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","list":3}"#,
            400,
            "list: needs all_optimal",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","all_optimal":true,"list":1001}"#,
            400,
            "list: must be a whole number from 0 to 1000",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","max_length":-1}"#,
            400,
            "max_length: must be a whole number from 0 to 4294967295",
        ),
        ("generate", large.as_str(), 413, "121 cells"),
        (
            "generate",
            r#"{"shape":"4096x4096"}"#,
            413,
            "16777216 cells",
        ),
        (
            "generate",
            r#"{"count":101}"#,
            400,
            "count: must be a whole number from 1 to 100",
        ),
        (
            "generate",
            r#"{"count":1.5}"#,
            400,
            "count: must be a whole number from 1 to 100",
        ),
        (
            "generate",
            r#"{"size":4,"shape":"3x3"}"#,
            400,
            "size: cannot be combined with shape",
        ),
        (
            "generate",
            r#"{"walk":1000001}"#,
            400,
            "walk: must be a whole number from 0 to 1000000",
        ),
        (
            "generate",
            r#"{"size":3,"goal":"1 2/3 0"}"#,
            400,
            "the board is 2×2, not 3×3",
        ),
        (
            "generate",
            r#"{"hardest":true,"goal":"1 2 3 4/5 0 6 7/8 9 10 11/12 13 14 15"}"#,
            422,
            "are not known",
        ),
        (
            "verify",
            r#"{"start":"1 2/3 0"}"#,
            400,
            "moves: this field is required",
        ),
        (
            "verify",
            r#"{"start":"1 2/3 0","moves":"UX"}"#,
            400,
            "moves: ",
        ),
        (
            "verify",
            r#"{"start":"1 2/3 0","moves":[[]]}"#,
            400,
            "moves: must be a string, or an array of strings or of whole numbers",
        ),
        (
            "hint",
            r#"{"start":"1 2/3 0","count":21}"#,
            400,
            "count: must be a whole number from 1 to 20",
        ),
        (
            "trace",
            r#"{"start":"1 2/3 0","steps":2001}"#,
            400,
            "steps: must be a whole number from 1 to 2000",
        ),
        (
            "trace",
            r#"{"start":"1 2/3 0","algorithm":"beam"}"#,
            400,
            "algorithm: a beam search has no queue for trace to show",
        ),
        ("read", r#"{"text":"hello there"}"#, 400, ""),
        ("read", "{}", 400, "text: this field is required"),
        (
            "write",
            r#"{"start":"1 2/3 0","moves":"U","to":"grid"}"#,
            400,
            "to: is for boards; moves_to is the format of moves",
        ),
    ];
    for (call, body, status, error) in cases {
        let answer = server.post(&format!("/api/1/{call}"), body);
        refused(&answer, status, error, body);
    }
    let gets = [
        ("/api/1/census", 400, "shape: this field is required"),
        ("/api/1/census?shape=3x4", 413, "at most 10"),
        (
            "/api/1/census?shape=3x3&shape=2x2",
            400,
            "shape: given twice",
        ),
        (
            "/api/1/census?shape=3x3&depth=2",
            400,
            "depth: unknown field; the fields are shape, goal, metric",
        ),
        (
            "/api/1/census?shape=--help",
            400,
            "shape: must be a string with rows and columns",
        ),
        ("/api/1/nothing", 404, "/api/1/nothing does not exist"),
        ("/api/2/health", 404, ""),
        ("/page/../Cargo.toml", 404, ""),
        ("/page/%2e%2e/Cargo.toml", 404, ""),
        ("/page/", 404, ""),
    ];
    for (path, status, error) in gets {
        refused(&server.get(path), status, error, path);
    }
}
