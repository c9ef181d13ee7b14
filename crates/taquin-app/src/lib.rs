//! What the front ends of taquin share: everything between a command, a request or a key press and the library.
//!
//! - Reading: [`input`] (boards from arguments, files and standard input), [`origin`] (where they come from), [`plan`] (names of
//!   searches and heuristics).
//! - Running: [`host`] (clock and random numbers), [`limits`] (time, memory, Ctrl-C, progress), [`parallel`] (tasks on several threads), [`command`] (a user's
//!   heuristic), [`search`] (one search under its limits), and one module per question: [`check`], [`hint`], [`moves`], [`inspect`], [`verify`], [`trace`], [`compare`],
//!   [`audit`], [`census`], [`count`], [`generate`].
//! - On disk: [`files`] (files that are complete or absent), `store` (pattern databases), `checkpoint`, `tables`.
//! - Writing: [`output`], one module per format. A writer takes a result and does not depend on how it was computed.
//! - Failing: [`exit`] (failures and exit codes), [`option`] (rejected options, named as each front end names
//!   them).
//!
//! It knows no argument parser, no HTTP and no terminal UI. A module uses only modules that stand above it here
//! (`tests/all/flow.rs`). Why there is such a crate: `docs/decisions/0019-crates-by-role.md`.
//!
//! Features, all on by default: `csv`, `json`, `processes`, `progress`, `signals` and `tables`. Without them the crate needs
//! nothing but the library and `thiserror`.

// A blank line between them keeps rustfmt from sorting them: the order is the flow, which a test enforces.

pub mod words;

pub mod option;

pub mod exit;

pub mod files;

pub mod host;

pub mod limits;

pub mod parallel;

pub mod origin;

pub mod input;

pub mod plan;

pub mod command;

pub mod groups;

#[cfg(feature = "tables")]
pub mod store;

#[cfg(feature = "tables")]
pub mod checkpoint;

pub mod search;

pub mod hint;

pub mod moves;

pub mod check;

pub mod inspect;

pub mod verify;

pub mod trace;

pub mod compare;

pub mod audit;

pub mod census;

pub mod count;

pub mod instances;

pub mod generate;

#[cfg(feature = "tables")]
pub mod tables;

#[cfg(feature = "tables")]
pub mod bench;

pub mod output;
