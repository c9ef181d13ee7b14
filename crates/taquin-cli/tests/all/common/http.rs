//! A server for each test, and a small HTTP client.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    reason = "shared test code; no test uses all of it"
)]

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server on a free port; it is stopped when the test ends.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

impl Server {
    pub fn start(options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
        command.args(["serve", "--port", "0"]).args(options);
        Server::spawn(command)
    }

    /// A server that a command starts.
    pub fn spawn(mut command: Command) -> Server {
        let mut child = command
            .envs([crate::common::NO_TABLES])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stderr = child.stderr.take().unwrap();
        let mut stderr = BufReader::new(stderr);
        stderr.read_line(&mut line).unwrap();
        // Further output must not block the server.
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        let address = line.strip_prefix("taquin: listening on http://");
        let address = address.and_then(|rest| rest.split_once("/ (Ctrl-C stops it)"));
        let (address, _) = address.unwrap_or_else(|| panic!("unexpected: {line}"));
        Server {
            child,
            address: address.parse().unwrap(),
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        // A test fails if the server hangs.
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// A connection from another address of this machine.
    pub fn connect_from(&self, address: &str) -> TcpStream {
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None);
        let socket = socket.unwrap();
        let from = SocketAddr::new(address.parse().unwrap(), 0);
        socket.bind(&from.into()).unwrap();
        socket.connect(&self.address.into()).unwrap();
        let stream = TcpStream::from(socket);
        let time = Some(Duration::from_secs(60));
        stream.set_read_timeout(time).unwrap();
        stream
    }

    /// Sends a raw request, and reads the answer.
    pub fn send(&self, request: &str) -> Answer {
        Server::send_over(self.connect(), request)
    }

    /// The same over a connection.
    pub fn send_over(mut stream: TcpStream, request: &str) -> Answer {
        // The server may reject a request before it has read all of it.
        let _ = stream.write_all(request.as_bytes());
        Answer::read(&mut BufReader::new(stream))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send(&head("GET", path, &[]))
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.send(&post(path, body, &[]))
    }

    /// Polls the health until it is as expected.
    pub fn health_until(&self, wanted: impl Fn(&Value) -> bool) {
        for _ in 0..3000 {
            if wanted(&self.get("/api/1/health").json()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("timed out: {}", self.get("/api/1/health").body);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn head(method: &str, path: &str, headers: &[&str]) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|header| header.starts_with("Host:")) {
        text += "Host: localhost\r\n";
    }
    headers
        .iter()
        .for_each(|header| text += &format!("{header}\r\n"));
    text + "\r\n"
}

pub fn post(path: &str, body: &str, headers: &[&str]) -> String {
    let length = format!("Content-Length: {}", body.len());
    let headers = [headers, &["Content-Type: application/json", &length]].concat();
    head("POST", path, &headers) + body
}

pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: String,
}

impl Answer {
    pub fn read(reader: &mut impl BufRead) -> Answer {
        let mut headers = String::new();
        while !headers.ends_with("\r\n\r\n") {
            assert!(
                reader.read_line(&mut headers).unwrap() > 0,
                "no answer: {headers}"
            );
        }
        let mut answer = Answer {
            status: headers[9..12].parse().unwrap(),
            headers: headers.to_ascii_lowercase(),
            body: String::new(),
        };
        if let Some(length) = answer.header("content-length") {
            let mut body = vec![0; length.parse().unwrap()];
            reader.read_exact(&mut body).unwrap();
            answer.body = String::from_utf8(body).unwrap();
        } else if answer.header("transfer-encoding").is_some() {
            while let Some(piece) = chunk(reader) {
                answer.body += &piece;
            }
        }
        answer
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let name = format!("{name}: ");
        self.headers
            .lines()
            .find_map(|line| line.strip_prefix(&name))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// A chunk of a stream; `None` at its end.
pub fn chunk(reader: &mut impl BufRead) -> Option<String> {
    let mut length = String::new();
    reader.read_line(&mut length).unwrap();
    let length = usize::from_str_radix(length.trim(), 16).unwrap();
    let mut piece = vec![0; length + 2];
    reader.read_exact(&mut piece).unwrap();
    piece.truncate(length);
    (length > 0).then(|| String::from_utf8(piece).unwrap())
}

/// Checks that the answer is a `taquin.error/1` with this status and text.
pub fn refused(answer: &Answer, status: u16, error: &str, what: &str) {
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
