//! Solutions as boards or as moves, and statements that there is none.

use super::layout::exact;
use super::{Judge, Said, boards, first_line, moves, numbers};
use crate::case::{Also, Solved, Style};
use crate::reference::Reference;
use crate::verdict::{Finding, Verdict};
use std::ops::ControlFlow;
use taquin::notation::{self, Dialect, MoveLetters, Played};
use taquin::tools::analyse::{self, BrokenStep, NearMiss, moves_between};
use taquin::{Board, Goal, Metric, Move, Problem, Tick, Tile};
use taquin_app::words::{broken_step, many, slide};

impl Judge<'_> {
    /// Judges a solution.
    pub(super) fn solution(&mut self, asked: &Solved, said: &Said<'_>) -> Finding {
        if says_unsolvable(said.stdout)
            || said.stdout.trim().is_empty() && says_unsolvable(&said.stderr())
        {
            let length = asked
                .shortest
                .map(|shortest| format!(" in {}", many(shortest, "move")));
            return Finding::new(
                Verdict::RefusedGoodInput,
                format!(
                    "the program says that there is no solution, but the board can be solved{}{}",
                    length.unwrap_or_default(),
                    meant_goal(asked)
                ),
            );
        }
        let judged = match asked.style {
            Style::Moves(_) => self.letters(asked, said.stdout),
            Style::Princeton | Style::FortyTwo => listed(self.reference, asked, said.stdout),
        };
        judged.err().unwrap_or_else(Finding::right)
    }
}

/// A reason why a program may think that a board is unsolvable: another usual goal cannot be reached.
fn meant_goal(asked: &Solved) -> String {
    let shape = asked.start.shape();
    let (meant, here) = if asked.style == Style::FortyTwo {
        (Goal::Last, "is the snail")
    } else if asked.goal == Goal::Last.board(shape) {
        (Goal::First, "has the blank last")
    } else {
        return String::new();
    };
    if Problem::new(asked.start.clone(), meant.board(shape)).is_ok() {
        return String::new();
    }
    let meant = goal_in_words(meant);
    format!("\nthe goal {meant} cannot be reached from it; the goal here {here}")
}

/// Whether moves lead from the start to the goal.
pub(super) fn check_moves(asked: &Solved, played: &Played) -> Result<(), Finding> {
    let (start, goal) = (&asked.start, &asked.goal);
    let verdict = analyse::Verdict::new(start, goal, played).expect("both have one shape");
    let near = match verdict {
        analyse::Verdict::Right => return Ok(()),
        _ => NearMiss::find(start, goal, played).expect("both have one shape"),
    };
    if let Some(finding) = near.and_then(near_miss) {
        return Err(finding);
    }
    Err(match verdict {
        analyse::Verdict::Impossible { place, board, .. } => {
            let step = place + 1;
            let letter = match (played.moves[place], played.letters) {
                (m, MoveLetters::Blank) => m.blank_direction().letter(),
                (m, _) => m.letter(),
            };
            Finding::new(
                Verdict::IllegalMove,
                format!(
                    "move {step} ({letter}) is not possible: the blank is at the edge\nbefore move {step}:\n{}",
                    drawn(&board)
                ),
            )
        }
        analyse::Verdict::Elsewhere { end, .. } => wrong_end(&end, goal),
        analyse::Verdict::Right | analyse::Verdict::Broken(_) => Finding::right(),
    })
}

fn near_miss(near: NearMiss) -> Option<Finding> {
    match near {
        NearMiss::GoesOn(after) => Some(Finding::new(
            Verdict::WrongEnd,
            format!(
                "the solution reaches the goal after {} and continues",
                many(after, "move")
            ),
        )),
        NearMiss::Backwards => Some(Finding::new(
            Verdict::WrongNotation,
            "the solution leads from the goal to the start; in reverse it would be right",
        )),
        NearMiss::OtherGoal(goal) => Some(other_goal(goal)),
        NearMiss::Mirrored => None,
    }
}

const fn goal_in_words(goal: Goal) -> &'static str {
    match goal {
        Goal::Last => "1 2 3 … with the blank last",
        Goal::First => "with the blank first",
        Goal::Snail => "the snail",
    }
}

fn other_goal(goal: Goal) -> Finding {
    let what = goal_in_words(goal);
    Finding::new(
        Verdict::WrongNotation,
        format!("the solution is right for another usual goal, {what}, but not for this one"),
    )
}

fn wrong_end(end: &Board, goal: &Board) -> Finding {
    Finding::new(
        Verdict::WrongEnd,
        format!(
            "the solution does not end at the goal, but at\n{}instead of\n{}",
            drawn(end),
            drawn(goal)
        ),
    )
}

/// Judges a sequence of boards with its number of moves.
fn listed(reference: &Reference, asked: &Solved, text: &str) -> Result<(), Finding> {
    let (start, goal) = (&asked.start, &asked.goal);
    let listing = boards::read(text, &[start, goal])?;
    let boards = without_heading(&listing.boards, [start, goal], listing.claims.length);
    let found = sequence(start, goal, boards)?;
    let length = found.len() as u64;
    match listing.claims.length {
        None => {
            let what = "the number of moves is missing";
            return Err(Finding::new(Verdict::WrongOutput, what));
        }
        Some(claimed) if claimed != length => {
            let moves = many(length, "move");
            let what =
                format!("the number of moves is given as {claimed}, but the sequence has {moves}");
            return Err(Finding::new(Verdict::WrongNumber, what));
        }
        Some(_) => {}
    }
    shortest(reference, asked, &found, MoveLetters::Tile)?;
    match asked.also {
        Also::Nothing => Ok(()),
        Also::Layout => layout(boards, text),
        Also::Numbers => numbers::judge(text, &asked.start, length),
    }
}

/// The boards of a solution without those that only show what is asked: the start, or the start and the goal, before it, and
/// the goal again after it. Where both readings are solutions, the number of moves tells which is meant.
fn without_heading<'a>(
    boards: &'a [Board],
    [start, goal]: [&Board; 2],
    claimed: Option<u64>,
) -> &'a [Board] {
    let is_given = |board: &&Board| *board == start || *board == goal;
    let heading = boards.iter().take_while(is_given).count();
    let Some(begin) = boards[..heading].iter().rposition(|board| board == start) else {
        return boards;
    };
    let again = boards.iter().rev().take_while(|board| *board == goal);
    let end = boards.len() - again.count().saturating_sub(1);
    let shorter = &boards[begin..end.max(begin + 1)];
    let is_claimed = |boards: &[Board]| claimed == Some(boards.len() as u64 - 1);
    let is_solution =
        boards.first() == Some(start) && moves_between(boards, Metric::SingleTile).is_ok();
    if is_solution && (is_claimed(boards) || !is_claimed(shorter)) {
        boards
    } else {
        shorter
    }
}

/// The moves of a sequence of boards from the start to the goal.
fn sequence(start: &Board, goal: &Board, boards: &[Board]) -> Result<Vec<Move>, Finding> {
    let (Some(first), Some(last)) = (boards.first(), boards.last()) else {
        return Err(Finding::new(
            Verdict::WrongOutput,
            "the output has no boards",
        ));
    };
    let moves = moves_between(boards, Metric::SingleTile);
    if first != start {
        let is_transposed = transposed(first) == *start;
        return Err(if is_transposed {
            let what = "rows and columns are exchanged: with every board transposed, the sequence begins with the start";
            Finding::new(Verdict::WrongNotation, what)
        } else if first == goal && last == start && moves.is_ok() {
            let what =
                "the sequence leads from the goal to the start; in reverse order it would be right";
            Finding::new(Verdict::WrongNotation, what)
        } else {
            Finding::new(
                Verdict::WrongEnd,
                format!(
                    "the sequence does not begin with the start, but with\n{}",
                    drawn(first)
                ),
            )
        });
    }
    let moves = moves.map_err(|broken| illegal(&broken))?;
    if last == goal {
        return Ok(moves);
    }
    let other = Goal::ALL
        .into_iter()
        .find(|other| other.board(start.shape()) == *last);
    Err(other.map_or_else(|| wrong_end(last, goal), other_goal))
}

fn illegal(broken: &BrokenStep) -> Finding {
    let place = broken.place;
    Finding::new(
        Verdict::IllegalMove,
        format!(
            "{}\nbefore step {place}:\n{}after step {place}:\n{}",
            broken_step(broken),
            drawn(&broken.before),
            drawn(&broken.after)
        ),
    )
}

fn transposed(board: &Board) -> Board {
    let shape = board.shape();
    let tiles: Vec<Tile> = (0..shape.cols())
        .flat_map(|col| (0..shape.rows()).filter_map(move |row| shape.cell(row, col)))
        .map(|cell| board.tile(cell))
        .collect();
    Board::new(shape.transposed(), tiles).expect("the same tiles make a board")
}

/// A board in rows; nothing if it is too large for a message.
pub(super) fn drawn(board: &Board) -> String {
    const MOST: usize = 100;
    if board.shape().area() > MOST {
        return String::new();
    }
    let width = (board.shape().area() - 1).to_string().len();
    let row = |row: &[Tile]| {
        let tiles: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
        format!("  {}\n", tiles.join(" "))
    };
    board.rows().map(row).collect()
}

/// Whether a solution is no longer than it must be.
pub(super) fn shortest(
    reference: &Reference,
    asked: &Solved,
    moves: &[Move],
    letters: MoveLetters,
) -> Result<(), Finding> {
    let Some(shortest) = asked
        .shortest
        .filter(|&shortest| moves.len() > shortest as usize)
    else {
        return Ok(());
    };
    let problem = Problem::new(asked.start.clone(), asked.goal.clone()).expect("it has a solution");
    let solution = problem
        .certify(moves.to_vec())
        .expect("the moves have been played");
    let mut message = format!(
        "the solution has {}, {} more than the shortest ({shortest})",
        many(moves.len(), "move"),
        moves.len() - shortest as usize
    );
    let go_on = &mut |_: &Tick| ControlFlow::Continue(());
    let judgement = analyse::Judge::new(&reference.tables).judge(&problem, &solution, go_on);
    if let Some(loss) = judgement.losses.first() {
        let written = |better| slide(better, letters, &loss.board);
        let better = loss.better.map_or_else(|| "to stop".into(), written);
        message += &format!(
            "\nthe first lost move is move {}, {} (better: {better}), from\n{}",
            loss.place + 1,
            written(loss.played),
            drawn(&loss.board)
        );
    }
    Err(Finding::new(Verdict::NotShortest, message))
}

/// Princeton's client prints the number, then each board and an empty line; some print an empty line after the number too.
fn layout(boards: &[Board], text: &str) -> Result<(), Finding> {
    let gap = if text.lines().nth(1) == Some("") {
        "\n"
    } else {
        ""
    };
    let mut expected = format!("Minimum number of moves = {}\n{gap}", boards.len() - 1);
    for board in boards {
        let board = notation::write_layout(board, Dialect::Princeton);
        expected += &board.expect("the boards of the assignment are square");
        expected.push('\n');
    }
    let finding = exact(
        &expected,
        text,
        "the solution is right, but the layout is not: ",
    );
    if finding.is_right() {
        Ok(())
    } else {
        Err(finding)
    }
}

/// Whether a text says that there is no solution, in the words that programs use.
pub(super) fn says_unsolvable(text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "no solution",
        "no path",
        "unsolv",
        "insolv",
        "insolub",
        "not solvable",
        "not be solved",
        "impossible",
        "not possible",
        "not reachable",
        "unreachable",
        "solvable: no",
        "solvable: false",
        "solvable = false",
    ];
    let text = text.to_lowercase().replace('’', "'");
    let text = text.replace("n't", " not").replace("cannot", "can not");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    WORDS.iter().any(|words| text.contains(words))
}

/// Judges the answer to a board that cannot be solved.
pub(super) fn unsolvable(
    reference: &Reference,
    [start, goal]: [&Board; 2],
    style: Style,
    said: &Said<'_>,
) -> Finding {
    if says_unsolvable(said.stdout) || says_unsolvable(&said.stderr()) {
        return Finding::right();
    }
    let why = "the board cannot be solved";
    let is_about_solving = || said.stdout.to_lowercase().contains("solv");
    if said.refuses() && !said.stdout.trim().is_empty() && !is_about_solving() {
        return said.refused();
    }
    if said.stdout.trim().is_empty() {
        let what = format!(
            "{why}, and the program does not say so: {}",
            first_line(said.stderr)
        );
        return Finding::new(Verdict::WrongOutput, what);
    }
    let asked = Solved {
        start: start.clone(),
        goal: goal.clone(),
        shortest: None,
        style,
        also: Also::Nothing,
    };
    let judged = match style {
        Style::Moves(_) => {
            moves::read(said.stdout, [start, goal]).and_then(|played| check_moves(&asked, &played))
        }
        Style::Princeton | Style::FortyTwo => listed(reference, &asked, said.stdout),
    };
    match judged {
        Err(finding) => Finding::new(finding.verdict, format!("{why}; {}", finding.message)),
        Ok(()) => Finding::new(
            Verdict::WrongOutput,
            format!("{why}, but the program does not say so"),
        ),
    }
}
