//! Every search that guarantees a shortest solution finds one, with every heuristic, through `Search`.

use crate::common::{distance, distances, shape};
use taquin::notation::{Dialect, read};
use taquin::search::Weight;
use taquin::tools::generate::Generator;
use taquin::{
    Algorithm, Answer, Board, Goal, Guarantee, HeuristicKind, Problem, Report, Search,
    SearchOptions, Shape, TableSize, Tables,
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
    run_with(&Tables::default(), (start, goal), algorithm, heuristic)
}

/// The same with tables that other searches have built.
fn run_with(
    tables: &Tables,
    (start, goal): (&Board, &Board),
    algorithm: Option<Algorithm>,
    heuristic: Option<HeuristicKind>,
) -> Report {
    let problem = Problem::new(start.clone(), goal.clone()).unwrap();
    let mut options = SearchOptions::default();
    options.algorithm = algorithm;
    options.heuristic = heuristic;
    let search = Search::new(&problem).options(options).tables(tables);
    search.run().unwrap()
}

fn check_shortest(
    tables: &Tables,
    (start, goal): (&Board, &Board),
    pair: (Algorithm, HeuristicKind, u32),
    distance: u32,
) {
    let (algorithm, heuristic, longest) = pair;
    if distance > longest {
        return;
    }
    let report = run_with(tables, (start, goal), Some(algorithm), Some(heuristic));
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
                    check_shortest(&Tables::default(), (board, &goal), pair, *distance);
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
                check_shortest(&Tables::default(), (&board, goal), pair, known[&board]);
                let near = generator.walk(goal, 16);
                check_shortest(&Tables::default(), (&near, goal), pair, known[&near]);
            }
        }
    }
}

/// Checks every pair on every board of a shape, for every named goal. Pairs without a heuristic, whose searches go through
/// the same levels from every board, are checked on every `blind_step`-th.
fn check_every_board(shape: Shape, blind_step: usize) {
    let threads = std::thread::available_parallelism().map_or(1, Into::into);
    for goal in Goal::ALL.map(|goal| goal.board(shape)) {
        let mut boards: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
        let all: u32 = (3..=shape.area() as u32).product();
        assert_eq!(boards.len() as u32, all);
        boards.sort_by_key(|(board, _)| board.tiles().to_vec());
        let pairs: Vec<_> = optimal_pairs()
            .into_iter()
            .filter(|(_, heuristic, _)| heuristic.fits(shape))
            .collect();
        let tables = Tables::default();
        std::thread::scope(|scope| {
            for first in 0..threads {
                let (goal, boards, pairs, tables) = (&goal, &boards, &pairs, &tables);
                scope.spawn(move || {
                    for &pair in pairs {
                        let is_blind = pair.1 == HeuristicKind::Zero;
                        let step = if is_blind { blind_step } else { 1 };
                        let own = boards.iter().step_by(step).skip(first).step_by(threads);
                        for (board, distance) in own {
                            check_shortest(tables, (board, goal), pair, *distance);
                        }
                    }
                });
            }
        });
    }
}

#[test]
#[ignore = "60,480 boards by 27 pairs take minutes; `cargo slow` runs it"]
fn every_pair_is_shortest_on_every_small_board() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
        check_every_board(shape(rows, cols), 1);
    }
}

/// Every heuristic is checked on every board. The five pairs without one are checked on every 16th board, because they take
/// most of the time and find the same levels from every board; the tables are built once per goal.
#[test]
#[ignore = "181,440 boards by 22 pairs, and 11,340 by 5, for three goals take an hour; `cargo slow` runs it"]
fn every_pair_is_shortest_on_every_3x3_board() {
    check_every_board(shape(3, 3), 16);
}

/// The 17 boards that are farthest from a goal with the blank in a corner.
#[test]
#[ignore = "17 of the hardest 4×4 boards take minutes; `cargo slow` runs it"]
fn the_17_farthest_4x4_boards_need_80_moves() {
    let goal = Goal::Last.board(shape(4, 4));
    let rows = include_str!("../../../../data/hardest.tsv").lines();
    let boards: Vec<Board> = rows
        .filter_map(|row| row.strip_prefix("4x4\tlast\tstm\t80\t"))
        .map(|text| read(text.as_bytes(), Dialect::Slash, None).unwrap().start)
        .collect();
    assert_eq!(boards.len(), 17);
    let tables = Tables::default();
    for board in &boards {
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        let search = Search::new(&problem).tables(&tables).threads(2);
        let report = search.table_size(TableSize::Large).run().unwrap();
        let Answer::Solved(solution, Guarantee::Optimal) = report.answer else {
            panic!("{board:?}");
        };
        assert_eq!(solution.moves().len(), 80, "{board:?}");
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
