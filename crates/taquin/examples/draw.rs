//! Draws a board as SVG: `cargo run -p taquin --example draw "8 1 3/4 0 2/7 6 5" > board.svg`.

use std::error::Error;
use taquin::Board;

const SIDE: u32 = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1);
    let board: Board = text.as_deref().unwrap_or("8 1 3/4 0 2/7 6 5").parse()?;
    let shape = board.shape();
    let (width, height) = (SIDE * shape.cols(), SIDE * shape.rows());
    println!("<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>");
    for cell in shape.cells() {
        let tile = board.tile(cell);
        if tile.is_blank() {
            continue;
        }
        let (x, y) = (SIDE * shape.col(cell), SIDE * shape.row(cell));
        println!(
            "<rect x='{x}' y='{y}' width='{SIDE}' height='{SIDE}' fill='#f6dd7a' stroke='#fff'/>"
        );
        let (x, y) = (x + SIDE / 2, y + 2 * SIDE / 3);
        println!("<text x='{x}' y='{y}' font-size='28' text-anchor='middle'>{tile}</text>");
    }
    println!("</svg>");
    Ok(())
}
