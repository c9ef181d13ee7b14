//! All shortest solutions of a board: `cargo run -p taquin --example all_shortest`.

use std::error::Error;
use taquin::notation::{MoveLetters, write_moves};
use taquin::{Goal, Problem, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let problem = Problem::new("1 2 3/0 7 6/5 4 8".parse()?, Goal::Last)?;
    let report = Search::new(&problem).all_shortest(10).run()?;
    let all = report.all_shortest.ok_or("the search was stopped")?;
    println!("{} shortest solutions:", all.count);
    for solution in &all.solutions {
        let moves = write_moves(solution.moves(), MoveLetters::Tile, problem.start());
        println!("{}", moves.unwrap_or_default());
    }
    Ok(())
}
