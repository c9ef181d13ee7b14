//! What is true of a board: its distance, boards at a distance, shortest sequences of labels.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use taquin::solve::{Answer, Guarantee};
use taquin::tools::analyse::{self, LabelPath};
use taquin::tools::audit::Survey;
use taquin::{Board, Labels, Metric, Move, Problem, Search, Tables};

/// Boards by their distance from a goal.
pub(crate) type Levels = Vec<Vec<Board>>;

/// What has been computed, for all tests and submissions.
#[derive(Debug, Default)]
pub struct Reference {
    /// Tables of searches.
    pub tables: Tables,
    surveys: Mutex<HashMap<Board, Arc<Survey>>>,
    levels: Mutex<HashMap<Board, Arc<Levels>>>,
}

impl Reference {
    /// Every board of up to nine cells, with its distance.
    pub(crate) fn survey(&self, goal: &Board) -> Option<Arc<Survey>> {
        let mut surveys = self.surveys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(survey) = surveys.get(goal) {
            return Some(Arc::clone(survey));
        }
        let survey = Arc::new(Survey::every(goal, Metric::SingleTile)?);
        surveys.insert(goal.clone(), Arc::clone(&survey));
        Some(survey)
    }

    /// Every board of up to nine cells, by its distance.
    pub(crate) fn levels(&self, goal: &Board) -> Option<Arc<Levels>> {
        let survey = self.survey(goal)?;
        let mut known = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let levels = known.entry(goal.clone()).or_insert_with(|| {
            let mut levels = Levels::new();
            for (board, distance) in survey.boards().zip(survey.distances()) {
                let distance = distance.expect("every board of a complete survey has a distance");
                levels.resize(levels.len().max(distance as usize + 1), Vec::new());
                levels[distance as usize].push(board);
            }
            Arc::new(levels)
        });
        Some(Arc::clone(levels))
    }

    /// The moves of a shortest solution, if they can be found: boards of up to 16 cells.
    pub(crate) fn shortest(&self, problem: &Problem) -> Option<Vec<Move>> {
        if problem.start().shape().area() > Survey::MAX_CELLS {
            return None;
        }
        let report = Search::new(problem).tables(&self.tables).run().ok()?;
        match report.answer {
            Answer::Solved(solution, Guarantee::Optimal) => Some(solution.moves().to_vec()),
            _ => None,
        }
    }
}

/// A search for a path of labels stops at this many positions; boards of nine cells have fewer.
const MOST_POSITIONS: u64 = 1_000_000;

/// The moves of a shortest path between two arrangements of labels; `None` if there is none, or none was found.
pub(crate) fn label_path(initial: &Labels, goal: &Labels) -> Option<Vec<Move>> {
    match analyse::label_path(initial, goal, MOST_POSITIONS).ok()? {
        LabelPath::Shortest(moves) => Some(moves),
        LabelPath::None | LabelPath::AtLeast(_) => None,
    }
}
