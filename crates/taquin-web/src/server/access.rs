//! Access control, and the security headers of every response.
//!
//! Any page in a browser on this machine can send requests to a local server. It cannot read the responses, unless its name
//! is made to resolve to this machine (DNS rebinding), so the `Host` header is checked. It should not start searches
//! either, so `POST` requests must come from the server's own page, or from no page at all.

use super::connections::Connection;
use super::routes::App;
use crate::api::{ApiError, ErrorKind};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY,
    TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Any page may show the player in a frame. `frame-ancestors *` would exclude pages opened from a file.
const EMBED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                            base-uri 'none'; form-action 'none'";

/// Accepts or rejects a request, and adds the headers to the response.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_embed = matches!(request.uri().path(), "/embed" | "/embed.html");
    // Where a body without a length ends is not followed any further (see `framing.rs`).
    let is_last = request.headers().contains_key(TRANSFER_ENCODING);
    let rejected =
        reject_framing(&request).or_else(|| reject(&app, request.method(), request.headers()));
    let mut response = match rejected {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    if is_last {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    if is_embed {
        set(CONTENT_SECURITY_POLICY, EMBED_POLICY);
    } else {
        set(CONTENT_SECURITY_POLICY, POLICY);
        set(X_FRAME_OPTIONS, "DENY");
    }
    let stored = headers.entry(CACHE_CONTROL);
    stored.or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Requests that other programs on the way may have understood differently.
fn reject_framing(request: &Request) -> Option<ApiError> {
    if request.headers().get_all(HOST).iter().count() > 1 {
        return Some(ApiError::bad("the request has more than one Host header"));
    }
    let connection = request.extensions().get::<Arc<Connection>>()?;
    connection.has_two_lengths().then(|| {
        ApiError::bad(
            "the request has both Content-Length and Transfer-Encoding, or a length that is not a plain number; send one length",
        )
    })
}

fn reject(app: &App, method: &Method, headers: &HeaderMap) -> Option<ApiError> {
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    if app.is_local && !is_local(host) {
        let errors = "this server accepts only requests to localhost or 127.0.0.1";
        return Some(ApiError::new(ErrorKind::Foreign, errors));
    }
    let origin = headers.get(ORIGIN)?;
    // A proxy that encrypts says so; pages cannot set this header for other sites.
    let is_encrypted = headers
        .get("x-forwarded-proto")
        .is_some_and(|scheme| scheme.as_bytes().eq_ignore_ascii_case(b"https"));
    let own_scheme = if is_encrypted { "https" } else { "http" };
    let is_own = origin.to_str().is_ok_and(|origin| {
        let origin = origin.split_once("://");
        origin.is_some_and(|(scheme, name)| {
            scheme.eq_ignore_ascii_case(own_scheme) && name.eq_ignore_ascii_case(host)
        })
    });
    let is_safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    (!is_own && !is_safe).then(|| {
        let errors = "requests from pages of other sites are rejected";
        ApiError::new(ErrorKind::Foreign, errors)
    })
}

/// Whether a `Host` names this machine, with any port.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let address = bare.unwrap_or(name).parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in [
            "localhost",
            "LOCALHOST:8015",
            "127.0.0.1:8015",
            "127.0.0.2",
            "[::1]",
            "[::1]:80",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org:8015",
            "10.0.0.1",
            "127.0.0.1.example.org",
            "[::2]",
            "0.0.0.0",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }
}
