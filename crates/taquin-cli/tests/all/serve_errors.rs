//! `taquin serve`: the errors of invalid requests.

use crate::common::http::{Server, refused};

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
            "effort: works only with `algorithm` auto and beam, not with astar",
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
            "to: applies only to boards; moves_as is the format of moves",
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
