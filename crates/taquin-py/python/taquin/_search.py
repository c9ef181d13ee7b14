"""Searches and questions about one board, or about all boards of a shape."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _results, _taquin
from ._errors import LimitReached
from ._results import Audit, Census, Comparison, Trace, Verification
from ._taquin import Board, Solution
from ._types import BoardLike, GoalLike, HeuristicLike, Memory, Seed, ShapeLike, Time

__all__ = [
    "Batched",
    "algorithms",
    "audit",
    "batched",
    "census",
    "compare",
    "generate",
    "heuristics",
    "notations",
    "solve",
    "trace",
    "verify",
]


class Batched:
    """A heuristic that estimates many boards at once; made by ``taquin.batched``."""

    _taquin_batched = True

    def __init__(self, function: Callable[[npt.NDArray[np.uint8]], npt.ArrayLike]) -> None:
        if not callable(function):
            raise TypeError(f"batched: must be a function, not {type(function).__name__}")
        self._function = function
        self.__name__: str = getattr(function, "__name__", type(function).__name__)
        self.__doc__ = getattr(function, "__doc__", None)

    def __call__(self, boards: npt.NDArray[np.uint8]) -> npt.ArrayLike:
        return self._function(boards)


def batched(function: Callable[[npt.NDArray[np.uint8]], npt.ArrayLike]) -> Batched:
    """Mark a heuristic that takes an array ``(n, cells)`` of boards and returns ``n`` estimates.

    The search expands the same boards as with a function of one board, but calls the function less often. The tiles are
    uint8, or uint32 for boards of more than 256 cells.

    >>> import numpy as np, taquin
    >>> @taquin.batched
    ... def misplaced(boards):
    ...     goal = np.array([1, 2, 3, 4, 5, 6, 7, 8, 0])
    ...     return ((boards != goal) & (boards != 0)).sum(axis=1)
    >>> taquin.solve("8 1 3/4 0 2/7 6 5", "astar", misplaced).length
    14
    """
    return Batched(function)


def as_board(board: BoardLike) -> Board:
    return board if isinstance(board, Board) else Board(board)


def is_name(goal: GoalLike) -> bool:
    """Whether a goal is a name, so that its shape has to be given."""
    return isinstance(goal, str) and not any(letter.isdigit() for letter in goal)


def shape_of(shape: ShapeLike | None, goal: GoalLike, default: ShapeLike | None = None) -> ShapeLike | None:
    """The shape of a call about all boards: that of the goal, if it is a board and no other is given."""
    if shape is not None:
        return shape
    return default if is_name(goal) else as_board(goal).shape


def seed_of(seed: Seed) -> int:
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(1 << 63))
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"seed: must be a whole number, a numpy generator or None, not {type(seed).__name__}")
    number = int(seed)
    if not 0 <= number < 1 << 64:
        raise ValueError(f"seed: must be from 0 to {(1 << 64) - 1}, not {number}")
    return number


def algorithms() -> list[str]:
    """The names of the algorithms.

    >>> import taquin
    >>> taquin.algorithms()[:3]
    ['bfs', 'bfs-from-goal', 'uniform-cost']
    """
    return _taquin.names("algorithms")


def heuristics() -> list[str]:
    """The names of the heuristics.

    >>> import taquin
    >>> taquin.heuristics()[:4]
    ['zero', 'hamming', 'gaschnig', 'manhattan']
    """
    return _taquin.names("heuristics")


def notations() -> list[str]:
    """The names of the notations of boards.

    >>> import taquin
    >>> "princeton" in taquin.notations()
    True
    """
    return _taquin.names("notations")


def solve(
    board: BoardLike,
    algorithm: str = "auto",
    heuristic: HeuristicLike = "auto",
    goal: GoalLike = "last",
    metric: str = "stm",
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    all_optimal: bool = False,
    *,
    weight: float | None = None,
    max_length: int | None = None,
    order: str | None = None,
    effort: int | None = None,
    seed: int = 0,
    list: int = 10,
) -> Solution:
    """Solve a board.

    Without options, boards of up to 16 cells are solved optimally. Larger ones have 10 seconds unless ``time`` or
    ``effort`` says otherwise: a shortest solution if a third of that is enough, else the shortest found.

    ``heuristic`` is a name, a Python function of a ``Board`` that returns a number, or ``taquin.batched(function)`` of an
    array; functions work with astar (the default for them), weighted-astar, greedy and idastar. Exceptions in them come
    out as themselves. Fractions are rounded up.

    ``goal`` is ``"last"``, ``"first"``, ``"snail"`` or a board; ``metric`` is ``"stm"`` (one tile is one move) or
    ``"mtm"`` (a line of tiles is one move); ``time`` is in seconds or a text such as ``"500ms"``, ``memory`` in bytes
    (default 2 GiB) or a text such as ``"4G"``; ``threads`` is one per core by default. ``all_optimal`` counts all
    shortest solutions and lists up to ``list`` of them. ``weight`` is that of weighted A*. ``order`` is the order in
    which tiles are tried, such as ``"LRUD"``. ``effort`` is the number of boards that may be generated for a large board.

    Raises ``Unsolvable``, a ``ValueError``, if no moves lead to the goal, and ``LimitReached`` if a limit was reached
    before there was an answer. Ctrl-C ends the search.

    >>> import taquin
    >>> taquin.solve("8 1 3/4 0 2/7 6 5")
    <Solution: 14 moves, optimal: LURRDDLURULDLU>
    >>> taquin.solve("8 1 3/4 0 2/7 6 5", "astar", lambda board: board.heuristic("manhattan")).length
    14
    >>> solution = taquin.solve("1 8 3/4 0 2/7 6 5", goal="snail", all_optimal=True)
    >>> solution.length, solution.optimal_solutions
    (14, 1)
    """
    return _taquin.solve(
        as_board(board),
        {
            "algorithm": algorithm,
            "heuristic": heuristic,
            "goal": goal,
            "metric": metric,
            "time": time,
            "memory": memory,
            "threads": threads,
            "all_optimal": all_optimal,
            "weight": weight,
            "max_length": max_length,
            "order": order,
            "effort": effort,
            "seed": seed,
            "list": list,
        },
    )


def compare(
    board: BoardLike,
    algorithms: Sequence[str] | None = None,
    heuristics: Sequence[HeuristicLike] | None = None,
    goal: GoalLike = "last",
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    *,
    weight: float | None = None,
    order: str | None = None,
) -> Comparison:
    """Run searches with heuristics on one board, side by side.

    Without a choice, all that fit the board. One of ``heuristics`` may be a Python function. Each search has 10 seconds
    unless ``time`` says otherwise; one that reaches a limit has the status ``"limit"``.

    >>> import taquin
    >>> table = taquin.compare("8 1 3/4 0 2/7 6 5", ["astar", "idastar"], ["hamming", "manhattan"])
    >>> [(row.algorithm, row.heuristic, row.length) for row in table]
    [('astar', 'hamming', 14), ('astar', 'manhattan', 14), ('idastar', 'hamming', 14), ('idastar', 'manhattan', 14)]
    >>> list(table.to_pandas().columns)[:3]
    ['algorithm', 'heuristic', 'status']
    """
    for name, value in (("algorithms", algorithms), ("heuristics", heuristics)):
        if isinstance(value, str) or callable(value):
            raise TypeError(f"{name}: must be a list, such as [{value!r}]")
    texts = _taquin.compare(
        as_board(board),
        {
            "algorithms": algorithms,
            "heuristics": heuristics,
            "goal": goal,
            "time": time,
            "memory": memory,
            "threads": threads,
            "weight": weight,
            "order": order,
        },
    )
    return _results.comparison(texts)


def trace(
    board: BoardLike,
    algorithm: str = "auto",
    heuristic: str = "auto",
    goal: GoalLike = "last",
    steps: int = 200,
    *,
    weight: float | None = None,
    order: str | None = None,
) -> Trace:
    """A search step by step: A* with Manhattan distance unless you say otherwise.

    >>> import taquin
    >>> print(taquin.trace("1 2 3/4 0 6/7 5 8"))
    astar, manhattan
        0: 1 2 3/4 0 6/7 5 8  g=0 h=2 f=2
        1: 1 2 3/4 5 6/7 0 8  g=1 h=1 f=2
        2: 1 2 3/4 5 6/7 8 0  g=2 h=0 f=2
    """
    text = _taquin.trace(
        as_board(board),
        {
            "algorithm": algorithm,
            "heuristic": heuristic,
            "goal": goal,
            "steps": steps,
            "weight": weight,
            "order": order,
        },
    )
    return _results.trace_of(text)


def verify(
    board: BoardLike,
    moves: str,
    goal: GoalLike = "last",
    metric: str = "stm",
    time: Time | None = None,
    threads: int | None = None,
    *,
    convention: str | None = None,
) -> Verification:
    """Judge moves: do they lead to the goal, are they optimal, and where were moves lost?

    Letters say where the tile goes, unless ``convention`` is ``"blank"``; numbers are those of the tiles that move. The
    result is true if the moves are right.

    >>> import taquin
    >>> verdict = taquin.verify("1 2 3/4 0 6/7 5 8", "RLUL")
    >>> bool(verdict), verdict.optimal, verdict.length, verdict.shortest
    (True, False, 4, 2)
    >>> verdict.lost[0].place, verdict.lost[0].better
    (1, 'U')
    >>> taquin.verify("1 2 3/4 0 6/7 5 8", "DR").near_miss
    'mirrored'
    """
    if not isinstance(moves, str):
        raise TypeError(f"moves: must be a text such as 'ULDR', not {type(moves).__name__}")
    options = {"goal": goal, "metric": metric, "time": time, "threads": threads, "convention": convention}
    # A goal that was not chosen may not have been meant.
    if isinstance(goal, str) and goal == "last":
        options["goal"] = None
    return _results.verification(_taquin.verify(as_board(board), moves, options))


def census(
    shape: ShapeLike | None = None,
    goal: GoalLike = "last",
    metric: str = "stm",
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
    *,
    list_farthest: bool = False,
) -> Census:
    """Count all boards of a shape by their distance from a goal: 3×4 takes two seconds, larger shapes much memory.

    >>> import taquin
    >>> counted = taquin.census((2, 2))
    >>> counted.counts, counted.farthest
    ([1, 2, 2, 2, 2, 2, 1], 6)
    >>> taquin.census((3, 3), list_farthest=True).farthest_boards
    [Board('6 4 7/8 5 0/3 2 1'), Board('8 6 7/2 5 4/3 0 1')]
    """
    options: dict[str, Any] = {
        "shape": shape_of(shape, goal),
        "goal": goal,
        "metric": metric,
        "time": time,
        "memory": memory,
        "threads": threads,
        "list_farthest": list_farthest,
    }
    counted = _results.census_of(_taquin.census(options))
    if not counted.complete:
        raise LimitReached(
            f"the time limit was reached: {sum(counted.counts)} of {counted.boards} boards counted; `best` has them",
            reason="time",
            best=counted,
        )
    return counted


def generate(
    shape: ShapeLike | None = None,
    count: int = 1,
    goal: GoalLike = "last",
    *,
    seed: Seed = None,
    optimal_length: int | None = None,
    hardest: bool = False,
    unique: bool = False,
    walk: int | None = None,
    unsolvable: bool = False,
    distinct: bool = False,
    metric: str = "stm",
    time: Time | None = None,
    memory: Memory | None = None,
    threads: int | None = None,
) -> list[Board]:
    """Random boards. The same ``seed`` gives the boards of ``taquin generate --seed``, for ever.

    ``optimal_length`` draws from the boards at exactly that distance, ``hardest`` from the farthest, ``walk`` makes that
    many random moves from the goal; ``unique`` accepts boards with a single shortest solution. For arrays, see
    ``random_boards``, ``random_walks`` and ``boards_at_distance``.

    >>> import taquin
    >>> taquin.generate((3, 3), 2, seed=1)
    [Board('8 5 6/4 2 0/3 1 7'), Board('1 6 5/7 3 0/2 8 4')]
    >>> [taquin.solve(board).length for board in taquin.generate((3, 3), 3, optimal_length=20)]
    [20, 20, 20]
    """
    return _taquin.generate(
        {
            "shape": shape_of(shape, goal),
            "count": count,
            "goal": goal,
            "seed": seed_of(seed),
            "optimal_length": optimal_length,
            "hardest": hardest,
            "unique": unique,
            "walk": walk,
            "unsolvable": unsolvable,
            "distinct": distinct,
            "metric": metric,
            "time": time,
            "memory": memory,
            "threads": threads,
        }
    )


def audit(
    heuristic: HeuristicLike,
    shape: ShapeLike | None = None,
    goal: GoalLike = "last",
    metric: str = "stm",
    samples: int | None = None,
    seed: Seed = 0,
    time: Time | None = None,
    threads: int | None = None,
) -> Audit:
    """Is a heuristic admissible, is it consistent, and how good is it? For 3×3 boards, unless ``shape`` or ``goal`` says
    otherwise.

    Up to nine cells every board is looked at, so the verdict is a proof. Beyond that, and with ``samples``, the boards
    along shortest solutions of that many random boards (100 by default) are: they may refute a heuristic, not prove it.

    >>> import taquin
    >>> verdict = taquin.audit("manhattan")
    >>> verdict.admissible, verdict.consistent, verdict.boards
    (True, True, 181440)
    >>> def wrong(board):
    ...     goal = (1, 2, 3, 0)
    ...     return sum(tile != wanted for tile, wanted in zip(board.tiles, goal))
    >>> verdict = taquin.audit(wrong, (2, 2))
    >>> verdict.admissible, verdict.overestimates.boards, verdict.overestimates.estimates
    (False, [Board('1 0/3 2')], [2.0])
    """
    options: dict[str, Any] = {
        "heuristic": heuristic,
        "shape": shape_of(shape, goal, (3, 3)),
        "goal": goal,
        "metric": metric,
        "samples": samples,
        "seed": seed_of(seed),
        "time": time,
        "threads": threads,
    }
    judged = _results.audit_of(_taquin.audit(options))
    if judged.data["status"] == "limit":
        raise LimitReached(
            f"the time limit was reached after {judged.boards} boards; `best` has the verdict on them",
            reason="time",
            best=judged,
        )
    return judged
