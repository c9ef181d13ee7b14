//! The fields of a request: each is taken once, with its type, and none may be left.

use super::{CELLS, allows, refused};
use crate::args::shape;
use clap::{Command, FromArgMatches};
use serde_json::Value;
use std::ops::RangeInclusive;
use std::time::Duration;
use taquin::notation::{Claim, Dialect, MoveLetters};
use taquin::{Board, Metric};
use taquin_app::exit::Failure;
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::limits::duration;
use taquin_web::{Kind, Refusal, Request};

/// What has not been taken yet.
pub(super) struct Fields {
    left: Request,
    /// The names that were asked for, for who finds another.
    known: Vec<&'static str>,
}

/// A start and where it should go.
pub(super) struct Boards {
    pub(super) start: Board,
    pub(super) goal: Board,
    pub(super) claim: Option<Claim>,
}

/// The kind of an option's value.
#[derive(Clone, Copy)]
pub(super) enum FieldKind {
    Text,
    Number,
    Flag,
}

pub(super) fn bad(errors: &str) -> Refusal {
    Refusal::new(Kind::BadInput, errors)
}

impl Fields {
    pub(super) const fn new(request: Request) -> Fields {
        Fields {
            left: request,
            known: Vec::new(),
        }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.left.remove(name)
    }

    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(bad(&format!("{name}: it must be a text"))),
        }
    }

    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Refusal> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(bad(&format!("{name}: it must be true or false"))),
        }
    }

    /// A whole number, as JSON may write it: 3, or 3.0.
    pub(super) fn whole(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        let number = number(&value).and_then(|number| number.parse().ok());
        let (least, most) = (range.start(), range.end());
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(bad(&format!(
                "{name}: it must be a whole number from {least} to {most}"
            ))),
        }
    }

    /// A text that somebody can read.
    pub(super) fn parsed<T>(
        &mut self,
        name: &'static str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Refusal> {
        let text = self.text(name)?;
        let parsed =
            text.map(|text| parse(&text).map_err(|error| bad(&format!("{name}: {error}"))));
        parsed.transpose()
    }

    /// One of some names.
    fn named<T: Copy>(
        &mut self,
        name: &'static str,
        names: &[(&str, T)],
    ) -> Result<Option<T>, Refusal> {
        self.parsed(name, |text| {
            let named = names.iter().find(|(known, _)| *known == text);
            named.map(|&(_, value)| value).ok_or_else(|| {
                let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                format!("{text:?} is none of {}", names.join(", "))
            })
        })
    }

    pub(super) fn time(&mut self) -> Result<Option<Duration>, Refusal> {
        self.parsed("time", duration)
    }

    pub(super) fn metric(&mut self) -> Result<Metric, Refusal> {
        let metrics = [Metric::SingleTile, Metric::MultiTile].map(|metric| (metric.name(), metric));
        Ok(self.named("metric", &metrics)?.unwrap_or_default())
    }

    pub(super) fn letters(&mut self, name: &'static str) -> Result<Option<MoveLetters>, Refusal> {
        let letters = [MoveLetters::Tile, MoveLetters::Blank, MoveLetters::Numbers];
        self.named(
            name,
            &letters.map(|letters| (taquin_app::words::moves_are(letters), letters)),
        )
    }

    pub(super) fn dialect(&mut self, name: &'static str) -> Result<Option<Dialect>, Refusal> {
        self.named(name, &Dialect::ALL.map(|dialect| (dialect.name(), dialect)))
    }

    /// The options of a command, read by the command: they have the same rules.
    pub(super) fn options<A: clap::Args + FromArgMatches>(
        &mut self,
        wanted: &[(&'static str, FieldKind)],
        given: &[String],
    ) -> Result<A, Refusal> {
        let mut options = given.to_vec();
        for &(name, of) in wanted {
            let option = format!("--{}", name.replace('_', "-"));
            match (of, self.take(name)) {
                (_, None) | (FieldKind::Flag, Some(Value::Bool(false))) => {}
                (FieldKind::Flag, Some(Value::Bool(true))) => options.push(option),
                (FieldKind::Text, Some(Value::String(text))) => {
                    options.push(format!("{option}={text}"))
                }
                (FieldKind::Number, Some(value)) if number(&value).is_some() => {
                    options.push(format!("{option}={}", number(&value).unwrap_or_default()));
                }
                (of, Some(_)) => {
                    let kind = match of {
                        FieldKind::Text => "a text",
                        FieldKind::Number => "a number",
                        FieldKind::Flag => "true or false",
                    };
                    return Err(bad(&format!("{name}: it must be {kind}")));
                }
            }
        }
        let command = A::augment_args(Command::new("taquin").no_binary_name(true));
        let matches = command.try_get_matches_from(options);
        let parsed = matches.and_then(|matches| A::from_arg_matches(&matches));
        parsed.map_err(|error| {
            let text = error.to_string();
            // What follows is how to call the program.
            let lines = text
                .lines()
                .take_while(|line| !line.is_empty())
                .map(str::trim);
            let text = lines.collect::<Vec<_>>().join(" ");
            bad(text.strip_prefix("error: ").unwrap_or(&text))
        })
    }

    /// A board as a text, and how it is to be read.
    pub(super) fn written(
        &mut self,
        name: &'static str,
    ) -> Result<Option<(String, bool)>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some((text, false))),
            Some(array @ Value::Array(_)) => Ok(Some((array.to_string(), true))),
            Some(_) => Err(bad(&format!("{name}: a board is a text or an array"))),
        }
    }

    pub(super) fn read_options(&mut self) -> Result<ReadOptions, Refusal> {
        Ok(ReadOptions {
            dialect: self.dialect("as")?,
            shape: self.parsed("shape", shape)?,
            lines: false,
        })
    }

    /// The start, and the goal that is asked for, or else the start's own, or else the usual one.
    pub(super) fn boards(&mut self) -> Result<Boards, Refusal> {
        let start = self.written("start")?;
        let goal = self.written("goal")?;
        let options = self.read_options()?;
        let Some((start, is_array)) = start else {
            return Err(bad("start: there is none, and it must be a board"));
        };
        let refuse = |failure: Failure| refused(&failure);
        let as_given = |is_array: bool| match is_array {
            true => ReadOptions {
                dialect: Some(Dialect::Json),
                ..options
            },
            false => options,
        };
        let reading = BoardReader::remote(as_given(is_array))
            .board(&start)
            .map_err(refuse)?;
        let shape = reading.start.shape();
        allows(shape, CELLS)?;
        let (goal, is_array) = goal.unzip();
        let mut reader = BoardReader::remote(as_given(is_array.unwrap_or(false)));
        let goal = reader
            .goal_of(goal.as_deref(), shape, reading.goal)
            .map_err(refuse)?;
        Ok(Boards {
            start: reading.start,
            goal,
            claim: reading.claim,
        })
    }

    /// Moves as a text: a text, or an array of texts or numbers.
    pub(super) fn moves(&mut self) -> Result<Option<String>, Refusal> {
        let wrong = || bad("moves: they are a text, or an array of texts or of numbers");
        match self.take("moves") {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(Value::Array(items)) => {
                let words = items.iter().map(|item| match item {
                    Value::String(word) => Some(word.clone()),
                    item => number(item),
                });
                let words: Option<Vec<String>> = words.collect();
                Ok(Some(words.ok_or_else(wrong)?.join(" ")))
            }
            Some(_) => Err(wrong()),
        }
    }

    /// To be called when all fields were taken.
    pub(super) fn finish(self) -> Result<(), Refusal> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => {
                let name: String = name.chars().take(40).collect();
                let known = match self.known.is_empty() {
                    true => "none".into(),
                    false => self.known.join(", "),
                };
                Err(bad(&format!(
                    "{name:?}: there is no such field; there are {known}"
                )))
            }
        }
    }
}

/// A number as a text; 3.0 is as good as 3.
fn number(value: &Value) -> Option<String> {
    /// Whole numbers up to here are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let Value::Number(number) = value else {
        return None;
    };
    let float = number
        .as_f64()
        .filter(|float| number.is_f64() && float.fract() == 0.0);
    Some(match float.filter(|float| float.abs() <= EXACT) {
        Some(whole) => format!("{whole:.0}"),
        None => number.to_string(),
    })
}
