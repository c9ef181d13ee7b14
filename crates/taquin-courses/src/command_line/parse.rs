//! Arguments → options with their values.

use super::{Opt, Program};
use std::ffi::OsString;
use std::fmt::Display;

/// What a command line asks for.
#[derive(Debug)]
pub enum Parsed {
    /// `--help` or `--version`: this text.
    Text(String),
    /// That the program runs, with this.
    Run(Matches),
}

/// The options and arguments of a command line.
#[derive(Debug)]
pub struct Matches {
    options: Vec<(&'static Opt, String)>,
    arguments: Vec<String>,
    /// How many of the options are not defaults.
    given: usize,
}

/// What is wrong with a command line.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UsageError {
    /// There is no such option.
    #[error("there is no option {0}")]
    UnknownOption(String),
    /// The option has a value, which is missing.
    #[error("--{option} needs a value: --{option} {value}")]
    MissingValue {
        /// The option.
        option: &'static str,
        /// The name of its value.
        value: &'static str,
    },
    /// The option is a flag.
    #[error("--{0} takes no value")]
    UnexpectedValue(&'static str),
    /// The value cannot be read.
    #[error("--{option} {value}: {why}")]
    InvalidValue {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        why: String,
    },
    /// The option is there twice.
    #[error("--{0} can be used only once")]
    Repeated(&'static str),
    /// The two exclude each other.
    #[error("--{option} cannot be used with {other}")]
    Conflict {
        /// The option.
        option: &'static str,
        /// The other option, or the argument.
        other: String,
    },
    /// The option needs another one.
    #[error("--{option} needs --{other}")]
    Requires {
        /// The option.
        option: &'static str,
        /// What it needs.
        other: &'static str,
    },
    /// There are more arguments than the program takes.
    #[error("unexpected argument {0}")]
    UnexpectedArgument(String),
    /// Options and arguments are text.
    #[error("{0}: arguments must be valid UTF-8")]
    NotUnicode(String),
}

impl Program {
    /// The text of `--help` or `--version`, if that is all that a command line has. For programs whose arguments may begin
    /// with `-`.
    pub fn only_text(&self, words: &[impl AsRef<[u8]>]) -> Option<String> {
        let [word] = words else {
            return None;
        };
        match word.as_ref() {
            b"-h" | b"--help" => Some(self.help()),
            b"-V" | b"--version" => Some(self.version()),
            _ => None,
        }
    }

    /// Reads a command line, without the name of the program. What comes after `--help` is not read.
    pub fn parse(
        &'static self,
        words: impl IntoIterator<Item = OsString>,
    ) -> Result<Parsed, UsageError> {
        let mut parser = Parser {
            program: self,
            words: words.into_iter(),
            matches: Matches {
                options: Vec::new(),
                arguments: Vec::new(),
                given: 0,
            },
        };
        if let Some(text) = parser.run()? {
            return Ok(Parsed::Text(text));
        }
        let mut matches = parser.matches;
        matches.check(self)?;
        matches.add_defaults(self);
        Ok(Parsed::Run(matches))
    }

    fn option(&self, is_wanted: impl Fn(&Opt) -> bool) -> Option<&'static Opt> {
        self.options.iter().find(|option| is_wanted(option))
    }
}

struct Parser<I> {
    program: &'static Program,
    words: I,
    matches: Matches,
}

impl<I: Iterator<Item = OsString>> Parser<I> {
    /// Reads all words, or up to one that asks for a text.
    fn run(&mut self) -> Result<Option<String>, UsageError> {
        let mut options_are_over = false;
        while let Some(word) = self.next()? {
            if options_are_over || word == "-" || !word.starts_with('-') {
                self.argument(word)?;
            } else if word == "--" {
                options_are_over = true;
            } else if let text @ Some(_) = self.option(&word)? {
                return Ok(text);
            }
        }
        Ok(None)
    }

    fn next(&mut self) -> Result<Option<String>, UsageError> {
        let word = self.words.next().map(OsString::into_string).transpose();
        word.map_err(|word| UsageError::NotUnicode(word.to_string_lossy().into()))
    }

    fn argument(&mut self, word: String) -> Result<(), UsageError> {
        if self.matches.arguments.len() == self.program.arguments.len() {
            return Err(UsageError::UnexpectedArgument(word));
        }
        self.matches.arguments.push(word);
        Ok(())
    }

    fn option(&mut self, word: &str) -> Result<Option<String>, UsageError> {
        match word.strip_prefix("--") {
            Some(name) => self.long(name),
            None => self.letters(&word[1..]),
        }
    }

    /// `name` or `name=value`.
    fn long(&mut self, text: &str) -> Result<Option<String>, UsageError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        match name {
            "help" => return Ok(Some(self.program.help())),
            "version" => return Ok(Some(self.program.version())),
            _ => {}
        }
        let option = self.program.option(|option| option.long == name);
        let option = option.ok_or_else(|| UsageError::UnknownOption(format!("--{name}")))?;
        self.add(option, value)?;
        Ok(None)
    }

    /// Flags, and at the end perhaps an option with a value: `us3`, `us=3` or `us` before `3`.
    fn letters(&mut self, text: &str) -> Result<Option<String>, UsageError> {
        for (place, letter) in text.char_indices() {
            match letter {
                'h' => return Ok(Some(self.program.help())),
                'V' => return Ok(Some(self.program.version())),
                _ => {}
            }
            let option = self.program.option(|option| option.short == Some(letter));
            let option = option.ok_or_else(|| UsageError::UnknownOption(format!("-{letter}")))?;
            let rest = &text[place + letter.len_utf8()..];
            if option.value.is_some() && !rest.is_empty() {
                self.add(option, Some(rest.strip_prefix('=').unwrap_or(rest)))?;
                break;
            }
            self.add(option, None)?;
        }
        Ok(None)
    }

    /// Adds an option, with the value that was attached to it or else the next word.
    fn add(&mut self, option: &'static Opt, attached: Option<&str>) -> Result<(), UsageError> {
        let value = match (option.value, attached) {
            (None, None) => String::new(),
            (None, Some(_)) => return Err(UsageError::UnexpectedValue(option.long)),
            (Some(_), Some(value)) => value.into(),
            (Some(value), None) => {
                // The next option is not taken for a value.
                let next = self.next()?;
                let next = next.filter(|word| word == "-" || !word.starts_with('-'));
                next.ok_or(UsageError::MissingValue {
                    option: option.long,
                    value: value.name,
                })?
            }
        };
        if self.matches.has(option.long) {
            return Err(UsageError::Repeated(option.long));
        }
        self.matches.options.push((option, value));
        Ok(())
    }
}

impl Matches {
    /// Whether an option is there, or has a default.
    pub fn has(&self, long: &str) -> bool {
        self.text(long).is_some()
    }

    /// Whether an option is there, and not only by its default.
    pub fn is_given(&self, long: &str) -> bool {
        let given = &self.options[..self.given];
        given.iter().any(|(option, _)| option.long == long)
    }

    /// The argument at this place.
    pub fn argument(&self, place: usize) -> Option<&str> {
        self.arguments.get(place).map(String::as_str)
    }

    /// The value of an option, read by a function that says what would be right.
    pub fn value<T, E: Display>(
        &self,
        long: &'static str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, UsageError> {
        let value = self.text(long).map(|text| {
            read(text).map_err(|why| UsageError::InvalidValue {
                option: long,
                value: text.into(),
                why: why.to_string(),
            })
        });
        value.transpose()
    }

    fn text(&self, long: &str) -> Option<&str> {
        let found = self.options.iter().find(|(option, _)| option.long == long);
        found.map(|(_, value)| value.as_str())
    }

    /// Which options go together.
    fn check(&self, program: &Program) -> Result<(), UsageError> {
        for (option, _) in &self.options {
            let option = *option;
            for &other in option.conflicts {
                let argument = program.arguments.iter().position(|its| its.name == other);
                let (is_there, other) = match argument {
                    Some(place) => (self.argument(place).is_some(), other.into()),
                    None => (self.has(other), format!("--{other}")),
                };
                if is_there {
                    let option = option.long;
                    return Err(UsageError::Conflict { option, other });
                }
            }
            if let Some(other) = option.requires.filter(|other| !self.has(other)) {
                let option = option.long;
                return Err(UsageError::Requires { option, other });
            }
        }
        Ok(())
    }

    fn add_defaults(&mut self, program: &'static Program) {
        self.given = self.options.len();
        for option in program.options {
            let default = option.value.and_then(|value| value.default);
            if let Some(default) = default.filter(|_| !self.has(option.long)) {
                self.options.push((option, default.into()));
            }
        }
    }
}
