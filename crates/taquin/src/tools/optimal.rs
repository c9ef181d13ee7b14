//! The optimal lengths and first moves of many boards with one goal, such as labels for learning.
//!
//! Up to nine cells, they are looked up in a table of all boards, which is built for the first board that needs it and left
//! in the [`Tables`]. Beyond that every board is searched; the searches share their tables, and threads may share one
//! [`OptimalLabels`].

use crate::census::distance_table::DistanceTable;
use crate::puzzle::{Board, Metric, MoveSet, Problem, ProblemError};
use crate::solve::{Answer, Guarantee, OptionsError, Search, SearchObserver, Tables, TablesError};
use std::sync::{Arc, OnceLock};

/// Finds optimal lengths and first moves.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::tools::optimal::OptimalLabels;
/// use taquin::{Goal, Metric, Move, Shape, Tables, Tick};
/// let goal = Goal::Last.board(Shape::new(3, 3)?);
/// let labels = OptimalLabels::new(&goal, Metric::SingleTile, &Tables::default());
/// let go_on = &mut |_: &Tick| ControlFlow::Continue(());
/// assert_eq!(labels.length("8 6 7/2 5 4/3 0 1".parse()?, go_on)?, 31);
/// let (length, first) = labels.first_moves("8 1 3/4 0 2/7 6 5".parse()?, go_on)?;
/// assert_eq!((length, first.iter().collect::<Vec<_>>()), (14, vec![Move::Left]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptimalLabels {
    goal: Board,
    metric: Metric,
    tables: Tables,
    /// The table of these tables, once a board has needed it.
    distances: OnceLock<Arc<DistanceTable>>,
}

/// Why a board has no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoLabel {
    /// The goal cannot be reached.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The shape or the metric is not supported.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The search was stopped, or a shortest solution is out of reach.
    #[error("no shortest solution was found: at least {lower_bound} moves are needed")]
    Stopped {
        /// No solution is shorter than this.
        lower_bound: u32,
    },
}

impl OptimalLabels {
    /// For boards with this goal. Searches and lookups use these tables and add to them.
    pub fn new(goal: &Board, metric: Metric, tables: &Tables) -> OptimalLabels {
        OptimalLabels {
            goal: goal.clone(),
            metric,
            tables: tables.clone(),
            distances: OnceLock::new(),
        }
    }

    /// The distances of all boards, if there are few enough.
    fn distances(
        &self,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<&DistanceTable>, NoLabel> {
        if self.goal.shape().area() > DistanceTable::MAX_CELLS {
            return Ok(None);
        }
        if let Some(known) = self.distances.get() {
            return Ok(Some(known));
        }
        let found = self
            .tables
            .distance_table(&self.goal, self.metric, observer);
        let table = found.map_err(|error| match error {
            TablesError::Options(error) => NoLabel::Options(error),
            TablesError::Stopped(_) => NoLabel::Stopped { lower_bound: 0 },
        })?;
        Ok(Some(self.distances.get_or_init(|| table)))
    }

    /// The length of the shortest solutions of a board.
    pub fn length(&self, start: Board, observer: &mut dyn SearchObserver) -> Result<u32, NoLabel> {
        let problem = Problem::new(start, &self.goal)?;
        if let Some(distances) = self.distances(observer)? {
            return Ok(distances.distance(&problem));
        }
        let search = Search::new(&problem).metric(self.metric).only_shortest();
        let report = search.tables(&self.tables).observe(observer).run()?;
        match report.answer {
            Answer::Solved(solution, Guarantee::Optimal) => {
                Ok(self.metric.length(solution.moves()) as u32)
            }
            _ => Err(NoLabel::Stopped {
                lower_bound: report.lower_bound,
            }),
        }
    }

    /// The same, and the directions with which a shortest solution can begin; none at the goal. In the multi-tile metric
    /// one or several tiles move in such a direction.
    pub fn first_moves(
        &self,
        start: Board,
        observer: &mut dyn SearchObserver,
    ) -> Result<(u32, MoveSet), NoLabel> {
        let problem = Problem::new(start, &self.goal)?;
        if let Some(distances) = self.distances(observer)? {
            let first = distances.first_moves(&problem).into_iter();
            return Ok((
                distances.distance(&problem),
                first.map(|slide| slide.m).collect(),
            ));
        }
        let search = Search::new(&problem).metric(self.metric).only_shortest();
        let search = search.all_shortest(0).tables(&self.tables);
        let report = search.observe(observer).run()?;
        let lower_bound = report.lower_bound;
        match (report.answer, report.all_shortest) {
            (Answer::Solved(solution, Guarantee::Optimal), Some(all)) if all.is_complete => Ok((
                self.metric.length(solution.moves()) as u32,
                all.first_moves.iter().map(|slide| slide.m).collect(),
            )),
            _ => Err(NoLabel::Stopped { lower_bound }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Goal, Shape};
    use crate::solve::Tick;
    use std::ops::ControlFlow;

    #[test]
    fn the_table_of_all_boards_is_built_once_and_only_if_a_board_needs_it() {
        let goal = Goal::Last.board(Shape::new(3, 3).unwrap());
        let go_on = &mut |_: &Tick| ControlFlow::Continue(());
        for metric in [Metric::SingleTile, Metric::MultiTile] {
            let tables = Tables::default();
            let labels = || OptimalLabels::new(&goal, metric, &tables);
            let [first, second] = [labels(), labels()];
            let unsolvable = "2 1 3/4 5 6/7 8 0".parse().unwrap();
            assert!(first.length(unsolvable, go_on).is_err());
            assert!(first.distances.get().is_none());
            let hard: Board = "8 6 7/2 5 4/3 0 1".parse().unwrap();
            let length = first.length(hard.clone(), go_on).unwrap();
            assert_eq!(second.first_moves(hard, go_on).unwrap().0, length);
            let [first, second] =
                [first, second].map(|labels| labels.distances.into_inner().unwrap());
            assert!(Arc::ptr_eq(&first, &second));
        }
    }
}
