//! What is said: answers, and refusals with the words of the program.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request makes no sense.
    BadInput,
    /// It comes from a page of somebody else.
    Foreign,
    /// There is no such thing.
    NotFound,
    /// There is, but it is asked for in another way.
    Method,
    /// The request did not come to its end.
    Slow,
    /// The request or its board is too large.
    TooLarge,
    /// The body is no JSON.
    MediaType,
    /// It would take more than is allowed.
    Limit,
    /// A bug.
    Internal,
    /// Too many ask at once, or the server is about to stop.
    Busy,
}

impl Kind {
    const fn status(self) -> StatusCode {
        match self {
            Kind::BadInput => StatusCode::BAD_REQUEST,
            Kind::Foreign => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
            Kind::Slow => StatusCode::REQUEST_TIMEOUT,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Kind::Limit => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Kind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Kind::BadInput => "bad-input",
            Kind::Foreign => "foreign",
            Kind::NotFound => "not-found",
            Kind::Method => "method",
            Kind::Slow => "slow",
            Kind::TooLarge => "too-large",
            Kind::MediaType => "media-type",
            Kind::Limit => "limit",
            Kind::Internal => "internal",
            Kind::Busy => "busy",
        }
    }
}

/// A request that is not answered, and why.
#[derive(Clone, Debug)]
pub struct Refusal {
    kind: Kind,
    errors: Vec<String>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    schema: &'static str,
    status: &'static str,
    errors: &'a [String],
}

impl Refusal {
    /// Every line of `errors` is for people.
    pub fn new(kind: Kind, errors: &str) -> Refusal {
        Refusal {
            kind,
            errors: errors.lines().map(String::from).collect(),
        }
    }

    /// `taquin.error/1`.
    pub(crate) fn json(&self) -> Vec<u8> {
        to_json(&ErrorObject {
            schema: "taquin.error/1",
            status: self.kind.name(),
            errors: &self.errors,
        })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = json(self.json());
        *response.status_mut() = self.kind.status();
        if self.kind == Kind::Busy {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(RETRY_AFTER, soon);
        }
        response
    }
}

/// An object as bytes.
pub(crate) fn to_json(object: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(object).expect("objects of texts and numbers are JSON")
}

/// An answer.
pub(crate) fn json(bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
