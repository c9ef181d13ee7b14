//! Boards whose quotation marks were forgotten, in commands that take one board.

use clap::CommandFactory;
use taquin_app::input::{ReadOptions, unquoted};

/// The words of a command line with a run of words that form a board as one word; `None` if there is none.
///
/// A word after an option that takes a value is not part of a board.
pub(super) fn joined(words: &[String]) -> Option<Vec<String>> {
    let command = super::Args::command();
    let takes_value = |word: &str| {
        let commands = command
            .get_subcommands()
            .filter(|known| words.iter().any(|word| word == known.get_name()));
        let mut options = commands.flat_map(|command| command.get_arguments());
        let name = word.strip_prefix("--");
        options.any(|option| {
            let is_long = name.is_some() && option.get_long() == name;
            let is_short = option
                .get_short()
                .is_some_and(|short| word == format!("-{short}"));
            (is_long || is_short) && option.get_action().takes_values()
        })
    };
    let is_free =
        |place: usize| place > 1 && is_word(&words[place]) && !takes_value(&words[place - 1]);
    let begins = |place: &usize| is_free(*place) && !is_free(place - 1);
    let mut runs = (2..words.len()).filter(begins).map(|start| {
        let rest = words[start..].iter();
        start..start + rest.take_while(|word| is_word(word)).count()
    });
    let options = ReadOptions::default();
    runs.find_map(|run| {
        let board = unquoted(&words[run.clone()], options)?;
        let mut joined = words.to_vec();
        joined.splice(run, [board]);
        Some(joined)
    })
}

/// Whether a word has only the characters of boards.
fn is_word(word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"bBxX_./,;|".contains(&byte);
    !word.is_empty() && word.bytes().all(is_part)
}
