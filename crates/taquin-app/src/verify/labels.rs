//! Solutions as sequences of labels that may repeat, as `Nine` prints them: one arrangement per line.
//!
//! Labels that differ are numbered and judged like any other sequence of boards.

use super::listing::{is_labels, is_row, prose};
use crate::exit::{Exit, Failure};
use crate::input::labels_in;
use taquin::tools::analyse::{LabelPath, broken_label_step, label_path};
use taquin::{Labels, Shape};

/// A search for a shortest path stops at about this many arrangements, which take a few hundred megabytes.
const MOST_POSITIONS: u64 = 10_000_000;

/// One sequence, and what the lines around it claim.
#[derive(Debug)]
pub struct LabelSequence {
    /// Where it begins, from 1.
    pub line: usize,
    /// The arrangements in order; at least one.
    pub positions: Vec<Labels>,
    /// The number of moves that is claimed.
    pub claimed: Option<u64>,
}

/// The sequences in a text, if its rows are labels and some of them repeat.
pub fn label_sequence(
    name: &str,
    text: &str,
    shape: Option<Shape>,
) -> Result<Option<LabelSequence>, Failure> {
    let rows = || text.lines().zip(1..).filter(|(line, _)| is_row(line));
    let repeats = |line: &str| {
        let mut labels: Vec<u8> = line.trim().bytes().collect();
        labels.sort_unstable();
        labels.windows(2).any(|pair| pair[0] == pair[1])
    };
    let is_labelled = rows().all(|(line, _)| is_labels(line)) && rows().any(|(l, _)| repeats(l));
    let Some((_, first)) = rows().next().filter(|_| is_labelled) else {
        return Ok(None);
    };
    let prose_lines = text.lines().filter(|line| !is_row(line));
    let wording = prose::Wording::of(text);
    let mut claims = prose_lines.map(|line| wording.length(&line.to_lowercase()));
    let positions = rows().map(|(line, number)| labels_in(name, number, line.trim(), shape));
    Ok(Some(LabelSequence {
        line: first,
        positions: positions.collect::<Result<_, _>>()?,
        claimed: claims.find_map(|claim| claim),
    }))
}

/// The judgement of a sequence, for the writers.
#[derive(Debug)]
pub struct JudgedLabels {
    /// Where it comes from.
    pub name: String,
    /// The start.
    pub start: Labels,
    /// The goal.
    pub goal: Labels,
    /// Whether it leads from start to goal.
    pub verdict: LabelVerdict,
    /// Whether any moves do.
    pub is_solvable: bool,
    /// The number of its moves.
    pub length: usize,
    /// The length of the shortest paths, if it is known.
    pub shortest: Option<usize>,
    /// A lower bound on it.
    pub lower_bound: usize,
    /// The claims that are false.
    pub false_claims: Vec<String>,
    /// Whether the goal is the default one, so that another may have been meant.
    pub is_default_goal: bool,
}

/// Whether a sequence leads from its start to its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelVerdict {
    /// It does.
    Right,
    /// It begins with this arrangement instead of the start.
    OtherStart(Labels),
    /// A step is not one move.
    Broken {
        /// Its number, from 1.
        place: usize,
        /// The arrangement before it.
        before: Labels,
        /// The arrangement after it.
        after: Labels,
    },
    /// It ends with this arrangement instead of the goal.
    Elsewhere(Labels),
}

impl JudgedLabels {
    /// Judges a sequence that should lead from the start, if one is given, to the goal.
    pub fn new(
        name: String,
        sequence: LabelSequence,
        start: Option<Labels>,
        (goal, is_default_goal): (Labels, bool),
    ) -> Result<JudgedLabels, Failure> {
        let LabelSequence { positions, .. } = &sequence;
        let start = start.unwrap_or_else(|| positions[0].clone());
        let length = positions.len() - 1;
        let verdict = verdict(&start, &goal, positions);
        let path = label_path(&start, &goal, MOST_POSITIONS)?;
        let (shortest, lower_bound) = match &path {
            LabelPath::Shortest(moves) => (Some(moves.len()), moves.len()),
            LabelPath::None => (None, 0),
            // A path that is no longer than the bound is a shortest one.
            LabelPath::AtLeast(moves) => {
                let is_shortest = verdict == LabelVerdict::Right && *moves as usize >= length;
                (is_shortest.then_some(length), *moves as usize)
            }
        };
        let is_right = verdict == LabelVerdict::Right;
        let claimed = sequence
            .claimed
            .filter(|&claimed| is_right && claimed != length as u64);
        let claim = claimed.map(|claimed| format!("the length is {length}, not {claimed}"));
        Ok(JudgedLabels {
            name,
            start,
            goal,
            verdict,
            is_solvable: path != LabelPath::None,
            length,
            shortest,
            lower_bound,
            false_claims: Vec::from_iter(claim),
            is_default_goal,
        })
    }

    /// Whether the sequence and all claims are right.
    pub fn is_right(&self) -> bool {
        self.verdict == LabelVerdict::Right && self.false_claims.is_empty()
    }

    /// The exit code for the verdict.
    pub fn exit(&self) -> Exit {
        if self.is_right() {
            Exit::Success
        } else {
            Exit::No
        }
    }
}

fn verdict(start: &Labels, goal: &Labels, positions: &[Labels]) -> LabelVerdict {
    let (first, last) = (&positions[0], &positions[positions.len() - 1]);
    if first != start {
        return LabelVerdict::OtherStart(first.clone());
    }
    if let Some(place) = broken_label_step(positions) {
        return LabelVerdict::Broken {
            place,
            before: positions[place - 1].clone(),
            after: positions[place].clone(),
        };
    }
    if last == goal {
        LabelVerdict::Right
    } else {
        LabelVerdict::Elsewhere(last.clone())
    }
}
