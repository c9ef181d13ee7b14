//! One table per program.

use crate::command_line::{Argument, Opt, Program, Value};
use taquin_app::plan::{self, AUTO};

/// All of them.
pub const ALL: [&Program; 3] = [&PUZZLE, &NINE, &NPUZZLE];

/// Is a goal reachable?
pub static PUZZLE: Program = Program {
    name: "puzzle",
    about: "Reads a start board and a goal board and says whether the goal can be reached from the start.",
    usage: "[FILE]",
    arguments: &[Argument {
        name: "FILE",
        help: "A file with both boards [default: standard input]",
    }],
    options: &[],
    details: &[
        "\
The input has two lines, the start and the goal. Each lists the cells of a square board row by row,
separated by spaces: the tiles are whole numbers from 1, and b is the blank.",
        "\
Example:
  printf '1 2 b 3\\n1 2 3 b\\n' | puzzle",
        "\
Valid input gives three lines on standard output: both boards, and solvable or unsolvable. Invalid
input gives one line on standard output that says what is wrong. If a system call fails, a message
goes to standard error.",
        "Exit code 0 for valid input, 1 otherwise.",
    ],
};

/// Breadth-first search over labels that may repeat.
pub static NINE: Program = Program {
    name: "Nine",
    about: "Finds a shortest sequence of positions from INITIAL to GOAL by breadth-first search.",
    usage: "[HEIGHT WIDTH] MAXLENGTH INITIAL GOAL",
    arguments: &[
        Argument {
            name: "HEIGHT",
            help: "The rows of the board [default: 3]",
        },
        Argument {
            name: "WIDTH",
            help: "The columns of the board [default: 3]",
        },
        Argument {
            name: "MAXLENGTH",
            help: "Reject sequences of more than this many moves",
        },
        Argument {
            name: "INITIAL",
            help: "The position at the start: one character per cell, row by row; - is the blank, and other characters may repeat",
        },
        Argument {
            name: "GOAL",
            help: "The position at the end, with the same characters",
        },
    ],
    options: &[],
    details: &[
        "\
Example:
  Nine 100 2361584-7 12345678-",
        "\
Prints the positions from INITIAL to GOAL, one per line, or nothing if no sequence has at most
MAXLENGTH moves. If an argument is invalid, one line on standard error says what is wrong.",
        "Exit code 0, or 1 after an error.",
    ],
};

/// The 42 school's N-puzzle.
pub static NPUZZLE: Program = Program {
    name: "npuzzle",
    about: "The N-puzzle of the 42 school: solves a puzzle for the snail goal.",
    usage: "[OPTIONS] [FILE]",
    arguments: &[Argument {
        name: "FILE",
        help: "A puzzle file, or - for standard input [default: standard input, unless --size is given]",
    }],
    options: &NPUZZLE_OPTIONS,
    details: &[
        "\
Examples:
  npuzzle puzzle.txt                    solve a file
  npuzzle -s 3                          generate a 3x3 puzzle and solve it
  npuzzle -s 3 -H linear-conflict       A* with another heuristic
  npuzzle puzzle.txt --greedy           a solution quickly, not a shortest one
  npuzzle -s 17 --time 30s              the shortest solution found in half a minute",
        "\
Puzzles larger than 4x4: if the search for a shortest solution does not finish in a third of the
time (10 seconds unless --time or --effort is given), the rest of the time goes into finding shorter
and shorter solutions. A first solution is found immediately, so a limit or Ctrl-C leaves the best
one so far. If the states would take more than 1 GB, the moves are printed instead.",
        "\
Complexity in time is the number of states ever selected from the open set. Complexity in size is
the maximum number of states held in memory at once. The same puzzle and options always give the
same numbers, unless a time limit ends the search.",
        "\
Exit code 0 if solved, 1 if unsolvable, 2 for an invalid command line, 3 if a limit was reached
before a solution was found, 4 for an invalid puzzle, 130 after Ctrl-C, with the best solution so
far (puzzles larger than 256x256 have none before they are solved).",
    ],
};

const NPUZZLE_OPTIONS: [Opt; 14] = [
    Opt::with_value("size", Value::new("N"), "Generate a random NxN puzzle")
        .short('s')
        .conflicts(&["FILE"]),
    Opt::flag(
        "unsolvable",
        "Generate an unsolvable puzzle, 3x3 unless --size is given, and print it",
    )
    .short('u')
    .conflicts(&[
        "FILE",
        "heuristic",
        "uniform",
        "greedy",
        "algorithm",
        "weight",
        "order",
        "time",
        "memory",
        "effort",
        "states",
    ]),
    Opt::with_value(
        "iterations",
        Value::new("MOVES"),
        "Generate by making this many random moves from the goal [default: 10000 up to 5x5; larger puzzles are shuffled]",
    )
    .short('i')
    .conflicts(&["FILE"]),
    Opt::with_value(
        "seed",
        Value::new("N"),
        "The same seed generates the same puzzle [default: a different one each time]",
    )
    .conflicts(&["FILE"]),
    Opt::with_value(
        "heuristic",
        Value::new("HEURISTIC").default(AUTO).one_of(heuristics),
        "The heuristic; auto chooses the strongest for the size",
    )
    .short('H'),
    Opt::flag("uniform", "Uniform-cost search: no heuristic").conflicts(&[
        "greedy",
        "algorithm",
        "heuristic",
    ]),
    Opt::flag("greedy", "Greedy search: the heuristic alone").conflicts(&["algorithm"]),
    Opt::with_value(
        "algorithm",
        Value::new("ALGORITHM").default(AUTO).one_of(algorithms),
        "The search; auto is A* up to 3x3 or with --heuristic, and the most capable search otherwise",
    )
    .short('a'),
    Opt::with_value(
        "weight",
        Value::new("WEIGHT").default("2"),
        "The weight of weighted-astar",
    ),
    Opt::with_value(
        "order",
        Value::new("ORDER").default("UDLR"),
        "The order in which the directions of tiles are tried, four letters",
    ),
    Opt::with_value(
        "time",
        Value::new("TIME"),
        "Stop after this time (500ms, 10s, 2m, 1h) and print what is known; puzzles larger than 4x4 use all of it for shorter \
         solutions, and 0 gives the first one [default: no limit; 10s if larger than 4x4]",
    ),
    Opt::with_value(
        "memory",
        Value::new("MEMORY").default("2G"),
        "Stop when the search holds this much memory (500M, 2G) and print what is known",
    ),
    Opt::with_value(
        "effort",
        Value::new("N"),
        "Instead of a time, for puzzles larger than 4x4 or --algorithm beam: generate at most N states; the same N gives the \
         same solution on every machine",
    )
    .conflicts(&["time"]),
    Opt::flag("states", "Print all states, even if they take gigabytes"),
];

fn algorithms() -> Vec<&'static str> {
    [vec![AUTO], plan::algorithms()].concat()
}

fn heuristics() -> Vec<&'static str> {
    [vec![AUTO], plan::heuristics()].concat()
}
