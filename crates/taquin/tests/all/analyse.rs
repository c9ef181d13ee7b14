//! Moves are judged as the tables of all boards judge them.

use crate::common::{all_boards, board, distances, shape};
use std::ops::ControlFlow;
use taquin::census::distance_table::DistanceTable;
use taquin::notation::{self, MoveLetters, read_played};
use taquin::solve::{Answer, Search, Tables, Tick};
use taquin::space::MoveOrder;
use taquin::tools::analyse::{Judge, Judgement, NearMiss, Tried, Verdict};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Metric, Move, Problem, Solution, Tile};

fn read(text: &str) -> Board {
    notation::read_any(text.as_bytes(), None).unwrap().start
}

fn judged(problem: &Problem, solution: &Solution, metric: Metric) -> Judgement {
    let on_tick = &mut |_: &Tick| ControlFlow::Continue(());
    let tables = Tables::default();
    Judge::new(&tables)
        .metric(metric)
        .judge(problem, solution, on_tick)
}

/// Deterministic pseudo-random numbers (Lehmer's generator, as in C++'s `minstd_rand`).
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0 * 48271 % 0x7fff_ffff;
        self.0 as usize % count
    }
}

/// Some moves at random, then a solution.
fn wandering(start: &Board, whole: &DistanceTable, moves: usize, chance: &mut Chance) -> Vec<Move> {
    let goal = Goal::Last.board(start.shape());
    let mut board = start.clone();
    let mut walk = Vec::new();
    for _ in 0..moves {
        let possible: Vec<Move> = board.moves().iter().collect();
        let m = possible[chance.below(possible.len())];
        board.play_unchecked(m);
        walk.push(m);
    }
    let rest = Problem::new(board, goal).unwrap();
    walk.extend(whole.solution(&rest, MoveOrder::default()).moves());
    walk
}

/// The indices of the moves after which the distance does not fall, with the distances before and after.
fn losses_by_table(
    problem: &Problem,
    moves: &[Move],
    whole: &DistanceTable,
) -> Vec<(usize, usize, usize)> {
    let goal = problem.goal();
    let far = |board: &Board| {
        let problem = Problem::new(board.clone(), goal.clone()).unwrap();
        whole.distance(&problem) as usize
    };
    let mut board = problem.start().clone();
    let mut losses = Vec::new();
    let runs = moves.chunk_by(|a, b| whole.metric() == Metric::MultiTile && a == b);
    for (place, run) in runs.enumerate() {
        let before = far(&board);
        run.iter().for_each(|&m| board.play_unchecked(m));
        let after = far(&board);
        if after >= before {
            losses.push((place, before, after));
        }
    }
    losses
}

/// Judges a solution that wanders about, and looks up every distance.
fn check_by_table(start: &Board, whole: &DistanceTable, moves: usize, chance: &mut Chance) {
    let problem = Problem::new(start.clone(), Goal::Last.board(start.shape())).unwrap();
    let stm =
        DistanceTable::build(start.shape(), start.shape().last(), Metric::SingleTile).unwrap();
    let moves = wandering(start, &stm, moves, chance);
    let solution = problem.certify(moves).unwrap();
    let judgement = judged(&problem, &solution, whole.metric());
    let moves = solution.moves();
    let found: Vec<_> = judgement
        .losses
        .iter()
        .map(|loss| (loss.place, loss.before, loss.after))
        .collect();
    assert_eq!(
        found,
        losses_by_table(&problem, moves, whole),
        "{start:?} {moves:?}"
    );
    assert_eq!(
        judgement.shortest,
        Some(whole.distance(&problem) as usize),
        "{start:?}"
    );
    assert_eq!(judgement.followed, judgement.length);
    for loss in &judgement.losses {
        let there = Problem::new(loss.board.clone(), problem.goal().clone()).unwrap();
        match loss.better {
            Some(better) => assert!(whole.first_moves(&there).contains(&better)),
            None => assert_eq!(loss.board, *problem.goal()),
        }
    }
}

#[test]
fn lost_moves_are_those_of_the_table_on_every_board_of_two_by_three() {
    let shape = shape(2, 3);
    let reached = distances(&Goal::Last.board(shape));
    let mut chance = Chance(1879);
    for metric in [Metric::SingleTile, Metric::MultiTile] {
        let whole = DistanceTable::build(shape, shape.last(), metric).unwrap();
        for start in all_boards(shape)
            .iter()
            .filter(|board| reached.contains_key(board))
        {
            let moves = chance.below(12);
            check_by_table(start, &whole, moves, &mut chance);
        }
    }
}

#[test]
fn lost_moves_are_those_of_the_table_on_three_by_three() {
    let shape = shape(3, 3);
    let mut chance = Chance(1880);
    for metric in [Metric::SingleTile, Metric::MultiTile] {
        let whole = DistanceTable::build(shape, shape.last(), metric).unwrap();
        let mut generator = Generator::new(3);
        for _ in 0..100 {
            let start = generator.random(&Goal::Last.board(shape));
            check_by_table(&start, &whole, 20, &mut chance);
        }
    }
}

/// The first of Korf's boards that have at most 50 moves, with their lengths.
fn korf(count: usize) -> Vec<(usize, Problem)> {
    let lines = include_str!("../../../../data/korf-15.tsv").lines();
    let rows = lines.filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let start = read(fields[2]);
        let goal = Goal::First.board(start.shape());
        (
            fields[1].parse().unwrap(),
            Problem::new(start, goal).unwrap(),
        )
    })
    .filter(|&(length, _)| length <= 50)
    .take(count)
    .collect()
}

fn shortest(problem: &Problem, metric: Metric, tables: &Tables) -> Vec<Move> {
    let search = Search::new(problem).metric(metric).only_shortest();
    let report = search.tables(tables).run().unwrap();
    let Answer::Solved(solution, _) = report.answer else {
        panic!("it is within reach");
    };
    solution.moves().to_vec()
}

/// A solution in which some moves are undone and made again.
fn with_detours(shortest: &[Move], places: &[usize]) -> Vec<Move> {
    let mut moves = Vec::new();
    for (place, &m) in shortest.iter().enumerate() {
        moves.push(m);
        if places.contains(&(place + 1)) {
            moves.extend([m.opposite(), m]);
        }
    }
    moves
}

#[test]
fn a_move_that_is_undone_is_a_lost_move() {
    let tables = Tables::default();
    for (length, problem) in korf(3) {
        let moves = with_detours(
            &shortest(&problem, Metric::SingleTile, &tables),
            &[1, 20, 30],
        );
        let solution = problem.certify(moves).unwrap();
        let on_tick = &mut |_: &Tick| ControlFlow::Continue(());
        let judgement = Judge::new(&tables).judge(&problem, &solution, on_tick);
        assert_eq!(judgement.shortest, Some(length));
        let lost = judgement
            .losses
            .iter()
            .map(|loss| (loss.place, loss.before));
        let expected = [(1, length - 1), (22, length - 20), (34, length - 30)];
        assert!(lost.eq(expected), "{:?}", judgement.losses);
        assert!(judgement.losses.iter().all(|loss| loss.lost() == 2));
    }
}

#[test]
fn slides_are_judged_on_four_by_four() {
    let tables = Tables::default();
    let (_, problem) = korf(1).remove(0);
    let best = shortest(&problem, Metric::MultiTile, &tables);
    let length = Metric::MultiTile.length(&best);
    // Single moves that are undone and made again are two more slides, or one within a longer slide.
    let solution = problem.certify(with_detours(&best, &[best.len()])).unwrap();
    let on_tick = &mut |_: &Tick| ControlFlow::Continue(());
    let judgement = Judge::new(&tables)
        .metric(Metric::MultiTile)
        .judge(&problem, &solution, on_tick);
    assert_eq!(judgement.shortest, Some(length));
    assert_eq!(judgement.length, length + 2);
    let last = judgement.losses.last().unwrap();
    assert_eq!((last.place, last.before, last.after), (length, 0, 1));
    assert_eq!(last.better, None);
}

#[test]
fn shortest_solutions_lose_nothing() {
    let tables = Tables::default();
    for (length, problem) in korf(3) {
        for metric in [Metric::SingleTile, Metric::MultiTile] {
            let solution = problem
                .certify(shortest(&problem, metric, &tables))
                .unwrap();
            let on_tick = &mut |_: &Tick| ControlFlow::Continue(());
            let judgement = Judge::new(&tables)
                .metric(metric)
                .judge(&problem, &solution, on_tick);
            assert_eq!(judgement.is_optimal(), Some(true));
            assert_eq!(judgement.followed, judgement.length);
            assert!(judgement.losses.is_empty());
            assert!(metric == Metric::MultiTile || judgement.length == length);
        }
    }
}

#[test]
fn a_stopped_judge_returns_what_it_has_found() {
    let tables = Tables::default();
    let (length, problem) = korf(1).remove(0);
    let moves = with_detours(&shortest(&problem, Metric::SingleTile, &tables), &[1, 40]);
    let solution = problem.certify(moves).unwrap();
    let mut ticks_allowed = 0;
    let mut seen = Vec::new();
    loop {
        let mut ticks = 0;
        let on_tick = &mut |_: &Tick| {
            ticks += 1;
            if ticks > ticks_allowed {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let judgement = Judge::new(&tables).judge(&problem, &solution, on_tick);
        assert!((1..=length).contains(&judgement.lower_bound));
        assert!(judgement.losses.len() <= 2);
        let is_all = judgement.followed == judgement.length;
        assert_eq!(is_all, judgement.losses.len() == 2);
        seen.push(judgement.followed);
        ticks_allowed += 1;
        if is_all {
            break;
        }
    }
    assert!(seen.len() > 1, "it was stopped before the end");
    assert!(seen.is_sorted());
}

#[test]
fn large_boards_are_judged_by_a_bound() {
    for (rows, cols) in [(6, 6), (3, 7), (30, 30)] {
        let goal = Goal::Last.board(shape(rows, cols));
        let problem = Problem::new(Generator::new(1).random(&goal), goal).unwrap();
        let report = Search::new(&problem).effort(0).run().unwrap();
        let Answer::Solved(solution, _) = report.answer else {
            panic!("large boards always have a solution");
        };
        for metric in [Metric::SingleTile, Metric::MultiTile] {
            let mut ticks = 0;
            let on_tick = &mut |_: &Tick| {
                ticks += 1;
                if ticks > 3 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let tables = Tables::default();
            let judgement = Judge::new(&tables)
                .metric(metric)
                .judge(&problem, &solution, on_tick);
            assert_eq!(judgement.is_optimal(), None);
            assert!(judgement.ratio().unwrap() > 1.0);
            assert_eq!((judgement.followed, judgement.losses.len()), (0, 0));
        }
    }
}

#[test]
fn easy_large_boards_are_judged_to_the_end() {
    let goal = Goal::Last.board(shape(6, 6));
    let mut start = goal.clone();
    let way = [Move::Down, Move::Right, Move::Right, Move::Down, Move::Left];
    way.iter().for_each(|&m| start.play_unchecked(m));
    let mut moves = way.to_vec();
    Move::turn_round(&mut moves);
    let problem = Problem::new(start, goal).unwrap();
    let solution = problem.certify(with_detours(&moves, &[2])).unwrap();
    let judgement = judged(&problem, &solution, Metric::SingleTile);
    assert_eq!(judgement.shortest, Some(5));
    assert_eq!(judgement.losses.len(), 1);
    assert_eq!(judgement.losses[0].place, 2);
}

#[test]
fn played_moves_are_judged_by_where_they_lead() {
    let start = read("1 2 3/4 0 6/7 5 8");
    let goal = Goal::Last.board(start.shape());
    let verdict = |text: &str| {
        let played = read_played(text, None, &start).unwrap();
        Verdict::new(&start, &goal, &played).unwrap()
    };
    assert_eq!(verdict("UL"), Verdict::Right);
    assert_eq!(verdict("5 8"), Verdict::Right);
    let after_up = board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 0, 8]);
    let impossible = |tried, place, board: &Board| Verdict::Impossible {
        place,
        tried,
        board: board.clone(),
    };
    let up = Tried::Move(Move::Up);
    assert_eq!(verdict("UUL"), impossible(up, 1, &after_up));
    let six = Tried::Tile(Tile::new(6));
    assert_eq!(verdict("5 6 9"), impossible(six, 1, &after_up));
    assert_eq!(
        verdict("U"),
        Verdict::Elsewhere {
            end: after_up,
            wrong_tiles: 1
        }
    );
    assert_eq!(
        verdict(""),
        Verdict::Elsewhere {
            end: start.clone(),
            wrong_tiles: 2
        }
    );
}

#[test]
fn common_mistakes_are_recognised() {
    let (last, first, snail) = (Goal::Last, Goal::First, Goal::Snail);
    let cases = [
        ("1 2 3/4 0 6/7 5 8", last, "DR", Some(NearMiss::Mirrored)),
        ("1 2 3/4 0 6/7 5 8", last, "ULR", Some(NearMiss::GoesOn(2))),
        ("1 2 3/4 0 6/7 5 8", last, "ULU", Some(NearMiss::GoesOn(2))),
        (
            "1 2 3/4 0 6/7 5 8",
            last,
            "5 8 4",
            Some(NearMiss::GoesOn(2)),
        ),
        ("1 2 3/4 5 6/7 8 0", last, "D", Some(NearMiss::GoesOn(0))),
        ("1 2 3/4 0 6/7 5 8", last, "RD", Some(NearMiss::Backwards)),
        ("3 1 2/0 4 5/6 7 8", last, "U", None),
        (
            "1 0 2/3 4 5/6 7 8",
            last,
            "R",
            Some(NearMiss::OtherGoal(first)),
        ),
        ("1 2 3/8 6 4/7 0 5", first, "DL", None),
        (
            "1 2 3/8 6 4/7 0 5",
            last,
            "D",
            Some(NearMiss::OtherGoal(snail)),
        ),
        (
            "1 2 3/8 4 0/7 6 5",
            first,
            "R",
            Some(NearMiss::OtherGoal(snail)),
        ),
        ("1 2 3/4 0 6/7 5 8", last, "", None),
        // A solution by tile numbers, with all tiles moved in the opposite direction, is not a known mistake.
        ("1 2 3/4 0 6/7 5 8", last, "2 1", None),
    ];
    for (start, goal, text, expected) in cases {
        let start = read(start);
        let played = read_played(text, None, &start).unwrap();
        let found = NearMiss::find(&start, &goal.board(start.shape()), &played);
        assert_eq!(found.unwrap(), expected, "{text}");
    }
}

#[test]
fn boards_of_other_shapes_are_refused() {
    let start = read("1 2/3 0");
    let goal = Goal::Last.board(shape(3, 3));
    let played = read_played("U", Some(MoveLetters::Tile), &start).unwrap();
    assert!(Verdict::new(&start, &goal, &played).is_err());
    assert!(NearMiss::find(&start, &goal, &played).is_err());
}
