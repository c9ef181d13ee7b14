//! Shortest solutions in the multi-tile metric, for boards of up to 16 cells.
//!
//! One move slides a line of tiles: the blank moves any distance along its row or its column. Two consecutive slides
//! along one axis are one, so row slides and column slides alternate.
//!
//! The lower bounds are pattern tables: the least number of slides that brings some of the tiles and the blank to their
//! goal cells, whatever the other tiles do. One slide moves tiles of several patterns, so the values of two tables
//! cannot be added; the maximum is used. Three ideas keep the tables small:
//!
//! - a table has an entry per *track*, not per board (`tracks.rs`): the blank may be anywhere in its row, which makes
//!   four boards of 4×4 one entry, with nothing lost but where the search has just been;
//! - the length of a solution and the axis of its first slide say the axis of its last; with a table for each, a slide
//!   changes the distance by exactly one, up or down, so an entry is one bit for each place of the blank (`build.rs`);
//! - these bits tell a board's children apart before they are made (`search.rs`).

mod build;
mod frame;
mod patterns;
mod search;
mod shares;
mod tracks;

pub use search::SlideStats;

use crate::pdb::BuildStopped;
use crate::puzzle::{Cell, Metric, Move, Problem, Shape, Slide};
use build::{Builder, Table};
use frame::{Frame, Start};
use search::{Iteration, Search, View, Watch};
use shares::Sharing;
use std::ops::ControlFlow;
use tracks::{Axis, Tracks};

/// How much the tables of a large board know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlideTableSize {
    /// Patterns of six tiles.
    #[default]
    Six,
    /// Patterns of seven tiles: nine times the memory and the time to build, a fifth of the boards made.
    Seven,
}

impl SlideTableSize {
    const fn tiles(self) -> usize {
        match self {
            SlideTableSize::Six => 6,
            SlideTableSize::Seven => 7,
        }
    }
}

/// The tables for a shape and a blank's home. They serve every goal with the blank there.
#[derive(Clone, Debug)]
pub struct SlideTables {
    frame: Frame,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// One row: one slide solves what can be solved.
    Line,
    /// Up to four cells in a row or a column.
    Narrow(Set<4>),
    /// Up to eight.
    Wide(Set<8>),
}

/// Patterns with the same number of tiles.
#[derive(Clone, Debug)]
struct Set<const BITS: usize> {
    tracks: Tracks,
    patterns: Vec<Pattern<BITS>>,
}

#[derive(Clone, Debug)]
struct Pattern<const BITS: usize> {
    homes: Vec<usize>,
    /// By axis of the last slide.
    tables: [Table<BITS>; 2],
}

/// Why tables cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SlideTablesError {
    /// The board has too many cells.
    #[error(
        "tables for the multi-tile metric are limited to {cells} cells; {0} has more",
        cells = SlideTables::MAX_CELLS
    )]
    Shape(Shape),
    /// The caller stopped the construction.
    #[error(transparent)]
    Stopped(#[from] BuildStopped),
}

impl SlideTables {
    /// The most cells of a board.
    pub const MAX_CELLS: usize = 16;

    /// Builds the tables on this number of threads. `on_level` is called with the number of entries that each level added,
    /// and may stop the construction.
    pub fn build(
        shape: Shape,
        blank: Cell,
        size: SlideTableSize,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<SlideTables, SlideTablesError> {
        if shape.area() > SlideTables::MAX_CELLS {
            return Err(SlideTablesError::Shape(shape));
        }
        let (frame, _) = Frame::new(shape, blank);
        let kind = match (frame.rows, frame.cols) {
            (1, _) => Kind::Line,
            (_, ..=4) => Kind::Narrow(Set::build(&frame, size, threads, on_level)?),
            _ => Kind::Wide(Set::build(&frame, size, threads, on_level)?),
        };
        Ok(SlideTables { frame, kind })
    }

    /// Whether the tables serve a goal of this shape with the blank at this cell.
    pub fn serve(&self, shape: Shape, blank: Cell) -> bool {
        Frame::new(shape, blank).0 == self.frame
    }

    /// The memory that the tables take.
    pub fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Line => 0,
            Kind::Narrow(set) => set.bytes(),
            Kind::Wide(set) => set.bytes(),
        }
    }
}

impl<const BITS: usize> Set<BITS> {
    fn build(
        frame: &Frame,
        size: SlideTableSize,
        threads: usize,
        on_level: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Set<BITS>, BuildStopped> {
        let chosen = patterns::choose(frame, size);
        let (tracks, crossings) = Tracks::new(frame.rows, frame.cols, chosen[0].len());
        let builder = Builder {
            tracks: &tracks,
            crossings: &crossings,
            threads,
        };
        let mut patterns = Vec::new();
        for homes in chosen {
            let mut table = |axis| {
                let goal = tracks.track(axis, frame.home, &homes);
                Table::build(&builder, axis, goal, on_level)
            };
            let tables = [table(Axis::Row)?, table(Axis::Column)?];
            patterns.push(Pattern { homes, tables });
        }
        Ok(Set { tracks, patterns })
    }

    fn bytes(&self) -> usize {
        let tables = self.patterns.iter().flat_map(|pattern| &pattern.tables);
        tables.map(Table::bytes).sum()
    }

    /// The start as every pattern sees it, including its mirror image if the frame is symmetric.
    fn views(&self, frame: &Frame, start: &Start<'_>) -> Vec<View<'_, BITS>> {
        let mut views = Vec::new();
        for mirrored in [false, true] {
            if mirrored && !frame.is_symmetric() {
                break;
            }
            let turn = |cell| if mirrored { frame.mirrored(cell) } else { cell };
            for pattern in &self.patterns {
                let cells: Vec<usize> = pattern
                    .homes
                    .iter()
                    .map(|&home| turn(start.places[turn(home)]))
                    .collect();
                views.push(View {
                    tables: &pattern.tables,
                    mirrored,
                    start: Axis::BOTH
                        .map(|axis| self.tracks.track(axis, turn(start.blank), &cells)),
                });
            }
        }
        views
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlideOutcome {
    /// A shortest solution, one tile at a time; none if the caller stopped the search or allowed too few slides.
    pub moves: Option<Vec<Move>>,
    /// No solution has fewer slides.
    pub at_least: u32,
    /// All shortest solutions, if they were asked for.
    pub all: Option<AllSlides>,
    /// What the search did.
    pub stats: SlideStats,
}

/// Follows a search, and may stop it. A closure is an observer that only ticks.
pub trait SlideObserver {
    /// Called every few milliseconds with the number of boards generated and a lower bound on the slides. `Break` stops
    /// the search.
    fn tick(&mut self, generated: u64, at_least: u32) -> ControlFlow<()>;

    /// An iteration begins: the search for solutions of this number of slides.
    fn begin(&mut self, bound: u32) {
        let _ = bound;
    }

    /// An iteration has ended: with a solution, because it was stopped, or before the next one.
    fn end(&mut self, bound: u32, stats: &SlideStats) {
        let _ = (bound, stats);
    }
}

impl<F: FnMut(u64, u32) -> ControlFlow<()>> SlideObserver for F {
    fn tick(&mut self, generated: u64, at_least: u32) -> ControlFlow<()> {
        self(generated, at_least)
    }
}

/// All solutions with the fewest slides, as far as a search has found them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct AllSlides {
    /// Their number.
    pub count: u128,
    /// Whether these are all; otherwise the caller stopped the search.
    pub is_complete: bool,
    /// The slides with which they begin.
    pub first_moves: Vec<Slide>,
    /// The first of them, one tile at a time, up to the number asked for.
    pub solutions: Vec<Vec<Move>>,
}

impl AllSlides {
    fn add(&mut self, moves: &[Move], list: usize) {
        self.count += 1;
        if let Some(first) = Metric::MultiTile.slides(moves).next()
            && !self.first_moves.contains(&first)
        {
            self.first_moves.push(first);
        }
        if self.solutions.len() < list {
            self.solutions.push(moves.to_vec());
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlideLimits {
    /// The most slides of a solution.
    pub max_length: Option<u32>,
    /// Find all solutions with the fewest slides, and list at most this number of them.
    pub all_shortest: Option<usize>,
    /// The number of threads; 0 and 1 start none. It changes neither the answer nor the counts.
    pub threads: usize,
    /// Iterations after one of this many boards are divided into tasks. For tests: the default is large enough to pay off.
    #[doc(hidden)]
    pub divided_after: Option<u64>,
}

/// An iteration after one of this many boards is divided into tasks; a smaller one ends before threads have started.
const DIVIDED: u64 = 300_000;

/// Finds a solution with as few slides as possible, or all of them.
///
/// ```
/// use std::ops::ControlFlow;
/// use taquin::{Goal, Metric, Problem, notation, slide_metric::{self, SlideLimits, SlideTableSize, SlideTables}};
/// let start = notation::read_any(b"4 1 2/5 0 3/7 8 6", None)?.start;
/// let problem = Problem::new(start.clone(), Goal::Last.board(start.shape()))?;
/// let mut on_level = |_| ControlFlow::Continue(());
/// let tables = SlideTables::build(start.shape(), problem.goal().blank(), SlideTableSize::Six, 1, &mut on_level)?;
/// let outcome = slide_metric::solve(&problem, &tables, SlideLimits::default(), &mut |_: u64, _: u32| ControlFlow::Continue(()));
/// let solution = problem.certify(outcome.moves.expect("it was not stopped"))?;
/// assert_eq!(Metric::MultiTile.length(solution.moves()), 4);
/// assert_eq!(outcome.at_least, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the tables do not [serve](SlideTables::serve) the goal.
pub fn solve(
    problem: &Problem,
    tables: &SlideTables,
    limits: SlideLimits,
    observer: &mut dyn SlideObserver,
) -> SlideOutcome {
    let start = Start::new(problem, &tables.frame).expect("the tables serve the goal");
    let mut iterations = Iterations {
        frame: &tables.frame,
        start: &start,
        max_length: limits.max_length.unwrap_or(u32::MAX),
        threads: limits.threads,
        divided_after: limits.divided_after.unwrap_or(DIVIDED),
        is_divided: false,
        all: limits.all_shortest.map(|list| (list, AllSlides::default())),
        observer,
        at_least: u32::from(problem.start() != problem.goal()),
        moves: None,
        is_stopped: false,
        stats: SlideStats::default(),
    };
    match &tables.kind {
        _ if iterations.at_least == 0 => {
            let _ = iterations.found(Vec::new());
        }
        Kind::Line => iterations.line(),
        Kind::Narrow(set) => iterations.search(set),
        Kind::Wide(set) => iterations.search(set),
    }
    SlideOutcome {
        moves: iterations.moves,
        at_least: iterations.at_least,
        all: iterations.all.map(|(_, all)| AllSlides {
            is_complete: !iterations.is_stopped,
            ..all
        }),
        stats: iterations.stats,
    }
}

/// Search for longer and longer solutions.
struct Iterations<'a> {
    frame: &'a Frame,
    start: &'a Start<'a>,
    max_length: u32,
    threads: usize,
    divided_after: u64,
    /// Whether the next iterations are divided into tasks.
    is_divided: bool,
    observer: &'a mut dyn SlideObserver,
    at_least: u32,
    /// The solution that was found first.
    moves: Option<Vec<Move>>,
    /// All solutions, and how many to list, if all are wanted.
    all: Option<(usize, AllSlides)>,
    is_stopped: bool,
    stats: SlideStats,
}

impl Watch for Iterations<'_> {
    fn candidate(&mut self, first: Axis, path: &[u8]) -> ControlFlow<()> {
        if self.start.reaches_goal(first, path) {
            return self.found(self.start.moves(first, path));
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &SlideStats) -> ControlFlow<()> {
        let flow = self.observer.tick(stats.generated, self.at_least);
        self.is_stopped |= flow.is_break();
        flow
    }
}

impl Iterations<'_> {
    /// Takes a solution; breaks if one is enough.
    fn found(&mut self, moves: Vec<Move>) -> ControlFlow<()> {
        let flow = match &mut self.all {
            Some((list, all)) => {
                all.add(&moves, *list);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        };
        self.moves.get_or_insert(moves);
        flow
    }

    /// A single row: no tile can pass another, so the blank goes home in one slide.
    fn line(&mut self) {
        if self.max_length > 0 {
            let _ = self.found(self.start.moves(Axis::Row, &[self.frame.home as u8]));
        }
    }

    fn search<const BITS: usize>(&mut self, set: &Set<BITS>) {
        let views = set.views(self.frame, self.start);
        match views.len() {
            1 => self.search_views::<BITS, 1>(&set.tracks, views),
            2 => self.search_views::<BITS, 2>(&set.tracks, views),
            3 => self.search_views::<BITS, 3>(&set.tracks, views),
            _ => self.search_views::<BITS, 4>(&set.tracks, views),
        }
    }

    fn search_views<const BITS: usize, const VIEWS: usize>(
        &mut self,
        tracks: &Tracks,
        views: Vec<View<'_, BITS>>,
    ) {
        let Ok(views) = views.try_into() else {
            unreachable!("a board has one to four views");
        };
        let places = |cell| Axis::BOTH.map(|axis| self.frame.place(axis, cell) as u8);
        let search: Search<'_, BITS, VIEWS> = Search {
            tracks,
            views,
            blank: places(self.start.blank),
            home: places(self.frame.home),
        };
        while self.at_least <= self.max_length {
            let before = self.stats;
            self.observer.begin(self.at_least);
            let ended = self.search_length(&search);
            let stats = SlideStats {
                expanded: self.stats.expanded - before.expanded,
                generated: self.stats.generated - before.generated,
            };
            self.observer.end(self.at_least, &stats);
            self.is_divided |= stats.generated >= self.divided_after;
            if ended.is_break() {
                return;
            }
            if self.moves.is_some() {
                return;
            }
            self.at_least += 1;
        }
    }

    /// Searches for solutions of the least length that is not yet excluded.
    fn search_length<const BITS: usize, const VIEWS: usize>(
        &mut self,
        search: &Search<'_, BITS, VIEWS>,
    ) -> ControlFlow<()> {
        for first in Axis::BOTH {
            let iteration = Iteration {
                length: self.at_least,
                first,
            };
            let mut stats = self.stats;
            let start = self.start;
            let ended = if self.is_divided {
                let sharing = Sharing {
                    threads: self.threads,
                    wants_all: self.all.is_some(),
                    is_solution: &|first, path| start.reaches_goal(first, path),
                };
                search.share(iteration, &mut stats, &sharing, self)
            } else {
                search.iterate(iteration, &mut stats, self)
            };
            self.stats = stats;
            ended?;
        }
        ControlFlow::Continue(())
    }
}
