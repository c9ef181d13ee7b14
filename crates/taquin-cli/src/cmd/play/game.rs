//! A game: a board, its goal and the moves so far. It reads no clock; callers pass the time.

use std::time::Duration;
use taquin::{Board, Cell, Move, Problem};

/// Tiles of one line that move one step together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    pub(super) m: Move,
    pub(super) tiles: usize,
}

/// A solution that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundSolution {
    pub(super) moves: Vec<Move>,
    /// No solution is shorter.
    pub(super) at_least: u32,
}

/// What is known about the length of shortest solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Length {
    /// There is a solution of this length.
    pub(super) known: u32,
    /// No solution is shorter.
    pub(super) at_least: u32,
}

impl Length {
    pub(super) const fn exactly(moves: u32) -> Length {
        Length {
            known: moves,
            at_least: moves,
        }
    }

    pub(super) const fn is_exact(self) -> bool {
        self.known == self.at_least
    }
}

impl FoundSolution {
    pub(super) const fn length(&self) -> Length {
        Length {
            known: self.moves.len() as u32,
            at_least: self.at_least,
        }
    }
}

/// A board, its goal and the moves so far.
#[derive(Clone, Debug)]
pub(super) struct Game {
    problem: Problem,
    board: Board,
    played: Vec<Slide>,
    /// The slides that were undone; the last one is redone first.
    undone: Vec<Slide>,
    /// The time of the first move.
    begun: Option<Duration>,
    /// The time of the last one.
    ended: Option<Duration>,
    /// The distance of the start from the goal, if it is known.
    pub(super) shortest: Option<Length>,
    /// A solution of the current board, if one is known.
    solution: Option<FoundSolution>,
    /// Whether the player was shown a move.
    pub(super) is_helped: bool,
}

impl Game {
    pub(super) fn new(problem: Problem, shortest: Option<Length>) -> Game {
        let is_solved = problem.start() == problem.goal();
        Game {
            board: problem.start().clone(),
            problem,
            played: Vec::new(),
            undone: Vec::new(),
            begun: None,
            ended: None,
            shortest: shortest.or(is_solved.then_some(Length::exactly(0))),
            solution: None,
            is_helped: false,
        }
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) const fn problem(&self) -> &Problem {
        &self.problem
    }

    pub(super) fn is_solved(&self) -> bool {
        self.board == *self.problem.goal()
    }

    /// The moves so far: of single tiles, and of lines of tiles.
    pub(super) fn counts(&self) -> (usize, usize) {
        let tiles = self.played.iter().map(|slide| slide.tiles).sum();
        (tiles, self.played.chunk_by(|a, b| a.m == b.m).count())
    }

    /// The time since the first move, until the goal is reached.
    pub(super) fn time(&self, now: Duration) -> Duration {
        let until = self.ended.unwrap_or(now);
        self.begun
            .map_or(Duration::ZERO, |begun| until.saturating_sub(begun))
    }

    /// A solution of the current board, if one is known.
    pub(super) const fn solution(&self) -> Option<&FoundSolution> {
        self.solution.as_ref()
    }

    /// Stores a solution of the current board.
    pub(super) fn learn(&mut self, solution: FoundSolution) {
        if self.played.is_empty() {
            self.shortest = self.shortest.or(Some(solution.length()));
        }
        self.solution = Some(solution);
    }

    /// Whether the goal was reached; no more moves are possible then.
    pub(super) const fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Moves one tile one step; false if that is not possible.
    pub(super) fn step(&mut self, m: Move, now: Duration) -> bool {
        self.slide(Slide { m, tiles: 1 }, now)
    }

    /// Moves all tiles between the blank and the edge one step.
    pub(super) fn slide_all(&mut self, m: Move, now: Duration) -> bool {
        let tiles = self.room(m);
        self.slide(Slide { m, tiles }, now)
    }

    /// Moves the tile at this cell and all between it and the blank one step; false if it is not in line with the blank.
    pub(super) fn slide_from(&mut self, cell: Cell, now: Duration) -> bool {
        let (shape, blank) = (self.board.shape(), self.board.blank());
        let (row, col) = (shape.row(cell), shape.col(cell));
        let (blank_row, blank_col) = (shape.row(blank), shape.col(blank));
        let m = match (row == blank_row, col == blank_col) {
            (true, false) if col > blank_col => Move::Left,
            (true, false) => Move::Right,
            (false, true) if row > blank_row => Move::Up,
            (false, true) => Move::Down,
            _ => return false,
        };
        let tiles = shape.distance(cell, blank) as usize;
        self.slide(Slide { m, tiles }, now)
    }

    /// Undoes the last slide; false if there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(slide) = self.played.pop_if(|_| self.ended.is_none()) else {
            return false;
        };
        self.push(Slide {
            m: slide.m.opposite(),
            ..slide
        });
        self.undone.push(slide);
        self.solution = None;
        true
    }

    /// Redoes the slide that was undone last; false if there is none.
    pub(super) fn redo(&mut self, now: Duration) -> bool {
        let Some(slide) = self.undone.pop() else {
            return false;
        };
        let rest = std::mem::take(&mut self.undone);
        let is_made = self.slide(slide, now);
        self.undone = rest;
        is_made
    }

    /// The number of tiles that can move in this direction.
    fn room(&self, m: Move) -> usize {
        let (shape, blank) = (self.board.shape(), self.board.blank());
        let room = match m {
            Move::Up => shape.rows() - 1 - shape.row(blank),
            Move::Down => shape.row(blank),
            Move::Left => shape.cols() - 1 - shape.col(blank),
            Move::Right => shape.col(blank),
        };
        room as usize
    }

    fn slide(&mut self, slide: Slide, now: Duration) -> bool {
        if self.is_over() || slide.tiles == 0 || slide.tiles > self.room(slide.m) {
            return false;
        }
        self.begun.get_or_insert(now);
        self.push(slide);
        self.played.push(slide);
        self.undone.clear();
        self.follow(slide);
        if self.is_solved() {
            self.ended = Some(now);
        }
        true
    }

    fn push(&mut self, slide: Slide) {
        for _ in 0..slide.tiles {
            self.board.play_unchecked(slide.m);
        }
    }

    /// Keeps the rest of a known solution that begins with the slide, and drops any other.
    fn follow(&mut self, slide: Slide) {
        let Some(mut solution) = self.solution.take() else {
            return;
        };
        let begins = solution.moves.iter().take(slide.tiles);
        if begins.filter(|&&m| m == slide.m).count() == slide.tiles {
            solution.moves.drain(..slide.tiles);
            solution.at_least = solution.at_least.saturating_sub(slide.tiles as u32);
            self.solution = Some(solution);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Goal;
    use taquin::notation::{self, Dialect};

    fn game(start: &str) -> Game {
        let start = notation::read_any(start.as_bytes(), None).unwrap().start;
        let goal = Goal::Last.board(start.shape());
        Game::new(Problem::new(start, goal).unwrap(), None)
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Lower-case letters are steps, capitals slides of all tiles, digits clicks on that tile, `-` undo and `+` redo.
    fn play(game: &mut Game, keys: &str) -> String {
        let mut answers = String::new();
        for key in keys.chars() {
            let m = match key.to_ascii_lowercase() {
                'u' => Move::Up,
                'd' => Move::Down,
                'l' => Move::Left,
                _ => Move::Right,
            };
            let is_made = match key {
                '-' => game.undo(),
                '+' => game.redo(at(1)),
                '0'..='9' => {
                    let number = key.to_digit(10).unwrap() as usize;
                    game.slide_from(game.board().places()[number], at(1))
                }
                'a'..='z' => game.step(m, at(1)),
                _ => game.slide_all(m, at(1)),
            };
            answers.push(if is_made { 'y' } else { 'n' });
        }
        answers
    }

    #[test]
    fn keys_and_clicks_move_tiles_and_count() {
        // Start, keys, answers, the board at the end, moves of tiles and of lines.
        let cases = [
            ("1 2 3/4 0 6/7 5 8", "ul", "yy", "1 2 3/4 5 6/7 8 0", 2, 2),
            ("1 2 3/4 0 6/7 5 8", "dd", "yn", "1 0 3/4 2 6/7 5 8", 1, 1),
            ("1 2 3/4 5 6/7 0 8", "L", "y", "1 2 3/4 5 6/7 8 0", 1, 1),
            ("1 2 3/4 5 6/0 7 8", "ll", "yy", "1 2 3/4 5 6/7 8 0", 2, 1),
            ("1 2 3/4 5 6/0 7 8", "L", "y", "1 2 3/4 5 6/7 8 0", 2, 1),
            ("0 1 2/3 4 5/6 7 8", "8", "n", "0 1 2/3 4 5/6 7 8", 0, 0),
            ("1 2 3/4 5 6/0 7 8", "0", "n", "1 2 3/4 5 6/0 7 8", 0, 0),
            ("1 2 3/4 5 6/0 7 8", "8", "y", "1 2 3/4 5 6/7 8 0", 2, 1),
            ("1 2 3/4 5 6/0 7 8", "D--", "yyn", "1 2 3/4 5 6/0 7 8", 0, 0),
            ("1 2 3/4 5 6/0 7 8", "D-+", "yyy", "0 2 3/1 5 6/4 7 8", 2, 1),
            (
                "1 2 3/4 5 6/0 7 8",
                "dd--++",
                "yyyyyy",
                "0 2 3/1 5 6/4 7 8",
                2,
                1,
            ),
            // A new move drops what was undone.
            (
                "1 2 3/4 5 6/0 7 8",
                "D-d+",
                "yyyn",
                "1 2 3/0 5 6/4 7 8",
                1,
                1,
            ),
            // A game that is won is over.
            ("1 2 3/4 5 6/7 0 8", "lr-", "ynn", "1 2 3/4 5 6/7 8 0", 1, 1),
        ];
        for (start, keys, answers, end, tiles, lines) in cases {
            let mut game = game(start);
            assert_eq!(play(&mut game, keys), answers, "{start} {keys}");
            let board = notation::write(game.board(), Dialect::Slash).unwrap();
            assert_eq!(board.trim_end(), end, "{start} {keys}");
            assert_eq!(game.counts(), (tiles, lines), "{start} {keys}");
        }
    }

    #[test]
    fn the_clock_runs_from_the_first_move_to_the_last() {
        let mut game = game("1 2 3/4 0 6/7 5 8");
        assert_eq!(game.time(at(9)), at(0));
        game.step(Move::Up, at(10));
        assert_eq!(game.time(at(13)), at(3));
        game.step(Move::Left, at(15));
        assert_eq!(game.time(at(99)), at(5));
    }

    #[test]
    fn a_known_way_is_kept_while_it_is_followed() {
        // The keys, and the rest of the solution after them.
        let cases = [
            ("", Some(3)),
            ("d", Some(2)),
            ("dL", Some(0)),
            ("dl", Some(1)),
            ("l", None),
            ("d-", None),
        ];
        for (keys, left) in cases {
            let mut game = game("1 2 3/0 5 6/4 7 8");
            game.learn(FoundSolution {
                moves: vec![Move::Up, Move::Left, Move::Left],
                at_least: 3,
            });
            play(&mut game, &keys.replace('d', "u"));
            assert_eq!(
                game.solution().map(|solution| solution.moves.len()),
                left,
                "{keys}"
            );
            assert_eq!(game.shortest, Some(Length::exactly(3)));
        }
    }
}
