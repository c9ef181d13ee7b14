//! Answers that clients have not read yet: their bytes count against a budget of the whole server.

use crate::api::{ApiError, ErrorKind};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use http_body::{Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

/// An answer is handed to the connection in pieces of this size. Shorter answers do not count: a connection buffers as much.
pub(crate) const PIECE: usize = 16 << 10;

/// The bytes that may wait for clients to read them.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    held: Arc<AtomicUsize>,
    most: usize,
}

impl Unread {
    pub(crate) fn new(most: usize) -> Unread {
        Unread {
            held: Arc::default(),
            most,
        }
    }

    /// An answer as long as the budget allows it.
    pub(crate) fn hold(&self, bytes: Vec<u8>) -> Result<Held, ApiError> {
        let length = bytes.len();
        if length <= PIECE {
            return Ok(Held::from(bytes));
        }
        let more = |held: usize| held.checked_add(length).filter(|&held| held <= self.most);
        let reserved = self
            .held
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        reserved.map_err(|_| {
            let errors = "the server holds too many answers that clients have not read; try again in a moment";
            ApiError::new(ErrorKind::Busy, errors)
        })?;
        Ok(Held {
            bytes: bytes.into(),
            _reserved: Some(Reserved {
                held: Arc::clone(&self.held),
                bytes: length,
            }),
        })
    }
}

/// A part of the budget, until it is dropped.
#[derive(Debug)]
struct Reserved {
    held: Arc<AtomicUsize>,
    bytes: usize,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// An answer that is not sent yet. As a body, it is handed on in pieces, as fast as the client reads.
#[derive(Debug)]
pub(crate) struct Held {
    bytes: Bytes,
    _reserved: Option<Reserved>,
}

impl From<Vec<u8>> for Held {
    fn from(bytes: Vec<u8>) -> Held {
        Held {
            bytes: bytes.into(),
            _reserved: None,
        }
    }
}

impl Held {
    /// The same bytes between two others.
    pub(crate) fn between(self, before: &[u8], after: &[u8]) -> Held {
        Held {
            bytes: [before, &self.bytes, after].concat().into(),
            ..self
        }
    }

    /// The next piece to send.
    pub(crate) fn piece(&mut self) -> Option<Bytes> {
        let length = self.bytes.len().min(PIECE);
        (length > 0).then(|| self.bytes.split_to(length))
    }

    /// A response whose body is this JSON.
    pub(crate) fn into_json(self) -> Response {
        let mut response = Response::new(Body::new(self));
        let kind = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }
}

impl HttpBody for Held {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.piece().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.bytes.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held_by(unread: &Unread) -> usize {
        unread.held.load(Ordering::Relaxed)
    }

    #[test]
    fn answers_beyond_the_budget_are_refused_until_others_are_read() {
        let unread = Unread::new(3 * PIECE);
        let held = unread.hold(vec![0; 2 * PIECE]).expect("it fits");
        assert_eq!(held_by(&unread), 2 * PIECE);
        let error = unread
            .hold(vec![0; 2 * PIECE])
            .expect_err("it does not fit");
        assert_eq!(error.kind(), ErrorKind::Busy);
        assert!(
            unread.hold(vec![0; PIECE]).is_ok(),
            "small answers always fit"
        );
        drop(held.between(b"<", b">"));
        assert_eq!(held_by(&unread), 0);
        assert!(unread.hold(vec![0; 3 * PIECE]).is_ok());
    }

    #[test]
    fn pieces_are_the_whole_answer() {
        let bytes: Vec<u8> = (0..3 * PIECE + 5).map(|i| i as u8).collect();
        let unread = Unread::new(usize::MAX);
        let mut held = unread.hold(bytes.clone()).expect("it fits");
        let pieces: Vec<Bytes> = std::iter::from_fn(|| held.piece()).collect();
        assert!(pieces.iter().all(|piece| piece.len() <= PIECE));
        assert_eq!(pieces.concat(), bytes);
    }
}
