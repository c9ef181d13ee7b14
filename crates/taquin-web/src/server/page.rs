//! The page: files embedded in the binary.

use crate::api::{ApiError, ErrorKind};
use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use taquin::support::hash::fnv1a;

/// Every file of `page/`, sorted by name.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file at a path.
pub(crate) async fn asked(
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    file(&path, headers).await
}

/// A file of the page, or `304 Not Modified` if the browser has it.
pub(crate) async fn file(name: &str, headers: HeaderMap) -> Result<Response, ApiError> {
    let found = FILES.binary_search_by_key(&name, |(name, _)| name);
    let found =
        found.map_err(|_| ApiError::new(ErrorKind::NotFound, "this file does not exist"))?;
    let (name, bytes) = FILES[found];
    let tag = format!("\"{:016x}\"", fnv1a(bytes));
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known == tag.as_str());
    let mut response = if is_known {
        Response::new(Body::empty())
    } else {
        Response::new(Body::from(bytes))
    };
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let tag = HeaderValue::try_from(tag).expect("hexadecimal digits are valid in a header");
    let headers = response.headers_mut();
    headers.insert(ETAG, tag);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    // The browser keeps it, and checks whether it has changed.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
