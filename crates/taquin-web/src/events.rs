//! A search as server-sent events: `progress` now and then, then one `answer` or `error`.

use crate::api::{Outcome, answered};
use crate::watch::Presence;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use http_body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;

/// What is sent while the search runs. When the connection is closed this is dropped, and with it the presence of the one
/// who waits, which ends the search.
pub(crate) struct Events {
    /// What came before the stream began.
    first: Option<Vec<u8>>,
    progress: Receiver<Vec<u8>>,
    /// None when it has been told.
    outcome: Option<JoinHandle<Outcome>>,
    _presence: Presence,
}

impl Events {
    pub(crate) const fn new(
        first: Option<Vec<u8>>,
        progress: Receiver<Vec<u8>>,
        outcome: JoinHandle<Outcome>,
        presence: Presence,
    ) -> Events {
        Events {
            first,
            progress,
            outcome: Some(outcome),
            _presence: presence,
        }
    }

    pub(crate) fn into_response(self) -> Response {
        let mut response = Response::new(Body::new(self));
        let kind = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let first = self.first.take();
        let progress = match first {
            Some(first) => Poll::Ready(Some(first)),
            None => self.progress.poll_recv(context),
        };
        match progress {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(json)) => return Poll::Ready(Some(Ok(event("progress", &json)))),
            // The search is over, and its outcome there.
            Poll::Ready(None) => {}
        }
        let Some(outcome) = &mut self.outcome else {
            return Poll::Ready(None);
        };
        Pin::new(outcome).poll(context).map(|outcome| {
            self.outcome = None;
            Some(Ok(match answered(outcome) {
                Ok(json) => event("answer", &json),
                Err(refusal) => event("error", &refusal.json()),
            }))
        })
    }
}

/// JSON has no line breaks outside of texts, and there they are escaped.
fn event(name: &str, json: &[u8]) -> Frame<Bytes> {
    let mut text = format!("event: {name}\ndata: ").into_bytes();
    text.extend_from_slice(json);
    text.extend_from_slice(b"\n\n");
    Frame::data(text.into())
}
