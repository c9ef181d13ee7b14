//! What people forget: quotation marks, and the goal of the boards that they have.

use super::ReadOptions;
use std::path::Path;
use taquin::notation::{self, Reading};
use taquin::solvability::reachable;
use taquin::{Goal, Shape};

/// The board that arguments form together, if they are the words of one that was not quoted.
///
/// No argument may be a file or standard input, and at least one must not be a board by itself.
pub fn unquoted(arguments: &[String], options: impl Into<ReadOptions>) -> Option<String> {
    let options = options.into();
    let is_word = |argument: &String| {
        let is_part = |byte: &u8| byte.is_ascii_digit() || b"bBxX_.-/,;|".contains(byte);
        argument != "-" && !argument.is_empty() && argument.as_bytes().iter().all(is_part)
    };
    if arguments.len() < 2 || !arguments.iter().all(is_word) {
        return None;
    }
    let read = |text: &str| match options.dialect {
        Some(dialect) => notation::read(text.as_bytes(), dialect, options.shape).is_ok(),
        None => notation::read_any(text.as_bytes(), options.shape).is_ok(),
    };
    let is_file = |argument: &String| Path::new(argument).exists();
    if arguments.iter().all(|argument| read(argument)) || arguments.iter().any(is_file) {
        return None;
    }
    let board = arguments.join(" ");
    (read(&board) || are_cells(arguments, options)).then_some(board)
}

/// Whether arguments are numbers, and as many as a board has cells: the errors are then those of that board.
fn are_cells(arguments: &[String], options: ReadOptions) -> bool {
    let is_number = |argument: &String| argument.bytes().all(|byte| byte.is_ascii_digit());
    let count = arguments.len();
    let has_shape = match options.shape {
        Some(shape) => shape.area() == count,
        None => count.isqrt().pow(2) == count,
    };
    has_shape && arguments.iter().all(is_number)
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
