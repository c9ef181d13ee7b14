//! HTTP responses.

use super::unread::Held;
use crate::api::{ApiError, ErrorKind};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

const fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::BadInput => StatusCode::BAD_REQUEST,
        ErrorKind::Foreign => StatusCode::FORBIDDEN,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Method => StatusCode::METHOD_NOT_ALLOWED,
        ErrorKind::Slow => StatusCode::REQUEST_TIMEOUT,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::Limit => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json(self.json());
        *response.status_mut() = status(self.kind());
        if self.kind() == ErrorKind::Busy {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(RETRY_AFTER, soon);
        }
        response
    }
}

/// An object as bytes.
pub(crate) fn to_json(object: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(object).expect("strings and numbers are valid JSON")
}

/// A response with a JSON body.
pub(crate) fn json(bytes: Vec<u8>) -> Response {
    Held::from(bytes).into_json()
}
