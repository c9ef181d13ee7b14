"""Exceptions. Wrong input is a ``ValueError`` or a ``TypeError``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._taquin import Stats

__all__ = ["LimitReached", "Unsolvable"]


class Unsolvable(ValueError):
    """No moves lead to the goal.

    >>> import taquin
    >>> try:
    ...     taquin.solve("2 1 3/4 5 6/7 8 0")
    ... except taquin.Unsolvable as error:
    ...     print(error)
    unsolvable: no moves lead to the goal (`Board.explain()` says why)
    """


class LimitReached(RuntimeError):
    """A limit of time, memory or length was reached before there was an answer.

    >>> import taquin
    >>> try:
    ...     taquin.solve("8 1 3/4 0 2/7 6 5", max_length=10)
    ... except taquin.LimitReached as error:
    ...     print(error.reason, error.lower_bound, error.best)
    max-length 14 None
    """

    reason: str
    """``"time"``, ``"memory"``, ``"max-length"``, or ``"search"`` if the answer is out of reach."""
    lower_bound: int | None
    """No solution is shorter than this; ``None`` if the call was not about a solution."""
    best: Any
    """The best answer so far: a ``Solution``, a list of boards, a ``Census``, …, or ``None``."""
    stats: Stats | None
    """What the search did, or ``None``."""

    def __init__(
        self,
        message: str,
        *,
        reason: str = "search",
        lower_bound: int | None = None,
        best: Any = None,
        stats: Stats | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.lower_bound = lower_bound
        self.best = best
        self.stats = stats
