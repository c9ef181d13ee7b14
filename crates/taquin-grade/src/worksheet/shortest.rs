//! Shortest solutions of small boards.

use super::block::Block;
use super::maker::{Maker, shape};
use super::{Boards, Content, Level, Posed};
use serde::Serialize;
use taquin::notation::{MoveLetters, write_moves};
use taquin::tools::generate::Generator;
use taquin::{Search, Solution};
use taquin_app::words::many;

/// The most solutions that the key lists.
const LISTED: usize = 6;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The start and the goal.
    #[serde(flatten)]
    pub boards: Boards,
}

/// All shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The number of moves.
    pub length: usize,
    /// The number of shortest solutions.
    pub optimal_solutions: u64,
    /// The first of them, by the directions of the tiles.
    pub all_moves: Vec<String>,
}

impl Posed<Given, Answer> {
    pub(super) fn draw(
        generator: &mut Generator,
        level: Level,
        maker: &Maker,
    ) -> Posed<Given, Answer> {
        let (sides, lengths): (&[(u32, u32)], _) = match level {
            Level::Easy => (&[(2, 2), (2, 3), (3, 2), (3, 3)], 3..=6),
            Level::Medium => (&[(2, 3), (3, 2), (3, 3)], 7..=10),
            Level::Hard => (&[(3, 3), (3, 4), (4, 3)], 11..=15),
        };
        let shape = shape(*generator.choose(sides));
        let problem = maker.near(generator, shape, lengths);
        let search = Search::new(&problem).tables(&maker.tables);
        let report = search.all_shortest(LISTED).run();
        let all = report.expect("small boards can be searched").all_shortest;
        let all = all.expect("all shortest solutions were asked for");
        let start = problem.start();
        let moves = |solution: &Solution| {
            let moves = write_moves(solution.moves(), MoveLetters::Tile, start);
            moves.expect("a solution's moves are possible")
        };
        Posed {
            given: Given {
                boards: Boards::new(start.clone(), problem.goal().clone()),
            },
            answer: Answer {
                length: all.solutions[0].moves().len(),
                optimal_solutions: u64::try_from(all.count).expect("a small board has few"),
                all_moves: all.solutions.iter().map(moves).collect(),
            },
        }
    }
}

const QUESTIONS: [&str; 2] = ["The moves:", "The number of moves:"];

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let Boards { start, goal, .. } = &self.given.boards;
        vec![
            Block::text(
                "Find a solution with as few moves as possible. Write one letter per move: U, D, L or R, where the tile goes.",
            ),
            Block::start_and_goal(start, goal),
            Block::asked(QUESTIONS),
        ]
    }

    fn answer(&self) -> Vec<Block> {
        let Answer {
            length,
            optimal_solutions,
            all_moves,
        } = &self.answer;
        let answers = [all_moves.join(" or "), length.to_string()];
        let others = match *optimal_solutions as usize {
            1 => "There is no other solution of this length.".into(),
            solutions if solutions > all_moves.len() => {
                format!("There are {} of this length.", many(solutions, "solution"))
            }
            _ => "There are no others of this length.".into(),
        };
        vec![
            Block::answered(QUESTIONS.map(String::from).into_iter().zip(answers)),
            Block::Text(others),
        ]
    }
}
