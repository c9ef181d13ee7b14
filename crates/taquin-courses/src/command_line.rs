//! Command lines from a table: [`Program::parse`] reads arguments, [`Program::help`] explains them.
//!
//! The usual conventions hold: `--size 3`, `--size=3`, `-s 3`, `-s3`, flags together as in `-us3`, `-` as an argument, and `--`
//! before arguments that begin with `-`. Every program takes `-h`, `--help`, `-V` and `--version`.

mod help;
mod parse;

pub use parse::{Matches, Parsed, UsageError};

/// A program and its command line.
#[derive(Debug)]
pub struct Program {
    /// The name of its file.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// What follows its name on a command line.
    pub usage: &'static str,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// Its options.
    pub options: &'static [Opt],
    /// What else its help says; an empty line goes between two of them.
    pub details: &'static [&'static str],
}

/// An argument that is not an option.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name, in capitals.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its letter.
    pub short: Option<char>,
    /// Its name.
    pub long: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Its value; without one it is a flag.
    pub value: Option<Value>,
    /// The options and arguments that it cannot be used with.
    pub conflicts: &'static [&'static str],
    /// The option that it needs.
    pub requires: Option<&'static str>,
}

/// The value of an option.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Its name, in capitals.
    pub name: &'static str,
    /// What it is if the option is absent.
    pub default: Option<&'static str>,
    /// The names that it can be; empty if it is anything else.
    pub choices: fn() -> Vec<&'static str>,
}

impl Opt {
    /// An option without a value.
    pub const fn flag(long: &'static str, help: &'static str) -> Opt {
        Opt {
            short: None,
            long,
            help,
            value: None,
            conflicts: &[],
            requires: None,
        }
    }

    /// An option with a value.
    pub const fn with_value(long: &'static str, value: Value, help: &'static str) -> Opt {
        Opt {
            value: Some(value),
            ..Opt::flag(long, help)
        }
    }

    /// The same with a letter.
    pub const fn short(self, short: char) -> Opt {
        Opt {
            short: Some(short),
            ..self
        }
    }

    /// The same, not to be used with these options and arguments.
    pub const fn conflicts(self, conflicts: &'static [&'static str]) -> Opt {
        Opt { conflicts, ..self }
    }

    /// The same, only to be used with that option.
    pub const fn requires(self, option: &'static str) -> Opt {
        Opt {
            requires: Some(option),
            ..self
        }
    }
}

impl Value {
    /// A value of this name.
    pub const fn new(name: &'static str) -> Value {
        Value {
            name,
            default: None,
            choices: Vec::new,
        }
    }

    /// The same with a default.
    pub const fn default(self, default: &'static str) -> Value {
        Value {
            default: Some(default),
            ..self
        }
    }

    /// The same, one of these names.
    pub const fn one_of(self, choices: fn() -> Vec<&'static str>) -> Value {
        Value { choices, ..self }
    }
}
