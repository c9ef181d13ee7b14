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

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Call::Solve => "solve",
            Call::Check => "check",
            Call::Verify => "verify",
            Call::Generate => "generate",
            Call::Hint => "hint",
            Call::Trace => "trace",
            Call::Read => "read",
            Call::Write => "write",
            Call::Census => "census",
            Call::Tables => "tables",
        }
    }

    /// The call of a name.
    pub fn from_name(name: &str) -> Option<Call> {
        Call::ALL.into_iter().find(|call| call.name() == name)
    }

    /// Its path on a server.
    pub fn path(self) -> String {
        format!("/api/1/{}", self.name())
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
