"""Answers as dataclasses. Their ``data`` is the object that the program ``taquin`` writes with ``--json``."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from ._taquin import Board

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Audit",
    "Census",
    "Comparison",
    "ComparisonRow",
    "Faults",
    "LostMove",
    "Trace",
    "TraceNode",
    "TraceStep",
    "Verification",
]

Data = dict[str, Any]


def _board(data: Data, tiles: Sequence[int]) -> Board:
    return Board(tiles, (data["rows"], data["cols"]))


@dataclass(frozen=True)
class LostMove:
    """A move after which the goal is not one move closer."""

    place: int
    """The number of the move, counted from 1."""
    board: Board
    """The board before it."""
    played: str
    """The move."""
    better: str | None
    """A move that would have led closer."""
    before: int
    """The distance from the goal before the move."""
    after: int
    """The distance after it."""


@dataclass(frozen=True)
class Verification:
    """What ``taquin.verify`` finds out about moves."""

    is_right: bool
    """Whether the moves lead to the goal."""
    reason: str | None
    """Why they do not: ``"impossible"`` (a move), ``"elsewhere"``, ``"unsolvable"``, …"""
    solvable: bool
    """Whether any moves lead to the goal."""
    length: int | None
    """The number of moves, counted in the metric."""
    optimal: bool | None
    """Whether there is no shorter solution; ``None`` if that is not known."""
    shortest: int | None
    """The length of a shortest solution."""
    lower_bound: int | None
    """No solution is shorter than this."""
    lost: list[LostMove]
    """The moves that were lost."""
    near_miss: str | None
    """What wrong moves may have been meant to be: ``"mirrored"`` letters, another ``"goal"``, …"""
    data: Data = field(repr=False)
    """Everything, as ``taquin verify --json`` writes it."""

    def __bool__(self) -> bool:
        return self.is_right


def verification(text: str) -> Verification:
    data: Data = json.loads(text)
    lost = [
        LostMove(
            place=one["place"],
            board=_board(data, one["board"]),
            played=one["played"],
            better=one.get("better"),
            before=one["before"],
            after=one["after"],
        )
        for one in data.get("lost", [])
    ]
    return Verification(
        is_right=data["status"] == "right",
        reason=data.get("reason"),
        solvable=data["solvable"],
        length=data.get("length"),
        optimal=data.get("optimal"),
        shortest=data.get("shortest"),
        lower_bound=data.get("lower_bound"),
        lost=lost,
        near_miss=data.get("near_miss", {}).get("kind"),
        data=data,
    )


@dataclass(frozen=True)
class Census:
    """The number of boards at each distance from a goal."""

    goal: Board
    metric: str
    boards: int
    """The number of all boards from which the goal can be reached."""
    counts: list[int]
    """The number of boards at distance 0, 1, 2, …"""
    complete: bool
    """Whether all boards were counted."""
    farthest: int | None
    """The greatest distance, if the census is complete."""
    mean: float | None
    """The mean distance, if the census is complete."""
    farthest_boards: list[Board] | None
    """The boards at the greatest distance, if they were asked for."""
    data: Data = field(repr=False)
    """Everything, as ``taquin census --json`` writes it."""


def census_of(text: str) -> Census:
    data: Data = json.loads(text)
    farthest = data.get("farthest_boards")
    return Census(
        goal=_board(data, data["goal"]),
        metric=data["metric"],
        boards=data["boards"],
        counts=data["boards_at_distance"],
        complete=data["status"] == "complete",
        farthest=data.get("farthest"),
        mean=data.get("mean"),
        farthest_boards=None if farthest is None else [_board(data, tiles) for tiles in farthest],
        data=data,
    )


@dataclass(frozen=True)
class Faults:
    """Estimates of a heuristic that are wrong."""

    count: int
    boards: list[Board]
    """The example that is nearest to the goal: one board, or two boards that are one move apart."""
    estimates: list[float]
    """Its estimates."""
    distance: int | None
    """Its distance from the goal, if it is one board."""


def _faults(data: Data, faults: Data) -> Faults:
    first = faults.get("first", {})
    boards = first.get("boards", [first["board"]] if "board" in first else [])
    estimates = first.get("estimates", [first["estimate"]] if "estimate" in first else [])
    return Faults(
        count=faults["count"],
        boards=[_board(data, tiles) for tiles in boards],
        estimates=estimates,
        distance=first.get("distance"),
    )


@dataclass(frozen=True)
class Audit:
    """What is wrong with a heuristic, and how good it is."""

    heuristic: str
    """Its name."""
    admissible: bool | None
    """Whether it never overestimates; ``None`` if no counterexample was found but not every board was looked at."""
    consistent: bool | None
    """Whether no move changes it by more than one; ``None`` as above."""
    boards: int
    """The number of boards with a known distance that were estimated."""
    mean: float
    """The mean estimate."""
    mean_error: float
    """The mean difference from the true distance."""
    exact: int
    """The number of boards whose estimate is the true distance."""
    largest: float
    """The largest estimate."""
    at_goal: float | None
    """The estimate of the goal, which should be 0."""
    overestimates: Faults
    inconsistencies: Faults
    """Pairs of boards one move apart whose estimates differ by more than one."""
    data: Data = field(repr=False)
    """Everything, as ``taquin audit --json`` writes it."""


def audit_of(text: str) -> Audit:
    data: Data = json.loads(text)
    return Audit(
        heuristic=data.get("heuristic") or data["command"],
        admissible=data.get("admissible"),
        consistent=data.get("consistent"),
        boards=data["boards"],
        mean=data["mean"],
        mean_error=data["mean_error"],
        exact=data["exact"],
        largest=data["largest"],
        at_goal=data.get("at_goal"),
        overestimates=_faults(data, data["overestimates"]),
        inconsistencies=_faults(data, data["inconsistencies"]),
        data=data,
    )


@dataclass(frozen=True)
class TraceNode:
    """A board that was put into the queue; in IDA*, entered."""

    board: Board
    parent: int | None
    """The index of the node from which it was reached."""
    move: str | None
    """The move that led to it: where the tile went (``"up"``, ``"down"``, ``"left"``, ``"right"``)."""
    g: int
    """The moves so far."""
    h: int
    """The estimate of the moves left."""
    priority: int
    """What the queue is ordered by."""


@dataclass(frozen=True)
class TraceStep:
    """One step of a search. Nodes are indices of ``Trace.nodes``."""

    selected: int
    opened: list[int]
    queue: list[int] | None
    """The queue before the step, best first, up to 50 nodes; ``None`` in IDA*."""
    bound: int | None
    """The bound of the iteration of IDA* that begins with it."""


@dataclass(frozen=True)
class Trace:
    """A search step by step."""

    algorithm: str
    heuristic: str
    complete: bool
    """Whether the search reached the goal within the steps."""
    moves: str | None
    """The moves of its solution."""
    nodes: list[TraceNode]
    steps: list[TraceStep]
    data: Data = field(repr=False)

    def __str__(self) -> str:
        lines = [f"{self.algorithm}, {self.heuristic}"]
        for number, step in enumerate(self.steps):
            node = self.nodes[step.selected]
            bound = "" if step.bound is None else f"bound {step.bound}, "
            lines.append(f"{number:>5}: {bound}{node.board}  g={node.g} h={node.h} f={node.priority}")
        return "\n".join(lines)


def trace_of(text: str) -> Trace:
    data: Data = json.loads(text)
    nodes = [
        TraceNode(
            board=_board(data, node["board"]),
            parent=node.get("parent"),
            move=node.get("last"),
            g=node["depth"],
            h=node["estimate"],
            priority=node["priority"],
        )
        for node in data["nodes"]
    ]
    steps = [
        TraceStep(
            selected=step["selected"],
            opened=step["opened"],
            queue=step.get("queue"),
            bound=step.get("bound"),
        )
        for step in data["steps"]
    ]
    return Trace(
        algorithm=data["algorithm"],
        heuristic=data["heuristic"],
        complete=data["complete"],
        moves=data.get("moves"),
        nodes=nodes,
        steps=steps,
        data=data,
    )


@dataclass(frozen=True)
class ComparisonRow:
    """One search of a comparison."""

    algorithm: str
    heuristic: str
    status: str
    """``"solved"``, or ``"limit"`` if a limit of time or memory was reached."""
    length: int | None
    lower_bound: int | None
    selected: int
    generated: int
    peak_states: int
    peak_bytes: int
    seconds: float


_COLUMNS = list(ComparisonRow.__dataclass_fields__)


class Comparison(Sequence[ComparisonRow]):
    """Searches side by side: a sequence of rows, a table in notebooks, a pandas frame with ``to_pandas()``."""

    def __init__(self, rows: list[ComparisonRow]) -> None:
        self._rows = rows

    @overload
    def __getitem__(self, index: int) -> ComparisonRow: ...
    @overload
    def __getitem__(self, index: slice) -> list[ComparisonRow]: ...
    def __getitem__(self, index: int | slice) -> ComparisonRow | list[ComparisonRow]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[ComparisonRow]:
        return iter(self._rows)

    def _cells(self) -> list[list[str]]:
        def text(value: object) -> str:
            if value is None:
                return "-"
            return f"{value:.6f}" if isinstance(value, float) else str(value)

        return [[text(getattr(row, name)) for name in _COLUMNS] for row in self._rows]

    def __repr__(self) -> str:
        table = [_COLUMNS, *self._cells()]
        widths = [max(len(row[column]) for row in table) for column in range(len(_COLUMNS))]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in table)
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
        # The name of a function may be `<lambda>`.
        rows = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in self._cells())
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas frame; needs pandas."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from error
        return pandas.DataFrame(
            [[getattr(row, name) for name in _COLUMNS] for row in self._rows], columns=_COLUMNS
        )


def comparison(texts: list[str]) -> Comparison:
    rows = []
    for text in texts:
        data: Data = json.loads(text)
        stats = data["stats"]
        rows.append(
            ComparisonRow(
                algorithm=data["algorithm"],
                heuristic=data.get("heuristic_command") or data["heuristic"],
                status=data["status"],
                length=data.get("length"),
                lower_bound=data.get("lower_bound"),
                selected=stats["selected"],
                generated=stats["generated"],
                peak_states=stats["peak_states"],
                peak_bytes=stats["peak_bytes"],
                seconds=stats["seconds"],
            )
        )
    return Comparison(rows)
