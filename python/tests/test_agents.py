"""Agents, networks, playouts, solver and verifier: what they answer, and how they refuse."""
import math

import numpy as np
import pytest

import kring
from conftest import quick_agents, toss
import random


@pytest.mark.parametrize("spec", quick_agents())
def test_every_agent_plays_or_says_why_not(spec):
    for rules in ("hex", "cylinder swap=on", "torus seasons=2", "torus turns=random", "cylinder seasons=3 turns=random"):
        p = kring.Position(rules, 4)
        toss(p, random.Random(1))
        try:
            choice = kring.Agent(spec).choose(p, time=0.05)
        except ValueError as error:
            assert " does not play " in str(error)
            continue
        assert choice.action in p.legal_moves() and p.name(choice.action) == choice.move
        assert choice.value is None or 0 <= choice.value <= 1
        assert choice.scores.shape == choice.visits.shape == (4, 4)
        p.play(choice.move)


def test_the_example_of_the_package():
    p = kring.Position(kring.Rules("torus"), 5, 5)
    p.play("c3")
    choice = kring.Agent("neural evals=20").choose(p)
    assert p.winner is None and choice.move in {p.name(action) for action in p.legal_moves()}
    assert choice.line[0] == choice.move and choice.candidates[0]["visits"] == choice.visits.max()
    assert choice.counters["evaluations"] >= 1


def test_the_same_seed_gives_the_same_move():
    p = kring.Position("torus", 7)
    moves = {kring.Agent("mcts sims=100", seed=5).choose(p).move for _ in range(3)}
    assert len(moves) == 1


def test_agents_refuse_what_they_cannot():
    p, agent = kring.Position("random-turn", 3), kring.Agent("mcts sims=10")
    with pytest.raises(ValueError, match="nobody is to move"):
        agent.choose(p)
    assert agent.choose(p, "white").action is not None
    with pytest.raises(ValueError, match="neural does not play black in this game: it plays without random turns"):
        kring.Agent("neural").choose(p, "black")
    for time in (-1, math.nan, math.inf, 1e300):
        with pytest.raises(ValueError, match="time="):
            agent.choose(p, "black", time=time)
    won = kring.Position("hex", 1)
    won.play("a1")
    with pytest.raises(ValueError, match="the game is over: black has won"):
        agent.choose(won)
    with pytest.raises(TypeError):
        agent.choose("a1")
    for spec in ("", "mcts sims=x", "mcts,10", "neural net=/nowhere"):
        with pytest.raises(ValueError):
            kring.Agent(spec)


def test_a_closed_agent_raises():
    agent = kring.Agent("mcts sims=10")
    agent.close()
    agent.close()
    assert agent.closed
    for use in (lambda: agent.choose(kring.Position("hex", 3)), lambda: kring.match(agent, "random", "hex", 3, games=1)):
        with pytest.raises(ValueError, match="the agent is closed"):
            use()


def test_the_network_evaluates_batches():
    network = kring.Network()
    assert (network.blocks, network.channels) == (6, 64)
    positions, rng = [], random.Random(2)
    for topology in ("hex", "cylinder", "torus"):
        positions = [kring.Position(topology, 5, 4) for _ in range(9)]
        for i, p in enumerate(positions):
            for _ in range(i):
                p.play(int(rng.choice(p.legal_moves())))
        policy, value = network.evaluate(positions, threads=2)
        assert policy.dtype == value.dtype == np.float32
        assert policy.shape == (9, 20) and np.allclose(policy.sum(1), 1, atol=1e-5)
        for p, row, one in zip(positions, policy, value):
            assert (row[p.board.ravel() != 0] == 0).all() and 0 <= one <= 1
            alone = network.evaluate([p])
            assert np.allclose(alone[0][0], row, atol=1e-5) and np.isclose(alone[1][0], one, atol=1e-5)
    seasonal = kring.Position("torus seasons=3", 5)
    policy, _ = network.evaluate([seasonal])
    assert policy[0].nonzero()[0].tolist() == seasonal.legal_moves().tolist()
    empty = kring.Position("hex", 5)
    assert network.evaluate([empty])[1][0] > 0.5
    assert network.evaluate([empty], exact=False)[1][0] > 0.5


def test_the_network_refuses_other_games():
    won = kring.Position("hex", 1)
    won.play("a1")
    with pytest.raises(ValueError, match="the game is over: black has won"):
        kring.Network().evaluate([won])
    network = kring.Network()
    with pytest.raises(ValueError, match="the positions are of one board, but 5x5 torus is not 5x5 rhombus"):
        network.evaluate([kring.Position("hex", 5), kring.Position("torus", 5)])
    with pytest.raises(ValueError, match="neural does not play"):
        network.evaluate([kring.Position("random-turn", 5)], colour="black")
    with pytest.raises(ValueError, match="there are no positions"):
        network.evaluate([])
    with pytest.raises(ValueError, match="threads=0"):
        network.evaluate([kring.Position()], threads=0)
    for wrong in (3, ["a1"], kring.Position("hex", 3), np.zeros((2, 5, 5))):
        with pytest.raises(TypeError):
            network.evaluate(wrong)


def test_playouts_end_games(rules):
    p = kring.Position(rules, 4, 3, seed=1)
    toss(p, random.Random(1))
    for games in (kring.playouts, kring.fills):
        winners, boards = games(p, 700, boards=True)
        assert winners.shape == (700,) and boards.shape == (700, 3, 4)
        assert set(np.unique(boards)) == {-1, 1} and set(np.unique(winners)) <= {-1, 1}
        assert (games(p, 700) == winners).all() and (games(p, 700, seed=1) != winners).any()
    if "turns=alternating" in rules:
        boards = kring.playouts(p, 600, boards=True)[1]
        assert (boards.sum((1, 2)) == 0).all()


@pytest.mark.parametrize("rules", ["hex turns=random", "torus turns=random", "hex seasons=2 turns=random"])
@pytest.mark.parametrize("colour", ["black", "white"])
def test_playouts_know_a_coin_that_was_tossed(rules, colour):
    """Against games move by move."""
    rng, games = random.Random(1), 20_000
    start = kring.Position(rules, 3)
    start.declare(colour)

    def play():
        position = start.copy()
        while not position.winner:
            position.play(int(rng.choice(position.legal_moves())))
            toss(position, rng)
        return 1 if position.winner == "black" else -1

    mean = sum(play() for _ in range(games)) / games
    assert abs(kring.playouts(start, 1_000_000).mean() - mean) < 4 / math.sqrt(games)
    start = kring.Position(rules, 3)
    assert abs(kring.playouts(start, 1_000_000, colour=colour).mean() - mean) < 4 / math.sqrt(games)


def test_the_winners_are_those_of_the_boards():
    p = kring.Position("hex", 3, 4)
    p.play("b2")
    winners, boards = kring.fills(p, 200, boards=True)
    assert (boards[:, 1, 1] == 1).all()
    for winner, board in zip(winners, boards):
        full = kring.Position("hex", 3, 4)
        for cell, stone in enumerate(board.ravel()):
            full.set_up(cell, "black" if stone > 0 else "white")
        assert full.winner == ("black" if winner > 0 else "white")
    with pytest.raises(ValueError, match="count=0"):
        kring.fills(p, 0)
    with pytest.raises(ValueError, match="no memory|count="):
        kring.fills(kring.Position("hex", 32), 10**15, boards=True)


def test_coin_values():
    value = kring.coin_value(kring.Position("cylinder turns=random", 3))
    assert value.black == float(value) == 0.59375 and value.error is None
    sampled = kring.coin_value(kring.Position("random-turn", 6), fills=20_000)
    assert abs(sampled.black - 0.5) < 5 * sampled.error
    for rules, why in (("hex", "the turns alternate"), ("torus turns=random", "on the torus the first ring wins"),
                       ("hex seasons=2 turns=random", "the seasons restrict the moves")):
        with pytest.raises(ValueError, match=why):
            kring.coin_value(kring.Position(rules, 3))


@pytest.mark.parametrize("rules, columns, rows, winner", [
    ("hex", 4, 3, "black"), ("hex", 3, 4, "white"), ("cylinder", 3, 5, "black"), ("torus", 3, 5, "white"),
    ("hex swap=on", 4, 4, "white"),
])
def test_solved_boards(rules, columns, rows, winner):
    p = kring.Position(rules, columns, rows)
    solution = kring.solve(p, time=20)
    assert solution.winner == winner and (solution.move is None) == (winner != "black")
    if solution.move:
        p.play(solution.move)
        assert kring.solve(p).winner == winner


def mover_wins(p):
    for action in p.legal_moves():
        p.play(int(action))
        wins = p.winner is not None or not mover_wins(p)
        p.undo()
        if wins:
            return True
    return False


@pytest.mark.parametrize("topology", ["hex", "cylinder", "torus"])
@pytest.mark.parametrize("seasons", [1, 2, 3])
def test_the_solver_agrees_with_a_search_in_python(topology, seasons):
    for columns, rows in ((2, 3), (3, 2), (2, 2)):
        p = kring.Position(f"{topology} seasons={seasons}", columns, rows, seed=seasons)
        assert (kring.solve(p).winner == "black") == mover_wins(p)


def test_a_limit_leaves_the_winner_open():
    solution = kring.solve(kring.Position("hex", 9), positions=20)
    assert solution.winner is None and solution.move is None and "unknown" in repr(solution)
    with pytest.raises(ValueError, match="only boards of up to 128 cells can be solved"):
        kring.solve(kring.Position("hex", 12))
    with pytest.raises(ValueError, match="memory=0"):
        kring.solve(kring.Position("hex", 3), memory=0)


def test_verified_strategies():
    three = kring.Position("cylinder", 3, 4)
    assert kring.verify("three-rings", three).verdict == "proved"
    report = kring.verify("three-rings", kring.Position("cylinder", 5, 3))
    assert report.verdict == "refuted" and report.game.winner == "white" and report.positions > 0
    assert kring.verify("three-rings", kring.Position("cylinder", 5, 5), limit=50).verdict == "unknown"
    for strategy, why in (("nobody", "there is no strategy 'nobody'"), ("mcts", "plays by no strategy")):
        with pytest.raises(ValueError, match=why):
            kring.verify(strategy, three)
    with pytest.raises(ValueError, match="three-rings does not play this game: it plays black on the cylinder"):
        kring.verify("three-rings", kring.Position("hex", 3))
    with pytest.raises(ValueError, match="first: expected black, white or both"):
        kring.verify("three-rings", three, first="nobody")
    three.play("a1")
    with pytest.raises(ValueError, match="from the empty board"):
        kring.verify("three-rings", three)


def answer_beside(p):
    """Black on a cylinder of two columns: the other cell of white's row."""
    last = p.moves[-1] if p.moves else None
    if not last or last[0] == "black":
        return []
    row = p.action(last[1]) // 2
    return [cell for cell in (2 * row, 2 * row + 1) if p.board.flat[cell] == 0]


def test_strategies_in_python():
    board = kring.Position("cylinder", 2, 3)
    assert kring.verify(answer_beside, board, first="white").verdict == "proved"
    refuted = kring.verify(lambda p: [p.legal_moves()[-1]], kring.Position("hex", 3), first="black")
    assert refuted.verdict == "refuted" and refuted.game.winner == "white"

    class White:
        colour = "white"

        def permitted(self, position):
            assert position.turn == "white"
            return []

    assert kring.verify(White(), kring.Position("hex", 2), choices="best", first="white").verdict == "proved"


def test_errors_of_strategies_are_raised():
    board = kring.Position("hex", 3)

    def broken(position):
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        kring.verify(broken, board)
    for answer, why in ((["z9"], "'z9' is not a move"), ("a1", "'a' is not a move"), ([99], "not on the board")):
        with pytest.raises(ValueError, match=why):
            kring.verify(lambda p: answer, board)
    with pytest.raises(ValueError, match="the strategy permits a1, which is not a legal cell"):
        kring.verify(lambda p: ["a1"], board)
    for wrong in (3, None):
        with pytest.raises(TypeError):
            kring.verify(lambda p: wrong, board)
        with pytest.raises(TypeError, match="a strategy is a text, a function or an object"):
            kring.verify(wrong, board)


@pytest.mark.parametrize("call, why", [
    (lambda n: kring.Position("hex", n), "columns and rows|from 1 to 32|board"),
    (lambda n: kring.Position("hex", 3, seed=n), "seed="),
    (lambda n: kring.Position("hex", 3).undo(n), "count=|no move"),
    (lambda n: kring.Agent("random", seed=n), "seed="),
    (lambda n: kring.playouts(kring.Position("hex", 3), n), "count="),
    (lambda n: kring.VectorEnv("hex", 3, count=n), "count="),
    (lambda n: kring.VectorEnv("hex", 3, count=2).position(n), "there is no board"),
    (lambda n: kring.match("random", "random", "hex", 3, games=n), "games="),
    (lambda n: kring.solve(kring.Position("hex", 3), positions=n), "positions="),
    (lambda n: kring.verify("pairing", kring.Position("cylinder", 4), limit=n), "limit="),
    (lambda n: kring.score(n, 5), "won="),
])
@pytest.mark.parametrize("number", [-1, 2**64])
def test_numbers_out_of_range_are_named(call, why, number):
    with pytest.raises(ValueError, match=why):
        call(number)
