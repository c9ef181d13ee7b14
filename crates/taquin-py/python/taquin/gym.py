"""Environments for Gymnasium, which has to be installed: ``pip install gymnasium``.

>>> import gymnasium, taquin.gym
>>> env = gymnasium.make("taquin/Puzzle-v0", shape=(3, 3))
>>> observation, info = env.reset(seed=1, options={"distance": 5})
>>> info["distance"], info["action_mask"].dtype
(5, dtype('int8'))

Importing this module registers the environment; ``gymnasium.make("taquin.gym:taquin/Puzzle-v0")`` does so too.

- **Observation**: the tiles in reading order, uint8, 0 for the blank; with ``observation="onehot"`` an array
  ``(cells, cells)`` with a 1 in row *cell* and column *tile*.
- **Action**: 0 (U), 1 (D), 2 (L), 3 (R), where the tile goes; with ``convention="blank"``, where the blank goes. An action
  that is not possible leaves the board as it is. ``info["action_mask"]`` has a 1 for each action that is possible, as
  ``env.action_space.sample(mask)`` takes it.
- **Reward**: -1 for each step, so that the return is minus the number of moves; with ``reward="goal"``, 1 at the goal and 0
  elsewhere.
- An episode **terminates** at the goal, and is truncated after ``max_steps`` (1000 by default).
- ``info["distance"]`` is the length of a shortest solution: always for boards of up to 9 cells, and after
  ``reset(options={"distance": d})``. With ``distances="always"`` it is computed at every step, which takes milliseconds for
  4×4; with ``"never"`` it is left out. Where it is not known, it is left out in ``Puzzle`` and -1 in ``PuzzleVector``.
- ``reset`` takes ``options={"distance": d}`` (a random board at that distance), ``{"walk": k}`` (after that many random
  moves) or ``{"board": board}``; without options, a random solvable board. The boards of a distance are listed when it is
  first asked for, which takes up to seconds, and kept; 4×4 boards at more than 22 moves are found by trial at every reset.

``gymnasium.make_vec("taquin/Puzzle-v0", num_envs=64, shape=(4, 4))`` makes the vector form, whose steps are computed by
``taquin.apply`` for all boards at once. It resets a board in the step after its episode has ended.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("taquin.gym needs gymnasium: pip install gymnasium") from error

from . import _batch
from ._search import as_board, is_name, seed_of
from ._taquin import Board, BoardsAtDistance
from ._types import GoalLike, ShapeLike

__all__ = ["ID", "Puzzle", "PuzzleVector", "register"]

ID = "taquin/Puzzle-v0"
"""The name under which the environment is registered."""

_TABLE_CELLS = 9
_CENSUS_CELLS = 12
_SOURCES = 100
"""Distances whose boards are kept. Those of 4×4 up to 22 moves take 100 MB together, the others little."""
_CENSUSES = 2
"""The same for 10 to 12 cells, where each takes up to 120 MB."""
Info = dict[str, Any]
Array = npt.NDArray[Any]


class _Rules:
    """What one environment and many have in common. Boards are rows of arrays."""

    def __init__(
        self,
        shape: ShapeLike,
        goal: GoalLike,
        observation: str,
        reward: str,
        convention: str,
        distances: str,
        max_steps: int | None,
    ) -> None:
        for name, value, allowed in (
            ("observation", observation, ("tiles", "onehot")),
            ("reward", reward, ("step", "goal")),
            ("convention", convention, ("tile", "blank")),
            ("distances", distances, ("auto", "always", "never")),
        ):
            if value not in allowed:
                raise ValueError(f"{name}: {value!r} is not one of {', '.join(allowed)}")
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_steps: must be at least 1, not {max_steps}")
        self.goal = goal_board(shape, goal)
        self.shape = self.goal.shape
        self.cells = self.shape[0] * self.shape[1]
        if self.cells > 256:
            raise ValueError(f"shape: environments have boards of up to 256 cells, not {self.cells}")
        self.target = np.array(self.goal.tiles, np.uint8)
        self.observation = observation
        self.reward = reward
        self.convention = convention
        self.max_steps = max_steps
        self.distances = "always" if distances == "auto" and self.cells <= _TABLE_CELLS else distances
        self._sources: dict[int, BoardsAtDistance] = {}

    def __getstate__(self) -> Info:
        """For copies: the boards of a distance are listed again when they are needed."""
        return {**self.__dict__, "_sources": {}}

    def source(self, distance: int) -> BoardsAtDistance:
        """The boards at a distance, which are listed once: that takes up to seconds, drawing one does not."""
        source = self._sources.pop(distance, None)
        if source is None:
            source = _batch.distance_source(distance, self.shape, self.goal)
            most = _CENSUSES if _TABLE_CELLS < self.cells <= _CENSUS_CELLS else _SOURCES
            if len(self._sources) >= most:
                # The one that has not been used for longest.
                del self._sources[next(iter(self._sources))]
        self._sources[distance] = source
        return source

    def observation_space(self) -> spaces.Space[Any]:
        if self.observation == "tiles":
            return spaces.Box(0, self.cells - 1, (self.cells,), np.uint8)
        return spaces.Box(0, 1, (self.cells, self.cells), np.uint8)

    def observe(self, boards: Array) -> Array:
        if self.observation == "tiles":
            return boards.copy()
        return np.eye(self.cells, dtype=np.uint8)[boards]

    def masks(self, boards: Array) -> npt.NDArray[np.int8]:
        mask = _batch.expand(boards, shape=self.shape, convention=self.convention)[1]
        return mask.astype(np.int8)

    def known(self, boards: Array) -> Array | None:
        if self.distances != "always":
            return None
        return _batch.optimal_length(boards, self.goal, shape=self.shape, progress=False)

    def is_goal(self, boards: Array) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = (boards == self.target).all(axis=1)
        return found

    def rewards(self, solved: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        if self.reward == "goal":
            return solved.astype(np.float64)
        return np.full(len(solved), -1.0)

    def first(
        self, n: int, rng: np.random.Generator, options: Info | None
    ) -> tuple[npt.NDArray[np.uint8], int | None]:
        """The first boards of episodes, and their distance if it was asked for."""
        options = dict(options or {})
        unknown = sorted(set(options) - {"board", "distance", "walk"})
        if unknown or len(options) > 1:
            raise ValueError(
                "options: must be one of distance, walk and board, found " + ", ".join(sorted(options))
            )
        if "board" in options:
            board = as_board(options["board"])
            if board.shape != self.shape:
                rows, cols = self.shape
                raise ValueError(f"options: the board must be {rows}×{cols}, not {board.shape[0]}×{board.shape[1]}")
            if not board.is_solvable(self.goal):
                raise ValueError("options: the goal cannot be reached from the board")
            return np.repeat(np.array([board.tiles], np.uint8), n, axis=0), None
        if "distance" in options:
            distance = options["distance"]
            if isinstance(distance, bool) or not hasattr(distance, "__index__"):
                raise TypeError(f"options: distance must be a whole number, not {type(distance).__name__}")
            distance = int(distance)
            return _batch.draw(self.source(distance), n, self.cells, seed_of(rng)), distance
        if "walk" in options:
            return _batch.random_walks(n, options["walk"], self.shape, start=self.goal, seed=rng), None
        return _batch.random_boards(n, self.shape, goal=self.goal, seed=rng), None


def goal_board(shape: ShapeLike, goal: GoalLike) -> Board:
    if isinstance(goal, str) and is_name(goal):
        return Board.goal(shape, goal)
    return Board(goal, shape)


class Puzzle(gymnasium.Env[Array, np.int64]):
    """One puzzle; see the module."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        shape: ShapeLike = (4, 4),
        goal: GoalLike = "last",
        observation: str = "tiles",
        reward: str = "step",
        convention: str = "tile",
        distances: str = "auto",
        max_steps: int | None = 1000,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode: {render_mode!r} is not one of ansi, svg")
        self._rules = _Rules(shape, goal, observation, reward, convention, distances, max_steps)
        self.render_mode = render_mode
        self.observation_space = self._rules.observation_space()
        self.action_space = spaces.Discrete(4)
        self._board = self._rules.target[None].copy()
        self._steps = 0

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return Board(self._board[0], self._rules.shape)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """A new board: ``options`` is ``{"distance": d}``, ``{"walk": k}`` or ``{"board": board}``."""
        super().reset(seed=seed)
        self._board, distance = self._rules.first(1, self.np_random, options)
        self._steps = 0
        return self._rules.observe(self._board)[0], self._info(distance)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, Info]:
        """Make a move: 0 (U), 1 (D), 2 (L), 3 (R)."""
        rules = self._rules
        self._board = _batch.apply(
            self._board, [int(action)], shape=rules.shape, convention=rules.convention, illegal="stay", threads=1
        )
        self._steps += 1
        solved = rules.is_goal(self._board)
        truncated = rules.max_steps is not None and self._steps >= rules.max_steps
        observation = rules.observe(self._board)[0]
        return observation, float(rules.rewards(solved)[0]), bool(solved[0]), truncated, self._info(None)

    def render(self) -> Any:
        """The board as text or as a picture, by ``render_mode``."""
        if self.render_mode == "ansi":
            return self.board.write("box")
        if self.render_mode == "svg":
            return self.board._repr_svg_()
        return None

    def _info(self, distance: int | None) -> Info:
        info: Info = {"action_mask": self._rules.masks(self._board)[0]}
        known = self._rules.known(self._board)
        if known is not None:
            distance = int(known[0])
        if distance is not None and self._rules.distances != "never":
            info["distance"] = distance
        return info


class PuzzleVector(VectorEnv[Array, Array, Array]):
    """Many puzzles at once; see the module."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        shape: ShapeLike = (4, 4),
        goal: GoalLike = "last",
        observation: str = "tiles",
        reward: str = "step",
        convention: str = "tile",
        distances: str = "auto",
        max_steps: int | None = 1000,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs: must be at least 1, not {num_envs}")
        self._rules = _Rules(shape, goal, observation, reward, convention, distances, max_steps)
        self.num_envs = num_envs
        self.single_observation_space = self._rules.observation_space()
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._boards = np.repeat(self._rules.target[None], num_envs, axis=0)
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._options: Info | None = None

    def reset(self, *, seed: Any = None, options: Info | None = None) -> tuple[Array, Info]:
        """New boards; later episodes begin in the same way. All boards share one generator, for which a list of seeds is one
        seed. All are reset: there is no ``reset_mask``."""
        if isinstance(seed, (list, tuple)):
            super().reset()
            self._np_random = np.random.default_rng(list(seed))
        else:
            super().reset(seed=seed)
        self._options = options
        self._boards, distance = self._rules.first(self.num_envs, self.np_random, options)
        self._steps[:] = 0
        self._ended[:] = False
        distances = np.full(self.num_envs, -1 if distance is None else distance, np.int64)
        return self._rules.observe(self._boards), self._info(distances)

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        """Make one move on each board; a board whose episode has ended is replaced by a new one instead."""
        rules = self._rules
        again = self._ended
        self._boards = _batch.apply(
            self._boards, actions, shape=rules.shape, convention=rules.convention, illegal="stay"
        )
        self._steps += 1
        distances = np.full(self.num_envs, -1, np.int64)
        if again.any():
            fresh, distance = rules.first(int(again.sum()), self.np_random, self._options)
            self._boards[again] = fresh
            self._steps[again] = 0
            distances[again] = -1 if distance is None else distance
        terminated = rules.is_goal(self._boards) & ~again
        rewards = np.where(again, 0.0, rules.rewards(terminated))
        truncated = np.zeros(self.num_envs, np.bool_)
        if rules.max_steps is not None:
            truncated = (self._steps >= rules.max_steps) & ~terminated & ~again
        self._ended = terminated | truncated
        return rules.observe(self._boards), rewards, terminated, truncated, self._info(distances)

    def _info(self, distances: Array) -> Info:
        everyone = np.ones(self.num_envs, np.bool_)
        info: Info = {"action_mask": self._rules.masks(self._boards), "_action_mask": everyone}
        known = self._rules.known(self._boards)
        if known is not None:
            distances = known.astype(np.int64)
        if self._rules.distances != "never":
            info["distance"] = distances
            info["_distance"] = distances >= 0
        return info


def register() -> None:
    """Register the environment with Gymnasium; importing the module has done it."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="taquin.gym:Puzzle", vector_entry_point="taquin.gym:PuzzleVector")


register()
