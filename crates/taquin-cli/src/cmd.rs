//! One file for each command.

pub mod about;
pub mod check;
pub mod compare;
pub mod convert;
pub mod generate;
pub mod plan;
pub mod solve;
pub mod trace;
pub mod tree;
