//! Solutions as sequences of boards: what courses' programs print. Boards may be in any notation, several in a row or with
//! empty lines between them. Other lines are prose; the claims in it are judged too.

use super::{Claims, Given};
use crate::exit::Failure;
use crate::input::BoardReader;
use taquin::notation::{MoveLetters, Played};
use taquin::tools::analyse::{BrokenStep, StepFault, moves_between, step};
use taquin::{Board, Metric, Shape};

/// One sequence of boards, and what the lines around it claim.
#[derive(Debug, Default)]
pub struct Listing {
    /// Where it begins, from 1.
    pub line: usize,
    /// The boards in order.
    pub boards: Vec<Board>,
    /// The claims.
    pub claims: Claims,
    /// Whether it has the numbers that the 42 school asks for, so that its goal is the snail.
    pub is_fortytwo: bool,
}

/// The sequences of boards in a text.
///
/// A second claim about the number of moves begins the next sequence, and so does a board after a claim that came last.
pub fn listings(name: &str, text: &str, reader: BoardReader) -> Result<Vec<Listing>, Failure> {
    let mut reading = Reading {
        name,
        reader,
        done: Vec::new(),
        now: Listing::default(),
        claims_last: false,
        rows: None,
    };
    let mut block: Vec<&str> = Vec::new();
    let mut begin = 0;
    for (line, number) in text.lines().zip(1..) {
        match LineKind::of(line) {
            LineKind::Cells => {
                if block.is_empty() {
                    begin = number;
                }
                block.push(without_comment(line));
                continue;
            }
            LineKind::Empty => {}
            LineKind::Prose => {
                reading.block(&std::mem::take(&mut block), begin)?;
                reading.prose(line, number);
            }
        }
        reading.block(&std::mem::take(&mut block), begin)?;
    }
    reading.block(&block, begin)?;
    Ok(reading.finish())
}

/// Whether a text is a sequence of boards, or says that there is none, and is not a list of moves: moves never contain a
/// blank. If the shape is known, fewer cells are not a board.
pub fn is_listing(text: &str, shape: Option<Shape>) -> bool {
    let rows = || text.lines().filter(|line| is_row(line));
    let cells = |line: &str| {
        if is_labels(line) {
            line.trim().len()
        } else {
            words(line).count()
        }
    };
    let has_board = rows().any(has_blank)
        && shape.is_none_or(|shape| rows().map(cells).sum::<usize>() >= shape.area());
    has_board || text.lines().any(|line| is_unsolvable(&line.to_lowercase()))
}

/// Whether a line contains tiles and nothing else.
pub fn is_row(line: &str) -> bool {
    LineKind::of(line) == LineKind::Cells
}

impl Listing {
    /// The shape of its boards, if it has any.
    pub fn shape(&self) -> Option<Shape> {
        self.boards.first().map(Board::shape)
    }

    /// The solution to be judged. Without a start, the sequence begins with it.
    pub fn given(
        self,
        name: String,
        start: Option<Board>,
        goal: Board,
        metric: Metric,
    ) -> Result<Given, Failure> {
        let first = self.boards.first();
        let Some(start) = start.or_else(|| first.cloned()) else {
            return Err(Failure::BadInput(format!("{name}: contains no board")));
        };
        let other_start = first.filter(|&first| *first != start);
        let mut broken = other_start.map(|first| Box::new(other_start_of(&start, first)));
        let claims_nothing = self.claims.is_unsolvable() && self.boards.len() < 2;
        let mut moves = Vec::new();
        if broken.is_none() {
            match moves_between(&self.boards, metric) {
                Ok(found) => moves = found,
                Err(step) => broken = Some(step),
            }
        }
        let played = Played {
            letters: MoveLetters::Tile,
            moves,
            stuck: None,
        };
        Ok(Given {
            name,
            start,
            goal,
            played: (!claims_nothing).then_some(played),
            broken,
            metric,
            claims: self.claims,
        })
    }
}

/// The step from the start to the first board of a sequence that should have begun with it.
fn other_start_of(start: &Board, first: &Board) -> BrokenStep {
    let fault = match step(start, first) {
        Ok(slide) => StepFault::Line(slide.tiles as usize),
        Err(fault) => fault,
    };
    BrokenStep {
        place: 0,
        before: start.clone(),
        after: first.clone(),
        fault,
    }
}

struct Reading<'a> {
    name: &'a str,
    reader: BoardReader,
    done: Vec<Listing>,
    now: Listing,
    /// Whether the claim came after the boards.
    claims_last: bool,
    /// The rows of the board that was read last.
    rows: Option<usize>,
}

impl Reading<'_> {
    /// Lines that contain nothing but tiles: one or several boards.
    fn block(&mut self, lines: &[&str], begin: usize) -> Result<(), Failure> {
        if let [line] = lines
            && is_number(line)
            && line.trim() != "0"
        {
            // A number alone is a count, or the size of the board that follows.
            return Ok(());
        }
        if lines.is_empty() {
            return Ok(());
        }
        if self.claims_last {
            self.next();
        }
        if self.now.boards.is_empty() && self.now.line == 0 {
            self.now.line = begin;
        }
        let is_one_per_line = lines.len() > 1 && lines.iter().all(|line| has_blank(line));
        if is_one_per_line {
            return self.chunks(lines, 1, begin);
        }
        let whole = self.board(lines, begin);
        match (whole, self.lines_per_board(lines)) {
            (Err(_), Some(count)) if count < lines.len() => self.chunks(lines, count, begin),
            (whole, _) => whole,
        }
    }

    /// The number of lines of each of several boards that follow one another.
    fn lines_per_board(&self, lines: &[&str]) -> Option<usize> {
        let columns = lines[0].split_whitespace().count();
        let sized = match columns {
            1 => lines[0].trim().parse::<usize>().ok(),
            _ => None,
        };
        let counts = [
            sized.map(|size| size.saturating_add(1)),
            self.rows,
            Some(columns),
        ];
        let fits = |count: &usize| *count > 0 && lines.len().is_multiple_of(*count);
        counts.into_iter().flatten().find(fits)
    }

    fn chunks(&mut self, lines: &[&str], count: usize, begin: usize) -> Result<(), Failure> {
        for (chunk, place) in lines.chunks(count).zip(0..) {
            self.board(chunk, begin + place * count)?;
        }
        Ok(())
    }

    /// Reads one board; start and goal, if the notation has both.
    fn board(&mut self, lines: &[&str], begin: usize) -> Result<(), Failure> {
        // Our own drawings have a dot at the blank.
        let text = lines.join("\n").replace('·', "0");
        let reading = self.reader.line(self.name, begin, &text)?;
        self.rows = Some(lines.len());
        self.now.boards.push(reading.start);
        self.now.boards.extend(reading.goal);
        Ok(())
    }

    fn prose(&mut self, line: &str, number: usize) {
        let line = line.to_lowercase();
        self.now.is_fortytwo |= line.contains("complexity in");
        let length = length(&line);
        if length.is_none() && !is_unsolvable(&line) {
            return;
        }
        let claims = &self.now.claims;
        let has_claim = claims.length.is_some() || claims.is_unsolvable();
        match (self.now.boards.is_empty(), has_claim) {
            (true, true) if length.is_some() => return,
            (false, true) | (true, true) => self.next(),
            (false, false) => self.claims_last = true,
            (true, false) => {}
        }
        if self.now.line == 0 {
            self.now.line = number;
        }
        let claims = &mut self.now.claims;
        match length {
            None => claims.status = Some("unsolvable".into()),
            Some(_) => {
                claims.length = length;
                let words = ["minimum", "minimal", "shortest", "optimal"];
                claims.is_optimal = words.iter().any(|word| line.contains(word));
            }
        }
    }

    /// Begins the next sequence. What the prose says of the program holds for all.
    fn next(&mut self) {
        let next = Listing {
            is_fortytwo: self.now.is_fortytwo,
            ..Listing::default()
        };
        self.done.push(std::mem::replace(&mut self.now, next));
        self.claims_last = false;
    }

    fn finish(mut self) -> Vec<Listing> {
        if self.now.line > 0 {
            self.next();
        }
        self.done
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Empty,
    /// Tiles and nothing else.
    Cells,
    Prose,
}

impl LineKind {
    fn of(line: &str) -> LineKind {
        let line = without_comment(line);
        if line.trim().is_empty() {
            return LineKind::Empty;
        }
        let is_tile = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()) || is_blank(word);
        if is_labels(line) || words(line).all(is_tile) && words(line).next().is_some() {
            LineKind::Cells
        } else {
            LineKind::Prose
        }
    }
}

/// A comment holds neither tiles nor claims that anyone relies on.
fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// The words of a row, without the marks that end rows or boards.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| c.is_whitespace() || ",;/|[](){}".contains(c);
    line.split(is_mark).filter(|word| !word.is_empty())
}

fn is_blank(word: &str) -> bool {
    matches!(
        word,
        "0" | "b" | "B" | "x" | "X" | "-" | "_" | "." | "·" | "null"
    )
}

fn is_number(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// Labels as `Nine` prints them: one word with one hyphen, which is the blank.
fn is_labels(line: &str) -> bool {
    let line = line.trim();
    let hyphens = line.bytes().filter(|&byte| byte == b'-').count();
    line.len() > 1 && hyphens == 1 && line.bytes().all(|byte| byte.is_ascii_graphic())
}

fn has_blank(line: &str) -> bool {
    is_labels(line) || words(line).any(is_blank)
}

fn is_unsolvable(line: &str) -> bool {
    let says = ["no solution", "unsolvable", "not solvable", "insolvable"];
    says.iter().any(|words| line.contains(words))
}

/// The number of moves that a line of lower-case prose claims: `moves = 4`, `length: 4` or `in 4 moves`.
fn length(line: &str) -> Option<u64> {
    ["moves", "length"]
        .iter()
        .find_map(|word| assigned(line, word))
        .or_else(|| counted(line))
}

/// The number after a word and `=` or `:`, unless the line continues with more numbers or letters.
fn assigned(line: &str, word: &str) -> Option<u64> {
    let (_, rest) = line.split_once(word)?;
    let rest = rest.trim_start().strip_prefix(['=', ':'])?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let (number, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let goes_on = rest.trim_start().starts_with(|c: char| c.is_alphanumeric());
    number.parse().ok().filter(|_| !goes_on)
}

/// The number before `moves`, unless it is only a bound.
fn counted(line: &str) -> Option<u64> {
    let words: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let place = words
        .iter()
        .position(|word| matches!(*word, "move" | "moves"))?;
    let before = place.checked_sub(2).map(|place| words[place]);
    let is_bound = matches!(before, Some("least" | "most" | "after" | "than" | "within"));
    let number = words[place.checked_sub(1)?].parse().ok();
    number.filter(|_| !is_bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_found_in_prose() {
        let cases = [
            ("Minimum number of moves = 4", Some(4)),
            ("Number of moves: 15 (shortest)", Some(15)),
            ("length: 14 (shortest)", Some(14)),
            ("Solved in 1 move!", Some(1)),
            ("moves: 5 8", None),
            ("moves: ULDR", None),
            ("It takes at least 20 moves.", None),
            ("Complexity in time: 3", None),
            ("Move 3: up", None),
        ];
        for (line, claimed) in cases {
            assert_eq!(length(&line.to_lowercase()), claimed, "{line}");
        }
    }

    #[test]
    fn lines_of_tiles_are_told_from_prose() {
        for line in [
            " 0  1  3 ",
            "1,2,0",
            "[1, 2, null]",
            "2361584-7",
            "aab-",
            "3",
            "1 2/3 0",
            "1 · 3",
        ] {
            assert_eq!(LineKind::of(line), LineKind::Cells, "{line}");
        }
        for line in [
            "Step 3:",
            "3:",
            "----",
            "solved",
            "--",
            "No solution possible",
            "1 2 ? 3",
        ] {
            assert_eq!(LineKind::of(line), LineKind::Prose, "{line}");
        }
        assert_eq!(LineKind::of(" # 1 2 3"), LineKind::Empty);
    }
}
