//! Which heuristics are admissible, with the nearest counter-example.

pub mod candidate;

pub use candidate::Candidate;

use super::block::{Block, Entry, Layout, Table};
use super::maker::{Maker, shape};
use super::{Content, Level, Posed, tiles, yes_or_no};
use serde::Serialize;
use std::collections::HashMap;
use taquin::tools::audit::Survey;
use taquin::tools::generate::Generator;
use taquin::{Board, Goal, Metric};
use taquin_app::words::many;

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// The goal.
    #[serde(serialize_with = "tiles")]
    pub goal: Board,
    /// The heuristics, by the names of their formulas.
    #[serde(rename = "heuristics")]
    pub candidates: Vec<Candidate>,
}

/// A verdict on each heuristic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// In the order in which they are given.
    pub verdicts: Vec<Verdict>,
}

/// A verdict on one heuristic, from the true distances of all boards of the shape.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Whether no board is overestimated.
    pub admissible: bool,
    /// The overestimated board that is nearest to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overestimate: Option<Overestimate>,
}

/// A board with an estimate above its distance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overestimate {
    /// The board.
    #[serde(serialize_with = "tiles")]
    pub board: Board,
    /// The length of its shortest solutions.
    pub distance: u32,
    /// The estimate.
    pub estimate: f64,
}

/// Judges heuristics on every board of 3×3; each verdict is computed once.
#[derive(Debug, Default)]
pub struct Judge {
    survey: Option<Survey>,
    known: HashMap<Candidate, Verdict>,
}

impl Judge {
    fn verdict(&mut self, candidate: Candidate) -> Verdict {
        let survey = self.survey.get_or_insert_with(|| {
            let survey = Survey::every(&goal(), Metric::SingleTile);
            survey.expect("all boards of 3×3 can be listed")
        });
        let verdict = self.known.entry(candidate).or_insert_with(|| {
            let goal = goal();
            let estimates: Vec<f64> = survey
                .boards()
                .map(|board| candidate.estimate(&board, &goal))
                .collect();
            let judgement = survey.judge(&estimates);
            let judgement = judgement.expect("formulas give finite numbers");
            let first = judgement.overestimates.first;
            Verdict {
                admissible: first.is_none(),
                overestimate: first.map(|first| Overestimate {
                    board: first.board,
                    distance: first.distance,
                    estimate: first.estimate,
                }),
            }
        });
        verdict.clone()
    }
}

fn goal() -> Board {
    Goal::Last.board(shape((3, 3)))
}

impl Posed<Given, Answer> {
    pub(super) fn draw(
        generator: &mut Generator,
        level: Level,
        maker: &mut Maker,
    ) -> Posed<Given, Answer> {
        let count = match level {
            Level::Easy => 3,
            Level::Medium => 4,
            Level::Hard => 6,
        };
        loop {
            let candidates = choose(generator, Candidate::of(level), count);
            let verdicts: Vec<Verdict> = candidates
                .iter()
                .map(|&candidate| maker.judge.verdict(candidate))
                .collect();
            let admissible = verdicts.iter().filter(|verdict| verdict.admissible).count();
            // A third or more are, and a third or more are not.
            let least = count.div_ceil(3);
            if (least..=count - least).contains(&admissible) {
                let goal = goal();
                let given = Given {
                    rows: goal.shape().rows(),
                    cols: goal.shape().cols(),
                    goal,
                    candidates,
                };
                let answer = Answer { verdicts };
                return Posed { given, answer };
            }
        }
    }
}

/// Some of several things, each at most once, in any order.
fn choose(generator: &mut Generator, from: &[Candidate], count: usize) -> Vec<Candidate> {
    let mut left = from.to_vec();
    let mut chosen = Vec::new();
    for _ in 0..count {
        let one = *generator.choose(&left);
        left.retain(|&candidate| candidate != one);
        chosen.push(one);
    }
    chosen
}

impl Given {
    fn table(&self, heads: &[&str], entries: impl Fn(usize) -> Vec<Entry>) -> Block {
        let row = |(number, candidate): (usize, &Candidate)| {
            let mut row = vec![Entry::text(candidate.description())];
            row.extend(entries(number));
            row
        };
        Block::Table(Table {
            head: heads.iter().map(ToString::to_string).collect(),
            rows: self.candidates.iter().enumerate().map(row).collect(),
            layout: Layout::LastWide,
        })
    }
}

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let heads = ["heuristic", "admissible?", "why, or a counter-example"];
        vec![
            Block::text(
                "A heuristic is admissible if it never estimates more moves than a shortest solution has. Which of these are, on 3×3 \
                 boards with the goal 1 2 3, 4 5 6, 7 8 blank? For each one that is not, find a board that it overestimates.",
            ),
            self.given
                .table(&heads, |_| vec![Entry::Blank, Entry::Blank]),
        ]
    }

    fn answer(&self) -> Vec<Block> {
        let heads = ["heuristic", "admissible?", "a counter-example", "why"];
        let entries = |number: usize| {
            let Verdict {
                admissible,
                overestimate,
            } = &self.answer.verdicts[number];
            let (board, why) = match overestimate {
                None => (
                    Entry::text("–"),
                    "no board of 3×3 is overestimated".to_string(),
                ),
                Some(Overestimate {
                    board,
                    distance,
                    estimate,
                }) => {
                    let why = format!(
                        "the estimate is {}, but {} enough",
                        rounded(*estimate),
                        if *distance == 1 {
                            "1 move is".into()
                        } else {
                            format!("{} are", many(distance, "move"))
                        }
                    );
                    (Entry::Board(board.clone()), why)
                }
            };
            vec![Entry::text(yes_or_no(*admissible)), board, Entry::Text(why)]
        };
        vec![self.given.table(&heads, entries)]
    }
}

/// A number with at most two digits after the point.
fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}
