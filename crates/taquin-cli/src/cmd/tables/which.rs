//! Which tables: a partition of the tiles of a goal, by the sizes of its groups or tile by tile.

use crate::args::names::shape;
use crate::args::{ShapeGoalArgs, help};
use taquin::pdb::{Catalogue, Partition};
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
    /// Sizes of the groups: 6-6-3 or 7-8 on 4x4, 6-6-6-6 on 5x5; or a shape [default: the largest known partition]
    #[arg(value_name = "SIZES", value_parser = wanted)]
    wanted: Option<Wanted>,
    #[arg(long, value_name = "GROUPS", conflicts_with = "wanted", help = help::GROUPS)]
    groups: Option<Groups>,
    #[command(flatten)]
    which: WhichArgs,
}

/// The argument: sizes of groups, or a shape.
#[derive(Clone, Debug)]
enum Wanted {
    Sizes(Groups),
    Shape(Shape),
}

fn wanted(text: &str) -> Result<Wanted, String> {
    match text.parse::<Groups>() {
        Ok(sizes) => Ok(Wanted::Sizes(sizes)),
        Err(error) => match shape(text) {
            Ok(shape) if text.contains(['x', 'X', '×']) => Ok(Wanted::Shape(shape)),
            _ => Err(error.to_string()),
        },
    }
}

impl PartitionArgs {
    /// The partition, and its mirror image if it has a name.
    pub(in crate::cmd) fn partitions(&self) -> Result<Vec<Partition>, Failure> {
        match &self.wanted {
            Some(Wanted::Sizes(sizes)) => self.which.of_argument(sizes, &sizes.to_string()),
            Some(Wanted::Shape(shape)) => self.which.of_shape(*shape)?.named(None),
            None => self.which.named(self.groups.as_ref()),
        }
    }

    /// The catalogue of views for the goal: that of 5×5, if it is named or a number of its tables is wanted.
    pub(super) fn catalogue(&self, count: Option<usize>) -> Result<Option<Catalogue>, Failure> {
        let which = match &self.wanted {
            Some(Wanted::Shape(shape)) => self.which.of_shape(*shape)?,
            Some(Wanted::Sizes(sizes)) if count.is_some() => {
                return Err(Failure::Usage(format!(
                    "--count is for the tables of 5x5; {sizes} names its own"
                )));
            }
            _ => self.which.clone(),
        };
        let five = Shape::square(5).expect("5×5 is a valid shape");
        let is_named = matches!(self.wanted, Some(Wanted::Shape(shape)) if shape == five);
        if count.is_none() && !is_named {
            return Ok(None);
        }
        let goal = which.board(Some(five))?;
        let catalogue = Catalogue::new(goal.shape(), goal.blank());
        catalogue.map(Some).ok_or_else(|| {
            let (shape, blank) = (goal.shape(), goal.blank().index());
            Failure::Usage(format!(
                "views can be chosen on 5x5 boards whose blank belongs in a corner; this goal is {shape} with the blank \
                 at cell {blank}"
            ))
        })
    }
}

impl WhichArgs {
    /// The same with a shape from the argument.
    fn of_shape(&self, shape: Shape) -> Result<WhichArgs, Failure> {
        match self.shape {
            Some(other) if other != shape => Err(Failure::Usage(format!(
                "the argument is {shape}, but --shape is {other}"
            ))),
            _ => Ok(WhichArgs {
                shape: Some(shape),
                ..self.clone()
            }),
        }
    }

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
