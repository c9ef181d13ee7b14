"""Ctrl-C ends everything that takes long. How fast is measured in benches/, not here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import taquin

HARD = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"
CALLS = {
    "solve": f"taquin.solve('{HARD}', 'idastar', 'manhattan', 'first', threads=1)",
    "solve on threads": f"taquin.solve('{HARD}', 'idastar', 'manhattan', 'first')",
    "A*": f"taquin.solve('{HARD}', 'astar', 'manhattan', 'first', memory='100G', time=60)",
    "a Python heuristic": f"taquin.solve('{HARD}', 'idastar', lambda board: 0, 'first')",
    "a C heuristic": f"taquin.solve('{HARD}', 'astar', taquin.batched(taquin.manhattan), 'first')",
    "compare": f"taquin.compare('{HARD}', ['idastar'], ['hamming'], 'first', time=60)",
    "optimal_length": "taquin.optimal_length(taquin.random_boards(100_000))",
    "optimal_actions": "taquin.optimal_actions(taquin.random_boards(100_000), threads=1)",
    "random_boards": "[taquin.random_boards(10_000_000) for _ in range(100)]",
    "random_walks": "taquin.random_walks(100_000, 1_000_000)",
    "boards_at_distance": "taquin.boards_at_distance(70, 100)",
    "a list of near boards": "[taquin.boards_at_distance(22, 1) for _ in range(100)]",
    "all near boards": "[taquin.boards_at_distance(19) for _ in range(100)]",
    "manhattan": "boards = taquin.random_boards(1_000_000)\nwhile True: taquin.manhattan(boards)",
    "census": "taquin.census((3, 4)), taquin.census((2, 7), memory='20G')",
    "generate": "taquin.generate((4, 4), 100, optimal_length=72)",
    "audit": "taquin.audit(lambda board: sum(range(10_000)), (3, 3))",
    "classic": f"Solver(Board('{HARD}'))",
}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT between processes")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c_ends_it(call: str) -> None:
    program = f"import taquin\nfrom taquin.classic import Board, Solver\nprint('ready', flush=True)\n{call}\nprint('done')"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.4)
    child.send_signal(signal.SIGINT)
    # Generous: the machine may be busy.
    out, error = child.communicate(timeout=30)
    assert "KeyboardInterrupt" in error and "done" not in out
    assert child.returncode in (-signal.SIGINT, 130)


def test_other_threads_run_during_a_search() -> None:
    ticks = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not is_over.wait(0.001):
            ticks += 1

    other = threading.Thread(target=count)
    other.start()
    with pytest.raises(taquin.LimitReached):
        taquin.solve(HARD, "idastar", "manhattan", "first", time=0.5)
    is_over.set()
    other.join()
    assert ticks > 10


def test_a_handler_of_the_caller_is_respected() -> None:
    class Alarm(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        raise Alarm

    if not hasattr(signal, "setitimer"):
        pytest.skip("needs setitimer")
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for call in (
            lambda: taquin.solve(HARD, "idastar", "manhattan", "first", time=60),
            lambda: taquin.optimal_length(taquin.random_boards(100_000)),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(Alarm):
                call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
