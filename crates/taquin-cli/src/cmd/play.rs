//! `taquin play`: the puzzle in the terminal.

mod game;
mod input;
mod replay;
mod scramble;
mod session;
pub mod terminal;
mod thinker;
mod view;
pub(crate) mod watch;

use crate::args::ReadArgs;
use game::Game;
use scramble::{Difficulty, Scrambler, Wanted};
use session::Session;
use taquin::solvability::reachable_goals;
use taquin::solve::MAX_CELLS;
use taquin::tools::generate::NoBoards;
use taquin::{Board, Problem, ProblemError, Shape};
use taquin_app::exit::{Exit, Failure};
use taquin_app::generate::seed;
use taquin_app::input::{BoardReader, goal_of_shape};
use taquin_app::limits::{Listening, catch_interrupts, is_interrupted};
use taquin_app::plan::threads;
use terminal::{is_coloured, needs_terminal, show};
use thinker::Thinker;

/// Options of `taquin play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin play                                   a 4x4 board
  taquin play --size 3 --difficulty easy
  taquin play --shape 3x5 --goal snail --seed 7
  taquin play --optimal-length 30               a board that takes thirty moves, no more and no fewer
  taquin play \"8 1 3/4 0 2/7 6 5\"               this board

Keys:
  arrows, WASD, HJKL   move a tile in that direction (b: the blank)
  Shift and those      slide all tiles of a line that can go that way
  a click              slides the tile, and those between it and the blank
  u or Ctrl-Z, r       undo, redo
  i                    a hint: the next move of a shortest solution, and how many are left
  v                    watch a solution: Space pauses, Left and Right step, + and - change the speed
  n, 1, 2, 3           a new board; easy, medium, hard
  g                    show the goal beside the board
  ? or F1              help
  q or Esc             quit

Difficulties are distances: on shapes of up to 10 cells a third of the farthest, the mean, nine tenths of the farthest; on
3x4 16, 36 and 46 moves, on 4x4 20, 40 and 55. On other shapes an easy board is a short random walk from the goal, a medium
one a longer walk, and a hard one any board. NO_COLOR turns colours off.

Exit code 0 at the end, 1 if the board is unsolvable, 2 if standard output is no terminal, 4 if the board makes no sense,
130 after Ctrl-C.")]
pub struct PlayArgs {
    /// A board, a file with one, or - for standard input [default: a new one]
    board: Option<String>,
    /// The size of a square board [default: 4]
    #[arg(long, short, conflicts_with_all = ["shape", "board"])]
    size: Option<u32>,
    /// The board to reach: last, first, snail, or a board [default: the file's own, else last]
    #[arg(long)]
    goal: Option<String>,
    /// How far new boards are from the goal
    #[arg(
        long,
        short,
        value_enum,
        default_value = "medium",
        hide_possible_values = true,
        value_name = "easy|medium|hard"
    )]
    difficulty: Difficulty,
    /// New boards whose shortest solutions have exactly this many moves, of up to 16 cells
    #[arg(long, value_name = "MOVES", conflicts_with = "difficulty")]
    optimal_length: Option<u32>,
    /// The same seed gives the same boards [default: another each time]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<Exit, Failure> {
    needs_terminal(
        "taquin play",
        "taquin generate prints boards, and taquin solve --states solutions",
    )?;
    catch_interrupts();
    let (given, goal) = args.boards()?;
    let wanted = match args.optimal_length {
        Some(moves) => Wanted::Moves(moves),
        None => Wanted::Difficulty(args.difficulty),
    };
    let threads = threads();
    let mut scrambler = Scrambler::new(goal, seed("taquin", args.seed), threads);
    let game = match given {
        Some(problem) => Game::new(problem, None),
        None => first(&mut scrambler, wanted)?,
    };
    let thinker = Thinker::new(scrambler, threads);
    show(&mut Session::new(game, thinker, wanted, is_coloured()))
}

impl PlayArgs {
    /// The problem that was given, if one was, and the goal of all games.
    fn boards(&self) -> Result<(Option<Problem>, Board), Failure> {
        let Some(board) = &self.board else {
            let goal = self.goal.as_deref().unwrap_or("last");
            return Ok((None, goal_of_shape(goal, fit(self.new_shape()?)?)?));
        };
        let mut reader = BoardReader::new(&self.read);
        let reading = reader.only_board(board)?;
        let shape = fit(reading.start.shape())?;
        let goal = reader.goal_of(self.goal.as_deref(), shape, reading.goal)?;
        let problem = problem(reading.start, goal.clone())?;
        Ok((Some(problem), goal))
    }

    fn new_shape(&self) -> Result<Shape, Failure> {
        let wrong = "--as and --lines say how a board is read: give one, or leave them out";
        match (self.read.shape, self.size) {
            _ if self.read.lines || self.read.dialect.is_some() => {
                Err(Failure::Usage(wrong.into()))
            }
            (Some(shape), _) => Ok(shape),
            (None, size) => {
                Shape::square(size.unwrap_or(4)).map_err(|error| Failure::Usage(error.to_string()))
            }
        }
    }
}

/// Nobody has a window for larger boards, nor would there be hints.
fn fit(shape: Shape) -> Result<Shape, Failure> {
    match shape.area() <= MAX_CELLS {
        true => Ok(shape),
        false => Err(Failure::Usage(format!(
            "taquin play is for boards of up to {MAX_CELLS} cells, and this one is {shape}"
        ))),
    }
}

/// A game that cannot be won is refused, with the goals that would do.
fn problem(start: Board, goal: Board) -> Result<Problem, Failure> {
    Problem::new(start.clone(), goal).map_err(|error| match error {
        ProblemError::ShapesDiffer(differ) => Failure::BadInput(differ.to_string()),
        ProblemError::Unreachable(_) => {
            for goal in reachable_goals(&start) {
                taquin_app::exit::say("taquin", format_args!("--goal {goal} can be reached"));
            }
            Failure::Unsolvable
        }
    })
}

/// The first board, before the terminal is taken over.
fn first(scrambler: &mut Scrambler, wanted: Wanted) -> Result<Game, Failure> {
    let _listening = Listening::begin();
    scrambler
        .draw(wanted, &is_interrupted)
        .map_err(|error| match error {
            NoBoards::Stopped => Failure::Interrupted,
            error => Failure::Usage(error.to_string()),
        })
}
