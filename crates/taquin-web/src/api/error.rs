//! Errors of the API: `taquin.error/1`.

use serde::Serialize;
use taquin::Shape;
use taquin_app::exit::{Exit, Failure, say};

/// Why a request has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is invalid.
    BadInput,
    /// The request comes from another site's page, or is addressed to another host.
    Foreign,
    /// The path does not exist.
    NotFound,
    /// The path does not support the method.
    Method,
    /// The request timed out before it was complete.
    Slow,
    /// The body or the board is too large.
    TooLarge,
    /// The body is not declared as JSON.
    MediaType,
    /// The answer would exceed a limit, or is unknown.
    Limit,
    /// A bug, or a problem of the server's machine.
    Internal,
    /// The queue is full, or the server is shutting down.
    Busy,
}

impl ErrorKind {
    /// All of them.
    pub const ALL: [ErrorKind; 10] = [
        ErrorKind::BadInput,
        ErrorKind::Foreign,
        ErrorKind::NotFound,
        ErrorKind::Method,
        ErrorKind::Slow,
        ErrorKind::TooLarge,
        ErrorKind::MediaType,
        ErrorKind::Limit,
        ErrorKind::Internal,
        ErrorKind::Busy,
    ];

    /// The `status` of the error object.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::BadInput => "bad-input",
            ErrorKind::Foreign => "foreign",
            ErrorKind::NotFound => "not-found",
            ErrorKind::Method => "method",
            ErrorKind::Slow => "slow",
            ErrorKind::TooLarge => "too-large",
            ErrorKind::MediaType => "media-type",
            ErrorKind::Limit => "limit",
            ErrorKind::Internal => "internal",
            ErrorKind::Busy => "busy",
        }
    }
}

/// A request that has no answer, and why.
#[derive(Clone, Debug)]
pub struct ApiError {
    kind: ErrorKind,
    errors: Vec<String>,
}

#[derive(Serialize)]
struct ErrorObject<'a> {
    schema: &'static str,
    status: &'static str,
    errors: &'a [String],
}

impl ApiError {
    /// An error with one message per line of `errors`.
    pub fn new(kind: ErrorKind, errors: impl AsRef<str>) -> ApiError {
        ApiError {
            kind,
            errors: errors.as_ref().lines().map(String::from).collect(),
        }
    }

    /// An invalid request.
    pub(crate) fn bad(errors: impl AsRef<str>) -> ApiError {
        ApiError::new(ErrorKind::BadInput, errors)
    }

    /// An invalid value of a field.
    pub(crate) fn field(name: &str, error: impl std::fmt::Display) -> ApiError {
        ApiError::bad(format!("{name}: {error}"))
    }

    /// Several errors in the value of a field.
    pub(crate) fn fields(errors: Vec<String>) -> ApiError {
        ApiError {
            kind: ErrorKind::BadInput,
            errors,
        }
    }

    /// The same with one more message.
    pub(crate) fn and(mut self, error: String) -> ApiError {
        self.errors.push(error);
        self
    }

    /// A board that is too large, in the field that sets its size.
    pub(crate) fn too_large(field: &str, shape: Shape, most: usize) -> ApiError {
        let cells = shape.area();
        let errors = format!(
            "{field}: a {shape} board has {cells} cells, and this call takes at most {most}; the command line takes larger boards"
        );
        ApiError::new(ErrorKind::TooLarge, errors)
    }

    /// Why there is no answer.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The messages.
    pub fn errors(&self) -> &[String] {
        &self.errors
    }

    /// The error as `taquin.error/1`.
    pub fn json(&self) -> Vec<u8> {
        let object = ErrorObject {
            schema: "taquin.error/1",
            status: self.kind.name(),
            errors: &self.errors,
        };
        serde_json::to_vec(&object).expect("strings are valid JSON")
    }
}

impl From<Failure> for ApiError {
    /// Failures that say something about the machine are reported on stderr instead.
    fn from(failure: Failure) -> ApiError {
        let kind = match failure.exit() {
            Exit::Usage | Exit::BadInput | Exit::No => ErrorKind::BadInput,
            Exit::Limit => ErrorKind::Limit,
            Exit::Interrupted => ErrorKind::Busy,
            Exit::Success | Exit::Internal | Exit::Lost => {
                say("taquin", failure);
                let errors = "internal error; the server reports it on its standard error";
                return ApiError::new(ErrorKind::Internal, errors);
            }
        };
        ApiError::new(kind, failure.to_string())
    }
}
