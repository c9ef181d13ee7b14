//! A solution that plays by itself: each tile has its own animation, in CSS, without a script.
//!
//! A tile rests at each of its positions and slides between them. Viewers that prefer reduced motion see the start.

use super::{MARGIN, begin, board, end, many, size, zoom};
use crate::output::playback::{Playback, unit};
use std::fmt::Write as _;
use std::io::{self, Write};
use taquin::{Board, Metric, Solution};

/// Seconds before the first move, and after the last.
const BEFORE: f64 = 1.0;
const AFTER: f64 = 2.5;
/// A solution takes about this many seconds, as long as a move is neither too slow nor too fast to be followed.
const SECONDS: f64 = 30.0;
const SLOWEST: f64 = 0.6;
const FASTEST: f64 = 0.15;
/// The part of a move's time in which its tile slides.
const SLIDING: f64 = 0.75;
/// The progress bar, and the space above it.
const BAR: u32 = 3;

/// Where a tile is, from when until when, in percent of the whole time.
struct Stay {
    corner: (u32, u32),
    from: f64,
    until: f64,
}

/// When moves are made.
struct Clock {
    a_move: f64,
    moves: usize,
}

impl Clock {
    /// `speed` is in moves per second; without it, a solution takes about half a minute.
    fn new(moves: usize, speed: Option<f64>) -> Clock {
        let suited = (SECONDS / moves.max(1) as f64).clamp(FASTEST, SLOWEST);
        Clock {
            a_move: speed.map_or(suited, |speed| 1.0 / speed),
            moves,
        }
    }

    fn seconds(&self) -> f64 {
        BEFORE + self.moves as f64 * self.a_move + AFTER
    }

    /// When a move begins, counted from 0, in percent.
    fn begin(&self, number: usize) -> f64 {
        (BEFORE + number as f64 * self.a_move) / self.seconds() * 100.0
    }

    /// When its tile has arrived.
    fn arrival(&self, number: usize) -> f64 {
        (BEFORE + (number as f64 + SLIDING) * self.a_move) / self.seconds() * 100.0
    }
}

/// A solution that plays, rests at the goal, and begins again.
pub fn animation(
    out: &mut impl Write,
    start: &Board,
    solution: &Solution,
    playback: Playback,
) -> io::Result<()> {
    let shape = start.shape();
    let metric = playback.metric;
    let clock = Clock::new(metric.length(solution.moves()), playback.speed);
    let stays = stays(start, solution, metric, &clock);
    let (width, height) = size(shape);
    let all = (width + 2 * MARGIN, height + 2 * MARGIN + 2 * BAR);
    let moves = many(clock.moves, unit(metric));
    let title = format!("A {shape} board, solved in {moves}");
    begin(out, all, zoom(shape), title, &style(&stays, &clock))?;
    write!(out, "<g transform=\"translate({MARGIN} {MARGIN})\">")?;
    board::tray(out, shape)?;
    writeln!(out, "<g font-size=\"{}\">", board::font_size(shape))?;
    let outline = board::outline((0, 0));
    let (foot_x, foot_y) = board::foot(shape, (0, 0));
    for cell in shape.cells().filter(|&cell| cell != start.blank()) {
        let (tile, (x, y)) = (start.tile(cell), board::corner(shape, cell));
        writeln!(
            out,
            "<g id=\"tile{tile}\" transform=\"translate({x} {y})\"><path class=\"tile\" d=\"{outline}\"/>\
             <text x=\"{foot_x}\" y=\"{foot_y}\">{tile}</text></g>"
        )?;
    }
    writeln!(
        out,
        "</g><rect id=\"done\" class=\"bar\" y=\"{}\" width=\"{width}\" height=\"{BAR}\"/></g>",
        height + BAR
    )?;
    end(out)
}

/// For each tile, by its number, the places where it stays; none for one that never moves.
fn stays(start: &Board, solution: &Solution, metric: Metric, clock: &Clock) -> Vec<Vec<Stay>> {
    let shape = start.shape();
    let mut stays: Vec<Vec<Stay>> = Vec::new();
    stays.resize_with(shape.area(), Vec::new);
    let mut board = start.clone();
    let slides = metric.slides(solution.moves()).enumerate();
    for (number, m) in slides.flat_map(|(number, slide)| slide.moves().map(move |m| (number, m))) {
        let to = board.blank();
        let from = shape.source_unchecked(to, m);
        let places = &mut stays[board.tile(from).number() as usize];
        if places.is_empty() {
            places.push(Stay {
                corner: board::corner(shape, from),
                from: 0.0,
                until: 100.0,
            });
        }
        if let Some(last) = places.last_mut() {
            last.until = clock.begin(number);
        }
        places.push(Stay {
            corner: board::corner(shape, to),
            from: clock.arrival(number),
            until: 100.0,
        });
        board.play_unchecked(m);
    }
    stays
}

/// The animations of the tiles that move, and that of the bar.
fn style(stays: &[Vec<Stay>], clock: &Clock) -> String {
    let mut style = format!(
        "  #done {{ transform: scaleX(0); animation: done {:.2}s linear infinite; }}\n",
        clock.seconds()
    );
    let (first, last) = (clock.begin(0), clock.begin(clock.moves));
    // Writing to a string cannot fail.
    let _ = writeln!(
        style,
        "  @keyframes done {{ 0%,{first:.3}% {{ transform: scaleX(0) }} {last:.3}%,100% {{ transform: scaleX(1) }} }}"
    );
    for (tile, places) in stays
        .iter()
        .enumerate()
        .filter(|(_, places)| !places.is_empty())
    {
        let _ = write!(
            style,
            "  #tile{tile} {{ animation: tile{tile} {:.2}s ease-in-out infinite; }}\n  @keyframes tile{tile} {{",
            clock.seconds()
        );
        for Stay {
            corner: (x, y),
            from,
            until,
        } in places
        {
            let _ = write!(
                style,
                " {from:.3}%,{until:.3}% {{ transform: translate({x}px,{y}px) }}"
            );
        }
        style += " }\n";
    }
    style
        + "  @media (prefers-reduced-motion: reduce) { g, #done { animation: none !important; } }\n"
}
