//! Limits of time and memory, signals and progress: everything that can stop a search early.

mod iterations;
mod progress;
mod signals;

use crate::host::Instant;
use crate::words::many;
pub use iterations::{Iteration, Iterations};
use progress::{Bar, Spinner};
pub use signals::{
    ChildGuard, InterruptGuard, catch_interrupts, end_children, is_interrupted, on_stop,
};
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::pdb::Views;
use taquin::search::IterationStats;
use taquin::solve::{Phase, SearchObserver, SearchOptions, Tick};
use taquin::{Move, Shape};

/// Whether to stop: when the client has disconnected, or when this time has passed.
pub fn stop_after(time: Option<Duration>, client: Option<&dyn Client>) -> impl Fn() -> bool + Sync {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    move || is_gone(client) || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// How long solutions of large boards are shortened by default.
const TIME_TO_SHORTEN: Duration = Duration::from_secs(10);

/// Longer solutions are not sent while a search runs: a message should stay small.
const MAX_SENT_MOVES: usize = 20_000;

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The search stops after this time and answers with what it knows.
    pub time: Option<Duration>,
    /// The search stops when it holds more bytes than this.
    pub memory: u64,
}

impl Default for Limits {
    /// 2 GiB, and no time limit.
    fn default() -> Limits {
        Limits {
            time: None,
            memory: 2 << 30,
        }
    }
}

impl Limits {
    /// The limits for a board. A search that would never end by itself always has a time limit.
    pub fn for_board(&self, shape: Shape, plan: &SearchOptions) -> Limits {
        let needs_time = plan.is_open_ended(shape) && plan.effort.is_none();
        let default = needs_time.then_some(TIME_TO_SHORTEN);
        Limits {
            time: self.time.or(default),
            ..*self
        }
    }
}

/// Why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The system has no more memory.
    NoMemory,
    /// Ctrl-C, SIGTERM or SIGHUP.
    Interrupted,
}

impl Reason {
    /// Its name in outputs.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Memory | Reason::NoMemory => "memory",
            Reason::Interrupted => "interrupted",
        }
    }
}

/// A time budget.
#[derive(Clone, Copy, Debug)]
pub struct TimeBudget {
    begun: Instant,
    time: Option<Duration>,
}

impl TimeBudget {
    /// The share that has passed, from 0 to 1; 0 without a limit.
    pub fn share(&self) -> f64 {
        match self.time {
            None => 0.0,
            Some(time) if time.is_zero() => 1.0,
            Some(time) => self.begun.elapsed().as_secs_f64() / time.as_secs_f64(),
        }
    }
}

/// The progress of a search.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Progress {
    /// The time since it began.
    pub seconds: f64,
    /// No solution is shorter.
    pub at_least: u64,
    /// Boards generated, or moves found.
    pub generated: u64,
    /// The same per second.
    pub per_second: f64,
    /// The length of the best solution so far.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub best: Option<usize>,
    /// Its moves, if they were not sent before: letters, the directions of the tile.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub moves: Option<String>,
    /// `tables` while tables are built, `search` afterwards.
    pub phase: &'static str,
}

/// A client, other than a terminal, that waits for an answer.
pub trait Client: Sync {
    /// Whether it has disconnected.
    fn is_gone(&self) -> bool;
    /// Receives the progress, a few times per second.
    fn tell(&self, progress: &Progress);
}

/// Whether the answer is no longer wanted: the client has disconnected or, without a client, Ctrl-C was pressed.
pub fn is_gone(client: Option<&dyn Client>) -> bool {
    client.map_or_else(is_interrupted, Client::is_gone)
}

/// Where progress is shown, and what may end the search.
enum Audience<'a> {
    /// Progress is drawn on stderr, if that is a terminal; Ctrl-C ends it.
    Terminal(Spinner, InterruptGuard),
    Client(&'a dyn Client),
}

impl Audience<'_> {
    fn terminal() -> Self {
        Audience::Terminal(Spinner::new(), InterruptGuard::begin())
    }

    fn is_gone(&self) -> bool {
        match self {
            Audience::Terminal(..) => is_interrupted(),
            Audience::Client(client) => client.is_gone(),
        }
    }

    fn tell(&self, progress: &Progress, message: impl FnOnce() -> String) {
        match self {
            Audience::Terminal(spinner, _) => spinner.show(message),
            Audience::Client(client) => client.tell(progress),
        }
    }
}

/// Watches one search: shows its progress, and stops it at its limits.
pub struct Guard<'a> {
    time_budget: TimeBudget,
    deadline: Option<Instant>,
    memory: u64,
    audience: Audience<'a>,
    begun: Instant,
    /// Boards generated before the first tick: a search may continue where another one stopped.
    before: Option<u64>,
    shown: Instant,
    /// The moves of the best solution, until they are sent.
    improved: Option<String>,
    /// Why the search was stopped, if it was.
    pub reason: Option<Reason>,
    /// The iterations of IDA*.
    pub iterations: Iterations,
}

impl std::fmt::Debug for Guard<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Guard");
        debug
            .field("time_budget", &self.time_budget)
            .field("reason", &self.reason);
        debug.finish_non_exhaustive()
    }
}

impl<'a> Guard<'a> {
    /// A guard whose limits begin now. Ctrl-C stops the search.
    pub fn new(limits: &Limits) -> Guard<'static> {
        Guard::with(limits, Audience::terminal())
    }

    /// The same for a client, if there is one: the search stops when it disconnects.
    pub fn of(limits: &Limits, client: Option<&'a dyn Client>) -> Guard<'a> {
        match client {
            None => Guard::new(limits),
            Some(client) => Guard::with(limits, Audience::Client(client)),
        }
    }

    fn with(limits: &Limits, audience: Audience<'a>) -> Guard<'a> {
        let begun = Instant::now();
        Guard {
            time_budget: TimeBudget {
                begun,
                time: limits.time,
            },
            deadline: limits.time.and_then(|time| begun.checked_add(time)),
            memory: limits.memory,
            audience,
            begun,
            before: None,
            shown: begun,
            improved: None,
            reason: None,
            iterations: Iterations::default(),
        }
    }

    /// The time budget of the search.
    pub const fn time_budget(&self) -> TimeBudget {
        self.time_budget
    }

    /// Shows the progress of the search, and stops it at its limits.
    fn check(&mut self, tick: &Tick) -> ControlFlow<()> {
        let Tick {
            stats,
            lower_bound: at_least,
            best,
            phase,
            ..
        } = *tick;
        let now = self.listen(stats.peak_bytes)?;
        let before = *self.before.get_or_insert(stats.generated);
        let seconds = (now - self.begun).as_secs_f64();
        let progress = Progress {
            seconds,
            at_least: at_least.into(),
            generated: stats.generated,
            per_second: stats.generated.saturating_sub(before) as f64 / seconds.max(1e-9),
            best,
            moves: None,
            phase: phase.name(),
        };
        let per_second = progress.per_second;
        self.show(now, progress, || {
            let best =
                best.map_or_else(String::new, |length| format!("{}, ", many(length, "move")));
            format!(
                "{best}at least {}, {} boards generated, {:.1} million per second",
                many(at_least, "move"),
                stats.generated,
                per_second / 1e6
            )
        });
        ControlFlow::Continue(())
    }

    /// The same for a solution that is found move by move.
    pub fn check_moves(&mut self, moves: usize, at_least: u64) -> ControlFlow<()> {
        let now = self.listen(0)?;
        let progress = self.counted(now, moves, at_least);
        self.show(now, progress, || {
            let moves = many(moves, "move");
            format!("{moves} so far, at least {at_least} in total")
        });
        ControlFlow::Continue(())
    }

    /// The same for boards that another program estimates one by one.
    pub fn check_estimated(&mut self, estimated: usize, boards: usize) -> ControlFlow<()> {
        let now = self.listen(0)?;
        let progress = self.counted(now, estimated, 0);
        self.show(now, progress, || {
            format!("{estimated} of {boards} boards estimated")
        });
        ControlFlow::Continue(())
    }

    /// Progress as a plain count.
    fn counted(&self, now: Instant, things: usize, at_least: u64) -> Progress {
        let seconds = (now - self.begun).as_secs_f64();
        Progress {
            seconds,
            at_least,
            generated: things as u64,
            per_second: things as f64 / seconds.max(1e-9),
            best: None,
            moves: None,
            phase: Phase::Search.name(),
        }
    }

    /// Stops the search, or returns the current time.
    fn listen(&mut self, bytes: u64) -> ControlFlow<(), Instant> {
        let now = Instant::now();
        self.reason = if self.audience.is_gone() {
            Some(Reason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            Some(Reason::Time)
        } else if bytes == u64::MAX {
            Some(Reason::NoMemory)
        } else if bytes > self.memory {
            Some(Reason::Memory)
        } else {
            None
        };
        match self.reason {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(now),
        }
    }

    fn show(&mut self, now: Instant, mut progress: Progress, message: impl FnOnce() -> String) {
        if now - self.shown > Duration::from_millis(200) {
            self.shown = now;
            progress.moves = self.improved.take();
            self.audience.tell(&progress, message);
        }
    }

    /// Ends the display and returns the elapsed seconds.
    pub fn finish(&self) -> f64 {
        if let Audience::Terminal(spinner, _) = &self.audience {
            spinner.clear();
        }
        self.begun.elapsed().as_secs_f64()
    }
}

impl SearchObserver for Guard<'_> {
    fn tick(&mut self, tick: &Tick) -> ControlFlow<()> {
        self.check(tick)
    }

    fn budget_spent(&mut self) -> Option<f64> {
        Some(self.time_budget.share())
    }

    fn allows_bytes(&mut self, bytes: u64) -> bool {
        bytes <= self.memory
    }

    /// Only a client is sent the moves, and only if they are not too many.
    fn improved(&mut self, moves: &[Move]) {
        let is_sent = matches!(self.audience, Audience::Client(_)) && moves.len() <= MAX_SENT_MOVES;
        self.improved = is_sent.then(|| moves.iter().map(|&m| m.letter()).collect());
    }

    fn views_chosen(&mut self, views: Views) {
        self.iterations.choose(views);
    }

    fn iteration_begins(&mut self, bound: u32) {
        self.iterations.begin(bound);
    }

    fn iteration_ends(&mut self, iteration: &IterationStats) {
        self.iterations.end(iteration);
    }
}

/// The progress of work of known size, such as building or verifying a table.
#[derive(Debug)]
pub struct Construction {
    bar: Bar,
    _listening: InterruptGuard,
}

impl Construction {
    /// Work on this many things; `what` describes them on a terminal.
    pub fn new(things: usize, what: String) -> Construction {
        Construction {
            bar: Bar::new(things as u64, what),
            _listening: InterruptGuard::begin(),
        }
    }

    /// Adds things that are done.
    pub fn add(&self, done: u64) {
        self.bar.add(done);
    }

    /// The same, and whether to continue.
    pub fn level(&self, done: u64) -> ControlFlow<()> {
        self.add(done);
        if is_interrupted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Runs `work` while the bar is hidden, so that its output stays visible.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }
}

impl Drop for Construction {
    fn drop(&mut self) {
        self.bar.clear();
    }
}

/// A time with its unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let unit = match &text[split..].to_ascii_lowercase()[..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => {
            return Err(
                "a time is a number with the unit ms, s, m or h, such as 500ms, 10s or 2m".into(),
            );
        }
    };
    let number: f64 = text[..split]
        .parse()
        .map_err(|_| "a time begins with a number, such as 10s".to_string())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "this time is too long".into())
}

/// An amount of memory with its unit.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..].to_ascii_lowercase()[..] {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(
            "an amount of memory is a whole number with the unit K, M, G or T, such as 500M or 2G"
                .into(),
        ),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "an amount of memory begins with a whole number, such as 2G".to_string())?;
    number
        .checked_mul(1 << unit)
        .ok_or_else(|| "this is more memory than a computer can address".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("20ms"), Ok(Duration::from_millis(20)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("5S"), Ok(Duration::from_secs(5)));
        assert_eq!(bytes("500m"), bytes("500M"));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("512"), Ok(512));
        for wrong in ["", "s", "-1s", "1y", "1.2.3s", "999999999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "G", "1.5G", "-1", "1X", "99999999999T"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
