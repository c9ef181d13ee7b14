//! The [API](taquin_web::api) as WebAssembly: the same requests, answers and errors as over HTTP, in a worker of a browser.
//!
//! - [`session`]: answers a request that arrives as bytes.
//! - [`kept_tables`]: pattern databases that the worker keeps between visits.
//! - `boundary`: the functions that the worker calls and those that it provides, only in WebAssembly.
//!
//! The worker is `crates/taquin-web/page/worker.js`; `scripts/wasm` compiles this crate for it. Why there is no binding
//! generator between the two: `docs/decisions/0024-webassembly.md`.

#[cfg(target_family = "wasm")]
mod boundary;
pub mod kept_tables;
pub mod session;
