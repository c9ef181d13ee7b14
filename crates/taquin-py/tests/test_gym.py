"""The environments, with Gymnasium's own checker."""

from __future__ import annotations

import copy
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import taquin
import taquin.gym
from taquin import Board


@pytest.mark.parametrize("options", [{}, {"shape": (3, 3)}, {"shape": (2, 3), "observation": "onehot", "reward": "goal"}])
def test_gymnasiums_checker_has_no_complaint(options: dict) -> None:
    env = gymnasium.make(taquin.gym.ID, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("convention", ["tile", "blank"])
def test_an_episode_follows_a_solution(convention: str) -> None:
    env = gymnasium.make("taquin/Puzzle-v0", shape=(4, 4), convention=convention)
    observation, info = env.reset(seed=3, options={"distance": 20})
    assert info["distance"] == 20
    board = Board(observation)
    solution = taquin.solve(board)
    assert solution.length == 20
    total = 0.0
    for letter in solution.moves_as(convention):
        action = "UDLR".index(letter)
        assert info["action_mask"][action] == 1
        observation, reward, terminated, truncated, info = env.step(action)
        total += reward
        assert "distance" not in info
    assert terminated and not truncated and total == -20
    assert Board(observation) == Board.goal(4)


def test_distances_are_true() -> None:
    env = gymnasium.make("taquin/Puzzle-v0", shape=(3, 3))
    observation, info = env.reset(seed=1)
    env.action_space.seed(1)
    for step in range(30):
        assert info["distance"] == taquin.solve(Board(observation)).length
        # Any action may be tried: one that is not possible leaves the board as it is.
        mask = info["action_mask"] if step % 2 else None
        observation, _, terminated, _, info = env.step(env.action_space.sample(mask))
        if terminated:
            break
    always = gymnasium.make("taquin/Puzzle-v0", shape=(4, 4), distances="always")
    observation, info = always.reset(seed=1, options={"walk": 12})
    assert info["distance"] == taquin.solve(Board(observation)).length
    never = gymnasium.make("taquin/Puzzle-v0", shape=(3, 3), distances="never")
    assert "distance" not in never.reset()[1]


def test_seeds_and_options_decide_the_first_board() -> None:
    env = gymnasium.make("taquin/Puzzle-v0")
    assert np.array_equal(env.reset(seed=5)[0], env.reset(seed=5)[0])
    assert not np.array_equal(env.reset()[0], env.reset()[0])
    board = Board("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")
    assert env.reset(options={"board": board})[0].tolist() == list(board.tiles)
    for wrong in ({"board": "2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0"}, {"board": "1 2/3 0"}, {"steps": 3}, {"walk": 1, "distance": 1}):
        with pytest.raises(ValueError, match="options"):
            env.reset(options=wrong)


@pytest.mark.parametrize(("shape", "distances"), [((4, 4), (12, 15, 9)), ((3, 3), (20, 5, 31)), ((2, 5), (20, 7, 9))])
def test_the_boards_of_a_distance_are_listed_once(
    shape: tuple[int, int], distances: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = []
    make = taquin.gym._batch.distance_source
    monkeypatch.setattr(taquin.gym._batch, "distance_source", lambda d, *rest: listed.append(d) or make(d, *rest))
    monkeypatch.setattr(taquin.gym, "_CENSUSES", 3)
    env = taquin.gym.Puzzle(shape)
    for _ in range(3):
        for d in distances:
            # What was drawn before has no influence.
            first, info = env.reset(seed=8, options={"distance": d})
            second = env.reset(options={"distance": d})[0]
            assert info["distance"] == d
            assert np.array_equal(first, env.reset(seed=8, options={"distance": d})[0])
            lengths = taquin.optimal_length(np.array([first, second]), shape=shape)
            assert lengths.tolist() == [d, d]
    assert listed == list(distances)
    asked = {"seed": 8, "options": {"distance": distances[0]}}
    assert np.array_equal(copy.deepcopy(env).reset(**asked)[0], env.reset(**asked)[0])


def test_few_censuses_are_kept() -> None:
    env = taquin.gym.Puzzle((2, 5))
    for d in (3, 4, 3, 5):
        env.reset(options={"distance": d})
    assert list(env._rules._sources) == [3, 5]


def test_vectors_have_one_generator() -> None:
    envs = taquin.gym.PuzzleVector(4, (3, 3))
    first = envs.reset(seed=[1, 2, 3, 4])[0]
    assert np.array_equal(first, envs.reset(seed=[1, 2, 3, 4])[0])
    assert not np.array_equal(first, envs.reset(seed=[1, 2, 3, 5])[0])
    with pytest.raises(ValueError, match="found reset_mask"):
        envs.reset(options={"reset_mask": np.ones(4, bool)})
    with pytest.raises(TypeError, match="distance must be a whole number"):
        envs.reset(options={"distance": 2.5})


def test_actions_that_are_not_possible_leave_the_board() -> None:
    env = gymnasium.make("taquin/Puzzle-v0", shape=(2, 2), max_steps=3)
    observation, info = env.reset(options={"board": "1 0/3 2"})
    assert info["action_mask"].tolist() == [1, 0, 0, 1]
    after, reward, terminated, truncated, _ = env.step(1)
    assert np.array_equal(after, observation) and reward == -1 and not terminated and not truncated
    env.step(1)
    assert env.step(1)[3]


def test_one_hot_observations() -> None:
    env = gymnasium.make("taquin/Puzzle-v0", shape=(3, 3), observation="onehot", render_mode="ansi")
    observation, _ = env.reset(seed=2)
    assert observation.shape == (9, 9) and (observation.sum(axis=0) == 1).all()
    assert Board(observation.argmax(axis=1)) == env.unwrapped.board
    assert "│" in env.render() or "|" in env.render()


@pytest.mark.parametrize(
    "options",
    [{"shape": (0, 3)}, {"observation": "pixels"}, {"reward": "dense"}, {"convention": "hand"}, {"max_steps": 0}, {"goal": "end"}, {"shape": (20, 20)}],
)
def test_wrong_options_are_value_errors(options: dict) -> None:
    with pytest.raises(ValueError):
        taquin.gym.Puzzle(**options)


def test_the_vector_form_steps_as_single_ones() -> None:
    envs = gymnasium.make_vec("taquin/Puzzle-v0", num_envs=5, shape=(3, 3), max_steps=50)
    assert isinstance(envs.unwrapped, taquin.gym.PuzzleVector)
    observations, infos = envs.reset(seed=1, options={"distance": 4})
    assert (infos["distance"] == 4).all() and observations.shape == (5, 9)
    assert envs.observation_space.contains(observations)
    envs.action_space.seed(1)
    singles = [taquin.gym.Puzzle((3, 3), max_steps=50) for _ in range(5)]
    for single, board in zip(singles, observations):
        single.reset(options={"board": Board(board)})
    running = np.ones(5, bool)
    for _ in range(60):
        actions = np.where(taquin.optimal_actions(observations).any(axis=1), taquin.optimal_actions(observations).argmax(axis=1), 0)
        ended = ~running
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for k, single in enumerate(singles):
            if ended[k]:
                assert rewards[k] == 0 and infos["distance"][k] == 4
                single.reset(options={"board": Board(observations[k])})
                continue
            board, reward, single_terminated, single_truncated, info = single.step(actions[k])
            assert np.array_equal(board, observations[k]) and reward == rewards[k]
            assert (single_terminated, single_truncated and not single_terminated) == (terminated[k], truncated[k])
            assert info["distance"] == infos["distance"][k]
            assert np.array_equal(info["action_mask"], infos["action_mask"][k])
        running = ~(terminated | truncated)
    envs.close()
