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
        let iterations = matches.value("iterations", whole(u64::MAX))?;
        let seed = matches.value("seed", whole(u64::MAX))?;
        let side = matches.value("size", whole(u32::MAX))?;
        let is_unsolvable = matches.has("unsolvable");
        let side = side.or(is_unsolvable.then_some(DEFAULT_SIDE));
        for (option, is_given) in [
            ("iterations", iterations.is_some()),
            ("seed", seed.is_some()),
        ] {
            if is_given && side.is_none() {
                let other = "size";
                return Err(UsageError::Requires { option, other });
            }
        }
        let heuristic = matches.value("heuristic", named)?.flatten();
        let algorithm = chosen(matches)?;
        check_used(matches, algorithm, heuristic)?;
        Ok(Args {
            file: matches.argument(0).map(String::from),
            generate: side.map(|side| Generate {
                side,
                is_unsolvable,
                iterations,
                seed,
            }),
            heuristic,
            algorithm,
            order: matches.value("order", order)?.unwrap_or_default(),
            limits: Limits {
                time: matches.value("time", duration)?,
                memory: matches
                    .value("memory", bytes)?
                    .unwrap_or(Limits::default().memory),
            },
            effort: matches.value("effort", whole(u64::MAX))?,
            states: matches.has("states"),
        })
    }
}

/// The side of a puzzle that is generated without `--size`.
const DEFAULT_SIDE: u32 = 3;

/// An error for a heuristic or a weight that the search would not use.
fn check_used(
    matches: &Matches,
    algorithm: Option<Algorithm>,
    heuristic: Option<HeuristicKind>,
) -> Result<(), UsageError> {
    let conflict = |option, algorithm: Algorithm| {
        let other = format!("--algorithm {algorithm}, which does not use it");
        Err(UsageError::Conflict { option, other })
    };
    match algorithm {
        Some(algorithm) if heuristic.is_some() && !algorithm.uses_heuristic() => {
            conflict("heuristic", algorithm)
        }
        Some(Algorithm::WeightedAStar(_)) => Ok(()),
        _ if matches.is_given("weight") => {
            let (option, other) = ("weight", "algorithm weighted-astar");
            Err(UsageError::Requires { option, other })
        }
        _ => Ok(()),
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

/// Reads a whole number up to the largest of its type.
fn whole<T: Copy + Display + FromStr>(largest: T) -> impl Fn(&str) -> Result<T, String> {
    move |text| {
        let number = text.parse().ok();
        number.ok_or_else(|| format!("must be a whole number from 0 to {largest}"))
    }
}
