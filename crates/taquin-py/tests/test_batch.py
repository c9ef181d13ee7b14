"""Arrays of boards, compared with ``taquin.Board`` and with each other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

import taquin
from taquin import Board

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (1, 6), (5, 1), (5, 5), (7, 7), (16, 16)]
LETTERS = "UDLR"


def boards_of(shape: tuple[int, int], n: int = 40) -> np.ndarray:
    return taquin.random_boards(n, shape, seed=7)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("convention", ["tile", "blank"])
def test_moves_are_those_of_boards(shape: tuple[int, int], convention: str) -> None:
    boards = boards_of(shape)
    successors, mask = taquin.expand(boards, shape=shape, convention=convention)
    for row, four, possible in zip(boards, successors, mask):
        board = Board(row, shape)
        assert "".join(np.array(list(LETTERS))[possible]) == board.moves(convention=convention)
        for letter, after, is_possible in zip(LETTERS, four, possible):
            expected = board.move(letter, convention=convention) if is_possible else board
            assert Board(after, shape) == expected
    for action in range(4):
        stayed = taquin.apply(boards, action, shape=shape, convention=convention, illegal="stay")
        assert np.array_equal(stayed, successors[:, action])
        legal = mask[:, action]
        if legal.any():
            applied = taquin.apply(boards[legal], np.full(legal.sum(), action), shape=shape, convention=convention)
            assert np.array_equal(applied, successors[legal, action])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("goal", ["last", "first", "snail"])
def test_estimates_are_those_of_boards(shape: tuple[int, int], goal: str) -> None:
    boards = boards_of(shape, 10)
    for name in taquin.heuristics():
        try:
            expected = [Board(row, shape).heuristic(name, goal) for row in boards]
        except ValueError as error:
            with pytest.raises(ValueError, match="supports only boards"):
                taquin.heuristic(boards, name, goal, shape=shape)
            assert "supports only boards" in str(error)
            continue
        assert list(taquin.heuristic(boards, name, goal, shape=shape)) == expected, name


def test_answers_equal_the_librarys_on_all_3x3_boards(every_3x3: np.ndarray) -> None:
    lengths = taquin.optimal_length(every_3x3)
    assert [taquin.solve(Board(row)).length for row in every_3x3] == lengths.tolist()
    assert np.bincount(lengths).tolist() == taquin.census((3, 3)).counts
    # A move is optimal exactly if it leads one move closer.
    mask = taquin.optimal_actions(every_3x3)
    successors, possible = taquin.expand(every_3x3)
    nearer = taquin.optimal_length(successors.reshape(-1, 9)).reshape(-1, 4) == lengths[:, None] - 1
    assert np.array_equal(mask, nearer & possible)
    blank = taquin.optimal_actions(every_3x3, convention="blank")
    assert np.array_equal(blank, mask[:, [1, 0, 3, 2]])


@pytest.mark.parametrize("goal", ["first", "snail"])
def test_other_goals_and_metrics_are_looked_up_too(goal: str) -> None:
    boards = taquin.random_boards(50, (3, 3), goal=goal, seed=3)
    for metric in ("stm", "mtm"):
        expected = [taquin.solve(Board(row), goal=goal, metric=metric).length for row in boards]
        assert taquin.optimal_length(boards, goal, metric=metric).tolist() == expected


def test_larger_boards_are_searched() -> None:
    boards = taquin.random_walks(12, 60, (4, 4), seed=5)
    mask, lengths = taquin.optimal_actions(boards, lengths=True)
    assert np.array_equal(taquin.optimal_length(boards, threads=1), lengths)
    for row, possible, length in zip(boards, mask, lengths):
        solution = taquin.solve(Board(row), all_optimal=True)
        assert solution.length == length
        assert sorted(solution.optimal_first_moves) == sorted(np.array(list(LETTERS))[possible])
    rectangle = taquin.random_boards(5, (2, 6), seed=1)
    expected = [taquin.solve(Board(row, (2, 6))).length for row in rectangle]
    assert taquin.optimal_length(rectangle, shape=(2, 6)).tolist() == expected


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)])
def test_ranks_number_every_board_once(shape: tuple[int, int]) -> None:
    cells = shape[0] * shape[1]
    every = np.array(list(permutations(range(cells))), np.uint8)
    assert taquin.rank(every, shape=shape).tolist() == list(range(len(every)))
    assert np.array_equal(taquin.unrank(np.arange(len(every)), shape), every)
    for goal in ("last", "first", "snail"):
        half = taquin.unrank(np.arange(len(every) // 2), shape, goal)
        assert len(np.unique(half, axis=0)) == len(half)
        assert all(Board(row, shape).is_solvable(goal) for row in half)
        assert taquin.rank(half, goal, shape=shape).tolist() == list(range(len(half)))


def test_ranks_of_larger_boards_and_lines() -> None:
    for shape in [(4, 4), (4, 5), (5, 4)]:
        boards = boards_of(shape)
        assert np.array_equal(taquin.unrank(taquin.rank(boards, shape=shape), shape), boards)
        numbers = taquin.rank(boards, "last", shape=shape)
        assert np.array_equal(taquin.unrank(numbers, shape, "last"), boards)
    line = taquin.unrank(np.arange(5), (1, 5), "last")
    assert taquin.rank(line, "last", shape=(1, 5)).tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="up to 20 cells"):
        taquin.rank(boards_of((5, 5)))
    with pytest.raises(ValueError, match="there is no board 12: the 12 boards of 2×2 are numbered from 0 to 11"):
        taquin.unrank([3, 12], (2, 2), "last")
    with pytest.raises(taquin.Unsolvable, match="board 1 "):
        taquin.rank([Board("1 2/3 0"), Board("2 1/3 0")], "last")


def test_random_boards_are_those_of_generate_and_of_any_number_of_threads() -> None:
    boards = taquin.random_boards(40_000, (3, 4), goal="snail", seed=9)
    assert [Board(row, (3, 4)) for row in boards[:20]] == taquin.generate((3, 4), 20, "snail", seed=9)
    assert np.array_equal(boards, taquin.random_boards(40_000, (3, 4), goal="snail", seed=9, threads=1))
    assert len(np.unique(boards, axis=0)) > 39_900
    assert all(Board(row, (3, 4)).is_solvable("snail") for row in boards[-100:])
    rng = np.random.default_rng(1)
    assert not np.array_equal(taquin.random_boards(5, seed=rng), taquin.random_boards(5, seed=rng))
    assert not np.array_equal(taquin.random_boards(5), taquin.random_boards(5))


def test_random_boards_are_uniform() -> None:
    counts = np.bincount(taquin.rank(taquin.random_boards(120_000, (2, 2), seed=2), "last").astype(int))
    # Twelve boards, 10,000 each: five standard deviations.
    assert len(counts) == 12 and abs(counts - 10_000).max() < 500


def test_walks_are_made_of_moves() -> None:
    ends = taquin.random_walks(20, 30, (3, 3), seed=4)
    assert [Board(row) for row in ends] == taquin.generate((3, 3), 20, walk=30, seed=4)
    boards, actions = taquin.random_walks(20, 30, (3, 3), seed=4, full=True)
    assert np.array_equal(boards[:, -1], ends)
    for step in range(30):
        assert np.array_equal(taquin.apply(boards[:, step], actions[:, step]), boards[:, step + 1])
    boards, actions = taquin.random_walks(20, 30, (3, 3), seed=4, full=True, undo=False, convention="blank")
    opposite = np.array([1, 0, 3, 2])
    assert (opposite[actions[:, 1:]] != actions[:, :-1]).all()
    assert np.array_equal(taquin.apply(boards[:, 3], actions[:, 3], convention="blank"), boards[:, 4])


def test_walks_may_differ_in_length_and_start() -> None:
    start = taquin.random_boards(3, seed=1)
    boards, actions = taquin.random_walks(3, [0, 2, 5], start=start, seed=1, full=True)
    assert boards.shape == (3, 6, 16) and actions.shape == (3, 5)
    assert np.array_equal(boards[:, 0], start)
    assert (boards[0] == start[0]).all() and (actions[0] == 255).all()
    assert (actions[1, 2:] == 255).all() and (actions[1, :2] < 4).all()
    assert (boards[1, 3:] == boards[1, 2]).all()
    assert taquin.random_walks(2, 3, start="1 2 3/4 0 5", seed=1).shape == (2, 6)
    assert taquin.random_walks(0, 3).shape == (0, 16)
    assert np.array_equal(taquin.random_walks(2, 0), [Board.goal(4).tiles] * 2)
    with pytest.raises(ValueError, match="must be one board or 4"):
        taquin.random_walks(4, 3, start=start)
    with pytest.raises(ValueError, match="steps: must be at least 0"):
        taquin.random_walks(4, -1)
    with pytest.raises(TypeError, match="steps"):
        taquin.random_walks(4, 1.5)


def test_a_walk_that_cannot_move_stays() -> None:
    boards, actions = taquin.random_walks(50, 40, (1, 1), full=True)
    assert (boards == 0).all() and (actions == 255).all()
    assert np.array_equal(taquin.random_walks(2, 5, (1, 1)), [[0], [0]])


def test_the_wrong_start_is_named_also_in_a_block_of_one() -> None:
    starts = np.repeat([Board.goal(3).tiles], 16_385, axis=0)
    starts[-1, 0] = 9
    with pytest.raises(ValueError, match="^board 16384: "):
        taquin.random_walks(16_385, 1, start=starts)


def test_boards_at_a_distance() -> None:
    assert len(taquin.boards_at_distance(3, shape=(3, 3))) == taquin.census((3, 3)).counts[3]
    for d, shape in [(0, (4, 4)), (20, (4, 4)), (26, (4, 4)), (31, (3, 3)), (12, (2, 4))]:
        boards = taquin.boards_at_distance(d, 5, shape, seed=1)
        assert boards.shape == (5, shape[0] * shape[1])
        assert (taquin.optimal_length(boards, shape=shape) == d).all()
    assert np.array_equal(taquin.boards_at_distance(9, 5, seed=3), taquin.boards_at_distance(9, 5, seed=3))
    with pytest.raises(ValueError, match="farther from this goal than 31 moves"):
        taquin.boards_at_distance(32, 1, (3, 3))
    with pytest.raises(ValueError, match="n: is needed"):
        taquin.boards_at_distance(40)
    with pytest.raises(ValueError, match="up to 16 cells"):
        taquin.boards_at_distance(4, 1, (5, 5))
    with pytest.raises(ValueError, match="^d: must be from 0"):
        taquin.boards_at_distance(-1, 1)
    with pytest.raises(TypeError, match="^d: must be a whole number"):
        taquin.boards_at_distance(1.5, 1)
    with pytest.raises(ValueError, match="^most: must be at least 0"):
        taquin.boards_at_distance(3, most=-1)
    assert taquin.boards_at_distance(5, 0).shape == (0, 16)


@pytest.mark.parametrize(("d", "shape"), [(20, (3, 3)), (24, (2, 5)), (14, (4, 4)), (25, (4, 4))])
def test_seeds_draw_the_boards_of_generate(d: int, shape: tuple[int, int]) -> None:
    """From rows, from a census, from a list, by trial."""
    boards = taquin.boards_at_distance(d, 3, shape, seed=4)
    assert [Board(row, shape) for row in boards] == taquin.generate(shape, 3, optimal_length=d, seed=4)
    every = taquin.boards_at_distance(d, shape=shape) if d != 25 else boards
    assert {row.tobytes() for row in boards} <= {row.tobytes() for row in every}


def test_outputs_can_be_given() -> None:
    boards = boards_of((4, 4), 100)
    out = np.empty_like(boards)
    assert taquin.apply(boards, 0, illegal="stay", out=out) is out
    successors, mask = np.empty((100, 4, 16), np.uint8), np.empty((100, 4), bool)
    assert taquin.expand(boards, out=(successors, mask))[0] is successors
    lengths = np.empty(100, np.int32)
    assert taquin.manhattan(boards, out=lengths) is lengths
    with pytest.raises(ValueError, match="must not overlap"):
        taquin.apply(boards, 0, illegal="stay", out=boards)
    with pytest.raises(ValueError, match="out: must be an array of uint8"):
        taquin.apply(boards, 0, illegal="stay", out=np.empty((100, 16)))
    with pytest.raises(ValueError, match="contiguous"):
        taquin.apply(boards, 0, illegal="stay", out=np.empty((100, 32), np.uint8)[:, ::2])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint16, np.uint64])
def test_other_integers_are_converted(dtype: type) -> None:
    boards = boards_of((3, 3))
    assert np.array_equal(taquin.manhattan(boards.astype(dtype)), taquin.manhattan(boards))


def test_arrays_need_not_be_contiguous() -> None:
    boards = boards_of((4, 4), 50)
    expected = taquin.manhattan(boards)
    assert np.array_equal(taquin.manhattan(boards[::2]), expected[::2])
    assert np.array_equal(taquin.manhattan(np.asfortranarray(boards)), expected)
    assert np.array_equal(taquin.manhattan(boards.reshape(-1, 4, 4)), expected)
    assert np.array_equal(taquin.manhattan([Board(row) for row in boards]), expected)
    assert np.array_equal(taquin.manhattan(boards.tolist()), expected)
    boards.flags.writeable = False
    assert np.array_equal(taquin.manhattan(boards), expected)


def test_no_boards_are_no_error() -> None:
    none = np.empty((0, 16), np.uint8)
    assert taquin.manhattan(none).shape == (0,)
    assert taquin.apply(none, []).shape == (0, 16)
    assert taquin.expand(none)[0].shape == (0, 4, 16)
    assert taquin.optimal_length(none).shape == (0,)
    assert taquin.optimal_actions(none).shape == (0, 4)
    assert taquin.rank(none).shape == (0,)
    assert taquin.unrank([], (4, 4)).shape == (0, 16)
    assert taquin.random_boards(0).shape == (0, 16)


GOOD = np.array([[1, 2, 3, 0]], np.uint8)


@pytest.mark.parametrize(
    ("boards", "error", "words"),
    [
        (np.array([[1.0, 2.0, 3.0, 0.0]]), TypeError, "boards: must be whole numbers (uint8), not float64"),
        (np.array([[True, False, True, True]]), TypeError, "not bool"),
        (np.array([["1", "2", "3", "0"]]), TypeError, "not <U1"),
        (np.array([[-1, 2, 3, 0]]), ValueError, "boards: must be from 0 to 255, found -1"),
        (np.array([[1000, 2, 3, 0]]), ValueError, "boards: must be from 0 to 255, found 1000"),
        (np.array([1, 2, 3, 0]), ValueError, "must have two dimensions (n, cells), or three, not 1; one board: boards[None]"),
        (np.zeros((1, 1, 2, 2), int), ValueError, "not 4"),
        (np.array([[1, 2, 3, 4, 0]]), ValueError, "5 tiles do not make a square board: pass shape=(rows, cols)"),
        (np.array([[1, 2, 3, 3]]), ValueError, "board 0: tile 3 appears twice; missing: 0"),
        (np.array([[1, 2, 3, 0], [1, 2, 4, 0]]), ValueError, "board 1: there is no tile 4"),
        (np.zeros((1, 289), int), ValueError, "up to 256 cells"),
        ("1 2/3 0", TypeError, "not a text"),
        (None, TypeError, "boards: must be an array"),
        ([[1, 2, 3, 0], [1, 2]], ValueError, "same number of tiles"),
        ([Board("1 2/3 0"), Board.goal(3)], ValueError, "2×2 and 3×3"),
    ],
)
def test_wrong_arrays_are_errors_that_say_why(boards: object, error: type[Exception], words: str) -> None:
    for function in (taquin.manhattan, taquin.linear_conflict, taquin.optimal_length, taquin.optimal_actions, taquin.rank):
        with pytest.raises(error) as caught:
            function(boards)
        assert words in str(caught.value)


def test_wrong_actions_are_errors_that_say_why() -> None:
    with pytest.raises(ValueError, match=r"board 0: action 0 \(U\) is not possible"):
        taquin.apply(GOOD, [0])
    with pytest.raises(ValueError, match="actions: must be from 0 to 3, found 4"):
        taquin.apply(GOOD, [4])
    with pytest.raises(ValueError, match="board 0: action 9 is not one of"):
        taquin.apply(GOOD, np.array([9], np.uint8))
    with pytest.raises(ValueError, match="actions: must be from 0 to 3, found -1"):
        taquin.apply(GOOD, [-1])
    with pytest.raises(ValueError, match="an array of 1"):
        taquin.apply(GOOD, [1, 1])
    with pytest.raises(TypeError, match="actions: must be whole numbers"):
        taquin.apply(GOOD, [1.0])
    for blanks in (np.array([[1, 2, 3, 3]]), np.array([[0, 2, 0, 3]])):
        with pytest.raises(ValueError, match="board 0: it has"):
            taquin.expand(blanks)
    with pytest.raises(ValueError, match="convention"):
        taquin.apply(GOOD, [1], convention="hand")
    with pytest.raises(ValueError, match="illegal"):
        taquin.apply(GOOD, [1], illegal="ignore")


def test_unsolvable_boards_and_wrong_counts_are_refused() -> None:
    with pytest.raises(taquin.Unsolvable, match="board 1 is unsolvable"):
        taquin.optimal_length([Board("1 2/3 0"), Board("2 1/3 0")])
    with pytest.raises(taquin.Unsolvable):
        taquin.optimal_actions(np.array([[2, 1, *range(3, 16), 0]]))
    with pytest.raises(ValueError, match="n: must be at least 0"):
        taquin.random_boards(-1)
    with pytest.raises(TypeError, match="n: must be a whole number"):
        taquin.random_boards(1.5)
    with pytest.raises(MemoryError):
        taquin.random_boards(10**15)
    with pytest.raises(ValueError, match="seed"):
        taquin.random_boards(1, seed=-1)
    with pytest.raises(ValueError, match="rows of 4 tiles are not 3×3 boards"):
        taquin.manhattan(GOOD, shape=(3, 3))


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda progress: taquin.optimal_length(boards_of((3, 3), 1000), progress=progress), "optimal lengths"),
        (lambda progress: taquin.optimal_actions(taquin.random_walks(1000, 5, seed=1), progress=progress), "optimal actions"),
        (lambda progress: taquin.boards_at_distance(9, 1000, progress=progress), "boards at distance 9"),
        (lambda progress: taquin.random_walks(1000, 5, progress=progress), "random walks"),
    ],
)
def test_progress_is_told_by_tqdm(call: Callable[[bool], object], what: str, capfd: pytest.CaptureFixture[str]) -> None:
    call(True)
    bar = capfd.readouterr().err.rsplit("\r", 1)[-1]
    assert bar.startswith(f"{what}: 100%") and "1000/1000" in bar
    call(False)
    assert capfd.readouterr().err == ""


def test_threads_may_share_everything() -> None:
    from concurrent.futures import ThreadPoolExecutor

    boards = [boards_of((3, 3), 200) for _ in range(8)] + [taquin.random_walks(4, 40, seed=seed) for seed in range(4)]
    expected = [taquin.optimal_length(some) for some in boards]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(taquin.optimal_length, boards))
    assert all(np.array_equal(a, b) for a, b in zip(expected, found))


@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (4, 4), (5, 5), (9, 9)])
@pytest.mark.parametrize("wrong", [0, 1, 16, 200, 255])
def test_the_first_wrong_row_is_named_wherever_it_is(shape: tuple[int, int], wrong: int) -> None:
    boards = taquin.random_boards(35, shape, seed=9)
    for place in (0, 1, 14, 15, 16, 31, 32, 34):
        bad = boards.copy()
        bad[place:][bad[place:] == 2] = wrong
        with pytest.raises(ValueError, match=f"^board {place}: "):
            taquin.manhattan(bad, shape=shape)
        if wrong == 0:
            for call in (taquin.expand, lambda b, shape: taquin.apply(b, 0, shape=shape, illegal="stay")):
                with pytest.raises(ValueError, match=f"^board {place}: it has 2 blanks"):
                    call(bad, shape=shape)


def test_bytes_between_arrays_are_left_alone() -> None:
    """Short rows are written with vectors that are longer: nothing after the last row may change."""
    for shape, cells in (((2, 2), 4), ((3, 3), 9), ((3, 5), 15)):
        boards = taquin.random_boards(20, shape, seed=1)
        memory = np.full((26, cells), 77, np.uint8)
        taquin.apply(boards, 0, shape=shape, illegal="stay", out=memory[3:23])
        assert (memory[:3] == 77).all() and (memory[23:] == 77).all()
        four = np.full((26, 4, cells), 77, np.uint8)
        taquin.expand(boards, shape=shape, out=(four[3:23], np.empty((20, 4), bool)))
        assert (four[:3] == 77).all() and (four[23:] == 77).all()
