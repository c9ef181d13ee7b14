//! Boards that could not be read, and what to say about them.

use crate::exit::Failure;
use crate::option::{BoardNeeds, OptionError};
use crate::words::many;
use taquin::notation::{Fault, ReadError, ReadErrors};

/// A board that could not be read.
#[derive(Debug)]
pub struct Refusal {
    /// Each error with its position, as `file:line:column: what`.
    messages: Vec<String>,
    /// The option that would help, if there is one.
    needs: Option<BoardNeeds>,
}

impl Refusal {
    /// The errors in a text.
    pub(super) fn of_text(source: &str, errors: ReadErrors) -> Refusal {
        /// The first errors say enough; the others often follow from them.
        const SHOWN: usize = 5;
        let message = |error: &ReadError| {
            let (line, column) = (error.at.line, error.at.column);
            format!("{source}:{line}:{column}: {}", error.fault)
        };
        let shown = errors.as_slice().iter().take(SHOWN);
        let mut messages: Vec<String> = shown.map(message).collect();
        let more = errors.count() - messages.len();
        if more > 0 {
            messages.push(format!("{source}: and {}", many(more, "more error")));
        }
        let needs = errors
            .as_slice()
            .iter()
            .find_map(|error| match error.fault {
                Fault::NotSquare { .. } => Some(BoardNeeds::Shape),
                Fault::Ambiguous { .. } => Some(BoardNeeds::Notation),
                _ => None,
            });
        Refusal { messages, needs }
    }

    /// The errors in an argument, which may have been meant as the name of a file.
    pub(super) fn of_argument(source: &str, text: &[u8], errors: ReadErrors) -> Refusal {
        if is_file_name(text) {
            return Refusal::plain(format!("{source}: no such file"));
        }
        let mut refusal = Refusal::of_text(source, errors);
        if has_letters(text) {
            let message = format!("{source}: no such file, and not a board either:");
            refusal.messages.insert(0, message);
        }
        refusal
    }

    /// One error without a position in a text.
    pub(super) fn plain(message: String) -> Refusal {
        Refusal {
            messages: vec![message],
            needs: None,
        }
    }

    /// The errors in an object on a line, which are lines of `what`.
    #[cfg(feature = "json")]
    pub(super) fn of_object(source: &str, line: usize, what: &str) -> Refusal {
        let messages = what
            .lines()
            .map(|what| format!("{source}:{}: {what}", line + 1));
        Refusal {
            messages: messages.collect(),
            needs: None,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let errors = refusal.messages.join("\n");
        match refusal.needs {
            Some(needs) => OptionError::Board { errors, needs }.into(),
            None => Failure::BadInput(errors),
        }
    }
}

/// Letters other than those for the blank.
fn has_letters(text: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte.to_ascii_lowercase(), b'b' | b'x');
    text.iter()
        .any(|byte| byte.is_ascii_alphabetic() && !is_blank(byte))
}

/// Letters, and an extension or a directory, on one line: nothing but the name of a file.
fn is_file_name(text: &[u8]) -> bool {
    let has_extension = || {
        let extension = text.rsplit(|&byte| byte == b'.').next();
        let extension = extension.filter(|extension| extension.len() < text.len());
        extension.is_some_and(|extension| {
            (1..=6).contains(&extension.len())
                && extension.iter().all(u8::is_ascii_alphanumeric)
                && extension.iter().any(u8::is_ascii_alphabetic)
        })
    };
    let is_path = || text.contains(&b'/') && text.iter().filter(|&&byte| byte == b' ').count() == 0;
    has_letters(text) && !text.contains(&b'\n') && (has_extension() || is_path())
}
