//! The terminal as a stage: taken over for a while, and given back however that ends.

use super::input::is_interrupt;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};
use std::io::{self, IsTerminal, Stdout};
use std::ops::ControlFlow;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};
use taquin_app::exit::{Exit, Failure};
use taquin_app::limits::{Listening, is_interrupted};

/// Something that is drawn again and again and listens to keys. All times are since it began.
pub(crate) trait Stage {
    /// Draws it.
    fn draw(&self, frame: &mut Frame<'_>, now: Duration);
    /// Somebody did something in a window of this size; breaks to leave.
    fn act(&mut self, event: &Event, area: Rect, now: Duration) -> ControlFlow<()>;
    /// Time has passed.
    fn tick(&mut self, now: Duration);
    /// How long it can do without a tick.
    fn wait(&self, now: Duration) -> Duration;
}

/// An error if standard output is not a terminal; `way_out` names an alternative.
pub(crate) fn needs_terminal(what: &str, way_out: &str) -> Result<(), Failure> {
    match io::stdout().is_terminal() {
        true => Ok(()),
        false => Err(Failure::Usage(format!(
            "{what} needs a terminal, but standard output is not one; {way_out}"
        ))),
    }
}

/// Whether there may be colours (no-color.org).
pub(crate) fn is_coloured() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows a stage until somebody leaves it.
pub(crate) fn show(stage: &mut impl Stage) -> Result<Exit, Failure> {
    let mut screen = Screen::open()?;
    let begun = Instant::now();
    loop {
        let now = begun.elapsed();
        stage.tick(now);
        let area = screen.terminal.draw(|frame| stage.draw(frame, now))?.area;
        let mut wait = stage.wait(now);
        while event::poll(wait)? {
            wait = Duration::ZERO;
            let event = event::read()?;
            if is_interrupt(&event) {
                return Ok(Exit::Interrupted);
            }
            if stage.act(&event, area, begun.elapsed()).is_break() {
                return Ok(Exit::Success);
            }
        }
        if screen.is_ended() {
            return Ok(Exit::Interrupted);
        }
    }
}

/// The terminal while it is taken over: it is given back when this is dropped, and when anything panics.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Whether the program was asked to end.
    is_terminated: Arc<AtomicBool>,
    _listening: Listening,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Screen> {
        give_back_on_panic();
        let is_terminated = Arc::default();
        listen(&is_terminated)?;
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::Relaxed);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture);
        match entered.and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout()))) {
            Ok(terminal) => Ok(Screen {
                terminal,
                is_terminated,
                _listening: Listening::begin(),
            }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    fn is_ended(&self) -> bool {
        self.is_terminated.load(Ordering::Relaxed) || is_interrupted()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Giving the terminal back twice would put the cursor where it was at first, over what has been said since.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Where that fails there is nobody left to tell.
fn give_back() {
    if !IS_TAKEN.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = disable_raw_mode();
}

/// What a panic says should be on the screen that stays.
fn give_back_on_panic() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let say = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            give_back();
            say(panicked);
        }));
    });
}

/// SIGTERM asks for an end. A terminal that is closed (SIGHUP) needs nothing back.
#[cfg(unix)]
fn listen(is_terminated: &Arc<AtomicBool>) -> io::Result<()> {
    let signal = signal_hook::consts::SIGTERM;
    signal_hook::flag::register(signal, is_terminated.clone()).map(drop)
}

#[cfg(not(unix))]
fn listen(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}
