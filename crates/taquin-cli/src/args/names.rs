//! Values that are names: read in any case and with their synonyms, listed by the names that are printed.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsStr;
use taquin::notation::{self, Dialect, MoveLetters};
use taquin::{Algorithm, HeuristicKind, Metric, Shape};
use taquin_app::output::theme::Theme;
use taquin_app::plan::{AUTO, algorithms, heuristics};
#[cfg(feature = "grade")]
use taquin_grade::worksheet::{Level, Topic};

/// Reads one of several names. `--help`, completions and errors list the names that are printed.
#[derive(Clone, Copy)]
pub(crate) struct NameParser<T> {
    names: fn() -> Vec<&'static str>,
    read: fn(&str) -> Option<T>,
}

impl NameParser<String> {
    /// Algorithms.
    pub(crate) const ALGORITHM: NameParser<String> = NameParser {
        names: algorithms,
        read: |text| Some(text.parse::<Algorithm>().ok()?.name().into()),
    };
    /// Algorithms, and `auto`.
    pub(crate) const ALGORITHM_OR_AUTO: NameParser<String> = NameParser {
        names: || with_auto(algorithms()),
        read: |text| auto(text).or_else(|| (NameParser::ALGORITHM.read)(text)),
    };
    /// Algorithms that can be shown step by step, and `auto`. The others are read too: the trace says why it has nothing to show.
    pub(crate) const TRACED_ALGORITHM: NameParser<String> = NameParser {
        names: || {
            let is_traced = |name: &&str| !["table", "beam", "construct"].contains(name);
            with_auto(algorithms().into_iter().filter(is_traced).collect())
        },
        read: NameParser::ALGORITHM_OR_AUTO.read,
    };
    /// Heuristics.
    pub(crate) const HEURISTIC: NameParser<String> = NameParser {
        names: heuristics,
        read: |text| Some(text.parse::<HeuristicKind>().ok()?.name().into()),
    };
    /// Heuristics, and `auto`.
    pub(crate) const HEURISTIC_OR_AUTO: NameParser<String> = NameParser {
        names: || with_auto(heuristics()),
        read: |text| auto(text).or_else(|| (NameParser::HEURISTIC.read)(text)),
    };
}

impl NameParser<Dialect> {
    /// Notations of boards.
    pub(crate) const DIALECT: NameParser<Dialect> = NameParser {
        names: || Dialect::ALL.map(Dialect::name).into(),
        read: |text| text.parse().ok(),
    };
    /// The notations with one board per line.
    pub(crate) const LINE_DIALECT: NameParser<Dialect> = NameParser {
        names: || LINE_DIALECTS.map(Dialect::name).into(),
        read: |text| {
            let dialect = text.parse().ok();
            dialect.filter(|dialect| LINE_DIALECTS.contains(dialect))
        },
    };
}

/// What a board is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A notation for boards.
    Board(Dialect),
    /// A problem for planners.
    Pddl,
    /// The domain of these problems.
    PddlDomain,
}

const PDDL: &str = "pddl";
const PDDL_DOMAIN: &str = "pddl-domain";

impl NameParser<Target> {
    /// Notations of boards, and PDDL.
    pub(crate) const TARGET: NameParser<Target> = NameParser {
        names: || {
            let dialects = Dialect::ALL.map(Dialect::name).into_iter();
            dialects.chain([PDDL, PDDL_DOMAIN]).collect()
        },
        read: |text| match &text.to_ascii_lowercase()[..] {
            PDDL => Some(Target::Pddl),
            PDDL_DOMAIN => Some(Target::PddlDomain),
            _ => text.parse().ok().map(Target::Board),
        },
    };
}

impl NameParser<MoveLetters> {
    /// Forms of moves.
    pub(crate) const LETTERS: NameParser<MoveLetters> = NameParser {
        names: || MoveLetters::ALL.map(MoveLetters::name).into(),
        read: |text| text.parse().ok(),
    };
}

impl NameParser<Metric> {
    /// Metrics.
    pub(crate) const METRIC: NameParser<Metric> = NameParser {
        names: || Metric::ALL.map(Metric::name).into(),
        read: |text| text.parse().ok(),
    };
}

impl NameParser<Theme> {
    /// Colours of pictures.
    pub(crate) const THEME: NameParser<Theme> = NameParser {
        names: || Theme::ALL.map(Theme::name).into(),
        read: |text| {
            let mut themes = Theme::ALL.into_iter();
            themes.find(|theme| theme.name().eq_ignore_ascii_case(text))
        },
    };
}

#[cfg(feature = "grade")]
impl NameParser<Topic> {
    /// Topics of worksheets.
    pub(crate) const TOPIC: NameParser<Topic> = NameParser {
        names: || Topic::ALL.map(Topic::name).into(),
        read: |text| {
            let mut topics = Topic::ALL.into_iter();
            topics.find(|topic| topic.name().eq_ignore_ascii_case(text))
        },
    };
}

#[cfg(feature = "grade")]
impl NameParser<Level> {
    /// How hard worksheets are.
    pub(crate) const LEVEL: NameParser<Level> = NameParser {
        names: || Level::ALL.map(Level::name).into(),
        read: |text| {
            let mut levels = Level::ALL.into_iter();
            levels.find(|level| level.name().eq_ignore_ascii_case(text))
        },
    };
}

const LINE_DIALECTS: [Dialect; 5] = [
    Dialect::Slash,
    Dialect::Korf,
    Dialect::Comma,
    Dialect::Nine,
    Dialect::Json,
];

fn auto(text: &str) -> Option<String> {
    text.eq_ignore_ascii_case(AUTO).then(|| AUTO.into())
}

fn with_auto(names: Vec<&'static str>) -> Vec<&'static str> {
    [AUTO].into_iter().chain(names).collect()
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        if let Some(found) = value.to_str().and_then(self.read) {
            return Ok(found);
        }
        // This parser accepts the printed names alone, and its error lists them.
        let listed = PossibleValuesParser::new((self.names)()).parse_ref(command, arg, value);
        Err(listed.expect_err("every printed name can be read"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// A shape as rows and columns.
pub(crate) fn shape(text: &str) -> Result<Shape, String> {
    notation::read_shape(text)
        .map_err(|_| "a shape is ROWSxCOLS, such as 3x4, with at most 16777216 cells".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Clone + Send + Sync + 'static>(parser: NameParser<T>, text: &str) -> Option<T> {
        parser
            .parse_ref(&clap::Command::new("x"), None, OsStr::new(text))
            .ok()
    }

    #[test]
    fn names_have_synonyms_and_any_case() {
        let algorithms = [
            ("A*", "astar"),
            ("a-star", "astar"),
            ("IDA*", "idastar"),
            ("Dijkstra", "uniform-cost"),
            ("ucs", "uniform-cost"),
            ("AUTO", "auto"),
        ];
        for (text, name) in algorithms {
            let found = read(NameParser::ALGORITHM_OR_AUTO, text);
            assert_eq!(found.as_deref(), Some(name), "{text}");
        }
        let heuristics = [
            ("lc", "linear-conflict"),
            ("WD", "walking-distance"),
            ("Linear_Conflict", "linear-conflict"),
        ];
        for (text, name) in heuristics {
            let found = read(NameParser::HEURISTIC, text);
            assert_eq!(found.as_deref(), Some(name), "{text}");
        }
        assert_eq!(read(NameParser::HEURISTIC, "auto"), None);
        assert_eq!(read(NameParser::METRIC, "MTM"), Some(Metric::MultiTile));
        assert_eq!(read(NameParser::DIALECT, "JSON"), Some(Dialect::Json));
        assert_eq!(read(NameParser::LINE_DIALECT, "Korf"), Some(Dialect::Korf));
        assert_eq!(read(NameParser::LINE_DIALECT, "grid"), None);
        assert_eq!(read(NameParser::LETTERS, "Blank"), Some(MoveLetters::Blank));
    }

    #[test]
    fn every_listed_name_can_be_read() {
        fn check<T: Clone + Send + Sync + 'static>(parser: NameParser<T>) {
            for name in (parser.names)() {
                assert!(read(parser.clone(), name).is_some(), "{name}");
            }
        }
        check(NameParser::ALGORITHM_OR_AUTO);
        check(NameParser::TRACED_ALGORITHM);
        check(NameParser::HEURISTIC_OR_AUTO);
        check(NameParser::DIALECT);
        check(NameParser::LINE_DIALECT);
        check(NameParser::LETTERS);
        check(NameParser::METRIC);
    }

    #[test]
    fn shapes_are_read_with_any_cross() {
        for text in ["3x4", "3X4", "3×4"] {
            assert_eq!(shape(text), Ok(Shape::new(3, 4).unwrap()), "{text}");
        }
        assert_eq!(shape("3"), Ok(Shape::square(3).unwrap()));
        assert!(shape("0x4").is_err() && shape("3y4").is_err());
    }
}
