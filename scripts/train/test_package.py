"""The rules of the training code against those of the engine, which the Python package has: `sh scripts/train/test.sh`
installs it."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pytest
import torch

from boards import MIXTURE, Board, Layout
from game import empty, play

kring = pytest.importorskip("kring")

SMALL = [f"{topology}:{m}x{n}" for topology in ("rhombus", "cylinder", "torus") for m in range(2, 6) for n in range(2, 6)]


def random_games(names, each, seed):
    """Plays games on all of these boards side by side with the package's positions; how many of them black won."""
    torch.manual_seed(seed)
    layout = Layout([(Board.parse(name), each) for name in names], torch.device("cpu"))
    boards = [layout.boards[kind] for kind in layout.kind.tolist()]
    theirs = [kring.Position(board.topology, board.m, board.n) for board in boards]
    pos, black = empty(layout), 0
    order = torch.where(layout.valid, torch.rand(layout.games, layout.width), -1.0).argsort(1, descending=True)
    for ply in range(layout.width):
        mover = pos.mover.tolist()
        pos, won = play(layout, pos, order[:, ply])
        for game, position in enumerate(theirs):
            if position.winner is not None:
                continue
            assert position.turn == ("black" if mover[game] > 0 else "white")
            position.play(int(order[game, ply]))
            assert bool(won[game]) == (position.winner is not None), (str(boards[game]), position)
            if position.winner:
                colours = pos.colour[game, : position.cells].view(position.rows, position.columns)
                assert (colours.numpy() == position.board).all()
                black += position.winner == "black"
    assert all(position.winner for position in theirs)
    return black


def test_every_board_of_the_mixture_has_the_rules_of_the_engine():
    black = random_games(MIXTURE, 1, 1)
    assert 0 < black < len(MIXTURE)


def test_small_boards_have_the_rules_of_the_engine():
    black = random_games(SMALL, 12, 2)
    assert 0 < black < 12 * len(SMALL)
