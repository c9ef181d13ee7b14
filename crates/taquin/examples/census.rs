//! Counts the boards at each distance from a goal: `cargo run -p taquin --example census`.

use std::error::Error;
use taquin::census::Census;
use taquin::{Goal, Metric, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let goal = Goal::Last.board(Shape::new(3, 3)?);
    let mut census = Census::new(&goal, Metric::SingleTile, 1)?;
    let mut distance = 0;
    println!("{distance}: {}", census.count());
    while census.next_level(&|| false)? {
        distance += 1;
        println!("{distance}: {}", census.count());
    }
    println!("The farthest boards:");
    for board in census.newest() {
        let rows = board.tiles().chunks(3);
        let rows = rows.map(|row| row.iter().map(|tile| tile.to_string()).collect::<Vec<_>>());
        println!(
            "{}",
            rows.map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
        );
    }
    Ok(())
}
