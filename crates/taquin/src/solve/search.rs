//! [`Search`]: the request, and how it is dispatched.

use super::external::BoardEstimator;
use super::observer::Silent;
use super::report::Method;
use super::staged::MAX_PLAIN_CELLS;
use super::watch::Watcher;
use super::{
    Algorithm, Answer, Guarantee, HeuristicKind, OptionsError, Report, SHORTEST_CELLS, SearchInput,
    SearchObserver, SearchOptions, Stream, TableSize, Tables,
};
use crate::pdb::Partition;
use crate::pdb::engine::EngineProgress;
use crate::puzzle::{Metric, Problem};
use crate::search::Stats;
use crate::space::MoveOrder;

/// A search for a solution of a problem. Options that are not set are chosen automatically.
///
/// ```
/// use taquin::{Algorithm, Answer, Goal, Guarantee, HeuristicKind, Problem, Search};
/// let problem = Problem::new("8 1 3/4 0 2/7 6 5".parse()?, Goal::Last)?;
/// let report = Search::new(&problem).run()?;
/// let Answer::Solved(solution, Guarantee::Optimal) = report.answer else { panic!() };
/// assert_eq!(solution.moves().len(), 14);
///
/// let report = Search::new(&problem)
///     .algorithm(Algorithm::AStar)
///     .heuristic(HeuristicKind::Manhattan)
///     .run()?;
/// assert_eq!(report.lower_bound, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a search does nothing until it is run"]
pub struct Search<'p, 'a> {
    problem: &'p Problem,
    options: SearchOptions,
    resume: Option<EngineProgress>,
    tables: Option<&'a Tables>,
    observer: Option<&'a mut dyn SearchObserver>,
    estimator: Option<(&'a mut dyn BoardEstimator, RunExternal)>,
    partitions: Option<(&'a [Partition], RunOwn)>,
}

/// Runs a search with an input of the caller. Only the methods that take the input name the function that uses it, so that
/// a program that never calls them does not contain it: a tenth of a browser's module.
type RunExternal = fn(&mut Run<'_>, &mut dyn BoardEstimator) -> Result<Report, OptionsError>;
/// The same with the caller's partitions.
type RunOwn = fn(&mut Run<'_>, &[Partition]) -> Result<Report, OptionsError>;

impl std::fmt::Debug for Search<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("problem", &self.problem)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<'p, 'a> Search<'p, 'a> {
    /// A search with the default options.
    pub fn new(problem: &'p Problem) -> Search<'p, 'a> {
        Search {
            problem,
            options: SearchOptions::default(),
            resume: None,
            tables: None,
            observer: None,
            estimator: None,
            partitions: None,
        }
    }

    /// Replaces all options.
    pub const fn options(mut self, options: SearchOptions) -> Search<'p, 'a> {
        self.options = options;
        self
    }

    /// See [`SearchOptions::algorithm`].
    pub const fn algorithm(mut self, algorithm: Algorithm) -> Search<'p, 'a> {
        self.options.algorithm = Some(algorithm);
        self
    }

    /// See [`SearchOptions::heuristic`].
    pub const fn heuristic(mut self, heuristic: HeuristicKind) -> Search<'p, 'a> {
        self.options.heuristic = Some(heuristic);
        self
    }

    /// See [`SearchOptions::table_size`].
    pub const fn table_size(mut self, size: TableSize) -> Search<'p, 'a> {
        self.options.table_size = Some(size);
        self
    }

    /// See [`SearchOptions::order`].
    pub const fn order(mut self, order: MoveOrder) -> Search<'p, 'a> {
        self.options.order = order;
        self
    }

    /// See [`SearchOptions::metric`].
    pub const fn metric(mut self, metric: Metric) -> Search<'p, 'a> {
        self.options.metric = metric;
        self
    }

    /// See [`SearchOptions::max_length`].
    pub const fn max_length(mut self, length: u32) -> Search<'p, 'a> {
        self.options.max_length = Some(length);
        self
    }

    /// See [`SearchOptions::only_shortest`].
    pub const fn only_shortest(mut self) -> Search<'p, 'a> {
        self.options.only_shortest = true;
        self
    }

    /// See [`SearchOptions::all_shortest`].
    pub const fn all_shortest(mut self, list: usize) -> Search<'p, 'a> {
        self.options.all_shortest = Some(list);
        self
    }

    /// See [`SearchOptions::threads`].
    pub const fn threads(mut self, threads: usize) -> Search<'p, 'a> {
        self.options.threads = threads;
        self
    }

    /// See [`SearchOptions::effort`].
    pub const fn effort(mut self, boards: u64) -> Search<'p, 'a> {
        self.options.effort = Some(boards);
        self
    }

    /// See [`SearchOptions::seed`].
    pub const fn seed(mut self, seed: u64) -> Search<'p, 'a> {
        self.options.seed = seed;
        self
    }

    /// See [`SearchOptions::memory`].
    pub const fn memory(mut self, bytes: u64) -> Search<'p, 'a> {
        self.options.memory = Some(bytes);
        self
    }

    /// Resumes a search with the same problem, order and [size of tables](SearchOptions::table_size) that was stopped,
    /// or begins one that can be resumed, with [`EngineProgress::default`]. The search is IDA* with pattern databases,
    /// small ones by default.
    pub const fn resume(mut self, from: EngineProgress) -> Search<'p, 'a> {
        self.resume = Some(from);
        self
    }

    /// The tables to use and to add to.
    pub const fn tables(mut self, tables: &'a Tables) -> Search<'p, 'a> {
        self.tables = Some(tables);
        self
    }

    /// Sets the observer, which follows the search and may stop it.
    pub fn observe(mut self, observer: &'a mut dyn SearchObserver) -> Search<'p, 'a> {
        self.observer = Some(observer);
        self
    }

    /// Uses pattern databases for these partitions of the tiles of the goal, and the largest of their sums: up to four
    /// partitions, for IDA* (the default), A*, weighted A* and greedy search. With none, the partitions are chosen
    /// automatically.
    pub const fn partitions(mut self, partitions: &'a [Partition]) -> Search<'p, 'a> {
        self.partitions = if partitions.is_empty() {
            None
        } else {
            Some((partitions, |run, partitions| run.own_patterns(partitions)))
        };
        self
    }

    /// Sets the caller's own heuristic, for A*, weighted A*, greedy search or IDA* (A* by default). Boards are estimated
    /// in batches; expanded and generated boards are the same as if they were estimated one by one. The estimate of the
    /// goal counts as 0.
    ///
    /// Nothing is known of the heuristic, so the answer is only guaranteed to be shortest if the library can prove it by
    /// other means. The report names a board that the heuristic [overestimates](Report::overestimate), if it knows one.
    pub fn estimator(mut self, estimator: &'a mut dyn BoardEstimator) -> Search<'p, 'a> {
        self.estimator = Some((estimator, |run, estimator| run.external(estimator)));
        self
    }

    /// Runs the search. The solution, if any, has been replayed.
    pub fn run(self) -> Result<Report, OptionsError> {
        self.check_inputs()?;
        let (own, mut silent) = (Tables::default(), Silent);
        let observer = match self.observer {
            Some(observer) => observer,
            None => &mut silent,
        };
        let mut run = Run {
            problem: self.problem,
            options: self.options,
            tables: self.tables.unwrap_or(&own),
            watcher: Watcher::new(self.problem.goal(), &self.options, observer),
        };
        let mut report = match (self.resume, self.options.table_size, self.estimator) {
            (None, None, Some((estimator, search))) => search(&mut run, estimator),
            (None, None, None) => match self.partitions {
                Some((partitions, search)) => search(&mut run, partitions),
                None => run.choose(),
            },
            (from, size, _) => run.with_patterns(size.unwrap_or(TableSize::Small), from),
        }?;
        report.iterations = run.watcher.take_iterations();
        Ok(report)
    }

    /// An error for inputs of which only one would be used.
    fn check_inputs(&self) -> Result<(), OptionsError> {
        let inputs = [
            (self.estimator.is_some(), SearchInput::Estimator),
            (self.partitions.is_some(), SearchInput::Partitions),
            (self.resume.is_some(), SearchInput::Resume),
            (self.options.table_size.is_some(), SearchInput::TableSize),
        ];
        let mut given = inputs.into_iter().filter(|(is_given, _)| *is_given);
        match (given.next(), given.next()) {
            // A resumed search may name the size of its tables.
            (Some((_, SearchInput::Resume)), _) | (_, None) | (None, _) => Ok(()),
            (Some((_, one)), Some((_, other))) => Err(OptionsError::Combined { one, other }),
        }
    }

    /// Whether the solution should be [streamed](Search::stream): the board is too large for any search, or the moves
    /// of its first solution need more memory than [`SearchOptions::memory`], or the effort is 0 and they are many.
    /// [`Search::run`] rejects boards of more than [`MAX_CELLS`](super::MAX_CELLS) cells, and stores all moves of
    /// others.
    pub fn is_streamed(&self) -> bool {
        self.resume.is_none() && super::stream::is_streamed(self.problem, &self.options)
    }

    /// Constructs a solution whose moves may be too many to store; see [`Search::is_streamed`]. It has been replayed.
    /// `None` if the observer stopped it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use taquin::tools::generate::Generator;
    /// use taquin::{Goal, Problem, Search, Shape};
    /// let goal = Goal::Last.board(Shape::new(40, 50)?);
    /// let problem = Problem::new(Generator::new(1).random(&goal), goal)?;
    /// let stream = Search::new(&problem).memory(1 << 20).stream()?.expect("nothing stops it");
    /// let mut moves = 0;
    /// let _ = stream.each(|piece| {
    ///     moves += piece.len();
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(moves, stream.length());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stream(self) -> Result<Option<Stream<'p>>, OptionsError> {
        let options = self.options;
        if options.all_shortest.is_some() || options.max_length.is_some() {
            let shape = self.problem.start().shape();
            return Err(OptionsError::NotStreamed { shape });
        }
        let mut silent = Silent;
        let observer = match self.observer {
            Some(observer) => observer,
            None => &mut silent,
        };
        Ok(Stream::find(self.problem, &options, observer))
    }
}

/// One run of a [`Search`]: its attempts share the tables and the watcher.
pub(super) struct Run<'a> {
    pub(super) problem: &'a Problem,
    pub(super) options: SearchOptions,
    pub(super) tables: &'a Tables,
    pub(super) watcher: Watcher<'a>,
}

impl Run<'_> {
    /// The report on an attempt that was stopped before it found anything.
    pub(super) fn stopped(&mut self, method: &Method) -> Report {
        let lower_bound = self.watcher.keep_bound(0);
        let stats = self.watcher.finish(&Stats::default());
        method.report(Answer::Stopped, lower_bound, stats)
    }

    /// The one place that chooses the algorithm.
    fn choose(&mut self) -> Result<Report, OptionsError> {
        let SearchOptions {
            algorithm,
            heuristic,
            ..
        } = self.options;
        let shape = self.problem.start().shape();
        let is_small = shape.area() <= SHORTEST_CELLS || shape.is_line();
        if self.watcher.wants_steps() {
            return self.attempt(algorithm.unwrap_or(Algorithm::AStar));
        }
        if self.options.metric == Metric::MultiTile {
            return self.multi_tile();
        }
        match algorithm {
            Some(algorithm)
                if self.options.all_shortest.is_some()
                    && algorithm.guarantee() != Guarantee::Optimal =>
            {
                Err(OptionsError::NotShortest { algorithm })
            }
            Some(Algorithm::IdaStar) if self.options.uses_patterns(shape) => {
                Ok(self.pattern_attempt(TableSize::Small, None))
            }
            Some(algorithm @ (Algorithm::Greedy | Algorithm::WeightedAStar(_)))
                if shape.area() > MAX_PLAIN_CELLS && !shape.is_line() =>
            {
                self.plain_or_staged(algorithm)
            }
            Some(algorithm) => self.attempt(algorithm),
            None if self.options.only_shortest && !is_small => self.prove(),
            None if shape.is_line() => Ok(self.slide()),
            None if heuristic.is_none() && Algorithm::Table.fits(shape) => {
                self.attempt(Algorithm::Table)
            }
            None if !is_small => self.in_stages(),
            None if heuristic == Some(HeuristicKind::Patterns)
                && self.options.uses_patterns(shape) =>
            {
                Ok(self.pattern_attempt(TableSize::Small, None))
            }
            None if heuristic.is_some() => self.attempt(Algorithm::IdaStar),
            None => self.with_tables(),
        }
    }
}
