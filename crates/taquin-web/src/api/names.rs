//! The names that requests may use, from the library's tables.

use super::fields::Field;
use serde::Serialize;
use taquin::notation::{Dialect, MoveLetters};
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind};
use taquin::{Goal, Metric};
use taquin_app::plan::AUTO;

/// Something that requests name.
pub(crate) trait Named: Sized {
    /// What it is, with its article.
    const KIND: &'static str;
    /// Every name, without synonyms.
    fn all_names() -> Vec<&'static str>;
    /// The value of a name.
    fn parse(name: &str) -> Option<Self>;
}

/// A value, or the choice is left to the solver.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Choice<T> {
    #[default]
    Auto,
    Named(T),
}

impl<T> Choice<T> {
    pub(crate) fn named(self) -> Option<T> {
        match self {
            Choice::Auto => None,
            Choice::Named(value) => Some(value),
        }
    }
}

impl Choice<Algorithm> {
    /// The algorithm, with the weight of the request.
    pub(crate) fn weighted(self, weight: Option<&Field<Weight>>) -> Option<Algorithm> {
        match (self.named(), weight) {
            (Some(Algorithm::WeightedAStar(_)), Some(weight)) => {
                Some(Algorithm::WeightedAStar(weight.0))
            }
            (algorithm, _) => algorithm,
        }
    }
}

impl<T: Named> Named for Choice<T> {
    const KIND: &'static str = T::KIND;

    fn all_names() -> Vec<&'static str> {
        let mut names = vec![AUTO];
        names.extend(T::all_names());
        names
    }

    fn parse(name: &str) -> Option<Choice<T>> {
        if name.eq_ignore_ascii_case(AUTO) {
            Some(Choice::Auto)
        } else {
            T::parse(name).map(Choice::Named)
        }
    }
}

impl Named for Algorithm {
    const KIND: &'static str = "an algorithm";

    fn all_names() -> Vec<&'static str> {
        Algorithm::ALL.map(Algorithm::name).to_vec()
    }

    fn parse(name: &str) -> Option<Algorithm> {
        name.parse().ok()
    }
}

impl Named for HeuristicKind {
    const KIND: &'static str = "a heuristic";

    fn all_names() -> Vec<&'static str> {
        HeuristicKind::ALL.map(HeuristicKind::name).to_vec()
    }

    fn parse(name: &str) -> Option<HeuristicKind> {
        name.parse().ok()
    }
}

impl Named for Metric {
    const KIND: &'static str = "a metric";

    fn all_names() -> Vec<&'static str> {
        Metric::ALL.map(Metric::name).to_vec()
    }

    fn parse(name: &str) -> Option<Metric> {
        name.parse().ok()
    }
}

impl Named for Dialect {
    const KIND: &'static str = "a notation";

    fn all_names() -> Vec<&'static str> {
        Dialect::ALL.map(Dialect::name).to_vec()
    }

    fn parse(name: &str) -> Option<Dialect> {
        name.parse().ok()
    }
}

impl Named for MoveLetters {
    const KIND: &'static str = "a format of moves";

    fn all_names() -> Vec<&'static str> {
        MoveLetters::ALL.map(MoveLetters::name).to_vec()
    }

    fn parse(name: &str) -> Option<MoveLetters> {
        name.parse().ok()
    }
}

/// All names, for clients that offer a choice.
#[derive(Debug, Serialize)]
pub struct Names {
    /// The algorithms, `auto` first.
    pub algorithms: Vec<&'static str>,
    /// The heuristics, `auto` first.
    pub heuristics: Vec<&'static str>,
    /// The notations of boards.
    pub notations: Vec<&'static str>,
    /// The named goals.
    pub goals: Vec<&'static str>,
    /// The metrics.
    pub metrics: Vec<&'static str>,
    /// The formats of moves.
    pub moves_as: Vec<&'static str>,
}

impl Names {
    /// The names in the library's tables.
    pub fn all() -> Names {
        Names {
            algorithms: Choice::<Algorithm>::all_names(),
            heuristics: Choice::<HeuristicKind>::all_names(),
            notations: Dialect::all_names(),
            goals: Goal::ALL.map(Goal::name).to_vec(),
            metrics: Metric::all_names(),
            moves_as: MoveLetters::all_names(),
        }
    }
}
