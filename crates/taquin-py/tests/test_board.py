"""``taquin.Board``: reading, moving, judging, drawing."""

from __future__ import annotations

import copy
import pickle
import xml.dom.minidom

import numpy as np
import pytest

import taquin
from taquin import Board

TEXT = "8 1 3/4 0 2/7 6 5"


@pytest.mark.parametrize(
    "source",
    [
        TEXT,
        TEXT.encode(),
        "3\n8 1 3\n4 0 2\n7 6 5\n",
        "8,1,3,4,0,2,7,6,5",
        "[[8,1,3],[4,null,2],[7,6,5]]",
        [[8, 1, 3], [4, 0, 2], [7, 6, 5]],
        ((8, 1, 3), (4, 0, 2), (7, 6, 5)),
        [8, 1, 3, 4, 0, 2, 7, 6, 5],
        np.array([[8, 1, 3], [4, 0, 2], [7, 6, 5]], np.uint8),
        np.array([[8, 4, 7], [1, 0, 6], [3, 2, 5]], np.int64).T,
        np.array([8, 1, 3, 4, 0, 2, 7, 6, 5], np.int16),
        [np.int64(tile) for tile in (8, 1, 3, 4, 0, 2, 7, 6, 5)],
        Board(TEXT),
    ],
)
def test_every_source_makes_the_same_board(source: object) -> None:
    board = Board(source)
    assert board == Board(TEXT)
    assert hash(board) == hash(Board(TEXT))
    assert eval(repr(board)) == board
    assert str(board) == TEXT


def test_rectangles_need_rows_or_a_shape() -> None:
    board = Board([1, 2, 3, 4, 0, 5], (2, 3))
    assert board == Board("1 2 3/4 0 5") == Board([1, 2, 3, 4, 0, 5], "2x3")
    assert board.shape == (2, 3)
    assert board.rows == ((1, 2, 3), (4, 0, 5))
    assert board.blank == (1, 1)
    assert board[0, 2] == 3 and board[-1, -1] == 5
    row = Board("1 2 0 3/")
    assert row.shape == (1, 4) and eval(repr(row)) == row


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 2 3/4 5 6/7 8 8", "tile 8 appears twice"),
        ([[1, 2], [3, 3]], "tile 3 appears twice; missing: 0 (a 2×2 board uses 0 to 3 once each, 0 is the blank)"),
        ([[1, 2], [3]], "row 2 has 1 tile and row 1 has 2"),
        ([1, 2, 3, 4, 0, 5], "6 tiles do not make a square board: pass shape=(rows, cols)"),
        ([[1, -1], [2, 3]], "there is no tile -1: the blank is 0"),
        ([[1, None], [2, 3]], "a tile is a whole number, not None"),
        ([[1, 2.5], [2, 3]], "a tile is a whole number, not 2.5"),
        ([[1, 10**30], [2, 3]], "a tile is a whole number"),
        (np.array([[1.0, 0.0], [2.0, 3.0]]), "a tile is a whole number, not 1.0"),
        (np.zeros((2, 2, 2), int), "a tile is a whole number"),
        ([], "0 tiles do not make a square board"),
        ("", "board"),
    ],
)
def test_wrong_boards_are_value_errors_that_say_why(source: object, words: str) -> None:
    with pytest.raises(ValueError) as error:
        Board(source)
    assert words in str(error.value)


@pytest.mark.parametrize("source", [None, 5, 2.5, {1: 2}, object()])
def test_other_types_are_type_errors(source: object) -> None:
    with pytest.raises(TypeError, match="a board is a text, rows of tiles"):
        Board(source)


@pytest.mark.parametrize(
    ("shape", "error"),
    [((0, 3), ValueError), ((-1, 3), ValueError), ((10**6, 10**6), ValueError), ("3x", ValueError), (2.5, TypeError)],
)
def test_wrong_shapes_are_refused(shape: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="shape"):
        Board.goal(shape)


def test_boards_cannot_be_changed() -> None:
    board = Board(TEXT)
    with pytest.raises(AttributeError):
        board.tiles = ()
    with pytest.raises(TypeError):
        board[0, 0] = 1
    with pytest.raises(IndexError):
        board[3, 0]


def test_boards_are_copied_pickled_and_used_as_keys() -> None:
    board = Board(TEXT)
    assert copy.deepcopy(board) == board == pickle.loads(pickle.dumps(board))
    assert {board: 1}[Board(TEXT)] == 1
    assert board != TEXT and board != Board("1 2/3 0")


def test_moves_have_two_conventions() -> None:
    board = Board("1 2 3/4 0 6/7 5 8")
    assert board.moves() == "UDLR"
    for letter, neighbor in zip(board.moves(), board.neighbors()):
        assert board.move(letter) == neighbor
        other = {"U": "D", "D": "U", "L": "R", "R": "L"}[letter]
        assert board.move(other, convention="blank") == neighbor
    assert board.move("U L") == board.move("5 8", convention="numbers") == Board.goal(3)
    with pytest.raises(ValueError, match=r"move 3 \(up\) is not possible: the blank is at the edge"):
        board.move("ULU")
    with pytest.raises(ValueError, match="convention"):
        board.move("U", convention="tiles")
    with pytest.raises(ValueError):
        board.move("X")


def test_every_notation_is_written_and_read_back() -> None:
    board = Board("1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15")
    for name in taquin.notations():
        if name in ("b", "nine"):
            continue
        assert Board(board.write(name)) == board, name
        assert Board(board.write(name), notation=name) == board, name


def test_solvability_is_explained() -> None:
    board = Board("2 1 3/4 5 6/7 8 0")
    assert not board.is_solvable() and board.is_solvable(board)
    assert board.explain().startswith("unsolvable\n")
    assert "Swapping tiles" in board.explain()
    assert board.twin().is_solvable()
    assert Board("0").twin() is None
    with pytest.raises(ValueError, match="same shape"):
        board.is_solvable("1 2/3 0")
    with pytest.raises(ValueError, match="`end` is not a named goal"):
        board.is_solvable("end")


def test_heuristics_by_name() -> None:
    board = Board(TEXT)
    every = board.heuristics()
    assert set(every) == set(taquin.heuristics())
    assert every["manhattan"] == board.heuristic("MD") == 10
    assert every["zero"] == 0 and max(every.values()) <= 14
    with pytest.raises(ValueError, match="the heuristics are zero, hamming"):
        board.heuristic("fastest")
    with pytest.raises(ValueError, match="walking-distance supports only boards of up to 16 cells"):
        Board.goal(5).heuristic("walking-distance")


def test_notebooks_draw_boards() -> None:
    picture = Board(TEXT)._repr_svg_()
    assert picture is not None
    xml.dom.minidom.parseString(picture)
    assert Board.goal(200)._repr_svg_() is None


def test_boards_become_arrays() -> None:
    board = Board(TEXT)
    assert board.numpy().dtype == np.uint8
    assert np.array_equal(np.asarray(board), [[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    assert np.array(board, dtype=float).dtype == float
    assert Board.goal(17).numpy().dtype == np.uint32
    assert Board(Board.goal(17).numpy()) == Board.goal(17)


def test_boards_are_indexed_by_row_and_column() -> None:
    board = Board(TEXT)
    assert board[0, 0] == 8 and board[-1, -1] == 5
    for wrong in (0, "0", (0,), slice(2)):
        with pytest.raises(TypeError, match=r"a board is indexed by board\[row, col\]"):
            board[wrong]
    with pytest.raises(IndexError, match="row 3, column 0 is not on a 3×3 board"):
        board[3, 0]


def test_shapes_that_no_board_has_are_value_errors() -> None:
    for wrong in (0, -1, 10**30, (0, 3), (-1, 3), (70_000, 70_000)):
        with pytest.raises(ValueError, match="is not a valid board shape"):
            Board.goal(wrong)
    for wrong in (1.5, None, (1, 2, 3), (1.5, 2)):
        with pytest.raises(TypeError, match=r"a shape is \(rows, cols\)"):
            Board.goal(wrong)
