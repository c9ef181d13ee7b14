//! `taquin serve` as a server: limits, streams, the queue, access, shutdown.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use crate::common::http::{Answer, Server, chunk, head, post, refused};
use crate::common::{NO_TABLES, taquin};
use serde_json::{Value, json};
use std::io::{BufReader, Write};

/// A random 6×6 board: the search for shorter solutions takes all of its time.
const LONG: &str = "35 1 2 3 4 5/6 7 8 9 10 11/12 13 14 15 16 17/18 19 20 21 22 23/24 25 26 27 28 29/30 31 32 33 34 0";

fn long(options: &str) -> String {
    let goal = "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 35 0";
    format!(r#"{{"start":"{LONG}","goal":"{goal}","algorithm":"beam"{options}}}"#)
}

#[test]
fn invalid_http_requests_are_rejected() {
    let server = Server::start(&[]);
    let solve = "/api/1/solve";
    let answer = server.get(solve);
    refused(&answer, 405, "does not support the method", "GET solve");
    assert_eq!(answer.header("allow"), Some("post"));
    let answer = server.send(&head("DELETE", "/api/1/health", &[]));
    refused(&answer, 405, "does not support the method", "DELETE health");
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
    refused(&answer, 400, "start: this field is required", kind);
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
fn requests_from_other_hosts_and_sites_are_rejected() {
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
fn every_response_has_security_headers() {
    let server = Server::start(&[]);
    for path in [
        "/",
        "/embed",
        "/embed.html",
        "/guide/index.html",
        "/api/1/health",
        "/api/1/openapi.json",
        "/nothing",
        "/api/1/solve",
    ] {
        let answer = server.get(path);
        let is_embed = matches!(path, "/embed" | "/embed.html");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert!(
            policy.ends_with(if is_embed {
                "form-action 'none'"
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
        let is_page = is_embed || matches!(path, "/" | "/guide/index.html");
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
fn a_stream_has_progress_and_then_the_answer() {
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

/// The time limit is ten minutes.
#[test]
fn disconnecting_ends_the_search() {
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
fn requests_are_rejected_when_the_queue_is_full() {
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
        refused(&answer, 503, "1 running, 1 waiting", body);
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
    // Calls that are not searches do not queue.
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
fn a_server_that_is_stopped_answers_with_results_so_far() {
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
fn invalid_addresses_and_ports_in_use_are_usage_errors() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    for (options, error) in [
        (["--port", port.as_str()], "choose another --port"),
        (["--host", "192.0.2.1"], "cannot listen on"),
        (["--host", "nowhere"], "not an IP address"),
        (["--searches", "0"], "--searches"),
        (["--time-limit", "soon"], "a time"),
    ] {
        let run = taquin(&[&["serve"], &options[..]].concat());
        assert_eq!(run.code, 2, "{options:?}: {}", run.stderr);
        assert!(run.stderr.contains(error), "{}", run.stderr);
    }
}

#[test]
fn listening_on_other_addresses_prints_a_warning() {
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
        lines.contains("any machine that can reach this address can use the server"),
        "{lines}"
    );
}
