"""The rules of the training code against those of the engine, which the Python package has: `sh scripts/train/test.sh`
installs it."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pytest
import torch

import seasons
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


def season_game(pos, game, board):
    """The package's position with the seasons of one game."""
    s = pos.seasons
    cycles = [",".join(str(int(e) + 1) for e in s.cycle[game, side, :s.period[game, side]]) for side in (0, 1)]
    rules = f"{board.topology} seasons={int(s.count[game])} black-cycle={cycles[0]} white-cycle={cycles[1]}"
    digits = "".join(str(int(season) + 1) for season in s.map[game, :board.cells])
    rows = " ".join(digits[i:i + board.m] for i in range(0, board.cells, board.m))
    return kring.Position(rules, board.m, board.n, season_map=rows)


def test_seasons_have_the_rules_of_the_engine():
    """Fair and other maps, default and other cycles, seasons that run out: legal moves, who moves, winners."""
    torch.manual_seed(3)
    layout = Layout([(Board.parse(name), 7) for name in SMALL + ["rhombus:7x6", "cylinder:9x5", "torus:6x7"]], torch.device("cpu"))
    boards = [layout.boards[kind] for kind in layout.kind.tolist()]
    pos = empty(layout)
    pos.seasons = seasons.draw(layout, 1 + torch.arange(layout.games) % 7)
    theirs = [season_game(pos, game, board) for game, board in enumerate(boards)]
    skipped = 0
    for ply in range(layout.width):
        legal = seasons.may_play(seasons.due(pos))
        going = torch.tensor([position.winner is None for position in theirs])
        act = torch.where(going[:, None], legal.float(), 1.0).multinomial(1)[:, 0]
        after, won = play(layout, pos, act)
        for game, position in enumerate(theirs):
            if not going[game]:
                continue
            turn = "black" if pos.mover[game] > 0 else "white"
            assert position.turn == turn
            assert position.legal_moves().tolist() == legal[game].nonzero()[:, 0].tolist(), (str(boards[game]), position)
            side = int(pos.mover[game] < 0)
            listed = int(pos.seasons.cycle[game, side, pos.step[game, side].long()]) + 1
            skipped += position.season(turn) != listed
            position.play(int(act[game]))
            assert bool(won[game]) == (position.winner is not None)
            assert position.winner in (None, turn)
        pos = after.where(going, pos)
    assert all(position.winner for position in theirs) and skipped > 50
