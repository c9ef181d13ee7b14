"""No memory grows over a million calls."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import pytest

import taquin
from taquin import Board

BOARD = Board("8 1 3/4 0 2/7 6 5")
ROWS = taquin.random_boards(4, (3, 3), seed=1)


def wrong() -> None:
    try:
        Board([[1, 2], [3, 3]])
    except ValueError:
        pass


# Together a million calls. Those that are made less than 40,000 times make kilobytes each.
CALLS: list[tuple[int, Callable[[], object]]] = [
    (226_000, lambda: BOARD.move("U")),
    (100_000, lambda: Board("1 2 3/4 0 6/7 5 8")),
    (100_000, lambda: BOARD.tiles),
    (100_000, lambda: BOARD.neighbors()),
    (100_000, wrong),
    (100_000, lambda: BOARD.is_solvable()),
    (50_000, lambda: taquin.solve(BOARD)),
    (50_000, lambda: taquin.manhattan(ROWS)),
    (50_000, lambda: taquin.apply(ROWS, 0, illegal="stay")),
    (40_000, lambda: taquin.expand(ROWS)),
    (40_000, lambda: taquin.optimal_length(ROWS, threads=1)),
    (3_000, lambda: BOARD._repr_svg_()),
    (1_000, lambda: taquin.solve(BOARD, "astar", lambda board: 0 * board.blank[0])),
    (40_000, lambda: taquin.random_boards(4, (3, 3))),
]


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_a_million_calls_leave_no_memory_behind() -> None:
    assert sum(count for count, _ in CALLS) == 1_000_000
    for count, call in CALLS:
        for _ in range(count // 10):
            call()
        before = resident()
        for _ in range(count - count // 10):
            call()
        grown = resident() - before
        # 60 bytes left behind by each of 36,000 calls would be more, and no object with its tiles is smaller.
        assert grown < 2 << 20, f"{grown} bytes after {count} calls"
    assert np.array_equal(ROWS, taquin.random_boards(4, (3, 3), seed=1))
