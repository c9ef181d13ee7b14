//! A heuristic of your own in A*: `cargo run -p taquin --example own_heuristic`.

use std::error::Error;
use taquin::heuristic::Heuristic;
use taquin::search::{Ended, Outcome, Priority, best_first};
use taquin::space::{Arrangement, MoveOrder, Packed16, Space};
use taquin::{Goal, Problem};

/// The number of tiles in a wrong row of a 3×3 board: each needs a vertical move.
struct WrongRows;

impl<S: Space<State: Arrangement>> Heuristic<S> for WrongRows {
    type Memo = u32;

    fn start(&self, state: &S::State) -> u32 {
        let tiles = (0..9).filter(|&cell| cell != state.blank());
        tiles
            .filter(|&cell| cell / 3 != state.home_at(cell) / 3)
            .count() as u32
    }

    fn after(&self, _: u32, _: &S::State, _: S::Move, to: &S::State) -> u32 {
        Heuristic::<S>::start(self, to)
    }

    fn estimate(&self, memo: u32) -> u32 {
        memo
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let problem = Problem::new("8 1 3/4 0 2/7 6 5".parse()?, Goal::Last)?;
    let space = Packed16::new(&problem, MoveOrder::default()).ok_or("more than 16 cells")?;
    let Outcome { ended, stats, .. } = best_first(&space, &WrongRows, Priority::AStar, &mut ());
    if let Ended::Found(moves) = ended {
        println!("{} moves, {} generated", moves.len(), stats.generated);
    }
    Ok(())
}
