//! The games of a player, with hints and replayed solutions.

use super::game::Game;
use super::input::{Action, GAME_HELP, action, is_key};
use super::replay::Replay;
use super::scramble::Wanted;
use super::terminal::Stage;
use super::view::{self, Layout, View};
use super::watch::Watch;
use super::worker::{Question, Reply, Worker};
use ratatui::Frame;
use ratatui::crossterm::event::Event;
use ratatui::layout::{Position, Rect};
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::{Cell, Move, Problem};

const KEYS: [&str; 7] = [
    "? help",
    "q quit",
    "i hint",
    "u undo",
    "n new",
    "v watch a solution",
    "g goal",
];
/// The speed of a replay, in moves per second.
const SPEED: f64 = 3.0;

/// The purpose of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Hint,
    Watch,
    /// To rate the finished game.
    Verdict,
    New,
}

/// The state of the screen.
#[derive(Debug)]
pub(super) struct Session {
    game: Game,
    worker: Worker,
    /// The purpose of the current question.
    pending: Option<Purpose>,
    /// Which boards to draw.
    wanted: Wanted,
    watch: Option<Watch>,
    shows_hint: bool,
    shows_goal: bool,
    shows_help: bool,
    /// Keys give directions of the blank.
    moves_blank: bool,
    notice: String,
    is_coloured: bool,
}

impl Session {
    pub(super) fn new(game: Game, worker: Worker, wanted: Wanted, is_coloured: bool) -> Session {
        Session {
            game,
            worker,
            pending: None,
            wanted,
            watch: None,
            shows_hint: false,
            shows_goal: false,
            shows_help: false,
            moves_blank: false,
            notice: String::new(),
            is_coloured,
        }
    }

    fn perform(&mut self, action: Action, area: Rect, now: Duration) -> ControlFlow<()> {
        self.notice.clear();
        match action {
            Action::Quit => return ControlFlow::Break(()),
            Action::Help => self.shows_help = true,
            Action::ShowGoal => self.shows_goal = !self.shows_goal,
            Action::Flip => self.flip(),
            Action::Hint => self.ask_solution(Purpose::Hint, now),
            Action::Watch => self.ask_solution(Purpose::Watch, now),
            Action::New(difficulty) => {
                self.wanted = difficulty.map_or(self.wanted, Wanted::Difficulty);
                self.ask(Purpose::New, Question::Scramble(self.wanted));
            }
            _ => {
                if self.move_tiles(action, area, now) {
                    self.moved();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes a move; returns whether the board changed.
    fn move_tiles(&mut self, action: Action, area: Rect, now: Duration) -> bool {
        match action {
            Action::Step(m) => self.game.step(self.meant(m), now),
            Action::SlideAll(m) => self.game.slide_all(self.meant(m), now),
            Action::Click(place) => self.click(place, area, now),
            Action::Undo => self.game.undo(),
            Action::Redo => self.game.redo(now),
            _ => false,
        }
    }

    /// Drops the current question.
    fn moved(&mut self) {
        self.worker.forget();
        self.pending = None;
        self.shows_hint = false;
        if self.game.is_over() && self.game.shortest.is_none() {
            let problem = self.game.problem().clone();
            self.ask(Purpose::Verdict, Question::Solve(problem));
        }
    }

    fn meant(&self, m: Move) -> Move {
        if self.moves_blank { m.opposite() } else { m }
    }

    fn flip(&mut self) {
        self.moves_blank = !self.moves_blank;
        self.notice = if self.moves_blank {
            "keys move the blank".into()
        } else {
            "keys move the tile".into()
        };
    }

    fn click(&mut self, place: Position, area: Rect, now: Duration) -> bool {
        let shape = self.game.board().shape();
        let layout = Layout::new(area, shape, self.shows_goal).ok();
        let cell = layout.and_then(|layout| layout.board.cell_at(place));
        cell.is_some_and(|cell| self.game.slide_from(cell, now))
    }

    fn ask(&mut self, purpose: Purpose, question: Question) {
        self.pending = Some(purpose);
        self.worker.ask(question);
    }

    /// Shows a solution of the current board, immediately if one is known.
    fn ask_solution(&mut self, purpose: Purpose, now: Duration) {
        if self.game.is_over() {
            return;
        }
        if self.game.solution().is_some() {
            return self.show_solution(purpose, now);
        }
        let (board, goal) = (
            self.game.board().clone(),
            self.game.problem().goal().clone(),
        );
        let problem = Problem::new(board, goal).expect("moves keep the goal in reach");
        self.ask(purpose, Question::Solve(problem));
    }

    fn show_solution(&mut self, purpose: Purpose, now: Duration) {
        let Some(solution) = self.game.solution() else {
            return;
        };
        if purpose == Purpose::Watch {
            let board = self.game.board().clone();
            let goal = self.game.problem().goal().clone();
            let replay = Replay::new(board, goal, solution.moves.clone(), SPEED, now);
            self.watch = Some(Watch::new(replay, solution.at_least, self.is_coloured));
        } else {
            self.shows_hint = true;
        }
        self.game.is_helped = true;
    }

    fn hear(&mut self, purpose: Purpose, reply: Reply, now: Duration) {
        match (reply, purpose) {
            (Reply::Solution(solution), Purpose::Verdict) => {
                self.game.shortest = Some(solution.length())
            }
            (Reply::Solution(solution), _) => {
                self.game.learn(solution);
                self.show_solution(purpose, now);
            }
            (Reply::Game(game), _) => {
                self.game = *game;
                self.shows_hint = false;
            }
            (Reply::Nothing(why), _) => self.notice = why,
        }
    }

    fn status(&self, now: Duration) -> String {
        let (tiles, lines) = self.game.counts();
        let seconds = self.game.time(now).as_secs();
        let best = match self.game.shortest {
            Some(length) if length.is_exact() => format!("   best {}", length.known),
            _ => String::new(),
        };
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        format!("moves {tiles}   slides {lines}   {minutes}:{seconds:02}{best}")
    }

    fn message(&self) -> String {
        match self.pending {
            Some(Purpose::New) => return "generating a board…".into(),
            Some(Purpose::Hint | Purpose::Watch) => return "thinking…".into(),
            Some(Purpose::Verdict) => return "Solved! Searching for a shortest solution…".into(),
            None if !self.notice.is_empty() => return self.notice.clone(),
            None if self.game.is_solved() => return self.verdict(),
            None => {}
        }
        let (Some(solution), Some((m, cell))) = (self.game.solution(), self.hint()) else {
            return String::new();
        };
        let (tile, length) = (self.game.board().tile(cell), solution.length());
        if length.is_exact() {
            format!("hint: tile {tile} {m}, {} to go", length.known)
        } else {
            format!("hint: tile {tile} {m}, {} or fewer to go", length.known)
        }
    }

    /// The move to make and the cell of its tile.
    fn hint(&self) -> Option<(Move, Cell)> {
        let m = *self
            .game
            .solution()
            .filter(|_| self.shows_hint)?
            .moves
            .first()?;
        let board = self.game.board();
        Some((m, board.shape().source(board.blank(), m)?))
    }

    /// The result of a finished game.
    fn verdict(&self) -> String {
        let (moves, _) = self.game.counts();
        let helped = if self.game.is_helped {
            " with help"
        } else {
            ""
        };
        let length = match self.game.shortest {
            None => String::new(),
            Some(length) => {
                let (known, is_exact) = (length.known as usize, length.is_exact());
                match (moves.checked_sub(known), is_exact) {
                    (Some(0), true) => "No solution is shorter.".into(),
                    (Some(more), true) => {
                        format!("The shortest solution has {known}, {more} fewer.")
                    }
                    (Some(0), false) => "No shorter solution is known.".into(),
                    (Some(more), false) => {
                        format!("The best known solution has {known}, {more} fewer.")
                    }
                    (None, _) => format!("The best known solution has {known}."),
                }
            }
        };
        format!("Solved{helped}! {length} n: new board")
    }
}

impl Stage for Session {
    fn draw(&self, frame: &mut Frame<'_>, now: Duration) {
        if let Some(watch) = &self.watch {
            return watch.draw(frame, now);
        }
        if self.shows_help {
            return view::draw_help(frame, &GAME_HELP);
        }
        let view = View {
            board: self.game.board(),
            goal: self.game.problem().goal(),
            shows_goal: self.shows_goal,
            marked: self.hint().map(|(_, cell)| cell),
            status: self.status(now),
            message: self.message(),
            keys: &KEYS,
            is_coloured: self.is_coloured,
        };
        view::draw(frame, &view);
    }

    fn act(&mut self, event: &Event, area: Rect, now: Duration) -> ControlFlow<()> {
        if let Some(watch) = &mut self.watch {
            if watch.act(event, area, now).is_break() {
                self.watch = None;
            }
        } else if self.shows_help {
            self.shows_help = !is_key(event);
        } else if let Some(action) = action(event) {
            return self.perform(action, area, now);
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, now: Duration) {
        if let Some(watch) = &mut self.watch {
            watch.tick(now);
        }
        if let Some(purpose) = self.pending
            && let Some(reply) = self.worker.answer()
        {
            self.pending = None;
            self.hear(purpose, reply, now);
        }
    }

    fn wait(&self, now: Duration) -> Duration {
        match &self.watch {
            Some(watch) => watch.wait(now),
            None => Duration::from_millis(50),
        }
    }
}
