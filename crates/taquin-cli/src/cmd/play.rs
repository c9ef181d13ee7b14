//! `taquin play`: the puzzle in the terminal.

mod game;
mod input;
pub(crate) mod replay;
mod scramble;
mod session;
pub mod terminal;
mod view;
pub(crate) mod watch;
mod worker;

use crate::args::number::number;
use crate::args::{GoalArgs, ReadOneArgs, help};
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
use taquin_app::limits::{InterruptGuard, catch_interrupts, is_interrupted};
use taquin_app::plan::threads;
use terminal::{is_coloured, needs_terminal, show};
use worker::Worker;

/// Options of `taquin play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  taquin play                                   a 4x4 board
  taquin play --size 3 --difficulty easy
  taquin play --shape 3x5 --goal snail --seed 7
  taquin play --optimal-length 30               boards that take exactly 30 moves
  taquin play \"8 1 3/4 0 2/7 6 5\"               this board

Keys:
  arrows, WASD, HJKL   move a tile in that direction (b: the blank)
  Shift with those     slide all tiles between the blank and the edge
  click                slide the tile, and those between it and the blank
  u or Ctrl-Z, r       undo, redo
  i                    show a hint: the next move of a shortest solution, and its length
  v                    watch a solution: Space pauses, Left and Right step, + and - change the speed
  n, 1, 2, 3           start a new board; easy, medium, hard
  g                    show the goal beside the board
  ? or F1              help
  q or Esc             quit

Difficulties are distances from the goal: on shapes of up to 10 cells a third of the maximum, the mean, and nine tenths of the \
maximum; on 3x4 16, 36 and 46 moves, on 4x4 20, 40 and 55. On other shapes, an easy board is a short random walk from the goal, \
a medium one a longer walk, and a hard one any board. The same --seed gives the same boards. NO_COLOR turns colours off.

Exit codes: 0 at the end, 1 if the board is unsolvable, 2 if standard output is not a terminal, 4 if the board is not valid, 130 \
after Ctrl-C.")]
pub struct PlayArgs {
    /// Board, file with a board, or - for standard input [default: a new board]
    board: Option<String>,
    #[arg(long, short, value_name = "N", conflicts_with_all = ["shape", "board"], value_parser = number::<u32>(), help = help::SIZE)]
    size: Option<u32>,
    #[command(flatten)]
    goal: GoalArgs,
    /// Difficulty of new boards
    #[arg(
        long,
        short,
        value_enum,
        ignore_case = true,
        default_value = "medium",
        hide_possible_values = true,
        value_name = "easy|medium|hard"
    )]
    difficulty: Difficulty,
    #[arg(long, value_name = "N", conflicts_with = "difficulty", value_parser = number::<u32>(), help = help::OPTIMAL_LENGTH)]
    optimal_length: Option<u32>,
    #[arg(long, value_name = "N", value_parser = number::<u64>(), help = help::SEED)]
    seed: Option<u64>,
    #[command(flatten)]
    read: ReadOneArgs,
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
    let worker = Worker::new(scrambler, threads);
    show(&mut Session::new(game, worker, wanted, is_coloured()))
}

impl PlayArgs {
    /// The given problem, if there is one, and the goal of all games.
    fn boards(&self) -> Result<(Option<Problem>, Board), Failure> {
        let Some(board) = &self.board else {
            let goal = self.goal.or_last();
            return Ok((None, goal_of_shape(goal, fit(self.new_shape()?)?)?));
        };
        let mut reader = BoardReader::new(&self.read);
        let reading = reader.only_board(board)?;
        let shape = fit(reading.start.shape())?;
        let goal = reader.goal_of(self.goal.asked(), shape, reading.goal)?;
        let problem = problem(reading.start, goal.clone())?;
        Ok((Some(problem), goal))
    }

    fn new_shape(&self) -> Result<Shape, Failure> {
        let wrong = "--as and --lines apply to a given board; name a board, or remove them";
        match (self.read.form.shape, self.size) {
            _ if self.read.lines || self.read.form.dialect.is_some() => {
                Err(Failure::Usage(wrong.into()))
            }
            (Some(shape), _) => Ok(shape),
            (None, size) => {
                Shape::square(size.unwrap_or(4)).map_err(|error| Failure::Usage(error.to_string()))
            }
        }
    }
}

/// An error for boards that are too large for a window and for hints.
fn fit(shape: Shape) -> Result<Shape, Failure> {
    if shape.area() <= MAX_CELLS {
        Ok(shape)
    } else {
        Err(Failure::Usage(format!(
            "taquin play works for boards of up to {MAX_CELLS} cells, and this one is {shape}"
        )))
    }
}

/// An error for an unsolvable board, with the goals that can be reached.
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
    let _listening = InterruptGuard::begin();
    scrambler
        .draw(wanted, &is_interrupted)
        .map_err(|error| match error {
            NoBoards::Stopped => Failure::Interrupted,
            error => Failure::Usage(error.to_string()),
        })
}
