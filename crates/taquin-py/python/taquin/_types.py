"""The types of arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from ._taquin import Board

if TYPE_CHECKING:
    from ._search import Batched

BoardLike = Union[Board, str, bytes, Sequence[int], Sequence[Sequence[int]], npt.NDArray[Any]]
"""A board: a ``Board``, a text in any notation, rows, tiles in reading order, or a numpy array."""

ShapeLike = Union[tuple[int, int], str, int]
"""A shape: ``(rows, cols)``, ``"3x4"``, or one number for a square."""

GoalLike = BoardLike
"""A goal: ``"last"``, ``"first"``, ``"snail"``, or a board."""

BoardsLike = Union[npt.NDArray[Any], Board, Sequence[Board], Sequence[Sequence[int]]]
"""Boards: an array of integers ``(n, cells)`` or ``(n, rows, cols)``, or a list of boards."""

Boards = npt.NDArray[np.uint8]
"""An array ``(n, cells)`` of boards."""

HeuristicLike = Union[str, "Callable[[Board], float]", "Batched"]
"""A heuristic: a name, a function of a board, or ``taquin.batched(function of an array)``."""

Time = Union[float, str]
"""Seconds, or a text such as ``"500ms"``."""

Memory = Union[int, str]
"""Bytes, or a text such as ``"2G"``."""

Seed = Union[int, np.random.Generator, None]
"""A number, for the same result every time; a numpy generator; or ``None`` for another result every time."""
