//! Searches of requests: with shared tables, on one thread, within the API's limits.

use super::Api;
use super::boards::BoardFields;
use super::error::{ApiError, ErrorKind};
use super::fields::Field;
use super::names::Choice;
use serde::Deserialize;
use std::time::Duration;
use taquin::search::Weight;
use taquin::solve::{Algorithm, HeuristicKind, OptionsError, Search, SearchOptions};
use taquin::space::MoveOrder;
use taquin::{Metric, Problem, Shape};
use taquin_app::exit::Failure;
use taquin_app::limits::{self, Client, Guard, Reason};
use taquin_app::option::OptionError;
use taquin_app::search::Searched;
use taquin_app::{census, plan, words};

/// The fields of every request that names a search.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchFields {
    #[serde(rename = "..")]
    pub(crate) boards: BoardFields,
    #[serde(default)]
    algorithm: Field<Choice<Algorithm>>,
    #[serde(default)]
    heuristic: Field<Choice<HeuristicKind>>,
    weight: Option<Field<Weight>>,
    order: Option<Field<MoveOrder>>,
}

impl SearchFields {
    /// The search that they name, on one thread.
    pub(crate) fn options(&self) -> Result<SearchOptions, ApiError> {
        self.check()?;
        let mut options = SearchOptions::default();
        options.algorithm = self.algorithm.0.weighted(self.weight.as_ref());
        options.heuristic = self.heuristic.0.named();
        options.order = self
            .order
            .as_ref()
            .map_or_else(MoveOrder::default, |field| field.0);
        options.threads = 1;
        Ok(options)
    }

    /// Refuses fields without effect.
    fn check(&self) -> Result<(), ApiError> {
        let algorithm = self.algorithm.0.named();
        let weight = self.weight.as_ref().map(|field| field.0);
        plan::check_weight(weight, algorithm.as_slice())?;
        if self.heuristic.0.named().is_some() {
            plan::check_heuristic(algorithm.as_slice())?;
        }
        Ok(())
    }
}

impl Api {
    /// Runs one search.
    pub(crate) fn search(
        &self,
        problem: &Problem,
        options: &SearchOptions,
        time: Option<Duration>,
        client: &dyn Client,
    ) -> Result<Searched, ApiError> {
        let limits = self.limits_for(time, problem.goal().shape(), options);
        let mut guard = Guard::of(&limits, Some(client));
        let search = Search::new(problem).options(*options).tables(&self.tables);
        let report = search.observe(&mut guard).run();
        let report = report.map_err(|error| refuse(&error))?;
        if guard.reason == Some(Reason::NoMemory) {
            let errors = "the server has no memory left for this search; try again in a moment";
            return Err(ApiError::new(ErrorKind::Busy, errors));
        }
        Ok(Searched::new(report, options.order, guard))
    }

    /// The limits of a search: the request's time, but never more than the API's.
    pub(crate) fn limits_for(
        &self,
        time: Option<Duration>,
        shape: Shape,
        options: &SearchOptions,
    ) -> limits::Limits {
        let limits = limits::Limits {
            time,
            memory: self.limits.memory,
        };
        let time = limits.for_board(shape, options).time;
        limits::Limits {
            time: Some(time.map_or(self.limits.time, |time| time.min(self.limits.time))),
            ..limits
        }
    }

    /// Refuses a census that takes too much memory.
    pub(crate) fn allow_census(
        &self,
        field: &str,
        shape: Shape,
        metric: Metric,
    ) -> Result<(), ApiError> {
        let memory = match census::check_memory(shape, metric, self.limits.memory) {
            Err(Failure::Option(OptionError::CensusMemory(memory))) => memory,
            checked => return Ok(checked?),
        };
        let needed = words::bytes(memory.needed);
        let allowed = words::bytes(memory.allowed as f64);
        let error = format!(
            "{field}: all {shape} boards together need {needed} of memory, but only {allowed} is allowed"
        );
        Err(ApiError::new(ErrorKind::Limit, error))
    }
}

/// The fields that do not fit each other or the board.
pub(crate) fn refuse(error: &OptionsError) -> ApiError {
    match error {
        OptionsError::UnsupportedShape { .. } => ApiError::field("heuristic", error),
        OptionsError::NotShortest { algorithm } => {
            let error = format!(
                "needs an algorithm that finds shortest solutions, and {algorithm} does not; leave algorithm out, or use idastar"
            );
            ApiError::field("all_optimal", error)
        }
        OptionsError::MetricAllShortest => ApiError::field("all_optimal", error),
        OptionsError::MetricSearch => {
            let error = "mtm has its own search: leave algorithm and heuristic out";
            ApiError::field("metric", error)
        }
        OptionsError::Metric { .. } => ApiError::field("metric", error),
        error => ApiError::field("algorithm", error),
    }
}
