"""Two nets against each other from even openings: `python ladder.py ONE TWO [--sims 64]`.

ONE and TWO are folders with states, or FOLDER/snapshots.pt:INDEX. Every opening of the files that `even.py` made is played twice with colours
exchanged. Both nets play without randomness, so each opening is one observation: no opening is played more often, and
intervals count pairs.
Measure a training by this, not by its loss: openings get more balanced and targets sharper as the
net learns, so losses need not fall while strength grows.
"""
import argparse
import math
import os
import time

import torch

import check_kernels
import even
from boards import Board, Layout
from combine import weights
from game import empty, play
from net import FoldedNet, Net, load
from search import Replay, Search

OPENINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "arena", "even_openings")


def player(name, device):
    net, config = weights(name)[:2]
    net = load(Net(**config), net)
    return FoldedNet(net.to(device).eval(), device, torch.float16 if device.type == "cuda" else torch.float32)


class Seat:
    """A net that moves in all games of a layout: by search without noise, or the bare policy (sims = 0)."""

    def __init__(self, layout, net, sims):
        self.pos = empty(layout)
        if sims:
            search = Search(layout, net, sims)
            think = lambda: search.run(self.pos, noise=0.0)[0]
        else:
            think = lambda: net.evaluate(layout, self.pos)[0].argmax(1)
        self.think = Replay(think, layout.device, warm=1)

    def choose(self, pos):
        self.pos.copy_(pos)
        return self.think().clone()


@torch.no_grad()
def match(layout, start, one, two, sims):
    """Two games from each of the positions `start` -> points of `one` (games), of two possible"""
    seats = [Seat(layout, net, sims) for net in (one, two)]
    points = torch.zeros(layout.games, device=layout.device)
    for colour in (1, -1):                                         # of `one`
        pos, done = start, torch.zeros(layout.games, dtype=torch.bool, device=layout.device)
        for ply in range(layout.width):
            act = torch.where(pos.mover == colour, seats[0].choose(pos), seats[1].choose(pos))
            after, won = play(layout, pos, act)
            won = won & ~done
            points += (won & (pos.mover == colour)).float()
            pos = pos.where(done, after)
            done = done | won
            if ply % 8 == 7 and bool(done.all()):
                break
    return points


def elo(score):
    score = min(max(score, 1e-3), 1 - 1e-3)
    return 400 * math.log10(score / (1 - score))


def summary(points):
    """Points of pairs -> text: score, Elo with its 95 % interval by pairs, pairs won, split and lost"""
    pairs = len(points)
    half = points / 2
    score = float(half.mean())
    error = 1.96 * float(half.std(unbiased=True)) / pairs ** 0.5 if pairs > 1 else 0.5
    won, split, lost = (int((points == p).sum()) for p in (2, 1, 0))
    return (f"{100 * score:.1f} % of {2 * pairs} games, Elo {elo(score):+.0f} ({elo(score - error):+.0f} to {elo(score + error):+.0f}), "
            f"pairs {won} won, {split} split, {lost} lost")


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("one")
    p.add_argument("two")
    p.add_argument("--sims", type=int, default=64, help="simulations a move; 0 = bare policy")
    p.add_argument("--boards", default="rhombus:11x11 rhombus:14x14 rhombus:19x19 torus:9x9 cylinder:9x9")
    p.add_argument("--openings", default=OPENINGS, help="folder of the openings")
    p.add_argument("--final", action="store_true", help="the openings that nothing was chosen by")
    p.add_argument("--most", type=int, default=2000, help="openings of a board at most")
    a = p.parse_args(argv)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.enabled = False
    nets = [player(name, device) for name in (a.one, a.two)]
    enabled = device.type != "cuda"
    for board in map(Board.parse, a.boards.split()):
        t = time.time()
        openings = even.read(a.openings, board, a.final)[:a.most]
        layout = Layout([(board, len(openings))], device)
        enabled = enabled or check_kernels.enable(nets[0], layout, lambda line: None)
        points = match(layout, even.set_up(layout, openings)[0], *nets, a.sims)
        print(f"{board}, {a.sims} simulations: {summary(points)} ({time.time() - t:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
