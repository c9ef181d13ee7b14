//! Follows a solution and maintains a shortest path from each of its boards.
//!
//! Most boards need no search. While the moves follow the known path, the rest of that path is the next one. A move
//! that leaves it can be undone, so the path before it with one more move is a path after it; it is a shortest one
//! unless a search within its length finds a shorter one.

use super::{Judge, Judgement, Loss};
use crate::puzzle::{Board, Metric, Move, Problem, Slide};
use crate::search::Stats;
use crate::solve::{Answer, Guarantee, Phase, Search, SearchObserver, Tick};
use std::ops::ControlFlow;

/// Moves that are followed between two ticks.
const TICK: usize = 256;

/// Follows the moves of one solution.
pub(super) struct Follower<'a> {
    pub(super) judge: &'a Judge<'a>,
    pub(super) goal: &'a Board,
    pub(super) observer: &'a mut dyn SearchObserver,
}

/// The result of a search for a shortest path of at most some length.
pub(super) enum Way {
    /// A shortest one, the last move first.
    Found(Vec<Slide>),
    /// All are longer.
    TooLong,
    /// It was stopped; all have at least this many moves.
    Stopped(usize),
}

impl Follower<'_> {
    /// A shortest path of at most this length.
    pub(super) fn way(&mut self, problem: &Problem, longest: usize) -> Way {
        let Judge {
            tables,
            metric,
            threads,
        } = *self.judge;
        let report = Search::new(problem)
            .metric(metric)
            .threads(threads)
            .max_length(u32::try_from(longest).unwrap_or(u32::MAX))
            .only_shortest()
            .tables(tables)
            .observe(self.observer)
            .run();
        // Only the metric can be rejected, for large boards.
        let Ok(report) = report else {
            return Way::Stopped(0);
        };
        match report.answer {
            Answer::Solved(solution, Guarantee::Optimal) => {
                let mut way: Vec<Slide> = metric.slides(solution.moves()).collect();
                way.reverse();
                Way::Found(way)
            }
            Answer::TooLong => Way::TooLong,
            Answer::Solved(..) | Answer::Stopped => Way::Stopped(report.lower_bound as usize),
        }
    }

    /// Records every lost move. `way` is a shortest path from the start, the last move first.
    pub(super) fn follow(
        &mut self,
        start: &Board,
        moves: &[Move],
        mut way: Vec<Slide>,
        judgement: &mut Judgement,
    ) {
        let mut board = start.clone();
        let mut lost = 0;
        for (place, played) in self.judge.metric.slides(moves).enumerate() {
            if place % TICK == 0 && self.tick(judgement.lower_bound).is_break() {
                return;
            }
            let (before, better) = (way.len(), way.last().copied());
            let Some(next) = self.after(&board, played, &mut way) else {
                return;
            };
            let after = way.len();
            if after >= before {
                let loss = Loss {
                    place,
                    board,
                    played,
                    better,
                    before,
                    after,
                };
                lost += loss.lost();
                judgement.lost_moves += 1;
                if judgement.losses.len() < Judgement::KEPT {
                    judgement.losses.push(loss);
                }
            }
            judgement.followed += 1;
            board = next;
        }
        let longer = judgement
            .shortest
            .map(|shortest| judgement.length - shortest);
        assert_eq!(Some(lost), longer, "every move too many was lost somewhere");
    }

    fn tick(&mut self, lower_bound: usize) -> ControlFlow<()> {
        self.observer.tick(&Tick {
            stats: Stats::default(),
            lower_bound: lower_bound as u32,
            best: None,
            phase: Phase::Search,
        })
    }

    /// The board after a move, and a shortest path from there; `None` if the search for it was stopped.
    fn after(&mut self, board: &Board, played: Slide, way: &mut Vec<Slide>) -> Option<Board> {
        let mut next = board.clone();
        played.moves().for_each(|m| next.play_unchecked(m));
        if way.last() == Some(&played) {
            way.pop();
            return Some(next);
        }
        take_back(played, way, self.judge.metric);
        let problem = Problem::new(next.clone(), self.goal.clone());
        let problem = problem.expect("the goal is reached from every board of a solution");
        match self.way(&problem, way.len() - 1) {
            Way::Found(shorter) => *way = shorter,
            Way::TooLong => {}
            Way::Stopped(_) => return None,
        }
        Some(next)
    }
}

/// Turns a path from before a move into one from after it, by undoing the move first. In the multi-tile metric that
/// costs no additional move if the path continues along the same line, which it does not do by the same move.
fn take_back(played: Slide, way: &mut Vec<Slide>, metric: Metric) {
    let back = Slide {
        m: played.m.opposite(),
        ..played
    };
    let first = match (metric, way.last_mut()) {
        (Metric::MultiTile, Some(first)) => first,
        _ => return way.push(back),
    };
    if first.m == back.m {
        first.tiles += back.tiles;
    } else if first.m == played.m && first.tiles > played.tiles {
        first.tiles -= played.tiles;
    } else if first.m == played.m {
        *first = Slide {
            tiles: played.tiles - first.tiles,
            ..back
        };
    } else {
        way.push(back);
    }
}
