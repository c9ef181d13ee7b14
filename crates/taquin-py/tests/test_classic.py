"""The textbook's classes."""

from __future__ import annotations

import subprocess
import sys

import pytest

import taquin
from taquin.classic import Board, Solver


def test_the_names_of_the_course() -> None:
    board = Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    assert (board.dimension(), board.hamming(), board.manhattan()) == (3, 5, 10)
    assert str(board) == "3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n"
    assert board == Board("8 1 3/4 0 2/7 6 5") and hash(board) == hash(Board("8 1 3/4 0 2/7 6 5"))
    assert eval(repr(board)) == board
    assert board.tile_at(0, 0) == 8
    for row, col in ((-1, 0), (0, 3), (0, -1)):
        with pytest.raises(ValueError, match=f"row {row}, column {col} is not on the board"):
            board.tile_at(row, col)
    assert len(board.neighbors()) == 4 and all(isinstance(other, Board) for other in board.neighbors())
    assert board.twin() == Board("1 8 3/4 0 2/7 6 5")
    assert not board.is_goal() and Board("1 2/3 0").isGoal()
    assert board != "8 1 3/4 0 2/7 6 5"


def test_the_solver_agrees_with_solve() -> None:
    for start in taquin.generate((3, 3), 5, optimal_length=14, seed=1):
        solver = Solver(Board(start.rows))
        assert solver.is_solvable() and solver.moves() == 14
        boards = solver.solution()
        assert boards is not None and len(boards) == 15
        assert boards[0] == Board(start.rows) and boards[-1].is_goal()
        assert all(after in before.neighbors() for before, after in zip(boards, boards[1:]))


def test_an_unsolvable_board_has_no_solution() -> None:
    solver = Solver(Board("2 1 3/4 5 6/7 8 0"))
    assert not solver.isSolvable() and solver.moves() == -1 and solver.solution() is None


@pytest.mark.parametrize("rows", [[[0]], [[1, 2, 3], [4, 5, 0]], [[1, 2], [3, 3]]])
def test_wrong_rows_are_value_errors(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError):
        Board(rows)


def test_a_solver_takes_a_board() -> None:
    with pytest.raises(TypeError, match="taquin.classic.Board"):
        Solver("1 2/3 0")


def test_the_classes_are_there_without_an_import_of_their_own() -> None:
    program = "import taquin; print(taquin.classic.Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]]).hamming())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "5\n"
