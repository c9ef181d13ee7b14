//! The calls of the API.

/// A call of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Solve a board.
    Solve,
    /// Check whether a board can be solved.
    Check,
    /// Check whether moves solve a board.
    Verify,
    /// Generate boards.
    Generate,
    /// Return the next moves.
    Hint,
    /// Trace a search step by step.
    Trace,
    /// Parse a board.
    Read,
    /// Write a board or moves in another notation.
    Write,
    /// Count the boards at each distance.
    Census,
    /// List the tables on disk.
    Tables,
}

impl Call {
    /// All of them.
    pub const ALL: [Call; 10] = [
        Call::Solve,
        Call::Check,
        Call::Verify,
        Call::Generate,
        Call::Hint,
        Call::Trace,
        Call::Read,
        Call::Write,
        Call::Census,
        Call::Tables,
    ];

    /// Its path.
    pub const fn path(self) -> &'static str {
        match self {
            Call::Solve => "/api/1/solve",
            Call::Check => "/api/1/check",
            Call::Verify => "/api/1/verify",
            Call::Generate => "/api/1/generate",
            Call::Hint => "/api/1/hint",
            Call::Trace => "/api/1/trace",
            Call::Read => "/api/1/read",
            Call::Write => "/api/1/write",
            Call::Census => "/api/1/census",
            Call::Tables => "/api/1/tables",
        }
    }

    /// The names that fields had in earlier versions: they still work, and error messages do not list them.
    pub(crate) const fn earlier_names(self) -> &'static [&'static str] {
        match self {
            Call::Solve => &["moves"],
            Call::Write => &["moves_to"],
            _ => &[],
        }
    }

    /// Whether its method is `GET`, with a query instead of a body.
    pub const fn is_get(self) -> bool {
        matches!(self, Call::Census | Call::Tables)
    }

    /// Whether it may take long, and has to queue.
    pub const fn is_search(self) -> bool {
        !matches!(self, Call::Check | Call::Read | Call::Write)
    }
}
