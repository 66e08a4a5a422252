"""Turn a weights file into a state that can be trained: `python unfold.py --net FILE --out DIR`.

The file has batch norm folded in, and training needs it back. Batch norm that is the identity in play would not be the
identity in training, where it divides by the deviation of the batch. So the net plays for a while on the mixture of boards, the mean
and deviation of every channel before its norm are measured, and each norm is set to undo its effect on such a
batch. The net then computes the same function as the file in play, and nearly the same on a training batch. Weights are scaled to
the size of fresh ones, which only changes how far a step of the optimiser goes. The optimiser and the schedule of rates
start again.
"""
import argparse

import torch
from safetensors import safe_open

import state
from boards import MIXTURE, SEASONS, Layout, share_out
from export import FORMATS
from game import play
from net import ConvNorm, Net, due, encode, widened
from openings import Openings
from seasons import may_play


def plain(path):
    """-> the net with norms that do nothing in play, the file's metadata"""
    with safe_open(path, "pt") as f:
        meta = f.metadata()
        t = {k: f.get_tensor(k).float() for k in f.keys()}
    if meta["format"] not in FORMATS:
        raise ValueError(f"{path} is {meta['format']}, not one of {', '.join(FORMATS)}")
    net = Net(*(int(meta[k]) for k in ("channels", "blocks", "head", "hidden"))).eval()
    with torch.no_grad():
        for name, layer in net.named_modules():
            if name + ".weight" not in t:
                continue
            weight = t[name + ".weight"]
            layer.weight.copy_(widened(weight) if name == "stem" else weight)
            norm = getattr(layer, "norm", None)
            (norm or layer).bias.copy_(t[name + ".bias"])
            if norm:
                norm.weight.fill_(1), norm.running_mean.zero_(), norm.running_var.fill_(1 - norm.eps)
    return net, meta


@torch.no_grad()
def policy_games(net, layout, plies, mixture=SEASONS):
    """Moves of the policy without search in games with random openings"""
    openings = Openings(layout, mixture)
    pos, _, over = openings.draw()
    for _ in range(plies):
        pos = openings.draw()[0].where(over, pos)
        when = due(pos)
        planes, taps = encode(layout, pos.colour, pos.mover, when, torch.float32)
        logits, _ = net(planes, taps, layout)
        chances = torch.softmax(torch.where(may_play(when), logits, -1e9), 1)
        pos, over = play(layout, pos, chances.multinomial(1)[:, 0])


@torch.no_grad()
def measure(net, layout, plies):
    """Games by the bare policy -> {layer: (mean, variance) of every channel before its norm}"""
    convs = [c for c in net.modules() if isinstance(c, ConvNorm)]
    sums = {c: torch.zeros(2, c.weight.shape[0], dtype=torch.double, device=layout.device) for c in convs}

    def add(conv):
        def hook(_, inputs):
            x = inputs[0].double()
            sums[conv] += torch.stack([x.sum((0, 2, 3)), (x * x).sum((0, 2, 3))])
        return hook
    hooks = [c.norm.register_forward_pre_hook(add(c)) for c in convs]
    policy_games(net, layout, plies)
    for hook in hooks:
        hook.remove()
    rows = layout.rows * plies
    return {c: (s[0] / rows, (s[1] / rows - (s[0] / rows) ** 2).clamp(min=0)) for c, s in sums.items()}


@torch.no_grad()
def unfold(net, statistics):
    """Give every norm the measured statistics, and the gain and bias that undo them."""
    for conv, (mean, variance) in statistics.items():
        fan_in = conv.weight[0].numel()
        size = conv.weight.flatten(1).pow(2).mean(1).sqrt()
        k = (2 / fan_in) ** 0.5 / size.clamp(min=1e-6)
        norm = conv.norm
        conv.weight.mul_(k[:, None, None, None])
        norm.running_mean.copy_(mean * k), norm.running_var.copy_(variance * k * k)
        norm.weight.copy_((norm.running_var + norm.eps).sqrt() / k), norm.bias.add_(mean)
    return net


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--net", required=True, help="weights file")
    p.add_argument("--out", required=True, help="folder for the state")
    p.add_argument("--games", type=int, default=192)
    p.add_argument("--plies", type=int, default=80)
    a = p.parse_args()
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net, meta = plain(a.net)
    net = net.to(device)
    unfold(net, measure(net, Layout(share_out(MIXTURE, a.games), device), a.plies))
    done = dict(seconds=float(meta.get("seconds", 0)), steps=int(meta.get("steps", 0)))
    state.write(a.out, dict(config=net.config, net=net.state_dict(), mean=net.state_dict(), opt=None, evals=0, runs=[], origin=done,
                            positions=int(meta.get("positions", 0)), **done))
    print(f"{a.out}: {done['seconds']:.0f} s trained, step {done['steps']}")


if __name__ == "__main__":
    main()
