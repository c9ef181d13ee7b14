//! Tools built on [`solve`](crate::solve): each answers one kind of question about boards, moves or heuristics.

pub mod analyse;
pub mod audit;
pub mod classic;
pub mod generate;
pub mod lockstep;
pub mod moves;
pub mod optimal;
pub mod tree;
