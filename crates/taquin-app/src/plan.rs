//! How to search: the names of searches and heuristics, weights, orders of moves, and which of them go together.

use crate::exit::Failure;
use taquin::Move;
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind, MAX_CELLS, OptionsError};
use taquin::space::MoveOrder;

/// What lets the search choose.
pub const AUTO: &str = "auto";

/// The names of the algorithms.
pub fn algorithms() -> Vec<&'static str> {
    Algorithm::ALL.map(Algorithm::name).into()
}

/// The names of the heuristics.
pub fn heuristics() -> Vec<&'static str> {
    HeuristicKind::ALL.map(HeuristicKind::name).into()
}

/// What the statistics mean, for `--help`.
pub const STATISTICS: &str = "Statistics:
  selected     boards taken from the open set (in IDA*: expanded, again in each round)
  generated    children made
  reopened     closed boards opened again because a shorter way to them was found
  duplicates   children that were known already
  peak states  most boards held at once (in IDA*: those of the current path)
  peak bytes   most memory of the search at once (without the heuristic's tables)
  With --algorithm table, selected and generated are the boards of the way, and the peaks are the table's.
Ties:
  A*, weighted A*        more moves made first, then the board that came last
  uniform-cost, greedy   the board that came last
  breadth-first          the board that came first
  bidirectional          with a heuristic, fewer moves made first
Children are made in the order of --order, so the same board always gives the same counts.";

/// An effort is for searches that never end by themselves.
pub fn allows_effort(effort: Option<u64>, algorithm: Option<Algorithm>) -> Result<(), Failure> {
    match (effort, algorithm) {
        (None, _) | (_, None | Some(Algorithm::Beam)) => Ok(()),
        (Some(_), Some(algorithm)) => Err(Failure::Usage(format!(
            "--effort is for --algorithm auto and beam, and {} has an end of its own: leave it out, or take --time",
            algorithm.name()
        ))),
    }
}

/// All cores.
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

/// A weight for weighted A*.
pub fn weight(text: &str) -> Result<Weight, String> {
    let weight = text.parse().ok().and_then(Weight::new);
    weight.ok_or_else(|| format!("a weight is a number from 1 to {}", Weight::MAX))
}

/// An order of moves.
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
        .ok_or_else(|| "an order has each of U, D, L, R once".into())
}

/// A plan that cannot be carried out is a matter of the command line.
pub fn usage_error(error: OptionsError) -> Failure {
    Failure::Usage(match error {
        OptionsError::NotShortest { algorithm } => format!(
            "--all-optimal needs a search that finds shortest solutions, and {} does not; leave --algorithm out, or take idastar",
            algorithm.name()
        ),
        OptionsError::TooLarge { .. } => {
            format!("{error}; taquin solve without --algorithm solves it line by line")
        }
        OptionsError::NotStreamed { shape } => format!(
            "--all-optimal and --max-length are for boards of up to {MAX_CELLS} cells, and this one is {shape}"
        ),
        error => error.to_string(),
    })
}
