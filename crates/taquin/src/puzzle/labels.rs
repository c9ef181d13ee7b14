//! Boards whose tiles have printable characters; a character may be on several tiles.

use crate::puzzle::solvability::ShapesDiffer;
use crate::puzzle::{Board, Cell, Shape, Tile};
use std::fmt;

/// An arrangement of labels, which may repeat, and one blank (`-`).
///
/// ```
/// use taquin::{Labels, Shape};
/// let labels = Labels::new(Shape::new(2, 3)?, b"letet-")?;
/// assert_eq!(labels.repeated(), Some('e'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Labels {
    shape: Shape,
    blank: Cell,
    labels: Box<[u8]>,
}

/// Why a string of labels is not a board.
///
/// ```
/// use taquin::{LabelError, LabelFault, Labels, Shape};
/// let refused = Labels::new(Shape::new(2, 2)?, b"ab--");
/// assert_eq!(refused, Err(LabelError::Faults(vec![LabelFault::SecondBlank { place: 3 }])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// The number of labels is not the number of cells.
    #[error("a {shape} board takes {} labels, found {found}", shape.area())]
    Count {
        /// The number of labels.
        found: usize,
        /// The requested shape.
        shape: Shape,
    },
    /// Some labels are wrong; all of them are listed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<LabelFault>),
}

/// One error in the labels of a board. Positions are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelFault {
    /// A byte that is not a printable character.
    #[error("label {} is not a printing ASCII character", place + 1)]
    NotPrinting {
        /// Its place.
        place: usize,
    },
    /// No `-`.
    #[error("there is no blank (`-`)")]
    NoBlank,
    /// A second `-`.
    #[error("label {} is a second blank (`-`)", place + 1)]
    SecondBlank {
        /// Its place.
        place: usize,
    },
}

impl Labels {
    /// The character that stands for the blank.
    pub const BLANK: u8 = b'-';

    /// A board from its labels in reading order.
    pub fn new(shape: Shape, labels: &[u8]) -> Result<Labels, LabelError> {
        let faults = faults(labels);
        let unprintable = |fault: &LabelFault| matches!(fault, LabelFault::NotPrinting { .. });
        // Bytes that are not labels cannot be counted as labels.
        if labels.len() != shape.area() && !faults.iter().any(unprintable) {
            return Err(LabelError::Count {
                found: labels.len(),
                shape,
            });
        }
        if !faults.is_empty() {
            return Err(LabelError::Faults(faults));
        }
        let blank = labels.iter().position(|&label| label == Labels::BLANK);
        Ok(Labels {
            shape,
            blank: blank
                .and_then(|place| shape.at(place))
                .expect("labels without faults have a blank"),
            labels: labels.into(),
        })
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Where the blank is.
    pub const fn blank(&self) -> Cell {
        self.blank
    }

    /// All labels, the blank included, in reading order.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// All labels in character order.
    pub fn sorted(&self) -> Vec<u8> {
        let mut labels = self.labels.to_vec();
        labels.sort_unstable();
        labels
    }

    /// A label that is on two tiles, if there is one.
    pub fn repeated(&self) -> Option<char> {
        let sorted = self.sorted();
        let pair = sorted.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(pair[0].into())
    }

    /// The same labels in the order of a numbered board of the same shape: its tile 1 becomes the first label in character
    /// order, its tile 2 the next, and so on.
    ///
    /// ```
    /// use taquin::{Goal, Labels, Shape};
    /// let labels = Labels::new(Shape::square(2)?, b"-bca")?;
    /// assert_eq!(labels.ordered_as(&Goal::Last.board(labels.shape()))?.to_string(), "abc-");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ordered_as(&self, board: &Board) -> Result<Labels, ShapesDiffer> {
        if board.shape() != self.shape {
            return Err(ShapesDiffer {
                start: self.shape,
                goal: board.shape(),
            });
        }
        let mut order = self.sorted();
        order.retain(|&label| label != Labels::BLANK);
        let label = |tile: &Tile| match tile.number() {
            0 => Labels::BLANK,
            number => order[number as usize - 1],
        };
        Ok(Labels {
            shape: self.shape,
            blank: board.blank(),
            labels: board.tiles().iter().map(label).collect(),
        })
    }

    /// The same board with numbers: the first label in character order becomes 1, the next 2, and so on.
    ///
    /// `None` if a label repeats: then two tiles look the same.
    pub fn numbered(&self) -> Option<Board> {
        if self.repeated().is_some() {
            return None;
        }
        let mut order = self.sorted();
        order.retain(|&label| label != Labels::BLANK);
        let number = |label| order.binary_search(label).map_or(0, |rank| rank as u32 + 1);
        let tiles = self.labels.iter().map(number).map(Tile::new).collect();
        Board::new(self.shape, tiles).ok()
    }
}

/// All errors in a string of labels, whatever its shape, in reading order; a missing blank comes last.
pub(crate) fn faults(labels: &[u8]) -> Vec<LabelFault> {
    let mut faults = Vec::new();
    let mut has_blank = false;
    let mut before = b' ';
    for (place, &label) in labels.iter().enumerate() {
        // Only the first byte of a character is reported.
        let goes_on = label & 0xc0 == 0x80 && !before.is_ascii();
        before = label;
        match label {
            Labels::BLANK if has_blank => faults.push(LabelFault::SecondBlank { place }),
            Labels::BLANK => has_blank = true,
            b' '..=b'~' => {}
            _ if goes_on => {}
            _ => faults.push(LabelFault::NotPrinting { place }),
        }
    }
    if !has_blank {
        faults.push(LabelFault::NoBlank);
    }
    faults
}

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.labels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(rows: u32, cols: u32, text: &str) -> Result<Labels, LabelError> {
        Labels::new(Shape::new(rows, cols).unwrap(), text.as_bytes())
    }

    #[test]
    fn labels_are_numbered_in_character_order() {
        for text in ["12345678-", "abcdefgh-", "AZaz~!0-9"] {
            let board = labels(3, 3, text).unwrap().numbered().unwrap();
            let mut order: Vec<(u8, u32)> = text
                .bytes()
                .zip(board.tiles().iter().map(|tile| tile.number()))
                .filter(|&(label, _)| label != Labels::BLANK)
                .collect();
            order.sort_unstable();
            assert!(order.iter().map(|&(_, number)| number).eq(1..9), "{text}");
        }
    }

    #[test]
    fn repeated_labels_have_no_numbers() {
        let board = labels(2, 2, "aab-").unwrap();
        assert_eq!(board.repeated(), Some('a'));
        assert_eq!(board.numbered(), None);
    }

    #[test]
    fn wrong_labels_are_refused() {
        let cases = [
            ("12-", "a 2×2 board takes 4 labels, found 3"),
            ("1234", "there is no blank (`-`)"),
            ("1-2-", "label 4 is a second blank (`-`)"),
            (
                "1---",
                "label 3 is a second blank (`-`); label 4 is a second blank (`-`)",
            ),
            ("1\t2-", "label 2 is not a printing ASCII character"),
            ("1é-", "label 2 is not a printing ASCII character"),
            (
                "\t-\t-",
                "label 1 is not a printing ASCII character; label 3 is not a printing ASCII character; \
                 label 4 is a second blank (`-`)",
            ),
        ];
        for (text, error) in cases {
            assert_eq!(labels(2, 2, text).unwrap_err().to_string(), error);
        }
    }
}
