//! `Nine [HEIGHT WIDTH] MAXLENGTH INITIAL GOAL`.

use super::{Asked, Maker, words};
use crate::case::{Answer, Case, Positions, Refusal, Size};
use crate::reference::label_path;
use crate::suite::Kind;
use taquin::{Board, Labels, Shape};
use taquin_app::exit::Failure;
use taquin_app::words::many;

/// The labels of tiles, in their order.
const LABELS: &[u8] = b"123456789abcdefghijklmnopqrstuvwxyz";
/// Labels of which several tiles have the same.
const REPEATED: [&[u8]; 3] = [b"aabbccdd", b"aaaabbbb", b"11345678"];
/// A bound that no sequence of the tests reaches.
const AMPLE: u32 = 100;

/// Bad arguments, and what is wrong with them.
const BAD: [(&[&str], &str); 18] = [
    (&[], "no arguments"),
    (&["100", "236158-47"], "two arguments"),
    (
        &["3", "3", "100", "236158-47", "12345678-", "x"],
        "six arguments",
    ),
    (&["", "236158-47", "12345678-"], "MAXLENGTH is empty"),
    (&["-5", "236158-47", "12345678-"], "MAXLENGTH is negative"),
    (
        &["10x", "236158-47", "12345678-"],
        "MAXLENGTH is not a number",
    ),
    (&["100", "236158-477", "12345678-"], "INITIAL is too long"),
    (&["100", "236158-4", "12345678-"], "INITIAL is too short"),
    (&["100", "236158-47", "12345678-9"], "GOAL is too long"),
    (&["100", "236158-47", ""], "GOAL is empty"),
    (&["100", "236158-47", "123456789"], "GOAL has no blank"),
    (&["100", "236158947", "12345678-"], "INITIAL has no blank"),
    (&["100", "---------", "---------"], "nine blanks"),
    (
        &["100", "236158-47", "12345679-"],
        "INITIAL and GOAL have different labels",
    ),
    (
        &["3", "4", "100", "236158-47", "12345678-"],
        "HEIGHT and WIDTH do not fit the labels",
    ),
    (&["0", "9", "100", "236158-47", "12345678-"], "HEIGHT is 0"),
    (
        &["-3", "-3", "100", "236158-47", "12345678-"],
        "HEIGHT and WIDTH are negative",
    ),
    (
        &["3x", "3", "100", "236158-47", "12345678-"],
        "HEIGHT is not a number",
    ),
];

impl Maker<'_> {
    pub(super) fn nine(&mut self) -> Result<Vec<Case>, Failure> {
        match self.test.kind {
            Kind::Solve | Kind::Speed => {
                let boards = self.boards()?;
                Ok(boards
                    .iter()
                    .filter_map(|asked| labelled(asked, LABELS, AMPLE))
                    .collect())
            }
            Kind::Repeated => {
                let boards = self.boards()?;
                let alphabets = REPEATED.iter().cycle();
                let cases = boards.iter().zip(alphabets);
                Ok(cases
                    .filter_map(|(asked, alphabet)| repeated(asked, alphabet))
                    .collect())
            }
            Kind::Bound => {
                let boards = self.boards()?;
                Ok(boards.iter().flat_map(bounds).collect())
            }
            Kind::Unsolvable => self.without_path(),
            Kind::BadInput => Ok(BAD.iter().map(|(args, what)| bad(args, what)).collect()),
            _ => self.unknown_kind(),
        }
    }

    /// The same kind of case about other boards.
    pub(super) fn nine_cases(&mut self, boards: Vec<Asked>, failing: &Case) -> Vec<Case> {
        let cases: Vec<Case> = match (self.test.kind, &failing.answer) {
            (Kind::Solve, _) => boards
                .iter()
                .filter_map(|asked| labelled(asked, LABELS, AMPLE))
                .collect(),
            (Kind::Repeated, _) => boards
                .iter()
                .flat_map(|asked| REPEATED.map(|alphabet| repeated(asked, alphabet)))
                .flatten()
                .collect(),
            (Kind::Unsolvable, _) => boards
                .iter()
                .filter_map(|asked| pathless(&asked.start, &asked.goal))
                .collect(),
            (Kind::Bound, Answer::Silence { .. }) => boards.iter().filter_map(too_short).collect(),
            (Kind::Bound, _) => {
                let exact = |asked: &Asked| labelled(asked, LABELS, asked.distance?);
                boards.iter().filter_map(exact).collect()
            }
            _ => Vec::new(),
        };
        cases
            .into_iter()
            .filter(|case| case.size < failing.size)
            .collect()
    }

    fn without_path(&mut self) -> Result<Vec<Case>, Failure> {
        let mut cases = Vec::new();
        for shape in self.test.shapes()? {
            let goal = self.goal().board(shape);
            for _ in 0..self.test.count {
                let start = self.generator.unsolvable(&goal);
                cases.extend(start.and_then(|start| pathless(&start, &goal)));
            }
        }
        Ok(cases)
    }
}

/// Nothing is to be printed, because no sequence leads from one to the other.
fn pathless(start: &Board, goal: &Board) -> Option<Case> {
    let (start, goal) = (labels_of(start, LABELS)?, labels_of(goal, LABELS)?);
    Some(Case {
        args: arguments(&start, &goal, AMPLE),
        about: "there is no sequence".into(),
        answer: Answer::Silence {
            why: "no sequence leads from INITIAL to GOAL".into(),
        },
        ..blank_case(start.shape(), 0)
    })
}

fn blank_case(shape: Shape, distance: u32) -> Case {
    Case {
        args: Vec::new(),
        stdin: Vec::new(),
        file: None,
        about: String::new(),
        answer: Answer::Silence { why: String::new() },
        size: Size {
            cells: shape.area(),
            distance,
        },
    }
}

fn bad(args: &[&str], what: &str) -> Case {
    Case {
        args: words(args),
        stdin: Vec::new(),
        file: None,
        about: what.into(),
        answer: Answer::Refusal(Refusal::Stderr),
        size: Size::default(),
    }
}

/// The board with these labels on its tiles. There are not enough labels for large boards.
fn labels_of(board: &Board, alphabet: &[u8]) -> Option<Labels> {
    let label = |number: u32| match number.checked_sub(1) {
        None => Some(Labels::BLANK),
        Some(place) => alphabet.get(place as usize).copied(),
    };
    let labels: Option<Vec<u8>> = board
        .tiles()
        .iter()
        .map(|tile| label(tile.number()))
        .collect();
    Labels::new(board.shape(), &labels?).ok()
}

fn arguments(initial: &Labels, goal: &Labels, longest: u32) -> Vec<String> {
    let shape = initial.shape();
    let mut args = Vec::new();
    if (shape.rows(), shape.cols()) != (3, 3) {
        args.extend([shape.rows().to_string(), shape.cols().to_string()]);
    }
    args.extend([longest.to_string(), initial.to_string(), goal.to_string()]);
    args
}

/// A sequence is asked for.
fn positions(initial: Labels, goal: Labels, distance: u32, longest: u32) -> Case {
    Case {
        args: arguments(&initial, &goal, longest),
        about: many(distance, "move"),
        answer: Answer::Positions(Positions {
            initial: initial.clone(),
            goal,
            distance,
            longest,
        }),
        ..blank_case(initial.shape(), distance)
    }
}

fn labelled(asked: &Asked, alphabet: &[u8], longest: u32) -> Option<Case> {
    let (initial, goal) = (
        labels_of(&asked.start, alphabet)?,
        labels_of(&asked.goal, alphabet)?,
    );
    let distance = match asked.distance {
        Some(distance) => distance,
        None => label_path(&initial, &goal)?.len() as u32,
    };
    Some(positions(initial, goal, distance, longest))
}

fn repeated(asked: &Asked, alphabet: &[u8]) -> Option<Case> {
    let (initial, goal) = (
        labels_of(&asked.start, alphabet)?,
        labels_of(&asked.goal, alphabet)?,
    );
    let distance = label_path(&initial, &goal)?.len() as u32;
    Some(positions(initial, goal, distance, AMPLE))
}

/// MAXLENGTH exactly at, above and below the distance.
fn bounds(asked: &Asked) -> Vec<Case> {
    let Some(distance) = asked.distance else {
        return Vec::new();
    };
    let exact = labelled(asked, LABELS, distance);
    let above = labelled(asked, LABELS, distance + 1);
    [exact, above, too_short(asked)]
        .into_iter()
        .flatten()
        .collect()
}

fn too_short(asked: &Asked) -> Option<Case> {
    let distance = asked.distance?;
    let longest = distance.checked_sub(1)?;
    let case = labelled(asked, LABELS, longest)?;
    Some(Case {
        about: format!("MAXLENGTH {longest}, {} needed", many(distance, "move")),
        answer: Answer::Silence {
            why: format!(
                "the shortest sequence has {}, more than MAXLENGTH",
                many(distance, "move")
            ),
        },
        ..case
    })
}
