//! Speed in proportion to taquin's own, measured in the same run on the same machine.

use super::{Prepared, Run};
use crate::case::{Answer, Case};
use crate::reference::{Reference, label_path};
use crate::report::{TestReport, rounded};
use crate::run::{Given, Program};
use crate::verdict::Verdict;
use std::time::Instant;
use taquin::{Algorithm, HeuristicKind, Problem, Search};

/// The fastest of this many starts of a program that does nothing.
const STARTS: usize = 3;
impl Run<'_> {
    /// Marks the time of a test whose answers are all right: the share of the first tier that is not exceeded.
    pub(super) fn mark_speed(&self, prepared: &Prepared, report: &mut TestReport) {
        let reference = self.reference_seconds(prepared);
        let ratio = report.seconds / reference;
        let mut tiers = prepared.test.tiers.iter();
        let tier = tiers.find(|(most, _)| ratio <= *most);
        let share = tier.map_or(0.0, |(_, share)| *share);
        report.score = rounded(prepared.test.weight * share);
        if share < 1.0 {
            report.verdict = Verdict::TimeLimit;
            report.message = Some(format!(
                "right, but {ratio:.0} times as slow as taquin: {:.0} % of the marks",
                share * 100.0
            ));
        }
    }

    /// What taquin takes for the same boards, with the start of a process for each.
    fn reference_seconds(&self, prepared: &Prepared) -> f64 {
        let nothing = Program {
            command: "true".into(),
            ..self.submission.program.clone()
        };
        let given = Given {
            args: &[],
            stdin: &[],
        };
        let starts = (0..STARTS).map(|_| nothing.run(given, &prepared.limits).seconds);
        let start = starts.fold(f64::INFINITY, f64::min);
        let begun = Instant::now();
        for case in &prepared.cases {
            solve(&self.grader.reference, case);
        }
        begun.elapsed().as_secs_f64() + start * prepared.cases.len() as f64
    }
}

/// Solves the board of a case as its assignment asks.
fn solve(reference: &Reference, case: &Case) {
    match &case.answer {
        Answer::Positions(asked) => drop(label_path(&asked.initial, &asked.goal)),
        Answer::Solution(asked) => {
            let problem = Problem::new(asked.start.clone(), asked.goal.clone());
            if let Ok(problem) = problem {
                let search = Search::new(&problem).tables(&reference.tables);
                let search = search.algorithm(Algorithm::AStar);
                // The time is wanted, not the answer.
                let _ = search.heuristic(HeuristicKind::Manhattan).run();
            }
        }
        _ => {}
    }
}
