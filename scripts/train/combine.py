"""The weighted mean of states: `python combine.py --out DIR STATE=WEIGHT [STATE=WEIGHT ...] [--plain]`.

STATE is a state.pt, or snapshots.pt:INDEX for one of its snapshots. Counters and the optimiser are those of the last state.
The mean of nets along a training, or of its beginning and its end, is often stronger than each of them.
"""
import argparse
import os

import torch

from net import widened, without_seasons


def weights(name):
    """-> averaged weights in fp32, the whole state (None for a snapshot)"""
    path, _, index = name.partition(".pt:")
    loaded = torch.load(path + ".pt" if index else path, map_location="cpu", weights_only=True)
    net = loaded[int(index)]["net"] if index else loaded["mean"]
    net = {k: t.float() if t.is_floating_point() else t for k, t in net.items()}
    net["stem.weight"] = widened(net["stem.weight"])
    return net, None if index else loaded


def combine(parts):
    """[(name, weight)] -> the last state, with the mean of all"""
    total, mean, state = sum(w for _, w in parts), {}, None
    for name, weight in parts:
        net, loaded = weights(name)
        state = loaded or state
        for key, t in net.items():
            mean[key] = mean.get(key, 0) + t * (weight / total) if t.is_floating_point() else t
    if not state:
        raise SystemExit("at least one state.pt, for its counters")
    return {**state, "net": mean, "mean": mean}


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("states", nargs="+", metavar="STATE=WEIGHT")
    p.add_argument("--out", required=True, help="folder for the new state.pt")
    p.add_argument("--plain", action="store_true", help="without the planes of seasons: the same net on boards without seasons")
    a = p.parse_args(argv)
    state = combine([(name, float(weight)) for name, weight in (s.rsplit("=", 1) for s in a.states)])
    if a.plain:
        state["net"] = state["mean"] = without_seasons(state["mean"])
    os.makedirs(a.out, exist_ok=True)
    torch.save(state, os.path.join(a.out, "state.pt"))


if __name__ == "__main__":
    main()
