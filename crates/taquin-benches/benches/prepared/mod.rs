//! What two benchmarks of the engine share: a goal's tables and some of Korf's boards.

use std::ops::ControlFlow;
use taquin::notation::{self, Dialect};
use taquin::pdb::engine::{EngineProgress, EngineSearch};
use taquin::pdb::{Databases, Partition, PatternSum};
use taquin::search::Stats;
use taquin::space::{Automaton, MoveOrder};
use taquin::{Goal, Problem, Shape};

/// Numbers 9, 12, 42, 48, 55, 76 and 95 of Korf's hundred: easy ones (Korf 1985).
const BOARDS: [&str; 7] = [
    "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0",
    "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
    "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10",
    "8 11 4 6 7 3 10 9 2 12 15 13 0 1 5 14",
    "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11",
    "15 10 8 3 0 6 9 5 1 14 13 11 7 2 12 4",
    "4 3 6 13 7 15 9 0 10 5 8 11 2 12 1 14",
];

/// The nodes that the engine generates for them.
const GENERATED: u64 = 694_700;

pub struct Prepared {
    sum: PatternSum,
    automaton: Automaton,
    problems: Vec<Problem>,
}

impl Prepared {
    pub fn new() -> Prepared {
        let goal = Goal::First.board(Shape::square(4).unwrap());
        let partitions = Partition::small(goal.shape(), goal.blank()).unwrap();
        let mut tables = Databases::default();
        let go_on = &mut |_| ControlFlow::Continue(());
        tables.build(&partitions, 1, go_on).unwrap();
        let problem = |board: &str| {
            let read = notation::read(board.as_bytes(), Dialect::Korf, None).unwrap();
            Problem::new(read.start, goal.clone()).unwrap()
        };
        Prepared {
            sum: PatternSum::new(goal.shape(), goal.blank(), &partitions, &tables).unwrap(),
            automaton: Automaton::new(goal.shape(), MoveOrder::default(), 12),
            problems: BOARDS.map(problem).into(),
        }
    }

    /// Solves all boards. Returns the number of generated nodes, which never changes: with fewer nodes, more instructions
    /// per node would go unnoticed.
    pub fn solve(&self) -> u64 {
        let go_on = &mut |_: &EngineProgress, _: &Stats| ControlFlow::Continue(());
        let solve = |problem: &Problem| {
            let search = EngineSearch {
                problem,
                sum: &self.sum,
                automaton: &self.automaton,
                max_length: None,
                threads: 1,
                from: EngineProgress::default(),
            };
            search.run(go_on).stats.generated
        };
        let generated = self.problems.iter().map(solve).sum();
        assert_eq!(generated, GENERATED);
        generated
    }
}
