//! Limits of time and memory, Ctrl-C and progress: whatever may end a search before its end.

use crate::exit::{Exit, say};
use indicatif::{ProgressBar, ProgressStyle};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use taquin::metric::Metric;
use taquin::search::Stats;
use taquin::shape::Shape;
use taquin::solve::{Algorithm, Plan, SHORTEST_CELLS};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How many searches and constructions look now and then whether they should stop.
static LISTENING: AtomicUsize = AtomicUsize::new(0);

/// From now on the first Ctrl-C asks a search to stop; the second, or one while nothing is searched, ends the program.
pub fn catch_interrupts() {
    let caught = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        if again || LISTENING.load(Ordering::Relaxed) == 0 {
            std::process::exit(Exit::Interrupted as i32);
        }
    });
    if let Err(error) = caught {
        say(
            "taquin",
            format_args!("Ctrl-C will end the program without an answer: {error}"),
        );
    }
}

/// Whether there was a Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Says when asked whether to stop: after a Ctrl-C, or when this time from now is over.
pub fn stop_after(time: Option<Duration>) -> impl Fn() -> bool + Sync {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    move || is_interrupted() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// While there is one, the first Ctrl-C asks for an end and does not bring it about.
#[derive(Debug)]
pub struct Listening(());

impl Listening {
    /// From now on somebody asks [`is_interrupted`] now and then.
    pub fn begin() -> Listening {
        LISTENING.fetch_add(1, Ordering::Relaxed);
        Listening(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long solutions of large boards get shorter, unless somebody says otherwise.
const TIME_TO_SHORTEN: Duration = Duration::from_secs(10);

/// Options for limits.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitArgs {
    /// Stop after this time (10s, 500ms, 2m, 1h) and say what is known; boards of more than 16 cells get shorter solutions
    /// until then, and with 0 the first one [default: none; 10s for those]
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop when a search holds this much memory (500M, 2G) and say what is known
    #[arg(long, default_value = "2G", value_parser = bytes)]
    pub memory: u64,
}

impl LimitArgs {
    /// The limits for a board. Where there is always something left to try, there is always a limit.
    pub fn for_board(&self, shape: Shape, plan: &Plan) -> LimitArgs {
        let is_open_ended = match plan.algorithm {
            None => shape.area() > SHORTEST_CELLS && plan.metric == Metric::SingleTile,
            Some(algorithm) => algorithm == Algorithm::Beam,
        };
        let default = (is_open_ended && plan.effort.is_none()).then_some(TIME_TO_SHORTEN);
        LimitArgs {
            time: self.time.or(default),
            ..self.clone()
        }
    }
}

/// Why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its time was over.
    Time,
    /// It held too much memory.
    Memory,
    /// Ctrl-C.
    Interrupted,
}

impl Reason {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Memory => "memory",
            Reason::Interrupted => "interrupted",
        }
    }
}

/// A time that passes.
#[derive(Clone, Copy, Debug)]
pub struct Passing {
    begun: Instant,
    time: Option<Duration>,
}

impl Passing {
    /// How much of it has passed, from 0 to 1; nothing of a time without end.
    pub fn share(&self) -> f64 {
        match self.time {
            None => 0.0,
            Some(time) if time.is_zero() => 1.0,
            Some(time) => self.begun.elapsed().as_secs_f64() / time.as_secs_f64(),
        }
    }
}

/// Watches over one search.
#[derive(Debug)]
pub struct Guard {
    passing: Passing,
    deadline: Option<Instant>,
    memory: u64,
    progress: ProgressBar,
    begun: Instant,
    /// What had been generated at the first look: a search may go on where another stopped.
    before: Option<u64>,
    shown: Instant,
    _listening: Listening,
    /// Why the search was stopped, if it was.
    pub reason: Option<Reason>,
}

impl Guard {
    /// The limits begin now.
    pub fn new(limits: &LimitArgs) -> Guard {
        let begun = Instant::now();
        // Drawn on stderr, and only if that is a terminal.
        let progress = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Guard {
            passing: Passing {
                begun,
                time: limits.time,
            },
            deadline: limits.time.and_then(|time| begun.checked_add(time)),
            memory: limits.memory,
            progress,
            begun,
            before: None,
            shown: begun,
            _listening: Listening::begin(),
            reason: None,
        }
    }

    /// The time that the search has.
    pub const fn passing(&self) -> Passing {
        self.passing
    }

    /// To be called now and then by the search; `best` is the length of its best solution so far.
    pub fn check(&mut self, stats: &Stats, at_least: u32, best: Option<usize>) -> ControlFlow<()> {
        let now = self.listen(stats.peak_bytes)?;
        let before = *self.before.get_or_insert(stats.generated);
        let generated = stats.generated.saturating_sub(before);
        let rate = generated as f64 / (now - self.begun).as_secs_f64();
        self.show(now, || {
            let best = best.map_or_else(String::new, |length| format!("{length} moves, "));
            format!(
                "{best}at least {at_least} moves, {} boards generated, {:.1} million a second",
                stats.generated,
                rate / 1e6
            )
        });
        ControlFlow::Continue(())
    }

    /// The same where a solution is told move by move.
    pub fn check_told(&mut self, told: usize, at_least: u64) -> ControlFlow<()> {
        let now = self.listen(0)?;
        self.show(now, || {
            format!("{told} moves so far, at least {at_least} in all")
        });
        ControlFlow::Continue(())
    }

    /// The same where somebody else estimates boards one by one.
    pub fn check_estimated(&mut self, estimated: usize, boards: usize) -> ControlFlow<()> {
        let now = self.listen(0)?;
        self.show(now, || format!("{estimated} of {boards} boards estimated"));
        ControlFlow::Continue(())
    }

    /// Ends the search, or says what time it is.
    fn listen(&mut self, bytes: u64) -> ControlFlow<(), Instant> {
        let now = Instant::now();
        self.reason = if is_interrupted() {
            Some(Reason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            Some(Reason::Time)
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

    fn show(&mut self, now: Instant, message: impl FnOnce() -> String) {
        if now - self.shown > Duration::from_millis(200) {
            self.shown = now;
            self.progress.set_message(message());
            self.progress.tick();
        }
    }

    /// The search is over; gives the seconds it took.
    pub fn finish(&self) -> f64 {
        self.progress.finish_and_clear();
        self.begun.elapsed().as_secs_f64()
    }
}

/// Watches over work of which it is known how much there is, such as the construction or the check of a table.
#[derive(Debug)]
pub struct Construction {
    progress: ProgressBar,
    _listening: Listening,
}

impl Construction {
    /// So many things to do; `what` says on a terminal what they are.
    pub fn new(things: usize, what: String) -> Construction {
        let progress = ProgressBar::new(things as u64);
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent}% {elapsed}");
        progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        progress.set_message(what);
        if !progress.is_hidden() {
            progress.enable_steady_tick(Duration::from_millis(500));
        }
        Construction {
            progress,
            _listening: Listening::begin(),
        }
    }

    /// So many more are done.
    pub fn add(&self, done: u64) {
        self.progress.inc(done);
    }

    /// The same for those who ask whether to go on.
    pub fn level(&self, done: u64) -> ControlFlow<()> {
        self.add(done);
        match is_interrupted() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Does something while nothing is shown, so that what it prints stays.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.progress.suspend(work)
    }
}

impl Drop for Construction {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}

/// A time with its unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let unit = match &text[split..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("a time is a number with ms, s, m or h: 500ms, 10s, 2m".into()),
    };
    let number: f64 = text[..split]
        .parse()
        .map_err(|_| "a time begins with a number: 10s".to_string())?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| "that time is too long".into())
}

/// An amount of memory with its unit.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 0,
        "k" | "K" | "kB" | "KB" | "KiB" => 10,
        "M" | "MB" | "MiB" => 20,
        "G" | "GB" | "GiB" => 30,
        "T" | "TB" | "TiB" => 40,
        _ => return Err("memory is a number with K, M or G: 500M, 2G".into()),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "memory begins with a whole number: 2G".to_string())?;
    number
        .checked_mul(1 << unit)
        .ok_or_else(|| "that is more memory than there is".into())
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
