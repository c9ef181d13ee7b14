//! How many boards of a shape there are.

use super::block::{Block, Entry, Figure};
use super::maker::shape;
use super::{Content, Level, Posed};
use serde::Serialize;
use taquin::tools::generate::Generator;
use taquin::{Cell, Shape};
use taquin_app::count::Count;

/// What is to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// All arrangements.
    Boards,
    /// Those from which a goal can be reached.
    Solvable,
    /// The solvable ones with the blank at one given cell.
    SolvableWithTheBlankAtACell,
    /// The connected components.
    Groups,
    /// Pairs of solvable boards that are one move apart.
    Neighbours,
    /// The cells where the blank allows two, three or four moves.
    CellsWithMoves,
    /// The mean number of moves.
    MeanMoves,
    /// Sequences of moves.
    Sequences,
    /// Sequences of moves that never undo the last move.
    SequencesWithoutUndoing,
}

/// What is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Given {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
    /// The quantities.
    pub ask: Vec<Quantity>,
    /// Where sequences of moves begin, and how long they are.
    #[serde(flatten)]
    pub sequences: Option<SequenceStart>,
}

/// Where sequences of moves begin, and how long they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SequenceStart {
    /// The row of the blank, counted from 1.
    pub blank_row: u32,
    /// The column of the blank, counted from 1.
    pub blank_col: u32,
    /// The number of moves.
    pub depth: u32,
}

/// A value for each quantity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// In the order in which they are asked.
    pub values: Vec<String>,
}

const SHAPES: [&[(u32, u32)]; 3] = [
    &[(2, 2), (2, 3), (3, 2), (3, 3)],
    &[(2, 4), (2, 5), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)],
    &[
        (1, 5),
        (1, 6),
        (1, 7),
        (3, 5),
        (4, 4),
        (4, 5),
        (5, 3),
        (5, 4),
    ],
];

impl Posed<Given, Answer> {
    pub(super) fn draw(generator: &mut Generator, level: Level) -> Posed<Given, Answer> {
        use Quantity::*;
        let shape = shape(*generator.choose(SHAPES[level as usize]));
        let (ask, sequences) = match level {
            Level::Easy => (vec![Boards, Solvable, CellsWithMoves], None),
            Level::Medium => {
                let ask = vec![Boards, Solvable, SolvableWithTheBlankAtACell, Neighbours];
                (ask, None)
            }
            Level::Hard => {
                let ask = vec![
                    Boards,
                    Solvable,
                    Groups,
                    Neighbours,
                    MeanMoves,
                    Sequences,
                    SequencesWithoutUndoing,
                ];
                let cells: Vec<Cell> = shape.cells().collect();
                let cell = *generator.choose(&cells);
                let start = SequenceStart {
                    blank_row: shape.row(cell) + 1,
                    blank_col: shape.col(cell) + 1,
                    depth: *generator.choose(&[3, 4]),
                };
                (ask, Some(start))
            }
        };
        let given = Given {
            rows: shape.rows(),
            cols: shape.cols(),
            ask,
            sequences,
        };
        let answer = given.answer();
        Posed { given, answer }
    }
}

impl Given {
    fn shape(&self) -> Shape {
        shape((self.rows, self.cols))
    }

    fn answer(&self) -> Answer {
        let shape = self.shape();
        let mut count = Count::new(shape);
        if let Some(start) = self.sequences {
            let cell = shape.cell(start.blank_row - 1, start.blank_col - 1);
            let cell = cell.expect("the blank is on the board");
            count = count.with_sequences(cell, start.depth);
        }
        let values = self.ask.iter().map(|quantity| quantity.value(&count));
        Answer {
            values: values.collect(),
        }
    }

    fn question(&self, quantity: Quantity) -> String {
        let text = match quantity {
            Quantity::Boards => "In how many ways can the tiles and the blank be arranged?",
            Quantity::Solvable => "From how many of these boards can the goal be reached?",
            Quantity::SolvableWithTheBlankAtACell => {
                "How many of the boards that can reach the goal have the blank in the top left corner?"
            }
            Quantity::Groups => {
                "Moves lead from a board to some boards and never to the others. Into how many groups do they divide \
                 all boards?"
            }
            Quantity::Neighbours => {
                "How many pairs of boards that can reach the goal are one move apart?"
            }
            Quantity::CellsWithMoves => {
                "The blank allows a different number of moves in different cells. How many cells are there of each kind?"
            }
            Quantity::MeanMoves => {
                "How many moves does a board allow on average, if the blank is equally often in each cell?"
            }
            Quantity::Sequences | Quantity::SequencesWithoutUndoing => {
                return self.sequence_question(quantity);
            }
        };
        text.into()
    }

    fn sequence_question(&self, quantity: Quantity) -> String {
        let Some(start) = self.sequences else {
            unreachable!("a question about sequences has their start");
        };
        if quantity == Quantity::SequencesWithoutUndoing {
            return "How many of these sequences never undo the move before?".into();
        }
        format!(
            "The blank is in row {}, column {}. How many sequences of {} moves are possible?",
            start.blank_row, start.blank_col, start.depth
        )
    }
}

impl Quantity {
    fn value(self, count: &Count) -> String {
        let sequences = |which: usize| {
            let last = count.sequences.as_ref().and_then(|lengths| lengths.last());
            last.expect("sequences are counted if they are asked for")[which].to_string()
        };
        match self {
            Quantity::Boards => count.boards.to_string(),
            Quantity::Solvable => count.solvable.to_string(),
            Quantity::SolvableWithTheBlankAtACell => count.at_a_cell.to_string(),
            Quantity::Groups => count.groups.to_string(),
            Quantity::Neighbours => count.neighbours.to_string(),
            Quantity::CellsWithMoves => {
                let kinds = count.cells_with_moves.iter().enumerate();
                let kinds = kinds.filter(|(_, cells)| **cells > 0);
                let kinds: Vec<String> = kinds
                    .map(|(moves, cells)| format!("{cells} with {moves} moves"))
                    .collect();
                kinds.join(", ")
            }
            Quantity::MeanMoves => format!("{:.2}", count.mean_moves()),
            Quantity::Sequences => sequences(0),
            Quantity::SequencesWithoutUndoing => sequences(1),
        }
    }
}

impl Content for Posed<Given, Answer> {
    fn question(&self) -> Vec<Block> {
        let shape = self.given.shape();
        let tiles = shape.area() - 1;
        let ask = self.given.ask.iter();
        vec![
            Block::text(format!(
                "A {shape} board has {} cells: {tiles} tiles with the numbers 1 to {tiles}, and the blank.",
                shape.area()
            )),
            Block::Figures(vec![Figure {
                board: Entry::EmptyBoard(shape),
                caption: Entry::text(shape),
            }]),
            Block::asked(ask.map(|&quantity| self.given.question(quantity))),
        ]
    }

    fn answer(&self) -> Vec<Block> {
        let ask = self.given.ask.iter();
        let ask = ask.map(|&quantity| self.given.question(quantity));
        let values = self.answer.values.iter().map(|value| grouped(value));
        vec![Block::answered(ask.zip(values))]
    }
}

/// A number with commas between groups of three digits; any other text as it is.
fn grouped(text: &str) -> String {
    if text.contains(|c: char| !c.is_ascii_digit()) {
        return text.into();
    }
    let mut grouped = String::new();
    for (place, digit) in text.chars().enumerate() {
        if place > 0 && (text.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
