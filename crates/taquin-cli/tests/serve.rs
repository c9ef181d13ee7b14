//! `taquin serve`: every call, bad requests, streams, the queue, who may ask, and the end.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/http.rs"]
mod http;

use common::{NO_TABLES, taquin};
use http::{Answer, Server, chunk, head, post};
use serde_json::{Value, json};
use std::io::{BufReader, Write};

/// A random board of 6×6: shorter solutions are looked for as long as there is time.
const LONG: &str = "35 1 2 3 4 5/6 7 8 9 10 11/12 13 14 15 16 17/18 19 20 21 22 23/24 25 26 27 28 29/30 31 32 33 34 0";

fn long(options: &str) -> String {
    let goal = "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 35 0";
    format!(r#"{{"start":"{LONG}","goal":"{goal}","algorithm":"beam"{options}}}"#)
}

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
        (
            "solve",
            json!({"start":"1 2 3/4 5 6/8 7 0"}),
            json!({"status":"unsolvable","reachable_goals":["snail"]}),
        ),
        (
            "solve",
            json!({"start":"0 1 2 3","shape":"2x2","goal":[[1,0],[3,2]]}),
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
            json!({"optimal_solutions":2}),
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
            json!({"start":hard,"time":"1ms"}),
            json!({"status":"limit","reason":"time"}),
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
            json!({"status":"unsolvable","mending_swap":[7,8]}),
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
fn bad_requests_are_told_what_is_wrong() {
    let server = Server::start(&[]);
    let large = format!(r#"{{"size":11,"goal":"{}"}}"#, "last");
    let cases = [
        ("solve", "{", 400, "no JSON object"),
        ("solve", "[]", 400, "no JSON object"),
        ("solve", "{}", 400, "start: there is none"),
        (
            "solve",
            r#"{"start":7}"#,
            400,
            "a board is a text or an array",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","speed":1}"#,
            400,
            "\"speed\": there is no such field",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","stream":1}"#,
            400,
            "stream: it is true or false",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","stream":true,"speed":1}"#,
            400,
            "no such field",
        ),
        (
            "solve",
            r#"{"start":"1 1/3 0"}"#,
            400,
            "tile 1 appears twice",
        ),
        ("solve", r#"{"start":"/etc/passwd"}"#, 400, "is not a tile"),
        ("solve", r#"{"start":"-"}"#, 400, ""),
        (
            "solve",
            r#"{"start":"1 2/3 0","goal":"/etc/passwd"}"#,
            400,
            "the goal must be one of",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","goal":"1 2 3/4 5 0"}"#,
            400,
            "2×3",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","as":"xml"}"#,
            400,
            "as: \"xml\" is none of princeton",
        ),
        (
            "solve",
            r#"{"start":"1 2 3 0","shape":"2x"}"#,
            400,
            "shape: a shape is rows x columns",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","algorithm":"magic"}"#,
            400,
            "invalid value 'magic'",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","algorithm":true}"#,
            400,
            "algorithm: it must be a text",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","weight":0.5}"#,
            400,
            "a weight is a number from 1",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","time":"soon"}"#,
            400,
            "time: a time",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","time":"1s","effort":3}"#,
            400,
            "instead of a time",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","effort":3,"algorithm":"astar"}"#,
            400,
            "has an end of its own",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","list":3}"#,
            400,
            "goes with all_optimal",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","all_optimal":true,"list":1001}"#,
            400,
            "from 0 to 1000",
        ),
        (
            "solve",
            r#"{"start":"1 2/3 0","max_length":-1}"#,
            400,
            "max_length: it must be a whole number",
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
            "count: it must be from 1 to 100",
        ),
        ("generate", r#"{"count":1.5}"#, 400, "invalid value '1.5'"),
        (
            "generate",
            r#"{"size":4,"shape":"3x3"}"#,
            400,
            "cannot be used with",
        ),
        (
            "generate",
            r#"{"walk":1000001}"#,
            400,
            "walk: it must be a whole number from 0",
        ),
        (
            "generate",
            r#"{"size":3,"goal":"1 2/3 0"}"#,
            400,
            "the goal is 2×2",
        ),
        (
            "generate",
            r#"{"shape":"4x5","hardest":true}"#,
            422,
            "is not known to taquin",
        ),
        (
            "verify",
            r#"{"start":"1 2/3 0"}"#,
            400,
            "moves: there are none",
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
            "an array of texts or of numbers",
        ),
        (
            "hint",
            r#"{"start":"1 2/3 0","count":21}"#,
            400,
            "from 1 to 20",
        ),
        (
            "trace",
            r#"{"start":"1 2/3 0","steps":2001}"#,
            400,
            "from 1 to 2000",
        ),
        (
            "trace",
            r#"{"start":"1 2/3 0","algorithm":"beam"}"#,
            400,
            "no queue for trace to show",
        ),
        ("read", r#"{"text":"hello there"}"#, 400, ""),
        ("read", "{}", 400, "text: there is none"),
        (
            "write",
            r#"{"start":"1 2/3 0","moves":"U","to":"grid"}"#,
            400,
            "moves_to",
        ),
    ];
    for (call, body, status, error) in cases {
        let answer = server.post(&format!("/api/1/{call}"), body);
        refused(&answer, status, error, body);
    }
    let gets = [
        ("/api/1/census", 400, "shape: there is none"),
        ("/api/1/census?shape=3x4", 413, "up to 10"),
        ("/api/1/census?shape=3x3&shape=2x2", 400, "twice"),
        ("/api/1/census?shape=3x3&depth=2", 400, "no such field"),
        (
            "/api/1/census?shape=--help",
            400,
            "a shape is rows x columns",
        ),
        (
            "/api/1/nothing",
            404,
            "/api/1/nothing: there is no such thing",
        ),
        ("/api/2/health", 404, ""),
        ("/page/../Cargo.toml", 404, ""),
        ("/page/%2e%2e/Cargo.toml", 404, ""),
        ("/page/", 404, ""),
    ];
    for (path, status, error) in gets {
        refused(&server.get(path), status, error, path);
    }
}

fn refused(answer: &Answer, status: u16, error: &str, what: &str) {
    assert_eq!(answer.status, status, "{what}: {}", answer.body);
    let object = answer.json();
    assert_eq!(object["schema"], "taquin.error/1", "{what}");
    assert!(
        object["errors"]
            .to_string()
            .replace("\\\"", "\"")
            .contains(error),
        "{what}: {}",
        answer.body
    );
    assert!(!object["errors"].as_array().unwrap().is_empty(), "{what}");
}

#[test]
fn requests_that_are_not_what_they_should_be_are_refused() {
    let server = Server::start(&[]);
    let solve = "/api/1/solve";
    let answer = server.get(solve);
    refused(&answer, 405, "another method", "GET solve");
    assert_eq!(answer.header("allow"), Some("post"));
    let answer = server.send(&head("DELETE", "/api/1/health", &[]));
    refused(&answer, 405, "another method", "DELETE health");
    assert_eq!(answer.header("allow"), Some("get,head"));
    for kind in [
        "Content-Type: text/plain",
        "Content-Type: application/x-www-form-urlencoded",
        "X-Nothing: 1",
    ] {
        let answer = server.send(&(head("POST", solve, &[kind, "Content-Length: 2"]) + "{}"));
        refused(&answer, 415, "Content-Type: application/json", kind);
    }
    let kind = "Content-Type: application/json; charset=utf-8";
    let answer = server.send(&(head("POST", solve, &[kind, "Content-Length: 2"]) + "{}"));
    refused(&answer, 400, "start: there is none", kind);
    let long = "x".repeat(300 << 10);
    let answer = server.post(solve, &long);
    refused(&answer, 413, "longer than 256 kB", "a long body");
    let chunked = [
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
    ];
    let answer = server.send(
        &(head("POST", solve, &chunked) + &format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len())),
    );
    refused(
        &answer,
        413,
        "longer than 256 kB",
        "a long body of unknown length",
    );
}

#[test]
fn only_this_machine_and_the_own_page_may_ask() {
    let server = Server::start(&[]);
    let body = r#"{"start":"1 2/0 3"}"#;
    let own = format!("Origin: http://{}", server.address);
    let host = format!("Host: {}", server.address);
    for (headers, status) in [
        (vec!["Host: example.org"], 403),
        (vec!["Host: localhost.example.org"], 403),
        (vec!["Host: [::1]:8015"], 200),
        (vec![host.as_str(), own.as_str()], 200),
        (vec![host.as_str(), "Origin: https://example.org"], 403),
        (vec![host.as_str(), "Origin: null"], 403),
        (vec![host.as_str(), "Origin: http://127.0.0.1:1"], 403),
    ] {
        let answer = server.send(&post("/api/1/solve", body, &headers));
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.body);
    }
    assert_eq!(
        server
            .send(&head("GET", "/", &["Host: example.org"]))
            .status,
        403
    );
}

#[test]
fn every_answer_tells_the_browser_what_it_may_do() {
    let server = Server::start(&[]);
    for path in [
        "/",
        "/embed",
        "/page/index.html",
        "/api/1/health",
        "/api/1/openapi.json",
        "/nothing",
        "/api/1/solve",
    ] {
        let answer = server.get(path);
        let is_embed = path == "/embed";
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert!(
            policy.ends_with(if is_embed {
                "frame-ancestors *"
            } else {
                "frame-ancestors 'none'"
            }),
            "{path}"
        );
        assert_eq!(
            answer.header("x-frame-options"),
            (!is_embed).then_some("deny"),
            "{path}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
        let is_page = matches!(path, "/" | "/embed" | "/page/index.html");
        assert_eq!(
            answer.header("cache-control"),
            Some(if is_page { "no-cache" } else { "no-store" }),
            "{path}"
        );
        assert_eq!(
            answer.header("content-type"),
            Some(if is_page {
                "text/html; charset=utf-8"
            } else {
                "application/json"
            })
        );
    }
    let page = server.get("/");
    let known = format!("If-None-Match: {}", page.header("etag").unwrap());
    let again = server.send(&head("GET", "/", &[&known]));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

/// The events of a stream: name and data.
fn events(text: &str) -> Vec<(&str, Value)> {
    let events = text.split_terminator("\n\n").map(|event| {
        let (name, data) = event
            .strip_prefix("event: ")
            .unwrap()
            .split_once("\ndata: ")
            .unwrap();
        (name, serde_json::from_str(data).unwrap())
    });
    events.collect()
}

#[test]
fn a_stream_tells_progress_and_then_the_answer() {
    let server = Server::start(&[]);
    let answer = server.post("/api/1/solve", &long(r#","stream":true,"time":"1500ms""#));
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, Some("text/event-stream"))
    );
    let events = events(&answer.body);
    let (last, progress) = events.split_last().unwrap();
    assert!(!progress.is_empty());
    for (name, data) in progress {
        assert_eq!(*name, "progress");
        assert!(
            data["at_least"].is_u64() && data["generated"].is_u64() && data["seconds"].is_f64(),
            "{data}"
        );
    }
    assert!(
        progress.iter().any(|(_, data)| data["best"].is_u64()),
        "{progress:?}"
    );
    assert_eq!(
        (last.0, &last.1["schema"], &last.1["status"]),
        ("answer", &json!("taquin.solve/1"), &json!("solved"))
    );
    let quick = server.post("/api/1/solve", r#"{"start":"1 2/0 3","stream":true}"#);
    assert!(
        quick
            .body
            .starts_with("event: answer\ndata: {\"schema\":\"taquin.solve/1\""),
        "{}",
        quick.body
    );
}

/// The time would last for minutes.
#[test]
fn who_goes_away_ends_the_search() {
    let server = Server::start(&["--time-limit", "10m", "--searches", "1"]);
    for options in [r#","time":"10m""#, r#","time":"10m","stream":true"#] {
        let mut running = server.connect();
        running
            .write_all(post("/api/1/solve", &long(options), &[]).as_bytes())
            .unwrap();
        server.health_until(|health| health["running"] == 1);
        let mut waiting = server.connect();
        waiting
            .write_all(post("/api/1/solve", &long(options), &[]).as_bytes())
            .unwrap();
        server.health_until(|health| health["waiting"] == 1);
        drop(waiting);
        server.health_until(|health| health["waiting"] == 0);
        drop(running);
        server.health_until(|health| health["running"] == 0);
    }
}

#[test]
fn who_comes_when_the_queue_is_full_is_told_to_come_again() {
    let server = Server::start(&["--time-limit", "10m", "--searches", "1", "--queue", "1"]);
    let ask = || {
        let mut stream = server.connect();
        stream
            .write_all(post("/api/1/solve", &long(r#","time":"10m""#), &[]).as_bytes())
            .unwrap();
        stream
    };
    let _running = ask();
    server.health_until(|health| health["running"] == 1);
    let _waiting = ask();
    server.health_until(|health| health["waiting"] == 1);
    for body in [
        r#"{"start":"1 2/0 3"}"#,
        r#"{"start":"1 2/0 3","stream":true}"#,
    ] {
        let answer = server.post("/api/1/solve", body);
        refused(&answer, 503, "1 searches run and 1 wait", body);
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
    // What takes no time does not wait.
    assert_eq!(
        server.post("/api/1/check", r#"{"start":"1 2/0 3"}"#).status,
        200
    );
}

#[test]
fn a_connection_serves_many_requests() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    for _ in 0..3 {
        stream
            .write_all(post("/api/1/check", r#"{"start":"1 2/0 3"}"#, &[]).as_bytes())
            .unwrap();
        assert_eq!(Answer::read(&mut reader).status, 200);
    }
}

#[cfg(unix)]
#[test]
fn a_server_that_is_ended_answers_what_it_knows() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&["--time-limit", "10m"]);
        let mut stream = server.connect();
        let request = post("/api/1/solve", &long(r#","time":"10m","stream":true"#), &[]);
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let first = loop {
            let mut line = String::new();
            std::io::BufRead::read_line(&mut reader, &mut line).unwrap();
            if line == "\r\n" {
                break chunk(&mut reader).unwrap();
            }
        };
        assert!(first.starts_with("event: progress\n"), "{first}");
        let id = server.child.id().to_string();
        assert!(
            std::process::Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let mut rest = String::new();
        while let Some(piece) = chunk(&mut reader) {
            rest += &piece;
        }
        let last = events(&rest).pop().unwrap();
        assert_eq!(
            (last.0, &last.1["status"]),
            ("answer", &json!("solved")),
            "{rest}"
        );
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn a_port_that_is_taken_or_an_address_that_is_none_is_a_matter_of_the_command_line() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    for (options, error) in [
        (["--port", port.as_str()], "--port takes another port"),
        (["--host", "192.0.2.1"], "cannot be listened on"),
        (["--host", "nowhere"], "an address is numbers"),
        (["--searches", "0"], "--searches"),
        (["--time-limit", "soon"], "a time"),
    ] {
        let run = taquin(&[&["serve"], &options[..]].concat());
        assert_eq!(run.code, 2, "{options:?}: {}", run.stderr);
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}

#[test]
fn listening_wider_is_said() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_taquin"))
        .args(["serve", "--port", "0", "--host", "0.0.0.0"])
        .envs([NO_TABLES])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut lines = String::new();
    for _ in 0..2 {
        std::io::BufRead::read_line(&mut stderr, &mut lines).unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines.contains("listening on http://0.0.0.0:"), "{lines}");
    assert!(
        lines.contains("whoever can reach this machine can use it"),
        "{lines}"
    );
}
