//! The options of `npuzzle`, each with its type.

use std::fmt::Display;
use std::str::FromStr;
use taquin::solve::{Algorithm, HeuristicKind};
use taquin::space::MoveOrder;
use taquin_app::limits::{Limits, bytes, duration};
use taquin_app::plan::{AUTO, order, weight};
use taquin_courses::command_line::{Matches, UsageError};

/// Every option.
#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) file: Option<String>,
    pub(crate) generate: Option<Generate>,
    /// None if the program chooses.
    pub(crate) heuristic: Option<HeuristicKind>,
    /// None if the program chooses.
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) order: MoveOrder,
    pub(crate) limits: Limits,
    pub(crate) effort: Option<u64>,
    /// Whether to print all states, even if they take gigabytes.
    pub(crate) states: bool,
}

/// Which puzzle to generate.
#[derive(Debug)]
pub(crate) struct Generate {
    pub(crate) side: u32,
    pub(crate) is_unsolvable: bool,
    pub(crate) iterations: Option<u64>,
    pub(crate) seed: Option<u64>,
}

impl Args {
    /// Gives every option its type.
    pub(crate) fn new(matches: &Matches) -> Result<Args, UsageError> {
        let iterations = matches.value("iterations", whole)?;
        let seed = matches.value("seed", whole)?;
        let side = matches.value("size", whole)?;
        Ok(Args {
            file: matches.argument(0).map(String::from),
            generate: side.map(|side| Generate {
                side,
                is_unsolvable: matches.has("unsolvable"),
                iterations,
                seed,
            }),
            heuristic: matches.value("heuristic", named)?.flatten(),
            algorithm: chosen(matches)?,
            order: matches.value("order", order)?.unwrap_or_default(),
            limits: Limits {
                time: matches.value("time", duration)?,
                memory: matches
                    .value("memory", bytes)?
                    .unwrap_or(Limits::default().memory),
            },
            effort: matches.value("effort", whole)?,
            states: matches.has("states"),
        })
    }
}

/// The search that the options ask for; none if they leave it open.
fn chosen(matches: &Matches) -> Result<Option<Algorithm>, UsageError> {
    let weight = matches.value("weight", weight)?;
    let weighted = |algorithm| match (algorithm, weight) {
        (Algorithm::WeightedAStar(_), Some(weight)) => Algorithm::WeightedAStar(weight),
        _ => algorithm,
    };
    let named = matches.value("algorithm", named)?.flatten().map(weighted);
    let uniform = matches.has("uniform").then_some(Algorithm::UniformCost);
    let greedy = matches.has("greedy").then_some(Algorithm::Greedy);
    Ok(uniform.or(greedy).or(named))
}

/// An algorithm or a heuristic by its name; none for `auto`.
fn named<T: FromStr<Err: Display>>(name: &str) -> Result<Option<T>, String> {
    if name.eq_ignore_ascii_case(AUTO) {
        return Ok(None);
    }
    let named = name.parse().map(Some);
    named.map_err(|unknown| format!("{unknown}, and {AUTO}"))
}

/// A whole number that fits in the type.
fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, &'static str> {
    let number = text.parse::<u64>().ok().and_then(|n| T::try_from(n).ok());
    number.ok_or("it must be a whole number, from 0 and not too large")
}
