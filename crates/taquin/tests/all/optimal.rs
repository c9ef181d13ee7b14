//! Every search that guarantees a shortest solution finds one, with every heuristic, through `Search`.

use crate::common::{distance, distances, shape};
use taquin::notation::{Dialect, read};
use taquin::search::Weight;
use taquin::tools::generate::Generator;
use taquin::{
    Algorithm, Answer, Board, Goal, Guarantee, HeuristicKind, Problem, Report, Search,
    SearchOptions, Shape,
};

/// Every pair that guarantees a shortest solution, with the longest path that it finds quickly.
fn optimal_pairs() -> Vec<(Algorithm, HeuristicKind, u32)> {
    let blind = [
        Algorithm::Bfs,
        Algorithm::BfsFromGoal,
        Algorithm::UniformCost,
    ];
    let informed = [
        Algorithm::AStar,
        Algorithm::IdaStar,
        Algorithm::Bidirectional,
    ];
    let mut pairs: Vec<(Algorithm, HeuristicKind, u32)> = blind
        .map(|algorithm| (algorithm, HeuristicKind::Zero, 31))
        .to_vec();
    for algorithm in informed {
        pairs.extend(HeuristicKind::ALL.map(|heuristic| {
            // IDA* visits a state once for every path to it: without a good bound that is too often.
            let longest = match (algorithm, heuristic) {
                (Algorithm::IdaStar, HeuristicKind::Zero) => 14,
                (Algorithm::IdaStar, HeuristicKind::Hamming | HeuristicKind::Gaschnig) => 24,
                _ => 31,
            };
            (algorithm, heuristic, longest)
        }));
    }
    pairs
}

fn run(
    start: &Board,
    goal: &Board,
    algorithm: Option<Algorithm>,
    heuristic: Option<HeuristicKind>,
) -> Report {
    let problem = Problem::new(start.clone(), goal.clone()).unwrap();
    let mut options = SearchOptions::default();
    options.algorithm = algorithm;
    options.heuristic = heuristic;
    Search::new(&problem).options(options).run().unwrap()
}

fn check_shortest(
    start: &Board,
    goal: &Board,
    pair: (Algorithm, HeuristicKind, u32),
    distance: u32,
) {
    let (algorithm, heuristic, longest) = pair;
    if distance > longest {
        return;
    }
    let report = run(start, goal, Some(algorithm), Some(heuristic));
    let Answer::Solved(solution, guarantee) = report.answer else {
        panic!("{algorithm:?} {heuristic:?} {start:?}");
    };
    assert_eq!(
        solution.moves().len() as u32,
        distance,
        "{algorithm:?} {heuristic:?} {start:?}"
    );
    assert_eq!(
        (report.lower_bound, guarantee),
        (distance, Guarantee::Optimal)
    );
}

#[test]
fn every_pair_is_shortest_on_small_boards() {
    for (rows, cols, every) in [(2, 2, 1), (2, 3, 7), (3, 2, 7), (2, 4, 1499)] {
        for goal in Goal::ALL.map(|goal| goal.board(shape(rows, cols))) {
            let mut boards: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
            boards.sort_by_key(|(board, _)| board.tiles().to_vec());
            let shape = goal.shape();
            let fitting = optimal_pairs().into_iter();
            for pair in fitting.filter(|(_, heuristic, _)| heuristic.fits(shape)) {
                for (board, distance) in boards.iter().step_by(every) {
                    check_shortest(board, &goal, pair, *distance);
                }
            }
        }
    }
}

/// A sample over all distances, a different one for each pair.
#[test]
fn every_pair_is_shortest_on_sampled_3x3_boards() {
    for (seed, goal) in Goal::ALL
        .map(|goal| goal.board(shape(3, 3)))
        .iter()
        .enumerate()
    {
        let known = distances(goal);
        let mut generator = Generator::new(seed as u64);
        for pair in optimal_pairs() {
            for _ in 0..8 {
                let board = generator.random(goal);
                check_shortest(&board, goal, pair, known[&board]);
                let near = generator.walk(goal, 16);
                check_shortest(&near, goal, pair, known[&near]);
            }
        }
    }
}

#[test]
#[ignore = "181,440 boards by 24 pairs take hours; `cargo slow` runs it"]
fn every_pair_is_shortest_on_every_3x3_board() {
    for goal in Goal::ALL.map(|goal| goal.board(shape(3, 3))) {
        let boards: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
        assert_eq!(boards.len(), 181_440);
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        std::thread::scope(|scope| {
            for part in boards.chunks(boards.len().div_ceil(threads)) {
                let goal = &goal;
                scope.spawn(move || {
                    for pair in optimal_pairs() {
                        part.iter().for_each(|(board, distance)| {
                            check_shortest(board, goal, pair, *distance)
                        });
                    }
                });
            }
        });
    }
}

#[test]
fn auto_is_shortest_up_to_16_cells() {
    for (rows, cols) in [(1, 1), (1, 7), (7, 1), (2, 2), (3, 2), (2, 5), (3, 3)] {
        for goal in Goal::ALL.map(|goal| goal.board(shape(rows, cols))) {
            let mut generator = Generator::new(9);
            for _ in 0..5 {
                let board = generator.random(&goal);
                let report = run(&board, &goal, None, None);
                let Answer::Solved(solution, Guarantee::Optimal) = report.answer else {
                    panic!("{board:?}");
                };
                let known = distance(&board, &goal);
                assert_eq!(solution.moves().len() as u32, known, "{board:?}");
            }
        }
    }
}

#[test]
fn weighted_and_greedy_searches_keep_their_guarantees() {
    let goal = Goal::Last.board(shape(3, 3));
    let known = distances(&goal);
    let mut generator = Generator::new(4);
    for _ in 0..40 {
        let board = generator.random(&goal);
        for heuristic in HeuristicKind::ALL {
            for weight in [1.0, 1.2, 2.0, 5.0] {
                let algorithm = Algorithm::WeightedAStar(Weight::new(weight).unwrap());
                let report = run(&board, &goal, Some(algorithm), Some(heuristic));
                let Answer::Solved(solution, _) = report.answer else {
                    panic!()
                };
                assert!(solution.moves().len() as f64 <= weight * f64::from(known[&board]));
                assert!(report.lower_bound <= known[&board]);
            }
            let report = run(&board, &goal, Some(Algorithm::Greedy), Some(heuristic));
            let Answer::Solved(solution, guarantee) = &report.answer else {
                panic!()
            };
            assert!(report.lower_bound <= known[&board]);
            // Greedy search promises nothing; a solution as short as the lower bound is shortest all the same.
            let is_proven = solution.moves().len() as u32 == report.lower_bound;
            assert_eq!(*guarantee == Guarantee::Optimal, is_proven);
            assert!(is_proven || *guarantee == Guarantee::None);
        }
    }
}

/// Korf's instances with their published lengths: number, length, board.
fn korf() -> Vec<(u32, u32, Board)> {
    let rows = include_str!("../../../../data/korf-15.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let instance = |line: &str| {
        let [number, length, board, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let board = read(board.as_bytes(), Dialect::Slash, None).unwrap().start;
        (number.parse().unwrap(), length.parse().unwrap(), board)
    };
    rows.map(instance).collect()
}

fn check_korf(wanted: impl Fn(u32) -> bool) {
    let instances = korf();
    assert_eq!(instances.len(), 100);
    let goal = Goal::First.board(Shape::square(4).unwrap());
    for (number, length, board) in instances
        .into_iter()
        .filter(|&(_, length, _)| wanted(length))
    {
        let report = run(
            &board,
            &goal,
            Some(Algorithm::IdaStar),
            Some(HeuristicKind::WalkingDistance),
        );
        assert!(
            matches!(&report.answer, Answer::Solved(..)),
            "instance {number}"
        );
        assert_eq!(report.lower_bound, length, "instance {number}");
    }
}

#[test]
fn korfs_instances_up_to_50_moves_have_their_published_lengths() {
    check_korf(|length| length <= 50);
}

#[test]
#[ignore = "two billion states take a minute or two; `cargo slow` runs it"]
fn all_of_korfs_instances_have_their_published_lengths() {
    check_korf(|_| true);
}

#[test]
fn the_fourth_courses_board_has_one_shortest_solution() {
    let start = read(b"8 0 6/5 4 7/2 3 1", Dialect::Slash, None)
        .unwrap()
        .start;
    let known = distances(&Goal::Last.board(start.shape()));
    assert_eq!(known[&start], 27);
    let mut board = start;
    while known[&board] > 0 {
        let nearer: Vec<Board> = board
            .moves()
            .iter()
            .map(|m| {
                let mut child = board.clone();
                child.play_unchecked(m);
                child
            })
            .filter(|child| known[child] < known[&board])
            .collect();
        assert_eq!(nearer.len(), 1, "another way leads on from {board:?}");
        board = nearer[0].clone();
    }
}
