"""Matches: rows for pandas, agents that are written in Python, errors."""
import pandas
import pytest

import kring
from kring import charts


def first_cell(position):
    return position.legal_moves()[0]


class Centre:
    name = "centre"

    def choose(self, position):
        return min(position.legal_moves(), key=lambda cell: abs(cell - position.cells // 2))


def test_rows_are_a_table():
    rows = kring.match("mcts sims=100", "random", "torus", 4, games=10, seed=3)
    table = pandas.DataFrame(rows)
    assert table.game.tolist() == list(range(1, 11)) and table.score.dtype.kind == "i"
    assert table.score.mean() > 0.6 and table.seconds.dtype.kind == "f" and table.swapped.dtype == bool
    game = kring.Position.from_sgf(rows[0]["sgf"])
    assert game.winner == rows[0]["winner"] and game.rules == kring.Rules("torus")
    again = kring.match("mcts sims=100", "random", "torus", 4, games=10, seed=3, workers=2)
    assert [row["record"] for row in again] == [row["record"] for row in rows]


@pytest.mark.parametrize("rules", ["hex", "cylinder swap=on", "torus seasons=3", "torus turns=random", "hex swap=on seasons=2"])
def test_agents_in_python_play(rules):
    rows = kring.match(Centre(), first_cell, rules, 4, 3, games=6)
    assert {rows[0]["black"], rows[0]["white"]} == {"centre", "first_cell"} and len(rows) == 6
    assert all(row["reason"] == "connection" for row in rows)
    searcher = kring.Agent("mcts sims=30")
    rows = kring.match(lambda p: searcher.choose(p), kring.Agent("random"), rules, 4, 3, games=4, workers=2)
    assert len(rows) == 4 and all(row["reason"] == "connection" for row in rows)


def test_errors_of_agents_in_python_are_raised():
    def broken(position):
        if position.ply > 2:
            raise RuntimeError("a bug")
        return position.legal_moves()[0]

    with pytest.raises(RuntimeError, match="a bug"):
        kring.match(broken, "random", "hex", 5, games=50, workers=2)
    for answer, why in (("a1", "illegal move: a1 is taken"), ("zz", "'zz' is not a move"),
                        ("pass", "pass is not a move in Hex"), (999, "action 999 is not on the board")):
        with pytest.raises(ValueError, match=why):
            kring.match("random", lambda p: answer, "hex", 5, games=20)
    with pytest.raises(TypeError, match="a move is a text"):
        kring.match("random", lambda p: None, "hex", 5, games=2)


@pytest.mark.parametrize("options, why", [
    (dict(games=0), "games=0"), (dict(openings="some"), "some"), (dict(colours="green"), "colours: expected"),
    (dict(workers=0), "workers=0"), (dict(columns=40), "each side must be from 1 to 32"), (dict(rules="chess"), "chess"),
    (dict(openings="random:99"), "no opening"),
])
def test_there_is_no_such_match(options, why):
    with pytest.raises(ValueError, match=why):
        kring.match("random", "random", **{"columns": 5, "games": 2, **options})


def test_players_must_be_players():
    with pytest.raises(ValueError, match="there is no agent 'nobody'"):
        kring.match("nobody", "random")
    with pytest.raises(ValueError, match="neural does not play black in this game"):
        kring.match("neural", "random", "random-turn", 5)
    with pytest.raises(TypeError, match="a player is a text, an Agent, a function or an object"):
        kring.match(3, "random")


def test_charts(tmp_path):
    import matplotlib
    matplotlib.use("Agg")
    rows = kring.match("mcts sims=50", "random", "hex", 4, games=8)
    axes = charts.scores({"one": rows, "two": rows[:4]})
    assert len(axes.patches) == 2
    game = kring.Position.from_sgf(rows[0]["sgf"])
    axes = charts.values(game, kring.Agent("mcts sims=50"))
    assert axes.lines[0].get_ydata()[-1] in (0, 1)
    axes.figure.savefig(tmp_path / "values.png")
