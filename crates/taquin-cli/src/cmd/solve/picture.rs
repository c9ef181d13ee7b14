//! Pictures of a solution: a film strip, an animation, or a page that replays it.

use super::warn_of_longer;
use crate::args::names::NameParser;
use std::io::Write;
use taquin::solve::{Guarantee, lower_bound};
use taquin::{Problem, Shape, Solution};
use taquin_app::exit::Failure;
use taquin_app::output::playback::Playback;
use taquin_app::output::theme::Theme;
use taquin_app::output::{html, svg};
use taquin_app::search::Solved;

/// What to draw of a solution.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(multiple = false, conflicts_with_all = ["json", "brief", "states", "to", "all_optimal", "lines"])]
pub struct PictureArgs {
    #[arg(long, conflicts_with = "compact", help = crate::args::help::SVG)]
    svg: bool,
    /// Write an animated SVG picture of the solution
    #[arg(long, group = "moving", conflicts_with_all = ["moves_as", "compact"])]
    animate: bool,
    /// Write an HTML page that replays the solution
    #[arg(long, group = "moving", conflicts_with_all = ["moves_as", "compact"])]
    html: bool,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ThemeArgs {
    /// Colours of --svg, --animate and --html; auto follows the viewer's preference
    #[arg(long, value_name = "THEME", default_value = "auto", requires = "PictureArgs", value_parser = NameParser::THEME)]
    theme: Theme,
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Strip,
    Animation,
    Replay,
}

impl PictureArgs {
    /// The picture, if one was asked for; an error for several boards.
    pub(super) fn of(self, boards: &[String], look: Look) -> Result<Option<Picture>, Failure> {
        let kind = match self {
            PictureArgs { svg: true, .. } => Kind::Strip,
            PictureArgs { animate: true, .. } => Kind::Animation,
            PictureArgs { html: true, .. } => Kind::Replay,
            _ => return Ok(None),
        };
        match boards {
            [_] => Ok(Some(Picture { kind, look })),
            _ => Err(Failure::Usage(format!(
                "{} draws one board; run it once per board",
                kind.option()
            ))),
        }
    }
}

impl ThemeArgs {
    /// The look of a picture, with this speed in moves per second.
    pub(super) const fn with_speed(self, speed: Option<f64>) -> Look {
        Look {
            theme: self.theme,
            speed,
        }
    }
}

/// How a picture looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    theme: Theme,
    /// Moves per second.
    speed: Option<f64>,
}

/// A picture of a solution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture {
    kind: Kind,
    look: Look,
}

impl Kind {
    const fn option(self) -> &'static str {
        match self {
            Kind::Strip => "--svg",
            Kind::Animation => "--animate",
            Kind::Replay => "--html",
        }
    }

    const fn most_moves(self) -> u64 {
        match self {
            Kind::Strip | Kind::Animation => 1000,
            Kind::Replay => 10_000,
        }
    }
}

impl Picture {
    /// An error if every solution is too long, before the search.
    pub(super) fn allows_any(self, problem: &Problem) -> Result<(), Failure> {
        let shape = problem.start().shape();
        self.allows(shape, lower_bound(problem), "every solution has at least")
    }

    /// An error if a solution with this many moves cannot be drawn.
    fn allows(self, shape: Shape, moves: u64, which_has: &str) -> Result<(), Failure> {
        let (option, most) = (self.kind.option(), self.kind.most_moves());
        if moves > most {
            let advice = match self.kind {
                Kind::Strip | Kind::Animation if moves <= Kind::Replay.most_moves() => {
                    "--html shows more"
                }
                _ => "remove it to print the moves",
            };
            return Err(Failure::Usage(format!(
                "{option} shows at most {most} moves, but {which_has} {moves}; {advice}"
            )));
        }
        let boards = match self.kind {
            Kind::Strip => moves as usize + 1,
            Kind::Animation | Kind::Replay => 1,
        };
        svg::fits(shape, boards).map_err(|large| {
            let advice = match large {
                svg::TooLarge::Board(_) => "remove it to print the moves",
                svg::TooLarge::Boards { .. } => "--animate and --html draw the board once",
            };
            Failure::Usage(format!("{option}: {large}; {advice}"))
        })
    }

    /// Draws the solution, or reports why there is none.
    pub(super) fn draw(self, solved: &Solved, out: &mut impl Write) -> Result<(), Failure> {
        let Some((_, solution, guarantee)) = solved.shown("draw")? else {
            return Ok(());
        };
        let moves = solved.metric.length(solution.moves()) as u64;
        self.allows(solved.start.shape(), moves, "this solution has")?;
        let mut picture = Vec::new();
        self.write(solved, solution, guarantee, &mut picture)?;
        let picture = String::from_utf8(picture).expect("pictures are text");
        out.write_all(self.look.theme.apply(picture).as_bytes())?;
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
        let (start, metric) = (&solved.start, solved.metric);
        let playback = Playback {
            metric,
            speed: self.look.speed,
        };
        match self.kind {
            Kind::Strip => svg::strip(out, start, solution, metric, solved.format.letters)?,
            Kind::Animation => svg::animation(out, start, solution, playback)?,
            Kind::Replay => {
                let is_shortest = guarantee == Guarantee::Optimal;
                html::replay(out, start, solution, is_shortest, playback)?;
            }
        }
        Ok(())
    }
}
