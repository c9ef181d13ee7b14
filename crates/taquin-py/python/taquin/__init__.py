"""Sliding-tile puzzles: the 8-, 15- and 24-puzzle, and any rectangle.

>>> import taquin
>>> taquin.solve("8 1 3/4 0 2/7 6 5")
<Solution: 14 moves, optimal: LURRDDLURULDLU>

- Boards: ``Board``.
- Searches: ``solve``, ``trace``, ``compare``, ``verify``, ``census``, ``generate``, ``audit``.
- Arrays of boards, for learning: ``random_boards``, ``random_walks``, ``boards_at_distance``, ``apply``, ``expand``,
  ``manhattan``, ``linear_conflict``, ``pattern_database``, ``heuristic``, ``optimal_length``, ``optimal_actions``, ``rank``,
  ``unrank``.
- ``taquin.gym``: environments for Gymnasium. ``taquin.classic``: the classes of the textbook.

A move U, D, L or R says where the **tile** goes; ``convention="blank"`` is the other way.
"""

from . import classic
from ._batch import (
    apply,
    boards_at_distance,
    expand,
    heuristic,
    linear_conflict,
    manhattan,
    optimal_actions,
    optimal_length,
    pattern_database,
    random_boards,
    random_walks,
    rank,
    unrank,
)
from ._errors import LimitReached, Unsolvable
from ._results import (
    Audit,
    Census,
    Comparison,
    ComparisonRow,
    Faults,
    LostMove,
    Trace,
    TraceNode,
    TraceStep,
    Verification,
)
from ._search import (
    Batched,
    algorithms,
    audit,
    batched,
    census,
    compare,
    generate,
    heuristics,
    notations,
    solve,
    trace,
    verify,
)
from ._taquin import Board, Iteration, Solution, Stats

__all__ = [
    "Audit",
    "Batched",
    "Board",
    "Census",
    "Comparison",
    "ComparisonRow",
    "Faults",
    "Iteration",
    "LimitReached",
    "LostMove",
    "Solution",
    "Stats",
    "Trace",
    "TraceNode",
    "TraceStep",
    "Unsolvable",
    "Verification",
    "algorithms",
    "apply",
    "audit",
    "batched",
    "boards_at_distance",
    "census",
    "classic",
    "compare",
    "expand",
    "generate",
    "heuristic",
    "heuristics",
    "linear_conflict",
    "manhattan",
    "notations",
    "optimal_actions",
    "optimal_length",
    "pattern_database",
    "random_boards",
    "random_walks",
    "rank",
    "solve",
    "trace",
    "unrank",
    "verify",
]
