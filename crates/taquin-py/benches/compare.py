"""Measures the package beside a good numpy implementation and beside the program ``taquin``, in one run.

    python crates/taquin-py/benches/compare.py [--taquin target/release/taquin] [--only NAME ...]

Ratios within one run mean something on a busy machine; times alone do not. Every figure is the best of several runs.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import taquin
from taquin import Board


def best(call: Callable[[], object], runs: int = 7) -> Times:
    """The shortest of several times."""
    walls, cpus = [], []
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return Times(min(walls), min(cpus))


class Times(NamedTuple):
    """Seconds; those of the processor are those of all threads together."""

    wall: float
    cpu: float


class Numpy:
    """The same with numpy: tables made once, no loop over boards, no temporary that can be avoided."""

    def __init__(self, rows: int, cols: int) -> None:
        cells = rows * cols
        at = np.arange(cells)
        home = np.array([cells - 1, *range(cells - 1)])
        distance = abs(at[:, None] // cols - home // cols) + abs(at[:, None] % cols - home % cols)
        distance[:, 0] = 0
        self.cells = cells
        # One flat table, so that one `take` finds all distances.
        self.flat_distance = distance.astype(np.int32).ravel()
        self.offset = (at * cells).astype(np.intp)
        row, col = at // cols, at % cols
        source = np.stack(
            [
                np.where(row + 1 < rows, at + cols, -1),
                np.where(row > 0, at - cols, -1),
                np.where(col + 1 < cols, at + 1, -1),
                np.where(col > 0, at - 1, -1),
            ],
            axis=1,
        )
        self.source = source.astype(np.intp)
        self.possible = source >= 0
        # Where nothing moves, the blank takes its own place.
        self.target = np.where(source >= 0, source, at[:, None]).astype(np.intp)

    def manhattan(self, boards: np.ndarray) -> np.ndarray:
        return self.flat_distance.take(boards + self.offset).sum(axis=1)

    def apply(self, boards: np.ndarray, actions: np.ndarray) -> np.ndarray:
        n = len(boards)
        blank = (boards == 0).argmax(axis=1)
        base = np.arange(n) * self.cells
        source = self.source[blank, actions]
        if (source < 0).any():
            raise ValueError("an action is not possible")
        out = boards.copy()
        flat = out.ravel()
        flat[base + blank] = flat[base + source]
        flat[base + source] = 0
        return out

    def expand(self, boards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        n = len(boards)
        blank = (boards == 0).argmax(axis=1)
        out = np.repeat(boards[:, None, :], 4, axis=1)
        flat = out.ravel()
        base = (np.arange(4 * n) * self.cells).reshape(n, 4)
        source = base + self.target[blank]
        moved = flat[source]
        flat[base + blank[:, None]] = moved
        flat[source] = 0
        return out, self.possible[blank]


def kernels(_: argparse.Namespace) -> None:
    """Fresh arrays, arrays that are used again, and what the memory alone costs: one write of the result, by numpy."""
    for shape in ((3, 3), (4, 4)):
        for n in (1_000, 10_000, 100_000, 1_000_000):
            boards = taquin.random_boards(n, shape, seed=1)
            peer = Numpy(*shape)
            actions = np.argmax(taquin.expand(boards)[1], axis=1).astype(np.uint8)
            same(peer, boards, actions)
            for name, calls in calls_of(peer, boards, actions).items():
                runs = max(5, min(300, 5_000_000 // n))
                theirs, ours, reused, memory = (best(call, runs).wall / n * 1e9 for call in calls)
                print(
                    f"{name:<10} {shape[0]}×{shape[1]}, {n:>7} boards: numpy {theirs:6.1f} ns per board, "
                    f"taquin {ours:5.2f}, {theirs / ours:5.1f} times; with out= {reused:5.2f}, {theirs / reused:5.1f} times; "
                    f"writing the result alone {memory:5.2f}, {theirs / memory:5.1f} times",
                    flush=True,
                )


def same(peer: Numpy, boards: np.ndarray, actions: np.ndarray) -> None:
    """Both give the same answers."""
    assert np.array_equal(peer.manhattan(boards), taquin.manhattan(boards))
    assert np.array_equal(peer.apply(boards, actions), taquin.apply(boards, actions))
    theirs, ours = peer.expand(boards), taquin.expand(boards)
    assert np.array_equal(theirs[1], ours[1]) and np.array_equal(theirs[0], ours[0])


Call = Callable[[], object]


def calls_of(peer: Numpy, boards: np.ndarray, actions: np.ndarray) -> dict[str, tuple[Call, Call, Call, Call]]:
    """For each kernel: numpy, the package, the package with `out`, and one write of the result."""
    n, cells = boards.shape
    distances, out = np.empty(n, np.int32), np.empty_like(boards)
    four = (np.empty((n, 4, cells), np.uint8), np.empty((n, 4), bool))
    return {
        "manhattan": (
            lambda: peer.manhattan(boards),
            lambda: taquin.manhattan(boards),
            lambda: taquin.manhattan(boards, out=distances),
            lambda: np.empty(n, np.int32).fill(1),
        ),
        "apply": (
            lambda: peer.apply(boards, actions),
            lambda: taquin.apply(boards, actions),
            lambda: taquin.apply(boards, actions, out=out),
            lambda: boards.copy(),
        ),
        "expand": (
            lambda: peer.expand(boards),
            lambda: taquin.expand(boards),
            lambda: taquin.expand(boards, out=four),
            lambda: (np.empty((n, 4, cells), np.uint8).fill(1), np.empty((n, 4), bool).fill(True)),
        ),
    }


def lengths_3x3(_: argparse.Namespace) -> None:
    boards = taquin.random_boards(100_000, (3, 3), seed=1)
    for name, call in (("optimal_length", taquin.optimal_length), ("optimal_actions", taquin.optimal_actions)):
        times = best(lambda: call(boards), 10)
        print(f"{name} of 100,000 3×3 boards: {times.wall:.4f} s, {times.cpu:.4f} CPU s", flush=True)


def lengths_4x4(options: argparse.Namespace) -> None:
    """Both start with nothing: a new process, and no tables on disk."""
    boards = taquin.random_boards(1_000, (4, 4), seed=1)
    with tempfile.TemporaryDirectory() as directory:
        environment = {**os.environ, "XDG_CACHE_HOME": directory, "XDG_DATA_HOME": directory, "HOME": directory}
        lines = os.path.join(directory, "boards.txt")
        with open(lines, "w") as file:
            file.writelines(f"{Board(row)}\n" for row in boards)
        command = [options.taquin, "solve", "--lines", lines, "--brief"]
        ours, theirs = [], []
        for _ in range(options.runs):
            begun = time.perf_counter()
            done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
            theirs.append(time.perf_counter() - begun)
            program = (
                "import time, taquin\nboards = taquin.random_boards(1_000, (4, 4), seed=1)\n"
                "begun = time.perf_counter()\nlengths = taquin.optimal_length(boards, progress=False)\n"
                "print(time.perf_counter() - begun)\nprint(*lengths)"
            )
            out = subprocess.run([sys.executable, "-c", program], check=True, env=environment, capture_output=True, text=True)
            seconds, lengths = out.stdout.splitlines()
            ours.append(float(seconds))
            assert [int(line.rsplit(":", 1)[1]) for line in done.stdout.splitlines()] == [int(x) for x in lengths.split()]
    print(
        f"1,000 random 4×4 boards from nothing: taquin solve --lines {min(theirs):.1f} s, optimal_length {min(ours):.1f} s: "
        f"{min(ours) / min(theirs):.2f} times"
    )


def labels(options: argparse.Namespace) -> None:
    n = options.labels
    boards = taquin.random_boards(n, (4, 4), seed=2)
    taquin.optimal_length(boards[:200])
    wall, cpu = time.perf_counter(), time.process_time()
    taquin.optimal_actions(boards, progress=True)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    rate = n / cpu
    print(
        f"optimal actions of {n} random 4×4 boards: {wall:.1f} s, {cpu:.1f} CPU s, {rate:.1f} boards per CPU second; "
        f"six million: {6e6 / rate / 3600:.0f} CPU hours"
    )


def scalar_heuristic(_: argparse.Namespace) -> None:
    """What a call costs on top of Python: the search, minus the same calls in a Python loop."""
    for what, function in {
        "returns 0": lambda board: 0,
        "reads the tiles": lambda board: board.tiles[0] and 0,
    }.items():
        asked: list[Board] = []

        def keep(board: Board) -> int:
            asked.append(board)
            return 0

        # Deep enough that what a search costs once does not count.
        depth = Board(taquin.boards_at_distance(16, 1, (4, 4), seed=1)[0])
        taquin.solve(depth, "astar", keep)

        def search() -> None:
            taquin.solve(depth, "astar", function)

        def loop() -> None:
            for one in asked:
                function(one)

        searched, looped = best(search), best(loop)
        per_call = (searched.cpu - looped.cpu) / len(asked)
        print(f"a heuristic that {what}: {per_call * 1e6:.2f} µs per call on top of Python (CPU), {len(asked)} calls")


def interrupts(_: argparse.Namespace) -> None:
    hard = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"
    calls = [
        f"taquin.solve('{hard}', 'idastar', 'manhattan', goal='first')",
        f"taquin.solve('{hard}', 'idastar', lambda board: 0, goal='first')",
        "taquin.optimal_length(taquin.random_boards(100_000))",
        "taquin.optimal_actions(taquin.random_boards(100_000))",
        "taquin.boards_at_distance(70, 100)",
        "[taquin.boards_at_distance(22, 1) for _ in range(9)]",
        "taquin.census((2, 7), memory='20G')",
        "taquin.random_walks(100_000, 1_000_000)",
    ]
    for call in calls:
        program = (
            "import taquin, time, signal\nprint('ready', flush=True)\n"
            f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print(time.time())"
        )
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(1)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        print(f"Ctrl-C in {call}: {float(child.communicate()[0]) - sent:.3f} s")


BENCHES = {
    "kernels": kernels,
    "3x3": lengths_3x3,
    "4x4": lengths_4x4,
    "labels": labels,
    "heuristic": scalar_heuristic,
    "interrupts": interrupts,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taquin", default="target/release/taquin", help="the program to compare with")
    parser.add_argument("--only", nargs="+", choices=BENCHES, default=list(BENCHES))
    parser.add_argument("--labels", type=int, default=10_000, help="how many 4×4 boards are labelled")
    parser.add_argument("--runs", type=int, default=3, help="runs from nothing")
    options = parser.parse_args()
    print(f"taquin on Python {sys.version.split()[0]}, numpy {np.__version__}, {os.cpu_count()} cores")
    for name in options.only:
        BENCHES[name](options)


if __name__ == "__main__":
    main()
