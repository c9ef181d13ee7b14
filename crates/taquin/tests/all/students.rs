//! What students look at: sequences of boards, searches that run out of boards, the search with the twin, and searches in
//! stages.

use crate::common::{all_boards, shape};
use std::ops::ControlFlow;
use taquin::solvability::{reachable, twin};
use taquin::solve::{
    Algorithm, Answer, HeuristicKind, OptionsError, Search, SearchOptions, Tables, Tick, exhaust,
};
use taquin::tools::analyse::{StepFault, moves_between, step};
use taquin::tools::generate::Generator;
use taquin::tools::lockstep::{Lockstep, LockstepSide};
use taquin::{Board, Goal, Metric, Move, Problem};

fn go_on(_: &Tick) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// By definition: the moves from a board lead to its neighbours, and to no other board.
#[test]
fn a_step_is_a_move_exactly_if_a_move_leads_there() {
    let boards = all_boards(shape(2, 3));
    for before in boards.iter().take(40) {
        let neighbour = |m: Move| {
            let mut board = before.clone();
            board.play_unchecked(m);
            (m, board)
        };
        let neighbours: Vec<(Move, Board)> = before.moves().iter().map(neighbour).collect();
        for after in &boards {
            let known = neighbours.iter().find(|(_, board)| board == after);
            let pair = [before.clone(), after.clone()];
            let found = moves_between(&pair, Metric::SingleTile);
            assert_eq!(
                found.ok(),
                known.map(|(m, _)| vec![*m]),
                "{before:?} {after:?}"
            );
            if let Ok(slide) = step(before, after) {
                let mut board = before.clone();
                slide.moves().for_each(|m| board.play_unchecked(m));
                assert_eq!(board, *after);
            }
        }
    }
}

#[test]
fn a_solution_is_read_back_from_its_boards() {
    let goal = Goal::Last.board(shape(3, 4));
    let mut generator = Generator::new(7);
    for _ in 0..5 {
        let problem = Problem::new(generator.walk(&goal, 60), goal.clone()).unwrap();
        let report = Search::new(&problem).run().unwrap();
        let solution = report.solution().unwrap();
        let mut boards: Vec<Board> = solution.boards().collect();
        let moves = moves_between(&boards, Metric::SingleTile).unwrap();
        assert_eq!(moves, solution.moves());
        let repeated = boards[0].clone();
        boards.insert(0, repeated);
        let broken = moves_between(&boards, Metric::SingleTile).unwrap_err();
        assert_eq!((broken.place, broken.fault), (1, StepFault::Same));
    }
}

/// With every heuristic, every search that remembers boards sees each of them once.
#[test]
fn unsolvable_boards_are_searched_to_the_end() {
    let shapes = [(shape(2, 2), 12), (shape(2, 3), 360), (shape(1, 4), 4)];
    for (shape, boards) in shapes {
        let goal = Goal::Last.board(shape);
        let start = all_boards(shape)
            .into_iter()
            .find(|board| reachable(board, &goal) == Ok(false))
            .unwrap();
        for algorithm in Algorithm::ALL {
            for heuristic in HeuristicKind::ALL {
                if !algorithm.ends_if_unsolvable() || !heuristic.fits(shape) {
                    continue;
                }
                let mut options = SearchOptions::default();
                options.algorithm = Some(algorithm);
                options.heuristic = Some(heuristic);
                let tables = Tables::default();
                let report = exhaust(&start, &goal, options, &tables, &mut go_on).unwrap();
                assert!(matches!(report.answer, Answer::TooLong));
                // A search that opens boards again selects them again, too.
                let selected = report.stats.selected - report.stats.reopened;
                match algorithm {
                    Algorithm::Bidirectional => assert!(selected <= 2 * boards),
                    _ => assert_eq!(selected, boards, "{shape} {algorithm} {heuristic}"),
                }
            }
        }
        let mut options = SearchOptions::default();
        options.algorithm = Some(Algorithm::Table);
        let refused = exhaust(&start, &goal, options, &Tables::default(), &mut go_on);
        let algorithm = Algorithm::Table;
        assert_eq!(
            refused.err(),
            Some(OptionsError::NothingToExhaust { algorithm })
        );
    }
}

#[test]
fn lockstep_decides_every_small_board() {
    let goal = Goal::Last.board(shape(2, 3));
    for board in all_boards(shape(2, 3)).into_iter().step_by(7) {
        let mut search = Lockstep::new(&board, &goal).unwrap();
        let (winner, moves) = loop {
            if let Some(moves) = search.step(LockstepSide::Board) {
                break (LockstepSide::Board, moves);
            }
            if let Some(moves) = search.step(LockstepSide::Twin) {
                break (LockstepSide::Twin, moves);
            }
        };
        let is_solvable = reachable(&board, &goal) == Ok(true);
        assert_eq!(winner == LockstepSide::Board, is_solvable, "{board:?}");
        let start = match winner {
            LockstepSide::Board => board,
            LockstepSide::Twin => twin(&board).unwrap(),
        };
        let problem = Problem::new(start, goal.clone()).unwrap();
        let shortest = Search::new(&problem).run().unwrap().lower_bound;
        assert_eq!(
            problem.certify(moves).unwrap().moves().len() as u32,
            shortest
        );
    }
    assert!(
        Lockstep::new(
            &Goal::Last.board(shape(1, 3)),
            &Goal::Last.board(shape(1, 3))
        )
        .is_none()
    );
}

/// Greedy search and weighted A* solve large boards, with every standard goal, within a small memory. Stages alone are tested
/// with more shapes beside their code: before them, a plain search generates two or three million boards of 28 to 36 cells.
#[test]
fn searches_in_stages_solve_every_shape() {
    let [greedy, weighted] = [Algorithm::ALL[3], Algorithm::ALL[5]];
    let large = [(12, 9), (17, 17), (25, 25)].map(|(rows, cols)| shape(rows, cols));
    let of_large = large.into_iter().flat_map(|shape| {
        let with_goals = move |algorithm| Goal::ALL.map(|goal| (shape, goal, algorithm));
        [greedy, weighted].into_iter().flat_map(with_goals)
    });
    let of_small = [
        (shape(6, 6), Goal::Last, greedy),
        (shape(6, 6), Goal::Snail, weighted),
        (shape(2, 14), Goal::First, greedy),
        (shape(10, 3), Goal::Last, weighted),
        (shape(7, 5), Goal::Snail, greedy),
    ];
    for (shape, goal, algorithm) in of_large.chain(of_small) {
        let goal = goal.board(shape);
        let start = Generator::new(3).random(&goal);
        let problem = Problem::new(start, goal).unwrap();
        let report = Search::new(&problem).algorithm(algorithm).run().unwrap();
        assert!(report.solution().is_some(), "{shape} {algorithm}");
        assert_eq!(report.algorithm, algorithm);
        assert!(report.stats.selected > 0 && report.stats.peak_states > 0);
    }
}

/// An estimate of a board is that of the search's start, for every heuristic and every space.
#[test]
fn estimates_of_boards_are_those_of_searches() {
    for (rows, cols) in [(3, 3), (4, 4), (5, 5), (6, 6)] {
        let goal = Goal::Snail.board(shape(rows, cols));
        let start = Generator::new(5).random(&goal);
        let problem = Problem::new(start, goal.clone()).unwrap();
        for heuristic in [
            HeuristicKind::Hamming,
            HeuristicKind::Manhattan,
            HeuristicKind::LinearConflict,
        ] {
            let tables = Tables::default();
            let estimator = tables.estimator(&goal, heuristic, 1, &mut go_on).unwrap();
            let stopped = Search::new(&problem)
                .algorithm(Algorithm::IdaStar)
                .heuristic(heuristic)
                .max_length(0)
                .run()
                .unwrap();
            let estimate = estimator.estimate_board(problem.start());
            assert!(matches!(stopped.answer, Answer::TooLong));
            assert_eq!(stopped.lower_bound.max(1), estimate.max(1), "{heuristic}");
        }
    }
}
