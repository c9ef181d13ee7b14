//! Optimal lengths and first moves of many boards.

use super::kernels::{Rows, board};
use super::run::{Fault, Wrong};
use crate::interrupt::Flag;
use taquin::tools::optimal::{NoLabel, OptimalLabels};
use taquin::{Board, Metric, Move, Tick};

/// Labels boards.
pub(crate) struct Labels {
    labels: OptimalLabels,
    goal: Board,
    is_blank: bool,
}

impl Labels {
    /// Actions say where the tile goes, or else where the blank goes.
    pub(crate) fn new(goal: &Board, metric: Metric, is_blank: bool) -> Labels {
        Labels {
            labels: OptimalLabels::new(goal, metric, crate::tables()),
            goal: goal.clone(),
            is_blank,
        }
    }

    /// The optimal length of each board and, if there is a mask, all optimal actions.
    pub(crate) fn of(
        &self,
        rows: Rows<'_>,
        lengths: &mut [i32],
        mask: Option<&mut [bool]>,
        flag: &Flag,
    ) -> Result<usize, Wrong> {
        let mut masks = mask.map(|mask| mask.as_chunks_mut::<4>().0.iter_mut());
        for ((number, row), length) in rows.numbered().zip(lengths) {
            let board = board(number, row, self.goal.shape())?;
            let mut observer = |_: &Tick| flag.go_on();
            let label = match &mut masks {
                None => self.labels.length(board, &mut observer),
                Some(masks) => {
                    let found = self.labels.first_moves(board, &mut observer);
                    found.map(|(length, first)| {
                        let optimal =
                            |m: Move| first.contains(if self.is_blank { m.opposite() } else { m });
                        if let Some(mask) = masks.next() {
                            *mask = Move::ALL.map(optimal);
                        }
                        length
                    })
                }
            };
            *length = label.map_err(|error| wrong(number, &error, flag))? as i32;
        }
        Ok(rows.len())
    }
}

fn wrong(row: usize, error: &NoLabel, flag: &Flag) -> Wrong {
    let fault = match error {
        NoLabel::Stopped { .. } if flag.is_raised() => Fault::Stopped,
        NoLabel::Stopped { lower_bound } => Fault::OutOfReach {
            lower_bound: *lower_bound,
        },
        NoLabel::Problem(_) => Fault::Unsolvable,
        error => return Wrong::text(row, error),
    };
    Wrong { row, fault }
}
