//! Is a heuristic admissible and consistent, and how good is it?

mod child;

use crate::exit::{Exit, Failure};
use crate::limits::{Guard, Reason};
use crate::plan::usage_error;
use taquin::notation::{self, Dialect};
use taquin::solve::{Answer, Guarantee, HeuristicKind, Search, Tables, TablesError};
use taquin::support::memory::is_spare;
use taquin::tools::audit::{Comparison, HeuristicJudgement, Survey};
use taquin::tools::generate::Generator;
use taquin::{Board, Metric, Problem};

/// The default number of random boards to solve.
pub const SAMPLES: u32 = 100;
/// The heuristics that others are compared with.
const YARDSTICKS: [HeuristicKind; 2] = [HeuristicKind::Manhattan, HeuristicKind::LinearConflict];

/// What to audit, and on which boards.
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// Heuristics of the library.
    pub heuristics: Vec<HeuristicKind>,
    /// A heuristic of the user: a command that reads boards and prints numbers.
    pub command: Option<String>,
    /// The notation in which the command reads boards, one board per line.
    pub dialect: Dialect,
    /// What counts as one move.
    pub metric: Metric,
    /// Audit the boards along the solutions of this many random boards, even if every board could be audited.
    pub samples: Option<u32>,
    /// The seed of the random boards.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// Which boards were audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Every,
    /// Those along shortest solutions.
    Samples {
        /// How many random boards were solved.
        solved: u32,
        /// The seed of the random boards.
        seed: u64,
    },
}

/// A heuristic and its judgement.
#[derive(Debug)]
pub struct Audited {
    /// The built-in heuristic; `None` for the command.
    pub heuristic: Option<HeuristicKind>,
    /// Its estimates, as far as they go.
    said: Vec<f64>,
    /// The judgement.
    pub judgement: HeuristicJudgement,
}

/// Heuristics side by side, for the writers.
#[derive(Debug)]
pub struct Audit {
    /// The goal.
    pub goal: Board,
    /// What counts as one move.
    pub metric: Metric,
    /// Which boards were audited.
    pub scope: Scope,
    /// The command that was audited.
    pub command: Option<String>,
    survey: Survey,
    /// The requested heuristics.
    pub audited: Vec<Audited>,
    /// Other heuristics to compare with.
    pub yardsticks: Vec<Audited>,
    /// Why it was stopped, if it was.
    pub reason: Option<Reason>,
}

impl Audit {
    /// Whether every board was audited.
    pub fn is_proof(&self) -> bool {
        self.scope == Scope::Every && self.reason.is_none()
    }

    /// The number of boards that every heuristic has estimated.
    pub fn estimated(&self) -> usize {
        self.audited.first().map_or(0, |audited| audited.said.len())
    }

    /// The number of boards to estimate.
    pub fn boards(&self) -> usize {
        self.survey.len()
    }

    /// A heuristic compared with Manhattan distance and linear conflict.
    pub fn comparisons(&self, audited: &Audited) -> Vec<(HeuristicKind, Comparison)> {
        let others = self.audited.iter().chain(&self.yardsticks);
        let others = others.filter_map(|other| Some((other.heuristic?, other)));
        let others = others.filter(|(heuristic, _)| {
            YARDSTICKS.contains(heuristic) && audited.heuristic != Some(*heuristic)
        });
        others
            .map(|(heuristic, other)| (heuristic, self.survey.compare(&audited.said, &other.said)))
            .collect()
    }

    /// The exit code for the findings.
    pub fn exit(&self) -> Exit {
        match self.reason {
            Some(Reason::Interrupted) => Exit::Interrupted,
            Some(_) => Exit::Limit,
            None if self
                .audited
                .iter()
                .all(|audited| audited.judgement.is_admissible()) =>
            {
                Exit::Success
            }
            None => Exit::No,
        }
    }
}

/// A heuristic of the caller: the estimates of a survey's boards, fewer if the guard stops it.
pub type OwnHeuristic<'a> = dyn FnMut(&Survey, &mut Guard<'_>) -> Result<Vec<f64>, Failure> + 'a;

impl AuditOptions {
    /// Audits for a goal of at most [`Survey::MAX_CELLS`] cells, until the guard stops it.
    pub fn run(
        &self,
        goal: Board,
        tables: &Tables,
        guard: &mut Guard<'_>,
    ) -> Result<Audit, Failure> {
        let mut ask = |survey: &Survey, guard: &mut Guard<'_>| {
            let command = self.command.as_deref().unwrap_or_default();
            child::ask(command, lines(survey, self.dialect)?, guard)
        };
        let own = self
            .command
            .is_some()
            .then_some(&mut ask as &mut OwnHeuristic<'_>);
        self.run_with(goal, tables, guard, own)
    }

    /// The same with a heuristic of the caller; [`AuditOptions::command`] is its name.
    pub fn run_with(
        &self,
        goal: Board,
        tables: &Tables,
        guard: &mut Guard<'_>,
        own: Option<&mut OwnHeuristic<'_>>,
    ) -> Result<Audit, Failure> {
        let mut all: Vec<HeuristicKind> = Vec::new();
        for &heuristic in self.heuristics.iter().chain(&YARDSTICKS) {
            if !all.contains(&heuristic) {
                all.push(heuristic);
            }
        }
        let asked = all.iter().filter(|kind| self.heuristics.contains(kind));
        let ours = asked.count();
        let mut work = Work {
            options: self,
            goal: &goal,
            tables,
            guard,
        };
        let (survey, scope) = work.survey()?;
        let mut said = Vec::new();
        for heuristic in all {
            said.push((Some(heuristic), work.built_in(heuristic, &survey)?));
        }
        let has_own = own.is_some();
        if let Some(ask) = own {
            let answers = match guard.reason {
                None => ask(&survey, guard)?,
                Some(_) => Vec::new(),
            };
            said.insert(ours, (None, answers));
        }
        let mut audited = judge(&survey, said);
        let yardsticks = audited.split_off(ours + usize::from(has_own));
        Ok(Audit {
            goal,
            metric: self.metric,
            scope,
            command: self.command.clone(),
            survey,
            audited,
            yardsticks,
            reason: guard.reason,
        })
    }
}

/// What a board of a survey takes while the survey grows, with its estimates.
const BYTES_PER_BOARD: usize = 160;

/// The inputs of every step of an audit.
struct Work<'a, 'g> {
    options: &'a AuditOptions,
    goal: &'a Board,
    tables: &'a Tables,
    guard: &'a mut Guard<'g>,
}

impl Work<'_, '_> {
    /// The boards to audit: all of them, or those along shortest solutions.
    fn survey(&mut self) -> Result<(Survey, Scope), Failure> {
        let (options, goal) = (self.options, self.goal);
        let cells = goal.shape().area();
        let boards: usize = (3..=cells.min(Survey::EVERY_CELLS)).product();
        if !is_spare(BYTES_PER_BOARD * boards) {
            let what = format!("there is not enough memory for an audit on {boards} boards");
            return Err(Failure::Limit(what));
        }
        if options.samples.is_none()
            && let Some(survey) = Survey::every(goal, options.metric)
        {
            return Ok((survey, Scope::Every));
        }
        let mut survey = Survey::new(goal, options.metric).expect("the goal is not too large");
        let mut generator = Generator::new(options.seed);
        let mut solved = 0;
        while solved < options.samples.unwrap_or(SAMPLES) {
            let problem = Problem::new(generator.random(goal), goal.clone());
            let problem = problem.expect("a generated board can be solved");
            let report = Search::new(&problem)
                .metric(options.metric)
                .threads(options.threads)
                .tables(self.tables)
                .observe(self.guard)
                .run();
            let report = report.map_err(usage_error)?;
            let Answer::Solved(solution, Guarantee::Optimal) = report.answer else {
                break;
            };
            survey.add(&solution);
            solved += 1;
        }
        let seed = options.seed;
        Ok((survey, Scope::Samples { solved, seed }))
    }

    /// The estimates of a built-in heuristic; none if it was stopped.
    fn built_in(&mut self, heuristic: HeuristicKind, survey: &Survey) -> Result<Vec<f64>, Failure> {
        let threads = self.options.threads;
        let estimator = self
            .tables
            .estimator(self.goal, heuristic, threads, self.guard);
        match estimator {
            Ok(estimator) => {
                let states = survey.states();
                Ok(states
                    .map(|state| estimator.estimate(&state).into())
                    .collect())
            }
            Err(TablesError::Options(error)) => Err(usage_error(error)),
            Err(_) => Ok(Vec::new()),
        }
    }
}

/// Judges heuristics on the same boards: those that all of them have estimated.
fn judge(survey: &Survey, said: Vec<(Option<HeuristicKind>, Vec<f64>)>) -> Vec<Audited> {
    let fewest = said.iter().map(|(_, said)| said.len()).min().unwrap_or(0);
    let judged = said.into_iter().map(|(heuristic, mut said)| {
        said.truncate(fewest);
        let judgement = survey.judge(&said);
        Audited {
            heuristic,
            judgement: judgement.expect("every estimate is a finite number"),
            said,
        }
    });
    judged.collect()
}

/// The boards as the command reads them.
fn lines(survey: &Survey, dialect: Dialect) -> Result<String, Failure> {
    let lines = survey
        .boards()
        .map(|board| notation::write(&board, dialect));
    lines
        .collect::<Result<String, _>>()
        .map_err(|error| Failure::Usage(error.to_string()))
}
