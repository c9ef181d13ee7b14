//! The page: files that are in the binary.

use crate::reply::{Kind, Refusal};
use axum::body::Body;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;

/// Every file of `page/` by its name, in order.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file that a path names.
pub(crate) async fn asked(
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    file(&path, headers).await
}

/// A file of the page, or word that it is the one that the browser has.
pub(crate) async fn file(name: &str, headers: HeaderMap) -> Result<Response, Refusal> {
    let found = FILES.binary_search_by_key(&name, |(name, _)| name);
    let found = found.map_err(|_| Refusal::new(Kind::NotFound, "there is no such file"))?;
    let (name, bytes) = FILES[found];
    let tag = format!("\"{:016x}\"", fingerprint(bytes));
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known == tag.as_str());
    let mut response = match is_known {
        true => Response::new(Body::empty()),
        false => Response::new(Body::from(bytes)),
    };
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let tag = HeaderValue::try_from(tag).expect("hexadecimal digits may stand in a header");
    let headers = response.headers_mut();
    headers.insert(ETAG, tag);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    // The browser keeps it, and asks whether it is still the same.
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

/// FNV-1a: two versions of a file differ in it.
const fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}
