//! Marks programs for sliding-puzzle assignments, and makes worksheets with answer keys.
//!
//! Knows no argument parser and prints nothing: `taquin grade` and `taquin worksheet` do.
#![forbid(unsafe_code)]

pub mod run;

pub mod suite;

pub mod verdict;

pub mod case;

pub mod reference;

pub mod cases;

mod judge;

pub mod report;

pub mod grade;

pub mod output;

mod fingerprint;

pub mod each;

pub mod bundle;

pub mod worksheet;
