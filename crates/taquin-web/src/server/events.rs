//! Server-sent events of a search: `progress` several times per second, then one `answer` or `error`.

use super::client::Connected;
use super::routes::{Outcome, answered};
use super::unread::Held;
use crate::api::ApiError;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use http_body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;

/// The body of the response. It is dropped when the client disconnects, which ends the search.
pub(crate) struct Events {
    /// The event that is sent first.
    first: Option<Frame<Bytes>>,
    progress: Receiver<Vec<u8>>,
    /// `None` once it is the last event.
    outcome: Option<JoinHandle<Outcome>>,
    /// The rest of the last event.
    last: Option<Held>,
    _connected: Connected,
}

impl Events {
    /// Waits for the first event. A request that fails before it gets an error response instead of a stream.
    pub(crate) async fn begin(
        mut progress: Receiver<Vec<u8>>,
        outcome: JoinHandle<Outcome>,
        connected: Connected,
    ) -> Result<Response, ApiError> {
        let (first, outcome, last) = match progress.recv().await {
            Some(json) => (Some(progress_event(&json)), Some(outcome), None),
            None => (None, None, Some(event("answer", answered(outcome.await)?))),
        };
        let mut response = Response::new(Body::new(Events {
            first,
            progress,
            outcome,
            last,
            _connected: connected,
        }));
        let kind = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        Ok(response)
    }
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        match self.progress.poll_recv(context) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(json)) => return Poll::Ready(Some(Ok(progress_event(&json)))),
            // The search has ended.
            Poll::Ready(None) => {}
        }
        if let Some(outcome) = &mut self.outcome {
            let outcome = ready!(Pin::new(outcome).poll(context));
            self.outcome = None;
            self.last = Some(match answered(outcome) {
                Ok(answer) => event("answer", answer),
                Err(error) => event("error", error.json().into()),
            });
        }
        let piece = self.last.as_mut().and_then(Held::piece);
        Poll::Ready(piece.map(|piece| Ok(Frame::data(piece))))
    }
}

/// JSON on one line: line breaks in strings are escaped.
fn event(name: &str, json: Held) -> Held {
    json.between(format!("event: {name}\ndata: ").as_bytes(), b"\n\n")
}

fn progress_event(json: &[u8]) -> Frame<Bytes> {
    Frame::data([b"event: progress\ndata: ", json, b"\n\n"].concat().into())
}
