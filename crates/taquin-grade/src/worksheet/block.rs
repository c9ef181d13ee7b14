//! What an exercise and its answer consist of; each format draws these blocks in its own way.

use taquin::tools::tree::TreeNode;
use taquin::{Board, Shape};

/// A part of an exercise or of its answer.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// A paragraph.
    Text(String),
    /// Boards side by side.
    Figures(Vec<Figure>),
    /// Questions, each with its answer or with a place for it.
    Parts(Vec<Part>),
    /// A table.
    Table(Table),
    /// A tree of boards.
    Tree(Vec<TreeNode>),
    /// A place to draw, this many lines high.
    Space(u32),
}

/// A board with a caption, which may be a place to write.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) board: Entry,
    pub(crate) caption: Entry,
}

/// A question.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) ask: String,
    pub(crate) answer: Entry,
}

/// A table with a head line. The first entry of each row is the head of the row.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<Entry>>,
    pub(crate) layout: Layout,
}

/// How wide the columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// All alike, for numbers.
    Narrow,
    /// The last one takes what is left, for sentences.
    LastWide,
}

/// What stands at a place, or a place to write.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Text(String),
    Board(Board),
    /// To be filled in.
    Blank,
    /// A board whose tiles are to be filled in.
    EmptyBoard(Shape),
}

impl Entry {
    pub(crate) fn text(text: impl ToString) -> Entry {
        Entry::Text(text.to_string())
    }
}

impl Block {
    pub(crate) fn text(text: impl Into<String>) -> Block {
        Block::Text(text.into())
    }

    /// The goal beside the start.
    pub(crate) fn start_and_goal(start: &Board, goal: &Board) -> Block {
        Block::Figures(vec![Figure::of(start, "start"), Figure::of(goal, "goal")])
    }

    /// Questions with places for the answers.
    pub(crate) fn asked(questions: impl IntoIterator<Item = impl Into<String>>) -> Block {
        let part = |ask: String| Part {
            ask,
            answer: Entry::Blank,
        };
        Block::Parts(questions.into_iter().map(Into::into).map(part).collect())
    }

    /// Questions with their answers.
    pub(crate) fn answered(pairs: impl IntoIterator<Item = (String, String)>) -> Block {
        let part = |(ask, answer)| Part {
            ask,
            answer: Entry::Text(answer),
        };
        Block::Parts(pairs.into_iter().map(part).collect())
    }

    /// A line of names over a line of entries, such as the tiles of a board over a number for each.
    pub(crate) fn line(
        heads: (&str, &str),
        names: impl IntoIterator<Item = String>,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Block {
        let head = std::iter::once(heads.0.to_string()).chain(names);
        let row = std::iter::once(Entry::text(heads.1)).chain(entries);
        Block::Table(Table {
            head: head.collect(),
            rows: vec![row.collect()],
            layout: Layout::Narrow,
        })
    }
}

impl Figure {
    pub(crate) fn of(board: &Board, caption: impl ToString) -> Figure {
        Figure {
            board: Entry::Board(board.clone()),
            caption: Entry::text(caption),
        }
    }
}
