//! How to search: the names of algorithms and heuristics, weights, move orders, and which options can be combined.

use crate::exit::Failure;
use crate::option::OptionError;
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind, OptionsError, SearchOptions};
use taquin::space::MoveOrder;
use taquin::{Move, Shape};

/// The name that leaves the choice to the library.
pub const AUTO: &str = "auto";

/// The names of the algorithms.
pub fn algorithms() -> Vec<&'static str> {
    Algorithm::ALL.map(Algorithm::name).into()
}

/// The names of the heuristics.
pub fn heuristics() -> Vec<&'static str> {
    HeuristicKind::ALL.map(HeuristicKind::name).into()
}

/// What the statistics mean, for the `--help` of command-line programs.
pub const STATISTICS: &str = "Statistics:
  selected     boards taken from the open list (in IDA*: boards expanded, counted again in each iteration)
  generated    children generated
  reopened     closed boards opened again because a shorter path to them was found
  duplicates   children that were already known
  peak states  maximum number of boards held at once (in IDA*: those on the current path)
  peak bytes   maximum memory used by the search (without the heuristic's tables)
  With --algorithm table, selected and generated count the boards on the path, and the peaks are the table's.
Ties:
  A*, weighted A*        more moves made first, then the board generated last
  uniform-cost, greedy   the board generated last
  breadth-first          the board generated first
  bidirectional          with a heuristic, fewer moves made first
Children are generated in the order of --order, so the same board always gives the same counts.";

/// An effort and a seed have an effect only on searches that do not terminate by themselves.
pub fn allows_effort(options: &SearchOptions, shape: Shape) -> Result<(), Failure> {
    let option = match (options.effort, options.seed) {
        _ if options.is_open_ended(shape) => return Ok(()),
        (None, 0) => return Ok(()),
        (None, _) => "seed",
        (Some(_), _) => "effort",
    };
    Err(match options.algorithm {
        Some(algorithm) => OptionError::Effort { option, algorithm },
        None => OptionError::EffortSize { option, shape },
    }
    .into())
}

/// A weight has an effect only if one of the algorithms uses it.
pub fn check_weight(weight: Option<Weight>, algorithms: &[Algorithm]) -> Result<(), Failure> {
    let uses_weight = |algorithm: &Algorithm| matches!(algorithm, Algorithm::WeightedAStar(_));
    if weight.is_some() && !algorithms.iter().any(uses_weight) {
        Err(OptionError::WeightUnused.into())
    } else {
        Ok(())
    }
}

/// A heuristic has an effect only if one of the algorithms uses it; without algorithms, the choice is the library's.
pub fn check_heuristic(algorithms: &[Algorithm]) -> Result<(), Failure> {
    let uses_heuristic = |algorithm: &Algorithm| algorithm.uses_heuristic();
    match algorithms.first() {
        Some(&first) if !algorithms.iter().any(uses_heuristic) => {
            Err(OptionError::HeuristicUnused(first).into())
        }
        _ => Ok(()),
    }
}

/// One thread per core.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The algorithm of this name; `None` for `auto`.
pub fn named_algorithm(name: &str, weight: Weight) -> Option<Algorithm> {
    match name.parse().ok()? {
        Algorithm::WeightedAStar(_) => Some(Algorithm::WeightedAStar(weight)),
        algorithm => Some(algorithm),
    }
}

/// The heuristic of this name; `None` for `auto`.
pub fn named_heuristic(name: &str) -> Option<HeuristicKind> {
    name.parse().ok()
}

/// The weight of weighted A*.
pub fn weight(text: &str) -> Result<Weight, String> {
    let weight = text.parse().ok().and_then(Weight::new);
    weight.ok_or_else(|| format!("a weight is a number from 1 to {}", Weight::MAX))
}

/// A move order from its four letters.
pub fn order(text: &str) -> Result<MoveOrder, String> {
    let moves: Vec<Move> = text
        .chars()
        .filter_map(|letter| match letter.to_ascii_uppercase() {
            'U' => Some(Move::Up),
            'D' => Some(Move::Down),
            'L' => Some(Move::Left),
            'R' => Some(Move::Right),
            _ => None,
        })
        .collect();
    let order = <[Move; 4]>::try_from(moves)
        .ok()
        .filter(|_| text.len() == 4);
    order
        .and_then(MoveOrder::new)
        .ok_or_else(|| "a move order has each of U, D, L and R once".into())
}

/// Options with which the library cannot run a search.
pub fn usage_error(error: OptionsError) -> Failure {
    OptionError::Search(error).into()
}
