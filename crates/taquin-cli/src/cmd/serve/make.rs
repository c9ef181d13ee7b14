//! Boards that are made or counted, and the tables that there are.

use super::fields::{FieldKind, Fields, bad};
use super::solve::ONE_THREAD;
use super::{ApiHandler, CELLS, allows, bytes_of, refused};
use crate::cmd::census::CensusArgs;
use crate::cmd::generate::GenerateArgs;
use taquin::{Board, Shape};
use taquin_app::exit::Failure;
use taquin_app::generate::any_seed;
use taquin_app::input::{BoardReader, ReadOptions};
use taquin_app::output::json;
use taquin_app::store::Store;
use taquin_web::{Refusal, Watch};

/// The most boards at once.
const BOARDS: u64 = 100;
/// The longest walk from the goal: after so many moves more make no difference on boards of this size.
const WALK: u64 = 1_000_000;
/// A census counts boards of up to so many cells.
const CENSUS_CELLS: usize = 10;

const GENERATE: [(&str, FieldKind); 10] = [
    ("shape", FieldKind::Text),
    ("size", FieldKind::Number),
    ("count", FieldKind::Number),
    ("seed", FieldKind::Number),
    ("unsolvable", FieldKind::Flag),
    ("optimal_length", FieldKind::Number),
    ("hardest", FieldKind::Flag),
    ("unique", FieldKind::Flag),
    ("solve", FieldKind::Flag),
    ("metric", FieldKind::Text),
];

impl ApiHandler {
    /// The options that no request has a say in.
    fn own_options(&self) -> Vec<String> {
        vec![
            ONE_THREAD.into(),
            format!("--time={}ms", self.limits.time.as_millis()),
            format!("--memory={}", self.limits.memory),
        ]
    }

    pub(super) fn generate(&self, mut fields: Fields, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let mut own = self.own_options();
        let walk = fields.whole("walk", 0..=WALK)?;
        own.extend(walk.map(|moves| format!("--walk={moves}")));
        let goal = fields.goal_text()?;
        let args: GenerateArgs = fields.options(&GENERATE, &own)?;
        fields.finish()?;
        if !(1..=BOARDS).contains(&args.count) {
            return Err(bad(&format!("count: it must be from 1 to {BOARDS}")));
        }
        let refuse = |failure: Failure| refused(&failure);
        let shape = args.asked_shape().map_err(refuse)?;
        allows(shape, CELLS)?;
        let goal = self::goal(&goal, shape)?;
        let options = args.options(Some(watch));
        options.check(&goal).map_err(refuse)?;
        let seed = args.seed.unwrap_or_else(any_seed);
        let mut boards = Vec::new();
        let made = options.each(&goal, || seed, &self.tables, &mut |made| {
            boards.push(json::generate(made));
            Ok(())
        });
        made.map_err(refuse)?;
        bytes_of(&json::generated(boards, args.count))
    }

    pub(super) fn census(&self, mut fields: Fields, watch: &Watch) -> Result<Vec<u8>, Refusal> {
        let mut own = self.own_options();
        let Some(shape) = fields.text("shape")? else {
            return Err(bad(
                "shape: there is none, and it must be rows x columns, such as 3x3",
            ));
        };
        // After this nothing is an option, whatever it begins with.
        let metric = format!("--metric={}", fields.metric()?.name());
        own.extend([metric, "--".into(), shape]);
        let goal = fields.goal_text()?;
        let args: CensusArgs = fields.options(&[], &own)?;
        fields.finish()?;
        allows(args.shape, CENSUS_CELLS)?;
        let goal = self::goal(&goal, args.shape)?;
        let counted = args.options(Some(watch)).count(goal);
        bytes_of(&json::census(
            &counted.map_err(|failure| refused(&failure))?,
        ))
    }
}

impl Fields {
    /// The goal where there is no start: a name or a board.
    fn goal_text(&mut self) -> Result<String, Refusal> {
        let goal = self.written("goal")?;
        Ok(goal.map_or_else(|| "last".into(), |(goal, _)| goal))
    }
}

fn goal(asked: &str, shape: Shape) -> Result<Board, Refusal> {
    let options = ReadOptions {
        shape: Some(shape),
        ..ReadOptions::default()
    };
    let goal = BoardReader::remote(options).goal(asked, shape);
    goal.map_err(|failure| refused(&failure))
}

/// What tables there are on disk, without where.
pub(super) fn tables(fields: Fields) -> Result<Vec<u8>, Refusal> {
    fields.finish()?;
    let mut tables = Vec::new();
    // Where there is no folder, or none that can be read, there are no tables.
    if let Ok(store) = Store::new() {
        let _ = taquin_app::tables::each(&store, &mut |row| {
            tables.push(json::table_here(row));
            Ok(())
        });
    }
    bytes_of(&json::tables(tables))
}
