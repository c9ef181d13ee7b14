//! All shortest solutions, against distance tables and against trying every path.

use crate::common::{all_boards, board, shape};
use std::ops::ControlFlow;
use taquin::census::distance_table::DistanceTable;
use taquin::heuristic::{Heuristic, LinearConflict, Manhattan, Max, WalkingDistance, Zero};
use taquin::search::{Ended, Event, Observer, Shortest, idastar, shortest};
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, OptionsError, Report, Search, SearchOptions,
};
use taquin::space::{MoveOrder, Packed16, Packed25, Space, Wide};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Metric, Move, MoveSet, Problem};

fn packed(problem: &Problem) -> Packed16 {
    Packed16::new(problem, MoveOrder::default()).unwrap()
}

/// Their number, their first moves, and the list of them all, each replayed.
type Found = (u128, MoveSet, Vec<Vec<Move>>);

fn found<S: Space<Move = Move>>(problem: &Problem, all: &Shortest<'_, S>) -> Found {
    assert!(all.is_complete());
    let paths = all.paths(usize::MAX);
    assert_eq!(paths.len() as u128, all.count(), "{problem:?}");
    for path in &paths {
        assert!(problem.certify(path.clone()).is_ok(), "{problem:?}");
    }
    for pair in paths.windows(2) {
        assert_ne!(pair[0], pair[1]);
    }
    (all.count(), all.first_moves().collect(), paths)
}

fn find<S, H>(problem: &Problem, space: &S, heuristic: &H, length: u32) -> Found
where
    S: Space<Move = Move>,
    H: Heuristic<S>,
{
    found(problem, &shortest(space, heuristic, length, &mut ()))
}

/// The slow twin: every path without a step back, one by one, in the order of the moves.
fn all_ways(
    board: &Board,
    goal: &Board,
    left: u32,
    path: &mut Vec<Move>,
    ways: &mut Vec<Vec<Move>>,
) {
    if left == 0 {
        if board == goal {
            ways.push(path.clone());
        }
        return;
    }
    let distance = |number| {
        let place = |board: &Board| board.places()[number];
        board.shape().distance(place(board), place(goal))
    };
    if (1..board.shape().area()).map(distance).sum::<u32>() > left {
        return;
    }
    for m in board.moves().iter() {
        if path.last().is_some_and(|last| last.opposite() == m) {
            continue;
        }
        let mut child = board.clone();
        child.play_unchecked(m);
        path.push(m);
        all_ways(&child, goal, left - 1, path, ways);
        path.pop();
    }
}

fn check_with_table(problem: &Problem, whole: &DistanceTable) {
    let (space, length) = (packed(problem), whole.distance(problem));
    let shape = problem.goal().shape();
    let (count, first, paths) = find(problem, &space, &Manhattan::new(shape), length);
    assert_eq!(
        count,
        u128::from(whole.shortest_count(problem)),
        "{problem:?}"
    );
    let slides = whole.first_moves(problem);
    assert_eq!(
        first,
        slides.iter().map(|slide| slide.m).collect::<MoveSet>()
    );
    let walking = WalkingDistance::new(shape, problem.goal().blank()).unwrap();
    let larger = Max(LinearConflict::new(shape), walking);
    let same = (count, first, paths);
    assert_eq!(find(problem, &space, &larger, length), same, "{problem:?}");
    assert_eq!(find(problem, &space, whole, length), same, "{problem:?}");
    assert_eq!(find(problem, &space, &Zero, length), same, "{problem:?}");
}

#[test]
fn every_board_of_2x3_has_as_many_as_its_table_says() {
    for goal in Goal::ALL.map(|goal| goal.board(shape(2, 3))) {
        let whole = DistanceTable::build(goal.shape(), goal.blank(), Metric::SingleTile).unwrap();
        for board in all_boards(goal.shape()) {
            if let Ok(problem) = Problem::new(board, goal.clone()) {
                check_with_table(&problem, &whole);
            }
        }
    }
}

#[test]
fn sampled_boards_of_3x3_have_as_many_as_their_table_says() {
    for goal in Goal::ALL.map(|goal| goal.board(shape(3, 3))) {
        let whole = DistanceTable::build(goal.shape(), goal.blank(), Metric::SingleTile).unwrap();
        let mut generator = Generator::new(1);
        for _ in 0..20 {
            let problem = Problem::new(generator.random(&goal), goal.clone()).unwrap();
            check_with_table(&problem, &whole);
        }
    }
}

#[test]
fn larger_boards_have_as_many_solutions_as_shortest_paths() {
    for (rows, cols, steps) in [(4, 4, 30), (3, 5, 30), (5, 5, 24), (2, 9, 24)] {
        let goal = Goal::First.board(shape(rows, cols));
        let mut generator = Generator::new(2);
        for _ in 0..10 {
            let start = generator.walk(&goal, steps);
            let problem = Problem::new(start.clone(), goal.clone()).unwrap();
            let heuristic = LinearConflict::new(goal.shape());
            let wide = Wide::new(&problem, MoveOrder::default()).unwrap();
            let Ended::Found(moves) = idastar(&wide, &heuristic, None, &mut ()).ended else {
                panic!("{start:?}");
            };
            let length = moves.len() as u32;
            let mut ways = Vec::new();
            all_ways(&start, &goal, length, &mut Vec::new(), &mut ways);
            let (count, first, paths) = find(&problem, &wide, &heuristic, length);
            assert_eq!((count, &paths), (ways.len() as u128, &ways), "{start:?}");
            let begin = |path: &Vec<Move>| path.first().copied();
            assert_eq!(first, ways.iter().filter_map(begin).collect());
            let space = Packed25::new(&problem, MoveOrder::default()).unwrap();
            assert_eq!(
                find(&problem, &space, &heuristic, length),
                (count, first, paths)
            );
        }
    }
}

#[test]
fn a_list_has_at_most_the_requested_number() {
    let goal = Goal::Last.board(shape(3, 3));
    let start = board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let problem = Problem::new(start, goal.clone()).unwrap();
    let space = packed(&problem);
    let all = shortest(&space, &Manhattan::new(goal.shape()), 31, &mut ());
    let list = all.paths(usize::MAX);
    assert_eq!(list.len(), 40);
    for at_most in [0, 1, 7, 39, 40, 41] {
        assert_eq!(all.paths(at_most), list[..at_most.min(40)]);
    }
}

/// Stops at the tick of this number.
struct StopAt(u32);

impl<S: Space> Observer<S> for StopAt {
    fn observe(&mut self, event: Event<'_, S>) -> ControlFlow<()> {
        assert!(matches!(event, Event::Tick { .. }));
        self.0 -= 1;
        match self.0 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn what_was_found_before_a_stop_is_returned() {
    let goal = Goal::Last.board(shape(3, 3));
    let start = board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
    let problem = Problem::new(start, goal).unwrap();
    let space = packed(&problem);
    let mut most = 0;
    for tick in (0..20).map(|power| 1 << power) {
        let all = shortest(&space, &Zero, 31, &mut StopAt(tick));
        assert!(all.count() >= most, "more time finds no less");
        most = all.count();
        let paths = all.paths(usize::MAX);
        assert_eq!(paths.len() as u128, most);
        for path in paths {
            assert!(problem.certify(path).is_ok());
        }
        assert!(all.is_complete() <= (most == 40));
        if all.is_complete() {
            assert!(tick > 10, "the test stops it a few times");
            return;
        }
    }
    panic!("never complete");
}

fn options(algorithm: Option<Algorithm>, heuristic: Option<HeuristicKind>) -> SearchOptions {
    let mut options = SearchOptions::default();
    options.algorithm = algorithm;
    options.heuristic = heuristic;
    options.all_shortest = Some(100);
    options
}

fn run(problem: &Problem, options: SearchOptions) -> Result<Report, OptionsError> {
    Search::new(problem).options(options).run()
}

#[test]
fn every_search_for_shortest_solutions_can_list_all_of_them() {
    let goal = Goal::Last.board(shape(3, 3));
    let start = board(3, 3, &[1, 2, 3, 0, 7, 6, 5, 4, 8]);
    let problem = Problem::new(start, goal).unwrap();
    let algorithms = [
        None,
        Some(Algorithm::Bfs),
        Some(Algorithm::BfsFromGoal),
        Some(Algorithm::UniformCost),
        Some(Algorithm::AStar),
        Some(Algorithm::IdaStar),
        Some(Algorithm::Bidirectional),
        Some(Algorithm::Table),
    ];
    for algorithm in algorithms {
        let report = run(&problem, options(algorithm, None)).unwrap();
        let all = report.all_shortest.unwrap();
        assert_eq!((all.count, all.is_complete), (2, true), "{algorithm:?}");
        let Answer::Solved(solution, _) = report.answer else {
            panic!("{algorithm:?}");
        };
        assert!(all.solutions.contains(&solution), "{algorithm:?}");
        assert_eq!(all.solutions.len(), 2);
    }
    let greedy = run(&problem, options(Some(Algorithm::Greedy), None));
    let algorithm = Algorithm::Greedy;
    assert_eq!(greedy.unwrap_err(), OptionsError::NotShortest { algorithm });
}

#[test]
fn a_line_of_any_length_has_one_shortest_solution() {
    let goal = Goal::Last.board(shape(1, 5000));
    let problem = Problem::new(Goal::First.board(shape(1, 5000)), goal).unwrap();
    let all = run(&problem, options(None, None)).unwrap().all_shortest;
    assert_eq!(all.unwrap().count, 1);
}

#[test]
fn auto_uses_the_distance_table_for_small_boards() {
    for (rows, cols, named) in [
        (2, 2, Algorithm::Table),
        (3, 3, Algorithm::Table),
        (2, 5, Algorithm::IdaStar),
    ] {
        let goal = Goal::Last.board(shape(rows, cols));
        let problem = Problem::new(Generator::new(1).random(&goal), goal).unwrap();
        let report = run(&problem, options(None, None)).unwrap();
        assert_eq!(report.algorithm, named);
        let with_heuristic = run(&problem, options(None, Some(HeuristicKind::Manhattan))).unwrap();
        assert_eq!(with_heuristic.algorithm, Algorithm::IdaStar);
        assert_eq!(with_heuristic.lower_bound, report.lower_bound);
        let table = run(&problem, options(Some(Algorithm::Table), None));
        assert_eq!(table.is_ok(), Algorithm::Table.fits(shape(rows, cols)));
    }
}
