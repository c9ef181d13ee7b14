//! Pictures: self-contained, and light or dark as the viewer prefers.
//!
//! Every picture has its own background, so that it can be read on any page. Viewers without `@media` get the light one.

mod animation;
mod board;
mod histogram;
mod strip;
mod tree;

pub use animation::animation;
pub use board::{board, inline_board};
pub use histogram::{Extent, Scale, histogram};
pub use strip::strip;
pub use tree::tree;

use crate::words::many;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};
use taquin::Shape;

/// The side of a cell.
const CELL: u32 = 24;
/// The rim around the tiles of a board.
const RIM: u32 = 3;
/// The margin around a picture.
const MARGIN: u32 = 12;

/// The most cells of a board in a picture: 100×100, where the numbers are still readable.
pub const MOST_CELLS: usize = 10_000;
/// The most cells of all boards of a picture, about 10 MB.
pub const MOST_CELLS_IN_ALL: usize = 200_000;

const STYLE: &str = "
  .paper { fill: #fffdf8; }
  .tray { fill: #b9a988; }
  .tile { fill: #f4ecd8; stroke: #f4ecd8; stroke-width: 2; stroke-linejoin: round; }
  .moved { fill: #f2b866; stroke: #f2b866; stroke-width: 2; stroke-linejoin: round; }
  .line { stroke: #7a6a4f; fill: none; }
  .bar { fill: #b07a35; }
  .far { fill: #8a4b08; }
  text { font-family: system-ui, sans-serif; text-anchor: middle; fill: #2b2419; }
  .label { font-size: 11px; }
  .move { fill: #8a4b08; font-weight: 600; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1c1813; }
    .tray { fill: #0c0a08; }
    .tile { fill: #453c2d; stroke: #453c2d; }
    .moved { fill: #8a4b08; stroke: #8a4b08; }
    .line { stroke: #b8a784; }
    .bar { fill: #c08f4c; }
    .far { fill: #f2b866; }
    text { fill: #f4ecd8; }
    .move { fill: #f2b866; }
  }
";

/// A picture that is too large for browsers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Its board is too large.
    #[error("a picture shows boards of up to {MOST_CELLS} cells, and this one is {0}")]
    Board(Shape),
    /// There are too many boards in it.
    #[error(
        "a picture shows up to {MOST_CELLS_IN_ALL} cells, and {boards} boards of {shape} have more"
    )]
    Boards {
        /// The number of boards.
        boards: usize,
        /// Their shape.
        shape: Shape,
    },
}

/// Whether a picture can have this many boards of a shape.
pub fn fits(shape: Shape, boards: usize) -> Result<(), TooLarge> {
    if shape.area() > MOST_CELLS {
        Err(TooLarge::Board(shape))
    } else if shape.area().saturating_mul(boards) > MOST_CELLS_IN_ALL {
        Err(TooLarge::Boards { boards, shape })
    } else {
        Ok(())
    }
}

/// Begins a picture: size, title, style and background.
///
/// `zoom` is the default scale.
fn begin(
    out: &mut impl Write,
    (width, height): (u32, u32),
    zoom: u32,
    title: impl Display,
    more_style: &str,
) -> io::Result<()> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{}</title>\n<style>{STYLE}{more_style}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>",
        width * zoom,
        height * zoom,
        Escaped(title)
    )
}

fn end(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "</svg>")
}

/// The width and height of a board with its rim.
const fn size(shape: Shape) -> (u32, u32) {
    (shape.cols() * CELL + 2 * RIM, shape.rows() * CELL + 2 * RIM)
}

/// A single board with sides of up to 20 cells is drawn at double size.
fn zoom(shape: Shape) -> u32 {
    if shape.rows().max(shape.cols()) <= 20 {
        2
    } else {
        1
    }
}

/// A text between tags.
struct Escaped<T>(T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for char in self.0.to_string().chars() {
            match char {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                _ => f.write_char(char)?,
            }
        }
        Ok(())
    }
}
