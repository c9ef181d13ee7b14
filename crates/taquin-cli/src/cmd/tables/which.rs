//! Which tables: a partition of the tiles of a goal, by the sizes of its groups or tile by tile.

use crate::args::names::shape;
use crate::args::{GoalArgs, help};
use taquin::pdb::Partition;
use taquin::solve::TableSize;
use taquin::{Board, Cell, Shape, notation};
use taquin_app::exit::Failure;
use taquin_app::input::{BoardReader, ReadOptions};

/// Options for the goal and the shape.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WhichArgs {
    #[command(flatten)]
    goal: GoalArgs,
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Option<Shape>,
}

/// Options for a partition.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cmd) struct PartitionArgs {
    /// Sizes of the groups: 6-6-3 or 7-8 on 4x4, 6-6-6-6 on 5x5 [default: the largest known partition]
    #[arg(value_name = "SIZES")]
    sizes: Option<String>,
    /// Tiles of each group, with the numbers of the goal: 1,2,3/4,5,6/7,8
    #[arg(long, value_name = "TILES", conflicts_with = "sizes", value_parser = groups)]
    groups: Option<Groups>,
    #[command(flatten)]
    which: WhichArgs,
}

impl PartitionArgs {
    /// The partition, and its mirror image if it has a name.
    pub(in crate::cmd) fn partitions(&self) -> Result<Vec<Partition>, Failure> {
        match &self.groups {
            Some(Groups(groups)) => self.which.grouped(groups),
            None => self.which.named(self.sizes.as_deref()),
        }
    }
}

impl WhichArgs {
    /// The partition with these sizes, by default the largest known one, and its mirror image.
    pub(super) fn named(&self, sizes: Option<&str>) -> Result<Vec<Partition>, Failure> {
        let goal = self.board(sizes.and_then(square))?;
        let (shape, blank) = (goal.shape(), goal.blank());
        let largest = || {
            let known = [TableSize::Large, TableSize::Small].into_iter();
            known
                .filter_map(|size| size.partitions(shape, blank))
                .next()
        };
        match (sizes, largest()) {
            (None, Some(largest)) => Ok(largest),
            (sizes, _) => Partition::named(shape, blank, sizes.unwrap_or("of any size"))
                .map_err(|error| Failure::Usage(error.to_string())),
        }
    }

    /// The partition with these groups of tiles.
    fn grouped(&self, groups: &[Vec<u32>]) -> Result<Vec<Partition>, Failure> {
        let tiles: usize = groups.iter().map(Vec::len).sum();
        let goal = self.board(square(&tiles.to_string()))?;
        let mut homes = Vec::new();
        for group in groups {
            let group = group.iter().map(|&tile| home(&goal, tile));
            homes.push(group.collect::<Result<Vec<Cell>, _>>()?);
        }
        let named: Vec<Cell> = homes.concat();
        for (cell, tile) in goal.shape().cells().zip(goal.tiles()) {
            let times = named.iter().filter(|&&home| home == cell).count();
            if !tile.is_blank() && times != 1 {
                let times = if times == 0 { "no group" } else { "two groups" };
                return Err(Failure::Usage(format!(
                    "--groups: tile {tile} is in {times}; every tile of the goal must be in exactly one"
                )));
            }
        }
        let partition = Partition::new(goal.shape(), goal.blank(), &homes);
        partition
            .map(|partition| vec![partition])
            .map_err(|error| Failure::Usage(format!("--groups: {error}")))
    }

    fn board(&self, square: Option<Shape>) -> Result<Board, Failure> {
        let usual = || Shape::square(4).expect("4×4 is a valid shape");
        let shape = self.shape.or(square);
        let goal = BoardReader::new(ReadOptions::default())
            .goal(self.goal.or_last(), shape.unwrap_or_else(usual))?;
        match self.shape {
            Some(shape) if shape != goal.shape() => Err(Failure::Usage(format!(
                "the goal is {}, but --shape is {shape}",
                goal.shape()
            ))),
            _ => Ok(goal),
        }
    }
}

/// The shape of the square board with this many tiles in total: 5×5 for `6-6-6-6`.
fn square(sizes: &str) -> Option<Shape> {
    let sizes = sizes.split('-').map(|size| size.parse::<u32>().ok());
    let tiles = sizes.sum::<Option<u32>>()?;
    let side = (1..=5).find(|side| side * side == tiles + 1)?;
    Shape::square(side).ok()
}

fn home(goal: &Board, tile: u32) -> Result<Cell, Failure> {
    let found = goal.tiles().iter().position(|found| found.number() == tile);
    let cell = found.and_then(|cell| goal.shape().at(cell));
    cell.filter(|&cell| cell != goal.blank()).ok_or_else(|| {
        let board = notation::write(goal, notation::Dialect::Slash).unwrap_or_default();
        Failure::Usage(format!(
            "--groups: the goal {} has no tile {tile}",
            board.trim_end()
        ))
    })
}

/// Groups as one value of an option.
#[derive(Clone, Debug)]
struct Groups(Vec<Vec<u32>>);

/// Groups of tiles, such as `1,2,3/4,5,6`.
fn groups(text: &str) -> Result<Groups, String> {
    let tile = |tile: &str| tile.trim().parse().ok();
    let group = |group: &str| group.split(',').map(tile).collect();
    let groups: Option<Vec<Vec<u32>>> = text.split('/').map(group).collect();
    groups.map(Groups).ok_or_else(|| {
        "groups are tiles separated by commas; groups are separated by slashes: 1,2,3/4,5,6".into()
    })
}
