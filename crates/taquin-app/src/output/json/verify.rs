//! `taquin.verify/1`.

use super::tiles;
use crate::limits::Reason;
use crate::verify::Judged;
use crate::words::{self, slide};
use serde::Serialize;
use taquin::notation::MoveLetters;
use taquin::tools::analyse::{BrokenStep, Judgement, Loss, NearMiss, Tried, Verdict};
use taquin::{Board, Metric};

/// `taquin.verify/1`.
#[derive(Debug, Serialize)]
pub struct Verify {
    schema: &'static str,
    rows: u32,
    cols: u32,
    start: Vec<u32>,
    goal: Vec<u32>,
    status: &'static str,
    /// Why it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    solvable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<Impossible>,
    /// The step of a sequence of boards that is not a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    broken: Option<Broken>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_tiles: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    near_miss: Option<Near>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    false_claims: Vec<String>,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<Lengths>,
    #[serde(flatten)]
    judgement: Option<JudgementObject>,
}

#[derive(Debug, Serialize)]
struct Impossible {
    /// Counted from 1.
    place: usize,
    #[serde(rename = "move")]
    tried: String,
    board: Vec<u32>,
}

#[derive(Debug, Serialize)]
struct Broken {
    /// Counted from 1; 0 if the sequence does not begin with the start.
    place: usize,
    reason: String,
    from: Vec<u32>,
    to: Vec<u32>,
}

#[derive(Debug, Serialize)]
struct Near {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_name: Option<&'static str>,
    /// What the letters stand for if they are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_are: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Lengths {
    stm: usize,
    mtm: usize,
}

#[derive(Debug, Serialize)]
struct JudgementObject {
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<usize>,
    lower_bound: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_moves: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Vec<Lost>>,
    /// How many moves were followed, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    followed: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Lost {
    /// Counted from 1.
    place: usize,
    board: Vec<u32>,
    played: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
    before: usize,
    after: usize,
}

/// The object for a solution that was judged.
pub fn verify(judged: &Judged) -> Verify {
    let given = &judged.given;
    let shape = given.start.shape();
    let (impossible, end, wrong_tiles) = match &judged.verdict {
        Some(Verdict::Impossible {
            place,
            tried,
            board,
        }) => (
            Some(self::impossible(judged, *place, *tried, board)),
            None,
            None,
        ),
        Some(Verdict::Elsewhere { end, wrong_tiles }) => {
            (None, Some(tiles(end)), Some(*wrong_tiles))
        }
        _ => (None, None, None),
    };
    let is_played = matches!(
        judged.verdict,
        Some(Verdict::Right | Verdict::Elsewhere { .. })
    );
    Verify {
        schema: "taquin.verify/1",
        rows: shape.rows(),
        cols: shape.cols(),
        start: tiles(&given.start),
        goal: tiles(&given.goal),
        status: if judged.is_right() { "right" } else { "wrong" },
        reason: reason(judged),
        solvable: judged.is_solvable,
        impossible,
        broken: broken(judged),
        end,
        wrong_tiles,
        near_miss: judged.near_miss.map(|near_miss| near(judged, near_miss)),
        false_claims: judged.false_claims.clone(),
        metric: given.metric.name(),
        moves_are: given.played.as_ref().map(|played| played.letters.name()),
        lengths: given
            .played
            .as_ref()
            .filter(|_| is_played)
            .map(|played| Lengths {
                stm: Metric::SingleTile.length(&played.moves),
                mtm: Metric::MultiTile.length(&played.moves),
            }),
        judgement: judged
            .judgement
            .as_ref()
            .map(|judgement| object(judged, judgement)),
    }
}

fn reason(judged: &Judged) -> Option<&'static str> {
    match &judged.verdict {
        _ if judged.is_right() => None,
        None if judged.given.claims.is_unsolvable() => Some("solvable"),
        None if judged.given.claims.is_solvable() == Some(true) => Some("unsolvable"),
        None => Some("no-moves"),
        Some(Verdict::Right) => Some("false-claims"),
        Some(_) if !judged.is_solvable => Some("unsolvable"),
        Some(Verdict::Impossible { .. }) => Some("impossible"),
        Some(Verdict::Broken(_)) => Some("broken"),
        Some(Verdict::Elsewhere { .. }) => Some("elsewhere"),
    }
}

fn broken(judged: &Judged) -> Option<Broken> {
    let Some(Verdict::Broken(broken)) = &judged.verdict else {
        return None;
    };
    let BrokenStep { place, .. } = **broken;
    Some(Broken {
        place,
        reason: words::broken_step(broken),
        from: tiles(&broken.before),
        to: tiles(&broken.after),
    })
}

fn impossible(judged: &Judged, place: usize, tried: Tried, board: &Board) -> Impossible {
    Impossible {
        place: place + 1,
        tried: words::tried(tried, judged.letters()),
        board: tiles(board),
    }
}

fn near(judged: &Judged, near_miss: NearMiss) -> Near {
    let (kind, after, goal) = match near_miss {
        NearMiss::GoesOn(after) => ("goes-on", Some(after), None),
        NearMiss::Mirrored => ("mirrored", None, None),
        NearMiss::Backwards => ("backwards", None, None),
        NearMiss::OtherGoal(goal) => ("other-goal", None, Some(goal.name())),
    };
    let is_mirrored = near_miss == NearMiss::Mirrored;
    Near {
        kind,
        after,
        goal_name: goal,
        moves_are: is_mirrored.then(|| judged.right_letters().name()),
    }
}

fn object(judged: &Judged, judgement: &Judgement) -> JudgementObject {
    let letters = judged.right_letters();
    let is_known = judgement.shortest.is_some();
    let lost = judgement.losses.iter().map(|loss| lost(loss, letters));
    JudgementObject {
        length: judgement.length,
        optimal: judgement.is_optimal(),
        shortest: judgement.shortest,
        lower_bound: judgement.lower_bound,
        ratio: judgement.ratio().filter(|_| !is_known),
        lost_moves: is_known.then_some(judgement.lost_moves),
        lost: is_known.then(|| lost.collect()),
        followed: (is_known && judgement.followed < judgement.length).then_some(judgement.followed),
        stopped: judged.reason.map(Reason::name),
    }
}

fn lost(loss: &Loss, letters: MoveLetters) -> Lost {
    Lost {
        place: loss.place + 1,
        board: tiles(&loss.board),
        played: slide(loss.played, letters, &loss.board),
        better: loss
            .better
            .map(|better| slide(better, letters, &loss.board)),
        before: loss.before,
        after: loss.after,
    }
}
