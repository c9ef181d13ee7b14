//! Draws a board with three lines of text below. Cells are as large as the window allows.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use taquin::{Board, Cell, Shape};

/// The lines below the board: status, message, keys.
const TEXT_LINES: u16 = 3;
/// Columns between the board and its goal.
const GAP: u32 = 3;

/// What to draw.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) board: &'a Board,
    pub(super) goal: &'a Board,
    /// Whether the goal is drawn beside the board.
    pub(super) shows_goal: bool,
    /// A cell to highlight.
    pub(super) marked: Option<Cell>,
    pub(super) status: String,
    /// The message; it may also use the line of the keys.
    pub(super) message: String,
    /// The most important first.
    pub(super) keys: &'a [&'a str],
    pub(super) is_coloured: bool,
}

/// How large cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    /// Columns and lines inside a cell.
    width: u32,
    height: u32,
    /// Columns on the right of a number.
    margin: u32,
    /// Whether there are lines between cells.
    is_ruled: bool,
}

/// Where a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    shape: Shape,
    origin: Position,
    size: Size,
}

/// Where everything is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) board: Grid,
    goal: Option<Grid>,
}

impl Size {
    /// From the largest to the smallest.
    fn all(shape: Shape) -> [Size; 3] {
        let digits = (shape.area() - 1).to_string().len() as u32;
        let size = |left, height, margin, is_ruled| Size {
            width: left + digits + margin,
            height,
            margin,
            is_ruled,
        };
        [
            size(2, 3, 2, true),
            size(1, 1, 1, true),
            size(1, 1, 0, false),
        ]
    }

    /// From one cell to the next.
    const fn steps(self) -> (u32, u32) {
        let rule = self.is_ruled as u32;
        (self.width + rule, self.height + rule)
    }

    /// The columns and lines of a board.
    const fn extent(self, shape: Shape) -> (u32, u32) {
        let rule = self.is_ruled as u32;
        let (across, down) = self.steps();
        (shape.cols() * across + rule, shape.rows() * down + rule)
    }
}

impl Grid {
    /// The cell at a place of the screen.
    pub(super) fn cell_at(&self, place: Position) -> Option<Cell> {
        let (across, down) = self.size.steps();
        let x = u32::from(place.x.checked_sub(self.origin.x)?);
        let y = u32::from(place.y.checked_sub(self.origin.y)?);
        self.shape.cell(y / down, x / across)
    }
}

impl Layout {
    /// The largest layout that fits; otherwise the columns and lines that it needs.
    pub(super) fn new(area: Rect, shape: Shape, shows_goal: bool) -> Result<Layout, (u32, u32)> {
        let sizes = Size::all(shape);
        let least = sizes[2].extent(shape);
        let beside = if shows_goal { GAP + least.0 } else { 0 };
        let room = (
            u32::from(area.width),
            u32::from(area.height.saturating_sub(TEXT_LINES)),
        );
        let fits = |size: &Size, beside| {
            let (width, height) = size.extent(shape);
            width + beside <= room.0 && height <= room.1
        };
        let with_goal = sizes.iter().find(|size| fits(size, beside));
        let size = with_goal.or_else(|| sizes.iter().find(|size| fits(size, 0)));
        let Some(&size) = size else {
            return Err((least.0, least.1 + u32::from(TEXT_LINES)));
        };
        let grid = |x: u32, size| Grid {
            shape,
            origin: Position::new(area.x + x as u16, area.y),
            size,
        };
        let goal = grid(size.extent(shape).0 + GAP, sizes[2]);
        Ok(Layout {
            board: grid(0, size),
            goal: with_goal.filter(|_| shows_goal).map(|_| goal),
        })
    }
}

/// Draws everything, or a message with the size that the window needs.
pub(super) fn draw(frame: &mut Frame<'_>, view: &View<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let shape = view.board.shape();
    let layout = match Layout::new(area, shape, view.shows_goal) {
        Ok(layout) => layout,
        Err((columns, lines)) => {
            let (width, height) = (area.width, area.height);
            let words = format!(
                "This {shape} board needs {columns} columns and {lines} lines; the window has {width} and {height}. Make \
                 it larger, or press q to quit."
            );
            wrap(&words, width).enumerate().for_each(|(line, words)| {
                print(buffer, area, line as u16, words, Style::new());
            });
            return;
        }
    };
    if layout.board.size.is_ruled {
        draw_rules(buffer, &layout.board, view.style(Tone::Quiet));
    }
    draw_tiles(buffer, &layout.board, view.board, |cell| {
        view.style_at(cell)
    });
    if let Some(goal) = &layout.goal {
        draw_tiles(buffer, goal, view.goal, |_| view.style(Tone::Plain));
    }
    let (_, lines) = layout.board.size.extent(shape);
    let below = lines as u16;
    print(buffer, area, below, &view.status, view.style(Tone::Plain));
    let message = if view.shows_goal && layout.goal.is_none() && view.message.is_empty() {
        "no space for the goal"
    } else {
        &view.message
    };
    let keys = keys_that_fit(view.keys, area.width);
    print(buffer, area, below + 2, &keys, view.style(Tone::Quiet));
    for (line, words) in (below + 1..).zip(wrap(message, area.width).take(2)) {
        let blank = " ".repeat(area.width.into());
        print(buffer, area, line, &blank, Style::new());
        print(buffer, area, line, words, view.style(Tone::Strong));
    }
}

/// The keys and what they do, in place of the board.
pub(super) fn draw_help(frame: &mut Frame<'_>, help: &[(&str, &str)]) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let width = help.iter().map(|(keys, _)| keys.len()).max().unwrap_or(0);
    for (line, (keys, what)) in (0..).zip(help) {
        let words = format!("{keys:width$}  {what}");
        print(buffer, area, line, &words, Style::new());
    }
    let line = help.len() as u16 + 1;
    print(buffer, area, line, "press any key to return", Style::new());
}

enum Tone {
    Plain,
    Quiet,
    Strong,
    Home,
    Marked,
}

impl View<'_> {
    /// Whatever has a colour also has a weight or a text.
    fn style(&self, tone: Tone) -> Style {
        let (colour, weight) = match tone {
            Tone::Plain => (None, Modifier::empty()),
            Tone::Quiet => (None, Modifier::DIM),
            Tone::Strong => (Some(Color::Yellow), Modifier::BOLD),
            Tone::Home => (Some(Color::Green), Modifier::BOLD),
            Tone::Marked => (Some(Color::Yellow), Modifier::REVERSED),
        };
        let style = Style::new().add_modifier(weight);
        match colour {
            Some(colour) if self.is_coloured => style.fg(colour),
            _ => style,
        }
    }

    fn style_at(&self, cell: Cell) -> Style {
        self.style(if self.marked == Some(cell) {
            Tone::Marked
        } else if self.board.tile(cell) == self.goal.tile(cell) {
            Tone::Home
        } else {
            Tone::Plain
        })
    }
}

fn draw_tiles(buffer: &mut Buffer, grid: &Grid, board: &Board, style: impl Fn(Cell) -> Style) {
    let Grid {
        shape,
        origin,
        size,
    } = *grid;
    let (across, down) = size.steps();
    let rule = u32::from(size.is_ruled);
    for cell in shape.cells() {
        let (tile, style) = (board.tile(cell), style(cell));
        let label = match (tile.is_blank(), size.is_ruled) {
            (true, true) => String::new(),
            (true, false) => "·".into(),
            _ => tile.to_string(),
        };
        // As much on the right of the longest number as on its left.
        let width = (size.width - size.margin) as usize;
        let label = format!("{label:>width$}");
        let x = u32::from(origin.x) + shape.col(cell) * across + rule;
        let y = u32::from(origin.y) + shape.row(cell) * down + rule;
        let filled = Rect::new(x as u16, y as u16, size.width as u16, size.height as u16);
        buffer.set_style(filled, style);
        buffer.set_string(x as u16, (y + size.height / 2) as u16, label, style);
    }
}

/// The lines between cells and around them.
fn draw_rules(buffer: &mut Buffer, grid: &Grid, style: Style) {
    let Grid {
        shape,
        origin,
        size,
    } = *grid;
    let line = |left: &str, between: &str, right: &str, fill: &str| {
        let cell = fill.repeat(size.width as usize);
        let cells = vec![cell; shape.cols() as usize];
        format!("{left}{}{right}", cells.join(between))
    };
    let (_, height) = size.extent(shape);
    let (_, down) = size.steps();
    for y in 0..height {
        let text = match y {
            0 => line("┌", "┬", "┐", "─"),
            _ if y + 1 == height => line("└", "┴", "┘", "─"),
            _ if y % down == 0 => line("├", "┼", "┤", "─"),
            _ => line("│", "│", "│", " "),
        };
        buffer.set_string(origin.x, origin.y + y as u16, text, style);
    }
}

/// One line of text, cut off where the window ends.
fn print(buffer: &mut Buffer, area: Rect, line: u16, text: &str, style: Style) {
    if line < area.height {
        buffer.set_stringn(area.x, area.y + line, text, area.width.into(), style);
    }
}

/// As many keys as fit.
fn keys_that_fit(keys: &[&str], width: u16) -> String {
    let mut text = String::new();
    for key in keys {
        let gap = if text.is_empty() { "" } else { "   " };
        if text.len() + gap.len() + key.len() > width.into() {
            break;
        }
        text = text + gap + key;
    }
    text
}

/// The words of a text in lines of this width.
fn wrap(text: &str, width: u16) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.char_indices().nth(width.into());
        let line = match end {
            None => rest,
            Some((end, _)) if rest[end..].starts_with(' ') => &rest[..end],
            Some((end, c)) => match rest[..end].rfind(' ') {
                Some(space) => &rest[..space],
                // A word that is longer than the line.
                None => &rest[..end.max(c.len_utf8())],
            },
        };
        rest = rest[line.len()..].trim_start();
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use taquin::{Goal, notation};

    fn drawn(start: &str, window: (u16, u16), shows_goal: bool) -> Vec<String> {
        let board = notation::read_any(start.as_bytes(), None).unwrap().start;
        let goal = Goal::Last.board(board.shape());
        let view = View {
            board: &board,
            goal: &goal,
            shows_goal,
            marked: None,
            status: "0 moves".into(),
            message: String::new(),
            keys: &["? help", "q quit", "i hint", "v watch a solution"],
            is_coloured: true,
        };
        let mut terminal = Terminal::new(TestBackend::new(window.0, window.1)).unwrap();
        terminal.draw(|frame| draw(frame, &view)).unwrap();
        let lines = terminal.backend().to_string();
        let lines = lines.lines().map(|line| line.trim_matches('"').trim_end());
        lines.map(String::from).collect()
    }

    #[test]
    fn cells_are_as_large_as_the_window_allows() {
        assert_eq!(
            drawn("1 2/0 3", (30, 12), false),
            [
                "┌─────┬─────┐",
                "│     │     │",
                "│  1  │  2  │",
                "│     │     │",
                "├─────┼─────┤",
                "│     │     │",
                "│     │  3  │",
                "│     │     │",
                "└─────┴─────┘",
                "0 moves",
                "",
                "? help   q quit   i hint",
            ]
        );
        assert_eq!(
            drawn("1 2/0 3", (20, 8), true),
            [
                "┌───┬───┐    1 2",
                "│ 1 │ 2 │    3 ·",
                "├───┼───┤",
                "│   │ 3 │",
                "└───┴───┘",
                "0 moves",
                "",
                "? help   q quit",
            ]
        );
        assert_eq!(
            drawn("1 2/0 3", (20, 5), true),
            [
                " 1 2    1 2",
                " · 3    3 ·",
                "0 moves",
                "",
                "? help   q quit"
            ]
        );
    }

    #[test]
    fn a_small_window_gets_a_message() {
        assert_eq!(
            drawn("1 2/0 3", (6, 5), true),
            [" 1 2", " · 3", "0 move", "no", "space"]
        );
        let needs = "This 2×2 board needs 4 columns and 5 lines; the window has 60 and 4. Make it larger, or press q to quit.";
        assert_eq!(drawn("1 2/0 3", (60, 4), true).join(" ").trim_end(), needs);
    }

    #[test]
    fn ten_by_ten_fits_the_usual_window() {
        let shape = Shape::square(10).unwrap();
        let layout = Layout::new(Rect::new(0, 0, 80, 24), shape, false).unwrap();
        assert!(layout.board.size.is_ruled);
    }

    #[test]
    fn clicks_find_the_cell_that_is_drawn_there() {
        let shape = Shape::new(2, 3).unwrap();
        // The window, a place in it, and the cell.
        let cases = [
            ((80, 24), (0, 0), Some(0)),
            ((80, 24), (3, 2), Some(0)),
            ((80, 24), (7, 2), Some(1)),
            ((80, 24), (13, 6), Some(5)),
            ((80, 24), (19, 6), None),
            ((80, 24), (3, 9), None),
            ((20, 5), (1, 1), Some(3)),
            ((20, 5), (5, 0), Some(2)),
        ];
        for ((width, height), (x, y), cell) in cases {
            let layout = Layout::new(Rect::new(0, 0, width, height), shape, false).unwrap();
            let found = layout.board.cell_at(Position::new(x, y));
            assert_eq!(found.map(Cell::index), cell, "{x} {y}");
        }
    }

    #[test]
    fn words_are_kept_whole_where_they_can_be() {
        let cases: [(&str, u16, &[&str]); 5] = [
            ("", 5, &[]),
            ("one two", 7, &["one two"]),
            ("one two", 5, &["one", "two"]),
            ("one two", 3, &["one", "two"]),
            ("ééééé", 2, &["éé", "éé", "é"]),
        ];
        for (text, width, lines) in cases {
            assert_eq!(wrap(text, width).collect::<Vec<_>>(), lines);
        }
    }

    #[test]
    fn without_colour_nothing_is_coloured() {
        let board = Goal::Last.board(Shape::square(2).unwrap());
        let view = |is_coloured| View {
            board: &board,
            goal: &board,
            shows_goal: true,
            marked: Some(board.blank()),
            status: String::new(),
            message: "solved".into(),
            keys: &[],
            is_coloured,
        };
        let has_colours = |view: &View<'_>| {
            let mut terminal = Terminal::new(TestBackend::new(30, 12)).unwrap();
            terminal.draw(|frame| draw(frame, view)).unwrap();
            let cells = terminal.backend().buffer().content();
            cells.iter().any(|cell| cell.fg != Color::Reset)
        };
        assert!(has_colours(&view(true)));
        assert!(!has_colours(&view(false)));
    }
}
