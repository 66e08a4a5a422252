"""Retrain the value head on boards below 5x5: `python refit.py --state DIR --out DIR`, minutes on a CPU.

A training whose smallest board is 5x5 may lose accuracy on smaller boards while it learns larger ones. Here only
the last two layers of the value head are trained. Their targets are the results of a search on small boards, and their own
old values on the boards of the mixture. Trunk and policy are not changed.
"""
import argparse

import torch
import torch.nn.functional as F

import state
from boards import MIXTURE, TOPOLOGIES, Board, Layout, share_out
from game import empty, play
from net import FoldedNet, Net, ToPadded, due, encode, load, pool
from openings import Openings
from search import Search
from seasons import may_play

SIZES = ("2x2", "2x3", "3x2", "3x3", "3x4", "4x3", "4x4", "3x5", "5x3", "4x5", "5x4")


def scattered(layout):
    """Random stones in turn, either colour first, mostly few -> positions, whether nobody has won"""
    G, pos = layout.games, empty(layout)
    pos.mover = torch.where(torch.rand(G) < 0.5, 1, -1).to(torch.int8)
    stones = (torch.rand(G) ** 2 * layout.sizes / 2).long()
    order = torch.where(layout.valid, torch.rand(G, layout.width), -1.0).argsort(1, descending=True)
    going = torch.ones(G, dtype=torch.bool)
    for i in range(int(stones.max())):
        new, won = play(layout, pos, order[:, i])
        pos, going = new.where(i < stones, pos), going & ~(won & (i < stones))
    return pos, going


def pooled(net, layout, pos):
    """-> what the last two layers of the value head see, the logits of the policy"""
    planes, taps = encode(layout, pos.colour, pos.mover, due(pos), net.dtype)
    x = net.trunk(planes, taps)
    seen = F.relu(torch.addmm(net.w["value1.b"], x, net.w["value1.w"]))
    return pool(ToPadded.apply(seen, layout), layout), net.heads(x, layout)[0]


@torch.no_grad()
def small_boards(net, each, sims):
    """-> pooled features and values in [-1, 1] by search"""
    layout = Layout([(Board.parse(f"{t}:{s}"), each) for t in TOPOLOGIES for s in SIZES], net.device)
    pos, going = scattered(layout)
    value = Search(layout, net, sims).run(pos, noise=0.0)[2]
    return pooled(net, layout, pos)[0][going], value[going]


@torch.no_grad()
def mixture(net, games, plies):
    """Games by the bare policy -> pooled features"""
    layout = Layout(share_out(MIXTURE, games), net.device)
    openings = Openings(layout)
    pos, _, over = openings.draw()
    seen = []
    for _ in range(plies):
        pos = openings.draw()[0].where(over, pos)
        features, logits = pooled(net, layout, pos)
        seen.append(features)
        chances = torch.softmax(torch.where(may_play(due(pos)), logits, -1e9), 1)
        pos, over = play(layout, pos, chances.multinomial(1)[:, 0])
    return torch.cat(seen)


def refit(net, small, value, large, steps=3000, batch=512):
    """Train value2 and value3 of `net` -> mean change of the chance to win on a held-out tenth of `large`"""
    say = lambda x: net.value3(F.relu(net.value2(x)))[:, 0]
    with torch.no_grad():
        before = torch.sigmoid(say(large))
    cut = len(large) * 9 // 10
    weights = [*net.value2.parameters(), *net.value3.parameters()]
    opt = torch.optim.Adam(weights, lr=1e-3)
    for step in range(steps):
        for group in opt.param_groups:
            group["lr"] = 1e-3 * (1 - step / steps)
        a, b = torch.randint(0, len(small), (batch // 4,)), torch.randint(0, cut, (batch,))
        loss = F.binary_cross_entropy_with_logits(say(small[a]), (value[a] + 1) / 2)
        loss = 0.25 * loss + F.binary_cross_entropy_with_logits(say(large[b]), before[b])
        opt.zero_grad()
        loss.backward()
        opt.step()
    with torch.no_grad():
        right = ((say(small) > 0) == (value > 0)).float().mean()
        moved = (torch.sigmoid(say(large)) - before)[cut:].abs()
    print(f"small boards: {float(right):.3f} of {len(small)} as the search says; mixture: the chance to win moved by "
          f"{float(moved.mean()):.4f} on average, {float(moved.max()):.3f} at most, of {len(moved)} positions held out")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with a state")
    p.add_argument("--out", required=True, help="folder for the new state")
    p.add_argument("--each", type=int, default=40, help="positions on each small board")
    p.add_argument("--sims", type=int, default=128)
    p.add_argument("--games", type=int, default=128)
    p.add_argument("--plies", type=int, default=80)
    a = p.parse_args()
    torch.manual_seed(1)
    s = state.read(a.state)
    net = load(Net(**s["config"]), s["mean"]).eval()
    folded = FoldedNet(net, torch.device("cpu"), torch.float32)
    small, value = small_boards(folded, a.each, a.sims)
    print(f"{len(small)} positions on small boards", flush=True)
    refit(net, small, value, mixture(folded, a.games, a.plies))
    for name, t in net.state_dict().items():
        if name.startswith(("value2", "value3")):
            s["mean"][name] = s["net"][name] = t
    state.write(a.out, s)


if __name__ == "__main__":
    main()
