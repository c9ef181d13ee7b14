//! Tables with tabs between columns, one of which is a board: the files in `data/`.
//!
//! Comments before the rows may name the goal (`` goal `first` ``) and the columns (`# instance, shortest length, board`).

use super::AskedGoal;
use super::context::quoted;
use taquin::Metric;
use taquin::notation;

/// What the comments of a table say about its rows.
#[derive(Debug)]
pub(super) struct Table {
    /// The column of the boards.
    board: usize,
    /// The column of goals.
    goal: Option<usize>,
    /// The column that numbers the rows.
    id: Option<usize>,
    /// The column of shortest lengths.
    length: Option<usize>,
    /// The column that says what a length counts.
    metric: Option<usize>,
}

/// A row of a table.
pub(super) struct Row<'a> {
    /// The text of the board.
    pub(super) board: &'a [u8],
    /// The goal, if the table has one.
    pub(super) goal: Option<AskedGoal>,
    /// What the row is called.
    pub(super) id: Option<&'a str>,
    /// The shortest length in moves of one tile, if the table has it.
    pub(super) length: Option<u32>,
    /// What counts as one move, if the table has it.
    pub(super) metric: Option<Metric>,
}

impl Table {
    /// The table, if the first line that is not a comment is a row with a board in one column.
    pub(super) fn of(bytes: &[u8]) -> Option<Table> {
        let first = notation::lines(bytes).into_iter().next()?;
        if !first.bytes.contains(&b'\t') || notation::read_any(first.bytes, None).is_ok() {
            return None;
        }
        let is_board = |field: &&[u8]| {
            let has_cells = field.iter().any(|byte| b" ,/".contains(byte));
            has_cells && notation::read_any(field, None).is_ok()
        };
        let fields: Vec<&[u8]> = first.bytes.split(|&byte| byte == b'\t').collect();
        let comments = bytes.split(|&byte| byte == b'\n');
        let comments = comments.map_while(|line| line.strip_prefix(b"#"));
        let comments: Vec<&str> = comments
            .filter_map(|line| str::from_utf8(line).ok())
            .collect();
        // The last comment that names a column of boards, or else the last one.
        let mut named = comments.iter().rev().map(|line| columns(line));
        let named = named.find(|columns| columns.contains(&"board"));
        let last = || comments.last().map_or_else(Vec::new, |line| columns(line));
        let columns = named.unwrap_or_else(last);
        let is_goal = |place: usize| columns.get(place) == Some(&"goal");
        let mut boards =
            (0..fields.len()).filter(|&place| is_board(&fields[place]) && !is_goal(place));
        let board = boards.next()?;
        if boards.next().is_some() {
            return None;
        }
        let column = |names: &[&str]| {
            let is_named = |column: &&str| names.contains(column);
            columns
                .iter()
                .position(is_named)
                .filter(|&column| column != board)
        };
        let is_named = columns.get(board) == Some(&"board");
        let is_number =
            |field: &&[u8]| text_of(field).is_some_and(|text| text.parse::<u32>().is_ok());
        // Without names, one number before the board is its own, and a second one its length.
        let unnamed = |place: usize| {
            let are_numbers = board <= 2 && fields[..board].iter().all(is_number);
            (!is_named && are_numbers && place < board).then_some(place)
        };
        Some(Table {
            board,
            goal: column(&["goal"]),
            id: column(&["instance", "id", "number"]).or(unnamed(0)),
            length: column(&["length", "shortest length"]).or(unnamed(1)),
            metric: column(&["metric"]),
        })
    }

    /// The parts of a row.
    pub(super) fn row<'a>(&self, line: &'a [u8]) -> Row<'a> {
        let fields: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
        let text = |column: usize| fields.get(column).and_then(|field| text_of(field));
        let metric = self.metric.and_then(text);
        Row {
            board: fields.get(self.board).copied().unwrap_or(line),
            goal: self.goal.and_then(text).and_then(asked),
            id: self.id.and_then(text),
            metric: metric.and_then(|name| name.parse().ok()),
            length: match metric {
                None | Some("stm") => self
                    .length
                    .and_then(text)
                    .and_then(|text| text.parse().ok()),
                Some(_) => None,
            },
        }
    }
}

fn text_of(field: &[u8]) -> Option<&str> {
    str::from_utf8(field.trim_ascii()).ok()
}

/// The names of columns: the words before a colon, between commas or tabs.
fn columns(comment: &str) -> Vec<&str> {
    let separator = if comment.contains('\t') { '\t' } else { ',' };
    let columns = comment.split(separator);
    columns
        .map(|column| column.split(':').next().unwrap_or("").trim())
        .collect()
}

/// The goal that a comment names in back quotes.
pub(super) fn goal(comment: &str) -> Option<AskedGoal> {
    asked(quoted(comment, "goal `")?)
}

/// A goal by its name or as a board.
pub(super) fn asked(text: &str) -> Option<AskedGoal> {
    let named = text.parse().ok().map(AskedGoal::Named);
    let board = || notation::read_any(text.as_bytes(), None).ok();
    named.or_else(|| Some(AskedGoal::Board(board()?.start)))
}
