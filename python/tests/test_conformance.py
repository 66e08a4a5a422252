"""The invariants of the library's own conformance suite, seen from Python, under every combination of rules."""
import random

import numpy as np
import pytest

import kring
from conftest import random_game, toss

SIZES = ((1, 1), (2, 3), (3, 2), (4, 4), (5, 3), (6, 7))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_games_are_sound(rules, size):
    rng = random.Random(f"{rules}{size}")
    p = kring.Position(rules, *size, seed=rng.randrange(100))
    stages = random_game(p, rng)
    winner = p.winner
    check_winner(p, winner)
    check_full_board(p.copy(), winner, rng)
    check_symmetries(p, winner)
    check_undo(p, stages)


def check_winner(p, winner):
    chain = [p.action(cell) for cell in p.winning_chain]
    own = 1 if winner == "black" else -1
    assert chain and len(set(chain)) == len(chain)
    assert (p.board.flat[chain] == own).all()


def check_full_board(p, winner, rng):
    """The first to win has won, whatever follows, and a full board without a winner cannot be."""
    while (empty := np.flatnonzero(p.board == 0)).size:
        colour = rng.choice(("black", "white"))
        season = p.season(colour)
        in_season = [cell for cell in empty if p.season_map.flat[cell] == season]
        p.play(int(rng.choice(in_season)), colour)
        assert p.winner == winner


def check_symmetries(p, winner):
    assert p.image(p.symmetries[0]) == p
    for symmetry in p.symmetries[:12]:
        image = p.image(symmetry)
        assert image.winner == symmetry.colour(winner)
        sign = -1 if symmetry.swaps_colours else 1
        expected = np.zeros(p.cells, np.int8)
        expected[symmetry.cells] = sign * p.board.ravel()
        assert (image.board.ravel() == expected).all()


def check_undo(p, stages):
    for stage in reversed(stages):
        p.undo()
        assert p == stage and p.hash == stage.hash and p.winner is None
    assert p.ply == 0


def test_arrays_agree(rules):
    rng = random.Random(rules)
    p = kring.Position(rules, 4, 5)
    for _ in range(8):
        toss(p, rng)
        legal, mask = p.legal_moves(), p.legal_mask()
        assert (np.flatnonzero(mask) == legal).all() and mask.shape == (21,)
        for action in range(21):
            trial = p.copy()
            try:
                trial.play(action)
                assert mask[action]
            except ValueError:
                assert not mask[action]
        p.play(int(rng.choice(legal)))
        if p.winner:
            break
