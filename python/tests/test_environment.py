"""The environment for PettingZoo, and the vectorised one."""
import multiprocessing
import pickle
import random
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import kring
from kring.environment import HexEnv, env


def test_pettingzoo_accepts_it(rules):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(rules, 3, 4), num_cycles=60)


@pytest.mark.parametrize("rules", ["hex", "torus swap=on", "cylinder turns=random", "torus seasons=3 turns=random swap=on"])
def test_the_same_seed_gives_the_same_games(rules):
    seed_test(lambda: env(rules, 4), num_cycles=100)


def test_games_of_the_environment(rules):
    board, rng = HexEnv(rules, 3, 4), random.Random(rules)
    for seed in range(5):
        board.reset(seed=seed)
        for agent in board.agent_iter():
            observation, reward, over, _, _ = board.last()
            if over:
                winner = board.position.winner
                assert reward == (1 if board.colour_of(agent) == winner else -1)
                board.step(None)
                continue
            mask = observation["action_mask"]
            assert board.observation_space(agent).contains(observation)
            assert (mask == board.position.legal_mask()).all() and board.colour_of(agent) == board.position.turn
            board.step(int(rng.choice(np.flatnonzero(mask))))


def test_the_environment_refuses_and_renders():
    board = HexEnv("hex", 3, render_mode="ansi")
    board.reset()
    board.step(4)
    with pytest.raises(ValueError, match="b2 is taken"):
        board.step(4)
    assert "black joins top and bottom" in board.render()
    board.render_mode = "svg"
    assert board.render().startswith("<svg")


def test_many_boards_play_as_one_does(rules):
    many = kring.VectorEnv(rules, 4, 5, count=40, seed=5, threads=2)
    singles = [many.position(i) for i in range(40)]
    ended = 0
    for _ in range(60):
        actions = many.random_actions()
        expected = []
        for i, position in enumerate(singles):
            assert (many.boards[i] == position.board).all() and (many.legal[i] == position.legal_mask()).all()
            assert many.to_move[i] == (1 if position.turn == "black" else -1)
            assert many.legal[i, actions[i]]
            position.play(int(actions[i]))
            expected.append({"black": 1, "white": -1, None: 0}[position.winner])
        winners = many.step(actions)
        assert winners.tolist() == expected
        ended += np.count_nonzero(winners)
        singles = [many.position(i) if many.position(i).ply <= 1 else one for i, one in enumerate(singles)]
        for i, position in enumerate(singles):
            if position.needs_coin:
                position.declare("black" if many.to_move[i] > 0 else "white")
    assert ended > 40


def play(threads, steps=40):
    many = kring.VectorEnv("torus seasons=2 turns=random swap=on", 5, count=100, seed=9, threads=threads)
    return [many.step(many.random_actions()).tolist() for _ in range(steps)], many.boards.tolist()


def test_threads_change_nothing():
    assert play(1) == play(2) == play(3)


def test_other_threads_cannot_disturb_a_step():
    """They change the caller's actions, and read arrays: at most that is refused."""
    boards = kring.VectorEnv("hex", 9, count=400, seed=1, threads=2)
    actions = boards.random_actions()
    wrong = []
    done = threading.Event()

    def disturb():
        while not done.is_set():
            actions[:] = 0
            for name in ["boards", "legal", "to_move"]:
                try:
                    getattr(boards, name)
                except RuntimeError:
                    pass
                except BaseException as error:
                    wrong.append(error)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        for _ in range(200):
            try:
                actions[:] = boards.random_actions()
                boards.step(actions)
            except (ValueError, RuntimeError):
                pass
    finally:
        done.set()
        thread.join()
    assert not wrong
    for index in range(0, len(boards), 50):
        assert (boards.boards[index] == boards.position(index).board).all()
        assert abs(int(boards.boards[index].sum())) <= 1


def test_a_reset_begins_anew():
    many = kring.VectorEnv("random-turn", 5, count=20, seed=4)
    first = [many.step(many.random_actions()).tolist() for _ in range(30)]
    many.reset(seed=4)
    assert not many.boards.any() and many.legal[:, :-1].all()
    assert [many.step(many.random_actions()).tolist() for _ in range(30)] == first


@pytest.mark.parametrize("actions, error, why", [
    ([0, 1], ValueError, "2 actions were given for 3 boards"),
    ([0, 0, 25], ValueError, "board 2: swap-pieces is not allowed"),
    ([0, -1, 0], ValueError, "board 1: action -1 is not on the board"),
    ([7, 0, 0], ValueError, "board 0: c2 is taken"),
    (np.zeros((3, 1), int), ValueError, "a list of numbers is expected, not shape"),
    (np.zeros(3), TypeError, "whole numbers are expected, not float64"),
    (["a", "b", "c"], TypeError, "whole numbers are expected"),
    (None, TypeError, "whole numbers are expected, not object"),
])
def test_bad_actions_change_nothing(actions, error, why):
    many = kring.VectorEnv("hex", 5, count=3)
    many.step([7, 7, 7])
    before = many.boards.copy()
    with pytest.raises(error, match=why):
        many.step(actions)
    assert (many.boards == before).all()


def test_arrays_outlive_the_environment_and_are_read_only():
    many = kring.VectorEnv("hex", 5, count=3)
    boards = many.boards
    many.step(np.array([0, 1, 2], np.int32))
    many.step(np.arange(6)[::2] + 3)
    with pytest.raises(ValueError):
        boards[0, 0, 0] = 5
    with pytest.raises(ValueError):
        boards.setflags(write=True)
    with pytest.raises(ValueError):
        boards.resize((9, 9, 9), refcheck=False)
    del many
    assert boards[:, 0, :3].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for options, why in ((dict(count=0), "count=0"), (dict(threads=0), "threads=0"), (dict(columns=0), "each side")):
        with pytest.raises(ValueError, match=why):
            kring.VectorEnv("hex", **{"columns": 5, **options})
    with pytest.raises(ValueError, match="there is no board 3, but 3"):
        kring.VectorEnv("hex", 5, count=3).position(3)


def child(many, answers):
    answers.put(many.step(many.random_actions()).tolist())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="there is no fork here")
def test_a_fork_has_threads_of_its_own():
    context = multiprocessing.get_context("fork")
    many = kring.VectorEnv("hex", 5, count=200, threads=2)
    many.step(many.random_actions())
    answers = context.Queue()
    process = context.Process(target=child, args=(many, answers))
    process.start()
    assert answers.get(timeout=30) == [0] * 200
    process.join(30)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is that of Linux")
@pytest.mark.parametrize("call", [
    "kring.VectorEnv('torus', 32, count=1_000_000)",
    "kring.VectorEnv('hex', 11, count=4_000_000)",
    "kring.Network().evaluate([kring.Position('hex', 32)] * 1_000_000)",
])
def test_too_little_memory_is_an_error(call):
    code = f"""
import resource, kring
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
try:
    {call}
except ValueError as error:
    assert "there is no memory for" in str(error), error
else:
    raise SystemExit("no error")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_environment_is_pickled_and_says_what_is_missing():
    game = HexEnv("torus", 3)
    with pytest.raises(ValueError, match="call reset first"):
        game.step(0)
    with pytest.raises(ValueError, match="'nobody' is not one of"):
        game.observe("nobody")
    with pytest.raises(ValueError, match="render_mode='human'"):
        HexEnv("hex", 3, render_mode="human")
    game.reset(seed=1)
    game.step(4)
    copy = pickle.loads(pickle.dumps(game))
    assert copy.position == game.position
