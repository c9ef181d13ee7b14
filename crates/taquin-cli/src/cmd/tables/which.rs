//! Which tables: a partition of the tiles of a goal, by the sizes of its groups or tile by tile.

use crate::args::names::shape;
use crate::args::{ShapeGoalArgs, help};
use taquin::pdb::Partition;
use taquin::solve::TableSize;
use taquin::{Board, Shape};
use taquin_app::exit::Failure;
use taquin_app::groups::{Groups, square};
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::option::OptionError;

/// Options for the goal and the shape.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct WhichArgs {
    #[command(flatten)]
    goal: ShapeGoalArgs,
    #[arg(long, value_name = "ROWSxCOLS", value_parser = shape, help = help::SHAPE)]
    shape: Option<Shape>,
}

/// Options for a partition.
#[derive(Clone, Debug, clap::Args)]
pub(in crate::cmd) struct PartitionArgs {
    /// Sizes of the groups: 6-6-3 or 7-8 on 4x4, 6-6-6-6 on 5x5 [default: the largest known partition]
    #[arg(value_name = "SIZES")]
    sizes: Option<Groups>,
    #[arg(long, value_name = "GROUPS", conflicts_with = "sizes", help = help::GROUPS)]
    groups: Option<Groups>,
    #[command(flatten)]
    which: WhichArgs,
}

impl PartitionArgs {
    /// The partition, and its mirror image if it has a name.
    pub(in crate::cmd) fn partitions(&self) -> Result<Vec<Partition>, Failure> {
        match &self.sizes {
            Some(sizes) => self.which.of_argument(sizes, &sizes.to_string()),
            None => self.which.named(self.groups.as_ref()),
        }
    }
}

impl WhichArgs {
    /// The partition of an argument, which errors name instead of the option.
    pub(super) fn of_argument(
        &self,
        groups: &Groups,
        argument: &str,
    ) -> Result<Vec<Partition>, Failure> {
        self.named(Some(groups)).map_err(|failure| match failure {
            Failure::Option(OptionError::Value { why, .. }) => {
                Failure::Usage(format!("{argument}: {why}"))
            }
            failure => failure,
        })
    }

    /// The partition with these groups, by default the largest known one and its mirror image.
    fn named(&self, groups: Option<&Groups>) -> Result<Vec<Partition>, Failure> {
        let goal = self.board(groups.and_then(square))?;
        let (shape, blank) = (goal.shape(), goal.blank());
        if let Some(groups) = groups {
            return groups.partitions(&goal);
        }
        let mut known = [TableSize::Large, TableSize::Small].into_iter();
        let largest = known.find_map(|size| size.partitions(shape, blank));
        largest.ok_or_else(|| {
            let unknown = Partition::named(shape, blank, "of any size");
            let unknown = unknown.map_or_else(|error| error.to_string(), |_| String::new());
            Failure::Usage(unknown)
        })
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
