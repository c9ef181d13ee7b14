//! Partitions of the tiles as users write them: the sizes of the groups, or their tiles.

use crate::exit::Failure;
use crate::option::{OptionError, OptionName};
use std::fmt;
use std::str::FromStr;
use taquin::pdb::Partition;
use taquin::solve::{HeuristicKind, SearchOptions};
use taquin::{Board, Cell, Shape, notation};

/// The groups of a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Groups {
    /// By their sizes, such as `6-6-3`: a predefined partition with its mirror image, or else the tiles in the order of
    /// the goal.
    Sizes(String),
    /// Tile by tile, such as `1,2,3/4,5,6`, with the numbers of the goal.
    Tiles(Vec<Vec<u32>>),
}

impl FromStr for Groups {
    type Err = String;

    fn from_str(text: &str) -> Result<Groups, String> {
        if !text.contains([',', '/']) && sizes(text).is_some() {
            return Ok(Groups::Sizes(text.into()));
        }
        let tile = |tile: &str| tile.trim().parse().ok();
        let group = |group: &str| group.split(',').map(tile).collect();
        let groups: Option<Vec<Vec<u32>>> = text.split('/').map(group).collect();
        groups.map(Groups::Tiles).ok_or_else(|| {
            "groups are sizes (6-6-3), or tiles separated by commas in groups separated by slashes (1,2,3/4,5,6)".into()
        })
    }
}

impl fmt::Display for Groups {
    /// As it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Groups::Sizes(sizes) => f.write_str(sizes),
            Groups::Tiles(groups) => {
                let group = |tiles: &Vec<u32>| {
                    let tiles: Vec<String> = tiles.iter().map(u32::to_string).collect();
                    tiles.join(",")
                };
                let groups: Vec<String> = groups.iter().map(group).collect();
                f.write_str(&groups.join("/"))
            }
        }
    }
}

/// The numbers in `6-6-3`.
fn sizes(text: &str) -> Option<Vec<usize>> {
    text.split('-').map(|size| size.parse().ok()).collect()
}

/// The shape of the square board with this many tiles in total: 5×5 for `6-6-6-6`.
pub fn square(groups: &Groups) -> Option<Shape> {
    let tiles = match groups {
        Groups::Sizes(text) => sizes(text)?.into_iter().try_fold(0, usize::checked_add)?,
        Groups::Tiles(groups) => groups.iter().map(Vec::len).sum(),
    };
    let side = (1..=5).find(|side| side * side == tiles + 1)?;
    Shape::square(side as u32).ok()
}

impl Groups {
    /// The partitions for a goal: one, or a predefined one and its mirror image.
    pub fn partitions(&self, goal: &Board) -> Result<Vec<Partition>, Failure> {
        match self {
            Groups::Sizes(text) => by_sizes(goal, text),
            Groups::Tiles(groups) => by_tiles(goal, groups).map(|partition| vec![partition]),
        }
    }
}

/// Groups are for pattern databases, which they choose if no heuristic is given.
pub fn check_groups(groups: &[Groups], plan: &mut SearchOptions) -> Result<(), Failure> {
    match plan.heuristic {
        _ if groups.is_empty() => Ok(()),
        None | Some(HeuristicKind::Patterns) => {
            plan.heuristic = Some(HeuristicKind::Patterns);
            Ok(())
        }
        Some(heuristic) => Err(wrong(format!(
            "groups of tiles are for pattern databases (pdb), not for {heuristic}"
        ))),
    }
}

fn by_sizes(goal: &Board, text: &str) -> Result<Vec<Partition>, Failure> {
    let (shape, blank) = (goal.shape(), goal.blank());
    let unknown = match Partition::named(shape, blank, text) {
        Ok(partitions) => return Ok(partitions),
        Err(unknown) => unknown,
    };
    let tiles = shape.area() - 1;
    match sizes(text) {
        Some(sizes) if sizes.iter().copied().try_fold(0, usize::checked_add) == Some(tiles) => {
            let partition = Partition::in_order(shape, blank, &sizes);
            Ok(vec![partition.map_err(|error| wrong(error.to_string()))?])
        }
        _ => Err(wrong(format!(
            "{unknown}; other sizes must add up to the {tiles} tiles of the board"
        ))),
    }
}

fn by_tiles(goal: &Board, groups: &[Vec<u32>]) -> Result<Partition, Failure> {
    let mut homes = Vec::new();
    for group in groups {
        let group = group.iter().map(|&tile| home(goal, tile));
        homes.push(group.collect::<Result<Vec<Cell>, _>>()?);
    }
    let named: Vec<Cell> = homes.concat();
    for (cell, tile) in goal.shape().cells().zip(goal.tiles()) {
        let times = named.iter().filter(|&&home| home == cell).count();
        if !tile.is_blank() && times != 1 {
            let times = if times == 0 { "no group" } else { "two groups" };
            return Err(wrong(format!(
                "tile {tile} is in {times}; every tile of the goal must be in exactly one"
            )));
        }
    }
    let partition = Partition::new(goal.shape(), goal.blank(), &homes);
    partition.map_err(|error| wrong(error.to_string()))
}

fn home(goal: &Board, tile: u32) -> Result<Cell, Failure> {
    let found = goal.tiles().iter().position(|found| found.number() == tile);
    let cell = found.and_then(|cell| goal.shape().at(cell));
    cell.filter(|&cell| cell != goal.blank()).ok_or_else(|| {
        let board = notation::slashes(goal);
        wrong(format!("the goal {board} has no tile {tile}"))
    })
}

fn wrong(why: String) -> Failure {
    let option = OptionName("groups");
    OptionError::Value { option, why }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Goal;

    #[test]
    fn sizes_and_tiles_are_read() {
        let goal = Goal::Last.board(Shape::square(4).unwrap());
        for (text, partitions) in [
            ("6-6-3", 2),
            ("5-5-5", 1),
            ("4-4-4-3", 1),
            ("1,2,3,4,5/6,7,8,9,10/11,12,13,14,15", 1),
        ] {
            let groups: Groups = text.parse().unwrap();
            assert_eq!(groups.to_string(), text);
            assert_eq!(square(&groups), Some(goal.shape()));
            let found = groups.partitions(&goal).unwrap();
            assert_eq!(found.len(), partitions, "{text}");
        }
        let five: Groups = "5-5-5".parse().unwrap();
        let tiles: Groups = "1,2,3,4,5/6,7,8,9,10/11,12,13,14,15".parse().unwrap();
        assert_eq!(
            five.partitions(&goal).unwrap(),
            tiles.partitions(&goal).unwrap()
        );
        for text in ["", "a", "5-x", "1,2//3", "1,,2"] {
            assert!(text.parse::<Groups>().is_err(), "{text}");
        }
        for text in [
            "5-5-4",
            "9-6",
            "1,2/3",
            "1,2,16/3",
            "0-15",
            "18446744073709551615-16",
        ] {
            let groups: Groups = text.parse().unwrap();
            assert!(groups.partitions(&goal).is_err(), "{text}");
        }
    }
}
