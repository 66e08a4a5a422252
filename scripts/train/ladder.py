"""Snapshots against each other, board by board: `python ladder.py --state DIR [--sims 32]`.

Every opening (random stones, balanced by the newer net) is played twice with colours exchanged.
Measure a training by this, not by its loss: openings get more balanced and targets sharper as the
net learns, so losses need not fall while strength grows.
"""
import argparse
import math
import os
import time

import torch

import check_kernels
from boards import Board, Layout
from game import Openings, empty, play
from net import FoldedNet, Net, load
from search import Replay, Search

BOARDS = ("rhombus:7x7 rhombus:9x9 rhombus:11x11 rhombus:13x13 rhombus:15x15 rhombus:19x19 cylinder:5x5 cylinder:7x7 cylinder:9x9 "
          "torus:5x5 torus:7x7 torus:9x9")


def player(snapshot, device):
    net = Net(**snapshot["config"])
    load(net, {k: t.float() if t.is_floating_point() else t for k, t in snapshot["net"].items()})
    return FoldedNet(net.to(device).eval(), device, torch.float16 if device.type == "cuda" else torch.float32)


class Seat:
    """A net that moves in all games of a layout: by search without noise, or the bare policy (sims = 0)."""

    def __init__(self, layout, net, sims):
        self.pos = empty(layout)
        if sims:
            search = Search(layout, net, sims)
            think = lambda: search.run(self.pos, noise=0.0)[1]
        else:
            think = lambda: net.evaluate(layout, self.pos)[0].argmax(1)
        self.think = Replay(think, layout.device, warm=1)

    def choose(self, pos):
        self.pos.copy_(pos)
        return self.think().clone()


@torch.no_grad()
def match(layout, one, two, sims, seasons=1):
    """Two games from each opening of the layout -> points of `one` (games), of two possible"""
    openings = Openings(layout, {seasons: 1})
    start, _ = openings.balanced(lambda p: one.evaluate(layout, p), spread=0.4, floor=0.0)
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


def elo(score, games):
    p = min(max(score, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(p / (1 - p))


def table(layout, points):
    """{board, topology or 'all': (score, games)}"""
    out = {}
    for board, kind in zip(layout.boards, range(len(layout.boards))):
        mine = points[layout.kind == kind]
        for key in (str(board), board.topology, "all"):
            won, games = out.get(key, (0.0, 0))
            out[key] = won + float(mine.sum()), games + 2 * len(mine)
    return {k: (w / g, g) for k, (w, g) in out.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with snapshots.pt")
    p.add_argument("--games", type=int, default=128, help="games on each board, two from each opening")
    p.add_argument("--sims", type=int, default=32, help="simulations a move; 0 = bare policy")
    p.add_argument("--boards", default=BOARDS)
    p.add_argument("--seasons", type=int, default=1)
    p.add_argument("--last", type=int, default=99, help="only the last N snapshots")
    p.add_argument("--against-last", action="store_true", help="all against the last instead of each against the one before")
    a = p.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.enabled = False
    shots = torch.load(os.path.join(a.state, "snapshots.pt"), map_location="cpu", weights_only=True)[-a.last:]
    nets = [player(s, device) for s in shots]
    layout = Layout([(Board.parse(b), max(1, a.games // 2)) for b in a.boards.split()], device)
    check_kernels.enable(nets[-1], layout)
    torch.manual_seed(7)
    for i in range(len(nets) - 1):
        newer = len(nets) - 1 if a.against_last else i + 1
        t = time.time()
        result = table(layout, match(layout, nets[newer], nets[i], a.sims, a.seasons))
        print(f"{shots[newer]['seconds']:.0f} s against {shots[i]['seconds']:.0f} s, {a.sims} sims ({time.time() - t:.1f} s): "
              + ", ".join(f"{k} {s:.3f} ({elo(s, g):+.0f} of {g})" for k, (s, g) in result.items()), flush=True)


if __name__ == "__main__":
    main()
