"""The weighted mean of states: `python combine.py --out DIR STATE=WEIGHT [STATE=WEIGHT ...] [--plain]`.

STATE is a folder with a state, or FOLDER/snapshots.pt:INDEX for one of its snapshots. Counters and the optimiser are those of the
last state. The mean of nets along a training, or of its beginning and its end, is often stronger than each of them.
"""
import argparse

import torch

import state
from net import widened, without_seasons


def weights(name):
    """-> averaged weights in fp32, the net's shape, the whole state (None for a snapshot)"""
    path, _, index = name.partition(".pt:")
    if index:
        shot, loaded = torch.load(path + ".pt", map_location="cpu", weights_only=True)[int(index)], None
        net, config = state.in_fp32(shot["net"]), shot["config"]
    else:
        loaded = state.read(path)
        net, config = loaded["mean"], loaded["config"]
    return {**net, "stem.weight": widened(net["stem.weight"])}, config, loaded


def combine(parts):
    """[(name, weight)] -> the last state, with the mean of all"""
    total, mean, last = sum(w for _, w in parts), {}, None
    for name, weight in parts:
        net, _, loaded = weights(name)
        last = loaded or last
        for key, t in net.items():
            mean[key] = mean.get(key, 0) + t * (weight / total) if t.is_floating_point() else t
    if not last:
        raise SystemExit("at least one state, for its counters")
    return {**last, "net": mean, "mean": mean}


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("states", nargs="+", metavar="STATE=WEIGHT")
    p.add_argument("--out", required=True, help="folder for the new state")
    p.add_argument("--plain", action="store_true", help="without the planes of seasons: the same net on boards without seasons")
    a = p.parse_args(argv)
    new = combine([(name, float(weight)) for name, weight in (s.rsplit("=", 1) for s in a.states)])
    if a.plain:
        new["net"] = new["mean"] = without_seasons(new["mean"])
    state.write(a.out, new)


if __name__ == "__main__":
    main()
