//! A solution replayed in the terminal.

#[cfg(feature = "play")]
use crate::cmd::play::{
    replay::Replay,
    terminal::{is_coloured, needs_terminal, show},
    watch::Watch,
};
#[cfg(feature = "play")]
use std::time::Duration;
use taquin::Shape;
use taquin::solve::MAX_CELLS;
use taquin_app::exit::{Exit, Failure};
use taquin_app::search::Solved;

/// Moves per second in the terminal.
const SPEED: f64 = 3.0;

/// Whether to replay the solution, and how fast.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WatchArgs {
    /// Replay the solution in the terminal (Space pauses, Left and Right step, + and - change the speed)
    #[arg(long, hide = cfg!(not(feature = "play")), conflicts_with_all = ["json", "brief", "states", "to", "all_optimal", "lines", "moves_as", "compact", "svg", "animate", "html"], group = "moving")]
    watch: bool,
    /// Play N moves per second with --watch (default 3), --animate (default: about half a minute in all) or --html (default 2)
    #[arg(long, value_name = "N", requires = "moving", value_parser = speed)]
    pub(super) speed: Option<f64>,
}

impl WatchArgs {
    /// How fast to replay the solution, if that was asked for; an error for several boards.
    pub(super) fn of(self, boards: &[String]) -> Result<Option<Replaying>, Failure> {
        if !self.watch {
            return Ok(None);
        }
        check_terminal()?;
        match boards {
            [_] => Ok(Some(Replaying {
                speed: self.speed.unwrap_or(SPEED),
            })),
            _ => Err(Failure::Usage(
                "--watch shows one board; run it once per board".into(),
            )),
        }
    }
}

/// A solution will be replayed.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "play"),
    expect(dead_code, reason = "nothing replays without a terminal")
)]
pub(super) struct Replaying {
    speed: f64,
}

impl Replaying {
    /// An error for boards that are too large to keep their solutions in memory.
    pub(super) fn allows(self, shape: Shape) -> Result<(), Failure> {
        if shape.area() <= MAX_CELLS {
            Ok(())
        } else {
            Err(Failure::Usage(format!(
                "--watch works for boards of up to {MAX_CELLS} cells, and this one is {shape}; remove it to print the moves"
            )))
        }
    }

    /// Replays the solution, or reports why there is none.
    #[cfg(feature = "play")]
    pub(super) fn show(self, solved: &Solved) -> Result<Exit, Failure> {
        let Some((report, solution, _)) = solved.shown("watch")? else {
            return Ok(solved.exit());
        };
        let replay = Replay::new(
            solved.start.clone(),
            solved.goal.clone(),
            solution.moves().to_vec(),
            self.speed,
            Duration::ZERO,
        );
        let mut watch = Watch::new(replay, report.lower_bound, is_coloured());
        let exit = show(&mut watch)?;
        super::warn_of_longer(solved);
        Ok(exit.max(solved.exit()))
    }

    #[cfg(not(feature = "play"))]
    pub(super) fn show(self, _: &Solved) -> Result<Exit, Failure> {
        Err(crate::cmd::omitted::error("play"))
    }
}

#[cfg(feature = "play")]
fn check_terminal() -> Result<(), Failure> {
    needs_terminal("--watch", "--states prints every board instead")
}

#[cfg(not(feature = "play"))]
fn check_terminal() -> Result<(), Failure> {
    Err(crate::cmd::omitted::error("play"))
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok();
    let is_fit = |speed: &f64| (0.1..=1000.0).contains(speed);
    speed
        .filter(is_fit)
        .ok_or_else(|| "a speed is a number of moves per second, from 0.1 to 1000".into())
}
