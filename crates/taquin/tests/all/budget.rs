//! Budgets for boards whose shortest solutions are out of reach: an effort, or the observer's budget.

use std::ops::ControlFlow;
use taquin::heuristic::{Heuristic, LinearConflict};
use taquin::solve::{Algorithm, Answer, Guarantee, OptionsError, Report, lower_bound};
use taquin::space::{MoveOrder, Space, Wide};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Problem, Search, SearchObserver, SearchOptions, Shape, Tables, Tick};

fn problem(rows: u32, cols: u32, seed: u64) -> Problem {
    let goal = Goal::Last.board(Shape::new(rows, cols).unwrap());
    Problem::new(Generator::new(seed).random(&goal), goal).unwrap()
}

fn length(report: &Report) -> usize {
    let Answer::Solved(solution, guarantee) = &report.answer else {
        panic!("{report:?}")
    };
    let length = solution.moves().len();
    assert!(report.lower_bound as usize <= length);
    let is_shortest = report.lower_bound as usize == length;
    assert_eq!(*guarantee == Guarantee::Optimal, is_shortest);
    length
}

#[test]
fn a_stopped_search_has_a_solution() {
    for (rows, cols) in [(5, 4), (5, 5), (6, 6), (2, 20), (12, 3)] {
        let problem = problem(rows, cols, 1);
        for ticks_allowed in [0, 1, 2, 5, 17] {
            let mut ticks = 0;
            let observer = &mut |_: &Tick| {
                ticks += 1;
                if ticks > ticks_allowed {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let search = Search::new(&problem).effort(1_000_000);
            length(&search.observe(observer).run().unwrap());
        }
    }
}

/// A budget of which a fixed amount is spent at every call.
#[derive(Default)]
struct Rising {
    spent: f64,
    step: f64,
    /// The best length before each call.
    best: Option<usize>,
    reported: Vec<Option<usize>>,
}

impl Rising {
    fn by(step: f64) -> Rising {
        Rising {
            step,
            ..Rising::default()
        }
    }

    fn constant(spent: f64) -> Rising {
        Rising {
            spent,
            ..Rising::default()
        }
    }
}

impl SearchObserver for Rising {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        self.best = tick.best;
        ControlFlow::Continue(())
    }

    fn budget_spent(&mut self) -> Option<f64> {
        self.reported.push(self.best);
        self.spent += self.step;
        Some(self.spent)
    }
}

#[test]
fn a_third_of_the_budget_is_for_proofs_and_the_best_length_is_reported() {
    let problem = problem(6, 6, 2);
    let mut observer = Rising::by(0.1);
    let report = Search::new(&problem).observe(&mut observer).run().unwrap();
    let reported = observer.reported;
    assert_eq!(report.algorithm, Algorithm::Beam);
    assert!(report.stats.generated > 0, "proofs were tried");
    let proofs = reported.iter().take_while(|best| best.is_none()).count();
    assert!((3..=4).contains(&proofs), "{reported:?}");
    let lengths: Vec<usize> = reported.into_iter().flatten().collect();
    assert!(lengths.is_sorted_by(|a, b| a >= b), "{lengths:?}");
    assert!(length(&report) <= *lengths.last().unwrap());
}

#[test]
fn without_time_the_first_solution_is_returned_at_once() {
    let problem = problem(5, 5, 3);
    let mut observer = Rising::constant(1.0);
    let report = Search::new(&problem).observe(&mut observer).run().unwrap();
    length(&report);
    assert_eq!(report.algorithm, Algorithm::Beam);
    assert_eq!(u64::from(report.lower_bound), lower_bound(&problem));
}

/// With an effort the observer's budget is ignored.
#[test]
fn the_same_effort_gives_the_same_moves() {
    for (rows, cols) in [(5, 5), (7, 6)] {
        let problem = problem(rows, cols, 4);
        let run = |threads, spent: f64| {
            let report = Search::new(&problem)
                .effort(400_000)
                .seed(11)
                .threads(threads)
                .observe(&mut Rising::constant(spent))
                .run();
            let Answer::Solved(solution, _) = report.unwrap().answer else {
                panic!("an effort leaves a solution")
            };
            solution.moves().to_vec()
        };
        let first = run(1, 0.0);
        assert_eq!(first, run(1, 1.0));
        assert_eq!(first, run(2, 0.5));
    }
}

/// On 3×3 every distance is known; on 6×6 linear conflict is computed differently.
#[test]
fn the_lower_bound_never_exceeds_the_distance() {
    for seed in 0..200 {
        let problem = problem(3, 3, seed);
        let report = Search::new(&problem).run().unwrap();
        assert!(lower_bound(&problem) <= length(&report) as u64);
    }
    for seed in 0..20 {
        let problem = problem(6, 6, seed);
        let space = Wide::new(&problem, MoveOrder::default()).unwrap();
        let conflicts = LinearConflict::new(problem.goal().shape());
        let estimate = Heuristic::<Wide>::start(&conflicts, &space.start());
        let estimate = Heuristic::<Wide>::estimate(&conflicts, estimate);
        assert_eq!(lower_bound(&problem), u64::from(estimate));
    }
}

#[test]
fn options_that_beam_does_not_support_are_errors() {
    let mut beam = SearchOptions::default();
    beam.algorithm = Some(Algorithm::Beam);
    beam.effort = Some(0);
    let shape = Shape::new(257, 256).unwrap();
    let goal: Board = Goal::Last.board(shape);
    let large = Problem::new(goal.clone(), goal).unwrap();
    for search in [
        Search::new(&large).options(beam),
        Search::new(&large).effort(0),
    ] {
        let refused = search.run().unwrap_err();
        assert_eq!(refused, OptionsError::TooLarge { shape });
    }
    let small = problem(3, 3, 1);
    let all = Search::new(&small).options(beam).all_shortest(1);
    let algorithm = Algorithm::Beam;
    assert_eq!(
        all.run().unwrap_err(),
        OptionsError::NotShortest { algorithm }
    );
    // It has no steps to show, but a trace of it ends like any other.
    let problem = problem(4, 5, 1);
    let search = Search::new(&problem).options(beam);
    let traced = search.observe(&mut Steps).run().unwrap();
    // An effort holds for it too: the construction generates the boards of its solution and no others.
    assert_eq!(traced.stats.generated, length(&traced) as u64);
}

struct Steps;

impl SearchObserver for Steps {
    fn tick(&mut self, _: &Tick) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

/// DeepCubeA's eighth 24-puzzle needs 74 moves. A short beam finds such a solution, so the iteration with that bound, which is the
/// largest, is not searched: the iterations before prove that there is no shorter one.
#[test]
fn a_solution_of_the_beam_is_proven_shortest_without_the_last_iteration() {
    let goal = Goal::Last.board(Shape::square(5).unwrap());
    let start = "13 3 7 8 5/1 6 15 10 18/2 12 22 21 14/16 4 19 0 11/23 24 9 20 17";
    let problem = Problem::new(start.parse().unwrap(), goal).unwrap();
    let tables = Tables::default();
    let reports = [1, 2].map(|threads| {
        let search = Search::new(&problem).tables(&tables).threads(threads);
        search.effort(30_000_000).run().unwrap()
    });
    for report in &reports {
        assert_eq!(length(report), 74);
        assert_eq!(report.lower_bound, 74);
        assert!(report.iterations.iter().all(|one| one.bound < 74));
        assert_eq!(report.stats.generated, reports[0].stats.generated);
    }
    // A shorter one is not accepted, because there is none.
    let search = Search::new(&problem).tables(&tables).max_length(73);
    let report = search.effort(30_000_000).run().unwrap();
    assert!(matches!(report.answer, Answer::TooLong));
}
