//! The fast search: answers are shortest, and node counts never change.

use crate::common::{board_with_blank_at, distances, shape};
use std::ops::ControlFlow;
use taquin::heuristic::LinearConflict;
use taquin::pdb::engine::{
    EngineProgress, EngineSearch, ForeignTask, Iteration, IterationTasks, Subtrees, TaskOutcome,
    Views,
};
use taquin::pdb::{Databases, Partition, PatternSum};
use taquin::search::{Ended, Outcome, Stats, idastar};
use taquin::space::{Automaton, MoveOrder, Packed25};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Move, Problem, notation};

struct Solver {
    sum: PatternSum,
    automaton: Automaton,
}

impl Solver {
    fn new(goal: &Board) -> Solver {
        let partitions = Partition::small(goal.shape(), goal.blank()).unwrap();
        Solver::with(goal, &partitions)
    }

    fn with(goal: &Board, partitions: &[Partition]) -> Solver {
        let mut tables = Databases::default();
        tables
            .build(partitions, 2, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        Solver {
            sum: PatternSum::new(goal.shape(), goal.blank(), partitions, &tables).unwrap(),
            automaton: Automaton::new(goal.shape(), MoveOrder::default(), 12),
        }
    }

    /// A search from the beginning, of any length, on one thread.
    fn search<'a>(&'a self, problem: &'a Problem) -> EngineSearch<'a> {
        EngineSearch {
            problem,
            sum: &self.sum,
            automaton: &self.automaton,
            max_length: None,
            threads: 1,
            from: EngineProgress::default(),
        }
    }

    /// Runs a search for solutions of at most `max_length` moves to its end.
    fn run_within(&self, problem: &Problem, max_length: u32) -> Outcome<Move> {
        let search = EngineSearch {
            max_length: Some(max_length),
            ..self.search(problem)
        };
        search.run(&mut |_: &EngineProgress, _: &Stats| ControlFlow::Continue(()))
    }

    fn subtrees(&self, problem: &Problem) -> Subtrees<'_> {
        Subtrees::new(problem, &self.sum, &self.automaton)
    }

    /// The length of a solution, which is replayed, and the counters.
    fn solve(&self, problem: &Problem, threads: usize) -> (Vec<Move>, Stats) {
        let search = EngineSearch {
            threads,
            ..self.search(problem)
        };
        let outcome = search.run(&mut |_: &EngineProgress, _: &Stats| ControlFlow::Continue(()));
        let Ended::Found(moves) = outcome.ended else {
            panic!("{:?}", outcome.ended)
        };
        problem.certify(moves.clone()).unwrap();
        (moves, outcome.stats)
    }
}

#[test]
fn every_board_of_small_shapes_is_solved_shortest() {
    for (rows, cols) in [(2, 3), (3, 2), (2, 4)] {
        for blank in 0..(rows * cols) as usize {
            let goal = board_with_blank_at(shape(rows, cols), blank);
            let solver = Solver::new(&goal);
            let step = if rows * cols == 8 { 7 } else { 1 };
            let mut boards: Vec<_> = distances(&goal).into_iter().collect();
            boards.sort_by(|(a, _), (b, _)| a.tiles().cmp(b.tiles()));
            for (start, distance) in boards.into_iter().step_by(step) {
                let problem = Problem::new(start, goal.clone()).unwrap();
                assert_eq!(solver.solve(&problem, 1).0.len(), distance as usize);
            }
        }
    }
}

/// The blank's goal cell in a corner, at an edge, inside; on squares and other shapes.
#[test]
fn boards_of_all_goals_are_solved() {
    let goals = [
        (4, 4, 3),
        (4, 4, 1),
        (4, 4, 11),
        (4, 4, 10),
        (3, 4, 5),
        (3, 5, 14),
        (2, 8, 4),
        (4, 5, 0),
    ];
    for (rows, cols, blank) in goals {
        let goal = board_with_blank_at(shape(rows, cols), blank);
        let solver = Solver::new(&goal);
        let mut generator = Generator::new(blank as u64);
        for _ in 0..4 {
            let problem = Problem::new(generator.walk(&goal, 34), goal.clone()).unwrap();
            let space = Packed25::new(&problem, MoveOrder::default()).unwrap();
            let slow = idastar(&space, &LinearConflict::new(goal.shape()), None, &mut ());
            let Ended::Found(slow) = slow.ended else {
                panic!()
            };
            assert_eq!(
                solver.solve(&problem, 2).0.len(),
                slow.len(),
                "{}",
                goal.shape()
            );
        }
    }
}

#[test]
fn boards_of_5x5_are_solved_shortest() {
    let goal = Goal::Last.board(shape(5, 5));
    let solver = Solver::new(&goal);
    let mut generator = Generator::new(24);
    for _ in 0..6 {
        let problem = Problem::new(generator.walk(&goal, 60), goal.clone()).unwrap();
        let space = Packed25::new(&problem, MoveOrder::default()).unwrap();
        let slow = idastar(&space, &LinearConflict::new(goal.shape()), None, &mut ());
        let Ended::Found(slow) = slow.ended else {
            panic!()
        };
        assert_eq!(solver.solve(&problem, 2).0.len(), slow.len());
    }
}

/// Korf's 100 boards with their shortest lengths.
fn korf() -> Vec<(Problem, usize)> {
    let lines = include_str!("../../../../data/korf-15.tsv").lines();
    let boards = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let start = notation::read_any(fields[2].as_bytes(), None)
            .unwrap()
            .start;
        let goal = Goal::First.board(start.shape());
        (
            Problem::new(start, goal).unwrap(),
            fields[1].parse().unwrap(),
        )
    });
    boards.collect()
}

/// The lengths are published (Korf 1985). A change of the totals is a change of the search and must be intentional.
#[test]
fn korfs_boards_always_take_the_same_number_of_nodes() {
    let boards = korf();
    let solver = Solver::new(boards[0].0.goal());
    let (mut generated, mut selected, mut bytes) = (0, 0, 0);
    for (problem, length) in &boards {
        let (moves, stats) = solver.solve(problem, 1);
        assert_eq!(moves.len(), *length);
        generated += stats.generated;
        selected += stats.selected;
        bytes = bytes.max(stats.peak_bytes);
    }
    assert_eq!((generated, selected), (18_021_649, 9_088_119));
    // However many nodes there are, few are on the stack at once.
    assert!(bytes < 100_000, "{bytes} bytes");
}

/// Three and four partitions at once: every length stays right, and the more there are, the fewer nodes.
#[test]
fn more_views_take_fewer_nodes() {
    let boards = korf();
    let goal = boards[0].0.goal();
    let (shape, blank) = (goal.shape(), goal.blank());
    let mut partitions = Partition::small(shape, blank).unwrap();
    for sizes in [&[5, 5, 5][..], &[6, 5, 4]] {
        partitions.push(Partition::in_order(shape, blank, sizes).unwrap());
    }
    let totals = [2, 3, 4].map(|views| {
        let solver = Solver::with(goal, &partitions[..views]);
        let boards = boards.iter().take(25).map(|(problem, length)| {
            let (moves, stats) = solver.solve(problem, 2);
            assert_eq!(moves.len(), *length);
            stats.generated
        });
        boards.sum::<u64>()
    });
    assert_eq!(totals, [4_518_507, 4_156_350, 3_976_687]);
}

#[test]
fn threads_change_neither_answer_nor_counts() {
    let boards = korf();
    let solver = Solver::new(boards[0].0.goal());
    // The iterations with the most nodes are divided into tasks.
    for number in [17, 49, 56, 60, 82, 88] {
        let (problem, _) = &boards[number - 1];
        let one = solver.solve(problem, 1);
        for threads in [2, 5] {
            assert_eq!(solver.solve(problem, threads), one, "board {number}");
        }
    }
}

/// A search that pauses after a large iteration continues with the next one, with the same counts.
#[test]
fn a_paused_search_continues_with_the_next_iteration() {
    let (problem, _) = &korf()[81];
    let solver = Solver::new(problem.goal());
    let (mut from, mut pauses) = (EngineProgress::default(), 0);
    let outcome = loop {
        let search = EngineSearch {
            from,
            ..solver.search(problem)
        };
        let go_on = &mut |_: &EngineProgress, _: &Stats| ControlFlow::Continue(());
        match search.run_to(10_000, go_on) {
            Ok(outcome) => break outcome,
            Err(progress) => (from, pauses) = (progress, pauses + 1),
        }
        assert_eq!((from.tasks, from.generated[0]), (0, 0));
        assert!(from.generated[1] >= 10_000);
    };
    assert!(pauses >= 3, "{pauses} pauses");
    let whole = solver.solve(problem, 1);
    assert_eq!(
        (outcome.ended, outcome.stats),
        (Ended::Found(whole.0), whole.1)
    );
}

#[test]
fn views_are_kept_in_one_number() {
    for views in [&[][..], &[0], &[2181, 0], &[7, 8, 9, 65534]] {
        let code = Views::new(views);
        assert!(code.iter().eq(views.iter().copied()));
        assert_eq!(code.is_empty(), views.is_empty());
        assert_eq!(Views::from_number(code.to_number()), code);
    }
}

/// A search that is stopped again and again continues where it was.
#[test]
fn a_resumed_search_ends_like_an_uninterrupted_one() {
    let (problem, length) = &korf()[81];
    let solver = Solver::new(problem.goal());
    let whole = solver.solve(problem, 1);
    let (mut from, mut stops) = (EngineProgress::default(), 0);
    let resumed = loop {
        let mut last = from;
        let search = EngineSearch {
            threads: 2,
            from,
            ..solver.search(problem)
        };
        let outcome = search.run(&mut |progress: &EngineProgress, _: &Stats| {
            last = *progress;
            let is_further = (progress.bound, progress.tasks) > (from.bound, from.tasks + 5);
            if is_further {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match outcome.ended {
            Ended::Found(moves) => break (moves, outcome.stats),
            Ended::Stopped { at_least } => assert!(at_least as usize <= *length),
            Ended::Exhausted => panic!("there is a solution"),
        }
        (from, stops) = (last, stops + 1);
    };
    assert!(stops >= 3, "stopped {stops} times only");
    assert_eq!(resumed, whole);
}

#[test]
fn a_maximum_length_that_is_too_short_exhausts_the_search() {
    let (problem, length) = &korf()[0];
    let solver = Solver::new(problem.goal());
    let shorter = solver.run_within(problem, *length as u32 - 1);
    assert_eq!(shorter.ended, Ended::Exhausted);
    let same = solver.run_within(problem, *length as u32);
    assert!(matches!(same.ended, Ended::Found(_)));
    let solved = Problem::new(problem.goal().clone(), problem.goal().clone()).unwrap();
    assert_eq!(solver.solve(&solved, 1).0, []);
}

/// Runs all tasks of an iteration, out of order, and every fifth of them only at the second attempt. Returns the
/// counters, including those of the division, and the solutions.
fn perform_all(subtrees: &Subtrees<'_>, round: &IterationTasks) -> (u64, Vec<Vec<Move>>) {
    let mut order: Vec<usize> = (0..round.tasks.len()).collect();
    order.sort_by_key(|&task| (task as u32).wrapping_mul(0x9e37_79b9));
    let (mut generated, mut solutions) = (round.stats.generated, Vec::new());
    for task in order {
        let bytes = &round.tasks[task];
        let mut performed = subtrees.perform(bytes, &mut |_| task % 5 != 0).unwrap();
        if performed == TaskOutcome::Stopped {
            performed = subtrees.perform(bytes, &mut |_| true).unwrap();
        }
        match performed {
            TaskOutcome::Exhausted(stats) => generated += stats.generated,
            TaskOutcome::Found(moves, _) => solutions.push(moves),
            TaskOutcome::Stopped => panic!("task {task} was stopped"),
        }
    }
    (generated, solutions)
}

/// The slow twin is the search itself, on one thread and up to each bound.
fn assert_iterations_are_those_of_the_search(solver: &Solver, problem: &Problem) -> usize {
    let (shortest, _) = solver.solve(problem, 1);
    let subtrees = solver.subtrees(problem);
    let (mut generated, mut most_tasks) = (0, 0);
    for bound in subtrees.bounds(0, None) {
        let solutions = match subtrees.iteration(bound) {
            Iteration::Found(moves) => vec![moves],
            Iteration::Tasks(round) => {
                most_tasks = most_tasks.max(round.tasks.len());
                let (made, solutions) = perform_all(&subtrees, &round);
                generated += made;
                solutions
            }
        };
        let search = solver.run_within(problem, bound);
        assert_eq!(search.ended == Ended::Exhausted, solutions.is_empty());
        if solutions.is_empty() {
            assert_eq!(search.stats.generated, generated, "bound {bound}");
            continue;
        }
        for moves in solutions {
            assert_eq!(moves.len(), shortest.len());
            problem.certify(moves).unwrap();
        }
        return most_tasks;
    }
    panic!("there is a solution");
}

#[test]
fn tasks_in_any_order_generate_the_nodes_of_the_search() {
    let boards = korf();
    let solver = Solver::new(boards[0].0.goal());
    // All nodes of the first two are visited while their iterations are divided.
    let most_tasks = [1, 17, 49, 82, 88]
        .map(|number| assert_iterations_are_those_of_the_search(&solver, &boards[number - 1].0));
    assert_eq!(most_tasks, [0, 0, 4546, 5018, 4898]);
    let goal = Goal::Last.board(shape(5, 5));
    let problem = Problem::new(Generator::new(4).walk(&goal, 180), goal.clone()).unwrap();
    assert!(assert_iterations_are_those_of_the_search(&Solver::new(&goal), &problem) > 4096);
}

#[test]
fn a_task_reports_its_progress_and_can_be_stopped() {
    let (problem, length) = &korf()[87];
    let solver = Solver::new(problem.goal());
    // A longer bound than needed, so that a task is long.
    let subtrees = solver.subtrees(problem);
    let Iteration::Tasks(round) = subtrees.iteration(*length as u32 + 6) else {
        panic!("no solution is that near")
    };
    let mut reported = Vec::new();
    let performed = subtrees.perform(&round.tasks[0], &mut |generated| {
        reported.push(generated);
        reported.len() < 3
    });
    assert_eq!((performed, reported.len()), (Ok(TaskOutcome::Stopped), 3));
    assert!(reported.is_sorted_by(|a, b| a < b), "{reported:?}");
}

/// A worker with another board or another automaton must not be able to run a task of this one.
#[test]
fn foreign_tasks_are_refused() {
    let boards = korf();
    let (problem, length) = &boards[87];
    let [one, same, mut other] = [(); 3].map(|()| Solver::new(problem.goal()));
    other.automaton = Automaton::new(problem.goal().shape(), MoveOrder::default(), 10);
    let round =
        |solver: &Solver, bound: usize| match solver.subtrees(problem).iteration(bound as u32) {
            Iteration::Tasks(round) => round,
            Iteration::Found(_) => panic!("no solution is that near"),
        };
    let known = round(&one, *length);
    assert_eq!(round(&same, *length), known);
    assert_ne!(round(&one, length + 2).fingerprint, known.fingerprint);
    assert_ne!(round(&other, *length).fingerprint, known.fingerprint);

    let task = &known.tasks[1];
    let perform = |solver: &Solver, number: usize, task: &[u8]| {
        let subtrees = solver.subtrees(&boards[number - 1].0);
        subtrees.perform(task, &mut |_| true)
    };
    assert!(perform(&same, 88, task).is_ok());
    assert_eq!(perform(&other, 88, task), Err(ForeignTask));
    assert_eq!(perform(&one, 87, task), Err(ForeignTask));
    for length in 0..task.len() {
        assert_eq!(perform(&one, 88, &task[..length]), Err(ForeignTask));
    }
    for byte in 0..task.len() {
        let mut damaged = task.clone();
        damaged[byte] ^= 1 << (byte % 8);
        assert_eq!(perform(&one, 88, &damaged), Err(ForeignTask), "byte {byte}");
    }
}

#[test]
fn iterations_with_impossible_bounds_have_no_tasks() {
    let (problem, length) = &korf()[0];
    let solver = Solver::new(problem.goal());
    let subtrees = solver.subtrees(problem);
    let first = subtrees.first_bound();
    for bound in [0, first - 2, first + 1, 256, u32::MAX] {
        let round = subtrees.iteration(bound);
        assert!(
            matches!(round, Iteration::Tasks(round) if round.tasks.is_empty()),
            "{bound}"
        );
    }
    let to_the_end = |from: u32| subtrees.bounds(from, None).collect::<Vec<_>>();
    assert_eq!(to_the_end(0), to_the_end(first));
    assert_eq!(to_the_end(251), to_the_end(252 - first % 2));
    assert!(to_the_end(u32::MAX).is_empty());
    let shorter = subtrees.bounds(0, Some(*length as u32 - 1));
    assert_eq!(shorter.last(), Some(*length as u32 - 2));
    let solved = Problem::new(problem.goal().clone(), problem.goal().clone()).unwrap();
    let subtrees = solver.subtrees(&solved);
    assert!(matches!(subtrees.iteration(0), Iteration::Found(moves) if moves.is_empty()));
}
