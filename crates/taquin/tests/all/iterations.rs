//! The iterations of IDA*: reported one by one, and together the whole search.

use std::ops::ControlFlow;
use taquin::search::{IterationStats, Stats};
use taquin::{
    Algorithm, Goal, HeuristicKind, Metric, Problem, Report, Search, SearchObserver, SearchOptions,
    Tick,
};

/// What an observer receives.
#[derive(Debug, PartialEq)]
enum Told {
    Begin(u32),
    End(IterationStats),
}

#[derive(Default)]
struct Listening {
    told: Vec<Told>,
    /// Stop when this many boards have been generated.
    most: Option<u64>,
}

impl SearchObserver for Listening {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        if self.most.is_some_and(|most| tick.stats.generated > most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn iteration_begins(&mut self, bound: u32) {
        self.told.push(Told::Begin(bound));
    }

    fn iteration_ends(&mut self, iteration: &IterationStats) {
        self.told.push(Told::End(*iteration));
    }
}

fn sum(report: &Report) -> (u64, u64) {
    let sum = |of: fn(&IterationStats) -> u64| report.iterations.iter().map(of).sum();
    (
        sum(|iteration| iteration.expanded),
        sum(|iteration| iteration.generated),
    )
}

fn searched(board: &str, options: SearchOptions, most: Option<u64>) -> Report {
    let problem = Problem::new(board.parse().unwrap(), Goal::First).unwrap();
    let mut listening = Listening {
        told: Vec::new(),
        most,
    };
    let search = Search::new(&problem).options(options);
    let report = search.observe(&mut listening).run().unwrap();
    let expected = report
        .iterations
        .iter()
        .flat_map(|&iteration| [Told::Begin(iteration.bound), Told::End(iteration)].into_iter());
    assert_eq!(listening.told, expected.collect::<Vec<_>>(), "{board}");
    let Stats {
        selected,
        generated,
        ..
    } = report.stats;
    assert_eq!(sum(&report), (selected, generated), "{board}");
    assert!(
        report.iterations.is_sorted_by(|a, b| a.bound < b.bound),
        "{:?}",
        report.iterations
    );
    report
}

const EIGHT: &str = "8 0 6/5 4 7/2 3 1";
const FIFTEEN: &str = "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15";

fn options(heuristic: HeuristicKind, metric: Metric) -> SearchOptions {
    let mut options = SearchOptions::default();
    options.algorithm = Some(Algorithm::IdaStar);
    options.heuristic = Some(heuristic);
    options.metric = metric;
    options.threads = 2;
    options
}

#[test]
fn every_engine_reports_its_iterations() {
    for (board, heuristic, metric) in [
        (EIGHT, HeuristicKind::Manhattan, Metric::SingleTile),
        (EIGHT, HeuristicKind::Patterns, Metric::SingleTile),
        (EIGHT, HeuristicKind::Patterns, Metric::MultiTile),
        (FIFTEEN, HeuristicKind::Max, Metric::SingleTile),
        (FIFTEEN, HeuristicKind::Patterns, Metric::SingleTile),
    ] {
        let report = searched(board, options(heuristic, metric), None);
        let last = report.iterations.last().unwrap();
        assert_eq!(last.bound, report.lower_bound, "{board} {heuristic}");
        assert!(!report.iterations.is_empty(), "{board} {heuristic}");
    }
}

/// Korf's loop: the moves of the blank in the order left, right, up, down count the same nodes below every bound that
/// holds no solution, whatever the order.
#[test]
fn the_order_of_moves_changes_only_the_last_iteration() {
    let of = |order: [taquin::Move; 4]| {
        let mut options = options(HeuristicKind::Manhattan, Metric::SingleTile);
        options.order = taquin::space::MoveOrder::new(order).unwrap();
        searched(EIGHT, options, None).iterations
    };
    use taquin::Move::{Down, Left, Right, Up};
    let (one, other) = (of([Up, Down, Left, Right]), of([Right, Left, Down, Up]));
    assert_eq!(one.len(), other.len());
    assert_eq!(one[..one.len() - 1], other[..one.len() - 1]);
    assert_ne!(one.last(), other.last());
}

#[test]
fn a_stopped_search_reports_the_unfinished_iteration() {
    let hard = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4";
    for heuristic in [HeuristicKind::Manhattan, HeuristicKind::Patterns] {
        let report = searched(hard, options(heuristic, Metric::SingleTile), Some(500_000));
        assert!(report.solution().is_none());
        let last = report.iterations.last().unwrap();
        assert_eq!(last.bound, report.lower_bound, "{heuristic}");
    }
}

#[test]
fn a_solved_board_and_other_searches_have_none() {
    let solved = "0 1 2/3 4 5/6 7 8";
    let report = searched_any(solved, Algorithm::IdaStar);
    assert!(report.iterations.is_empty());
    assert!(searched_any(EIGHT, Algorithm::AStar).iterations.is_empty());
}

fn searched_any(board: &str, algorithm: Algorithm) -> Report {
    let problem = Problem::new(board.parse().unwrap(), Goal::First).unwrap();
    let search = Search::new(&problem).algorithm(algorithm);
    search.heuristic(HeuristicKind::Manhattan).run().unwrap()
}
