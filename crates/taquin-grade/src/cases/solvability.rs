//! `puzzle`: two lines on standard input, is the goal reachable?

use super::Maker;
use crate::case::{Answer, Case, Refusal, Size};
use crate::suite::Kind;
use taquin::notation::{Dialect, read_pair, write_layout};
use taquin::solvability::{Disorder, DisorderRule, reachable};
use taquin::{Board, Goal, Shape, Tile};
use taquin_app::exit::Failure;

/// Wrong input, and what is wrong with it.
const BAD: [(&[u8], &str); 30] = [
    (b"", "the input is empty"),
    (b"\n", "one empty line"),
    (b"1 2 3 b\n", "the goal is missing"),
    (b"1 2 3 b 1 2 3 b\n", "both boards on one line"),
    (b"\n1 2 3 b\n", "the first line is empty"),
    (b"1 2 3 b\n\n1 2 3 b\n", "the second line is empty"),
    (b"1 2 3 b\n1 2 3 b\n1 2 3 b\n", "a third board"),
    (b"1 2 3 b\n1 2 3 b\nx\n", "a word on a third line"),
    (b"1 2 3 4 b\n1 2 3 4 b\n", "5 cells are not a square"),
    (b"1 b\n1 b\n", "2 cells are not a square"),
    (b"b\nb\n", "a board of one cell"),
    (b"1 2 3 b\n1 2 3 4 5 6 7 8 b\n", "boards of different sizes"),
    (b"1 2 3 b\n1 2 3\n", "the goal has three cells"),
    (b"1 2 3 4\n1 2 3 b\n", "the start has no blank"),
    (b"1 2 3 b\n1 2 3 4\n", "the goal has no blank"),
    (b"b b b b\nb b b b\n", "four blanks"),
    (b"0 1 2 3\n0 1 2 3\n", "0 for the blank"),
    (b"1 2 3 B\n1 2 3 b\n", "B for the blank"),
    (b"1 2 4 b\n1 2 3 b\n", "tile 4 of a 2×2 board"),
    (b"1 2 b 1\n1 2 3 b\n", "tile 1 twice in the start"),
    (b"1 2 3 b\n1 2 2 b\n", "tile 2 twice in the goal"),
    (b"1 2 3 b\n1 -2 3 b\n", "a negative tile"),
    (b"+3 1 2 b\n1 2 3 b\n", "a plus sign"),
    (
        b"1 2 18446744073709551619 b\n1 2 3 b\n",
        "a number that wraps to 3 in 64 bits",
    ),
    (
        b"1 2 4294967299 b\n1 2 3 b\n",
        "a number that wraps to 3 in 32 bits",
    ),
    (b"1 2 3.0 b\n1 2 3 b\n", "a decimal point"),
    (b"1 2 0x3 b\n1 2 3 b\n", "a hexadecimal number"),
    (b"1 2 3 b1\n1 2 3 b\n", "b1 is neither a tile nor the blank"),
    (b"1,2,3,b\n1,2,3,b\n", "commas"),
    (b"1 2 x b\n1 2 3 b\n", "a letter"),
];

/// Input with spaces, tabs and leading zeros.
const ECHO: [&[u8]; 5] = [
    b"  1 \t 2   3 \t\tb\t \n\t1 2 3 b   \n",
    b"1 2 3 b\n1 2 3 b\n \t \n\n",
    b"1 2 3 b\n1 2 3 b",
    b"1 2 03 b\n1 2 3 b\n",
    b"\t2  1\t3 b \t\n1 2 3 b\n",
];

/// How often a random pair is drawn for each class; half of all pairs belong to two of the four.
const DRAWS: usize = 200;

impl Maker<'_> {
    pub(super) fn solvability(&mut self) -> Result<Vec<Case>, Failure> {
        match self.test.kind {
            Kind::EveryPair => self.every_pair(),
            Kind::Parity => self.parities(),
            Kind::Echo => Ok(ECHO.iter().filter_map(|input| case(input)).collect()),
            Kind::BadInput => Ok(BAD.iter().map(|(input, what)| bad(input, what)).collect()),
            _ => self.unknown_kind(),
        }
    }

    fn every_pair(&self) -> Result<Vec<Case>, Failure> {
        let mut cases = Vec::new();
        for shape in self.test.shapes()? {
            if shape.area() > 4 {
                return Err(Failure::BadInput(format!(
                    "{}: {shape} has too many pairs of boards",
                    self.test.name
                )));
            }
            let boards = all_boards(shape);
            let pairs = boards
                .iter()
                .flat_map(|start| boards.iter().map(move |goal| (start, goal)));
            cases.extend(pairs.filter_map(|(start, goal)| pair(start, goal)));
        }
        Ok(cases)
    }

    /// Pairs of every class: reachable or not, with the blanks an even or odd number of rows apart.
    fn parities(&mut self) -> Result<Vec<Case>, Failure> {
        let mut cases = Vec::new();
        for shape in self.test.shapes()? {
            for class in [(true, 0), (true, 1), (false, 0), (false, 1)] {
                for _ in 0..self.test.count {
                    cases.extend(self.of_class(shape, class));
                }
            }
        }
        Ok(cases)
    }

    fn of_class(&mut self, shape: Shape, class: (bool, u32)) -> Option<Case> {
        let base = Goal::Last.board(shape);
        (0..DRAWS).find_map(|_| {
            let goal = self.generator.random(&base);
            let start = if class.0 {
                self.generator.random(&goal)
            } else {
                self.generator.unsolvable(&goal)?
            };
            let rows = shape.row(start.blank()).abs_diff(shape.row(goal.blank())) % 2;
            (rows == class.1).then(|| pair(&start, &goal)).flatten()
        })
    }

    /// Pairs of smaller boards with the same answer.
    pub(super) fn smaller_pairs(&mut self, failing: &Case) -> Vec<Case> {
        let Answer::Text { text, .. } = &failing.answer else {
            return Vec::new();
        };
        if !matches!(self.test.kind, Kind::Parity) {
            return Vec::new();
        }
        let answer = text.lines().last();
        let mut cases = Vec::new();
        for side in 2..=4 {
            let shape = Shape::square(side).expect("a small square is a valid shape");
            if shape.area() >= failing.size.cells {
                break;
            }
            for rows in [0, 1].repeat(5) {
                let is_solvable = answer == Some("solvable");
                cases.extend(self.of_class(shape, (is_solvable, rows)));
            }
        }
        cases
    }
}

/// All arrangements of a small shape.
fn all_boards(shape: Shape) -> Vec<Board> {
    let mut orders: Vec<Vec<u32>> = vec![Vec::new()];
    for number in 0..shape.area() as u32 {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, number);
                    longer
                })
            })
            .collect();
    }
    let board = |order: Vec<u32>| Board::new(shape, order.into_iter().map(Tile::new).collect());
    orders
        .into_iter()
        .filter_map(|order| board(order).ok())
        .collect()
}

fn pair(start: &Board, goal: &Board) -> Option<Case> {
    let line = |board| write_layout(board, Dialect::Pair).ok();
    case((line(start)? + &line(goal)?).as_bytes())
}

/// The case of right input.
fn case(input: &[u8]) -> Option<Case> {
    let pair = read_pair(input).ok()?;
    let (is_reachable, why) = argument(&pair.start, &pair.goal)?;
    let verdict = if is_reachable {
        "solvable"
    } else {
        "unsolvable"
    };
    let (start, goal) = (&pair.start_words, &pair.goal_words);
    Some(Case {
        args: Vec::new(),
        stdin: input.to_vec(),
        file: None,
        about: format!("{}, {verdict}", pair.start.shape()),
        answer: Answer::Text {
            text: format!("start: {start}\ngoal: {goal}\n{verdict}\n"),
            why,
        },
        size: Size {
            cells: pair.start.shape().area(),
            distance: 0,
        },
    })
}

/// Whether a goal can be reached, and why, with the usual mistake that gives the other answer.
fn argument(start: &Board, goal: &Board) -> Option<(bool, String)> {
    let rule = DisorderRule::of(start.shape());
    let is_reachable = reachable(start, goal).ok()?;
    let sides = [start, goal].map(|board| Disorder::of(board, DisorderRule::Tiles));
    let [(tiles, row), (goal_tiles, goal_row)] = sides.map(|side| (side.sum, side.blank_row));
    let (reached, width, counted) = match (is_reachable, rule) {
        (true, DisorderRule::Tiles) => ("can", "odd", "only the tiles count"),
        (false, DisorderRule::Tiles) => ("cannot", "odd", "only the tiles count"),
        (true, DisorderRule::TilesAndBlankRow) => ("can", "even", "both count"),
        (false, DisorderRule::TilesAndBlankRow) => ("cannot", "even", "both count"),
    };
    let start_alone = match rule {
        DisorderRule::Tiles => tiles,
        DisorderRule::TilesAndBlankRow => tiles + u64::from(start.shape().rows() - row),
    };
    let rows_differ = row.abs_diff(goal_row) % 2 == 1;
    let mistake = match rule {
        DisorderRule::TilesAndBlankRow if rows_differ => {
            "; without the rows of the blanks it would be the other answer"
        }
        DisorderRule::Tiles if rows_differ => {
            "; with the rows of the blanks it would be the other answer"
        }
        _ if (start_alone % 2 == 0) != is_reachable => {
            "; for the goal 1 2 3 … with the blank last it would be the other answer"
        }
        _ => "",
    };
    Some((
        is_reachable,
        format!(
            "the goal {reached} be reached: the disorder of the tiles is {tiles} in the start and {goal_tiles} in the goal, \
             the blanks are in rows {row} and {goal_row}, and the width is {width}, so {counted}{mistake}"
        ),
    ))
}

fn bad(input: &[u8], what: &str) -> Case {
    Case {
        args: Vec::new(),
        stdin: input.to_vec(),
        file: None,
        about: what.into(),
        answer: Answer::Refusal(Refusal::Stdout),
        size: Size::default(),
    }
}
