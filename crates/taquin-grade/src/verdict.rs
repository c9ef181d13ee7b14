//! The fifteen verdicts on an answer.

use serde::{Deserialize, Serialize};
use std::fmt;
use taquin::Board;

/// What is right or wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing is wrong.
    Right,
    /// A solution, but there are shorter ones.
    NotShortest,
    /// Two consecutive boards are not one move apart, or a move cannot be made.
    IllegalMove,
    /// The sequence begins or ends at another board.
    WrongEnd,
    /// Right if it is read in another usual way.
    WrongNotation,
    /// A number is not what it should be.
    WrongNumber,
    /// Output is missing, or there is other or more output than there should be.
    WrongOutput,
    /// Wrong input was answered as if it were right.
    AcceptedBadInput,
    /// Right input was refused.
    RefusedGoodInput,
    /// The exit code is another.
    WrongExitCode,
    /// The program ended by a signal or an exception.
    Crash,
    /// It took too long.
    TimeLimit,
    /// It used too much memory.
    MemoryLimit,
    /// It printed too much.
    OutputLimit,
    /// It could not be built or started.
    NotBuilt,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 15] = [
        Verdict::Right,
        Verdict::NotShortest,
        Verdict::IllegalMove,
        Verdict::WrongEnd,
        Verdict::WrongNotation,
        Verdict::WrongNumber,
        Verdict::WrongOutput,
        Verdict::AcceptedBadInput,
        Verdict::RefusedGoodInput,
        Verdict::WrongExitCode,
        Verdict::Crash,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::OutputLimit,
        Verdict::NotBuilt,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::NotShortest => "not-shortest",
            Verdict::IllegalMove => "illegal-move",
            Verdict::WrongEnd => "wrong-end",
            Verdict::WrongNotation => "wrong-notation",
            Verdict::WrongNumber => "wrong-number",
            Verdict::WrongOutput => "wrong-output",
            Verdict::AcceptedBadInput => "accepted-bad-input",
            Verdict::RefusedGoodInput => "refused-good-input",
            Verdict::WrongExitCode => "wrong-exit-code",
            Verdict::Crash => "crash",
            Verdict::TimeLimit => "time-limit",
            Verdict::MemoryLimit => "memory-limit",
            Verdict::OutputLimit => "output-limit",
            Verdict::NotBuilt => "not-built",
        }
    }

    /// Whether the program was stopped for what it used, so that running it again costs as much.
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A verdict with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// What was found, in words; empty if it is right. Boards are drawn on lines of their own.
    pub message: String,
    /// The boards that show it, if a case asks about many.
    pub boards: Vec<Board>,
}

impl Finding {
    /// Nothing is wrong.
    pub const fn right() -> Finding {
        Finding {
            verdict: Verdict::Right,
            message: String::new(),
            boards: Vec::new(),
        }
    }

    /// Something is wrong.
    pub fn new(verdict: Verdict, message: impl Into<String>) -> Finding {
        Finding {
            verdict,
            message: message.into(),
            boards: Vec::new(),
        }
    }

    /// The same finding with the boards that show it.
    #[must_use]
    pub fn shown_by(self, boards: impl IntoIterator<Item = Board>) -> Finding {
        Finding {
            boards: boards.into_iter().collect(),
            ..self
        }
    }

    /// Whether nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.verdict == Verdict::Right
    }
}
