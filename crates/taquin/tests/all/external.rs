//! A search with the caller's heuristic is the search that a built-in one makes, whatever the batches.

use std::ops::ControlFlow;
use taquin::tools::generate::Generator;
use taquin::{
    Algorithm, Answer, Board, BoardEstimator, Goal, Guarantee, HeuristicKind, Metric, OptionsError,
    Problem, Report, Search, Shape, Tick, Weight,
};

const ALGORITHMS: [Algorithm; 4] = [
    Algorithm::AStar,
    Algorithm::WeightedAStar(Weight::DEFAULT),
    Algorithm::Greedy,
    Algorithm::IdaStar,
];

/// Steps to home, for the goal `last`.
fn manhattan(board: &Board) -> u32 {
    let cols = board.shape().cols() as usize;
    let steps = board.tiles().iter().enumerate().map(|(cell, tile)| {
        let Some(home) = (tile.number() as usize).checked_sub(1) else {
            return 0;
        };
        (cell / cols).abs_diff(home / cols) + (cell % cols).abs_diff(home % cols)
    });
    steps.sum::<usize>() as u32
}

fn random(side: u32, seed: u64) -> Problem {
    let goal = Goal::Last.board(Shape::square(side).unwrap());
    Problem::new(Generator::new(seed).random(&goal), goal).unwrap()
}

/// The report, and the number of boards estimated in each batch.
fn estimated(
    problem: &Problem,
    algorithm: Algorithm,
    of: impl Fn(&Board) -> u32,
) -> (Report, Vec<usize>) {
    let mut batches = Vec::new();
    let report = Search::new(problem)
        .algorithm(algorithm)
        .estimator(&mut |boards: &[Board]| {
            batches.push(boards.len());
            Some(boards.iter().map(&of).collect())
        })
        .run()
        .unwrap();
    (report, batches)
}

#[test]
fn batches_change_neither_moves_nor_counts() {
    let easy = "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12";
    let easy = Problem::new(easy.parse().unwrap(), Goal::Last).unwrap();
    let boards = (1..=12).map(|seed| random(3, seed)).chain([easy]);
    for problem in boards {
        for algorithm in ALGORITHMS {
            let built_in = Search::new(&problem).algorithm(algorithm);
            let built_in = built_in.heuristic(HeuristicKind::Manhattan).run().unwrap();
            let (report, batches) = estimated(&problem, algorithm, manhattan);
            let about = format!("{:?} {algorithm}", problem.start());
            assert_eq!(
                report.stats.to_array()[..4],
                built_in.stats.to_array()[..4],
                "{about}"
            );
            assert_eq!(report.iterations, built_in.iterations, "{about}");
            let moves = |report: &Report| report.solution().unwrap().moves().to_vec();
            assert_eq!(moves(&report), moves(&built_in), "{about}");
            assert_eq!(report.overestimate, None, "{about}");
            assert_eq!(report.heuristic, HeuristicKind::External);
            // Guesses are limited by what was needed; the last two batches judge the heuristic.
            let all: usize = batches.iter().sum();
            let needed = 1 + report.stats.generated as usize;
            assert!(
                all <= 2 * needed + 64 + 256 + 2 * 81,
                "{about}: {all} of {needed}"
            );
        }
    }
}

#[test]
fn large_searches_ask_for_many_boards_at_once() {
    let problem = Problem::new("8 6 7/2 5 4/3 0 1".parse().unwrap(), Goal::Last).unwrap();
    for algorithm in [Algorithm::AStar, Algorithm::IdaStar] {
        let (report, batches) = estimated(&problem, algorithm, manhattan);
        let all: usize = batches.iter().sum();
        let mean = all as f64 / batches.len() as f64;
        assert!(mean > 20.0, "{algorithm}: {mean} boards per batch");
        assert!(
            all as u64 <= 2 * report.stats.generated,
            "{algorithm}: {all}"
        );
    }
}

#[test]
fn what_a_heuristic_does_not_prove_is_not_claimed() {
    // 3×3 boards have a table of distances, 4×4 boards only a lower bound.
    let (report, _) = estimated(&random(3, 4), Algorithm::AStar, manhattan);
    assert!(matches!(
        report.answer,
        Answer::Solved(_, Guarantee::Optimal)
    ));
    let far = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12".parse().unwrap();
    let far = Problem::new(far, Goal::Last).unwrap();
    for (of, expected) in [
        (manhattan as fn(&Board) -> u32, Guarantee::Optimal),
        (|_: &Board| 0, Guarantee::Optimal),
    ] {
        let (report, _) = estimated(&far, Algorithm::IdaStar, of);
        let Answer::Solved(solution, guarantee) = &report.answer else {
            panic!("it was not stopped");
        };
        // Its length is the library's own lower bound.
        assert_eq!(*guarantee, expected);
        assert_eq!(solution.moves().len() as u32, report.lower_bound);
    }
}

#[test]
fn an_overestimated_board_is_named() {
    let problem = random(3, 3);
    let three_times = |board: &Board| 3 * manhattan(board);
    for algorithm in ALGORITHMS {
        let (report, _) = estimated(&problem, algorithm, three_times);
        let found = report.overestimate.expect("it overestimates the start");
        assert_eq!(found.estimate, three_times(&found.board));
        assert!(found.estimate > found.at_most);
        assert!(report.lower_bound <= 31);
    }
    // The estimate of the goal is not used, but judged.
    let one_more = |board: &Board| manhattan(board) + 1;
    let (report, _) = estimated(&problem, Algorithm::IdaStar, one_more);
    let found = report.overestimate.expect("it overestimates the goal");
    assert!(found.estimate == found.at_most + 1, "{found:?}");
}

#[test]
fn an_estimator_can_stop_and_a_caller_too() {
    let problem = random(3, 5);
    for algorithm in ALGORITHMS {
        let mut asked = 0;
        let report = Search::new(&problem)
            .algorithm(algorithm)
            .estimator(&mut |boards: &[Board]| {
                asked += 1;
                (asked < 4).then(|| boards.iter().map(manhattan).collect())
            })
            .run()
            .unwrap();
        assert!(matches!(report.answer, Answer::Stopped), "{algorithm}");
        assert!(report.lower_bound > 0, "{algorithm}");
        let too_few = Search::new(&problem)
            .algorithm(algorithm)
            .estimator(&mut |_: &[Board]| Some(Vec::new()))
            .run()
            .unwrap();
        assert!(matches!(too_few.answer, Answer::Stopped), "{algorithm}");
    }
    let report = Search::new(&random(4, 5))
        .estimator(&mut |boards: &[Board]| Some(boards.iter().map(manhattan).collect()))
        .observe(&mut |tick: &Tick| {
            if tick.stats.generated > 10_000 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .run()
        .unwrap();
    assert!(matches!(report.answer, Answer::Stopped));
}

fn refuse(problem: &Problem, with: impl for<'p, 'a> Fn(Search<'p, 'a>) -> Search<'p, 'a>) {
    let mut estimator = |boards: &[Board]| Some(vec![0; boards.len()]);
    let search = with(Search::new(problem));
    let refused = search.estimator(&mut estimator).run();
    assert!(matches!(refused, Err(OptionsError::External)));
}

#[test]
fn other_searches_refuse_an_estimator() {
    let problem = random(3, 6);
    refuse(&problem, |search| {
        search.algorithm(Algorithm::Bidirectional)
    });
    refuse(&problem, |search| search.algorithm(Algorithm::Bfs));
    refuse(&problem, |search| search.metric(Metric::MultiTile));
    refuse(&problem, |search| search.all_shortest(1));
    let missing = Search::new(&problem).heuristic(HeuristicKind::External);
    let missing = missing.algorithm(Algorithm::AStar).run();
    assert!(matches!(
        missing,
        Err(OptionsError::UnsupportedShape { .. })
    ));
}

/// Counts the boards that it is asked for.
struct Counting {
    asked: usize,
    wants_batches: bool,
}

impl BoardEstimator for Counting {
    fn estimate(&mut self, boards: &[Board]) -> Option<Vec<u32>> {
        self.asked += boards.len();
        Some(boards.iter().map(manhattan).collect())
    }

    fn wants_batches(&self) -> bool {
        self.wants_batches
    }
}

#[test]
fn an_estimator_without_batches_searches_the_same_with_fewer_boards() {
    let problem = random(3, 5);
    for algorithm in ALGORITHMS {
        let [(many, many_asked), (one, one_asked)] = [true, false].map(|wants_batches| {
            let mut counting = Counting {
                asked: 0,
                wants_batches,
            };
            let search = Search::new(&problem).algorithm(algorithm);
            let report = search.estimator(&mut counting).run().unwrap();
            (report.stats.generated, counting.asked)
        });
        assert_eq!(one, many, "{algorithm}");
        assert!(one_asked <= many_asked, "{algorithm}");
    }
}
