//! Every integration test of the program, in one binary: linking once is faster than linking one binary per file.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]
#![allow(clippy::too_many_lines, reason = "tests are tables of cases")]

mod about;
mod all_optimal;
mod audit;
mod bench;
mod bench_files;
mod census;
mod check;
mod checkpoint;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "cluster")]
mod cluster_cut;
#[cfg(feature = "cluster")]
mod cluster_deal;
#[cfg(feature = "cluster")]
mod cluster_lost;
#[cfg(feature = "cluster")]
mod cluster_refused;
#[cfg(feature = "cluster")]
mod cluster_stopped;
#[cfg(all(feature = "cluster", target_os = "linux"))]
mod cluster_suspended;
mod common;
mod composed;
mod csv;
mod csv_input;
mod differential;
mod examples;
mod generate;
mod generate_files;
#[cfg(feature = "grade")]
mod grade;
mod groups;
mod heuristic_command;
mod inspect;
mod iterations;
mod large;
#[cfg(target_os = "linux")]
mod memory;
mod moves;
mod omitted;
#[cfg(feature = "serve")]
mod openapi;
mod page;
mod pddl;
mod pictures;
mod pipes;
mod pipes_kept;
#[cfg(feature = "play")]
mod play;
mod reading;
mod readme;
mod schema;
#[cfg(feature = "serve")]
mod serve;
#[cfg(all(feature = "serve", target_os = "linux"))]
mod serve_attacks;
#[cfg(feature = "serve")]
mod serve_errors;
#[cfg(feature = "serve")]
mod serve_limits;
#[cfg(target_os = "linux")]
mod signals;
mod solve;
mod solve_output;
#[cfg(target_os = "linux")]
mod streams;
#[cfg(target_os = "linux")]
mod table_files;
mod tables;
mod trace;
mod unsolvable;
mod verify;
mod verify_labels;
mod verify_lines;
mod verify_states;
#[cfg(feature = "grade")]
mod worksheet;
