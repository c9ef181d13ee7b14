//! Solutions as letters, whose meaning the program chooses: the direction of the tile, or of the blank.

use super::solution::{check_moves, shortest};
use super::{Judge, moves};
use crate::case::Solved;
use crate::suite::Letters;
use crate::verdict::{Finding, Verdict};
use taquin::Move;
use taquin::notation::{MoveLetters, Played};
use taquin::tools::analyse;
use taquin_app::words::many;

/// Fewer moves do not show what the letters stand for: the way back from the goal looks like the way to it.
pub(crate) const TELLING: u32 = 3;

impl Judge<'_> {
    pub(super) fn letters(&mut self, asked: &Solved, text: &str) -> Result<(), Finding> {
        if text.trim().is_empty() && asked.start != asked.goal {
            return Err(nothing(asked));
        }
        let tile = moves::read(text, [&asked.start, &asked.goal])?;
        let blank = Played {
            letters: MoveLetters::Blank,
            ..changed(&tile, Move::opposite)
        };
        let used = match (solves(asked, &tile), solves(asked, &blank)) {
            (true, false) => Some(Letters::Tile),
            (false, true) => Some(Letters::Blank),
            _ => None,
        };
        match (used, self.letters) {
            (Some(used), Letters::Either) if is_telling(&tile.moves) => self.letters = used,
            (Some(used), expected) if expected != Letters::Either && used != expected => {
                return Err(other_letters(used));
            }
            _ => {}
        }
        let is_blank = match used.unwrap_or(self.letters) {
            Letters::Either => further(asked, &tile, &blank),
            letters => letters == Letters::Blank,
        };
        let (chosen, other) = if is_blank {
            (&blank, &tile)
        } else {
            (&tile, &blank)
        };
        // A report shows the right moves as those of the tile unless it is known that the program means the blank.
        let shown = match self.letters {
            Letters::Blank => [&blank, &tile],
            _ => [&tile, &blank],
        };
        if !solves(asked, chosen)
            && let Some(finding) = misread(asked, [chosen, other], shown)
        {
            return Err(finding);
        }
        check_moves(asked, chosen)?;
        shortest(self.reference, asked, &chosen.moves, chosen.letters)
    }
}

fn nothing(asked: &Solved) -> Finding {
    let length = asked.shortest.map(|shortest| many(shortest, "move"));
    let length = length.map_or_else(String::new, |length| format!(" of {length}"));
    Finding::new(
        Verdict::WrongOutput,
        format!("nothing is printed, but there is a solution{length}"),
    )
}

/// Whether moves that solve a board in only one reading show what the letters stand for. The same forwards and backwards,
/// they do not.
fn is_telling(moves: &[Move]) -> bool {
    moves.len() >= TELLING as usize && !moves.iter().eq(moves.iter().rev())
}

fn solves(asked: &Solved, played: &Played) -> bool {
    analyse::Verdict::new(&asked.start, &asked.goal, played) == Ok(analyse::Verdict::Right)
}

fn changed(played: &Played, change: fn(Move) -> Move) -> Played {
    Played {
        letters: played.letters,
        moves: played.moves.iter().map(|&m| change(m)).collect(),
        stuck: None,
    }
}

/// Whether the moves go further as directions of the blank.
fn further(asked: &Solved, tile: &Played, blank: &Played) -> bool {
    let steps = |played: &Played| {
        let mut board = asked.start.clone();
        played
            .moves
            .iter()
            .take_while(|&&m| board.play(m).is_ok())
            .count()
    };
    steps(blank) > steps(tile)
}

fn other_letters(used: Letters) -> Finding {
    let (used, expected) = match used {
        Letters::Blank => ("blank", "tile"),
        _ => ("tile", "blank"),
    };
    Finding::new(
        Verdict::WrongNotation,
        format!(
            "the moves are right as directions of the {used}, but they should say where the {expected} goes"
        ),
    )
}

/// Letters that may be exchanged, and what that means in words.
type Exchange = (fn(Move) -> Move, &'static str);

const EXCHANGES: [Exchange; 3] = [
    (upside_down, "the moves are right if u and d are exchanged"),
    (
        left_to_right,
        "the moves are right if l and r are exchanged",
    ),
    (
        transposed,
        "rows and columns are exchanged: the moves are right if u, d, l, r are read as l, r, u, d",
    ),
];

/// Another way of reading the moves in which they are right: in reverse order, or with letters exchanged. What is exchanged
/// depends on whose directions the letters are, so those that the report shows come first.
fn misread(asked: &Solved, read: [&Played; 2], shown: [&Played; 2]) -> Option<Finding> {
    let wrong = |what: String| Some(Finding::new(Verdict::WrongNotation, what));
    let reversed = |played: &Played| Played {
        letters: played.letters,
        moves: played.moves.iter().rev().copied().collect(),
        stuck: None,
    };
    for played in read {
        if solves(asked, &reversed(played)) {
            let whose = whose(played);
            return wrong(format!(
                "in reverse order, as directions of the {whose}, the moves are right: the path is printed from the goal to the start"
            ));
        }
    }
    for played in shown {
        for (exchange, what) in EXCHANGES {
            if solves(asked, &changed(played, exchange)) {
                let whose = whose(played);
                return wrong(format!("as directions of the {whose}, {what}"));
            }
        }
    }
    None
}

const fn whose(played: &Played) -> &'static str {
    match played.letters {
        MoveLetters::Blank => "blank",
        _ => "tile",
    }
}

const fn left_to_right(m: Move) -> Move {
    upside_down(m).opposite()
}

const fn upside_down(m: Move) -> Move {
    match m {
        Move::Up => Move::Down,
        Move::Down => Move::Up,
        Move::Left | Move::Right => m,
    }
}

const fn transposed(m: Move) -> Move {
    match m {
        Move::Up => Move::Left,
        Move::Left => Move::Up,
        Move::Down => Move::Right,
        Move::Right => Move::Down,
    }
}
