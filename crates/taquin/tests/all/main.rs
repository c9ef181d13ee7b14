//! Every integration test of the library, in one binary: linking once is faster than linking one binary per file.
#![allow(missing_docs, clippy::unwrap_used, reason = "test code")]
#![allow(clippy::too_many_lines, reason = "tests are tables of cases")]

mod analyse;
mod audit;
mod automaton;
mod budget;
mod census;
mod census_shares;
mod classic;
mod common;
mod containers;
mod distance;
mod distance_table;
mod engine;
mod engines;
mod external;
mod face;
mod few_slides;
mod flow;
mod generate;
mod heuristics;
mod iterations;
mod labels;
mod large;
mod laws;
mod learned;
mod names;
mod notation;
mod observers;
mod optimal;
mod own_patterns;
mod pattern_shares;
mod patterns;
mod round_trip;
mod searches;
mod shorten;
mod shortest;
mod slide_metric;
mod solvability;
mod spaces;
mod students;
mod toy_graph;
mod views;
