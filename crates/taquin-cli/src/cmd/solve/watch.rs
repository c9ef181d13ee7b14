//! A solution replayed in the terminal.

use super::warn_of_longer;
use crate::cmd::play::terminal::{is_coloured, needs_terminal, show};
use crate::cmd::play::watch::Watch;
use std::time::Duration;
use taquin::Shape;
use taquin::solve::MAX_CELLS;
use taquin_app::exit::{Exit, Failure};
use taquin_app::search::Solved;

/// Whether to replay the solution, and how fast.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WatchArgs {
    /// Replay the solution in the terminal (Space pauses, Left and Right step, + and - change the speed): one board
    #[arg(long, conflicts_with_all = ["json", "brief", "states", "all_optimal", "lines", "moves", "svg", "animate", "html"])]
    watch: bool,
    /// With --watch, so many moves a second
    #[arg(long, value_name = "MOVES", default_value = "3", requires = "watch", value_parser = speed)]
    speed: f64,
}

impl WatchArgs {
    /// How fast to replay, if that is wanted.
    pub(super) fn of(self, boards: &[String]) -> Result<Option<Replaying>, Failure> {
        if !self.watch {
            return Ok(None);
        }
        needs_terminal("--watch", "--states prints every board instead")?;
        match boards {
            [_] => Ok(Some(Replaying { speed: self.speed })),
            _ => Err(Failure::Usage(
                "--watch shows one board: run it once for each".into(),
            )),
        }
    }
}

/// A solution will be replayed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replaying {
    speed: f64,
}

impl Replaying {
    /// Refuses boards of which no solution is kept.
    pub(super) fn allows(self, shape: Shape) -> Result<(), Failure> {
        match shape.area() <= MAX_CELLS {
            true => Ok(()),
            false => Err(Failure::Usage(format!(
                "--watch is for boards of up to {MAX_CELLS} cells, and this one is {shape}: without it there are the moves"
            ))),
        }
    }

    /// Replays the solution, or says why there is none.
    pub(super) fn show(self, solved: &Solved) -> Result<Exit, Failure> {
        let Some((report, solution, _)) = solved.shown("watch")? else {
            return Ok(solved.exit());
        };
        let boards = (solved.start.clone(), solved.goal.clone());
        let (moves, at_least) = (solution.moves().to_vec(), report.lower_bound);
        let now = Duration::ZERO;
        let mut watch = Watch::new(boards, moves, at_least, self.speed, now, is_coloured());
        let exit = show(&mut watch)?;
        warn_of_longer(solved);
        Ok(exit.max(solved.exit()))
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok();
    let is_fit = |speed: &f64| (0.1..=1000.0).contains(speed);
    speed
        .filter(is_fit)
        .ok_or_else(|| "a speed is a number of moves a second, from 0.1 to 1000".into())
}
