//! The web front end of taquin: a JSON API, and the server that offers it together with the page.
//!
//! - [`api`]: typed requests and their answers. It knows neither HTTP nor threads, so that a WebAssembly worker can use it
//!   too; only progress and cancellation come from outside ([`Client`](api::Client)).
//! - `server`: HTTP, the page, the queue of searches, server-sent events (feature `server`, on by default).
//! - `guide`: the user guide as pages of the site (feature `server`).
//! - `export`: page and guide as a static site, whose solver is WebAssembly in a worker (feature `server`).
//!
//! The API is described in `openapi.json`, which the server serves too. The design and its reasons are in
//! `docs/decisions/0017-server.md`.

#![forbid(unsafe_code)]

pub mod api;

#[cfg(feature = "server")]
pub mod export;
#[cfg(feature = "server")]
mod guide;
#[cfg(feature = "server")]
mod page;
#[cfg(feature = "server")]
mod server;

#[cfg(feature = "server")]
pub use server::{ClientLimits, Server, ServerOptions, open_page};
