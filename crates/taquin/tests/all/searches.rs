//! The laws of the searches: true distances on every small board and sampled larger ones, whatever the space.

use crate::common::{board, distances, shape};
use crate::engines::{Engine, FAST, OPTIMAL, certified, for_boards};
use std::collections::HashMap;
use taquin::heuristic::{Heuristic, Manhattan, Zero};
use taquin::search::{Ended, Outcome, Stats, Weight};
use taquin::space::{Arrangement, Key, MoveOrder, Packed16, Packed25, Reversible, Space, Wide};
use taquin::{Board, Goal, Move, Problem, Shape};

/// Weights in hundredths.
const WEIGHTS: [u32; 5] = [100, 110, 150, 300, 10_000];

fn packed(problem: &Problem) -> Packed16 {
    Packed16::new(problem, MoveOrder::default()).unwrap()
}

fn weighted(hundredths: u32) -> Engine {
    Engine::Weighted(Weight::new(f64::from(hundredths) / 100.0).unwrap())
}

/// What must hold for any search of any space.
fn check_lengths<S>(space: &S, problem: &Problem, distance: u32, engines: &[Engine])
where
    S: Reversible<Move = Move>,
    S::State: Arrangement,
{
    let manhattan = Manhattan::new(problem.goal().shape());
    for &engine in engines {
        let outcome = engine.run(space, &manhattan, &mut ());
        assert_eq!(
            certified(problem, outcome),
            distance,
            "{engine:?} {problem:?}"
        );
    }
}

#[test]
fn every_small_board_is_solved_shortest_in_every_space() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2)] {
        for_boards(shape(rows, cols), 1, |problem, distance| {
            let order = MoveOrder::default();
            check_lengths(&packed(problem), problem, distance, &OPTIMAL);
            let packed25 = Packed25::new(problem, order).unwrap();
            check_lengths(&packed25, problem, distance, &OPTIMAL);
            let wide = Wide::new(problem, order).unwrap();
            check_lengths(&wide, problem, distance, &OPTIMAL);
        });
    }
}

#[test]
fn small_boards_are_solved_shortest_without_a_heuristic() {
    for (rows, cols) in [(1, 5), (2, 2), (2, 3)] {
        for_boards(shape(rows, cols), 7, |problem, distance| {
            for engine in OPTIMAL {
                let outcome = engine.run(&packed(problem), &Zero, &mut ());
                assert_eq!(certified(problem, outcome), distance, "{engine:?}");
            }
        });
    }
}

#[test]
fn sampled_2x4_boards_are_solved_shortest() {
    for_boards(shape(2, 4), 101, |problem, distance| {
        check_lengths(&packed(problem), problem, distance, &OPTIMAL);
    });
}

#[test]
fn sampled_3x3_boards_are_solved_shortest() {
    for_boards(shape(3, 3), 127, |problem, distance| {
        check_lengths(&packed(problem), problem, distance, &FAST);
    });
    for_boards(shape(3, 3), 9973, |problem, distance| {
        check_lengths(&packed(problem), problem, distance, &OPTIMAL);
    });
}

#[test]
fn weighted_paths_stay_within_their_weight_and_greedy_ones_arrive() {
    let check = |problem: &Problem, distance: u32| {
        let manhattan = Manhattan::new(problem.goal().shape());
        for hundredths in WEIGHTS {
            let outcome = weighted(hundredths).run(&packed(problem), &manhattan, &mut ());
            let length = certified(problem, outcome);
            assert!(length >= distance && 100 * length <= hundredths * distance);
        }
        let greedy = Engine::Greedy.run(&packed(problem), &manhattan, &mut ());
        assert!(certified(problem, greedy) >= distance);
    };
    for_boards(shape(2, 3), 1, check);
    for_boards(shape(3, 3), 1009, check);
}

#[test]
fn weight_one_is_a_star() {
    for_boards(shape(3, 3), 5003, |problem, _| {
        let manhattan = Manhattan::new(problem.goal().shape());
        let run = |engine: Engine| engine.run(&packed(problem), &manhattan, &mut ());
        assert_eq!(run(weighted(100)), run(Engine::AStar));
    });
}

/// Any value from 0 to the true distance: admissible and highly inconsistent.
#[derive(Debug)]
struct Shaky {
    shape: Shape,
    /// For each goal cell of the blank, the true distances by arrangement.
    truth: Vec<HashMap<Vec<usize>, u32>>,
}

impl Shaky {
    fn new(shape: Shape) -> Shaky {
        let truth = shape.cells().map(|blank| {
            let goal = goal_with_blank_at(shape, blank.index());
            let homes = goal.places();
            let home = |tile: &taquin::Tile| homes[tile.number() as usize].index();
            let of_board = |board: &Board| board.tiles().iter().map(home).collect();
            let distances = distances(&goal);
            distances
                .iter()
                .map(|(board, &moves)| (of_board(board), moves))
                .collect()
        });
        Shaky {
            shape,
            truth: truth.collect(),
        }
    }
}

fn goal_with_blank_at(shape: Shape, cell: usize) -> Board {
    let mut tiles: Vec<u32> = (1..shape.area() as u32).collect();
    tiles.insert(cell, 0);
    board(shape.rows(), shape.cols(), &tiles)
}

impl<S: Space<State: Arrangement>> Heuristic<S> for Shaky {
    type Memo = u32;

    fn start(&self, state: &S::State) -> u32 {
        let homes: Vec<usize> = (0..self.shape.area())
            .map(|cell| state.home_at(cell))
            .collect();
        let truth = self.truth[state.home_at(state.blank())][&homes];
        let mixed = homes
            .iter()
            .fold(0, |mixed: u64, &home| (mixed ^ home as u64).hash());
        truth * (mixed % 5) as u32 / 4
    }

    fn after(&self, _: u32, _: &S::State, _: S::Move, to: &S::State) -> u32 {
        Heuristic::<S>::start(self, to)
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}

#[test]
fn an_inconsistent_heuristic_still_leads_to_shortest_paths() {
    let reopened = std::cell::Cell::new(0);
    for (rows, cols, step) in [(2, 3, 1), (3, 3, 2003)] {
        let shaky = Shaky::new(shape(rows, cols));
        for_boards(shape(rows, cols), step, |problem, distance| {
            for engine in [Engine::AStar, Engine::IdaStar, Engine::Nbs] {
                let outcome = engine.run(&packed(problem), &shaky, &mut ());
                reopened.set(reopened.get() + outcome.stats.reopened);
                assert_eq!(certified(problem, outcome), distance, "{engine:?}");
            }
            for hundredths in WEIGHTS {
                let outcome = weighted(hundredths).run(&packed(problem), &shaky, &mut ());
                assert!(100 * certified(problem, outcome) <= hundredths * distance);
            }
        });
    }
    assert!(reopened.get() > 0);
}

#[test]
fn a_consistent_heuristic_reopens_nothing() {
    for_boards(shape(3, 3), 997, |problem, _| {
        let manhattan = Manhattan::new(problem.goal().shape());
        let outcome = Engine::AStar.run(&packed(problem), &manhattan, &mut ());
        assert_eq!(outcome.stats.reopened, 0);
    });
}

/// Start, goal, search, length, selected, generated, duplicates, peak states. The counts are part of the promise that
/// the same input gives the same search everywhere: if they change, say so in the change log.
#[test]
fn node_counts_are_the_same_on_every_machine() {
    let subject = board(3, 3, &[2, 3, 5, 1, 0, 4, 7, 8, 6]);
    let hardest = board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let cases: [(&Board, Goal, Engine, [u64; 5]); 12] = [
        (&subject, Goal::Last, Engine::Bfs, [8, 183, 315, 12, 304]),
        (&subject, Goal::Last, Engine::Cost, [8, 273, 459, 22, 438]),
        (&subject, Goal::Last, Engine::Greedy, [8, 9, 17, 0, 18]),
        (&subject, Goal::Last, Engine::AStar, [8, 9, 17, 0, 18]),
        (&subject, Goal::Last, Engine::IdaStar, [8, 9, 16, 0, 9]),
        (&subject, Goal::Last, Engine::BothWays, [8, 32, 58, 0, 60]),
        (&subject, Goal::Last, Engine::Nbs, [8, 10, 20, 0, 21]),
        (
            &hardest,
            Goal::Last,
            Engine::AStar,
            [31, 6729, 10981, 981, 10001],
        ),
        (
            &hardest,
            Goal::Last,
            Engine::IdaStar,
            [31, 16660, 26793, 0, 32],
        ),
        (
            &hardest,
            Goal::Last,
            Engine::BothWays,
            [31, 10059, 17381, 1428, 15955],
        ),
        (
            &hardest,
            Goal::Last,
            Engine::Nbs,
            [31, 4154, 6710, 394, 5955],
        ),
        (&hardest, Goal::Last, weighted(200), [31, 402, 688, 46, 643]),
    ];
    for (start, goal, engine, expected) in cases {
        let problem = Problem::new(start.clone(), goal.board(start.shape())).unwrap();
        let manhattan = Manhattan::new(start.shape());
        let outcome = engine.run(&packed(&problem), &manhattan, &mut ());
        let Stats {
            selected,
            generated,
            duplicates,
            peak_states,
            ..
        } = outcome.stats;
        let length = u64::from(certified(&problem, outcome));
        let counts = [length, selected, generated, duplicates, peak_states];
        assert_eq!(counts, expected, "{engine:?}");
    }
}

/// Except for the bytes, it does not matter how a board is packed; and a second run is like the first.
#[test]
fn every_space_gives_the_same_search() {
    let without_bytes = |mut outcome: Outcome<Move>| {
        outcome.stats.peak_bytes = 0;
        outcome
    };
    for_boards(shape(3, 3), 40_009, |problem, _| {
        let manhattan = Manhattan::new(problem.goal().shape());
        let order = MoveOrder::default();
        let packed25 = Packed25::new(problem, order).unwrap();
        let wide = Wide::new(problem, order).unwrap();
        for engine in OPTIMAL.into_iter().chain([Engine::Greedy, weighted(200)]) {
            let first = engine.run(&packed(problem), &manhattan, &mut ());
            assert_eq!(engine.run(&packed(problem), &manhattan, &mut ()), first);
            let first = without_bytes(first);
            let second = without_bytes(engine.run(&packed25, &manhattan, &mut ()));
            let third = without_bytes(engine.run(&wide, &manhattan, &mut ()));
            assert!(first == second && first == third, "{engine:?}");
        }
    });
}

#[test]
fn the_order_of_moves_does_not_change_the_length() {
    let mut orders = Vec::new();
    for a in Move::ALL {
        for b in Move::ALL {
            for c in Move::ALL {
                orders.extend(Move::ALL.map(|d| MoveOrder::new([a, b, c, d])));
            }
        }
    }
    let orders: Vec<MoveOrder> = orders.into_iter().flatten().collect();
    assert_eq!(orders.len(), 24);
    for_boards(shape(3, 3), 9973, |problem, distance| {
        for &order in &orders {
            let space = Packed16::new(problem, order).unwrap();
            check_lengths(&space, problem, distance, &FAST);
        }
    });
}

#[test]
fn no_path_is_longer_than_allowed() {
    let bounded = [Engine::Bfs, Engine::IdaStar, Engine::BothWays];
    for_boards(shape(3, 3), 12_007, |problem, distance| {
        let manhattan = Manhattan::new(problem.goal().shape());
        for engine in bounded {
            let run = |longest| engine.run_within(&packed(problem), &manhattan, longest, &mut ());
            for longest in [distance, distance + 1, u32::MAX] {
                assert_eq!(certified(problem, run(longest)), distance, "{engine:?}");
            }
            for longest in [0, 1, distance / 2, distance.saturating_sub(1)] {
                let outcome = run(longest);
                assert!(
                    longest >= distance || outcome.ended == Ended::Exhausted,
                    "{engine:?}"
                );
            }
        }
    });
}
