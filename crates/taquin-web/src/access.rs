//! Who may come in, and what every answer says to the browser.
//!
//! A server on this machine can be reached by every page that a browser on it shows. Such a page cannot read the answers,
//! unless its name is made to point here (DNS rebinding) and the `Host` of its requests is believed; and it should not start
//! searches either, so that what is posted must come from our own page, or from no page at all.

use crate::api::App;
use crate::reply::{Kind, Refusal};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const EMBED_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                            base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Lets a request in or not, and signs the answer.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_embed = request.uri().path() == "/embed";
    let mut response = match refuse(&app, request.method(), request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
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

fn refuse(app: &App, method: &Method, headers: &HeaderMap) -> Option<Refusal> {
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    if app.is_local && !is_local(host) {
        let errors = "this server answers on this machine only, as localhost or 127.0.0.1";
        return Some(Refusal::new(Kind::Foreign, errors));
    }
    let origin = headers.get(ORIGIN)?;
    let is_own = origin.to_str().is_ok_and(|origin| {
        let name = origin.split_once("://").map(|(_, name)| name);
        name.is_some_and(|name| name.eq_ignore_ascii_case(host))
    });
    let is_safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    (!is_own && !is_safe).then(|| {
        let errors = "this comes from a page of another server; only the server's own page may ask";
        Refusal::new(Kind::Foreign, errors)
    })
}

/// Whether a `Host` names this machine, whatever the port.
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
