//! Is a solution correct, is it optimal, and where were moves lost?

pub mod labels;
#[cfg(feature = "json")]
pub mod lines;
pub mod listing;

use crate::exit::{Exit, Failure};
use crate::limits::{Client, Guard, Limits, Reason};
use std::time::Duration;
use taquin::notation::{MoveLetters, Played};
use taquin::solve::{SearchOptions, Tables};
use taquin::tools::analyse::{BrokenStep, Judge, Judgement, NearMiss, Verdict};
use taquin::{Board, Metric, Move, Problem, ProblemError};

/// A solution to be judged.
#[derive(Debug)]
pub struct Given {
    /// Where it comes from.
    pub name: String,
    /// The start.
    pub start: Board,
    /// The goal.
    pub goal: Board,
    /// The moves, if any are given.
    pub played: Option<Played>,
    /// Where a sequence of boards breaks, if it was given instead of moves and does.
    pub broken: Option<Box<BrokenStep>>,
    /// What counts as one move.
    pub metric: Metric,
    /// What is claimed about it.
    pub claims: Claims,
    /// Whether boards are judged with the default goal, so that another may have been meant.
    pub is_default_goal: bool,
}

/// The judgement of a solution, for the writers.
#[derive(Debug)]
pub struct Judged {
    /// The solution.
    pub given: Given,
    /// Where the moves lead, if any are given.
    pub verdict: Option<Verdict>,
    /// Whether any moves lead to the goal.
    pub is_solvable: bool,
    /// What wrong moves may have been meant to be.
    pub near_miss: Option<NearMiss>,
    /// The length of the solution, if the moves or their mirror images are one.
    pub judgement: Option<Judgement>,
    /// Why the judgement is incomplete, if it is.
    pub reason: Option<Reason>,
    /// The claims that are false.
    pub false_claims: Vec<String>,
}

impl Judged {
    /// Whether the solution and all claims are right.
    pub fn is_right(&self) -> bool {
        let is_right = match &self.verdict {
            Some(verdict) => *verdict == Verdict::Right,
            None => match self.given.claims.is_solvable() {
                Some(claimed) => claimed == self.is_solvable,
                None => false,
            },
        };
        is_right && self.false_claims.is_empty()
    }

    /// The moves that lead to the goal: the given moves, or their mirror images.
    fn solution(&self) -> Option<Vec<Move>> {
        let moves = &self.given.played.as_ref()?.moves;
        match (self.verdict.as_ref()?, self.near_miss) {
            (Verdict::Right, _) => Some(moves.clone()),
            (_, Some(NearMiss::Mirrored)) => Some(moves.iter().map(|m| m.opposite()).collect()),
            _ => None,
        }
    }

    /// What the letters stand for, as they were read.
    pub fn letters(&self) -> MoveLetters {
        let played = self.given.played.as_ref();
        played.map_or(MoveLetters::Tile, |played| played.letters)
    }

    /// What the letters stand for if they are right.
    pub fn right_letters(&self) -> MoveLetters {
        match (self.near_miss, self.letters()) {
            (Some(NearMiss::Mirrored), MoveLetters::Tile) => MoveLetters::Blank,
            (Some(NearMiss::Mirrored), MoveLetters::Blank) => MoveLetters::Tile,
            (_, letters) => letters,
        }
    }

    /// The exit code for the verdict.
    pub fn exit(&self) -> Exit {
        match self.reason {
            Some(Reason::Interrupted) => Exit::Interrupted,
            _ if self.is_right() => Exit::Success,
            _ => Exit::No,
        }
    }
}

/// What is claimed about a solution, and is judged as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Solved or not.
    pub status: Option<String>,
    /// The number of moves.
    pub length: Option<u64>,
    /// A lower bound on the length of any solution.
    pub lower_bound: Option<u64>,
    /// Whether it is claimed to be optimal.
    pub is_optimal: bool,
    /// Whether boards are given in addition to the moves, and are not those of the moves.
    pub other_states: bool,
}

impl Claims {
    /// Whether the board is claimed to be unsolvable.
    pub fn is_unsolvable(&self) -> bool {
        self.status.as_deref() == Some("unsolvable")
    }

    /// Whether the board is claimed to be solvable or not, if only that is claimed.
    pub fn is_solvable(&self) -> Option<bool> {
        match self.status.as_deref()? {
            "solvable" => Some(true),
            "unsolvable" => Some(false),
            _ => None,
        }
    }

    /// The false claims about moves that are right.
    fn false_ones(&self, judged: &Judged) -> Vec<String> {
        let (Some(judgement), Some(Verdict::Right)) = (&judged.judgement, &judged.verdict) else {
            return Vec::new();
        };
        let mut claims = Vec::new();
        let length = judgement.length as u64;
        if let Some(claimed) = self.length.filter(|&claimed| claimed != length) {
            claims.push(format!("the length is {length}, not {claimed}"));
        }
        let least = judgement
            .shortest
            .map_or(length, |shortest| shortest as u64);
        if let Some(claimed) = self.lower_bound.filter(|&claimed| claimed > least) {
            claims.push(format!("{claimed} is not a lower bound"));
        }
        if self.is_optimal && judgement.is_optimal() == Some(false) {
            claims.push("it is not optimal".into());
        }
        if self.other_states {
            claims.push("the states are not the boards of the moves".into());
        }
        if self.is_unsolvable() {
            claims.push("it is solved, not unsolvable".into());
        }
        claims
    }
}

/// The limits of a judgement, and its client.
#[expect(missing_debug_implementations, reason = "a client has none")]
pub struct JudgeOptions<'a> {
    /// The time for the searches.
    pub time: Option<Duration>,
    /// The threads for building tables and searching.
    pub threads: usize,
    /// `None` at a terminal.
    pub client: Option<&'a dyn Client>,
}

impl JudgeOptions<'_> {
    /// Plays the moves, and judges them if they or their mirror images are a solution.
    pub fn judge(&self, tables: &Tables, given: Given) -> Result<Judged, Failure> {
        let (start, goal) = (&given.start, &given.goal);
        let problem = match Problem::new(start.clone(), goal.clone()) {
            Ok(problem) => Some(problem),
            Err(ProblemError::Unreachable(_)) => None,
            Err(ProblemError::ShapesDiffer(differ)) => return Err(differ.into()),
        };
        let (mut verdict, mut near_miss) = (None, None);
        if let Some(broken) = &given.broken {
            verdict = Some(Verdict::Broken(broken.clone()));
        } else if let Some(played) = &given.played {
            let found = Verdict::new(start, goal, played)?;
            if found != Verdict::Right {
                near_miss = NearMiss::find(start, goal, played)?;
            }
            verdict = Some(found);
        }
        let mut judged = Judged {
            verdict,
            is_solvable: problem.is_some(),
            near_miss,
            judgement: None,
            reason: None,
            false_claims: Vec::new(),
            given,
        };
        if let (Some(problem), Some(moves)) = (problem, judged.solution()) {
            let (judgement, reason) = self.measure(tables, &problem, moves, judged.given.metric);
            (judged.judgement, judged.reason) = (Some(judgement), reason);
        }
        judged.false_claims = judged.given.claims.false_ones(&judged);
        Ok(judged)
    }

    /// Compares the moves with a shortest solution; also returns why that is incomplete, if it is.
    fn measure(
        &self,
        tables: &Tables,
        problem: &Problem,
        moves: Vec<Move>,
        metric: Metric,
    ) -> (Judgement, Option<Reason>) {
        let solution = problem.certify(moves);
        let solution = solution.expect("the moves have been played and lead to the goal");
        let mut plan = SearchOptions::default();
        plan.metric = metric;
        // The searches hold only the boards of one path.
        let limits = Limits {
            time: self.time,
            memory: u64::MAX,
        };
        let limits = limits.for_board(problem.goal().shape(), &plan);
        let mut guard = Guard::of(&limits, self.client);
        let judge = Judge::new(tables).metric(metric).threads(self.threads);
        let judgement = judge.judge(problem, &solution, &mut guard);
        guard.finish();
        let is_stopped = judgement.followed < judgement.length;
        (judgement, guard.reason.filter(|_| is_stopped))
    }
}
