//! Shortest solutions in the multi-tile metric, against plain search and published lengths.

use crate::common::{board, shape};
use std::collections::HashMap;
use std::ops::ControlFlow;
use taquin::notation::read_any;
use taquin::pdb::BuildStopped;
use taquin::slide_metric::{
    self, SlideLimits, SlideOutcome, SlideTableSize, SlideTables, SlideTablesError,
};
use taquin::{Board, Goal, Metric, Move, Problem, Shape, Slide};

fn tables(goal: &Board, threads: usize) -> SlideTables {
    let mut go_on = |_| ControlFlow::Continue(());
    SlideTables::build(
        goal.shape(),
        goal.blank(),
        SlideTableSize::Six,
        threads,
        &mut go_on,
    )
    .unwrap()
}

fn solve(start: &Board, goal: &Board, tables: &SlideTables) -> SlideOutcome {
    let problem = Problem::new(start.clone(), goal.clone()).unwrap();
    let outcome = slide_metric::solve(
        &problem,
        tables,
        SlideLimits::default(),
        &mut |_: u64, _: u32| ControlFlow::Continue(()),
    );
    let solution = problem.certify(outcome.moves.clone().unwrap()).unwrap();
    assert_eq!(
        Metric::MultiTile.length(solution.moves()) as u32,
        outcome.at_least
    );
    outcome
}

/// Every board one slide away.
fn neighbours(from: &Board) -> Vec<Board> {
    let mut boards = Vec::new();
    for m in Move::ALL {
        let mut to = from.clone();
        while to.play(m).is_ok() {
            boards.push(to.clone());
        }
    }
    boards
}

/// The slow twin: the distance in slides of every board within `farthest` slides of the goal.
fn slides(goal: &Board, farthest: u32) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal.clone()];
    for distance in 1..=farthest {
        let mut next = Vec::new();
        for to in level.iter().flat_map(neighbours) {
            if !distances.contains_key(&to) {
                distances.insert(to.clone(), distance);
                next.push(to);
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

/// A goal with the blank at this cell.
fn goal_with_blank(shape: Shape, blank: usize) -> Board {
    let mut tiles: Vec<u32> = (1..shape.area() as u32).collect();
    tiles.insert(blank, 0);
    board(shape.rows(), shape.cols(), &tiles)
}

#[test]
fn every_board_of_small_shapes_is_solved_shortest() {
    let shapes = [(1, 1), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)];
    for (rows, cols) in shapes {
        for blank in 0..shape(rows, cols).area() {
            let goal = goal_with_blank(shape(rows, cols), blank);
            let tables = tables(&goal, 1);
            for (start, distance) in slides(&goal, u32::MAX) {
                assert_eq!(
                    solve(&start, &goal, &tables).at_least,
                    distance,
                    "{start:?}"
                );
            }
        }
    }
}

#[test]
fn every_board_of_3x3_is_solved_shortest() {
    for blank in [0, 1, 4] {
        let goal = goal_with_blank(shape(3, 3), blank);
        let tables = tables(&goal, 2);
        let known = slides(&goal, u32::MAX);
        assert_eq!(known.len(), 181_440);
        for (start, distance) in &known {
            assert_eq!(
                solve(start, &goal, &tables).at_least,
                *distance,
                "{start:?}"
            );
        }
    }
}

/// Shapes that are too large for an exhaustive plain search.
#[test]
fn near_boards_of_larger_shapes_are_solved_shortest() {
    // The shape, how far the plain search goes, goal cells of the blank.
    let cases: [(u32, u32, u32, &[usize]); 7] = [
        (2, 5, 9, &[0, 1, 7]),
        (5, 2, 9, &[3, 4]),
        (3, 4, 7, &[1, 6]),
        (4, 3, 7, &[11]),
        (2, 8, 5, &[3]),
        (3, 5, 5, &[7]),
        (4, 4, 5, &[5, 8]),
    ];
    for (rows, cols, farthest, homes) in cases {
        for &blank in homes {
            let goal = goal_with_blank(shape(rows, cols), blank);
            let tables = tables(&goal, 2);
            let mut known: Vec<(Board, u32)> = slides(&goal, farthest).into_iter().collect();
            known.sort_by_key(|(board, _)| board.tiles().to_vec());
            for (start, distance) in known.iter().step_by(1 + known.len() / 500) {
                assert_eq!(
                    solve(start, &goal, &tables).at_least,
                    *distance,
                    "{start:?}"
                );
            }
        }
    }
}

/// OEIS A389728: boards of 4×4 by distance from a goal with the blank in a corner.
#[test]
fn the_numbers_of_near_boards_are_the_published_ones() {
    let goal = Goal::Last.board(shape(4, 4));
    let tables = tables(&goal, 2);
    let mut counts = [0; 8];
    for start in slides(&goal, 7).into_keys() {
        counts[solve(&start, &goal, &tables).at_least as usize] += 1;
    }
    assert_eq!(counts, [1, 6, 18, 54, 162, 486, 1457, 4334]);
}

/// Korf's first boards with their lengths and the total node counts: the same on every machine, with any number of
/// threads that build the tables.
#[test]
fn korfs_boards_have_the_known_lengths_and_node_counts() {
    let goal = Goal::First.board(shape(4, 4));
    let data = include_str!("../../../../data/korf-15.tsv");
    let starts: Vec<Board> = data
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take(10)
        .map(|line| {
            read_any(line.split('\t').nth(2).unwrap().as_bytes(), None)
                .unwrap()
                .start
        })
        .collect();
    for threads in [1, 3] {
        let tables = tables(&goal, threads);
        let outcomes: Vec<SlideOutcome> = starts
            .iter()
            .map(|start| solve(start, &goal, &tables))
            .collect();
        let lengths: Vec<u32> = outcomes.iter().map(|outcome| outcome.at_least).collect();
        assert_eq!(lengths, [33, 32, 35, 33, 32, 34, 30, 32, 30, 35]);
        let sum = |count: fn(&SlideOutcome) -> u64| outcomes.iter().map(count).sum::<u64>();
        let total = (sum(|o| o.stats.expanded), sum(|o| o.stats.generated));
        assert_eq!(total, (637_202, 1_005_808));
    }
}

/// No lengths of all hundred have been published, so each is proven twice: from the board to the goal, and from the goal to the
/// board, with the tables of another goal.
#[test]
#[ignore = "Korf's hundred boards in both directions take some minutes; `cargo slow` runs it"]
fn all_of_korfs_boards_have_the_same_length_in_both_directions() {
    let goal = Goal::First.board(shape(4, 4));
    let data = include_str!("../../../../data/korf-15.tsv");
    let rows = data.lines().filter(|line| !line.starts_with('#'));
    let starts = rows.map(|line| line.split('\t').nth(2).unwrap().as_bytes());
    let starts: Vec<Board> = starts
        .map(|text| read_any(text, None).unwrap().start)
        .collect();
    assert_eq!(starts.len(), 100);
    let mut built = vec![tables(&goal, 2)];
    for (number, start) in (1..).zip(&starts) {
        let there = solve(start, &goal, &built[0]).at_least;
        let serves = |tables: &SlideTables| tables.serve(start.shape(), start.blank());
        let place = built.iter().position(serves).unwrap_or_else(|| {
            built.push(tables(start, 2));
            built.len() - 1
        });
        let back = solve(&goal, start, &built[place]).at_least;
        assert_eq!(there, back, "instance {number}");
    }
}

/// The tasks of an iteration together search what the iteration alone does.
#[test]
fn tasks_on_any_number_of_threads_change_neither_answers_nor_counts() {
    let goal = Goal::First.board(shape(4, 4));
    let tables = tables(&goal, 2);
    let data = include_str!("../../../../data/korf-15.tsv").lines();
    for line in data.filter(|line| !line.starts_with('#')).take(6) {
        let text = line.split('\t').nth(2).unwrap();
        let start = read_any(text.as_bytes(), None).unwrap().start;
        let problem = Problem::new(start, goal.clone()).unwrap();
        let run = |divided_after, threads, all_shortest| {
            let limits = SlideLimits {
                all_shortest,
                threads,
                divided_after,
                ..SlideLimits::default()
            };
            let go_on = &mut |_: u64, _: u32| ControlFlow::Continue(());
            slide_metric::solve(&problem, &tables, limits, go_on)
        };
        let sorted = |mut outcome: SlideOutcome| {
            let all = outcome.all.as_mut().unwrap();
            all.solutions.sort();
            all.first_moves
                .sort_by_key(|first| (first.m.index(), first.tiles));
            (outcome.all, outcome.at_least, outcome.stats)
        };
        let whole = sorted(run(Some(u64::MAX), 1, Some(10_000)));
        assert!(whole.0.as_ref().unwrap().is_complete);
        let one = run(Some(1000), 1, None);
        assert_eq!(one.at_least, whole.1);
        for threads in [1, 2, 3] {
            assert_eq!(sorted(run(Some(1000), threads, Some(10_000))), whole);
            assert_eq!(run(Some(1000), threads, None), one, "{threads} threads");
        }
    }
}

#[test]
fn a_divided_search_can_be_stopped() {
    let goal = Goal::First.board(shape(4, 4));
    let start = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0".parse().unwrap();
    let problem = Problem::new(start, goal.clone()).unwrap();
    for threads in [1, 3] {
        let limits = SlideLimits {
            threads,
            divided_after: Some(1000),
            ..SlideLimits::default()
        };
        let mut ticks = 0;
        let stop = &mut |_: u64, _: u32| {
            ticks += 1;
            if ticks < 5 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let outcome = slide_metric::solve(&problem, &tables(&goal, 2), limits, stop);
        assert_eq!((outcome.moves, ticks), (None, 5), "{threads} threads");
    }
}

#[test]
fn reflected_goals_share_tables_and_others_do_not() {
    let square = shape(4, 4);
    let tables = tables(&Goal::First.board(square), 2);
    for cell in square.cells() {
        let corner = [0, 3, 12, 15].contains(&cell.index());
        assert_eq!(tables.serve(square, cell), corner, "{cell:?}");
    }
    for blank in [0, 3, 12, 15] {
        let goal = goal_with_blank(square, blank);
        for (start, distance) in slides(&goal, 4) {
            assert_eq!(
                solve(&start, &goal, &tables).at_least,
                distance,
                "{start:?}"
            );
        }
    }
}

#[test]
fn a_limit_or_the_caller_stops_the_search_with_a_lower_bound() {
    let goal = Goal::First.board(shape(4, 4));
    let tables = tables(&goal, 2);
    // Korf's instance 88 generates more boards than there are between two ticks.
    let start = board(
        4,
        4,
        &[15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4],
    );
    let length = solve(&start, &goal, &tables).at_least;
    let problem = Problem::new(start, goal).unwrap();
    let shorter = SlideLimits {
        max_length: Some(length - 1),
        ..SlideLimits::default()
    };
    let limited = slide_metric::solve(&problem, &tables, shorter, &mut |_: u64, _: u32| {
        ControlFlow::Continue(())
    });
    assert_eq!((limited.moves, limited.at_least), (None, length));
    let mut reported = Vec::new();
    let limits = SlideLimits::default();
    let stopped = slide_metric::solve(
        &problem,
        &tables,
        limits,
        &mut |generated: u64, at_least: u32| {
            reported.push((generated, at_least));
            ControlFlow::Break(())
        },
    );
    assert_eq!(stopped.moves, None);
    assert!(stopped.at_least <= length);
    assert_eq!(reported, [(stopped.stats.generated, stopped.at_least)]);
}

#[test]
fn a_construction_can_be_stopped_and_large_boards_are_refused() {
    let goal = Goal::Last.board(shape(3, 3));
    let mut levels = 0;
    let built = SlideTables::build(
        goal.shape(),
        goal.blank(),
        SlideTableSize::Six,
        2,
        &mut |_| {
            levels += 1;
            if levels == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    assert_eq!(built.err(), Some(SlideTablesError::Stopped(BuildStopped)));
    assert_eq!(levels, 5);
    let large = Goal::Last.board(shape(3, 6));
    let mut never = |_| unreachable!("there is nothing to build");
    assert_eq!(
        SlideTables::build(
            large.shape(),
            large.blank(),
            SlideTableSize::Six,
            1,
            &mut never
        )
        .err(),
        Some(SlideTablesError::Shape(large.shape()))
    );
}

/// The slow twin: the number of shortest solutions of every board, nearest boards first.
fn shortest_counts(goal: &Board, distances: &HashMap<Board, u32>) -> HashMap<Board, u128> {
    let mut boards: Vec<(&Board, u32)> = distances.iter().map(|(board, d)| (board, *d)).collect();
    boards.sort_by_key(|&(_, distance)| distance);
    let mut counts = HashMap::from([(goal.clone(), 1)]);
    for (board, distance) in boards.into_iter().skip(1) {
        let nearer = neighbours(board)
            .into_iter()
            .filter(|next| distances[next] < distance);
        let count = nearer.map(|next| counts[&next]).sum();
        counts.insert(board.clone(), count);
    }
    counts
}

#[test]
fn all_shortest_solutions_are_found_as_a_slow_count_says() {
    for (rows, cols, every) in [(1, 1, 1), (1, 4, 1), (2, 3, 1), (3, 2, 1), (3, 3, 97)] {
        let goal = Goal::Last.board(shape(rows, cols));
        let tables = tables(&goal, 1);
        let distances = slides(&goal, u32::MAX);
        let counts = shortest_counts(&goal, &distances);
        for (start, count) in counts.iter().step_by(every) {
            let problem = Problem::new(start.clone(), goal.clone()).unwrap();
            let limits = SlideLimits {
                all_shortest: Some(5),
                ..SlideLimits::default()
            };
            let outcome = slide_metric::solve(&problem, &tables, limits, &mut |_: u64, _: u32| {
                ControlFlow::Continue(())
            });
            let all = outcome.all.unwrap();
            assert_eq!((all.count, all.is_complete), (*count, true), "{start:?}");
            assert_eq!(all.solutions.len() as u128, (*count).min(5));
            for moves in &all.solutions {
                let solution = problem.certify(moves.clone()).unwrap();
                let length = Metric::MultiTile.length(solution.moves()) as u32;
                assert_eq!(length, distances[start]);
            }
            let first: Vec<Board> = neighbours(start)
                .into_iter()
                .filter(|next| distances[next] < distances[start])
                .collect();
            let after = |slide: &Slide| {
                let mut board = start.clone();
                slide.moves().for_each(|m| board.play(m).unwrap());
                board
            };
            let found: Vec<Board> = all.first_moves.iter().map(after).collect();
            assert_eq!(found.len(), first.len(), "{start:?}");
            assert!(found.iter().all(|board| first.contains(board)));
        }
    }
}
