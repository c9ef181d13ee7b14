//! Boards at an exact distance: at that distance, uniformly distributed, and reproducible.

use crate::common::{check_uniform, distances_by, shape, shuffled_goal};
use std::sync::atomic::{AtomicU32, Ordering};
use taquin::census::distance_table::DistanceTable;
use taquin::notation::{self, Dialect, read};
use taquin::solve::{Algorithm, Answer, Guarantee, HeuristicKind, Search, Tables};
use taquin::tools::generate::{AtDistance, Distance, Generator, NoBoards};
use taquin::{Board, Goal, Metric, Problem, Shape};

const METRICS: [Metric; 2] = [Metric::SingleTile, Metric::MultiTile];

fn boards(goal: &Board, distance: u32, metric: Metric) -> AtDistance {
    at(goal, Distance::Exactly(distance), metric).unwrap()
}

fn at(goal: &Board, wanted: Distance, metric: Metric) -> Result<AtDistance, NoBoards> {
    AtDistance::new(goal, wanted, metric, 2, &|| false)
}

fn draw(boards: &mut AtDistance, generator: &mut Generator) -> Board {
    boards.draw(generator, &|| false).unwrap()
}

/// The length of the shortest solutions, by a search that did not make any of the boards.
fn length(tables: &Tables, board: &Board, goal: &Board) -> usize {
    let problem = Problem::new(board.clone(), goal.clone()).unwrap();
    let report = Search::new(&problem)
        .algorithm(Algorithm::IdaStar)
        .heuristic(HeuristicKind::WalkingDistance)
        .tables(tables)
        .run();
    match report.unwrap().answer {
        Answer::Solved(solution, Guarantee::Optimal) => solution.moves().len(),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn boards_of_3x3_are_as_far_as_asked_at_every_distance() {
    let goal = Goal::Last.board(shape(3, 3));
    let whole = DistanceTable::build(goal.shape(), goal.blank(), Metric::SingleTile).unwrap();
    let mut generator = Generator::new(1);
    let counts = whole.boards_at_distance();
    assert_eq!(counts.len(), 32);
    for (distance, count) in (0..).zip(counts) {
        let mut boards = boards(&goal, distance, Metric::SingleTile);
        assert_eq!((boards.distance(), boards.count()), (distance, Some(count)));
        for _ in 0..100 {
            let board = draw(&mut boards, &mut generator);
            let problem = Problem::new(board, goal.clone()).unwrap();
            assert_eq!(whole.distance(&problem), distance, "{problem:?}");
        }
    }
}

#[test]
fn boards_are_as_far_as_asked_from_any_goal_in_either_metric() {
    let shapes = [(1, 1), (1, 2), (1, 6), (6, 1), (2, 2), (2, 3), (3, 2)];
    let mut generator = Generator::new(2);
    for (rows, cols) in shapes {
        let shape = shape(rows, cols);
        for (blank, metric) in shape.cells().flat_map(|cell| METRICS.map(|m| (cell, m))) {
            let goal = shuffled_goal(shape, blank);
            let known = distances_by(&goal, metric);
            let farthest = *known.values().max().unwrap();
            for distance in 0..=farthest {
                let mut boards = boards(&goal, distance, metric);
                let all = boards.all(u64::MAX).unwrap();
                assert!(all.iter().all(|board| known[board] == distance));
                let count = known.values().filter(|&&other| other == distance).count();
                assert_eq!((all.len(), boards.count()), (count, Some(count as u64)));
                for _ in 0..5 {
                    let board = draw(&mut boards, &mut generator);
                    assert_eq!(known[&board], distance, "{metric:?} {goal:?} {board:?}");
                }
            }
            let hardest = at(&goal, Distance::Farthest, metric).unwrap();
            assert_eq!(hardest.distance(), farthest);
            let beyond = at(&goal, Distance::Exactly(farthest + 1), metric);
            assert_eq!(beyond.err(), Some(NoBoards::TooFar { shape, farthest }));
        }
    }
}

/// Seed, goal, distance, metric, the first boards.
type Golden = (u64, &'static str, Distance, Metric, &'static [&'static str]);

const STM: Metric = Metric::SingleTile;
const MTM: Metric = Metric::MultiTile;

/// Boards from a census, where the number of a board decides, then from a list, then by trial. Those from censuses and
/// lists were verified by an independent program in another language.
const GOLDEN: &[Golden] = &[
    (
        1,
        "1 2 3/4 5 6/7 8 0",
        Distance::Exactly(20),
        STM,
        &[
            "3 8 0/6 4 2/1 7 5",
            "0 6 3/8 1 5/4 7 2",
            "0 1 6/5 7 8/4 3 2",
        ],
    ),
    (
        1,
        "1 2 3/4 5 6/7 8 0",
        Distance::Exactly(20),
        MTM,
        &[
            "2 5 4/6 7 3/8 0 1",
            "6 4 3/5 7 0/8 1 2",
            "1 8 0/7 5 4/2 3 6",
        ],
    ),
    (
        7,
        "1 2 3 4/5 6 7 0",
        Distance::Exactly(30),
        STM,
        &["4 7 0 1/2 3 6 5", "5 4 0 3/1 2 6 7", "3 6 4 2/7 0 5 1"],
    ),
    (
        7,
        "1 2/3 4/5 6/7 0",
        Distance::Exactly(30),
        STM,
        &["7 3/6 5/0 4/1 2", "2 1/7 3/0 4/5 6", "5 6/4 0/7 2/3 1"],
    ),
    (
        3,
        "1 2 3 4/5 6 7 0",
        Distance::Farthest,
        MTM,
        &["4 0 3 1/7 2 6 5", "0 4 2 1/7 6 3 5", "4 3 1 0/7 2 6 5"],
    ),
    (
        9,
        "0 1/2 3/4 5",
        Distance::Exactly(10),
        MTM,
        &["5 4/3 2/1 0", "4 0/3 1/5 2", "4 1/3 2/5 0"],
    ),
    (
        5,
        "3 0 1 2",
        Distance::Exactly(1),
        STM,
        &["0 3 1 2", "3 1 0 2", "0 3 1 2"],
    ),
    (
        1,
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        Distance::Exactly(10),
        STM,
        &[
            "1 2 4 8/5 10 3 0/9 7 6 12/13 14 11 15",
            "1 2 4 8/5 6 7 3/9 10 15 11/13 0 14 12",
        ],
    ),
    (
        2,
        "1 2 3 4 5/6 7 8 9 10/11 12 13 14 0",
        Distance::Exactly(8),
        STM,
        &[
            "1 2 0 9 5/6 7 4 3 10/11 12 8 13 14",
            "0 2 3 4 5/1 6 8 14 9/11 7 12 13 10",
        ],
    ),
    (
        1,
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        Distance::Exactly(24),
        STM,
        &["1 3 8 11/5 2 7 4/14 6 12 15/9 13 10 0"],
    ),
    (
        1,
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        Distance::Exactly(40),
        STM,
        &["5 9 2 15/1 4 7 3/13 8 14 10/6 0 12 11"],
    ),
];

fn board(text: &str) -> Board {
    read(text.as_bytes(), Dialect::Slash, None).unwrap().start
}

/// The numbering of boards in a census and in a list is a promise: if one of these cases fails, published seeds no
/// longer give their boards. Do not change the expected values.
#[test]
fn a_seed_always_gives_the_same_boards() {
    for (seed, goal, wanted, metric, expected) in GOLDEN {
        let mut boards = at(&board(goal), *wanted, *metric).unwrap();
        let mut generator = Generator::new(*seed);
        for expected in *expected {
            let drawn = notation::write(&draw(&mut boards, &mut generator), Dialect::Slash);
            // The slash after a single row is part of the notation, not of the board.
            let drawn = drawn.unwrap();
            assert_eq!(
                drawn.trim_end_matches(['/', '\n']),
                *expected,
                "{seed} {goal}"
            );
        }
    }
}

#[test]
fn boards_from_lists_and_by_trial_are_as_far_as_asked() {
    let (tables, mut checked) = (Tables::default(), 0);
    for (_, goal, wanted, metric, boards) in GOLDEN {
        let goal = board(goal);
        let Distance::Exactly(distance) = *wanted else {
            continue;
        };
        if *metric == STM && goal.shape().area() > AtDistance::MAX_COUNTED {
            for text in *boards {
                assert_eq!(
                    length(&tables, &board(text), &goal),
                    distance as usize,
                    "{text}"
                );
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 6);
}

/// The published beginnings for 4×4 (`data/depths.tsv`).
#[test]
fn a_list_has_all_boards_of_its_distance() {
    let last = Goal::Last.board(shape(4, 4));
    let tables = Tables::default();
    let counts = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948];
    for (distance, count) in (0..).zip(counts) {
        let boards = boards(&last, distance, STM);
        assert_eq!(boards.count(), Some(count));
        let all = boards.all(count).unwrap();
        for board in all {
            assert_eq!(length(&tables, &board, &last), distance as usize);
        }
        assert_eq!(boards.all(count - 1), None);
    }
    for (blank, count) in [(1, 14), (5, 20)] {
        let goal = shuffled_goal(last.shape(), last.shape().at(blank).unwrap());
        assert_eq!(boards(&goal, 3, STM).count(), Some(count));
    }
}

/// Distances of 2×3, and the interval of the sums: the critical values of chi-square at one in a thousand on either
/// side, with one degree of freedom less than there are boards.
#[test]
fn every_board_of_a_distance_is_as_likely_as_any_other() {
    let goal = Goal::Last.board(shape(2, 3));
    let mut generator = Generator::new(1);
    for (distance, count, between) in [
        (6, 10, [1.152, 27.877]),
        (10, 23, [6.983, 48.268]),
        (13, 39, [16.611, 70.703]),
        (17, 21, [5.921, 45.315]),
    ] {
        let mut boards = boards(&goal, distance, STM);
        check_uniform(count, between, || draw(&mut boards, &mut generator));
    }
    // A list: 4×4 at four moves.
    let mut boards = boards(&Goal::First.board(shape(4, 4)), 4, STM);
    check_uniform(24, [7.529, 49.728], || draw(&mut boards, &mut generator));
}

#[test]
fn impossible_requests_are_refused() {
    let too_far = |shape, farthest| NoBoards::TooFar { shape, farthest };
    let too_large = |shape| NoBoards::TooLarge { shape };
    let farthest_unknown = |shape| NoBoards::FarthestUnknown { shape };
    let cases: [(Shape, Distance, Metric, NoBoards); 10] = [
        (
            shape(3, 3),
            Distance::Exactly(32),
            STM,
            too_far(shape(3, 3), 31),
        ),
        (
            shape(3, 3),
            Distance::Exactly(25),
            MTM,
            too_far(shape(3, 3), 24),
        ),
        (
            shape(1, 50),
            Distance::Exactly(50),
            STM,
            too_far(shape(1, 50), 49),
        ),
        (
            shape(1, 1),
            Distance::Exactly(u32::MAX),
            STM,
            too_far(shape(1, 1), 0),
        ),
        (
            shape(4, 4),
            Distance::Exactly(81),
            STM,
            too_far(shape(4, 4), 80),
        ),
        (
            shape(4, 4),
            Distance::Exactly(20),
            MTM,
            too_large(shape(4, 4)),
        ),
        (
            shape(5, 5),
            Distance::Exactly(1),
            STM,
            too_large(shape(5, 5)),
        ),
        (
            shape(1, 4097),
            Distance::Exactly(1),
            STM,
            too_large(shape(1, 4097)),
        ),
        (
            shape(4, 4),
            Distance::Farthest,
            STM,
            farthest_unknown(shape(4, 4)),
        ),
        (
            shape(2, 7),
            Distance::Farthest,
            STM,
            farthest_unknown(shape(2, 7)),
        ),
    ];
    for (shape, wanted, metric, error) in cases {
        let refused = at(&Goal::Last.board(shape), wanted, metric).err();
        assert_eq!(refused, Some(error), "{shape} {wanted:?} {metric:?}");
    }
}

/// A level of 119,000 boards: its children are sorted in two parts, and between them the caller is asked again.
#[test]
fn a_list_of_near_boards_can_be_stopped_within_a_level() {
    let goal = Goal::Last.board(shape(4, 4));
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 17;
    let stopped = AtDistance::new(&goal, Distance::Exactly(17), STM, 1, &stop);
    assert_eq!(stopped.err(), Some(NoBoards::Stopped));
    let listed = boards(&goal, 17, STM);
    // The number is that of data/depths.tsv.
    assert_eq!(listed.count(), Some(231_844));
}

/// What was drawn in advance from a generator must not be mixed with what another one draws.
#[test]
fn boards_depend_only_on_the_generator_after_a_restart() {
    let goal = Goal::Last.board(shape(3, 3));
    let mut source = boards(&goal, 20, STM);
    let first = draw(&mut source, &mut Generator::new(1));
    source.restart();
    let other = draw(&mut source, &mut Generator::new(2));
    source.restart();
    assert_eq!(draw(&mut source, &mut Generator::new(1)), first);
    assert_ne!(first, other);
    let listed: Vec<Board> = source.boards().unwrap().collect();
    assert_eq!(Generator::new(1).choose(&listed), &first);
}

#[test]
fn a_search_for_boards_can_be_stopped() {
    for (rows, cols, distance) in [(3, 3, 20), (4, 4, 10)] {
        let goal = Goal::Last.board(shape(rows, cols));
        let asked = AtomicU32::new(0);
        // The third call stops it.
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 2;
        let stopped = AtDistance::new(&goal, Distance::Exactly(distance), STM, 1, &stop);
        assert_eq!(stopped.err(), Some(NoBoards::Stopped));
        assert!(asked.load(Ordering::Relaxed) >= 3);
    }
    let mut boards = boards(&Goal::Last.board(shape(4, 4)), 75, STM);
    let drawn = boards.draw(&mut Generator::new(1), &|| true);
    assert_eq!(drawn, Err(NoBoards::Stopped));
}
