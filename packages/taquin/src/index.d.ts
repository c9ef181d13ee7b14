/** A board: text in any notation, such as `"8 1 3/4 0 2/7 6 5"`, or rows of tiles with 0 for the blank. */
export type Board = string | number[][];

/** What counts as one move: a single tile (`stm`), or a line of tiles that moves at once (`mtm`). */
export type Metric = "stm" | "mtm";

export interface CommonOptions {
  /** `last` (1 2 … 0, the default), `first` (0 1 2 …), `snail`, or a board. */
  goal?: Board;
  /** The notation of boards that are text; detected by default. */
  as?: string;
  /** Rows and columns, such as `"3x4"`, of text that does not show them. */
  shape?: string;
  metric?: Metric;
  /** Aborting it rejects the promise and ends the search. */
  signal?: AbortSignal;
}

export interface Progress {
  /** `tables` while tables are built, then `search`. */
  phase: "tables" | "search";
  seconds: number;
  /** No solution is shorter. */
  at_least: number;
  generated: number;
  per_second: number;
  /** The length of the best solution so far. */
  best?: number;
  /** Its moves, sent once per solution: where each tile goes, U, D, L, R. */
  moves?: string;
}

export interface SolveOptions extends CommonOptions {
  /** `auto` by default; see the guide of taquin for the names. */
  algorithm?: string;
  heuristic?: string;
  /** The weight of `weighted-astar`. */
  weight?: number;
  /** The order in which moves are tried, such as `"UDLR"`. */
  order?: string;
  /** Reject solutions longer than this. */
  max_length?: number;
  /** A time limit, such as `"500ms"`, `"10s"` or `"2m"`. */
  time?: string;
  /** A limit on boards generated, for the same answer on every machine. */
  effort?: number;
  seed?: number;
  /** Count all shortest solutions, and list the first `list` of them. */
  all_optimal?: boolean;
  list?: number;
  moves_as?: "tile" | "blank" | "numbers";
  /** Also return every board along the solution. */
  states?: boolean;
  /** Called several times per second. */
  onProgress?: (progress: Progress) => void;
}

export interface Solution {
  status: "solved" | "unsolvable" | "limit";
  rows: number;
  cols: number;
  /** The tiles in reading order. */
  start: number[];
  goal: number[];
  length?: number;
  /** `optimal`, `at-most-times` or `none`. */
  guarantee?: string;
  lower_bound?: number;
  /** Where each tile goes, U, D, L, R, as `moves_as` says; with `"numbers"` the tiles themselves. */
  moves?: string | number[];
  [field: string]: unknown;
}

export interface Hint {
  status: "solved" | "unsolvable" | "limit";
  length?: number;
  /** The next moves. */
  next?: string;
  /** Every first move of a shortest solution. */
  first_moves?: string[];
  [field: string]: unknown;
}

export interface HintOptions extends CommonOptions {
  /** The number of moves, 3 by default. */
  count?: number;
}

export interface Verification {
  status: "right" | "wrong";
  [field: string]: unknown;
}

export interface VerifyOptions extends CommonOptions {
  /** How the moves are written; detected by default. */
  moves_are?: "tile" | "blank" | "numbers";
  time?: string;
}

export interface RandomBoardOptions {
  /** Rows and columns of a square, 4 by default. */
  size?: number;
  /** Rows and columns, such as `"3x4"`. */
  shape?: string;
  goal?: Board;
  /** The same seed gives the same board. */
  seed?: number;
  /** The exact length of its shortest solution, on small shapes. */
  optimal_length?: number;
  hardest?: boolean;
  unique?: boolean;
  unsolvable?: boolean;
  walk?: number;
  metric?: Metric;
  signal?: AbortSignal;
}

export interface RandomBoard {
  /** Rows of tiles, 0 for the blank. */
  board: number[][];
  rows: number;
  cols: number;
  start: number[];
  goal: number[];
  seed: number;
  [field: string]: unknown;
}

/** A request that the solver rejected or could not answer. */
export class TaquinError extends Error {
  status: string;
  errors: string[];
}

/** Solves a board: shortest solutions up to 4×4, and short ones of larger boards within the time limit. */
export function solve(board: Board, options?: SolveOptions): Promise<Solution>;
/** The next moves of a solution. */
export function hint(board: Board, options?: HintOptions): Promise<Hint>;
/** Whether moves solve a board, and how many they waste. */
export function verify(board: Board, moves: string | string[] | number[], options?: VerifyOptions): Promise<Verification>;
/** A random board that can be solved. */
export function randomBoard(options?: RandomBoardOptions): Promise<RandomBoard>;
/** Ends all workers; pending promises are rejected. The next call starts new ones. */
export function stop(): void;
