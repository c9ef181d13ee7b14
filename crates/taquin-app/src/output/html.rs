//! A solution as a page that replays it: one file, which needs nothing from anywhere.

use serde::Serialize;
use std::io::{self, Write};
use taquin::notation::{self, MoveLetters};
use taquin::{Board, Metric, Solution};

/// The page; the solution goes to where its name stands.
const PAGE: &str = include_str!("html/replay.html");
const PLACE: &str = "{{solution}}";

/// What the page shows.
#[derive(Debug, Serialize)]
struct Replay {
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    /// A letter a move: where the tile goes.
    moves: String,
    /// How many moves if a line of tiles is one.
    slides: usize,
    /// What is counted in the metric in which no solution is shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest: Option<&'static str>,
}

/// A page that replays a solution, which may be known to be a shortest one in some metric.
pub fn replay(
    out: &mut impl Write,
    start: &Board,
    solution: &Solution,
    shortest_in: Option<Metric>,
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
    };
    // Nothing in the data can end the element that it stands in.
    let data = serde_json::to_string(&replay)?.replace('<', "\\u003c");
    let (before, after) = PAGE
        .split_once(PLACE)
        .expect("the page has a place for the solution");
    write!(out, "{before}{data}{after}")
}
