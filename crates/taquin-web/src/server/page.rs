//! The files of the page and of the guide over HTTP.

use crate::api::{ApiError, ErrorKind};
use crate::page::File;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::Response;
use taquin::support::hash::fnv1a;

/// Where the guide begins.
const GUIDE: &str = "guide/index.html";

/// A file of the page, or `304 Not Modified` if the browser has it.
pub(crate) fn file(files: &[File], name: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let found = files.binary_search_by(|(each, _)| each.as_str().cmp(name));
    let found =
        found.map_err(|_| ApiError::new(ErrorKind::NotFound, "this file does not exist"))?;
    let (name, bytes) = &files[found];
    let tag = format!("\"{:016x}\"", fnv1a(bytes));
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known == tag.as_str());
    let mut response = if is_known {
        Response::new(Body::empty())
    } else {
        Response::new(Body::from(bytes.to_vec()))
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

/// Leads from the directory of the guide to its first page, relative to the address of the request.
pub(crate) async fn guide(uri: Uri) -> Response {
    let target = if uri.path().ends_with('/') {
        "index.html"
    } else {
        GUIDE
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    let target = HeaderValue::from_static(target);
    response.headers_mut().insert(LOCATION, target);
    response
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
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
