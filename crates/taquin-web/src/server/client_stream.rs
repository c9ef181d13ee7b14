//! The bytes of a connection, with what the HTTP library leaves to its stream.
//!
//! - A client that does not read its answer is disconnected.
//! - A client that has closed its side of the connection after a request may still read the answer. It cannot be told from
//!   one that is gone, so an answer that is not ready soon is given up.
//! - Errors of the HTTP library have no body; here they get one.

use super::connections::{Connection, error_response};
use super::framing::Framing;
use crate::api::{ApiError, ErrorKind};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A client must read at least this much in the time for a stalled answer.
const READ_AT_LEAST: usize = 16 << 10;
/// The time for an answer after the client has closed its side.
const HALF_CLOSED: Duration = Duration::from_secs(2);

/// The stream of a connection.
#[derive(Debug)]
pub(crate) struct ClientStream {
    stream: TcpStream,
    connection: Arc<Connection>,
    framing: Framing,
    stall_time: Duration,
    /// Runs while the client does not read, with the bytes that it has read since it began.
    stalled: Option<(Pin<Box<Sleep>>, usize)>,
    /// Runs after the client has closed its side.
    half_closed: Option<Pin<Box<Sleep>>>,
    /// Whether bytes were written after the last flush.
    is_unflushed: bool,
    /// What is sent instead of an error of the HTTP library.
    replaced: Vec<u8>,
}

impl ClientStream {
    pub(crate) fn new(
        stream: TcpStream,
        connection: Arc<Connection>,
        stall_time: Duration,
    ) -> ClientStream {
        ClientStream {
            stream,
            connection,
            framing: Framing::new(),
            stall_time,
            stalled: None,
            half_closed: None,
            is_unflushed: false,
            replaced: Vec::new(),
        }
    }

    /// Writes to the socket, or fails if the client does not read.
    fn poll_send(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(cx, bytes);
        match &sent {
            Poll::Ready(Ok(sent)) => {
                self.connection.has_moved();
                if let Some((_, read)) = &mut self.stalled {
                    *read += sent;
                }
                if self
                    .stalled
                    .as_ref()
                    .is_some_and(|(_, read)| *read >= READ_AT_LEAST)
                {
                    self.stalled = None;
                }
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                let stall_time = self.stall_time;
                let begin = || (Box::pin(sleep(stall_time)), 0);
                let (timer, _) = self.stalled.get_or_insert_with(begin);
                ready!(timer.as_mut().poll(cx));
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        sent
    }

    /// Sends what replaces an error of the HTTP library.
    fn poll_replaced(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.replaced.is_empty() {
            let bytes = std::mem::take(&mut self.replaced);
            let sent = self.poll_send(cx, &bytes);
            let done = if let Poll::Ready(Ok(sent)) = sent {
                sent
            } else {
                0
            };
            self.replaced = bytes[done..].to_vec();
            ready!(sent)?;
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.half_closed.is_none() {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut this.stream).poll_read(cx, buffer))?;
            let received = &buffer.filled()[before..];
            if !received.is_empty() || buffer.remaining() == 0 {
                this.connection.has_moved();
                if this.framing.finds_two_lengths(received) {
                    this.connection.refuse_lengths();
                }
                return Poll::Ready(Ok(()));
            }
        }
        if !this.is_unflushed && !this.connection.is_answering() {
            return Poll::Ready(Ok(()));
        }
        let begin = || Box::pin(sleep(HALF_CLOSED));
        let timer = this.half_closed.get_or_insert_with(begin);
        timer.as_mut().poll(cx).map(Ok)
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_replaced(cx))?;
        self.is_unflushed = true;
        if let Some(replaced) = with_body(bytes) {
            self.replaced = replaced;
            return Poll::Ready(Ok(bytes.len()));
        }
        self.poll_send(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replaced(cx))?;
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        self.is_unflushed = false;
        self.stalled = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replaced(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The same response with a body, if it is an error of the HTTP library: the server's own responses have more headers.
fn with_body(response: &[u8]) -> Option<Vec<u8>> {
    let head = response.strip_prefix(b"HTTP/1.1 ")?;
    let is_own = || {
        let name: &[u8] = b"x-content-type-options";
        response.windows(name.len()).any(|part| part == name)
    };
    let (status, kind, errors) = match head.get(..3)? {
        b"400" => (
            "400 Bad Request",
            ErrorKind::BadInput,
            "this is not a valid HTTP request",
        ),
        b"414" => (
            "414 URI Too Long",
            ErrorKind::TooLarge,
            "the address of the request is too long",
        ),
        b"431" => (
            "431 Request Header Fields Too Large",
            ErrorKind::TooLarge,
            "the headers of the request are too long or too many",
        ),
        _ => return None,
    };
    let is_error = response.ends_with(b"\r\n\r\n") && !is_own();
    is_error.then(|| error_response(status, &ApiError::new(kind, errors)))
}

#[cfg(test)]
mod tests {
    use super::with_body;

    #[test]
    fn only_errors_of_the_http_library_are_replaced() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        let replaced = String::from_utf8(with_body(bare).expect("an error")).expect("text");
        assert!(replaced.starts_with("HTTP/1.1 431 "), "{replaced}");
        assert!(replaced.ends_with(r#"{"schema":"taquin.error/1","status":"too-large","errors":["the headers of the request are too long or too many"]}"#));
        for own in [
            "HTTP/1.1 400 Bad Request\r\nx-content-type-options: nosniff\r\ncontent-length: 2\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            "{\"schema\":1}",
        ] {
            assert!(with_body(own.as_bytes()).is_none(), "{own}");
        }
    }
}
