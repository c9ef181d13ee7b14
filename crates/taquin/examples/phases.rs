//! Draws the pictures of `docs/guide/large-boards.md`: `cargo run --release -p taquin --example phases FOLDER`.
#![allow(missing_docs, clippy::unwrap_used, reason = "a drawing program")]

use std::fmt::Write;
use std::ops::ControlFlow;
use taquin::large::{Pace, ShortenSettings, construct, shorten};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Move, Problem, Shape};

const SIDE: u32 = 24;
const CELL: u32 = 6;
/// From home to half a board away.
const COLOURS: [&str; 6] = [
    "#eef3ee", "#f6dd7a", "#f0a94a", "#dd6a3a", "#b13334", "#6b1a3c",
];
const TEXT: &str = "font-family='sans-serif' font-size='13' fill='#777'";

fn main() {
    let folder = std::env::args().nth(1).expect("the folder to draw into");
    let goal = Goal::Last.board(Shape::square(SIDE).unwrap());
    let problem = Problem::new(Generator::new(1).random(&goal), goal).unwrap();
    let mut built = Vec::new();
    let _ = construct(&problem, |m| {
        built.push(m);
        ControlFlow::Continue(())
    });
    let mut lengths = Vec::new();
    let mut settings = ShortenSettings::default();
    settings.threads = 2;
    settings.effort = Some(60_000_000);
    let found = shorten(&problem, &settings, &mut |seen| {
        lengths.push((seen.stats.generated, seen.moves.len()));
        Pace::Spent(0.0)
    });
    let draw = |name: &str, picture: String| {
        std::fs::write(format!("{folder}/{name}.svg"), picture).unwrap();
    };
    draw(
        "construct",
        strip(&problem, &built, &[0.0, 0.4, 0.62, 0.8, 0.93]),
    );
    draw(
        "beam",
        strip(&problem, &found.moves, &[0.0, 0.25, 0.5, 0.75, 0.9]),
    );
    draw(
        "repair",
        strip(&problem, &found.moves, &[0.93, 0.95, 0.97, 0.985, 1.0]),
    );
    draw("stretches", curve(&lengths));
}

/// Boards along a solution side by side.
fn strip(problem: &Problem, moves: &[Move], at: &[f64]) -> String {
    let step = SIDE * CELL + 14;
    let mut svg = head(step * at.len() as u32, SIDE * CELL + 24);
    let mut board = problem.start().clone();
    let mut made = 0;
    for (place, share) in (0..).zip(at) {
        let until = (share * moves.len() as f64) as usize;
        for &m in &moves[made..until] {
            board.play_unchecked(m);
        }
        made = until;
        let left = step * place;
        write!(
            svg,
            "<g transform='translate({left} 0)'>{}",
            tiles(&board, problem.goal())
        )
        .unwrap();
        let y = SIDE * CELL + 17;
        write!(svg, "<text y='{y}' {TEXT}>after {until}</text></g>").unwrap();
    }
    svg + "</svg>\n"
}

/// Every tile in the colour of its distance.
fn tiles(board: &Board, goal: &Board) -> String {
    let shape = board.shape();
    let homes = goal.places();
    let mut paths = [const { String::new() }; COLOURS.len()];
    for cell in shape.cells().filter(|&cell| !board.tile(cell).is_blank()) {
        let distance = shape.distance(cell, homes[board.tile(cell).number() as usize]);
        let colour = match distance {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            4..=7 => 3,
            8..=15 => 4,
            _ => 5,
        };
        let (x, y) = (shape.col(cell) * CELL, shape.row(cell) * CELL);
        write!(paths[colour], "M{x} {y}h5v5h-5z").unwrap();
    }
    let path = |(path, colour)| format!("<path fill='{colour}' d='{path}'/>");
    paths.iter().zip(COLOURS).map(path).collect()
}

/// The length of the solution over the boards generated, once a beam has found one.
fn curve(lengths: &[(u64, usize)]) -> String {
    let (width, height) = (700.0, 220.0);
    let mut svg = head(width as u32 + 20, height as u32 + 30);
    let built = lengths[0].1;
    let found: Vec<_> = lengths.iter().filter(|seen| seen.1 < built).collect();
    let most = lengths.last().unwrap().0 as f64;
    let (first, last) = (found[0].1 as f64, found.last().unwrap().1 as f64);
    let mut line = String::from("M0 8");
    let mut before = 0;
    for &&(boards, length) in found
        .iter()
        .filter(|seen| seen.1 != std::mem::replace(&mut before, seen.1))
    {
        let x = boards as f64 / most * width;
        let y = (first - length as f64) / (first - last) * (height - 70.0) + 40.0;
        write!(line, "H{x:.0}V{y:.1}").unwrap();
    }
    let path = format!("<path d='{line}' fill='none' stroke='#b13334' stroke-width='2'/>");
    let text =
        |x: f64, y: f64, words: String| format!("<text x='{x}' y='{y}' {TEXT}>{words}</text>");
    svg += &path;
    svg += &text(8.0, 24.0, format!("{built} moves (not to scale)"));
    let x = found[0].0 as f64 / most * width;
    svg += &text(x + 8.0, 36.0, format!("{first} moves"));
    svg += &text(width - 90.0, height - 40.0, format!("{last} moves"));
    svg += &text(
        0.0,
        height + 15.0,
        format!("0 to {:.0} million boards generated", most / 1e6),
    );
    svg + "</svg>\n"
}

fn head(width: u32, height: u32) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>"
    )
}
