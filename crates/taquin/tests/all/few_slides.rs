//! The multi-tile metric on boards that are too large for a proof: short solutions, a true lower bound, the same on every machine.

use crate::common::{distances_by, shape};
use taquin::large::learned::PairTable;
use taquin::tools::generate::Generator;
use taquin::{
    Algorithm, Answer, Goal, Guarantee, Metric, OptionsError, Problem, Report, Search, Shape,
};

fn random(shape: Shape, seed: u64) -> Problem {
    let goal = Goal::Last.board(shape);
    Problem::new(Generator::new(seed).random(&goal), goal).unwrap()
}

fn search(problem: &Problem, metric: Metric, effort: u64, threads: usize) -> Report {
    let search = Search::new(problem).metric(metric).effort(effort);
    search.threads(threads).run().unwrap()
}

fn slides(report: &Report) -> usize {
    let solution = report.solution().expect("there is always a solution");
    Metric::MultiTile.length(solution.moves())
}

/// Shapes with learned weights and without, a narrow one, and goals with the blank in the middle. Some efforts are large enough
/// for the table of the learned weights.
#[test]
fn large_boards_have_solutions_without_a_proof() {
    let shapes = [
        (5, 5, 300_000),
        (4, 6, 300_000),
        (7, 4, 500_000),
        (8, 8, 60_000),
        (10, 10, 60_000),
        (2, 9, 60_000),
        (3, 6, 60_000),
        (12, 11, 60_000),
    ];
    for (rows, cols, effort) in shapes {
        for goal in Goal::ALL {
            let goal = goal.board(shape(rows, cols));
            let start = Generator::new(3).random(&goal);
            let problem = Problem::new(start, goal).unwrap();
            let report = search(&problem, Metric::MultiTile, effort, 1);
            if effort > 60_000 {
                let table = PairTable::for_shape(shape(rows, cols)).unwrap();
                assert!(report.stats.peak_bytes > table.bytes());
            }
            assert!(matches!(report.answer, Answer::Solved(_, Guarantee::None)));
            assert!(
                report.lower_bound as usize <= slides(&report),
                "{rows}×{cols}"
            );
            assert!(report.lower_bound > 0);
        }
    }
}

/// The beam makes slides: a solution that was searched for few moves has more of them.
#[test]
fn solutions_have_fewer_slides_than_those_with_few_moves() {
    for seed in 1..=3 {
        let problem = random(shape(5, 5), seed);
        let [few_moves, few_slides] = [Metric::SingleTile, Metric::MultiTile]
            .map(|metric| slides(&search(&problem, metric, 2_000_000, 1)));
        assert!(few_slides * 10 <= few_moves * 9, "{few_slides} {few_moves}");
    }
}

#[test]
fn threads_do_not_change_the_solution_of_an_effort() {
    let problem = random(shape(6, 6), 5);
    let reports = [1, 2].map(|threads| search(&problem, Metric::MultiTile, 800_000, threads));
    let table = PairTable::for_shape(shape(6, 6)).unwrap();
    assert!(reports[0].stats.peak_bytes > table.bytes());
    let [one, two] = reports.map(|report| report.solution().unwrap().moves().to_vec());
    assert_eq!(one, two);
}

#[test]
fn lower_bounds_are_true_on_every_small_board() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
        let goal = Goal::First.board(shape(rows, cols));
        for (board, distance) in distances_by(&goal, Metric::MultiTile) {
            let problem = Problem::new(board, goal.clone()).unwrap();
            let search = Search::new(&problem).metric(Metric::MultiTile);
            let report = search.algorithm(Algorithm::Beam).effort(0).run().unwrap();
            assert!(report.lower_bound <= distance, "{rows}×{cols}");
            assert!(slides(&report) as u32 >= distance);
        }
    }
}

#[test]
fn a_long_line_is_one_slide() {
    for (rows, cols) in [(1, 30), (30, 1)] {
        let goal = Goal::Last.board(shape(rows, cols));
        let start = Goal::First.board(shape(rows, cols));
        let problem = Problem::new(start, goal).unwrap();
        let report = Search::new(&problem)
            .metric(Metric::MultiTile)
            .run()
            .unwrap();
        assert!(matches!(
            report.answer,
            Answer::Solved(_, Guarantee::Optimal)
        ));
        assert_eq!((slides(&report), report.lower_bound), (1, 1));
    }
}

#[test]
fn proofs_and_lists_of_all_solutions_are_refused() {
    let problem = random(shape(5, 5), 1);
    let search = || Search::new(&problem).metric(Metric::MultiTile);
    let refused = [
        search().only_shortest().run(),
        search().all_shortest(3).run(),
        search().algorithm(Algorithm::IdaStar).run(),
    ];
    for report in refused {
        assert!(matches!(report, Err(OptionsError::Metric { .. })));
    }
}
