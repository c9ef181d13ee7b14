//! `taquin.Solution`, and the figures of a search.

use crate::board::{Board, written};
use crate::error::value_error;
use crate::read::parse;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};
use taquin::notation::{MoveFormat, MoveLetters};
use taquin::solve::{AllShortest, Answer, Guarantee, Report};
use taquin::{Metric, Move};
use taquin_app::output::playback::Playback;
use taquin_app::output::{html, svg};
use taquin_app::search::Searched;

/// What a search did.
#[pyclass(frozen, get_all, module = "taquin")]
#[derive(Clone, Copy)]
pub(crate) struct Stats {
    /// Boards taken from the open list; in IDA*, boards expanded, counted again in each iteration.
    selected: u64,
    /// Children generated.
    generated: u64,
    /// Closed boards opened again because a shorter path to them was found.
    reopened: u64,
    /// Children that were already known.
    duplicates: u64,
    /// The most boards held at once.
    peak_states: u64,
    /// The most memory used by the search, without the tables of its heuristic.
    peak_bytes: u64,
    /// The elapsed time.
    seconds: f64,
}

/// The fields of [`Stats`] in their order.
type StatsFields = (u64, u64, u64, u64, u64, u64, f64);

#[pymethods]
impl Stats {
    /// Figures that were pickled.
    #[new]
    fn new(fields: StatsFields) -> Stats {
        let (selected, generated, reopened, duplicates, peak_states, peak_bytes, seconds) = fields;
        Stats {
            selected,
            generated,
            reopened,
            duplicates,
            peak_states,
            peak_bytes,
            seconds,
        }
    }

    /// Figures can be pickled, because `LimitReached` has them.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (StatsFields,)) {
        let fields = (
            self.selected,
            self.generated,
            self.reopened,
            self.duplicates,
            self.peak_states,
            self.peak_bytes,
            self.seconds,
        );
        (py.get_type::<Stats>(), (fields,))
    }

    fn __repr__(&self) -> String {
        format!(
            "Stats(selected={}, generated={}, reopened={}, duplicates={}, peak_states={}, peak_bytes={}, seconds={:.6})",
            self.selected,
            self.generated,
            self.reopened,
            self.duplicates,
            self.peak_states,
            self.peak_bytes,
            self.seconds
        )
    }
}

impl Stats {
    pub(crate) fn of(searched: &Searched) -> Stats {
        let stats = searched.report.stats;
        Stats {
            selected: stats.selected,
            generated: stats.generated,
            reopened: stats.reopened,
            duplicates: stats.duplicates,
            peak_states: stats.peak_states,
            peak_bytes: stats.peak_bytes,
            seconds: searched.seconds,
        }
    }
}

/// One iteration of IDA*.
#[pyclass(frozen, get_all, module = "taquin")]
#[derive(Clone, Copy)]
pub(crate) struct Iteration {
    /// The bound on g + h.
    bound: u32,
    /// Boards expanded.
    expanded: u64,
    /// Boards generated.
    generated: u64,
    /// The elapsed time.
    seconds: f64,
}

#[pymethods]
impl Iteration {
    fn __repr__(&self) -> String {
        format!(
            "Iteration(bound={}, expanded={}, generated={}, seconds={:.6})",
            self.bound, self.expanded, self.generated, self.seconds
        )
    }
}

/// A solution, which has been replayed. `taquin.solve` makes them; notebooks play them.
///
/// >>> import taquin
/// >>> solution = taquin.solve("8 1 3/4 0 2/7 6 5")
/// >>> solution.length, solution.guarantee, solution.lower_bound
/// (14, 'optimal', 14)
/// >>> solution.boards[0], solution.boards[-1]
/// (Board('8 1 3/4 0 2/7 6 5'), Board('1 2 3/4 5 6/7 8 0'))
/// >>> taquin.Board("8 1 3/4 0 2/7 6 5").move(solution.moves) == solution.goal
/// True
#[pyclass(frozen, module = "taquin")]
pub(crate) struct Solution {
    start: taquin::Board,
    goal: taquin::Board,
    solution: taquin::Solution,
    metric: Metric,
    guarantee: Guarantee,
    lower_bound: u32,
    algorithm: &'static str,
    heuristic: String,
    stats: Stats,
    iterations: Vec<Iteration>,
    all: Option<AllShortest>,
    evaluated: Option<u64>,
    overestimate: Option<(taquin::Board, u32, u32)>,
}

impl Solution {
    /// A step is a move of the metric.
    fn playback(&self) -> Playback {
        Playback {
            metric: self.metric,
            speed: None,
        }
    }

    /// The solution of a search, if it found one.
    pub(crate) fn of(goal: &taquin::Board, metric: Metric, searched: Searched) -> Option<Solution> {
        let stats = Stats::of(&searched);
        let name = searched.command.as_ref().map(|used| used.command.clone());
        let heuristic = name.unwrap_or_else(|| searched.report.heuristic_name());
        let evaluated = searched.command.as_ref().map(|used| used.evaluated);
        let Report {
            answer: Answer::Solved(solution, guarantee),
            lower_bound,
            algorithm,
            all_shortest,
            overestimate,
            ..
        } = searched.report
        else {
            return None;
        };
        let iteration = |iteration: &taquin_app::limits::Iteration| Iteration {
            bound: iteration.bound,
            expanded: iteration.expanded,
            generated: iteration.generated,
            seconds: iteration.seconds,
        };
        let start = solution.boards().next();
        Some(Solution {
            start: start.expect("a solution has a start"),
            goal: goal.clone(),
            solution,
            metric,
            guarantee,
            lower_bound,
            algorithm: algorithm.name(),
            heuristic,
            stats,
            iterations: searched.iterations.iter().map(iteration).collect(),
            all: all_shortest,
            evaluated,
            overestimate: overestimate.map(|found| (found.board, found.estimate, found.at_most)),
        })
    }

    fn write(&self, moves: &[Move], letters: MoveLetters) -> String {
        let written = MoveFormat::new(letters, self.metric, false).write(moves, &self.start);
        written.expect("a solution's moves are possible")
    }
}

#[pymethods]
impl Solution {
    /// The first board.
    #[getter]
    fn start(&self) -> Board {
        Board(self.start.clone())
    }

    /// The last board.
    #[getter]
    fn goal(&self) -> Board {
        Board(self.goal.clone())
    }

    /// The moves: a letter says where the tile goes. In the multi-tile metric a move may have a count: `R2`.
    #[getter]
    fn moves(&self) -> String {
        self.write(self.solution.moves(), MoveLetters::Tile)
    }

    /// The moves in another form: `"blank"` (where the blank goes), `"numbers"` (the tiles that move), `"clicks"`, `"tile"`.
    ///
    /// >>> import taquin
    /// >>> solution = taquin.solve("1 2 3/4 0 6/7 5 8")
    /// >>> solution.moves, solution.moves_as("blank"), solution.moves_as("numbers")
    /// ('UL', 'DR', '5 8')
    fn moves_as(&self, convention: &str) -> PyResult<String> {
        Ok(self.write(self.solution.moves(), parse("convention", convention)?))
    }

    /// Every board from the start to the goal, tile by tile.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for board in self.solution.boards() {
            list.append(Py::new(py, Board(board))?)?;
        }
        Ok(list)
    }

    /// The number of moves, counted in its metric.
    #[getter]
    fn length(&self) -> usize {
        self.metric.length(self.solution.moves())
    }

    /// What counts as one move: `"stm"` (one tile) or `"mtm"` (a line of tiles).
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// What is known about the length: `"optimal"`, `"at-most-times"` (see `at_most_times`) or `"none"`.
    #[getter]
    fn guarantee(&self) -> &'static str {
        match self.guarantee {
            Guarantee::Optimal => "optimal",
            Guarantee::AtMostTimes(_) => "at-most-times",
            _ => "none",
        }
    }

    /// No solution is shorter by more than this factor: 1.0 if it is optimal, `None` if nothing is known.
    #[getter]
    fn at_most_times(&self) -> Option<f64> {
        match self.guarantee {
            Guarantee::Optimal => Some(1.0),
            Guarantee::AtMostTimes(weight) => Some(weight.get()),
            _ => None,
        }
    }

    /// No solution is shorter than this.
    #[getter]
    fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// The algorithm that found it.
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// The heuristic, with the groups of its pattern databases; the name of a Python function.
    #[getter]
    fn heuristic(&self) -> &str {
        &self.heuristic
    }

    /// What the search did.
    #[getter]
    fn stats(&self) -> Stats {
        self.stats
    }

    /// The iterations of IDA*; empty for other searches.
    #[getter]
    fn iterations(&self) -> Vec<Iteration> {
        self.iterations.clone()
    }

    /// With `all_optimal=True`, the number of shortest solutions; otherwise `None`.
    #[getter]
    fn optimal_solutions(&self) -> Option<u128> {
        self.all.as_ref().map(|all| all.count)
    }

    /// With `all_optimal=True`, the moves with which shortest solutions begin; otherwise `None`.
    #[getter]
    fn optimal_first_moves(&self) -> Option<Vec<String>> {
        let all = self.all.as_ref()?;
        let written = |slide: &taquin::Slide| {
            self.write(&slide.moves().collect::<Vec<_>>(), MoveLetters::Tile)
        };
        Some(all.first_moves.iter().map(written).collect())
    }

    /// With `all_optimal=True`, the moves of the first shortest solutions, up to the number `list`; otherwise `None`.
    #[getter]
    fn all_moves(&self) -> Option<Vec<String>> {
        let all = self.all.as_ref()?;
        let written = |solution: &taquin::Solution| self.write(solution.moves(), MoveLetters::Tile);
        Some(all.solutions.iter().map(written).collect())
    }

    /// How many boards a Python heuristic was asked for; `None` for other heuristics.
    #[getter]
    fn evaluated(&self) -> Option<u64> {
        self.evaluated
    }

    /// A board that proves that a Python heuristic overestimates: the board, its estimate, and the length of a known path.
    #[getter]
    fn overestimate(&self) -> Option<(Board, u32, u32)> {
        let (board, estimate, at_most) = self.overestimate.as_ref()?;
        Some((Board(board.clone()), *estimate, *at_most))
    }

    /// A page that replays the solution, for a file. Solutions have up to 10,000 moves there.
    fn html(&self) -> PyResult<String> {
        const MOST: usize = 10_000;
        svg::fits(self.start.shape(), 1).map_err(value_error)?;
        if self.solution.moves().len() > MOST {
            return Err(value_error(format_args!(
                "a page replays up to {MOST} moves, and this solution has {}",
                self.solution.moves().len()
            )));
        }
        let is_optimal = self.guarantee == Guarantee::Optimal;
        Ok(written(|out| {
            html::replay(
                out,
                &self.start,
                &self.solution,
                is_optimal,
                self.playback(),
            )
        }))
    }

    /// An animated picture of the solution, without scripts. Solutions have up to 1,000 moves there.
    fn svg(&self) -> PyResult<String> {
        const MOST: usize = 1_000;
        svg::fits(self.start.shape(), 1).map_err(value_error)?;
        if self.solution.moves().len() > MOST {
            return Err(value_error(format_args!(
                "an animation shows up to {MOST} moves, and this solution has {}",
                self.solution.moves().len()
            )));
        }
        Ok(written(|out| {
            svg::animation(out, &self.start, &self.solution, self.playback())
        }))
    }

    /// An animation, which notebooks play; `None` if it would be too large.
    fn _repr_html_(&self) -> Option<String> {
        let picture = self.svg().ok()?;
        let title = self.__repr__();
        // As an image its styles cannot touch the notebook's, and viewers without scripts show it too.
        Some(format!(
            "<img alt=\"{}\" style=\"max-width:100%;width:{}px\" src=\"data:image/svg+xml;base64,{}\">",
            title
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('"', "&quot;"),
            (80 * self.start.shape().cols()).min(480),
            base64(picture.as_bytes())
        ))
    }

    fn __len__(&self) -> usize {
        self.length()
    }

    /// A solution without moves is one too.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 60;
        let moves = self.moves();
        let shown = match moves.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &moves[..end]),
            None => moves,
        };
        let plural = if self.length() == 1 { "" } else { "s" };
        let known = match self.at_most_times() {
            Some(1.0) => ", optimal".into(),
            Some(times) => format!(", at most {times} times the shortest"),
            None => format!(", at least {} needed", self.lower_bound),
        };
        format!("<Solution: {} move{plural}{known}: {shown}>", self.length())
    }
}

/// Bytes as text (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|place| three.get(place).copied().unwrap_or(0));
        let word = u32::from_be_bytes([0, a, b, c]);
        for place in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() {
                digit.into()
            } else {
                '='
            });
        }
    }
    text
}
