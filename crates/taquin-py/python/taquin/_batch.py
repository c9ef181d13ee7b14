"""Many boards at once, in arrays: for learning.

Boards are arrays ``(n, cells)`` of uint8, one row per board, tiles in reading order, 0 for the blank. Other integer types,
``(n, rows, cols)``, arrays that are not contiguous, and lists of boards are converted. Rows of a square number of cells are
square boards unless ``shape`` says otherwise; boards have up to 256 cells.

Actions are numbered 0 (U), 1 (D), 2 (L), 3 (R). They say where the **tile** goes; with ``convention="blank"``, where the
blank goes, so that action 0 moves the blank up.

The functions release the interpreter and use all cores; ``threads`` limits them. Ctrl-C ends them. Those that may take long
(``random_walks``, ``boards_at_distance``, ``optimal_length``, ``optimal_actions``) show a bar of tqdm after a second, if it is
installed; ``progress=False`` leaves it out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _taquin
from ._search import seed_of
from ._taquin import Board, BoardsAtDistance
from ._types import BoardLike, Boards, BoardsLike, GoalLike, Seed, ShapeLike

__all__ = [
    "apply",
    "boards_at_distance",
    "expand",
    "heuristic",
    "linear_conflict",
    "manhattan",
    "optimal_actions",
    "optimal_length",
    "pattern_database",
    "random_boards",
    "random_walks",
    "rank",
    "unrank",
]

_MOST_CELLS = 256
Shape = tuple[int, int]
Lengths = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]


def _shape(shape: ShapeLike) -> Shape:
    """A shape as two numbers. The compiled module reads it, so that its errors are the same everywhere."""
    rows, cols = Board.goal(shape).shape
    if rows * cols > _MOST_CELLS:
        raise ValueError(f"arrays hold boards of up to {_MOST_CELLS} cells; these are {rows}×{cols}")
    return rows, cols


def _flat_shape(cells: int, shape: ShapeLike | None) -> Shape:
    if shape is not None:
        rows, cols = _shape(shape)
        if rows * cols != cells:
            raise ValueError(f"boards: rows of {cells} tiles are not {rows}×{cols} boards")
        return rows, cols
    return _square(cells)


@lru_cache
def _square(cells: int) -> Shape:
    side = int(cells**0.5 + 0.5)
    if side * side != cells or cells == 0:
        raise ValueError(f"boards: {cells} tiles do not make a square board: pass shape=(rows, cols)")
    return _shape(side)


def _bytes(array: npt.NDArray[Any], what: str, most: int = 255) -> npt.NDArray[np.uint8]:
    """Small whole numbers as contiguous uint8."""
    if array.dtype != np.uint8 and array.size:
        if array.dtype.kind not in "iu":
            raise TypeError(f"{what}: must be whole numbers (uint8), not {array.dtype}")
        if array.min() < 0 or array.max() > most:
            wrong = array[(array < 0) | (array > most)].flat[0]
            raise ValueError(f"{what}: must be from 0 to {most}, found {wrong}")
    return np.asarray(array, dtype=np.uint8, order="C")


def _whole(numbers: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """Whole numbers from 0 on, of any integer type; an empty list has no type."""
    array = np.asarray(numbers)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{what}: must be whole numbers, not {array.dtype}")
    if array.size and array.min() < 0:
        raise ValueError(f"{what}: must be at least 0, found {array.min()}")
    return array


def _boards(boards: BoardsLike, shape: ShapeLike | None) -> tuple[Boards, Shape]:
    # What most calls pass needs no conversion, and a call should not take longer than a thousand boards.
    if type(boards) is np.ndarray and boards.dtype == np.uint8 and boards.ndim == 2 and boards.flags.c_contiguous:
        return boards, _flat_shape(boards.shape[1], shape)
    if isinstance(boards, Board):
        boards = [boards]
    if isinstance(boards, str):
        raise TypeError("boards: must be an array (n, cells) or a list of boards, not a text; one board: [Board(text)]")
    if isinstance(boards, (list, tuple)) and boards and all(isinstance(board, Board) for board in boards):
        shapes = {board.shape for board in boards}
        if len(shapes) > 1:
            raise ValueError("boards: all must have the same shape, found " + " and ".join(
                f"{rows}×{cols}" for rows, cols in sorted(shapes)
            ))
        own: Shape = shapes.pop()
        array = np.array([board.tiles for board in boards])
        return _bytes(array, "boards"), _flat_shape(array.shape[1], own if shape is None else shape)
    try:
        array = np.asarray(boards)
    except ValueError as error:
        raise ValueError(f"boards: all rows must have the same number of tiles ({error})") from None
    if array.dtype == object:
        raise TypeError("boards: must be an array (n, cells) of whole numbers, or a list of boards")
    if array.ndim == 3:
        rows, cols = array.shape[1:]
        if shape is not None and _shape(shape) != (rows, cols):
            raise ValueError(f"boards: the array has {rows}×{cols} boards, and shape is {shape}")
        shape = (rows, cols)
        array = array.reshape(len(array), rows * cols)
    if array.ndim == 1 and array.size == 0 and shape is not None:
        array = array.astype(np.uint8).reshape(0, _shape(shape)[0] * _shape(shape)[1])
    if array.ndim != 2:
        advice = "; one board: boards[None]" if array.ndim == 1 else ""
        raise ValueError(f"boards: must have two dimensions (n, cells), or three, not {array.ndim}{advice}")
    found = _flat_shape(array.shape[1], shape)
    return _bytes(array, "boards"), found


def _out(out: npt.NDArray[Any] | None, shape: tuple[int, ...], dtype: Any, *used: npt.NDArray[Any]) -> Any:
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
        raise ValueError(f"out: must be an array of {np.dtype(dtype)} with the shape {shape}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out: must be contiguous and writeable")
    if any(np.may_share_memory(out, array) for array in used):
        raise ValueError("out: must not overlap the input")
    return out


@contextmanager
def _progress(
    total: int, progress: bool | None, what: str, unit: str = "board"
) -> Iterator[Callable[[int], None] | None]:
    """A bar of tqdm, if it is installed, once the work has taken a second."""
    # Without a terminal, a notebook or a wish, a bar would only fill a log.
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if progress is False or not (progress or is_terminal or "ipykernel" in sys.modules):
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise ImportError("progress=True needs tqdm: pip install tqdm") from None
        yield None
        return
    with tqdm(total=total, desc=what, unit=unit, delay=0 if progress else 1) as bar:

        def tell(done: int) -> None:
            bar.update(done - bar.n)

        yield tell


def _count(n: int, name: str = "n") -> int:
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"{name}: must be a whole number, not {type(n).__name__}")
    if int(n) < 0:
        raise ValueError(f"{name}: must be at least 0, not {n}")
    return int(n)


def random_boards(
    n: int,
    shape: ShapeLike = (4, 4),
    *,
    goal: GoalLike = "last",
    seed: Seed = None,
    threads: int | None = None,
) -> Boards:
    """``n`` random boards from which the goal can be reached, each as likely as any other.

    The same seed gives the same boards for ever, whatever the number of threads; the first 16,384 are those of
    ``taquin generate --seed``.

    >>> import taquin
    >>> taquin.random_boards(2, (3, 3), seed=1)
    array([[8, 5, 6, 4, 2, 0, 3, 1, 7],
           [1, 6, 5, 7, 3, 0, 2, 8, 4]], dtype=uint8)
    """
    rows, cols = _shape(shape)
    out: Boards = np.empty((_count(n), rows * cols), np.uint8)
    _taquin.random_boards(out, {"shape": (rows, cols), "goal": goal, "seed": seed_of(seed), "threads": threads})
    return out


@overload
def random_walks(
    n: int,
    steps: npt.ArrayLike,
    shape: ShapeLike | None = None,
    *,
    start: BoardLike | BoardsLike = "last",
    undo: bool = True,
    full: Literal[False] = False,
    convention: str = "tile",
    seed: Seed = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Boards: ...
@overload
def random_walks(
    n: int,
    steps: npt.ArrayLike,
    shape: ShapeLike | None = None,
    *,
    start: BoardLike | BoardsLike = "last",
    undo: bool = True,
    full: Literal[True],
    convention: str = "tile",
    seed: Seed = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> tuple[Boards, npt.NDArray[np.uint8]]: ...
def random_walks(
    n: int,
    steps: npt.ArrayLike,
    shape: ShapeLike | None = None,
    *,
    start: BoardLike | BoardsLike = "last",
    undo: bool = True,
    full: bool = False,
    convention: str = "tile",
    seed: Seed = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Boards | tuple[Boards, npt.NDArray[np.uint8]]:
    """The boards at the end of ``n`` random walks of ``steps`` moves.

    ``steps`` is one number, or an array of one per walk. Walks begin at ``start``: a goal by name, a board, or an array of
    one board per walk (4×4 unless ``shape`` or ``start`` says otherwise). With ``undo=False`` no move takes back the one
    before. With ``full=True`` the result is the pair of all boards ``(n, steps + 1, cells)`` and the actions
    ``(n, steps)``; where a walk is shorter than the longest, its last board is repeated and the actions are 255.

    >>> import taquin
    >>> taquin.random_walks(2, 10, (3, 3), seed=1).shape
    (2, 9)
    >>> boards, actions = taquin.random_walks(3, 5, (3, 3), full=True, seed=1)
    >>> boards.shape, actions.shape
    ((3, 6, 9), (3, 5))
    >>> bool((taquin.apply(boards[:, 0], actions[:, 0]) == boards[:, 1]).all())
    True
    """
    n = _count(n)
    starts, sides = _starts(n, start, shape)
    counts = _whole(steps, "steps")
    if counts.ndim > 1 or (counts.ndim == 1 and len(counts) != n):
        raise ValueError(f"steps: must be one number or an array of {n}, not of shape {counts.shape}")
    counts = np.ascontiguousarray(np.broadcast_to(counts, (n,)), dtype=np.uint64)
    longest = int(counts.max()) if n else int(np.max(steps, initial=0))
    cells = sides[0] * sides[1]
    options: dict[str, Any] = {
        "shape": sides,
        "seed": seed_of(seed),
        "undo": undo,
        "convention": convention,
        "threads": threads,
        "full": full or None,
    }
    taken: npt.NDArray[np.uint8] | None = None
    if full:
        out: Boards = np.empty((n, (longest + 1) * cells), np.uint8)
        taken = np.full((n, longest), 255, np.uint8)
    else:
        out = np.empty((n, cells), np.uint8)
    with _progress(n, progress, "random walks", "walk") as tell:
        options["progress"] = tell
        _taquin.random_walks({"starts": starts, "steps": counts, "out": out, "actions": taken}, options)
    if taken is None:
        return out
    return out.reshape(n, longest + 1, cells), taken


def _starts(n: int, start: Any, shape: ShapeLike | None) -> tuple[Boards, Shape]:
    """The first boards of walks: one row, or one per walk."""
    if isinstance(start, str):
        try:
            board = Board.goal((4, 4) if shape is None else shape, start)
        except ValueError:
            if not any(letter.isdigit() for letter in start):
                raise
            board = Board(start, shape)
        return _boards(board, None)
    if isinstance(start, Board):
        return _boards(start, shape)
    starts, sides = _boards(start, shape)
    if len(starts) not in (1, n):
        raise ValueError(f"start: must be one board or {n}, one for each walk, not {len(starts)}")
    return starts, sides


def boards_at_distance(
    d: int,
    n: int | None = None,
    shape: ShapeLike = (4, 4),
    *,
    goal: GoalLike = "last",
    metric: str = "stm",
    seed: Seed = None,
    most: int = 1_000_000,
    threads: int | None = None,
    progress: bool | None = None,
) -> Boards:
    """``n`` boards whose shortest solutions have exactly ``d`` moves, each as likely as any other; without ``n``, all of them.

    All boards of a distance are known for up to 12 cells, and for 4×4 up to 22 moves; more than ``most`` are not listed.
    Farther 4×4 boards are drawn at random and solved until their distance is right, which takes long beyond 66 moves.

    >>> import taquin
    >>> taquin.boards_at_distance(31, shape=(3, 3))
    array([[6, 4, 7, 8, 5, 0, 3, 2, 1],
           [8, 6, 7, 2, 5, 4, 3, 0, 1]], dtype=uint8)
    >>> boards = taquin.boards_at_distance(30, 4, seed=1)
    >>> taquin.optimal_length(boards)
    array([30, 30, 30, 30], dtype=int32)
    """
    rows, cols = _shape(shape)
    count = None if n is None else _count(n)
    number = seed_of(seed)
    source = distance_source(d, (rows, cols), goal, metric, threads)
    if count is not None:
        with _progress(count, progress, f"boards at distance {d}") as tell:
            return draw(source, count, rows * cols, number, tell)
    flat = source.all(_count(most, "most"))
    if flat is None:
        raise ValueError(
            f"n: is needed: there are more than {most} boards at distance {d}, or their number is not known"
        )
    return flat.reshape(-1, rows * cols)


def distance_source(
    d: int, shape: Shape, goal: GoalLike = "last", metric: str = "stm", threads: int | None = None
) -> BoardsAtDistance:
    """All boards at a distance, from which some can be drawn again and again."""
    return BoardsAtDistance({"d": d, "shape": shape, "goal": goal, "metric": metric, "threads": threads})


def draw(
    source: BoardsAtDistance, n: int, cells: int, seed: int, tell: Callable[[int], None] | None = None
) -> Boards:
    """Boards of a source; they depend on the seed alone."""
    return source.draw({"n": n, "seed": seed, "progress": tell}).reshape(-1, cells)


def apply(
    boards: BoardsLike,
    actions: npt.ArrayLike,
    *,
    shape: ShapeLike | None = None,
    convention: str = "tile",
    illegal: str = "error",
    out: Boards | None = None,
    threads: int | None = None,
) -> Boards:
    """The boards after one action each: 0 (U), 1 (D), 2 (L), 3 (R), where the tile goes.

    An action that is not possible is an error; with ``illegal="stay"`` the board stays as it is. Rows need one 0; other
    labels are moved whatever they are.

    >>> import numpy as np, taquin
    >>> boards = np.array([[1, 2, 3, 0], [1, 2, 0, 3]])
    >>> taquin.apply(boards, [1, 2])
    array([[1, 0, 3, 2],
           [1, 2, 3, 0]], dtype=uint8)
    >>> taquin.apply(boards, [0, 3], convention="blank")
    array([[1, 0, 3, 2],
           [1, 2, 3, 0]], dtype=uint8)
    """
    tiles, sides = _boards(boards, shape)
    chosen = _bytes(np.asarray(actions), "actions", 3)
    if chosen.ndim > 1 or (chosen.ndim == 1 and len(chosen) != len(tiles)):
        raise ValueError(f"actions: must be one number or an array of {len(tiles)}, not of shape {chosen.shape}")
    if chosen.ndim == 0:
        chosen = np.full(len(tiles), chosen, np.uint8)
    result: Boards = _out(out, tiles.shape, np.uint8, tiles, chosen)
    options = {"shape": sides, "convention": convention, "illegal": illegal, "threads": threads}
    _taquin.apply(tiles, chosen, result, options)
    return result


def expand(
    boards: BoardsLike,
    *,
    shape: ShapeLike | None = None,
    convention: str = "tile",
    out: tuple[Boards, Mask] | None = None,
    threads: int | None = None,
) -> tuple[Boards, Mask]:
    """All successors ``(n, 4, cells)`` of each board, and a mask ``(n, 4)`` of the actions that are possible.

    The successor of an action that is not possible is the board itself.

    >>> import numpy as np, taquin
    >>> successors, mask = taquin.expand(np.array([[1, 2, 3, 0]]))
    >>> successors[mask]
    array([[1, 0, 3, 2],
           [1, 2, 0, 3]], dtype=uint8)
    >>> mask
    array([[False,  True, False,  True]])
    """
    tiles, sides = _boards(boards, shape)
    n, cells = tiles.shape
    given, given_mask = (None, None) if out is None else out
    successors: Boards = _out(given, (n, 4, cells), np.uint8, tiles)
    mask: Mask = _out(given_mask, (n, 4), np.bool_, tiles)
    options = {"shape": sides, "convention": convention, "threads": threads}
    _taquin.expand(tiles, successors.reshape(n * 4, cells), mask, options)
    return successors, mask


def heuristic(
    boards: BoardsLike,
    name: str,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    out: Lengths | None = None,
    threads: int | None = None,
) -> Lengths:
    """What a built-in heuristic says about each board; the names are those of ``taquin.heuristics()``.

    >>> import taquin
    >>> taquin.heuristic(taquin.random_boards(3, (3, 3), seed=1), "walking-distance")
    array([19, 13, 22], dtype=int32)
    """
    tiles, sides = _boards(boards, shape)
    result: Lengths = _out(out, (len(tiles),), np.int32, tiles)
    options = {"shape": sides, "goal": goal, "heuristic": name, "threads": threads}
    _taquin.estimates(tiles, result, options)
    return result


def manhattan(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    out: Lengths | None = None,
    threads: int | None = None,
) -> Lengths:
    """The Manhattan distance of each board from the goal.

    >>> import taquin
    >>> taquin.manhattan([taquin.Board("8 1 3/4 0 2/7 6 5")])
    array([10], dtype=int32)
    """
    return heuristic(boards, "manhattan", goal, shape=shape, out=out, threads=threads)


def linear_conflict(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    out: Lengths | None = None,
    threads: int | None = None,
) -> Lengths:
    """The Manhattan distance of each board, and two moves for each tile that has to leave its line for another one.

    >>> import taquin
    >>> taquin.linear_conflict([taquin.Board("2 1 3/4 5 6/7 8 0")])
    array([4], dtype=int32)
    """
    return heuristic(boards, "linear-conflict", goal, shape=shape, out=out, threads=threads)


def pattern_database(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    out: Lengths | None = None,
    threads: int | None = None,
) -> Lengths:
    """The sum of pattern databases for each board of 6 to 25 cells. They are built when they are needed first.

    >>> import taquin
    >>> taquin.pattern_database([taquin.Board("8 1 3/4 0 2/7 6 5")])
    array([14], dtype=int32)
    """
    return heuristic(boards, "pdb", goal, shape=shape, out=out, threads=threads)


def optimal_length(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    metric: str = "stm",
    threads: int | None = None,
    progress: bool | None = None,
) -> Lengths:
    """The length of the shortest solutions of each board.

    Up to 9 cells it is looked up; 4×4 boards take some milliseconds each. Random 5×5 boards may take hours each, and there
    is no limit of time: ``taquin.solve`` has one. Ctrl-C ends the call. Boards from which the goal cannot be reached are an
    error: ``Unsolvable``.

    >>> import taquin
    >>> taquin.optimal_length(taquin.random_boards(5, (3, 3), seed=1))
    array([25, 19, 24, 25, 21], dtype=int32)
    """
    tiles, sides = _boards(boards, shape)
    lengths: Lengths = np.empty(len(tiles), np.int32)
    options: dict[str, Any] = {"shape": sides, "goal": goal, "metric": metric, "threads": threads}
    with _progress(len(tiles), progress, "optimal lengths") as tell:
        options["progress"] = tell
        _taquin.optimal(tiles, lengths, None, options)
    return lengths


@overload
def optimal_actions(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    convention: str = "tile",
    lengths: Literal[False] = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Mask: ...
@overload
def optimal_actions(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    convention: str = "tile",
    lengths: Literal[True],
    threads: int | None = None,
    progress: bool | None = None,
) -> tuple[Mask, Lengths]: ...
def optimal_actions(
    boards: BoardsLike,
    goal: GoalLike = "last",
    *,
    shape: ShapeLike | None = None,
    convention: str = "tile",
    lengths: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Mask | tuple[Mask, Lengths]:
    """A mask ``(n, 4)`` of all actions with which a shortest solution begins; none at the goal.

    With ``lengths=True`` the result is the pair of the mask and the optimal lengths.

    >>> import taquin
    >>> mask, lengths = taquin.optimal_actions([taquin.Board("1 2 3/4 0 6/7 5 8")], lengths=True)
    >>> mask, lengths
    (array([[ True, False, False, False]]), array([2], dtype=int32))
    """
    tiles, sides = _boards(boards, shape)
    found: Lengths = np.empty(len(tiles), np.int32)
    mask: Mask = np.empty((len(tiles), 4), np.bool_)
    options: dict[str, Any] = {"shape": sides, "goal": goal, "convention": convention, "threads": threads}
    with _progress(len(tiles), progress, "optimal actions") as tell:
        options["progress"] = tell
        _taquin.optimal(tiles, found, mask, options)
    return (mask, found) if lengths else mask


def rank(
    boards: BoardsLike,
    goal: GoalLike | None = None,
    *,
    shape: ShapeLike | None = None,
    threads: int | None = None,
) -> npt.NDArray[np.uint64]:
    """The number of each board among all arrangements, in the order of ``itertools.permutations``.

    With a ``goal``, the number among the boards from which it can be reached, by the blank's cell and the order of the
    tiles: 0 to 181,439 for 3×3. Boards have up to 20 cells.

    >>> import taquin
    >>> boards = [taquin.Board("0 1/2 3"), taquin.Board("3 2/1 0")]
    >>> taquin.rank(boards), taquin.rank(boards, "first")
    (array([ 0, 23], dtype=uint64), array([ 0, 11], dtype=uint64))
    """
    tiles, sides = _boards(boards, shape)
    numbers: npt.NDArray[np.uint64] = np.empty(len(tiles), np.uint64)
    _taquin.rank(tiles, numbers, {"shape": sides, "goal": goal, "threads": threads})
    return numbers


def unrank(
    ranks: npt.ArrayLike,
    shape: ShapeLike,
    goal: GoalLike | None = None,
    *,
    threads: int | None = None,
) -> Boards:
    """The boards of these numbers: the inverse of ``rank``.

    >>> import numpy as np, taquin
    >>> every = taquin.unrank(np.arange(181440), (3, 3), "last")
    >>> len(np.unique(every, axis=0)), int(taquin.optimal_length(every).max())
    (181440, 31)
    """
    rows, cols = _shape(shape)
    numbers = _whole(ranks, "ranks")
    if numbers.ndim != 1:
        raise ValueError(f"ranks: must have one dimension, not {numbers.ndim}")
    out: Boards = np.empty((len(numbers), rows * cols), np.uint8)
    numbers = np.ascontiguousarray(numbers, dtype=np.uint64)
    _taquin.unrank(numbers, out, {"shape": (rows, cols), "goal": goal, "threads": threads})
    return out
