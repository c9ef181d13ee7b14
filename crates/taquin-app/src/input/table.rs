//! Tables with tabs between columns, one of which is a board: the files in `data/`.
//!
//! Comments before the rows may name the goal (`` goal `first` ``) and the columns (`# instance, shortest length, board`).

use taquin::Goal;
use taquin::notation;

/// What the comments of a table say about its rows.
#[derive(Debug)]
pub(super) struct Table {
    /// The column of the boards.
    board: usize,
    /// The column of the names of goals.
    goal_column: Option<usize>,
    /// The goal of all rows.
    goal: Option<Goal>,
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
    /// The goal, if the table names one.
    pub(super) goal: Option<Goal>,
    /// What the row is called.
    pub(super) id: Option<&'a str>,
    /// The shortest length in moves of one tile, if the table has it.
    pub(super) length: Option<u32>,
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
        let mut boards = fields
            .iter()
            .enumerate()
            .filter(|(_, field)| is_board(field));
        let (board, _) = boards.next()?;
        if boards.next().is_some() {
            return None;
        }
        let comments = bytes.split(|&byte| byte == b'\n');
        let comments = comments.map_while(|line| line.strip_prefix(b"#"));
        let comments: Vec<&str> = comments
            .filter_map(|line| str::from_utf8(line).ok())
            .collect();
        let columns = comments.last().map_or_else(Vec::new, |line| columns(line));
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
            goal_column: column(&["goal"]),
            goal: comments.iter().find_map(|line| goal(line)),
            id: column(&["instance", "id", "number"]).or(unnamed(0)),
            length: column(&["length", "shortest length"]).or(unnamed(1)),
            metric: column(&["metric"]),
        })
    }

    /// The parts of a row.
    pub(super) fn row<'a>(&self, line: &'a [u8]) -> Row<'a> {
        let fields: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
        let text = |column: usize| fields.get(column).and_then(|field| text_of(field));
        let named = self
            .goal_column
            .and_then(text)
            .and_then(|goal| goal.parse().ok());
        Row {
            board: fields.get(self.board).copied().unwrap_or(line),
            goal: named.or(self.goal),
            id: self.id.and_then(text),
            length: match self.metric.and_then(text) {
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
fn goal(comment: &str) -> Option<Goal> {
    let (_, rest) = comment.split_once("goal `")?;
    rest.split('`').next()?.parse().ok()
}
