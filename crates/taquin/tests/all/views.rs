//! Views chosen for the board: the same on any number of threads, kept by checkpoints, within the limits of time and memory, and with
//! fewer nodes.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use taquin::pdb::engine::{EngineProgress, Views};
use taquin::pdb::{Catalogue, Database, Partition, Pattern, PatternIndex};
use taquin::search::IterationStats;
use taquin::solve::{Answer, Phase, Report, TableSize, TableStore};
use taquin::{
    Algorithm, Goal, HeuristicKind, Problem, Search, SearchObserver, Shape, Tables, Tick,
};

/// The first tables of the catalogue, of which each takes a second to build.
const TABLES: usize = 7;
/// Views are chosen after iterations of this many boards.
const WORTH_CHOOSING: u64 = 100_000;
/// The board needs 95 moves (Korf & Felner 2002): it is searched in vain.
const MAX_LENGTH: u32 = 89;

fn problem() -> Problem {
    let start = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";
    let goal = Goal::First.board(Shape::square(5).unwrap());
    Problem::new(start.parse().unwrap(), goal).unwrap()
}

/// A store with the first tables of the catalogue.
struct First(Vec<Database>);

impl TableStore for First {
    fn find(
        &mut self,
        pattern: &Pattern,
        _: &mut dyn FnMut() -> Arc<PatternIndex>,
    ) -> Option<Database> {
        let mut known = self.0.iter();
        known.find(|table| table.pattern() == pattern).cloned()
    }
}

/// Tables with the first of the catalogue in a store, built once for all tests.
fn tables() -> Tables {
    static BUILT: OnceLock<Vec<Database>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let goal = problem().goal().clone();
        let catalogue = Catalogue::new(goal.shape(), goal.blank()).unwrap();
        let first = &catalogue.tables()[..TABLES];
        let index = Arc::new(PatternIndex::new(goal.shape(), first[0].homes().len()));
        let go_on = |_| ControlFlow::Continue(());
        let build = |pattern| Database::build(pattern, &index, 2, &mut go_on.clone()).unwrap();
        first.iter().map(build).collect()
    });
    let tables = Tables::stored_in(First(built.clone()));
    tables.choose_views_after(WORTH_CHOOSING);
    tables
}

/// What an observer sees of a search, and how it limits it.
#[derive(Default)]
struct Seen {
    /// The views that were chosen, those of the first iterations included.
    views: Vec<Vec<u16>>,
    iterations: Vec<IterationStats>,
    /// The ticks while tables are prepared or views chosen.
    waiting: usize,
    /// The last of these ticks that is allowed.
    last: Option<usize>,
    /// The most bytes that tables may hold.
    memory: Option<u64>,
    /// The latest checkpoint. The search stops at the first one in the middle of an iteration with chosen views.
    checkpoint: Option<EngineProgress>,
    stops: bool,
}

impl SearchObserver for Seen {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        self.waiting += usize::from(tick.phase == Phase::Tables);
        let is_midway = |at: EngineProgress| !at.views.is_empty() && at.tasks > 3;
        let is_over = self.last.is_some_and(|last| self.waiting > last)
            || self.stops && self.checkpoint.is_some_and(is_midway);
        if is_over {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn allows_bytes(&mut self, bytes: u64) -> bool {
        self.memory.is_none_or(|memory| bytes <= memory)
    }

    fn views_chosen(&mut self, views: Views) {
        self.views.push(views.iter().collect());
    }

    fn iteration_ends(&mut self, iteration: &IterationStats) {
        self.iterations.push(*iteration);
    }

    fn checkpoint(&mut self, progress: &EngineProgress) {
        self.checkpoint = Some(*progress);
    }
}

fn search(tables: &Tables, threads: usize, seen: &mut Seen) -> Report {
    let problem = problem();
    let search = Search::new(&problem).tables(tables).threads(threads);
    let search = search
        .algorithm(Algorithm::IdaStar)
        .heuristic(HeuristicKind::Patterns);
    search.max_length(MAX_LENGTH).observe(seen).run().unwrap()
}

/// The same from a checkpoint.
fn resumed(from: EngineProgress, threads: usize, seen: &mut Seen) -> Report {
    let (problem, tables) = (problem(), tables());
    let search = Search::new(&problem).tables(&tables).threads(threads);
    let search = search.table_size(TableSize::Small).resume(from);
    search.max_length(MAX_LENGTH).observe(seen).run().unwrap()
}

/// A change of these totals is a change of the search or of the choice, and must be intentional.
#[test]
fn chosen_views_take_the_same_number_of_nodes_on_any_number_of_threads() {
    let fixed = tables();
    fixed.choose_views_after(u64::MAX);
    let mut seen = Seen::default();
    let report = search(&fixed, 2, &mut seen);
    assert!(matches!(report.answer, Answer::TooLong));
    assert_eq!(seen.views, [Vec::new()]);
    assert_eq!(report.stats.generated, 2_331_482);
    for threads in [1, 2, 3] {
        let mut seen = Seen::default();
        let report = search(&tables(), threads, &mut seen);
        assert!(matches!(report.answer, Answer::TooLong));
        assert_eq!(seen.views, [vec![], vec![28, 1771]], "{threads} threads");
        assert_eq!(report.stats.generated, 745_602, "{threads} threads");
    }
}

/// One partition alone, whose mirror image is not used.
#[test]
fn one_partition_takes_the_same_number_of_nodes_on_any_number_of_threads() {
    let start = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let goal = Goal::First.board(Shape::square(4).unwrap());
    let problem = Problem::new(start.parse().unwrap(), goal.clone()).unwrap();
    let partitions = Partition::small(goal.shape(), goal.blank()).unwrap();
    let tables = Tables::default();
    for threads in [1, 2, 3] {
        let search = Search::new(&problem).tables(&tables).threads(threads);
        let report = search.partitions(&partitions[..1]).run().unwrap();
        assert_eq!(report.lower_bound, 57);
        assert_eq!(report.stats.generated, 260_292, "{threads} threads");
    }
}

#[test]
fn a_checkpoint_keeps_the_chosen_views() {
    let mut whole = Seen::default();
    let all = resumed(EngineProgress::default(), 1, &mut whole);
    let mut seen = Seen {
        stops: true,
        ..Seen::default()
    };
    let stopped = resumed(EngineProgress::default(), 2, &mut seen);
    assert!(matches!(stopped.answer, Answer::Stopped));
    let from = seen.checkpoint.unwrap();
    let mut rest = Seen::default();
    let report = resumed(from, 3, &mut rest);
    assert!(matches!(report.answer, Answer::TooLong));
    assert_eq!(report.stats.generated, all.stats.generated);
    assert_eq!(rest.views, whole.views[seen.views.len() - 1..]);
}

/// A file may say anything: a search needs two views at least, which the catalogue must have.
#[test]
fn a_checkpoint_with_unknown_views_continues_without_them() {
    let mut seen = Seen {
        stops: true,
        ..Seen::default()
    };
    resumed(EngineProgress::default(), 1, &mut seen);
    let from = seen.checkpoint.unwrap();
    for views in [&[5][..], &[5, 65534]] {
        let mut unknown = from;
        unknown.views = Views::new(views);
        let mut rest = Seen::default();
        let report = resumed(unknown, 2, &mut rest);
        assert!(matches!(report.answer, Answer::TooLong));
        assert_eq!(rest.views[0], Vec::new());
        let before = from.stats.generated - from.generated[0];
        let after: u64 = rest.iterations.iter().map(|one| one.generated).sum();
        assert_eq!(report.stats.generated, before + after);
    }
}

/// Time limits and Ctrl-C are looked at while views are chosen.
#[test]
fn a_choice_can_be_stopped() {
    let tables = tables();
    let mut whole = Seen::default();
    search(&tables, 2, &mut whole);
    // A search that has its tables already waits only while it looks for others, and while it chooses.
    let looking = 139 - TABLES;
    assert!(whole.views.len() > 1 && whole.waiting > looking + 201);
    for (choosing, threads) in [(1, 1), (40, 3), (200, 1)] {
        let last = looking + choosing;
        let mut seen = Seen {
            last: Some(last),
            ..Seen::default()
        };
        let report = search(&tables, threads, &mut seen);
        assert!(matches!(report.answer, Answer::Stopped));
        assert_eq!(seen.waiting, last + 1);
    }
}

#[test]
fn views_are_chosen_within_the_memory_limit() {
    let mut small = Seen {
        memory: Some(100 << 20),
        ..Seen::default()
    };
    search(&tables(), 2, &mut small);
    let is_chosen = |seen: &Seen| seen.views.iter().any(|views| !views.is_empty());
    assert!(!is_chosen(&small), "no table fits in beside the first");
    let mut large = Seen {
        memory: Some(1 << 30),
        ..Seen::default()
    };
    search(&tables(), 2, &mut large);
    assert!(is_chosen(&large));
}
