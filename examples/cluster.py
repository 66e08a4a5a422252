"""Matches, self-play positions and solved openings on all machines of a Dask cluster.

    pip install ./python 'dask[distributed]'
    python examples/cluster.py                      # on the cores of this machine
    python examples/cluster.py tcp://scheduler:8786 # on a cluster whose workers have kring installed

Every task has a seed of its own, so the results are the same on any number of machines.
"""
import sys

import kring
from dask.distributed import Client


def play(seed, games=10):
    """Plays some games of a match and returns the score of the first player."""
    rows = kring.match("mcts sims=500", "mcts sims=100", "torus", 5, games=games, openings="random:1", seed=seed, workers=1)
    return sum(row["score"] for row in rows)


def self_play(seed):
    """Plays a game of an agent against itself and returns each position with its value for the side to move."""
    agent, position, samples = kring.Agent("mcts sims=200", seed=seed), kring.Position("hex", 5), []
    while not position.winner:
        choice = agent.choose(position)
        samples.append((position.to_sgf(), choice.value))
        position.play(choice.move)
    return samples


def solve(opening):
    """A first move, and the winner after it."""
    position = kring.Position("hex", 5)
    position.play(opening)
    return opening, kring.solve(position).winner


def main():
    with Client(*sys.argv[1:2]) as client:
        games = client.map(play, range(8))
        samples = client.map(self_play, range(8))
        empty = kring.Position("hex", 5)
        openings = client.map(solve, [empty.name(action) for action in empty.legal_moves()])
        print(f"match: {sum(client.gather(games)):g} of {8 * 10}")
        print(f"self-play: {sum(map(len, client.gather(samples)))} positions")
        print("winning first moves:", *sorted(cell for cell, winner in client.gather(openings) if winner == "black"))


if __name__ == "__main__":
    main()
