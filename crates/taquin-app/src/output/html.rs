//! A solution as a self-contained page that replays it.

use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{self, MoveLetters};
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
    /// One letter per move: where the tile goes.
    moves: String,
    /// The number of moves if a line of tiles counts as one.
    slides: usize,
    /// The unit of the metric in which the solution is optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<&'static str>,
    /// Moves per second, if not the page's default.
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<f64>,
}

/// A page that replays a solution. `shortest_in` is the metric in which it is known to be optimal, `speed` is
/// in moves per second.
pub fn replay(
    out: &mut impl Write,
    start: &Board,
    solution: &Solution,
    shortest_in: Option<Metric>,
    speed: Option<f64>,
) -> io::Result<()> {
    let moves = notation::write_moves(solution.moves(), MoveLetters::Tile, start);
    let replay = Replay {
        rows: start.shape().rows(),
        cols: start.shape().cols(),
        start: start.tiles().iter().map(|tile| tile.number()).collect(),
        moves: moves.expect("a solution's moves are possible"),
        slides: Metric::MultiTile.length(solution.moves()),
        fewest: shortest_in.map(|metric| match metric {
            Metric::SingleTile => "moves",
            Metric::MultiTile => "slides",
        }),
        speed,
    };
    // So that the data cannot close the script element.
    let data = serde_json::to_string(&replay)?.replace('<', "\\u003c");
    let (before, after) = PAGE
        .split_once(PLACE)
        .expect("the page has a place for the solution");
    write!(out, "{before}{data}{after}")
}
