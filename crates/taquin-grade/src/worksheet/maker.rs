//! Sheets from seeds.

use super::admissible::Judge;
use super::format::markdown;
use super::students::variant;
use super::{Exercise, Level, Posed, Sheet, Topic};
use super::{admissible, astar, counting, heuristics, reachability, shortest, tree, two_by_two};
use std::ops::RangeInclusive;
use taquin::solve::{Answer, Tables};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Guarantee, Problem, Search, Shape};

/// Exercises of one topic differ, unless this many draws in a row are like earlier ones.
const ATTEMPTS: u64 = 50;

/// Which exercises a sheet has.
#[derive(Clone, Debug)]
pub struct Options {
    /// The topics, in the order of the sheet.
    pub topics: Vec<Topic>,
    /// The number of exercises per topic.
    pub count: u32,
    /// How hard they are.
    pub level: Level,
}

/// Makes sheets; tables and surveys are built once.
#[derive(Debug, Default)]
pub struct Maker {
    pub(super) tables: Tables,
    pub(super) judge: Judge,
}

impl Maker {
    /// The sheet of a seed.
    pub fn sheet(&mut self, options: &Options, seed: u64, student: Option<String>) -> Sheet {
        let mut exercises = Vec::new();
        for &topic in &options.topics {
            let mut known = Vec::new();
            for number in 1..=options.count {
                exercises.push(self.new_exercise((topic, options.level), seed, number, &mut known));
            }
        }
        Sheet {
            student,
            seed,
            level: options.level,
            exercises,
        }
    }

    /// One sheet per student. Each depends on the seed and on the student's name only, so that the others may change.
    pub fn variants(&mut self, options: &Options, seed: u64, students: &[String]) -> Vec<Sheet> {
        let sheet =
            |name: &String| self.sheet(options, variant(seed, name) >> 32, Some(name.clone()));
        students.iter().map(sheet).collect()
    }

    /// An exercise that is not among the known ones: two are the same if they read the same.
    fn new_exercise(
        &mut self,
        (topic, level): (Topic, Level),
        seed: u64,
        number: u32,
        known: &mut Vec<String>,
    ) -> Exercise {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let place = format!("{} {level} {number} {attempt}", topic.name());
            let mut generator = Generator::new(variant(seed, &place));
            let exercise = self.exercise(topic, level, &mut generator);
            let text = markdown::blocks(&exercise.content().question());
            if !known.contains(&text) || attempt == ATTEMPTS {
                known.push(text);
                return exercise;
            }
        }
    }

    fn exercise(&mut self, topic: Topic, level: Level, generator: &mut Generator) -> Exercise {
        match topic {
            Topic::Counting => {
                Exercise::Counting(Posed::<counting::Given, _>::draw(generator, level))
            }
            Topic::Reachability => {
                Exercise::Reachability(Posed::<reachability::Given, _>::draw(generator, level))
            }
            Topic::TwoByTwo => {
                Exercise::TwoByTwo(Posed::<two_by_two::Given, _>::draw(generator, level, self))
            }
            Topic::Tree => Exercise::Tree(Posed::<tree::Given, _>::draw(generator, level)),
            Topic::Heuristics => {
                Exercise::Heuristics(Posed::<heuristics::Given, _>::draw(generator, level, self))
            }
            Topic::AStar => Exercise::AStar(Posed::<astar::Given, _>::draw(generator, level, self)),
            Topic::Admissible => {
                Exercise::Admissible(Posed::<admissible::Given, _>::draw(generator, level, self))
            }
            Topic::Shortest => {
                Exercise::Shortest(Posed::<shortest::Given, _>::draw(generator, level, self))
            }
        }
    }

    /// A problem whose shortest solutions have a length in a range that the shape has.
    pub(super) fn near(
        &self,
        generator: &mut Generator,
        shape: Shape,
        lengths: RangeInclusive<usize>,
    ) -> Problem {
        let goal = Goal::Last.board(shape);
        loop {
            let board = generator.walk(&goal, 3 * *lengths.end() as u64);
            let problem = Problem::new(board, goal.clone()).expect("a walk can be walked back");
            if lengths.contains(&self.length(&problem)) {
                return problem;
            }
        }
    }

    /// The length of the shortest solutions of a small board.
    pub(super) fn length(&self, problem: &Problem) -> usize {
        let report = Search::new(problem).tables(&self.tables).run();
        match report.expect("small boards can be searched").answer {
            Answer::Solved(solution, Guarantee::Optimal) => solution.moves().len(),
            _ => unreachable!("a search without limits finds a shortest solution"),
        }
    }
}

/// The shape with these sides.
pub(super) fn shape((rows, cols): (u32, u32)) -> Shape {
    Shape::new(rows, cols).expect("the sides of exercises are small")
}

/// The standard goal of a board.
pub(super) fn last_goal(board: &Board) -> Board {
    Goal::Last.board(board.shape())
}
