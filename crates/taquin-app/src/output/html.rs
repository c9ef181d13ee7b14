//! A solution as a self-contained page that replays it.

use super::playback::Playback;
use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::{Board, Metric, Solution};

/// The page, and the placeholder for the solution.
const PAGE: &str = include_str!("html/replay.html");
const PLACE: &str = "{{solution}}";

/// What the page shows.
#[derive(Debug, Serialize)]
struct Replay {
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    /// One letter per step: where the tile goes, or the line of tiles, with the number of its tiles.
    moves: String,
    /// What one step is: moves or slides.
    steps: &'static str,
    /// The number of moves if a line of tiles counts as one.
    slides: usize,
    /// Whether no solution has fewer steps.
    is_optimal: bool,
    /// Steps per second, if not the page's default.
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<f64>,
}

/// A page that replays a solution, and says whether it is optimal in the metric of its steps.
pub fn replay(
    out: &mut impl Write,
    start: &Board,
    solution: &Solution,
    is_optimal: bool,
    playback: Playback,
) -> io::Result<()> {
    let format = MoveFormat::new(MoveLetters::Tile, playback.metric, false);
    let moves = format.write(solution.moves(), start);
    let replay = Replay {
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: start.tiles().iter().map(|tile| tile.number()).collect(),
        moves: moves.expect("a solution's moves are possible"),
        slides: Metric::MultiTile.length(solution.moves()),
        steps: match playback.metric {
            Metric::SingleTile => "moves",
            Metric::MultiTile => "slides",
        },
        is_optimal,
        speed: playback.speed,
    };
    // So that the data cannot close the script element.
    let data = serde_json::to_string(&replay)?.replace('<', "\\u003c");
    let (before, after) = PAGE
        .split_once(PLACE)
        .expect("the page has a place for the solution");
    write!(out, "{before}{data}{after}")
}
