//! Keys and the mouse: what each means, as tables.

use super::scramble::Difficulty;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Position;
use taquin::Move;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Move a tile, or the blank, one step.
    Step(Move),
    /// Move a whole line.
    SlideAll(Move),
    /// Move the tile at this place of the screen, and those between it and the blank.
    Click(Position),
    Undo,
    Redo,
    Hint,
    Watch,
    /// A new board, of another difficulty if one is named.
    New(Option<Difficulty>),
    ShowGoal,
    /// Switch the keys between directions of the tile and of the blank.
    Flip,
    Help,
    Quit,
}

/// The actions during the replay of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    Pause,
    Step,
    Back,
    First,
    Last,
    Faster,
    Slower,
    ShowGoal,
    Help,
    Quit,
}

/// The help for the keys of a game.
pub(super) const GAME_HELP: [(&str, &str); 10] = [
    ("arrows WASD HJKL", "move a tile"),
    ("Shift, or click", "slide a line of tiles"),
    ("u Ctrl-Z, r", "undo, redo"),
    ("i", "show a hint"),
    ("v", "watch a solution"),
    ("n", "start a new board"),
    ("1 2 3", "easy, medium, hard"),
    ("g", "show the goal"),
    ("b", "keys move the blank"),
    ("q Esc", "quit"),
];

/// The same for the replay of a solution.
pub(super) const WATCH_HELP: [(&str, &str); 6] = [
    ("Space p", "pause, continue"),
    ("Right, Left", "step forward, back"),
    ("+ -", "faster, slower"),
    ("Home, End", "first board, last board"),
    ("g", "show the goal"),
    ("q Esc", "leave"),
];

const GAME: [(KeyCode, Action); 36] = [
    (KeyCode::Up, Action::Step(Move::Up)),
    (KeyCode::Down, Action::Step(Move::Down)),
    (KeyCode::Left, Action::Step(Move::Left)),
    (KeyCode::Right, Action::Step(Move::Right)),
    (KeyCode::Char('w'), Action::Step(Move::Up)),
    (KeyCode::Char('s'), Action::Step(Move::Down)),
    (KeyCode::Char('a'), Action::Step(Move::Left)),
    (KeyCode::Char('d'), Action::Step(Move::Right)),
    (KeyCode::Char('k'), Action::Step(Move::Up)),
    (KeyCode::Char('j'), Action::Step(Move::Down)),
    (KeyCode::Char('h'), Action::Step(Move::Left)),
    (KeyCode::Char('l'), Action::Step(Move::Right)),
    (KeyCode::Char('W'), Action::SlideAll(Move::Up)),
    (KeyCode::Char('S'), Action::SlideAll(Move::Down)),
    (KeyCode::Char('A'), Action::SlideAll(Move::Left)),
    (KeyCode::Char('D'), Action::SlideAll(Move::Right)),
    (KeyCode::Char('K'), Action::SlideAll(Move::Up)),
    (KeyCode::Char('J'), Action::SlideAll(Move::Down)),
    (KeyCode::Char('H'), Action::SlideAll(Move::Left)),
    (KeyCode::Char('L'), Action::SlideAll(Move::Right)),
    (KeyCode::Char('u'), Action::Undo),
    (KeyCode::Backspace, Action::Undo),
    (KeyCode::Char('r'), Action::Redo),
    (KeyCode::Char('i'), Action::Hint),
    (KeyCode::Char('v'), Action::Watch),
    (KeyCode::Char('n'), Action::New(None)),
    (KeyCode::Char('1'), Action::New(Some(Difficulty::Easy))),
    (KeyCode::Char('2'), Action::New(Some(Difficulty::Medium))),
    (KeyCode::Char('3'), Action::New(Some(Difficulty::Hard))),
    (KeyCode::Char('g'), Action::ShowGoal),
    (KeyCode::Char('b'), Action::Flip),
    (KeyCode::Char('?'), Action::Help),
    (KeyCode::F(1), Action::Help),
    (KeyCode::Char('q'), Action::Quit),
    (KeyCode::Char('Q'), Action::Quit),
    (KeyCode::Esc, Action::Quit),
];

const WATCH: [(KeyCode, Control); 18] = [
    (KeyCode::Char(' '), Control::Pause),
    (KeyCode::Char('p'), Control::Pause),
    (KeyCode::Right, Control::Step),
    (KeyCode::Char('l'), Control::Step),
    (KeyCode::Left, Control::Back),
    (KeyCode::Char('h'), Control::Back),
    (KeyCode::Home, Control::First),
    (KeyCode::End, Control::Last),
    (KeyCode::Char('+'), Control::Faster),
    (KeyCode::Char('='), Control::Faster),
    (KeyCode::Char('-'), Control::Slower),
    (KeyCode::Char('g'), Control::ShowGoal),
    (KeyCode::Char('?'), Control::Help),
    (KeyCode::F(1), Control::Help),
    (KeyCode::Char('q'), Control::Quit),
    (KeyCode::Char('Q'), Control::Quit),
    (KeyCode::Char('v'), Control::Quit),
    (KeyCode::Esc, Control::Quit),
];

/// What an event means in a game.
pub(super) fn action(event: &Event) -> Option<Action> {
    if let Event::Mouse(mouse) = event {
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        let place = Position::new(mouse.column, mouse.row);
        return is_click.then_some(Action::Click(place));
    }
    let key = pressed(event)?;
    match (key.modifiers, find(&GAME, key)) {
        (KeyModifiers::CONTROL, _) => (key.code == KeyCode::Char('z')).then_some(Action::Undo),
        // Terminals send letters as capitals, and arrows as they are.
        (KeyModifiers::SHIFT, Some(Action::Step(m))) => Some(Action::SlideAll(m)),
        (KeyModifiers::NONE | KeyModifiers::SHIFT, action) => action,
        _ => None,
    }
}

/// What an event means during the replay of a solution.
pub(super) fn control(event: &Event) -> Option<Control> {
    let key = pressed(event)?;
    let is_plain = matches!(key.modifiers, KeyModifiers::NONE | KeyModifiers::SHIFT);
    find(&WATCH, key).filter(|_| is_plain)
}

/// Whether this is Ctrl-C, which in raw mode is a key like any other.
pub(super) fn is_interrupt(event: &Event) -> bool {
    let is_c =
        |key: KeyEvent| key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL;
    pressed(event).is_some_and(is_c)
}

/// Whether a key was pressed at all.
pub(super) fn is_key(event: &Event) -> bool {
    pressed(event).is_some()
}

/// Some terminals also report released keys.
fn pressed(event: &Event) -> Option<KeyEvent> {
    event
        .as_key_event()
        .filter(|key| key.kind != KeyEventKind::Release)
}

fn find<T: Copy>(table: &[(KeyCode, T)], key: KeyEvent) -> Option<T> {
    let entry = table.iter().find(|(code, _)| *code == key.code);
    entry.map(|&(_, meaning)| meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn no_key_means_two_things() {
        for (place, (code, _)) in GAME.iter().enumerate() {
            assert!(
                GAME[..place].iter().all(|(other, _)| other != code),
                "{code}"
            );
        }
        for (place, (code, _)) in WATCH.iter().enumerate() {
            assert!(
                WATCH[..place].iter().all(|(other, _)| other != code),
                "{code}"
            );
        }
    }

    #[test]
    fn modifiers_change_what_keys_mean() {
        let (none, shift, control) = (
            KeyModifiers::NONE,
            KeyModifiers::SHIFT,
            KeyModifiers::CONTROL,
        );
        let cases = [
            (KeyCode::Up, none, Some(Action::Step(Move::Up))),
            (KeyCode::Up, shift, Some(Action::SlideAll(Move::Up))),
            (
                KeyCode::Char('A'),
                shift,
                Some(Action::SlideAll(Move::Left)),
            ),
            (KeyCode::Char('A'), none, Some(Action::SlideAll(Move::Left))),
            (KeyCode::Char('?'), shift, Some(Action::Help)),
            (KeyCode::Char('z'), control, Some(Action::Undo)),
            (KeyCode::Char('z'), none, None),
            // Ctrl-H is not H, and Alt-Q is not Q.
            (KeyCode::Char('h'), control, None),
            (KeyCode::Char('q'), KeyModifiers::ALT, None),
            (KeyCode::Char('x'), none, None),
        ];
        for (code, modifiers, meaning) in cases {
            assert_eq!(action(&key(code, modifiers)), meaning, "{code} {modifiers}");
        }
        assert!(is_interrupt(&key(KeyCode::Char('c'), control)));
        assert!(!is_interrupt(&key(KeyCode::Char('c'), none)));
    }

    #[test]
    fn a_key_that_is_let_go_does_nothing() {
        let mut up = KeyEvent::new(KeyCode::Up, KeyModifiers::NONE);
        up.kind = KeyEventKind::Release;
        assert_eq!(action(&Event::Key(up)), None);
    }

    #[test]
    fn whatever_help_names_does_something() {
        let code = |name: &str| match name {
            "Right" => KeyCode::Right,
            "Left" => KeyCode::Left,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "Esc" => KeyCode::Esc,
            "Space" => KeyCode::Char(' '),
            name => KeyCode::Char(name.chars().next().unwrap_or(' ')),
        };
        let words = |keys: &'static str| keys.split([' ', ',']).filter(|word| !word.is_empty());
        // The first two lines are of arrows, letters and the mouse.
        for (keys, _) in &GAME_HELP[2..] {
            for name in words(keys).filter(|name| *name != "Ctrl-Z") {
                assert!(
                    action(&key(code(name), KeyModifiers::NONE)).is_some(),
                    "{name}"
                );
            }
        }
        for (keys, _) in &WATCH_HELP {
            for name in words(keys) {
                assert!(
                    control(&key(code(name), KeyModifiers::NONE)).is_some(),
                    "{name}"
                );
            }
        }
    }
}
