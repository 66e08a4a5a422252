"""Ctrl-C ends what takes long, and other threads of Python run meanwhile."""
import os
import signal
import sys
import threading
import time

import pytest

import kring

#: Seconds from the signal to the end: 0.1 is promised, more is for a machine that is busy.
SOON = 2.0


def slow_player(position):
    return kring.Agent("mcts sims=1000000000").choose(position).move


LONG = {
    "mcts": lambda: kring.Agent("mcts sims=1000000000").choose(kring.Position("torus", 11)),
    "neural": lambda: kring.Agent("neural evals=1000000000").choose(kring.Position("hex", 11)),
    "minimax": lambda: kring.Agent("minimax depth=12").choose(kring.Position("hex", 11)),
    "random-spot": lambda: kring.Agent("random-spot fills=1000000000").choose(kring.Position("hex", 11)),
    "solve": lambda: kring.solve(kring.Position("hex", 9)),
    "solve seasons": lambda: kring.solve(kring.Position("hex seasons=2", 6)),
    "verify": lambda: kring.verify("ring-master", kring.Position("cylinder", 7, 7)),
    "verify in Python": lambda: kring.verify(lambda p: [], kring.Position("hex", 5)),
    "match": lambda: kring.match("neural evals=100000", "mcts sims=1000000000", "hex", 11, games=100),
    "match of quick games": lambda: kring.match("random", "random", "hex", 11, games=10_000_000),
    "match in Python": lambda: kring.match(slow_player, "random", "hex", 11, games=100),
    "coin_value": lambda: kring.coin_value(kring.Position("random-turn", 11), fills=1_000_000_000),
    "playouts": lambda: kring.playouts(kring.Position("torus", 11), 1_000_000_000),
    "evaluate": lambda: kring.Network().evaluate([kring.Position("hex", 19)] * 100_000),
}


@pytest.fixture(autouse=True)
def python_handles_the_signal():
    """A job in the background of a script ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to oneself ends the process there")
@pytest.mark.parametrize("work", LONG.values(), ids=LONG.keys())
def test_ctrl_c_ends_it(work):
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.25, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()
    assert time.monotonic() - sent[0] < SOON


def test_other_threads_run_meanwhile():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    kring.Agent("mcts sims=1000000000").choose(kring.Position("hex", 11), time=0.4)
    stop.set()
    thread.join()
    assert len(ticks) > 10


def test_close_ends_the_search_of_another_thread():
    agent, errors = kring.Agent("mcts sims=1000000000"), []

    def choose():
        try:
            agent.choose(kring.Position("hex", 11))
        except ValueError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=choose) for _ in range(2)]
    [thread.start() for thread in threads]
    time.sleep(0.2)
    assert not agent.closed
    begin = time.monotonic()
    agent.close()
    [thread.join() for thread in threads]
    assert time.monotonic() - begin < SOON
    assert agent.closed and errors == ["the agent is closed"] * 2


def test_two_threads_share_an_agent():
    agent, moves = kring.Agent("mcts sims=2000"), []
    choose = lambda: moves.append(agent.choose(kring.Position("torus", 7)).move)
    threads = [threading.Thread(target=choose) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(moves) == 4
