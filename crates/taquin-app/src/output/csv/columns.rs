//! The columns of each command, in order.

use crate::census::Counted;
use crate::limits::Reason;
use serde::Serialize;

/// Names of fields, with dots for fields of inner objects.
pub type Columns = &'static [&'static str];

/// Of `taquin.solve/1`.
pub const SOLVE: Columns = &[
    "id",
    "source",
    "rows",
    "cols",
    "start",
    "goal",
    "status",
    "reason",
    "errors",
    "guarantee",
    "at_most_times",
    "length",
    "lower_bound",
    "ratio",
    "metric",
    "moves",
    "moves_are",
    "optimal_solutions",
    "optimal_solutions_at_least",
    "optimal_first_moves",
    "optimal_first_moves_so_far",
    "all_moves",
    "reachable_goals",
    "algorithm",
    "heuristic",
    "heuristic_command",
    "evaluated",
    "overestimate.board",
    "overestimate.estimate",
    "overestimate.at_most",
    "order",
    "stats.selected",
    "stats.generated",
    "stats.reopened",
    "stats.duplicates",
    "stats.peak_states",
    "stats.peak_bytes",
    "stats.seconds",
    "iterations",
];

/// Of `taquin.compare/1`.
pub const COMPARE: Columns = &[
    "id",
    "source",
    "rows",
    "cols",
    "start",
    "goal",
    "metric",
    "algorithm",
    "heuristic",
    "heuristic_command",
    "evaluated",
    "overestimate.board",
    "overestimate.estimate",
    "overestimate.at_most",
    "order",
    "status",
    "reason",
    "errors",
    "length",
    "lower_bound",
    "stats.selected",
    "stats.generated",
    "stats.reopened",
    "stats.duplicates",
    "stats.peak_states",
    "stats.peak_bytes",
    "stats.seconds",
];

/// Of `taquin.audit/1`.
pub const AUDIT: Columns = &[
    "rows",
    "cols",
    "goal",
    "metric",
    "heuristic",
    "command",
    "scope",
    "samples",
    "seed",
    "status",
    "reason",
    "errors",
    "admissible",
    "consistent",
    "boards",
    "edges",
    "at_goal",
    "negative",
    "mean",
    "mean_error",
    "exact",
    "exact_share",
    "largest",
    "overestimates.count",
    "overestimates.worst.board",
    "overestimates.worst.distance",
    "overestimates.worst.estimate",
    "inconsistencies.count",
    "inconsistencies.worst.pair",
    "inconsistencies.worst.pair_estimates",
];

/// Of `taquin.bench-instance/1`.
pub const BENCH: Columns = &[
    "id",
    "source",
    "set",
    "instance",
    "rows",
    "cols",
    "start",
    "goal",
    "status",
    "reason",
    "errors",
    "length",
    "published_length",
    "wrong",
    "lower_bound",
    "metric",
    "moves",
    "moves_are",
    "algorithm",
    "heuristic",
    "generated",
    "selected",
    "published_nodes",
    "published_nodes_are",
    "iterations",
    "peak_bytes",
    "seconds",
    "cpu_seconds",
    "estimated_generated",
    "estimated_seconds",
    "estimated_cpu_seconds",
];

/// Of `taquin.bench-large-instance/1`.
pub const BENCH_LARGE: Columns = &[
    "rows",
    "cols",
    "seed",
    "status",
    "length",
    "lower_bound",
    "ratio",
    "length_per_cube",
    "metric",
    "algorithm",
    "generated",
    "seconds",
];

/// Of `taquin.census/1`, whose `boards_at_distance` has one row per distance.
pub const CENSUS: Columns = &[
    "rows",
    "cols",
    "goal",
    "metric",
    "status",
    "reason",
    "errors",
    "distance",
    "boards_at_distance",
];

/// The boards at one distance.
#[derive(Debug, Serialize)]
pub struct CensusRow {
    rows: u32,
    cols: u32,
    goal: Vec<u32>,
    metric: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    distance: usize,
    boards_at_distance: u64,
}

/// The objects of a census, one per distance.
pub fn census(counted: &Counted) -> impl Iterator<Item = CensusRow> {
    let goal = &counted.goal;
    let counts = counted.counts.iter().enumerate();
    counts.map(|(distance, &boards_at_distance)| CensusRow {
        rows: goal.shape().rows(),
        cols: goal.shape().cols(),
        goal: goal.tiles().iter().map(|tile| tile.number()).collect(),
        metric: counted.metric.name(),
        status: match counted.reason {
            None => "complete",
            Some(_) => "limit",
        },
        reason: counted.reason.map(Reason::name),
        distance,
        boards_at_distance,
    })
}
