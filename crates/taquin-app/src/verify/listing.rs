//! Solutions as sequences of boards: what courses' programs print. Boards may be in any notation, several in a row or with
//! empty lines between them. Other lines are prose; the claims in it are judged too.

mod line_kind;
pub(super) mod prose;

use super::{Claims, Given};
use crate::exit::Failure;
use crate::input::context::{Said, is_note, said};
use crate::input::{AskedGoal, BoardReader, has_prose};
use crate::moves::{written_letters, written_metric};
pub(super) use line_kind::is_labels;
pub use line_kind::is_row;
use line_kind::{LineKind, has_blank, is_number, without_comment, words};
pub use prose::written_moves;
use prose::{Wording, is_optimal, is_unsolvable};
use std::iter;
use taquin::notation::{self, MoveLetters, Played};
use taquin::tools::analyse::{BrokenStep, StepFault, moves_between, step};
use taquin::{Board, Goal, Metric, Shape};

/// One sequence of boards, and what the lines around it claim.
#[derive(Debug, Default)]
pub struct Listing {
    /// Where it begins, from 1.
    pub line: usize,
    /// The boards in order.
    pub boards: Vec<Board>,
    /// Where each board begins, from 1.
    pub lines: Vec<usize>,
    /// The moves that follow a single board, or a start and its goal, as text.
    pub moves: Option<String>,
    /// The claims.
    pub claims: Claims,
    /// What a move is, if the words around it say so.
    pub metric: Option<Metric>,
    /// What the words of the moves stand for, if a line says so.
    pub letters: Option<MoveLetters>,
    /// The goal, if a line says so.
    pub goal: Option<AskedGoal>,
    /// Whether it is in the words of the 42 school's N-puzzle, so that its goal is the snail unless a line says otherwise.
    pub is_fortytwo: bool,
}

/// What the lines around moves say about them.
#[derive(Debug, Default)]
pub struct AboutMoves {
    goal: Option<AskedGoal>,
    /// What a move is.
    pub metric: Option<Metric>,
}

impl AboutMoves {
    /// Of a text.
    pub fn of(text: &str) -> AboutMoves {
        let mut listing = Listing::default();
        text.lines()
            .filter_map(said)
            .for_each(|said| listing.take(said));
        AboutMoves {
            goal: listing.goal,
            metric: written_metric(text),
        }
    }

    /// The goal for boards of this shape.
    pub fn goal(&self, shape: Shape) -> Option<Board> {
        self.goal.as_ref().map(|goal| goal.board(shape))
    }
}

/// The sequences of boards in a text.
///
/// A second claim about the number of moves begins the next sequence, and so does a board after a claim that came last.
pub fn listings(name: &str, text: &str, mut reader: BoardReader) -> Result<Vec<Listing>, Failure> {
    let has_moves = text.lines().any(|line| written_moves(line).is_some());
    let has_claims = has_moves || has_prose(text.as_bytes());
    let goals = text.lines().filter_map(said);
    let goals = goals.filter(|said| matches!(said, Said::Goal(_)));
    let is_plain = !has_claims && goals.count() < 2;
    if is_plain && let Some(plain) = boards_only(&mut reader.to_quiet(), name, text) {
        boards_only(&mut reader, name, text);
        return Ok(vec![plain]);
    }
    let mut reading = Reading {
        name,
        reader,
        wording: Wording::of(text),
        done: Vec::new(),
        now: Listing::default(),
        claims_last: false,
        metric: None,
        rows: None,
    };
    let mut block: Vec<&str> = Vec::new();
    let mut begin = 0;
    for (line, number) in text.lines().zip(1..) {
        let line = match said(line) {
            Some(Said::Start(board)) => {
                reading.block(&std::mem::take(&mut block), begin)?;
                reading.end_claim();
                board
            }
            Some(said) => {
                reading.block(&std::mem::take(&mut block), begin)?;
                reading.take(said, line.starts_with('#'));
                continue;
            }
            None => line,
        };
        match LineKind::of(line) {
            LineKind::Cells => {
                if block.is_empty() {
                    begin = number;
                }
                block.push(without_comment(line));
                continue;
            }
            LineKind::Empty if written_moves(line).is_none() => {
                reading.block(&std::mem::take(&mut block), begin)?;
            }
            LineKind::Empty | LineKind::Prose => {
                reading.block(&std::mem::take(&mut block), begin)?;
                reading.prose(line, number);
            }
        }
    }
    reading.block(&block, begin)?;
    Ok(reading.finish())
}

/// The sequence of boards in a text that contains nothing else but comments.
fn boards_only(reader: &mut BoardReader, name: &str, text: &str) -> Option<Listing> {
    let mut listing = Listing::default();
    for said in text.lines().filter_map(said) {
        listing.take(said);
    }
    // The goal of a comment is not one of the boards.
    let lines = text.lines();
    let lines = lines.map(|line| if is_note(line.as_bytes()) { "" } else { line });
    let mut boards = reader.boards_in(name, &lines.collect::<Vec<_>>().join("\n"));
    while let Some(found) = boards.next(reader) {
        listing.add(found.line.unwrap_or(1), found.reading.ok()?);
    }
    Some(listing)
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

impl Listing {
    /// Takes what a line says about it.
    fn take(&mut self, said: Said<'_>) {
        match said {
            Said::Goal(goal) => self.goal = Some(goal),
            Said::Metric(metric) => self.metric = Some(metric),
            Said::Start(_) => {}
        }
    }

    /// Adds a board; start and goal, if the notation has both.
    fn add(&mut self, line: usize, reading: notation::Reading) {
        if self.line == 0 {
            self.line = line;
        }
        for board in iter::once(reading.start).chain(reading.goal) {
            self.boards.push(board);
            self.lines.push(line);
        }
    }

    /// The sequences that it consists of if it ends at the goal or at a standard one: a board after that one begins the next
    /// sequence, unless the number of moves is claimed.
    pub fn solutions(self, goal: &Board) -> Vec<Listing> {
        let standard = Goal::ALL.map(|named| named.board(goal.shape()));
        let goal = match self.boards.last() {
            Some(last) if last == goal || standard.contains(last) => last.clone(),
            _ => return vec![self],
        };
        if self.claims.length.is_some() {
            return vec![self];
        }
        let ends = (1..self.boards.len()).filter(|&end| self.boards[end - 1] == goal);
        let ends: Vec<usize> = ends.chain([self.boards.len()]).collect();
        let mut begin = 0;
        let solution = |end| {
            let range = std::mem::replace(&mut begin, end)..end;
            Listing {
                line: self.lines[range.start],
                boards: self.boards[range.clone()].to_vec(),
                lines: self.lines[range].to_vec(),
                moves: self.moves.clone(),
                claims: self.claims.clone(),
                metric: self.metric,
                letters: self.letters,
                goal: self.goal.clone(),
                is_fortytwo: self.is_fortytwo,
            }
        };
        ends.into_iter().map(solution).collect()
    }

    /// The shape of its boards, if it has any.
    pub fn shape(&self) -> Option<Shape> {
        self.boards.first().map(Board::shape)
    }

    /// The name of the goal of the program that printed it, unless a line names the goal.
    pub fn program_goal(&self) -> Option<&'static str> {
        (self.is_fortytwo && self.goal.is_none()).then_some(Goal::Snail.name())
    }

    /// The goal for boards of this shape, if a line names it.
    pub fn named_goal(&self, shape: Shape) -> Option<Board> {
        self.goal.as_ref().map(|goal| goal.board(shape))
    }

    /// The solution to be judged. Without a start, the sequence begins with it.
    pub fn given(
        self,
        name: String,
        start: Option<Board>,
        goal: Board,
        metric: Metric,
    ) -> Result<Given, Failure> {
        let metric = self.metric.unwrap_or(metric);
        let first = self.boards.first();
        let Some(start) = start.or_else(|| first.cloned()) else {
            return Err(Failure::BadInput(format!("{name}: contains no board")));
        };
        let other_start = first.filter(|&first| *first != start);
        let mut broken = other_start.map(|first| Box::new(other_start_of(&start, first)));
        let claims_nothing = self.claims.is_solvable().is_some() && self.boards.len() < 2;
        let is_one = match &self.boards[..] {
            [_] => true,
            [_, second] => *second == goal,
            _ => false,
        };
        if let Some(text) = self.moves.as_ref().filter(|_| is_one) {
            let played = notation::read_played(text, self.letters, &start)
                .map_err(|error| Failure::BadInput(format!("{name}: moves: {error}")))?;
            return Ok(Given {
                name,
                start,
                goal,
                played: Some(played),
                broken: None,
                metric,
                claims: self.claims,
                is_default_goal: false,
            });
        }
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
            is_default_goal: false,
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

/// How `taquin solve` says that it found no solution although there is one.
const UNSOLVED: [&str; 2] = ["not solved (", "no solution of that length"];

struct Reading<'a> {
    name: &'a str,
    reader: BoardReader,
    wording: Wording,
    done: Vec<Listing>,
    now: Listing,
    /// Whether the claim came after the boards.
    claims_last: bool,
    /// What a move is, if a line above all of the following sequences says so.
    metric: Option<Metric>,
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
        // Our own drawings have a dot at the blank, and a line per row.
        let is_drawn = lines.iter().any(|line| line.contains('·'));
        let text = if is_drawn {
            let end = if lines.len() == 1 { "/" } else { "" };
            lines.join("/").replace('·', "0") + end
        } else {
            lines.join("\n")
        };
        let reading = self.reader.line(self.name, begin, &text)?;
        self.rows = Some(lines.len());
        self.now.add(begin, reading);
        Ok(())
    }

    /// Takes what a line says about the boards below it. A comment ends the sequence above it; a line of `taquin solve`
    /// does so if the solution above it has its length.
    fn take(&mut self, said: Said<'_>, is_comment: bool) {
        let claims = &self.now.claims;
        let is_done = is_comment || claims.length.is_some() || claims.is_unsolvable();
        if is_done && !self.now.boards.is_empty() {
            self.next();
        }
        if let Said::Metric(metric) = said {
            self.metric = Some(metric);
        }
        self.now.take(said);
    }

    fn prose(&mut self, line: &str, number: usize) {
        if UNSOLVED.iter().any(|begin| line.starts_with(begin)) {
            // Neither moves nor boards follow.
            self.drop();
            return;
        }
        self.claim(&line.to_lowercase(), number);
        if line.contains(", mtm)") {
            self.now.metric = Some(Metric::MultiTile);
        }
        if let Some(letters) = written_letters(line) {
            self.now.letters = Some(letters);
        }
        if let Some(moves) = written_moves(line) {
            self.now.moves = Some(moves.into());
            self.now.line = self.now.line.max(1);
        }
    }

    /// Takes what a line of lower-case prose claims.
    fn claim(&mut self, line: &str, number: usize) {
        let fortytwo = ["complexity in", "this puzzle is unsolvable"];
        self.now.is_fortytwo |= fortytwo.iter().any(|words| line.contains(words));
        let length = self.wording.length(line);
        if line.trim() == "solvable" {
            // Boards from start to goal may follow, so it ends nothing.
            self.now.claims.status = Some("solvable".into());
            return;
        }
        if length.is_none() && !is_unsolvable(line) {
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
                claims.is_optimal = is_optimal(line);
            }
        }
    }

    /// A start after the claim that the board above it is solvable begins the next sequence.
    fn end_claim(&mut self) {
        if self.now.claims.is_solvable() == Some(true) && !self.now.boards.is_empty() {
            self.next();
        }
    }

    /// Begins the next sequence. What comments say, and the prose about the program, holds for all.
    fn next(&mut self) {
        let last = self.drop();
        self.done.push(last);
    }

    /// Begins the next sequence instead of this one.
    fn drop(&mut self) -> Listing {
        let next = Listing {
            goal: self.now.goal.clone(),
            metric: self.metric,
            is_fortytwo: self.now.is_fortytwo,
            ..Listing::default()
        };
        self.claims_last = false;
        std::mem::replace(&mut self.now, next)
    }

    fn finish(mut self) -> Vec<Listing> {
        if self.now.line > 0 {
            self.next();
        }
        self.done
    }
}
