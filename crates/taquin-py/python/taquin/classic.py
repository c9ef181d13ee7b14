"""The 8-puzzle as a textbook presents it: the classes and names of the course that goes with Sedgewick & Wayne, *Algorithms*,
4th edition.

>>> from taquin.classic import Board, Solver
>>> initial = Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
>>> initial.dimension(), initial.hamming(), initial.manhattan()
(3, 4, 4)
>>> solver = Solver(initial)
>>> solver.moves()
4
>>> print(solver.solution()[-1])
3
 1  2  3 
 4  5  6 
 7  8  0 
<BLANKLINE>

It is meant to be read and compared with your own program, not to be fast: the solver is A* on a board and its twin in
lockstep, duplicate boards are not detected, and memory grows with every board. For hard boards use ``taquin.solve``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from . import _taquin

__all__ = ["Board", "Solver"]


class Board:
    """An n × n board, at least 2 × 2. Its goal has the blank, 0, last."""

    __slots__ = ("_inner",)

    def __init__(self, tiles: Union[Sequence[Sequence[int]], str]) -> None:
        self._inner = _taquin.ClassicBoard(tiles)

    @classmethod
    def _of(cls, inner: _taquin.ClassicBoard) -> Board:
        board = cls.__new__(cls)
        board._inner = inner
        return board

    def dimension(self) -> int:
        """The n of n × n."""
        return self._inner.dimension()

    def tile_at(self, row: int, col: int) -> int:
        """The tile in a row and a column, both counted from 0."""
        return self._inner.tile_at(row, col)

    def hamming(self) -> int:
        """The number of tiles out of place.

        >>> Board("8 1 3/4 0 2/7 6 5").hamming()
        5
        """
        return self._inner.hamming()

    def manhattan(self) -> int:
        """The sum of the distances of the tiles from their goal cells.

        >>> Board("8 1 3/4 0 2/7 6 5").manhattan()
        10
        """
        return self._inner.manhattan()

    def is_goal(self) -> bool:
        """Whether every tile is in place."""
        return self._inner.is_goal()

    def neighbors(self) -> list[Board]:
        """The boards one move away.

        >>> len(Board("8 1 3/4 0 2/7 6 5").neighbors())
        4
        """
        return [Board._of(inner) for inner in self._inner.neighbors_of()]

    def twin(self) -> Board:
        """The board with its first two tiles swapped: it can be solved exactly if this one cannot.

        >>> print(Board("1 2/3 0").twin())
        2
         2  1 
         3  0 
        <BLANKLINE>
        """
        return Board._of(self._inner.twin_of())

    isGoal = is_goal

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._inner == other._inner

    def __hash__(self) -> int:
        return hash(self._inner)

    def __str__(self) -> str:
        return str(self._inner)

    def __repr__(self) -> str:
        return f"Board({self._inner.rows()})"


class Solver:
    """A shortest solution of a board, or the result that there is none."""

    __slots__ = ("_boards",)

    def __init__(self, initial: Board) -> None:
        if not isinstance(initial, Board):
            raise TypeError(f"a solver takes a taquin.classic.Board, not {type(initial).__name__}")
        inner = _taquin.ClassicSolver(initial._inner).boards()
        self._boards = None if inner is None else [Board._of(board) for board in inner]

    def is_solvable(self) -> bool:
        """Whether the board can be solved.

        >>> Solver(Board("1 2/3 0").twin()).is_solvable()
        False
        """
        return self._boards is not None

    def moves(self) -> int:
        """The number of moves of a shortest solution; -1 if there is none.

        >>> Solver(Board("1 2/3 0").twin()).moves()
        -1
        """
        return -1 if self._boards is None else len(self._boards) - 1

    def solution(self) -> list[Board] | None:
        """The boards of a shortest solution, from the initial one to the goal; ``None`` if there is none.

        >>> Solver(Board("1 0/3 2")).solution()
        [Board([[1, 0], [3, 2]]), Board([[1, 2], [3, 0]])]
        """
        return None if self._boards is None else list(self._boards)

    isSolvable = is_solvable
