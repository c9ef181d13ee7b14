//! Every board that can be reached on two rows and two columns.

use super::block::{Block, Entry, Figure};
use super::maker::{Maker, shape};
use super::{Content, Level, Posed, tiles};
use serde::Serialize;
use taquin::solvability::reachable;
use taquin::tools::generate::Generator;
use taquin::tools::tree::tree;
use taquin::{Board, Goal, Problem, Search};
use taquin_app::words::many;

/// The number of all arrangements, which no tree exceeds.
const ALL: usize = 24;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// Where the moves begin.
    #[serde(serialize_with = "tiles")]
    pub start: Board,
    /// How much help there is.
    #[serde(skip)]
    pub level: Level,
    /// A board that may be reachable or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Other>,
}

/// Another board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Other(#[serde(serialize_with = "tiles")] pub Board);

/// The boards and what is asked about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Every board that can be reached, nearest first.
    pub reached: Vec<Reached>,
    /// The number of moves to the farthest board.
    pub farthest: u32,
    /// The number of shortest sequences of moves that lead to the farthest board.
    pub optimal_solutions: u64,
    /// Whether the other board can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reachable: Option<bool>,
}

/// A board that can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// The fewest moves that lead to it.
    pub distance: u32,
    /// The board.
    #[serde(serialize_with = "tiles")]
    pub board: Board,
}

impl Posed<Given, Answer> {
    pub(super) fn draw(
        generator: &mut Generator,
        level: Level,
        maker: &Maker,
    ) -> Posed<Given, Answer> {
        let shape = shape((2, 2));
        let start = generator.random(&Goal::Last.board(shape));
        let other = (level == Level::Hard).then(|| {
            if *generator.choose(&[true, false]) {
                generator.random(&start)
            } else {
                generator
                    .unsolvable(&start)
                    .expect("half of the boards are unreachable")
            }
        });
        let answer = answer(&start, other.as_ref(), maker);
        let given = Given {
            rows: shape.rows(),
            cols: shape.cols(),
            start,
            level,
            other: other.map(Other),
        };
        Posed { given, answer }
    }
}

fn answer(start: &Board, other: Option<&Board>, maker: &Maker) -> Answer {
    let nodes = tree(start, u32::MAX, ALL).expect("there are no more boards");
    let last = nodes.last().expect("a tree has a root");
    let problem = Problem::new(start.clone(), last.board.clone());
    let problem = problem.expect("a board of the tree can be reached");
    let report = Search::new(&problem)
        .tables(&maker.tables)
        .all_shortest(0)
        .run();
    let all = report.expect("small boards can be searched").all_shortest;
    let solutions = all.expect("all shortest solutions were asked for").count;
    Answer {
        farthest: last.depth,
        optimal_solutions: u64::try_from(solutions).expect("they are few"),
        reachable: other.map(|other| reachable(start, other).expect("both are 2×2")),
        reached: nodes
            .into_iter()
            .map(|node| Reached {
                distance: node.depth,
                board: node.board,
            })
            .collect(),
    }
}

impl Posed<Given, Answer> {
    /// A place for each board; its distance is given, or to be filled in.
    fn places(&self) -> Block {
        let shape = self.given.start.shape();
        let first = Figure::of(&self.given.start, many(0, "move"));
        let caption = |reached: &Reached| match self.given.level {
            Level::Easy => Entry::text(many(reached.distance, "move")),
            Level::Medium | Level::Hard => Entry::Blank,
        };
        let others = self.answer.reached.iter().skip(1).map(|reached| Figure {
            board: Entry::EmptyBoard(shape),
            caption: caption(reached),
        });
        Block::Figures(std::iter::once(first).chain(others).collect())
    }

    fn questions(&self) -> Vec<String> {
        let mut questions = vec!["How many moves away is the farthest board?".to_string()];
        if self.given.level != Level::Easy {
            questions.push("How many different shortest sequences of moves lead to it?".into());
        }
        if self.given.other.is_some() {
            questions.push("Can the board on the right be reached from the first one?".into());
        }
        questions
    }
}

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let mut blocks = vec![
            Block::text(
                "Fill in every board that can be reached from the first one, nearest first, and the fewest moves that lead to it.",
            ),
            self.places(),
        ];
        if let Some(Other(other)) = &self.given.other {
            blocks.push(Block::Figures(vec![
                Figure::of(&self.given.start, "the first board"),
                Figure::of(other, "the board on the right"),
            ]));
        }
        blocks.push(Block::asked(self.questions()));
        blocks
    }

    fn answer(&self) -> Vec<Block> {
        let boards = self.answer.reached.iter();
        let figure = |reached: &Reached| Figure::of(&reached.board, many(reached.distance, "move"));
        let answers = [
            Some(self.answer.farthest.to_string()),
            Some(self.answer.optimal_solutions.to_string()),
            self.answer.reachable.map(|is| super::yes_or_no(is).into()),
        ];
        // The questions of a level are the first of all.
        let answers = answers.into_iter().flatten();
        vec![
            Block::Figures(boards.map(figure).collect()),
            Block::answered(self.questions().into_iter().zip(answers)),
        ]
    }
}
