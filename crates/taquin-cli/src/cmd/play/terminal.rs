//! The terminal: switched to full screen, and restored in every case.

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
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use taquin_app::exit::{Exit, Failure};
use taquin_app::limits::{InterruptGuard, is_interrupted};

/// What is shown on the full screen and reacts to events. All times are since its start.
pub(crate) trait Stage {
    /// Draws it.
    fn draw(&self, frame: &mut Frame<'_>, now: Duration);
    /// Handles an event in a window of this size; breaks to leave.
    fn act(&mut self, event: &Event, area: Rect, now: Duration) -> ControlFlow<()>;
    /// Time has passed.
    fn tick(&mut self, now: Duration);
    /// How long it can wait for the next tick.
    fn wait(&self, now: Duration) -> Duration;
}

/// An error if standard output is not a terminal; `advice` names an alternative.
pub(crate) fn needs_terminal(what: &str, advice: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() {
        Ok(())
    } else {
        Err(Failure::Usage(format!(
            "{what} needs a terminal, but standard output is not one; {advice}"
        )))
    }
}

/// Whether colours are allowed (no-color.org).
pub(crate) fn is_coloured() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows a stage until the user leaves it.
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

/// The terminal in full screen; it is restored on drop and on panic.
#[derive(Debug)]
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    _listening: InterruptGuard,
}

impl Screen {
    /// Switches the terminal to full screen.
    pub fn open() -> io::Result<Screen> {
        give_back_on_panic();
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::Relaxed);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture);
        match entered.and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout()))) {
            Ok(terminal) => Ok(Screen {
                terminal,
                _listening: InterruptGuard::begin(),
            }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    fn is_ended(&self) -> bool {
        is_interrupted()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restoring the terminal twice would move the cursor back over later output.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Errors are ignored: there is no place to report them.
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

/// The message of a panic must be on the normal screen.
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
