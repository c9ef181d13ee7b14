//! A search with A*, step by step.

use super::block::{Block, Entry, Layout, Table};
use super::maker::{Maker, shape};
use super::{Boards, Content, Level, Posed, tiles};
use serde::{Serialize, Serializer};
use std::collections::HashSet;
use taquin::tools::generate::Generator;
use taquin::{Algorithm, Board, HeuristicKind, Move, Problem, SearchOptions, Shape};
use taquin_app::trace::Shown;
use taquin_app::trace::recording::Recording;

/// More steps than a trace by hand has.
const MOST_STEPS: usize = 100;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The start and the goal.
    #[serde(flatten)]
    pub boards: Boards,
    /// The heuristic.
    pub heuristic: &'static str,
    /// Whether the boards are given, so that only the numbers are to be filled in.
    #[serde(skip)]
    pub boards_are_given: bool,
}

/// The boards that A* puts into its queue, and the order in which it takes them out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The length of the solution.
    pub length: u32,
    /// The number of boards taken out of the queue, the goal included.
    pub dequeued: usize,
    /// The boards in the order in which they are put into the queue.
    pub nodes: Vec<Node>,
}

/// A board in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Its number, counted from 1.
    pub node: usize,
    /// The number of the board from which it was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move that led to it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    pub last: Option<Move>,
    /// The board.
    #[serde(serialize_with = "tiles")]
    pub board: Board,
    /// The moves so far.
    pub g: u32,
    /// The estimate of the moves left.
    pub h: u32,
    /// Their sum.
    pub f: u32,
    /// Its place in the order in which boards are taken out, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

fn words<S: Serializer>(last: &Option<Move>, serializer: S) -> Result<S::Ok, S::Error> {
    last.map(|m| m.to_string()).serialize(serializer)
}

impl Posed<Given, Answer> {
    pub(super) fn draw(
        generator: &mut Generator,
        level: Level,
        maker: &Maker,
    ) -> Posed<Given, Answer> {
        let (lengths, sizes) = match level {
            Level::Easy => (3..=5, 5..=9),
            Level::Medium => (4..=6, 7..=11),
            Level::Hard => (6..=9, 11..=15),
        };
        loop {
            let problem = maker.near(generator, shape((3, 3)), lengths.clone());
            let answer = trace(&problem);
            let different: HashSet<&Board> = answer.nodes.iter().map(|node| &node.board).collect();
            // A board that is reached again by a shorter path would be in the table twice.
            if sizes.contains(&answer.nodes.len()) && different.len() == answer.nodes.len() {
                let boards = Boards::new(problem.start().clone(), problem.goal().clone());
                return Posed {
                    given: Given {
                        boards,
                        heuristic: HeuristicKind::Manhattan.name(),
                        boards_are_given: level == Level::Easy,
                    },
                    answer,
                };
            }
        }
    }
}

/// The search with Manhattan distance.
fn trace(problem: &Problem) -> Answer {
    let mut options = SearchOptions::default();
    options.algorithm = Some(Algorithm::AStar);
    options.heuristic = Some(HeuristicKind::Manhattan);
    let shown = Shown::of(options).expect("A* has one queue");
    let recorded = Recording::of(problem, shown, MOST_STEPS, &|| false);
    let recording = recorded.expect("A* searches every board").recording;
    let steps = &recording.steps;
    let node = |(number, node): (usize, &taquin_app::trace::recording::Node)| Node {
        node: number + 1,
        parent: node.parent.map(|parent| parent + 1),
        last: node.seen.last,
        board: node.seen.board.clone(),
        g: node.seen.g,
        h: node.seen.h,
        f: node.priority,
        step: steps
            .iter()
            .position(|step| step.selected == number)
            .map(|step| step + 1),
    };
    let last = steps.last().expect("a search takes a step").selected;
    Answer {
        length: recording.nodes[last].seen.g,
        dequeued: steps.len(),
        nodes: recording.nodes.iter().enumerate().map(node).collect(),
    }
}

const HEAD: [&str; 8] = ["no.", "board", "from", "move", "g", "h", "f", "taken out"];

impl Node {
    /// The row with everything filled in.
    fn row(&self) -> Vec<Entry> {
        let number = |number: Option<usize>| {
            Entry::Text(number.map_or_else(|| "–".into(), |number| number.to_string()))
        };
        vec![
            Entry::text(self.node),
            Entry::Board(self.board.clone()),
            number(self.parent),
            Entry::text(self.last.map_or('–', Move::letter)),
            Entry::text(self.g),
            Entry::text(self.h),
            Entry::text(self.f),
            number(self.step),
        ]
    }

    /// The row to be filled in. The start has everything but its estimate.
    fn blank_row(&self, boards_are_given: bool, shape: Shape) -> Vec<Entry> {
        let mut row = self.row();
        let is_start = self.parent.is_none();
        if !is_start {
            row[2..].fill(Entry::Blank);
            if !boards_are_given {
                row[1] = Entry::EmptyBoard(shape);
            }
        }
        row[5..7].fill(Entry::Blank);
        row
    }
}

fn table(rows: impl Iterator<Item = Vec<Entry>>) -> Block {
    Block::Table(Table {
        head: HEAD.map(String::from).into(),
        rows: rows.collect(),
        layout: Layout::Narrow,
    })
}

const QUESTIONS: [&str; 2] = [
    "How many boards are taken out, the goal included?",
    "How many moves does the solution have?",
];

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let Given {
            boards: Boards { start, goal, .. },
            boards_are_given,
            ..
        } = &self.given;
        let shape = start.shape();
        let rows = self.answer.nodes.iter();
        let rows = rows.map(|node| node.blank_row(*boards_are_given, shape));
        let lines = if *boards_are_given {
            "The lines are the boards that are put into the queue, in that order; fill in the rest."
        } else {
            "Write one line for each board that is put into the queue, in that order."
        };
        vec![
            Block::start_and_goal(start, goal),
            Block::Text(format!(
                "Run A* with Manhattan distance: g is the number of moves so far, h the estimate, f = g + h. {lines} Take out the board \
                 with the smallest f; of several, the one with the largest g, and of those the one put in last. Then put in the \
                 boards that it leads to, in the order of the moves U, D, L, R (where the tile goes), but none that has been in \
                 the queue before. Stop when the goal is taken out. In the last column, number the boards in the order in which \
                 they are taken out, and leave out those that remain."
            )),
            table(rows),
            Block::asked(QUESTIONS),
        ]
    }

    fn answer(&self) -> Vec<Block> {
        let answers = [
            self.answer.dequeued.to_string(),
            self.answer.length.to_string(),
        ];
        vec![
            table(self.answer.nodes.iter().map(Node::row)),
            Block::answered(QUESTIONS.map(String::from).into_iter().zip(answers)),
        ]
    }
}
