"""The trained net as a file for the engine: `python export.py --state DIR --out DIR [--snapshots]`.

Writes kring.safetensors (batch norm folded, fp16; format in README.md) and vectors.json: positions
on all kinds of boards with the logits expected for them, computed in fp32 from the fp16 weights.
"""
import argparse
import json
import os

import torch
from safetensors import safe_open
from safetensors.torch import save_file

import state
from boards import PLANES, Board, Layout
from game import empty, play
from net import FoldedNet, Net, due, encode, load, tap_weights, widened
from seasons import draw, may_play

FORMATS = "kring-net-1", "kring-net-2"             # the first has the eight planes without seasons
VECTORS = ("rhombus:5x5 rhombus:11x11 rhombus:13x13 rhombus:4x7 rhombus:9x6 rhombus:2x3 cylinder:5x5 cylinder:7x7 "
           "cylinder:4x6 cylinder:9x5 cylinder:2x4 torus:5x5 torus:7x7 torus:6x4 torus:3x8 torus:2x2")


def planes_of(net):
    """The number of planes in the file: the planes of seasons are left out if the net ignores them."""
    return len(PLANES) if net.stem.weight[:, 8:].any() else 8


@torch.no_grad()
def tensors(net):
    """Plain tensors by name: 3x3 convolutions (out, in, 3, 3), dense layers (out, in)."""
    out = {}

    def put(name, weight, bias):
        out[name + ".weight"], out[name + ".bias"] = (t.detach().half().cpu().contiguous() for t in (weight, bias))
    weight, bias = net.stem.folded()
    put("stem", weight[:, :planes_of(net)], bias)
    for i, block in enumerate(net.blocks):
        put(f"blocks.{i}.conv1", *block.conv1.folded())
        put(f"blocks.{i}.conv2", *block.conv2.folded())
    for name in ("policy1", "policy2", "value1", "value2", "value3"):
        put(name, getattr(net, name).weight, getattr(net, name).bias)
    return out


def write(net, path, **about):
    planes = planes_of(net)
    meta = dict(format=FORMATS[planes > 8], planes=",".join(PLANES[:planes]), **{k: str(v) for k, v in net.config.items()},
                pooled="mean,max,mean*(sqrt(cells)-9)/4", **{k: str(v) for k, v in about.items()})
    save_file(tensors(net), path, metadata=meta)


def read(path, device=torch.device("cpu")):
    """The file as a FoldedNet in fp32."""
    with safe_open(path, "pt") as f:
        meta = f.metadata()
        t = {k: f.get_tensor(k).float() for k in f.keys()}
    if meta["format"] not in FORMATS:
        raise ValueError(f"{path} is {meta['format']}, not one of {', '.join(FORMATS)}")
    net = FoldedNet(Net(*(int(meta[k]) for k in ("channels", "blocks", "head", "hidden"))), device, torch.float32)
    with torch.no_grad():
        for key in net.w:
            name, what = key.rsplit(".", 1)
            if name[0].isdigit():
                block, conv = name.split(".")
                name = f"blocks.{block}.conv{int(conv) + 1}"
            value = t[name + (".weight" if what == "w" else ".bias")]
            if value.dim() == 4:
                value = tap_weights(widened(value) if name == "stem" else value)
            elif value.dim() == 2:
                value = value.t()
            net.w[key].copy_(value)
    return net


@torch.no_grad()
def vector(net, lay, pos):
    """One position with the raw logits for it."""
    board, mover = lay.boards[0], int(pos.mover[0])
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), net.dtype)
    logits, value = net.heads(net.trunk(planes, taps), lay)
    in_rows = lambda text: [text[r * board.m:(r + 1) * board.m] for r in range(board.n)]
    out = dict(topology=board.topology, columns=board.m, rows=board.n, mover="black" if mover > 0 else "white",
               cells=in_rows("".join(".bw"[int(c)] for c in pos.colour[0])))
    s = pos.seasons
    if s.count[0] > 1:
        cycles = [",".join(str(int(e) + 1) for e in s.cycle[0, side, :s.period[0, side]]) for side in (0, 1)]
        out["seasons"] = dict(count=int(s.count[0]), map=in_rows("".join(str(int(c) + 1) for c in s.map[0])),
                              black_cycle=cycles[0], white_cycle=cycles[1], places=pos.step[0].tolist())
    return dict(**out, policy=[round(x, 5) for x in logits[0].tolist()], value=round(float(value[0]), 5))


def vectors(net, seed=11):
    """Random positions, both movers, with raw logits: without seasons, then with them: [dict]"""
    torch.manual_seed(seed)
    out = []
    for k, name in enumerate(VECTORS.split()):
        board = Board.parse(name)
        lay = Layout([(board, 1)], net.device)
        for mover in (1, -1):
            pos = empty(lay)
            order = torch.randperm(board.cells)
            for c in order[:int(board.cells * (0.1 + 0.05 * (k % 5))) + (mover < 0)]:
                pos, _ = play(lay, pos, c[None])
            pos.mover.fill_(mover)
            out.append(vector(net, lay, pos))
    for k, name in enumerate(VECTORS.split()):
        lay = Layout([(Board.parse(name), 1)], net.device)
        for mover in (1, -1):
            pos = empty(lay)
            pos.seasons = draw(lay, torch.tensor([2 + (k + (mover < 0)) % 6], device=net.device))
            for _ in range(int(lay.rows * (0.1, 0.2, 0.3, 0.6, 0.85)[k % 5]) + (mover < 0)):
                choice = may_play(due(pos)).float().multinomial(1)[:, 0]
                pos, _ = play(lay, pos, choice)
            pos.mover.fill_(mover)
            out.append(vector(net, lay, pos))
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with a state")
    p.add_argument("--out", required=True)
    p.add_argument("--snapshots", action="store_true", help="also each of snapshots.pt, as snapshot-SECONDS.safetensors")
    a = p.parse_args()
    s = state.read(a.state)
    net = load(Net(**s["config"]), s["mean"])
    os.makedirs(a.out, exist_ok=True)
    path = os.path.join(a.out, "kring.safetensors")
    write(net.eval(), path, seconds=round(s["seconds"]), steps=s["steps"], positions=s["positions"])
    with open(os.path.join(a.out, "vectors.json"), "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(v) for v in vectors(read(path))) + "\n]\n")
    print(f"{path}: {os.path.getsize(path)} bytes")
    if a.snapshots:
        for shot in torch.load(os.path.join(a.state, "snapshots.pt"), map_location="cpu", weights_only=True):
            load(net, shot["net"])
            write(net, os.path.join(a.out, f"snapshot-{shot['seconds']:.0f}.safetensors"), steps=shot["steps"])


if __name__ == "__main__":
    main()
