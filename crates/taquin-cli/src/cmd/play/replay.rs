//! The replay of a solution, move by move. It reads no clock; callers pass the time.

use std::time::Duration;
use taquin::{Board, Metric, Move};

/// The speeds that `+` and `-` select, in moves per second.
const SPEEDS: [f64; 10] = [0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 15.0, 30.0, 60.0, 120.0];

/// A solution, and how much of it has been shown.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    board: Board,
    goal: Board,
    moves: Vec<Move>,
    made: usize,
    /// When the next move is due; `None` while paused.
    due: Option<Duration>,
    speed: f64,
}

impl Replay {
    /// Replays moves that lead from the board to the goal, starting now.
    pub(crate) fn new(
        board: Board,
        goal: Board,
        moves: Vec<Move>,
        speed: f64,
        now: Duration,
    ) -> Replay {
        let mut replay = Replay {
            board,
            goal,
            moves,
            made: 0,
            due: None,
            speed,
        };
        replay.go_on(now);
        replay
    }

    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    pub(super) const fn goal(&self) -> &Board {
        &self.goal
    }

    /// The next move.
    pub(super) fn next(&self) -> Option<Move> {
        self.moves.get(self.made).copied()
    }

    /// The number of moves made, and of all moves.
    pub(super) const fn progress(&self) -> (usize, usize) {
        (self.made, self.moves.len())
    }

    /// The number of all moves, with the slide of a line counted once.
    pub(super) fn lines(&self) -> usize {
        Metric::MultiTile.length(&self.moves)
    }

    pub(super) const fn speed(&self) -> f64 {
        self.speed
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.due.is_none()
    }

    /// Makes the moves that are due.
    pub(super) fn tick(&mut self, now: Duration) {
        while let Some(due) = self.due
            && due <= now
        {
            self.make();
            self.due = self.next().map(|_| due + self.pause());
        }
    }

    /// How long until the next move is due.
    pub(super) fn wait(&self, now: Duration) -> Option<Duration> {
        self.due.map(|due| due.saturating_sub(now))
    }

    /// Pauses or continues; at the end, starts over.
    pub(super) fn pause_or_go_on(&mut self, now: Duration) {
        match self.due {
            Some(_) => self.due = None,
            None => {
                if self.next().is_none() {
                    self.go_to(0);
                }
                self.go_on(now);
            }
        }
    }

    /// Makes one move, and pauses.
    pub(super) fn step(&mut self) {
        self.go_to(self.made + 1);
    }

    /// Takes back one move, and pauses.
    pub(super) fn back(&mut self) {
        self.go_to(self.made.saturating_sub(1));
    }

    /// Goes to the first board.
    pub(super) fn rewind(&mut self) {
        self.go_to(0);
    }

    /// Goes to the last board.
    pub(super) fn end(&mut self) {
        self.go_to(self.moves.len());
    }

    pub(super) fn faster(&mut self) {
        let faster = SPEEDS.into_iter().find(|&speed| speed > self.speed);
        self.speed = faster.unwrap_or(self.speed);
    }

    pub(super) fn slower(&mut self) {
        let slower = SPEEDS.into_iter().rfind(|&speed| speed < self.speed);
        self.speed = slower.unwrap_or(self.speed);
    }

    fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed)
    }

    fn go_on(&mut self, now: Duration) {
        self.due = self.next().map(|_| now + self.pause());
    }

    fn make(&mut self) {
        if let Some(m) = self.next() {
            self.board.play_unchecked(m);
            self.made += 1;
        }
    }

    fn go_to(&mut self, place: usize) {
        self.due = None;
        while self.made > place {
            self.made -= 1;
            self.board.play_unchecked(self.moves[self.made].opposite());
        }
        while self.made < place.min(self.moves.len()) {
            self.make();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Goal, notation};

    /// 1 2 3/4 0 6/7 5 8 is two moves from the goal, at two moves per second.
    fn replay() -> Replay {
        let start = notation::read_any(b"1 2 3/4 0 6/7 5 8", None)
            .unwrap()
            .start;
        let goal = Goal::Last.board(start.shape());
        let moves = vec![Move::Up, Move::Left];
        Replay::new(start, goal, moves, 2.0, Duration::ZERO)
    }

    #[test]
    fn moves_come_when_they_are_due() {
        for (milliseconds, made) in [(0, 0), (499, 0), (500, 1), (999, 1), (1000, 2), (9000, 2)] {
            let mut replay = replay();
            replay.tick(Duration::from_millis(milliseconds));
            assert_eq!(replay.progress(), (made, 2), "{milliseconds}");
            assert_eq!(replay.board() == replay.goal(), made == 2);
        }
    }

    #[test]
    fn keys_go_to_any_move_and_pause() {
        // Keys (s step, b back, r rewind, e end, p pause or continue), the moves made then, and whether it is paused.
        let cases = [
            ("s", 1, true),
            ("sss", 2, true),
            ("b", 0, true),
            ("eb", 1, true),
            ("er", 0, true),
            ("p", 0, true),
            ("pp", 0, false),
            ("ep", 0, false),
            ("sp", 1, false),
        ];
        for (keys, made, is_paused) in cases {
            let mut replay = replay();
            for key in keys.chars() {
                match key {
                    's' => replay.step(),
                    'b' => replay.back(),
                    'r' => replay.rewind(),
                    'e' => replay.end(),
                    _ => replay.pause_or_go_on(Duration::ZERO),
                }
            }
            assert_eq!(replay.progress(), (made, 2), "{keys}");
            assert_eq!(replay.is_paused(), is_paused, "{keys}");
        }
    }

    #[test]
    fn speeds_have_ends() {
        let mut replay = replay();
        (0..20).for_each(|_| replay.faster());
        assert_eq!(replay.speed(), SPEEDS[SPEEDS.len() - 1]);
        (0..20).for_each(|_| replay.slower());
        assert_eq!(replay.speed(), SPEEDS[0]);
    }
}
