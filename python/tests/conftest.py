"""What several test files need: every combination of rules, and random games."""
import itertools
import random

import pytest

import kring

TOPOLOGIES = ("rhombus", "cylinder", "torus")
ALL_RULES = [
    f"{topology} seasons={seasons} turns={turns} swap={swap}"
    for topology, seasons, turns, swap in itertools.product(
        TOPOLOGIES, (1, 2, 3), ("alternating", "random"), ("on", "off")
    )
]


@pytest.fixture(params=ALL_RULES)
def rules(request):
    return request.param


def toss(position, rng):
    """Tosses the coin if one is needed."""
    if position.needs_coin:
        position.declare(rng.choice(("black", "white")))


def random_game(position, rng=None):
    """Plays random legal moves to the end; the position before each of them."""
    rng = rng or random.Random(1)
    stages = []
    while position.winner is None:
        toss(position, rng)
        stages.append(position.copy())
        position.play(int(rng.choice(position.legal_moves())))
    return stages


def quick_agents():
    """Each agent with settings that answer at once; `book` needs a file."""
    return [row["quick"] for row in kring.agents() if row["name"] != "book"]
