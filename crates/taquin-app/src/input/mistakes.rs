//! What people forget: quotation marks, and the goal of the boards that they have.

use super::ReadOptions;
use std::path::Path;
use taquin::notation::{self, Reading};
use taquin::solvability::reachable;
use taquin::{Goal, Shape};

/// The board that arguments form together, if they are the words of one that was not quoted.
///
/// No argument may be a file or standard input, and at least one must not be a board by itself. The words are tiles, with or
/// without marks between the rows, or each is a row.
pub fn unquoted(arguments: &[String], options: impl Into<ReadOptions>) -> Option<String> {
    let options = options.into();
    let is_word = |argument: &String| {
        let is_part = |byte: &u8| byte.is_ascii_digit() || b"bBxX_.-/,;| ".contains(byte);
        argument != "-" && !argument.is_empty() && argument.as_bytes().iter().all(is_part)
    };
    if arguments.len() < 2 || !arguments.iter().all(is_word) {
        return None;
    }
    let read = |text: &str| match options.dialect {
        Some(dialect) => notation::read(text.as_bytes(), dialect, options.shape).is_ok(),
        None => notation::read_any(text.as_bytes(), options.shape).is_ok(),
    };
    // A slash alone marks the end of a row, though it is the name of a directory.
    let is_file = |argument: &String| argument != "/" && Path::new(argument).exists();
    if arguments.iter().all(|argument| read(argument)) || arguments.iter().any(is_file) {
        return None;
    }
    let (board, rows) = (arguments.join(" "), arguments.join("/"));
    // Arguments of several tiles each are rows, also where the tiles alone would make a square board.
    let is_row = |argument: &String| argument.trim().contains(' ');
    if arguments.iter().all(is_row) && read(&rows) {
        return Some(rows);
    }
    if read(&board) {
        return Some(board);
    }
    // Numbers alone are not boards: the errors are those of the board that they are together.
    let is_number = |argument: &String| argument.bytes().all(|byte| byte.is_ascii_digit());
    let are_numbers = arguments.iter().all(is_number);
    if read(&rows) && !are_numbers {
        return Some(rows);
    }
    are_numbers.then_some(board)
}

/// Whether boards that cannot reach the default goal would all reach another one.
#[derive(Debug, Default)]
pub struct GoalHint {
    boards: usize,
    /// The goals that no board has excluded.
    goals: Option<Vec<Goal>>,
}

impl GoalHint {
    /// Takes a board into account.
    pub fn take(&mut self, reading: &Reading) {
        const OTHERS: [Goal; 2] = [Goal::First, Goal::Snail];
        self.boards += 1;
        let goals = self.goals.get_or_insert_with(|| OTHERS.to_vec());
        let shape: Shape = reading.start.shape();
        let reaches = |goal: Goal| reachable(&reading.start, &goal.board(shape)) == Ok(true);
        if reading.goal.is_some() || goals.is_empty() || reaches(Goal::Last) {
            goals.clear()
        } else {
            goals.retain(|&goal| reaches(goal))
        }
    }

    /// The goal that several boards have in common.
    pub fn goal(self) -> Option<Goal> {
        let goals = self.goals.filter(|_| self.boards > 1)?;
        goals.first().copied()
    }
}
