"""Norms measured again on a mixture of boards: `python norms.py --state DIR --out DIR [--boards ...]`.

The statistics of batch norm are those of the games in training. A net that was trained on another mixture than it is
meant for has them wrong for the boards that it plays on. Here the averaged net plays games of its policy, without search, on the
wanted mixture, and mean and variance of every channel are measured on them; weights stay as they are.
"""
import argparse

import torch

import state
from boards import MIXTURE, SEASONS, Layout, parse_mixture, parse_seasons, share_out
from net import Net, load
from unfold import policy_games


@torch.no_grad()
def measured(net, layout, plies, mixture=SEASONS):
    """Sets the statistics of all norms of the net to their means over the batches of `plies` moves of all games."""
    norms = [m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    momentum = [norm.momentum for norm in norms]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None                       # the mean over all batches
    net.train()
    policy_games(net, layout, plies, mixture)
    for norm, old in zip(norms, momentum):
        norm.momentum = old
    return net.eval()


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with a state")
    p.add_argument("--out", required=True, help="folder for the new state")
    p.add_argument("--boards", default="", help="mixture, e.g. 'rhombus:5x5=2,torus:5x5=1'; default: boards.MIXTURE")
    p.add_argument("--seasons", default="", help="mixture of numbers of seasons, e.g. '1=100'; default: boards.SEASONS")
    p.add_argument("--games", type=int, default=192)
    p.add_argument("--plies", type=int, default=80)
    a = p.parse_args(argv)
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    s = state.read(a.state, device)
    net = load(Net(**s["config"]).to(device), s["mean"])
    layout = Layout(share_out(parse_mixture(a.boards) or MIXTURE, a.games), device)
    measured(net, layout, a.plies, parse_seasons(a.seasons) or SEASONS)
    state.write(a.out, {**s, "mean": net.state_dict()})


if __name__ == "__main__":
    main()
