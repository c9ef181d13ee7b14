//! Solves a board: `cargo run -p taquin --example solve "8 1 3/4 0 2/7 6 5"`.

use std::error::Error;
use taquin::notation::{MoveLetters, write_moves};
use taquin::{Answer, Goal, Problem, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let board = std::env::args().nth(1);
    let start = board.as_deref().unwrap_or("8 1 3/4 0 2/7 6 5").parse()?;
    // An unsolvable board is an error that carries the argument why.
    let problem = Problem::new(start, Goal::Last)?;
    let report = Search::new(&problem).run()?;
    println!("{} with {}", report.algorithm, report.heuristic_name());
    match report.answer {
        Answer::Solved(solution, guarantee) => {
            let moves = write_moves(solution.moves(), MoveLetters::Tile, problem.start());
            println!("{} moves ({guarantee:?})", solution.moves().len());
            println!("{}", moves.unwrap_or_default());
        }
        answer => println!("{answer:?}: at least {} moves", report.lower_bound),
    }
    Ok(())
}
