//! A board, alone or as a part of another picture.

use super::{CELL, MARGIN, RIM, begin, end, size, zoom};
use std::io::{self, Write};
use taquin::notation::{self, Dialect};
use taquin::{Board, Cell, Shape};

/// A board.
pub fn board(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let shape = board.shape();
    let (width, height) = size(shape);
    let all = (width + 2 * MARGIN, height + 2 * MARGIN);
    begin(out, all, zoom(shape), format_args!("A {shape} board"), "")?;
    write!(out, "<g transform=\"translate({MARGIN} {MARGIN})\">")?;
    draw(out, board, &[])?;
    writeln!(out, "</g>")?;
    end(out)
}

/// A board for a page with its own style: without margin, background and style. Screen readers read its rows.
pub fn inline_board(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let (width, height) = size(board.shape());
    let rows = notation::write(board, Dialect::Slash).expect("slashes carry every board");
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\"><title>board {}</title>",
        rows.trim_end().replace('/', " / ")
    )?;
    draw(out, board, &[])?;
    write!(out, "</svg>")
}

/// The numbers of a board with this many cells fit into its tiles.
pub(super) fn font_size(shape: Shape) -> u32 {
    let digits = (shape.area() - 1).max(1).ilog10() + 1;
    // A digit is about 0.6 times as wide as it is high.
    (CELL / 2).min((CELL - 6) * 10 / 6 / digits)
}

/// Where a cell begins, from the corner of its board.
pub(super) const fn corner(shape: Shape, cell: Cell) -> (u32, u32) {
    (RIM + shape.col(cell) * CELL, RIM + shape.row(cell) * CELL)
}

/// The empty tray of a board.
pub(super) fn tray(out: &mut impl Write, shape: Shape) -> io::Result<()> {
    let (width, height) = size(shape);
    write!(
        out,
        "<rect class=\"tray\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>"
    )
}

/// The outline of a tile.
pub(super) fn outline((x, y): (u32, u32)) -> String {
    // The stroke makes it a little larger, with round corners.
    let side = CELL - 4;
    format!("M{} {}h{side}v{side}h-{side}z", x + 2, y + 2)
}

/// Where the number of a tile stands: the middle of its foot.
pub(super) fn foot(shape: Shape, (x, y): (u32, u32)) -> (u32, u32) {
    // Digits are about seven tenths of the font's size high.
    (x + CELL / 2, y + (CELL + font_size(shape) * 7 / 10) / 2)
}

/// Draws a board at the origin, some of its tiles marked: a path for all others, because a film strip has many.
pub(super) fn draw(out: &mut impl Write, board: &Board, marked: &[Cell]) -> io::Result<()> {
    let shape = board.shape();
    tray(out, shape)?;
    let tiles = || shape.cells().filter(|&cell| cell != board.blank());
    if tiles().next().is_none() {
        return Ok(());
    }
    write!(out, "<path class=\"tile\" d=\"")?;
    for cell in tiles().filter(|cell| !marked.contains(cell)) {
        write!(out, "{}", outline(corner(shape, cell)))?;
    }
    write!(out, "\"/>")?;
    for &cell in marked {
        let outline = outline(corner(shape, cell));
        write!(out, "<path class=\"moved\" d=\"{outline}\"/>")?;
    }
    write!(out, "<g font-size=\"{}\">", font_size(shape))?;
    for cell in tiles() {
        let (x, y) = foot(shape, corner(shape, cell));
        let tile = board.tile(cell);
        write!(out, "<text x=\"{x}\" y=\"{y}\">{tile}</text>")?;
    }
    write!(out, "</g>")
}
