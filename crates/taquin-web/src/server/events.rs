//! Server-sent events of a search: `progress` several times per second, then one `answer` or `error`.

use super::client::Connected;
use super::routes::{Outcome, answered};
use crate::api::ApiError;
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

/// The body of the response. It is dropped when the client disconnects, which ends the search.
pub(crate) struct Events {
    /// The event that is sent first.
    first: Option<Frame<Bytes>>,
    progress: Receiver<Vec<u8>>,
    /// `None` once it has been sent.
    outcome: Option<JoinHandle<Outcome>>,
    _connected: Connected,
}

impl Events {
    /// Waits for the first event. A request that fails before it gets an error response instead of a stream.
    pub(crate) async fn begin(
        mut progress: Receiver<Vec<u8>>,
        outcome: JoinHandle<Outcome>,
        connected: Connected,
    ) -> Result<Response, ApiError> {
        let (first, outcome) = match progress.recv().await {
            Some(json) => (event("progress", &json), Some(outcome)),
            None => (event("answer", &answered(outcome.await)?), None),
        };
        let mut response = Response::new(Body::new(Events {
            first: Some(first),
            progress,
            outcome,
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
            Poll::Ready(Some(json)) => return Poll::Ready(Some(Ok(event("progress", &json)))),
            // The search has ended.
            Poll::Ready(None) => {}
        }
        let Some(outcome) = &mut self.outcome else {
            return Poll::Ready(None);
        };
        Pin::new(outcome).poll(context).map(|outcome| {
            self.outcome = None;
            Some(Ok(match answered(outcome) {
                Ok(json) => event("answer", &json),
                Err(error) => event("error", &error.json()),
            }))
        })
    }
}

/// JSON on one line: line breaks in strings are escaped.
fn event(name: &str, json: &[u8]) -> Frame<Bytes> {
    let mut text = format!("event: {name}\ndata: ").into_bytes();
    text.extend_from_slice(json);
    text.extend_from_slice(b"\n\n");
    Frame::data(text.into())
}
