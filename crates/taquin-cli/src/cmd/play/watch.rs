//! A solution that is replayed on the screen.

use super::game::Length;
use super::input::{Control, WATCH_HELP, control, is_key};
use super::replay::Replay;
use super::terminal::Stage;
use super::view::{self, View};
use ratatui::Frame;
use ratatui::crossterm::event::Event;
use ratatui::layout::Rect;
use std::ops::ControlFlow;
use std::time::Duration;

const KEYS: [&str; 6] = [
    "? help",
    "q leave",
    "Space pause",
    "Left Right step",
    "+ - speed",
    "g goal",
];

/// The replay of a solution.
#[derive(Debug)]
pub(crate) struct Watch {
    replay: Replay,
    length: Length,
    shows_goal: bool,
    shows_help: bool,
    is_coloured: bool,
}

impl Watch {
    /// Shows a solution; no solution has fewer than `at_least` moves.
    pub(crate) fn new(replay: Replay, at_least: u32, is_coloured: bool) -> Watch {
        let known = replay.progress().1 as u32;
        Watch {
            replay,
            length: Length { known, at_least },
            shows_goal: false,
            shows_help: false,
            is_coloured,
        }
    }

    fn status(&self) -> String {
        let (made, all) = self.replay.progress();
        format!(
            "move {made} of {all}   slides {}   {} per second",
            self.replay.lines(),
            self.replay.speed()
        )
    }

    fn message(&self) -> String {
        let length = match self.length {
            length if length.is_exact() => "shortest".into(),
            Length { at_least, .. } => format!("at least {at_least}"),
        };
        let is_paused = self.replay.is_paused();
        match self.replay.next() {
            None => format!("the end ({length}); Space replays it"),
            Some(_) if is_paused => format!("paused ({length})"),
            Some(m) => {
                let board = self.replay.board();
                let source = board.shape().source_unchecked(board.blank(), m);
                format!("next: {} {m}", board.tile(source))
            }
        }
    }
}

impl Stage for Watch {
    fn draw(&self, frame: &mut Frame<'_>, _: Duration) {
        if self.shows_help {
            return view::draw_help(frame, &WATCH_HELP);
        }
        let board = self.replay.board();
        let source = |m| board.shape().source(board.blank(), m);
        let view = View {
            board,
            goal: self.replay.goal(),
            shows_goal: self.shows_goal,
            marked: self.replay.next().and_then(source),
            status: self.status(),
            message: self.message(),
            keys: &KEYS,
            is_coloured: self.is_coloured,
        };
        view::draw(frame, &view);
    }

    fn act(&mut self, event: &Event, _: Rect, now: Duration) -> ControlFlow<()> {
        if self.shows_help {
            self.shows_help = !is_key(event);
            return ControlFlow::Continue(());
        }
        match control(event) {
            None => {}
            Some(Control::Pause) => self.replay.pause_or_go_on(now),
            Some(Control::Step) => self.replay.step(),
            Some(Control::Back) => self.replay.back(),
            Some(Control::First) => self.replay.rewind(),
            Some(Control::Last) => self.replay.end(),
            Some(Control::Faster) => self.replay.faster(),
            Some(Control::Slower) => self.replay.slower(),
            Some(Control::ShowGoal) => self.shows_goal = !self.shows_goal,
            Some(Control::Help) => self.shows_help = true,
            Some(Control::Quit) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, now: Duration) {
        self.replay.tick(now);
    }

    fn wait(&self, now: Duration) -> Duration {
        let most = Duration::from_millis(100);
        self.replay.wait(now).map_or(most, |wait| wait.min(most))
    }
}
