//! What can be asked.

/// A call of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A solution.
    Solve,
    /// Whether there is one.
    Check,
    /// Whether somebody's is right.
    Verify,
    /// New boards.
    Generate,
    /// The next moves.
    Hint,
    /// A search step by step.
    Trace,
    /// A text as a board.
    Read,
    /// A board as a text.
    Write,
    /// How many boards are at each distance.
    Census,
    /// What tables there are.
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

    /// Where it is asked for.
    pub(crate) const fn path(self) -> &'static str {
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

    /// Whether it is asked by `GET`, with a query instead of a body.
    pub(crate) const fn is_got(self) -> bool {
        matches!(self, Call::Census | Call::Tables)
    }

    /// Whether it may take long, and waits in the queue.
    pub(crate) const fn is_search(self) -> bool {
        !matches!(self, Call::Check | Call::Read | Call::Write)
    }
}
