//! Every heuristic obeys its laws and equals its slow twin: on every board of small shapes, and along random walks.

#[path = "heuristics/twin.rs"]
mod twin;

use crate::common::{board, shape};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::HashMap;
use taquin::heuristic::{
    Gaschnig, Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use taquin::solvability::solvability_swap;
use taquin::space::{Arrangement, MoveOrder, Packed16, Packed25, Space, Wide};
use taquin::{Board, Goal, Move, Problem};
use twin::Homes;

/// A board as heuristics see it.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    homes: Vec<usize>,
    blank: usize,
}

impl Plain {
    fn new(board: &Board, homes: &Homes) -> Plain {
        let cells = board.shape().cells();
        Plain {
            homes: cells.map(|cell| homes.of(board, cell).index()).collect(),
            blank: board.blank().index(),
        }
    }
}

impl Arrangement for Plain {
    fn blank(&self) -> usize {
        self.blank
    }

    fn home_at(&self, cell: usize) -> usize {
        self.homes[cell]
    }
}

/// The space of [`Plain`] boards, of which heuristics use only the states.
struct PlainSpace;

impl Space for PlainSpace {
    type State = Plain;
    type Key = u64;
    type Move = Move;

    fn start(&self) -> Plain {
        unreachable!("no search runs here")
    }

    fn is_goal(&self, _: &Plain) -> bool {
        unreachable!("no search runs here")
    }

    fn moves(&self, _: &Plain, _: Option<Move>) -> &[Move] {
        unreachable!("no search runs here")
    }

    fn step(&self, _: &Plain, _: Move) -> Plain {
        unreachable!("no search runs here")
    }

    fn opposite(m: Move) -> Move {
        m.opposite()
    }

    fn key(&self, _: &Plain) -> u64 {
        unreachable!("no search runs here")
    }

    fn state(&self, _: &u64) -> Plain {
        unreachable!("no search runs here")
    }
}

/// Every board from which a goal can be reached, in the order of their distances.
struct Census {
    homes: Homes,
    boards: Vec<Board>,
    distances: Vec<u32>,
    states: Vec<Plain>,
    /// The moves from each board, and the numbers of the boards to which they lead.
    moves: Vec<Vec<(Move, usize)>>,
}

impl Census {
    fn new(goal: Board) -> Census {
        let homes = Homes::new(goal.clone());
        let mut numbers = HashMap::from([(goal.clone(), 0)]);
        let (mut boards, mut distances, mut moves) = (vec![goal], vec![0], Vec::new());
        while moves.len() < boards.len() {
            let number = moves.len();
            let possible = boards[number].moves();
            let neighbour = |m: Move| {
                let mut next = boards[number].clone();
                next.play(m).unwrap();
                let found = *numbers.entry(next.clone()).or_insert(boards.len());
                if found == boards.len() {
                    boards.push(next);
                    distances.push(distances[number] + 1);
                }
                (m, found)
            };
            moves.push(possible.iter().map(neighbour).collect());
        }
        let states = boards.iter().map(|board| Plain::new(board, &homes));
        Census {
            states: states.collect(),
            homes,
            boards,
            distances,
            moves,
        }
    }

    /// How many estimates exceed the true distance, and the largest error.
    fn overestimates(&self, estimate: impl Fn(&Board) -> u32) -> (usize, u32) {
        let boards = self.boards.iter().zip(&self.distances);
        let above = boards.map(|(board, truth)| estimate(board).saturating_sub(*truth));
        let above: Vec<u32> = above.filter(|&by| by > 0).collect();
        (above.len(), above.into_iter().max().unwrap_or(0))
    }
}

/// Checks the laws, and equality with the twin, on every board; returns the sum of the estimates.
fn check<H: Heuristic<PlainSpace>>(
    census: &Census,
    h: &H,
    twin: impl Fn(&Homes, &Board) -> u32,
) -> u64 {
    let name = std::any::type_name::<H>();
    assert_eq!(estimate(h, &census.states[0]), 0, "{name}");
    let mut sum = 0;
    for (number, (board, state)) in census.boards.iter().zip(&census.states).enumerate() {
        let memo = h.start(state);
        let (here, truth) = (h.estimate(memo), census.distances[number]);
        assert!(here <= truth, "{name}: {here} > {truth} {board:?}");
        assert_eq!(here, twin(&census.homes, board), "{name}: {board:?}");
        for &(m, next) in &census.moves[number] {
            let next = &census.states[next];
            let after = h.after(memo, state, m, next);
            assert_eq!(after, h.start(next), "{name} after {m}: {board:?}");
            let jump = here.abs_diff(h.estimate(after));
            assert!(jump <= 1, "{name} after {m}: {board:?}");
        }
        sum += u64::from(here);
    }
    sum
}

/// Checks all heuristics; returns the number of boards, the sum of their distances, and the sum of each heuristic's
/// estimates.
fn check_all(goal: Board) -> [u64; 8] {
    let shape = goal.shape();
    let census = Census::new(goal);
    let goal = &census.homes.goal;
    let walking = WalkingDistance::new(shape, goal.blank()).unwrap();
    let slow_walking = twin::walking_distance(goal, [true; 2]);
    let conflict = LinearConflict::new(shape);
    let max = Max(conflict.clone(), walking.clone());
    let slow_max = |homes: &Homes, board: &Board| {
        twin::linear_conflict(homes, board).max(slow_walking(homes, board))
    };
    assert_eq!(check(&census, &Zero, |_, _| 0), 0);
    let distances = census.distances.iter().map(|&d| u64::from(d));
    [
        census.boards.len() as u64,
        distances.sum(),
        check(&census, &Hamming::new(shape), twin::hamming),
        check(&census, &Gaschnig::new(shape), twin::gaschnig),
        check(&census, &Manhattan::new(shape), twin::manhattan),
        check(&census, &conflict, twin::linear_conflict),
        check(&census, &walking, &slow_walking),
        check(&census, &max, slow_max),
    ]
}

#[test]
fn all_keep_their_laws_on_every_small_board() {
    let shapes = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4)];
    for (rows, cols) in shapes {
        for goal in Goal::ALL {
            check_all(goal.board(shape(rows, cols)));
        }
    }
}

/// Boards, then sums: distance, Hamming, Gaschnig, Manhattan, linear conflict, walking distance, the larger of both.
#[test]
fn all_keep_their_laws_on_every_3x3_board() {
    let corner = [
        181_440, 3_986_672, 1_290_240, 1_461_168, 2_540_160, 2_743_200, 2_845_584, 2_908_120,
    ];
    let middle = [
        181_440, 3_901_468, 1_290_240, 1_461_168, 2_661_120, 2_864_160, 2_779_056, 2_916_548,
    ];
    let cases = [
        (Goal::Last, corner),
        (Goal::First, corner),
        (Goal::Snail, middle),
    ];
    for (goal, sums) in cases {
        let found = check_all(goal.board(shape(3, 3)));
        assert_eq!(found, sums, "{goal}");
    }
}

/// Two common mistakes. Finding them here shows that the tests above can fail.
#[test]
fn two_moves_per_pair_and_a_counted_blank_overestimate() {
    let census = Census::new(Goal::Last.board(shape(3, 3)));
    let homes = &census.homes;
    let pairs = |line: &Vec<(u32, u32)>| {
        let pairs = line.iter().flat_map(|&a| line.iter().map(move |&b| (a, b)));
        pairs
            .filter(|&(a, b)| a.0 < b.0 && twin::in_conflict(a, b))
            .count() as u32
    };
    let two_a_pair = |board: &Board| {
        let lines = [0, 1].map(|axis| twin::lines(homes, board, axis)).concat();
        twin::manhattan(homes, board) + 2 * lines.iter().map(pairs).sum::<u32>()
    };
    let with_blank = |board: &Board| {
        twin::hamming(homes, board) + u32::from(board.blank() != homes.goal.blank())
    };
    assert_eq!(census.overestimates(two_a_pair), (7, 4));
    assert_eq!(census.overestimates(with_blank).0, 78);
}

/// The shape, and the number of matrices of the rows and of the columns (none: too many, or lines of one cell).
#[test]
fn walking_distance_has_the_expected_number_of_matrices() {
    let cases = [
        (1, 1, [None, None]),
        (1, 4, [Some(1), None]),
        (2, 2, [Some(4), Some(4)]),
        (3, 3, [Some(105), Some(105)]),
        (3, 4, [Some(255), Some(4324)]),
        (5, 2, [Some(11_010), Some(10)]),
        (4, 4, [Some(24_964), Some(24_964)]),
        (3, 5, [Some(525), None]),
        (2, 8, [Some(16), None]),
        (16, 1, [None, Some(1)]),
    ];
    for (rows, cols, matrices) in cases {
        let shape = shape(rows, cols);
        for goal in Goal::ALL {
            let walking = WalkingDistance::new(shape, goal.board(shape).blank()).unwrap();
            assert_eq!(walking.matrices(), matrices, "{shape} {goal}");
            assert!(walking.bytes() < 3_000_000, "{shape} {goal}");
        }
    }
    assert!(WalkingDistance::new(shape(1, 17), shape(1, 17).last()).is_none());
    assert!(WalkingDistance::new(shape(5, 5), shape(5, 5).last()).is_none());
}

/// In a reversed row, all tiles but one must leave.
#[test]
fn linear_conflict_counts_long_lines() {
    for (rows, cols) in [(6, 6), (7, 7), (2, 100), (100, 100)] {
        let shape = shape(rows, cols);
        let mut tiles: Vec<u32> = (1..shape.area() as u32).chain([0]).collect();
        tiles[..cols as usize].reverse();
        let state = Plain::new(
            &board(rows, cols, &tiles),
            &Homes::new(Goal::Last.board(shape)),
        );
        let (manhattan, conflict) = (Manhattan::new(shape), LinearConflict::new(shape));
        let steps = estimate(&manhattan, &state);
        assert_eq!(
            estimate(&conflict, &state),
            steps + 2 * (cols - 1),
            "{shape}"
        );
    }
}

fn estimate<H: Heuristic<PlainSpace>>(h: &H, state: &Plain) -> u32 {
    h.estimate(h.start(state))
}

/// A walk through a space, by numbers that choose among the possible moves.
struct Walk<'a, S> {
    space: &'a S,
    homes: &'a Homes,
    start: &'a Board,
    choices: &'a [usize],
}

impl<S: Space<Move = Move>> Walk<'_, S> {
    /// The laws between neighbours, and equality with the twin if there is one.
    fn check<H: Heuristic<S>>(&self, h: &H, twin: Option<Twin<'_>>) {
        let (mut board, mut state) = (self.start.clone(), self.space.start());
        let mut memo = h.start(&state);
        for choice in self.choices {
            let moves = self.space.moves(&state, None);
            let m = moves[choice % moves.len()];
            let next = self.space.step(&state, m);
            let after = h.after(memo, &state, m, &next);
            board.play(m).unwrap();
            assert_eq!(after, h.start(&next), "after {m}: {board:?}");
            let jump = h.estimate(memo).abs_diff(h.estimate(after));
            assert!(jump <= 1, "after {m}: {board:?}");
            if let Some(twin) = twin {
                assert_eq!(h.estimate(after), twin(self.homes, &board), "{board:?}");
            }
            (state, memo) = (next, after);
        }
    }

    fn check_all(&self)
    where
        S::State: Arrangement,
    {
        let shape = self.homes.goal.shape();
        let conflict = LinearConflict::new(shape);
        self.check(&Hamming::new(shape), Some(&twin::hamming));
        self.check(&Gaschnig::new(shape), Some(&twin::gaschnig));
        self.check(&Manhattan::new(shape), Some(&twin::manhattan));
        self.check(&conflict, Some(&twin::linear_conflict));
        if let Some(walking) = WalkingDistance::new(shape, self.homes.goal.blank()) {
            self.check(&Max(conflict, walking), None);
        }
    }
}

type Twin<'a> = &'a dyn Fn(&Homes, &Board) -> u32;

/// Random boards of a shape with choices for a walk.
fn for_random_walks(rows: u32, cols: u32, check: impl Fn(Board, Board, &[usize])) {
    let tiles: Vec<u32> = (0..rows * cols).collect();
    let any = Just(tiles)
        .prop_shuffle()
        .prop_map(move |tiles| board(rows, cols, &tiles));
    let choices = prop::collection::vec(0..12usize, 0..100);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 32,
        rng_seed: RngSeed::Fixed(1879),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let checked = runner.run(&(any.clone(), any, choices), |(start, goal, choices)| {
        check(start, goal, &choices);
        Ok(())
    });
    checked.unwrap();
}

/// The start, with two tiles exchanged if needed; on a line, where that does not help, the goal.
fn solvable(start: Board, goal: Board) -> Problem {
    let start = match solvability_swap(&start, &goal).unwrap().cells() {
        Some((a, b)) => start.with_swap(a, b),
        None => start,
    };
    let same = Problem::new(goal.clone(), goal.clone()).unwrap();
    Problem::new(start, goal).unwrap_or(same)
}

#[test]
fn incremental_updates_are_correct_in_every_space() {
    let shapes = [
        (4, 4),
        (5, 5),
        (3, 5),
        (2, 8),
        (1, 6),
        (7, 3),
        (6, 6),
        (10, 10),
    ];
    for (rows, cols) in shapes {
        for_random_walks(rows, cols, |start, goal, choices| {
            let problem = solvable(start, goal);
            let (homes, start) = (&Homes::new(problem.goal().clone()), problem.start());
            let order = MoveOrder::default();
            if let Some(space) = &Packed16::new(&problem, order) {
                Walk {
                    space,
                    homes,
                    start,
                    choices,
                }
                .check_all();
            }
            if let Some(space) = &Packed25::new(&problem, order) {
                Walk {
                    space,
                    homes,
                    start,
                    choices,
                }
                .check_all();
            }
            let space = &Wide::new(&problem, order).unwrap();
            Walk {
                space,
                homes,
                start,
                choices,
            }
            .check_all();
        });
    }
}

/// Shape, and whether rows and columns have tables.
#[test]
fn walking_distance_equals_its_twin_on_larger_boards() {
    let cases = [
        (4, 4, [true, true]),
        (3, 5, [true, false]),
        (8, 2, [false, true]),
    ];
    for (rows, cols, tabled) in cases {
        for goal in [Goal::Last, Goal::Snail] {
            let goal = goal.board(shape(rows, cols));
            let walking = WalkingDistance::new(goal.shape(), goal.blank()).unwrap();
            let twin = twin::walking_distance(&goal, tabled);
            for_random_walks(rows, cols, |start, _, choices| {
                let problem = solvable(start, goal.clone());
                let (homes, start) = (&Homes::new(goal.clone()), problem.start());
                let space = &Packed16::new(&problem, MoveOrder::default()).unwrap();
                Walk {
                    space,
                    homes,
                    start,
                    choices,
                }
                .check(&walking, Some(&twin));
            });
        }
    }
}
