//! Pictures of a solution: a film strip, an animation, or a page that replays it.

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
    #[arg(long, help = crate::args::help::SVG)]
    svg: bool,
    /// Write an animated SVG picture of the solution
    #[arg(long, conflicts_with = "moves_as")]
    animate: bool,
    /// Write an HTML page that replays the solution
    #[arg(long, conflicts_with = "moves_as")]
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
    /// The picture, if one was asked for; an error for several boards.
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
                "{} draws one board; run it once per board",
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

    /// An error if every solution is too long, before the search.
    pub(super) fn allows_any(self, problem: &Problem) -> Result<(), Failure> {
        let shape = problem.start().shape();
        self.allows(shape, lower_bound(problem), "every solution has at least")
    }

    /// An error if a solution with this many moves cannot be drawn.
    fn allows(self, shape: Shape, moves: u64, which_has: &str) -> Result<(), Failure> {
        let (option, most) = (self.option(), self.most_moves());
        if moves > most {
            let way_out = match self {
                Picture::Strip | Picture::Animation if moves <= Picture::Replay.most_moves() => {
                    "--html shows more"
                }
                _ => "remove it to print the moves",
            };
            return Err(Failure::Usage(format!(
                "{option} shows at most {most} moves, but {which_has} {moves}; {way_out}"
            )));
        }
        let boards = match self {
            Picture::Strip => moves as usize + 1,
            Picture::Animation | Picture::Replay => 1,
        };
        svg::fits(shape, boards).map_err(|large| {
            let way_out = match large {
                svg::TooLarge::Board(_) => "remove it to print the moves",
                svg::TooLarge::Boards { .. } => "--animate and --html draw the board once",
            };
            Failure::Usage(format!("{option}: {large}; {way_out}"))
        })
    }

    /// Draws the solution, or reports why there is none.
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
