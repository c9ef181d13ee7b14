//! A search as server-sent events: `progress` now and then, then one `answer` or `error`.

use crate::api::{Outcome, answered};
use crate::reply::Refusal;
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
    first: Option<Frame<Bytes>>,
    progress: Receiver<Vec<u8>>,
    /// None when it has been told.
    outcome: Option<JoinHandle<Outcome>>,
    _presence: Presence,
}

impl Events {
    /// What the search does, until its outcome is there. What is wrong with a request from the first is said as ever.
    pub(crate) async fn begin(
        mut progress: Receiver<Vec<u8>>,
        outcome: JoinHandle<Outcome>,
        presence: Presence,
    ) -> Result<Response, Refusal> {
        let (first, outcome) = match progress.recv().await {
            Some(json) => (event("progress", &json), Some(outcome)),
            None => (event("answer", &answered(outcome.await)?), None),
        };
        let mut response = Response::new(Body::new(Events {
            first: Some(first),
            progress,
            outcome,
            _presence: presence,
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
