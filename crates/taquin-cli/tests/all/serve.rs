//! `taquin serve`: every call.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use crate::common::http::Server;
use crate::common::taquin;
use serde_json::{Value, json};

/// Path, body, some fields of the answer.
#[test]
fn every_call_gives_the_answer_of_the_program() {
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
            json!({"start":"1 2/0 3","states":true,"moves_as":"numbers"}),
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
            json!({"start":"1 2 3/4 0 6/7 5 8","moves":"UL","moves_as":"numbers"}),
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
                story["nodes"][parent as usize]["depth"].as_u64().unwrap() + 1,
                node["depth"].as_u64().unwrap()
            );
        }
    }
}
