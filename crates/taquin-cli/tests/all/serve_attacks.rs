//! `taquin serve` under attack: clients that never read, requests that programs understand differently.

use crate::common::child::memory_of;
use crate::common::http::{Answer, Server, head, post, refused};
use std::io::{BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Another address of this machine: on Linux, all that begin with 127 are.
const OTHER_ADDRESS: &str = "127.0.0.2";

/// A trace of 2000 steps, whose answer is a few megabytes.
fn trace() -> String {
    let body =
        r#"{"start":"0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1","algorithm":"astar","steps":2000}"#;
    post("/api/1/trace", body, &[])
}

/// A client that sends as many requests as the server takes, and reads nothing.
fn deaf(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    stream.set_nonblocking(true).unwrap();
    let requests = head("GET", "/page/style.css", &[]).repeat(200);
    // A server that has closed the connection is an error here, and fine.
    let _ = stream.write(requests.as_bytes());
    stream
}

/// The health over a connection from this address; `None` if the connection is rejected.
fn health_from(server: &Server, address: &str) -> Option<Duration> {
    let began = Instant::now();
    let mut stream = server.connect_from(address);
    stream
        .write_all(head("GET", "/api/1/health", &["Connection: close"]).as_bytes())
        .ok()?;
    let mut text = String::new();
    BufReader::new(stream).read_to_string(&mut text).ok()?;
    text.starts_with("HTTP/1.1 200 ").then(|| began.elapsed())
}

/// Checks that the server answers, most times within 100 ms: a busy machine may delay some answers.
fn answers(server: &Server, address: &str) {
    let mut times: Vec<Duration> = (0..100)
        .filter_map(|_| {
            let time = health_from(server, address);
            if time.is_none() {
                std::thread::sleep(Duration::from_millis(100));
            }
            time
        })
        .collect();
    times.sort_unstable();
    let median = times.get(times.len() / 2);
    assert!(
        median.is_some_and(|&median| median < Duration::from_millis(100)),
        "{} answers from {address}, half of them after {median:?}",
        times.len()
    );
}

#[test]
fn clients_that_never_read_do_not_make_the_server_deaf() {
    let server = Server::start(&[]);
    let mut limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current = limit.maximum;
    rustix::process::setrlimit(rustix::process::Resource::Nofile, limit).unwrap();
    let clients: Vec<TcpStream> = (0..1100).map(|_| deaf(&server)).collect();
    // Another address has its own share; this one gets the places of connections on which nothing moves.
    answers(&server, OTHER_ADDRESS);
    answers(&server, "127.0.0.1");
    drop(clients);
}

/// The most memory that the server has held, in bytes.
fn peak_memory(server: &Server) -> u64 {
    memory_of(server.child.id(), "VmHWM")
}

#[test]
fn unread_answers_are_held_within_a_budget() {
    let server = Server::start(&["--queue", "200", "--stall-time", "10m"]);
    let length = Server::send_over(server.connect(), &trace()).body.len();
    assert!(length > 1_000_000, "{length}");
    let before = peak_memory(&server);
    let mut clients: Vec<TcpStream> = (0..120).map(|_| server.connect()).collect();
    for client in &mut clients {
        client.write_all(trace().as_bytes()).unwrap();
    }
    server.health_until(|health| health["running"] == 0 && health["waiting"] == 0);
    answers(&server, OTHER_ADDRESS);
    let held = peak_memory(&server) - before;
    // The budget, and what 120 connections and their searches need themselves.
    assert!(
        held < (64 + 96) << 20,
        "{held} bytes for {} of {length}",
        clients.len()
    );
    // Each client gets its answer, or 503.
    let answers = clients
        .into_iter()
        .map(|client| Answer::read(&mut BufReader::new(client)));
    let (whole, busy): (Vec<Answer>, Vec<Answer>) =
        answers.partition(|answer| answer.status == 200);
    assert!(whole.iter().all(|answer| answer.body.len() == length) && !whole.is_empty());
    assert!(!busy.is_empty());
    for answer in &busy {
        refused(answer, 503, "answers that clients have not read", "trace");
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
}

/// There is room for one answer: a second one is rejected until the client of the first one is disconnected.
#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let server = Server::start(&["--unread", "2M", "--stall-time", "2s"]);
    let length = server.send(&trace()).body.len();
    assert!((1_000_000..2_000_000).contains(&length), "{length}");
    let mut first = server.connect();
    first.write_all(trace().as_bytes()).unwrap();
    server.health_until(|health| health["running"] == 0);
    let second = (0..600).map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        server.send(&trace())
    });
    let mut second = second.skip_while(|answer| answer.status == 503);
    assert_eq!(second.next().unwrap().body.len(), length);
    // What the system held is still sent, and then the connection ends.
    let mut rest = Vec::new();
    let end = first.read_to_end(&mut rest);
    assert!(rest.len() < length, "{end:?}, {} bytes", rest.len());
}

#[test]
fn half_closed_clients_get_their_answer() {
    let server = Server::start(&[]);
    for request in [
        trace(),
        head("GET", "/api/1/health", &[]),
        head("GET", "/page/style.css", &[]),
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let answer = Answer::read(&mut BufReader::new(stream));
        assert_eq!(answer.status, 200, "{request}");
    }
}

#[test]
fn requests_that_programs_understand_differently_are_rejected() {
    let server = Server::start(&[]);
    let body = r#"{"start":"1 2/0 3"}"#;
    let length = format!("Content-Length: {}", body.len());
    let json = "Content-Type: application/json";
    let chunked = "Transfer-Encoding: chunked";
    let in_chunks = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let check = "/api/1/check";
    for headers in [[json, &length, chunked], [json, chunked, &length]] {
        let answer = server.send(&(head("POST", check, &headers) + &in_chunks));
        refused(
            &answer,
            400,
            "both Content-Length and Transfer-Encoding",
            "two lengths",
        );
        assert_eq!(answer.header("connection"), Some("close"));
    }
    let answer = server.send(&(head("POST", check, &[json, chunked]) + &in_chunks));
    assert_eq!(answer.status, 200, "{}", answer.body);
    // A request before it does not hide it, however its length is written.
    let padded = format!("Content-Length:{}{}", " ".repeat(60), body.len());
    let first = head("POST", check, &[json, &padded]) + body;
    let second = head("POST", check, &[json, &length, chunked]) + &in_chunks;
    let mut stream = server.connect();
    stream.write_all((first + &second).as_bytes()).unwrap();
    let mut answers = BufReader::new(stream);
    let first = Answer::read(&mut answers);
    let refused_at = if first.status == 200 {
        Answer::read(&mut answers)
    } else {
        first
    };
    assert_eq!(refused_at.status, 400, "{}", refused_at.body);
    let hosts = ["Host: localhost", "Host: 127.0.0.1"];
    let answer = server.send(&head("GET", "/api/1/health", &hosts));
    refused(&answer, 400, "more than one Host header", "two hosts");
    let own = server.address.to_string();
    let host = format!("Host: {own}");
    for (origin, more, status) in [
        (format!("Origin: http://{own}"), "X: 1", 200),
        (format!("Origin: https://{own}"), "X: 1", 403),
        (format!("Origin: ftp://{own}"), "X: 1", 403),
        (
            format!("Origin: https://{own}"),
            "X-Forwarded-Proto: https",
            200,
        ),
        (
            format!("Origin: http://{own}"),
            "X-Forwarded-Proto: https",
            403,
        ),
    ] {
        let answer = server.send(&post(check, body, &[&host, &origin, more]));
        assert_eq!(answer.status, status, "{origin}, {more}");
    }
}

#[test]
fn duplicate_names_in_json_are_rejected() {
    let server = Server::start(&[]);
    for (body, error) in [
        (
            r#"{"start":"1 2/0 3","start":"1 2/3 0"}"#,
            "start: given twice",
        ),
        (
            r#"{"start":"1 2/0 3","x\"y":[{"a":1,"a":2}]}"#,
            "a: given twice",
        ),
        (
            r#"{"start":"1 2/0 3","goal":"last","goal":"last"}"#,
            "goal: given twice",
        ),
    ] {
        refused(&server.post("/api/1/check", body), 400, error, body);
    }
}

/// Also the errors of the HTTP library, before a request reaches a route.
#[test]
fn every_error_has_a_body() {
    let server = Server::start(&[]);
    let many = (0..200).map(|i| format!("X-{i}: 1"));
    let many: Vec<String> = many.collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let cases = [
        (
            "GET / HTTP/7.1\r\n\r\n".into(),
            400,
            "not a valid HTTP request",
        ),
        ("nonsense\r\n\r\n".into(), 400, "not a valid HTTP request"),
        (
            head("POST", "/api/1/check", &["Content-Length: one"]),
            400,
            "not a valid HTTP request",
        ),
        (head("GET", "/", &many), 431, "headers of the request"),
        (
            head("GET", &format!("/{}", "x".repeat(70_000)), &[]),
            414,
            "too long",
        ),
    ];
    for (request, status, error) in cases {
        let request: String = request;
        let answer = server.send(&request);
        let begin: String = request.chars().take(40).collect();
        assert!(
            [status, 431].contains(&answer.status),
            "{begin}: {}",
            answer.headers
        );
        let error = if answer.status == status {
            error
        } else {
            "headers of the request"
        };
        refused(&answer, answer.status, error, &begin);
        assert_eq!(answer.header("connection"), Some("close"), "{begin}");
    }
    let mut stream = server.connect();
    stream.write_all(b"\x16\x03\x01\x02\x00").unwrap();
    let mut text = Vec::new();
    let read = stream.read_to_end(&mut text);
    assert!(read.is_ok() || read.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    assert!(
        text.is_empty() || text.ends_with(b"]}"),
        "encrypted bytes: {text:?}"
    );
}
