//! Sequences of arrangements of labels, one per line, as `Nine` prints them.

use super::layout::exact;
use super::{Said, shortened};
use crate::case::Positions;
use crate::reference::label_path;
use crate::verdict::{Finding, Verdict};
use taquin::{Labels, Shape};
use taquin_app::words::many;

/// Judges a sequence.
pub(super) fn judge(asked: &Positions, said: &Said<'_>) -> Finding {
    if said.stdout.trim().is_empty() {
        let length = many(asked.distance, "move");
        let bound = if asked.longest == asked.distance {
            ": MAXLENGTH is as many, and a sequence may have MAXLENGTH moves"
        } else {
            ""
        };
        return Finding::new(
            Verdict::WrongOutput,
            format!("nothing is printed, but there is a sequence of {length}{bound}"),
        );
    }
    let positions = match read(asked, said.stdout) {
        Ok(positions) => positions,
        Err(finding) => return finding,
    };
    let finding = sequence(asked, &positions);
    if !finding.is_right() {
        return finding;
    }
    let lines: String = positions
        .iter()
        .map(|position| format!("{position}\n"))
        .collect();
    exact(&lines, said.stdout, "the sequence is right, but ")
}

/// The positions in the output, without regard to spaces at the ends of lines and empty lines.
fn read(asked: &Positions, text: &str) -> Result<Vec<Labels>, Finding> {
    let shape = asked.initial.shape();
    let sorted = asked.initial.sorted();
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let labels = Labels::new(shape, line.trim().as_bytes()).ok();
            labels.filter(|labels| labels.sorted() == sorted).ok_or_else(|| {
                Finding::new(
                    Verdict::WrongOutput,
                    format!(
                        "line {}, column 1: {:?} is not an arrangement of the labels of INITIAL",
                        number + 1,
                        shortened(line)
                    ),
                )
            })
        })
        .collect()
}

fn sequence(asked: &Positions, positions: &[Labels]) -> Finding {
    let shape = asked.initial.shape();
    let (first, last) = (&positions[0], &positions[positions.len() - 1]);
    let is_reversed = *first == asked.goal && *last == asked.initial && asked.distance > 0;
    let broken = broken(positions, shape);
    if is_reversed && broken.is_none() {
        return Finding::new(
            Verdict::WrongNotation,
            "the sequence leads from GOAL to INITIAL; in reverse order it would be right",
        );
    }
    if let Some(place) = broken {
        return illegal(positions, place, shape);
    }
    if *first != asked.initial {
        return Finding::new(
            Verdict::WrongEnd,
            format!(
                "the sequence begins with {first}, not with INITIAL, {}",
                asked.initial
            ),
        );
    }
    if *last != asked.goal {
        return Finding::new(
            Verdict::WrongEnd,
            format!(
                "the sequence ends with {last}, not with GOAL, {}",
                asked.goal
            ),
        );
    }
    let length = positions.len() as u32 - 1;
    if length > asked.distance {
        return longer(asked, positions);
    }
    Finding::right()
}

/// The index of the first position that is not one move from the one before it.
fn broken(positions: &[Labels], shape: Shape) -> Option<usize> {
    let mut pairs = positions.windows(2);
    pairs
        .position(|pair| !is_move(&pair[0], &pair[1], shape))
        .map(|place| place + 1)
}

fn is_move(before: &Labels, after: &Labels, shape: Shape) -> bool {
    let (from, to) = (before.blank(), after.blank());
    let mut moved = before.labels().to_vec();
    moved.swap(from.index(), to.index());
    let cell = |labels: &Labels| shape.at(labels.blank().index());
    let are_next = cell(before)
        .zip(cell(after))
        .is_some_and(|(a, b)| shape.distance(a, b) == 1);
    are_next && moved == after.labels()
}

fn illegal(positions: &[Labels], place: usize, shape: Shape) -> Finding {
    let is_transposed = !shape.is_square() && broken(positions, shape.transposed()).is_none();
    let (before, after) = (&positions[place - 1], &positions[place]);
    if is_transposed {
        let (rows, cols) = (shape.rows(), shape.cols());
        return Finding::new(
            Verdict::WrongNotation,
            format!(
                "every step would be one move on a board of {cols}×{rows}: HEIGHT, which comes first, is {rows}, and WIDTH is {cols}"
            ),
        );
    }
    Finding::new(
        Verdict::IllegalMove,
        format!(
            "step {place} is not one move\nbefore step {place}:\n{}after step {place}:\n{}",
            drawn(before),
            drawn(after)
        ),
    )
}

/// The labels in rows.
fn drawn(labels: &Labels) -> String {
    let rows = labels.labels().chunks(labels.shape().cols() as usize);
    rows.map(|row| format!("{}\n", String::from_utf8_lossy(row)))
        .collect()
}

/// Where the sequence left every shortest one: before that, each step brings the goal one move closer.
fn longer(asked: &Positions, positions: &[Labels]) -> Finding {
    let length = positions.len() - 1;
    let shortest = asked.distance as usize;
    let is_on_way = |place: usize| {
        let rest = label_path(&positions[place], &asked.goal);
        rest.is_some_and(|rest| rest.len() + place == shortest)
    };
    // Once a step is lost, all later positions are off the shortest sequences.
    let places: Vec<usize> = (0..positions.len()).collect();
    let first = places.partition_point(|&place| place <= shortest && is_on_way(place));
    let more = many(length - shortest, "move");
    let mut message = format!(
        "the sequence has {}, {more} more than the shortest ({shortest})",
        many(length, "move")
    );
    if first < positions.len() {
        let before = first.saturating_sub(1);
        message += &format!(
            "\nthe first lost move is step {first}, from\n{}",
            drawn(&positions[before])
        );
        message += &format!("to\n{}", drawn(&positions[first]));
    }
    Finding::new(Verdict::NotShortest, message)
}
