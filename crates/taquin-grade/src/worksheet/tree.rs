//! The tree of a breadth-first search to level 3.

use super::block::{Block, Figure};
use super::maker::shape;
use super::{Content, Level, Posed, tiles};
use serde::Serialize;
use taquin::tools::generate::Generator;
use taquin::tools::tree::{TreeNode, tree};
use taquin::{Board, Goal};
use taquin_app::words::many;

/// The last level.
const DEPTH: u32 = 3;
/// More boards than any start has within so few moves.
const LIMIT: usize = 1000;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// The root.
    #[serde(serialize_with = "tiles")]
    pub start: Board,
    /// The last level.
    pub depth: u32,
}

/// The tree.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The number of boards at each level, from 0.
    pub boards_at_distance: Vec<usize>,
    /// The tree.
    #[serde(serialize_with = "nodes")]
    pub nodes: Vec<TreeNode>,
}

/// A board of the tree, as JSON.
#[derive(Serialize)]
struct Node<'a> {
    node: usize,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<String>,
    #[serde(serialize_with = "tiles")]
    board: &'a Board,
}

fn nodes<S: serde::Serializer>(nodes: &[TreeNode], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(nodes.iter().enumerate().map(|(number, node)| Node {
        node: number,
        depth: node.depth,
        parent: node.parent,
        last: node.last.map(|m| m.to_string()),
        board: &node.board,
    }))
}

impl Posed<Given, Answer> {
    pub(super) fn draw(generator: &mut Generator, level: Level) -> Posed<Given, Answer> {
        let shape = shape((3, 3));
        let goal = Goal::Last.board(shape);
        // A corner, an edge, the centre.
        let moves = match level {
            Level::Easy => 2,
            Level::Medium => 3,
            Level::Hard => 4,
        };
        let start = loop {
            let board = generator.random(&goal);
            if board.moves().len() == moves {
                break board;
            }
        };
        let nodes = tree(&start, DEPTH, LIMIT).expect("few boards are that near");
        let at = |depth| nodes.iter().filter(|node| node.depth == depth).count();
        Posed {
            answer: Answer {
                boards_at_distance: (0..=DEPTH).map(at).collect(),
                nodes,
            },
            given: Given {
                rows: shape.rows(),
                cols: shape.cols(),
                start,
                depth: DEPTH,
            },
        }
    }
}

fn questions() -> impl Iterator<Item = String> {
    let level = |level| format!("Boards at level {level}, after {}:", many(level, "move"));
    (1..=DEPTH)
        .map(level)
        .chain(["Boards in the whole tree:".into()])
}

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        vec![
            Block::text(format!(
                "Draw the tree of all boards within {} of this one, level by level, as breadth-first search finds them: try the moves \
                 of each board in the order up, down, left, right, name the move on each line, and draw no board twice.",
                many(DEPTH, "move")
            )),
            Block::Figures(vec![Figure::of(&self.given.start, "level 0")]),
            Block::Space(22),
            Block::asked(questions()),
        ]
    }

    fn answer(&self) -> Vec<Block> {
        let levels = self.answer.boards_at_distance.iter().skip(1).copied();
        let counts = levels.chain([self.answer.nodes.len()]);
        let counts = counts.map(|count| count.to_string());
        vec![
            Block::Tree(self.answer.nodes.clone()),
            Block::answered(questions().zip(counts)),
        ]
    }
}
