//! The 42 school's N-puzzle: Princeton's format with `#` comments, in any encoding, aligned or not.

use super::cells::Blanks;
use super::error::ReadErrors;
use super::{Claim, sized, text};
use crate::puzzle::Board;

pub(super) fn read(input: &[u8], blanks: Blanks) -> Result<(Board, Option<Claim>), ReadErrors> {
    text::check_encoding(input)?;
    let text = text::without_bom(input);
    let board = sized::read(
        input,
        text.lines().map(|line| line.without_comment().0),
        blanks,
    )?;
    let claim = text
        .lines()
        .find_map(|line| claim(line.without_comment().1));
    Ok((board, claim))
}

/// The generator writes `# This puzzle is solvable` or `… unsolvable`; people also write `not solvable`.
fn claim(comment: &[u8]) -> Option<Claim> {
    let comment = comment.to_ascii_lowercase();
    let words = comment.split(|byte| !byte.is_ascii_alphabetic());
    // What `solvable` means at this point: the contrary after `not`, and unknown after `not` and other words.
    let mut meant = Some(Claim::Solvable);
    for word in words.filter(|word| !word.is_empty()) {
        match word {
            b"solvable" => return meant,
            b"unsolvable" | b"insolvable" => return Some(Claim::Unsolvable),
            // The `t` is that of "isn't".
            b"not" | b"non" | b"no" | b"never" | b"isnt" | b"t" => meant = Some(Claim::Unsolvable),
            b"but" => meant = Some(Claim::Solvable),
            b"a" | b"an" | b"the" => {}
            _ => meant = meant.filter(|&claim| claim == Claim::Solvable),
        }
    }
    None
}

/// As the course's generator aligns them: as wide as the number of cells.
pub(super) fn write(board: &Board) -> String {
    let width = board.shape().area().to_string().len();
    let mut out = format!("{}\n", board.shape().rows());
    for row in board.rows() {
        let tiles: Vec<String> = row.iter().map(|tile| format!("{tile:width$}")).collect();
        out.push_str(&tiles.join(" "));
        out.push('\n');
    }
    out
}
