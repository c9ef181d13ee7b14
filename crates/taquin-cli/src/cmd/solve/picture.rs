//! Pictures of a solution: a film strip, an animation, a page that replays it.

use super::warn_of_longer;
use std::io::Write;
use taquin::solve::{Guarantee, lower_bound};
use taquin::{Problem, Shape, Solution};
use taquin_app::exit::Failure;
use taquin_app::output::{html, svg};
use taquin_app::search::Solved;

/// What to draw of a solution.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(multiple = false, conflicts_with_all = ["json", "brief", "states", "all_optimal", "lines"])]
pub struct PictureArgs {
    /// Draw every board of the solution, as a film strip: one board, up to 1000 moves
    #[arg(long)]
    svg: bool,
    /// Draw the solution as an SVG that plays by itself: one board, up to 1000 moves
    #[arg(long, conflicts_with = "moves")]
    animate: bool,
    /// Write a page that replays the solution, in one file: one board, up to 10000 moves
    #[arg(long, conflicts_with = "moves")]
    html: bool,
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    Strip,
    Animation,
    Replay,
}

impl PictureArgs {
    /// The picture that is wanted, if any is; it shows one board.
    pub(super) fn of(self, boards: &[String]) -> Result<Option<Picture>, Failure> {
        let picture = match self {
            PictureArgs { svg: true, .. } => Picture::Strip,
            PictureArgs { animate: true, .. } => Picture::Animation,
            PictureArgs { html: true, .. } => Picture::Replay,
            _ => return Ok(None),
        };
        match boards {
            [_] => Ok(Some(picture)),
            _ => Err(Failure::Usage(format!(
                "{} draws one board: run it once for each",
                picture.option()
            ))),
        }
    }
}

impl Picture {
    const fn option(self) -> &'static str {
        match self {
            Picture::Strip => "--svg",
            Picture::Animation => "--animate",
            Picture::Replay => "--html",
        }
    }

    const fn most_moves(self) -> u64 {
        match self {
            Picture::Strip | Picture::Animation => 1000,
            Picture::Replay => 10_000,
        }
    }

    /// Refuses solutions that are too long before anybody waits for one.
    pub(super) fn allows_any(self, problem: &Problem) -> Result<(), Failure> {
        let shape = problem.start().shape();
        self.allows(shape, lower_bound(problem), "every solution has at least")
    }

    /// Whether there can be a picture of a solution of so many moves.
    fn allows(self, shape: Shape, moves: u64, which_has: &str) -> Result<(), Failure> {
        let (option, most) = (self.option(), self.most_moves());
        if moves > most {
            let way_out = match self {
                Picture::Strip | Picture::Animation if moves <= Picture::Replay.most_moves() => {
                    "--html shows more"
                }
                _ => "without it there are the moves",
            };
            return Err(Failure::Usage(format!(
                "{option} shows up to {most} moves, and {which_has} {moves}: {way_out}"
            )));
        }
        let boards = match self {
            Picture::Strip => moves as usize + 1,
            Picture::Animation | Picture::Replay => 1,
        };
        svg::fits(shape, boards).map_err(|large| {
            let way_out = match large {
                svg::TooLarge::Board(_) => "without it there are the moves",
                svg::TooLarge::Boards { .. } => "--animate and --html draw the board once",
            };
            Failure::Usage(format!("{option}: {large}; {way_out}"))
        })
    }

    /// Draws the solution, or says why there is none.
    pub(super) fn draw(self, solved: &Solved, out: &mut impl Write) -> Result<(), Failure> {
        let Some((_, solution, guarantee)) = solved.shown("draw")? else {
            return Ok(());
        };
        let moves = solution.moves().len() as u64;
        self.allows(solved.start.shape(), moves, "this solution has")?;
        self.write(solved, solution, guarantee, out)?;
        warn_of_longer(solved);
        Ok(())
    }

    fn write(
        self,
        solved: &Solved,
        solution: &Solution,
        guarantee: Guarantee,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let start = &solved.start;
        match self {
            Picture::Strip => svg::strip(out, start, solution, solved.letters)?,
            Picture::Animation => svg::animation(out, start, solution)?,
            Picture::Replay => {
                let is_shortest = guarantee == Guarantee::Optimal;
                html::replay(out, start, solution, is_shortest.then_some(solved.metric))?;
            }
        }
        Ok(())
    }
}
