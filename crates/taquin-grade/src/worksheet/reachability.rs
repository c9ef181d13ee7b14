//! Whether a goal can be reached, by disorder and parity.

use super::block::{Block, Entry};
use super::maker::shape;
use super::{Boards, Content, Level, Posed, yes_or_no};
use serde::Serialize;
use taquin::solvability::{Argument, Disorder, DisorderRule};
use taquin::tools::generate::Generator;
use taquin::{Board, Goal};

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The start and the goal.
    #[serde(flatten)]
    pub boards: Boards,
}

/// The argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Whether the goal can be reached.
    pub reachable: bool,
    /// The start's disorder.
    pub start_disorder: Sum,
    /// The goal's disorder.
    pub goal_disorder: Sum,
}

/// The disorder of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sum {
    /// The sum of the terms.
    pub sum: u64,
    /// Whether it is even or odd.
    pub parity: &'static str,
    /// What each cell adds, in reading order: the blank its row where that counts, else 0.
    pub terms: Vec<u32>,
}

const SHAPES: [&[(u32, u32)]; 3] = [
    &[(3, 3)],
    &[(2, 4), (3, 3), (3, 4), (4, 3)],
    &[(3, 5), (4, 4), (5, 3)],
];

impl Posed<Given, Answer> {
    pub(super) fn draw(generator: &mut Generator, level: Level) -> Posed<Given, Answer> {
        let shape = shape(*generator.choose(SHAPES[level as usize]));
        let goal = match level {
            Level::Easy | Level::Medium => Goal::Last,
            Level::Hard => *generator.choose(&[Goal::First, Goal::Snail]),
        };
        let goal = goal.board(shape);
        let start = if *generator.choose(&[true, false]) {
            generator.random(&goal)
        } else {
            let board = generator.unsolvable(&goal);
            board.expect("half of the boards with two rows are unsolvable")
        };
        let argument = Argument::new(&start, &goal).expect("both have one shape");
        let reachable = argument.reachable();
        let Argument::Disorder {
            start: start_disorder,
            goal: goal_disorder,
            ..
        } = argument
        else {
            unreachable!("boards with two rows and columns have a disorder");
        };
        let boards = Boards::new(start, goal);
        Posed {
            given: Given { boards },
            answer: Answer {
                reachable,
                start_disorder: Sum::of(&start_disorder),
                goal_disorder: Sum::of(&goal_disorder),
            },
        }
    }
}

impl Sum {
    fn of(disorder: &Disorder) -> Sum {
        Sum {
            sum: disorder.sum,
            parity: if disorder.is_odd() { "odd" } else { "even" },
            terms: disorder.terms.iter().map(|&(_, term)| term).collect(),
        }
    }
}

impl Given {
    fn counts_blank_row(&self) -> bool {
        DisorderRule::of(self.boards.start.shape()) == DisorderRule::TilesAndBlankRow
    }

    /// A table of the tiles of a board, for what each adds. The blank is left out where it adds nothing.
    fn table(&self, name: &str, board: &Board, terms: Option<&[u32]>) -> Block {
        let places = (0..).zip(board.tiles());
        let counted: Vec<(usize, String)> = places
            .filter(|(_, tile)| !tile.is_blank() || self.counts_blank_row())
            .map(|(place, tile)| match tile.number() {
                0 => (place, "blank: row".into()),
                number => (place, number.to_string()),
            })
            .collect();
        let entry = |&(place, _): &(usize, String)| {
            terms.map_or(Entry::Blank, |terms| Entry::text(terms[place]))
        };
        let entries: Vec<Entry> = counted.iter().map(entry).collect();
        let names = counted.iter().map(|(_, name)| name.clone());
        Block::line((name, "disorder"), names, entries)
    }
}

const QUESTIONS: [&str; 4] = [
    "Disorder of the start:",
    "Disorder of the goal:",
    "Is each of them even or odd?",
    "Can the goal be reached from the start?",
];

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let boards = &self.given.boards;
        let rule = if self.given.counts_blank_row() {
            "The width of this board is even: the disorder of the board is the sum over all tiles, plus the row of the blank, \
             counted from 1 at the top."
        } else {
            "The width of this board is odd: the disorder of the board is the sum over all tiles."
        };
        vec![
            Block::start_and_goal(&boards.start, &boards.goal),
            Block::text(format!(
                "The disorder of a tile is the number of tiles with lower numbers that come after it in reading order. {rule}"
            )),
            self.given.table("start", &boards.start, None),
            self.given.table("goal", &boards.goal, None),
            Block::asked(QUESTIONS),
        ]
    }

    fn answer(&self) -> Vec<Block> {
        let boards = &self.given.boards;
        let Answer {
            reachable,
            start_disorder: start,
            goal_disorder: goal,
        } = &self.answer;
        let answers = [
            start.sum.to_string(),
            goal.sum.to_string(),
            format!("start {}, goal {}", start.parity, goal.parity),
            yes_or_no(*reachable).into(),
        ];
        vec![
            self.given.table("start", &boards.start, Some(&start.terms)),
            self.given.table("goal", &boards.goal, Some(&goal.terms)),
            Block::answered(QUESTIONS.map(String::from).into_iter().zip(answers)),
        ]
    }
}
