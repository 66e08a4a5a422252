"""A larger net that computes the same: `python grow.py --state DIR --channels 128 --blocks 10 --out DIR`.

Channels are copied. The weights of a layer's inputs are shared out over the copies, unequally and at random, so that the
copies can part in training while their sum stays. New blocks add nothing at first: the norm before their sum has a gain of
zero, and a bias of zero.
"""
import argparse

import torch

import state
from net import Net, load, widened

SPREAD = 0.5        # deviation of what one copy's weights have more than their share, in deviations of the layer's weights


def copied(t, times):
    """Outputs: every channel `times` times."""
    return torch.cat([t] * times)


def shared_out(w, times):
    """Inputs: weights of the copies, which add up to the weights of the one channel."""
    if times == 1:
        return w
    extra = SPREAD * w.std() * torch.randn(times, *w.shape)
    extra -= extra.mean(0)
    return torch.cat([w / times + e for e in extra], 1)


@torch.no_grad()
def grown(config, weights, channels, blocks):
    """-> a net of this size with the function of the given one"""
    if channels % config["channels"] or blocks < config["blocks"]:
        raise SystemExit(f"a net of {config} cannot grow to {channels} channels and {blocks} blocks")
    times = channels // config["channels"]
    small = load(Net(**config), weights).state_dict()
    net = Net(channels, blocks, config["head"], config["hidden"])
    large = net.state_dict()
    for name, t in large.items():
        if name not in small:                                  # a new block
            if name.endswith("conv2.norm.weight"):
                t.zero_()
        elif name == "stem.weight":
            t.copy_(copied(widened(small[name]), times))
        elif ".conv" in name and t.dim() == 4:
            t.copy_(copied(shared_out(small[name], times), times))
        elif "norm" in name and t.dim():
            t.copy_(copied(small[name], times))
        elif name in ("policy1.weight", "value1.weight"):
            t.copy_(shared_out(small[name], times))
        else:
            t.copy_(small[name])
    return net


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with a state")
    p.add_argument("--out", required=True, help="folder for the new state")
    p.add_argument("--channels", type=int, default=128)
    p.add_argument("--blocks", type=int, default=10)
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args(argv)
    torch.manual_seed(a.seed)
    s = state.read(a.state)
    net = grown(s["config"], s["mean"], a.channels, a.blocks)
    state.write(a.out, {**s, "config": net.config, "net": net.state_dict(), "mean": net.state_dict(), "opt": None})


if __name__ == "__main__":
    main()
