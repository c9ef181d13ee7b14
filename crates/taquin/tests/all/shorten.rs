//! The anytime search: correct on every shape and at every moment, reproducible, and as short as published.

use proptest::prelude::*;
use std::ops::ControlFlow;
use taquin::large::learned::PairTable;
use taquin::large::{Pace, ShortenSettings, construct, shorten};
use taquin::solve::{Algorithm, Answer, Phase, Search, SearchObserver, SearchOptions, Tick};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Metric, Move, Problem, Shape};

fn settings(effort: u64) -> ShortenSettings {
    let mut settings = ShortenSettings::default();
    settings.effort = Some(effort);
    settings
}

/// Solves and replays; returns the moves.
fn solve(problem: &Problem, settings: &ShortenSettings) -> Vec<Move> {
    let found = shorten(problem, settings, &mut |_| Pace::Spent(0.0));
    problem.certify(found.moves).unwrap().moves().to_vec()
}

fn random(rows: u32, cols: u32, seed: u64) -> Problem {
    let mut generator = Generator::new(seed);
    // Any board may be the goal.
    let goal = generator.random(&Goal::Last.board(Shape::new(rows, cols).unwrap()));
    Problem::new(generator.random(&goal), goal).unwrap()
}

fn constructed(problem: &Problem) -> usize {
    let mut length = 0;
    let _ = construct(problem, |_| {
        length += 1;
        std::ops::ControlFlow::Continue(())
    });
    length
}

#[test]
fn every_shape_up_to_12_by_12_is_solved() {
    for rows in 2..=12 {
        for cols in 2..=12 {
            let problem = random(rows, cols, u64::from(100 * rows + cols));
            let length = solve(&problem, &settings(20_000)).len();
            assert!(length <= constructed(&problem), "{rows}×{cols}");
        }
    }
}

#[test]
fn lines_and_solved_boards_are_solved() {
    for (rows, cols) in [(1, 1), (1, 7), (9, 1)] {
        let goal = Goal::First.board(Shape::new(rows, cols).unwrap());
        let start = Generator::new(5).random(&goal);
        solve(&Problem::new(start, goal).unwrap(), &settings(1000));
    }
    let goal = Goal::Snail.board(Shape::new(6, 9).unwrap());
    let problem = Problem::new(goal.clone(), goal).unwrap();
    assert_eq!(solve(&problem, &settings(1000)), []);
}

#[test]
fn small_boards_get_their_shortest_solutions() {
    let goal = Goal::Last.board(Shape::new(3, 3).unwrap());
    for seed in 0..20 {
        let start = Generator::new(seed).random(&goal);
        let problem = Problem::new(start, goal.clone()).unwrap();
        let shortest = match taquin::Search::new(&problem).run().unwrap().answer {
            taquin::solve::Answer::Solved(solution, _) => solution.moves().len(),
            answer => panic!("{answer:?}"),
        };
        assert_eq!(
            solve(&problem, &settings(300_000)).len(),
            shortest,
            "{seed}"
        );
    }
}

/// Without the clock a test cannot reach the figures of `docs/benchmarks.md`, but it can come close.
#[test]
fn solutions_are_short() {
    for (side, effort, limit) in [
        (6, 1_000_000, 1.0),
        (8, 4_000_000, 0.95),
        (10, 2_000_000, 1.2),
        (20, 4_000_000, 1.15),
    ] {
        let goal = Goal::Last.board(Shape::square(side).unwrap());
        let lengths = (0..2).map(|seed| {
            let start = Generator::new(seed).random(&goal);
            let problem = Problem::new(start, goal.clone()).unwrap();
            solve(&problem, &settings(effort)).len()
        });
        let mean = lengths.sum::<usize>() as f64 / 2.0 / f64::from(side).powi(3);
        assert!(mean < limit, "{side}: {mean}");
    }
}

#[test]
fn the_same_effort_gives_the_same_moves_with_any_number_of_threads() {
    let shapes = [
        (5, 5, 300_000),
        (7, 7, 2_000_000),
        (4, 8, 1_500_000),
        (4, 20, 300_000),
        (12, 13, 300_000),
    ];
    for (rows, cols, effort) in shapes {
        let problem = random(rows, cols, 3);
        let with = |threads, seed| {
            let mut settings = settings(effort);
            (settings.threads, settings.seed) = (threads, seed);
            solve(&problem, &settings)
        };
        assert_eq!(with(1, 0), with(2, 0), "{rows}×{cols}");
        assert_eq!(with(3, 9), with(1, 9), "{rows}×{cols}");
    }
}

#[test]
fn the_effort_is_not_exceeded() {
    let small = [1, 1000, 50_000, 500_000].map(|effort| (7, 8, effort));
    let with_tables = [(4, 8, 1_500_000), (6, 6, 1_000_000)];
    for (rows, cols, effort) in small.into_iter().chain(with_tables) {
        for metric in [Metric::SingleTile, Metric::MultiTile] {
            let problem = random(rows, cols, 1);
            let mut settings = settings(effort);
            settings.metric = metric;
            let found = shorten(&problem, &settings, &mut |_| Pace::Spent(0.0));
            let most = effort + effort / 10 + 5000;
            assert!(found.stats.generated <= most, "{effort}: {:?}", found.stats);
        }
    }
}

/// The least effort for which a shape's table is built is enough on every board: repairs do not spend it before.
#[test]
fn the_effort_alone_decides_whether_the_table_is_built() {
    for (rows, cols) in [(5, 5), (4, 7), (7, 7)] {
        let shape = Shape::new(rows, cols).unwrap();
        let bytes = PairTable::for_shape(shape).unwrap().bytes();
        let is_built = |effort, seed| {
            let problem = random(rows, cols, seed);
            let found = shorten(&problem, &settings(effort), &mut |_| Pace::Spent(0.0));
            found.stats.peak_bytes > bytes
        };
        let cells = shape.area() as u64;
        // Narrow beams, and three times the cost of the table.
        let quick = 4 * 150 * 22 / 10 * cells * cells.isqrt();
        let enough = quick + 3 * PairTable::cost(shape).unwrap();
        for seed in 0..4 {
            assert!(is_built(enough, seed), "{shape} {seed}");
            assert!(!is_built(enough / 2, seed), "{shape} {seed}");
        }
    }
}

#[test]
fn the_reported_length_falls_to_the_final_one() {
    let problem = random(8, 8, 2);
    let mut reported = Vec::new();
    let found = shorten(&problem, &settings(400_000), &mut |seen| {
        reported.push(seen.moves.len());
        Pace::Spent(0.0)
    });
    assert!(reported.is_sorted_by(|a, b| a >= b));
    assert!(reported.first().unwrap() > reported.last().unwrap());
    assert!(*reported.last().unwrap() >= found.moves.len());
}

/// Notes the solutions that are reported, and the lengths that ticks report.
struct Improvements<'a> {
    problem: &'a Problem,
    lengths: Vec<usize>,
}

impl SearchObserver for Improvements<'_> {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        assert_eq!(tick.best, self.lengths.last().copied());
        assert_eq!(tick.phase, Phase::Search);
        ControlFlow::Continue(())
    }

    fn improved(&mut self, moves: &[Move]) {
        let solution = self.problem.certify(moves.to_vec());
        self.lengths
            .push(solution.expect("it solves the board").moves().len());
    }
}

#[test]
fn every_reported_solution_solves_the_board_and_is_shorter() {
    for threads in [1, 2] {
        let problem = random(7, 6, 3);
        let mut options = SearchOptions::default();
        options.algorithm = Some(Algorithm::Beam);
        options.effort = Some(400_000);
        options.threads = threads;
        let mut improvements = Improvements {
            problem: &problem,
            lengths: Vec::new(),
        };
        let search = Search::new(&problem).options(options);
        let report = search.observe(&mut improvements).run().unwrap();
        let Answer::Solved(solution, _) = report.answer else {
            panic!("every board has a solution");
        };
        let lengths = improvements.lengths;
        assert!(lengths.len() > 1, "{lengths:?}");
        assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
        assert!(*lengths.last().unwrap() >= solution.moves().len());
    }
}

/// Stops after a number of ticks; time passes evenly.
fn stopped(problem: &Problem, looks: u32, threads: usize) -> usize {
    let mut settings = ShortenSettings::default();
    settings.threads = threads;
    let mut left = looks;
    let found = shorten(problem, &settings, &mut |_| match left {
        0 => Pace::Stop,
        _ => {
            left -= 1;
            Pace::Spent(1.0 - f64::from(left) / f64::from(looks + 1))
        }
    });
    let length = found.moves.len();
    problem.certify(found.moves).unwrap();
    length
}

#[test]
fn a_stop_at_any_moment_gives_a_solution() {
    for looks in 0..40 {
        let problem = random(6, 7, u64::from(looks));
        assert!(stopped(&problem, looks, 1) <= constructed(&problem));
        stopped(&problem, looks, 2);
    }
    stopped(&random(30, 31, 1), 20, 2);
}

struct NoTime;

impl taquin::SearchObserver for NoTime {
    fn tick(&mut self, _: &taquin::Tick) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Break(())
    }

    fn budget_spent(&mut self) -> Option<f64> {
        Some(1.0)
    }
}

#[test]
fn no_time_at_all_gives_a_solution_even_if_shortest_ones_are_searched_for() {
    let goal = Goal::Last.board(Shape::square(4).unwrap());
    for seed in 0..5 {
        let start = Generator::new(seed).random(&goal);
        let problem = Problem::new(start, goal.clone()).unwrap();
        let report = taquin::Search::new(&problem).observe(&mut NoTime).run();
        let report = report.unwrap();
        let taquin::solve::Answer::Solved(solution, _) = report.answer else {
            panic!("seed {seed} has no solution");
        };
        assert_eq!(solution.moves().len(), constructed(&problem));
        assert!(solution.moves().len() >= report.lower_bound as usize);
    }
}

fn start_and_goal(rows: u32, cols: u32, seed: u64, goal: usize) -> (Board, Board) {
    let shape = Shape::new(rows, cols).unwrap();
    let mut generator = Generator::new(seed);
    let goal = match goal {
        0 => Goal::Last.board(shape),
        1 => Goal::First.board(shape),
        2 => Goal::Snail.board(shape),
        _ => generator.random(&Goal::Last.board(shape)),
    };
    (generator.random(&goal), goal)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn rectangles_up_to_60_by_60_are_solved(
        rows in 2u32..=60, cols in 2u32..=60, seed: u64, goal in 0usize..4, effort in 0u64..200_000,
    ) {
        let (start, goal) = start_and_goal(rows, cols, seed, goal);
        let problem = Problem::new(start, goal).unwrap();
        prop_assert!(solve(&problem, &settings(effort)).len() <= constructed(&problem));
    }

    #[test]
    fn a_stop_at_a_random_moment_gives_a_solution(
        rows in 2u32..=20, cols in 2u32..=20, seed: u64, looks in 0u32..60, threads in 1usize..=3,
    ) {
        let (start, goal) = start_and_goal(rows, cols, seed, 3);
        let problem = Problem::new(start, goal).unwrap();
        prop_assert!(stopped(&problem, looks, threads) <= constructed(&problem));
    }
}
