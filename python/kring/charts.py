"""Charts by matplotlib.

>>> import kring.charts
>>> rows = kring.match("mcts sims=50", "random", "torus", 3, games=4)
>>> axes = kring.charts.scores({"mcts against random": rows})
>>> axes.get_xlabel()
'share of games won by the first player'
"""
from kring import Agent, Position, score

__all__ = ["scores", "values"]


def _axes(axes):
    if axes is None:
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1]
    return axes


def scores(matches, axes=None):
    """A bar for each match: what its first player scored, with the 95 % interval.

    `matches` are rows of `kring.match` by name.
    """
    axes = _axes(axes)
    for place, rows in enumerate(matches.values()):
        share, low, high = score(sum(row["score"] for row in rows), len(rows))
        axes.barh(place, share, color="#7fa6c9")
        axes.plot([low, high], [place, place], color="black")
    axes.set_yticks(range(len(matches)), list(matches))
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.axvline(0.5, color="grey", linewidth=0.8)
    axes.set_xlabel("share of games won by the first player")
    return axes


def values(position: Position, agent: Agent, axes=None):
    """Black's chance to win after each move of a game, as an agent sees it.

    >>> p = kring.Position("hex", 3)
    >>> for move in ("b2", "a1", "b1"): p.play(move)
    >>> len(kring.charts.values(p, kring.Agent("mcts sims=50")).lines[0].get_ydata())
    3
    """
    axes, game, chances = _axes(axes), position.copy(), []
    while game.ply:
        turn = game.turn or "black"
        if game.winner is None and (value := agent.choose(game, turn).value) is not None:
            chances.append((game.ply, value if turn == "black" else 1 - value))
        elif game.winner:
            chances.append((game.ply, float(game.winner == "black")))
        game.undo()
    axes.plot(*zip(*reversed(chances)), color="black")
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel("move")
    axes.set_ylabel("black's chance to win")
    return axes
