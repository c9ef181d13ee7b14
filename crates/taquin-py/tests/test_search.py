"""solve, compare, trace, verify, census, generate, audit."""

from __future__ import annotations

import pickle
import xml.dom.minidom
from base64 import b64decode

import numpy as np
import pytest

import taquin
from taquin import Board, LimitReached

BOARD = "8 1 3/4 0 2/7 6 5"
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


def test_a_solution_has_its_figures() -> None:
    solution = taquin.solve(BOARD, "idastar", "manhattan")
    assert solution.length == len(solution) == len(solution.moves) == 14
    assert solution.guarantee == "optimal" and solution.at_most_times == 1.0
    assert solution.lower_bound == 14
    assert solution.algorithm == "idastar" and solution.heuristic == "manhattan"
    assert [one.bound for one in solution.iterations] == [10, 12, 14]
    assert sum(one.generated for one in solution.iterations) == solution.stats.generated > 0
    assert len(solution.boards) == 15
    board = solution.start
    for letter, after in zip(solution.moves, solution.boards[1:]):
        board = board.move(letter)
        assert board == after
    assert board == solution.goal == Board.goal(3)
    assert Board(BOARD).move(solution.moves_as("blank"), convention="blank") == solution.goal
    assert Board(BOARD).move(solution.moves_as("numbers"), convention="numbers") == solution.goal


@pytest.mark.parametrize("algorithm", [name for name in taquin.algorithms()])
def test_every_algorithm_solves(algorithm: str) -> None:
    options = {"time": 0.5} if algorithm == "beam" else {}
    solution = taquin.solve(BOARD, algorithm, **options)
    assert solution.length >= 14 and solution.lower_bound <= 14
    if solution.guarantee == "optimal":
        assert solution.length == 14


@pytest.mark.parametrize("heuristic", [name for name in taquin.heuristics()])
def test_every_heuristic_leads_to_a_shortest_solution(heuristic: str) -> None:
    assert taquin.solve(BOARD, "astar", heuristic).length == 14


def test_options_reach_the_search() -> None:
    assert taquin.solve("1 8 3/4 0 2/7 6 5", goal="snail").length == 14
    assert taquin.solve(BOARD, goal=Board.goal(3, "first")).goal == Board("0 1 2/3 4 5/6 7 8")
    mtm = taquin.solve("1 2 3/0 4 6/7 5 8", metric="mtm")
    assert mtm.length == 3 and mtm.metric == "mtm"
    weighted = taquin.solve(BOARD, "weighted-astar", "manhattan", weight=3)
    assert weighted.length >= 14
    every = taquin.solve("1 2 3/4 5 6/0 7 8", all_optimal=True)
    assert every.optimal_solutions == 1 and every.optimal_first_moves == ["L"] and every.all_moves == ["LL"]
    assert taquin.solve(BOARD).optimal_solutions is None
    assert taquin.solve(Board.goal(4)).length == 0
    ordered = taquin.solve(BOARD, "bfs", order="RLDU")
    assert ordered.length == 14
    large = taquin.solve(taquin.generate(6, seed=1)[0], effort=0)
    assert large.guarantee == "none" and large.lower_bound < large.length and large.at_most_times is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"algorithm": "fast"}, "algorithm: `fast` is not an algorithm; the algorithms are bfs"),
        ({"heuristic": "fast"}, "heuristic: `fast` is not a heuristic"),
        ({"algorithm": "bfs", "heuristic": "manhattan"}, "heuristic: has no effect"),
        ({"weight": 2}, "weight: works only with"),
        ({"algorithm": "wastar", "weight": 0.5}, "weight: a weight is a number from 1"),
        ({"metric": "htm"}, "metric: `htm` is not a metric"),
        ({"goal": "2 1 3/4 5 6/7 8"}, "goal: "),
        ({"goal": "end"}, "goal: `end` is not a named goal"),
        ({"time": -1}, "time: -1 is not a number of seconds"),
        ({"time": "1y"}, "time: a time is a number with the unit"),
        ({"memory": "lots"}, "memory: an amount of memory"),
        ({"threads": 0}, "threads: must be at least 1"),
        ({"threads": -1}, "threads: must be from 0"),
        ({"order": "UDLX"}, "order: a move order has each of U, D, L and R once"),
        ({"max_length": -1}, "max_length: must be from 0"),
        ({"algorithm": "bfs", "effort": 5}, "effort"),
    ],
)
def test_wrong_options_are_value_errors_that_name_the_option(options: dict, words: str) -> None:
    with pytest.raises(ValueError) as error:
        taquin.solve(BOARD, **options)
    assert words in str(error.value)
    assert "--" not in str(error.value)


@pytest.mark.parametrize(
    "options",
    [{"heuristic": 5}, {"time": []}, {"threads": 1.5}, {"algorithm": 1}, {"goal": 7}, {"all_optimal": "yes"}],
)
def test_options_of_wrong_types_are_type_errors(options: dict) -> None:
    with pytest.raises(TypeError):
        taquin.solve(BOARD, **options)


def test_unsolvable_boards_are_value_errors() -> None:
    with pytest.raises(taquin.Unsolvable, match="no moves lead to the goal"):
        taquin.solve("2 1 3/4 5 6/7 8 0")
    assert issubclass(taquin.Unsolvable, ValueError)


def test_limits_carry_what_is_known() -> None:
    with pytest.raises(LimitReached) as caught:
        taquin.solve(HARD, "idastar", "manhattan", time=0.05)
    assert caught.value.reason == "time"
    assert caught.value.lower_bound >= 50
    assert caught.value.best is None and caught.value.stats.generated > 0
    with pytest.raises(LimitReached) as caught:
        taquin.solve(HARD, "astar", "manhattan", memory="1M")
    assert caught.value.reason == "memory"
    with pytest.raises(LimitReached) as caught:
        taquin.solve(BOARD, max_length=13)
    assert (caught.value.reason, caught.value.lower_bound) == ("max-length", 14)


def test_limits_of_generate_have_their_reason() -> None:
    with pytest.raises(LimitReached) as caught:
        taquin.generate((4, 4), 3, optimal_length=79, time=0.05)
    assert (caught.value.reason, caught.value.best) == ("time", [])
    with pytest.raises(LimitReached, match="not known") as caught:
        taquin.generate((2, 8), hardest=True)
    assert caught.value.reason == "search"
    with pytest.raises(LimitReached, match="memory") as caught:
        taquin.generate((3, 4), hardest=True, memory="1M")
    assert caught.value.reason == "memory"


def test_limits_can_be_pickled() -> None:
    """Processes of a pool send their exceptions that way."""
    with pytest.raises(LimitReached) as caught:
        taquin.solve(BOARD, "idastar", "manhattan", max_length=13)
    limit, again = caught.value, pickle.loads(pickle.dumps(caught.value))
    assert type(again) is LimitReached and str(again) == str(limit)
    assert (again.reason, again.lower_bound, again.best) == ("max-length", 14, None)
    assert repr(again.stats) == repr(limit.stats) and again.stats.generated > 0


def test_a_solution_without_moves_is_one() -> None:
    solved = taquin.solve(Board.goal(3))
    assert len(solved) == 0 and solved


def test_solutions_that_are_too_long_are_refused() -> None:
    with pytest.raises(ValueError, match="too long for Python to hold"):
        taquin.solve(taquin.generate(300, seed=1)[0])


def test_notebooks_play_solutions() -> None:
    solution = taquin.solve(BOARD)
    html = solution._repr_html_()
    assert html is not None and html.startswith("<img")
    picture = b64decode(html.split("base64,")[1].split('"')[0])
    assert picture.decode() == solution.svg()
    xml.dom.minidom.parseString(picture)
    assert "@keyframes" in solution.svg()
    page = solution.html()
    assert page.startswith("<!DOCTYPE html>") and solution.moves in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_comparisons_are_tables() -> None:
    table = taquin.compare(BOARD, ["astar", "bfs"], ["manhattan", "hamming"])
    assert [(row.algorithm, row.heuristic) for row in table] == [
        ("astar", "manhattan"),
        ("astar", "hamming"),
        ("bfs", "zero"),
    ]
    assert all(row.length == 14 and row.status == "solved" for row in table)
    assert table[0].generated < table[1].generated < table[2].generated
    frame = table.to_pandas()
    assert list(frame["length"]) == [14, 14, 14]
    assert "<table>" in table._repr_html_() and "astar" in repr(table)
    assert len(taquin.compare(BOARD)) > 20
    with pytest.raises(TypeError, match="must be a list"):
        taquin.compare(BOARD, "astar")
    unnamed = taquin.compare(BOARD, ["astar", "bfs"], [lambda board: board.heuristic("manhattan")])
    assert [(row.algorithm, row.heuristic) for row in unnamed] == [("astar", "<lambda>"), ("bfs", "zero")]
    assert "<td>&lt;lambda&gt;</td>" in unnamed._repr_html_()


def test_a_python_heuristic_can_be_compared() -> None:
    def own(board: Board) -> int:
        return board.heuristic("manhattan")

    table = taquin.compare(BOARD, ["astar"], [own, "manhattan"])
    assert {row.heuristic for row in table} == {"own", "manhattan"}
    assert len({row.generated for row in table}) == 1


def test_traces_show_every_step() -> None:
    trace = taquin.trace(BOARD, "astar", "manhattan")
    assert trace.complete and len(trace.moves) == 14
    first = trace.nodes[trace.steps[0].selected]
    assert (first.board, first.g, first.h, first.priority) == (Board(BOARD), 0, 10, 10)
    for step in trace.steps:
        for opened in step.opened:
            assert trace.nodes[opened].parent == step.selected
    short = taquin.trace(BOARD, "idastar", steps=3)
    assert not short.complete and len(short.steps) == 3 and short.steps[0].bound == 10
    with pytest.raises(ValueError, match="table is looked up"):
        taquin.trace(BOARD, "table")


def test_moves_are_verified() -> None:
    right = taquin.solve(BOARD).moves
    assert taquin.verify(BOARD, right).optimal
    longer = taquin.verify("1 2 3/4 0 6/7 5 8", "RLUL")
    assert longer and longer.optimal is False and longer.lost[0].better == "U"
    wrong = taquin.verify("1 2 3/4 0 6/7 5 8", "UU")
    assert not wrong and wrong.reason == "impossible"
    assert taquin.verify("1 2 3/4 0 6/7 5 8", "DR", convention="blank")
    with pytest.raises(TypeError):
        taquin.verify(BOARD, 5)
    with pytest.raises(ValueError, match="moves: "):
        taquin.verify(BOARD, "XYZ")


def test_a_census_counts_every_board() -> None:
    counted = taquin.census((3, 3))
    assert counted.boards == sum(counted.counts) == 181_440
    assert counted.farthest == 31 and counted.counts[31] == 2
    assert taquin.census(goal=Board.goal((2, 3), "first")).boards == 360
    with pytest.raises(LimitReached, match="memory"):
        taquin.census((4, 4))
    with pytest.raises(LimitReached) as caught:
        taquin.census((3, 4), time=0.02)
    assert caught.value.best.boards == 239_500_800
    with pytest.raises(ValueError, match="shape: is missing"):
        taquin.census()


def test_a_goal_that_is_a_board_has_the_shape() -> None:
    for goal in ("1 2/3 0", [[1, 2], [3, 0]], np.array([[1, 2], [3, 0]]), Board("1 2/3 0")):
        assert taquin.census(goal=goal).boards == 12
        assert taquin.audit("manhattan", goal=goal).boards == 12
        assert taquin.generate(goal=goal, seed=1)[0].shape == (2, 2)
    assert taquin.audit("manhattan", (2, 2)).boards == 12
    with pytest.raises(ValueError, match="must have the same shape"):
        taquin.audit("manhattan", (3, 3), "1 2/3 0")


def test_boards_are_generated_by_seed() -> None:
    assert taquin.generate((3, 3), 3, seed=5) == taquin.generate((3, 3), 3, seed=5)
    assert all(taquin.solve(board).length == 25 for board in taquin.generate(3, 4, optimal_length=25))
    assert not taquin.generate(4, unsolvable=True)[0].is_solvable()
    assert {taquin.solve(board).length for board in taquin.generate(3, 2, hardest=True, distinct=True)} == {31}
    with pytest.raises(ValueError, match="walk: cannot be combined with hardest"):
        taquin.generate(3, walk=5, hardest=True)
    with pytest.raises(ValueError, match="no board of 3×3 is farther"):
        taquin.generate(3, optimal_length=40)


def test_heuristics_are_audited() -> None:
    verdict = taquin.audit("linear-conflict")
    assert verdict.admissible and verdict.consistent and verdict.boards == 181_440
    assert taquin.audit("hamming", (2, 2), "first").at_goal == 0
    sampled = taquin.audit("manhattan", (4, 4), samples=2, seed=1)
    assert sampled.admissible is None and sampled.overestimates.count == 0
    with pytest.raises(ValueError, match="up to 16 cells"):
        taquin.audit("manhattan", (5, 5))
    for wrong, kind in ((["manhattan", "hamming"], "list"), (None, "None"), (5, "int")):
        with pytest.raises(TypeError, match=f"heuristic: must be one name or one function, not {kind}"):
            taquin.audit(wrong, (2, 2))


class TestPythonHeuristics:
    """Functions as heuristics."""

    @staticmethod
    def manhattan(board: Board) -> int:
        cols = board.shape[1]
        return sum(
            abs(cell // cols - (tile - 1) // cols) + abs(cell % cols - (tile - 1) % cols)
            for cell, tile in enumerate(board.tiles)
            if tile
        )

    @pytest.mark.parametrize("algorithm", ["auto", "astar", "weighted-astar", "greedy", "idastar"])
    def test_one_board_at_a_time_searches_as_the_built_in(self, algorithm: str) -> None:
        own = taquin.solve(BOARD, algorithm, self.manhattan)
        named = taquin.solve(BOARD, "astar" if algorithm == "auto" else algorithm, "manhattan")
        assert own.moves == named.moves
        assert own.stats.generated == named.stats.generated
        assert own.heuristic == "manhattan" and own.evaluated > 0
        assert own.evaluated <= named.stats.generated + named.length + 40

    @pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "greedy", "idastar"])
    def test_a_batch_of_boards_searches_the_same(self, algorithm: str) -> None:
        sizes = []

        @taquin.batched
        def many(boards: np.ndarray) -> np.ndarray:
            assert boards.dtype == np.uint8 and boards.shape[1] == 9
            sizes.append(len(boards))
            return taquin.manhattan(boards)

        own = taquin.solve(BOARD, algorithm, many)
        assert own.stats.generated == taquin.solve(BOARD, algorithm, "manhattan").stats.generated
        assert sum(sizes) == own.evaluated and max(sizes) > 1

    def test_exceptions_come_out_as_themselves(self) -> None:
        class Mine(Exception):
            pass

        problem = Mine("broken")

        def broken(board: Board) -> int:
            raise problem

        for function in (broken, taquin.batched(lambda boards: broken(boards))):
            for algorithm in ("astar", "idastar", "greedy", "wastar"):
                with pytest.raises(Mine) as caught:
                    taquin.solve(BOARD, algorithm, function)
                assert caught.value is problem
            with pytest.raises(Mine):
                taquin.audit(function)

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            ("many", "returned 'many' for 8 1 3/4 0 2/7 6 5: it must return a number"),
            (None, "returned None"),
            (float("nan"), "must return a finite number"),
            (float("inf"), "must return a finite number"),
            (1e9, "more moves than any board needs"),
        ],
    )
    def test_wrong_answers_are_value_errors(self, answer: object, words: str) -> None:
        with pytest.raises(ValueError) as error:
            taquin.solve(BOARD, "astar", lambda board: answer)
        assert words in str(error.value) and "<lambda>" in str(error.value)

    def test_wrong_batches_are_value_errors(self) -> None:
        with pytest.raises(ValueError, match="returned 1 estimates for"):
            taquin.solve(BOARD, "idastar", taquin.batched(lambda boards: np.zeros(len(boards) + 1)[: 1 + (len(boards) > 1) * 0]
                         if len(boards) > 1 else [0]))
        with pytest.raises(ValueError, match="one-dimensional array of numbers"):
            taquin.solve(BOARD, "astar", taquin.batched(lambda boards: boards))
        with pytest.raises(TypeError):
            taquin.batched(5)

    def test_fractions_are_rounded_up_and_nothing_is_negative(self) -> None:
        half = taquin.solve(BOARD, "astar", lambda board: self.manhattan(board) - 0.5)
        assert half.stats.generated == taquin.solve(BOARD, "astar", "manhattan").stats.generated
        zero = taquin.solve(BOARD, "astar", lambda board: -3)
        assert zero.stats.generated == taquin.solve(BOARD, "astar", "zero").stats.generated

    def test_overestimates_are_found(self) -> None:
        solution = taquin.solve(BOARD, "astar", lambda board: 3 * self.manhattan(board))
        assert solution.overestimate is not None
        board, estimate, at_most = solution.overestimate
        assert estimate == 3 * self.manhattan(board) > at_most
        verdict = taquin.audit(lambda board: 3 * self.manhattan(board), (2, 3))
        assert verdict.admissible is False and verdict.overestimates.count > 0

    def test_audits_take_functions(self) -> None:
        own = taquin.audit(self.manhattan)
        named = taquin.audit("manhattan")
        assert own.heuristic == "manhattan"
        assert (own.admissible, own.mean, own.exact) == (True, named.mean, named.exact)
        many = taquin.audit(taquin.batched(taquin.manhattan))
        assert (many.mean, many.largest) == (named.mean, named.largest)

    def test_only_some_searches_take_functions(self) -> None:
        with pytest.raises(ValueError, match="astar, weighted-astar, greedy and idastar"):
            taquin.solve(BOARD, "bidirectional", self.manhattan)
        with pytest.raises(ValueError, match="has no effect"):
            taquin.solve(BOARD, "bfs", self.manhattan)
