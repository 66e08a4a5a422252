"""The trained net as a file for the engine: `python export.py --state DIR --out DIR [--snapshots]`.

Writes kring.safetensors (batch norm folded, fp16; format in README.md) and vectors.json: positions
on all kinds of boards with the logits expected for them, computed in fp32 from the fp16 weights.
"""
import argparse
import json
import os

import torch
import torch.nn.functional as F
from safetensors import safe_open
from safetensors.torch import save_file

from boards import PLANES, Board, Layout
from game import empty, play
from net import FoldedNet, Net, encode, tap_weights

FORMAT = "kring-net-1"
VECTORS = ("rhombus:5x5 rhombus:11x11 rhombus:13x13 rhombus:4x7 rhombus:9x6 rhombus:2x3 cylinder:5x5 cylinder:7x7 "
           "cylinder:4x6 cylinder:9x5 cylinder:2x4 torus:5x5 torus:7x7 torus:6x4 torus:3x8 torus:2x2")


@torch.no_grad()
def tensors(net):
    """Plain tensors by name: 3x3 convolutions (out, in, 3, 3), dense layers (out, in)."""
    out = {}

    def put(name, weight, bias):
        out[name + ".weight"], out[name + ".bias"] = (t.detach().half().cpu().contiguous() for t in (weight, bias))
    put("stem", *net.stem.folded())
    for i, block in enumerate(net.blocks):
        put(f"blocks.{i}.conv1", *block.conv1.folded())
        put(f"blocks.{i}.conv2", *block.conv2.folded())
    for name in ("policy1", "policy2", "value1", "value2", "value3"):
        put(name, getattr(net, name).weight, getattr(net, name).bias)
    return out


def write(net, path, **about):
    meta = dict(format=FORMAT, planes=",".join(PLANES), **{k: str(v) for k, v in net.config.items()},
                pooled="mean,max,mean*(sqrt(cells)-9)/4", **{k: str(v) for k, v in about.items()})
    save_file(tensors(net), path, metadata=meta)


def read(path, device=torch.device("cpu")):
    """The file as a FoldedNet in fp32."""
    with safe_open(path, "pt") as f:
        meta = f.metadata()
        t = {k: f.get_tensor(k).float() for k in f.keys()}
    if meta["format"] != FORMAT:
        raise ValueError(f"{path} is {meta['format']}, not {FORMAT}")
    net = FoldedNet(Net(*(int(meta[k]) for k in ("channels", "blocks", "head", "hidden"))), device, torch.float32)
    with torch.no_grad():
        for key in net.w:
            name, what = key.rsplit(".", 1)
            if name[0].isdigit():
                block, conv = name.split(".")
                name = f"blocks.{block}.conv{int(conv) + 1}"
            value = t[name + (".weight" if what == "w" else ".bias")]
            if value.dim() == 4:
                value = tap_weights(F.pad(value, (0, 0, 0, 0, 0, FoldedNet.STEM - value.shape[1] if name == "stem" else 0)))
            elif value.dim() == 2:
                value = value.t()
            net.w[key].copy_(value)
    return net


@torch.no_grad()
def vectors(net, seed=11):
    """Random positions, both movers, with raw logits: [dict]"""
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
            planes, taps = encode(lay, pos.colour, pos.mover, net.dtype, net.STEM)
            logits, value = net.heads(net.trunk(planes, taps), lay)
            cells = "".join(".bw"[int(c)] for c in pos.colour[0])
            out.append(dict(topology=board.topology, columns=board.m, rows=board.n, mover="black" if mover > 0 else "white",
                            cells=[cells[r * board.m:(r + 1) * board.m] for r in range(board.n)],
                            policy=[round(x, 5) for x in logits[0].tolist()], value=round(float(value[0]), 5)))
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with state.pt")
    p.add_argument("--out", required=True)
    p.add_argument("--snapshots", action="store_true", help="also each of snapshots.pt, as snapshot-SECONDS.safetensors")
    a = p.parse_args()
    s = torch.load(os.path.join(a.state, "state.pt"), map_location="cpu", weights_only=True)
    net = Net(**s["config"])
    net.load_state_dict(s["mean"])
    os.makedirs(a.out, exist_ok=True)
    path = os.path.join(a.out, "kring.safetensors")
    write(net.eval(), path, seconds=round(s["seconds"]), steps=s["steps"], positions=s["positions"])
    with open(os.path.join(a.out, "vectors.json"), "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(v) for v in vectors(read(path))) + "\n]\n")
    print(f"{path}: {os.path.getsize(path)} bytes")
    if a.snapshots:
        for shot in torch.load(os.path.join(a.state, "snapshots.pt"), map_location="cpu", weights_only=True):
            net.load_state_dict(shot["net"])
            write(net, os.path.join(a.out, f"snapshot-{shot['seconds']:.0f}.safetensors"), steps=shot["steps"])


if __name__ == "__main__":
    main()
