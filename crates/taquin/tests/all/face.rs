//! `Search` and `Tables`: options, shared tables, checkpoints, streams.

use crate::common::shape;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use taquin::large::construct;
use taquin::pdb::engine::EngineProgress;
use taquin::pdb::{Database, Partition, Pattern, PatternIndex};
use taquin::solve::{OptionsError, SearchInput, TableSize, TableStore, TablesError};
use taquin::tools::generate::Generator;
use taquin::{
    Algorithm, Answer, Board, Goal, HeuristicKind, Metric, Move, Problem, Report, Search,
    SearchObserver, SearchOptions, Tables, Tick,
};

fn problem(rows: u32, cols: u32, goal: Goal) -> Problem {
    let goal = goal.board(shape(rows, cols));
    Problem::new(Generator::new(5).random(&goal), goal).unwrap()
}

fn moves(report: &Report) -> Vec<Move> {
    report.solution().expect("it is solved").moves().to_vec()
}

/// An empty store that counts its calls.
struct Empty(Arc<AtomicUsize>);

impl TableStore for Empty {
    fn find(&mut self, _: &Pattern, _: &mut dyn FnMut() -> Arc<PatternIndex>) -> Option<Database> {
        self.0.fetch_add(1, Ordering::Relaxed);
        None
    }
}

fn go_on(_: &Tick) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn searches_and_tables_can_be_sent_between_threads() {
    fn is_shared<T: Send + Sync + Clone>() {}
    is_shared::<Tables>();
    is_shared::<SearchOptions>();
    fn is_sent<T: Send>() {}
    is_sent::<Report>();
}

#[test]
fn threads_that_need_the_same_tables_build_them_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let tables = Tables::stored_in(Empty(Arc::clone(&asked)));
    let goal = Goal::Last.board(shape(3, 4));
    let lengths: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| {
                let (tables, goal) = (tables.clone(), goal.clone());
                scope.spawn(move || {
                    let start = Generator::new(seed).random(&goal);
                    let problem = Problem::new(start, goal).unwrap();
                    let search = Search::new(&problem).heuristic(HeuristicKind::Patterns);
                    moves(&search.tables(&tables).run().unwrap()).len()
                })
            })
            .collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    // Every table is requested once per thread that came too early, but built once: a single thread makes as many
    // requests.
    let alone = Arc::new(AtomicUsize::new(0));
    let other = Tables::stored_in(Empty(Arc::clone(&alone)));
    other
        .prepare(&goal, TableSize::Small, 1, &mut go_on)
        .unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), alone.load(Ordering::Relaxed));
    for (seed, length) in (0..).zip(lengths) {
        let start = Generator::new(seed).random(&goal);
        let problem = Problem::new(start, goal.clone()).unwrap();
        let search = Search::new(&problem).algorithm(Algorithm::IdaStar);
        assert_eq!(moves(&search.run().unwrap()).len(), length);
    }
}

#[test]
fn tables_keep_their_limit_and_still_answer() {
    let asked = Arc::new(AtomicUsize::new(0));
    let tables = Tables::stored_in(Empty(Arc::clone(&asked)));
    tables.limit(2, 1);
    // Goals of one shape may share tables.
    let goals = [(3, 3), (2, 5), (2, 6)].map(|(rows, cols)| problem(rows, cols, Goal::Last));
    let run = |problem: &Problem| {
        let search = Search::new(problem).heuristic(HeuristicKind::Patterns);
        let before = asked.load(Ordering::Relaxed);
        moves(&search.tables(&tables).run().unwrap());
        asked.load(Ordering::Relaxed) > before
    };
    assert!(run(&goals[0]));
    assert!(!run(&goals[0]));
    assert!(run(&goals[1]));
    assert!(run(&goals[2]));
    assert!(!run(&goals[2]));
    assert!(!run(&goals[1]), "two goals are kept");
    assert!(run(&goals[0]), "its tables were dropped");
    assert!(!run(&goals[1]), "it was used later than the third");
    assert!(run(&goals[2]));
}

#[test]
fn a_thread_that_waits_for_tables_can_be_stopped() {
    let tables = Tables::default();
    let goal = Goal::Last.board(shape(4, 4));
    let problem = problem(4, 4, Goal::Last);
    let (waiting, building) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Builds until the other thread has been stopped.
            let observer = &mut |_: &Tick| {
                building.store(1, Ordering::SeqCst);
                while waiting.load(Ordering::SeqCst) == 0 {
                    std::thread::yield_now();
                }
                ControlFlow::Break(())
            };
            let stopped = tables.prepare(&goal, TableSize::Small, 1, observer);
            assert!(matches!(stopped, Err(TablesError::Stopped(_))));
        });
        while building.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
        let report = Search::new(&problem)
            .heuristic(HeuristicKind::Patterns)
            .tables(&tables)
            .observe(&mut |_: &Tick| ControlFlow::Break(()))
            .run();
        waiting.store(1, Ordering::SeqCst);
        assert!(matches!(report.unwrap().answer, Answer::Stopped));
    });
    // The next thread builds them.
    assert!(
        tables
            .prepare(&goal, TableSize::Small, 1, &mut go_on)
            .is_ok()
    );
}

/// Stores the latest checkpoint, and stops after some ticks.
struct Interrupted {
    ticks: usize,
    progress: EngineProgress,
}

impl SearchObserver for Interrupted {
    fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
        self.ticks = self.ticks.saturating_sub(1);
        match self.ticks {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn checkpoint(&mut self, progress: &EngineProgress) {
        self.progress = *progress;
    }
}

#[test]
fn a_resumed_search_answers_like_an_uninterrupted_one() {
    let goal = Goal::First.board(shape(4, 4));
    // Number 88 of Korf's hundred, which takes 65 moves (Korf 1985).
    let start = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4".parse().unwrap();
    let problem = Problem::new(start, goal.clone()).unwrap();
    let tables = Tables::default();
    tables
        .prepare(&goal, TableSize::Small, 1, &mut go_on)
        .unwrap();
    let whole = Search::new(&problem).tables(&tables);
    let whole = whole.table_size(TableSize::Small).run().unwrap();
    let mut observer = Interrupted {
        ticks: 0,
        progress: EngineProgress::default(),
    };
    let mut stops = 0;
    let report = loop {
        // An unfinished task begins again, so each run gets more time.
        observer.ticks = 5 << stops;
        let from = observer.progress;
        let search = Search::new(&problem).tables(&tables).resume(from);
        let report = search.observe(&mut observer).run().unwrap();
        assert!(report.lower_bound >= from.bound);
        match report.answer {
            Answer::Stopped => stops += 1,
            _ => break report,
        }
    };
    assert!(stops > 1, "it was stopped {stops} times");
    assert_eq!(moves(&report), moves(&whole));
    assert_eq!(report.stats.generated, whole.stats.generated);
}

#[test]
fn only_idastar_with_pattern_databases_takes_a_table_size() {
    let problem = problem(4, 4, Goal::Last);
    for search in [
        Search::new(&problem).algorithm(Algorithm::AStar),
        Search::new(&problem).heuristic(HeuristicKind::Max),
        Search::new(&problem).metric(Metric::MultiTile),
    ] {
        let refused = search.table_size(TableSize::Small).run().unwrap_err();
        assert_eq!(refused, OptionsError::NotPatterns);
    }
    let (size, shape) = (TableSize::Large, shape(2, 2));
    let goal = Goal::Last.board(shape);
    let small = Problem::new(goal.clone(), goal).unwrap();
    let refused = Search::new(&small).table_size(size).run().unwrap_err();
    assert_eq!(refused, OptionsError::NoPatterns { size, shape });
}

#[test]
fn inputs_of_which_one_would_be_ignored_are_refused() {
    let problem = problem(4, 4, Goal::Last);
    let goal = problem.goal();
    let partitions = [Partition::in_order(goal.shape(), goal.blank(), &[5, 5, 5]).unwrap()];
    let from = EngineProgress::default();
    let size = TableSize::Small;
    let mut estimators = [(); 3].map(|()| |boards: &[Board]| Some(vec![0; boards.len()]));
    let [first, second, third] = &mut estimators;
    let search = || Search::new(&problem);
    for (search, one, other) in [
        (
            search().estimator(first).partitions(&partitions),
            SearchInput::Estimator,
            SearchInput::Partitions,
        ),
        (
            search().estimator(second).resume(from),
            SearchInput::Estimator,
            SearchInput::Resume,
        ),
        (
            search().estimator(third).table_size(size),
            SearchInput::Estimator,
            SearchInput::TableSize,
        ),
        (
            search().partitions(&partitions).resume(from),
            SearchInput::Partitions,
            SearchInput::Resume,
        ),
        (
            search().partitions(&partitions).table_size(size),
            SearchInput::Partitions,
            SearchInput::TableSize,
        ),
    ] {
        let refused = search.run().unwrap_err();
        assert_eq!(refused, OptionsError::Combined { one, other });
    }
}

/// 40×40 has more moves than a piece; without memory they are found again.
#[test]
fn streamed_moves_are_those_of_the_construction() {
    for (rows, cols) in [(40, 40), (2, 3), (7, 50)] {
        let problem = problem(rows, cols, Goal::Snail);
        let mut built = Vec::new();
        let _ = construct(&problem, |m| {
            built.push(m);
            ControlFlow::Continue(())
        });
        let run = Search::new(&problem).algorithm(Algorithm::Construct).run();
        assert_eq!(moves(&run.unwrap()), built);
        for (memory, threads) in [(2 << 30, 1), (2 << 30, 2), (0, 1), (0, 2)] {
            let search = Search::new(&problem).memory(memory).threads(threads);
            let stream = search.stream().unwrap().unwrap();
            assert_eq!(stream.is_kept(), memory > 0);
            assert_eq!(stream.length(), built.len());
            let mut reported = Vec::new();
            let _ = stream.each(|piece| {
                reported.extend_from_slice(piece);
                ControlFlow::Continue(())
            });
            assert_eq!(reported, built);
        }
        let stop = &mut |_: &Tick| ControlFlow::Break(());
        let stopped = Search::new(&problem).observe(stop).stream();
        assert!(stopped.unwrap().is_none());
    }
}

#[test]
fn boards_are_streamed_when_their_solutions_are_too_long_or_wanted_at_once() {
    let options = |algorithm, effort| {
        let mut options = SearchOptions::default();
        (options.algorithm, options.effort) = (algorithm, effort);
        options
    };
    let with = |heuristic| {
        let mut options = SearchOptions::default();
        options.heuristic = Some(heuristic);
        options
    };
    let auto = options(None, None);
    let at_once = options(None, Some(0));
    let beam = options(Some(Algorithm::Beam), None);
    let construct = options(Some(Algorithm::Construct), None);
    let memory = 2 << 30;
    for (rows, cols, options, memory, expected) in [
        (10, 10, auto, memory, false),
        (10, 10, at_once, memory, false),
        (10, 10, auto, 1 << 10, true),
        (10, 10, construct, memory, false),
        (10, 10, construct, 1 << 10, true),
        (200, 200, auto, memory, false),
        (200, 200, at_once, memory, true),
        (257, 256, auto, memory, true),
        (257, 256, construct, memory, true),
        (257, 256, beam, memory, false),
        (257, 256, self::algorithm(Algorithm::AStar), memory, false),
        (1, 70_000, auto, memory, false),
        (2, 30_000, auto, memory, true),
        // 48 million moves.
        (2, 4000, auto, 128 << 20, true),
        (2, 4000, auto, memory, false),
        (257, 256, with(HeuristicKind::Manhattan), memory, true),
        (257, 256, with(HeuristicKind::Max), memory, false),
        (10, 10, with(HeuristicKind::Max), 1 << 10, false),
    ] {
        let goal = Goal::Last.board(shape(rows, cols));
        let problem = Problem::new(goal.clone(), goal).unwrap();
        let search = Search::new(&problem).options(options).memory(memory);
        assert_eq!(search.is_streamed(), expected, "{rows}×{cols} {options:?}");
    }
}

fn algorithm(algorithm: Algorithm) -> SearchOptions {
    let mut options = SearchOptions::default();
    options.algorithm = Some(algorithm);
    options
}

#[test]
fn a_stream_has_neither_a_maximum_length_nor_all_solutions() {
    let problem = problem(4, 4, Goal::Last);
    let shape = shape(4, 4);
    for search in [
        Search::new(&problem).max_length(100),
        Search::new(&problem).all_shortest(1),
    ] {
        let refused = search.stream().unwrap_err();
        assert_eq!(refused, OptionsError::NotStreamed { shape });
    }
}
