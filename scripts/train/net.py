"""The network: one small residual net for every board.

It sees a batch as rows, one per cell, and a table with the nine taps of each row (see boards.py).
A convolution gathers taps and multiplies: out[r] = sum over t of in[taps[r, t]] @ W[t]. That is a
plain 3x3 convolution with zero padding on edges and circular padding on wrapped axes. Since all
boards share the batch, batch normalisation sees the mixture in training, which is what its
running averages describe in play; batches of one board each would train one function and play
another.

No global pooling inside the trunk: thirteen convolutions already see 13 cells far, the whole
board up to 13x13, and the engine that plays on a CPU has one thing less to do. The value head
pools mean, maximum and the mean scaled by board size, so that a value can depend on size.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

import kernels
import seasons
from boards import PLANES

SIZE_CENTRE, SIZE_SCALE = 9.0, 4.0     # third pooled feature: mean * (sqrt(cells) - 9) / 4


def gather_taps(x, taps):
    """(rows, C), (rows, 9) -> (rows, 9 * C), zeros for missing taps (index = rows)."""
    x = torch.cat([x, x.new_zeros(1, x.shape[1])])
    return x.index_select(0, taps.reshape(-1)).view(taps.shape[0], -1)


def taps_transposed(x, g, parts=64):
    """x.t() @ g for very many rows: cut into parts, so that the whole GPU has work, and summed in fp32."""
    n = x.shape[0] // parts
    if n < 512:
        return x.t() @ g
    cut = parts * n
    out = torch.bmm(x[:cut].view(parts, n, -1).transpose(1, 2), g[:cut].view(parts, n, -1)).float().sum(0)
    return (out + (x[cut:].t() @ g[cut:]).float()).to(x.dtype)


class ConvRows(torch.autograd.Function):
    """3x3 convolution on rows. The way back is a convolution too: taps reversed, weights turned."""

    @staticmethod
    def forward(ctx, x, taps, w):
        ctx.save_for_backward(x, taps, w)
        return kernels.conv(x, taps, w) if kernels.usable(x) else gather_taps(x, taps) @ w

    @staticmethod
    def backward(ctx, g):
        x, taps, w = ctx.saved_tensors
        g = g.contiguous()
        gx = None
        if ctx.needs_input_grad[0]:
            back = w.view(9, x.shape[1], -1).flip(0).transpose(1, 2).reshape(-1, x.shape[1])
            gx = kernels.conv(g, taps, back) if kernels.usable(g) else gather_taps(g, taps) @ back
        if kernels.usable(x, "weights"):
            return gx, None, kernels.weight_gradient(x, taps, g)
        return gx, None, taps_transposed(gather_taps(x, taps), g)


class ToPadded(torch.autograd.Function):
    """Rows -> (games, width, C) with zeros outside; a gather both ways."""

    @staticmethod
    def forward(ctx, x, layout):
        ctx.layout = layout
        x = torch.cat([x, x.new_zeros(1, x.shape[1])])
        return x.index_select(0, layout.row_of).view(layout.games, layout.width, -1)

    @staticmethod
    def backward(ctx, g):
        return g.reshape(-1, g.shape[2]).index_select(0, ctx.layout.flat), None


def tap_weights(w):
    """(out, in, 3, 3) -> (9 * in, out)"""
    return w.permute(2, 3, 1, 0).reshape(-1, w.shape[0])


def pool(padded, layout):
    """(games, width, C), zero outside and nowhere negative -> (games, 3 C)"""
    cells = layout.sizes[:, None].to(padded.dtype)
    mean = padded.sum(1) / cells
    return torch.cat([mean, padded.amax(1), mean * (cells.sqrt() - SIZE_CENTRE) / SIZE_SCALE], 1)


class ConvNorm(nn.Module):
    """3x3 convolution and batch normalisation over all rows."""

    def __init__(self, cin, cout, gain=1.0):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(cout, cin, 3, 3))
        nn.init.kaiming_normal_(self.weight, nonlinearity="relu")
        self.norm = nn.BatchNorm2d(cout)
        nn.init.constant_(self.norm.weight, gain)

    def forward(self, x, taps):
        w = tap_weights(self.weight)
        if torch.is_autocast_enabled(x.device.type):
            d = torch.get_autocast_dtype(x.device.type)
            x, w = x.to(d), w.to(d)
        y = ConvRows.apply(x, taps, w)
        # As an image of `rows` x 1 pixels: the channels-last kernels are the fast ones.
        return self.norm(y.view(1, -1, 1, y.shape[1]).permute(0, 3, 1, 2)).permute(0, 2, 3, 1).reshape(y.shape)

    def folded(self):
        k = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.weight * k[:, None, None, None], self.norm.bias - self.norm.running_mean * k


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv1, self.conv2 = ConvNorm(c, c), ConvNorm(c, c, gain=0.2)

    def forward(self, x, taps):
        return F.relu(x + self.conv2(F.relu(self.conv1(x, taps)), taps))


class Net(nn.Module):
    def __init__(self, channels=64, blocks=6, head=32, hidden=64):
        super().__init__()
        self.config = dict(channels=channels, blocks=blocks, head=head, hidden=hidden)
        self.stem = ConvNorm(len(PLANES), channels)
        self.blocks = nn.ModuleList([Block(channels) for _ in range(blocks)])
        self.policy1, self.policy2 = nn.Linear(channels, head), nn.Linear(head, 1)
        self.value1, self.value2, self.value3 = nn.Linear(channels, head), nn.Linear(3 * head, hidden), nn.Linear(hidden, 1)
        for last in (self.policy2, self.value3):
            nn.init.zeros_(last.weight), nn.init.zeros_(last.bias)

    def forward(self, planes, taps, layout):
        """-> policy logits (games, width), 0 outside; value logit (games) for the mover"""
        x = F.relu(self.stem(planes, taps))
        for block in self.blocks:
            x = block(x, taps)
        logits = self.policy2(F.relu(self.policy1(x)))
        pooled = pool(ToPadded.apply(F.relu(self.value1(x)), layout).float(), layout)
        value = self.value3(F.relu(self.value2(pooled)))
        return ToPadded.apply(logits, layout)[..., 0].float(), value[:, 0].float()


def due(pos):
    """At which of the next moves every empty cell is due; see seasons.due."""
    return kernels.due(pos) if kernels.usable(pos.colour, "due") else seasons.due(pos)


def widened(weight):
    """The stem's weights of a net, a moment or a file with fewer planes: zeros for the planes that it lacks."""
    return F.pad(weight, (0, 0, 0, 0, 0, len(PLANES) - weight.shape[1]))


def without_seasons(state):
    """The state of a net that computes the same on every board without seasons and has weights of zero for their planes.

    Without seasons both planes "due now" say which cells are empty: all cells of the board less the stones. The sum of
    their weights over the taps that lie on the board is a constant less the taps that are missing, and the edges say
    which: tap (row -1, column -1) is missing where the cell is in the first column, or where its left neighbour is in
    the first row."""
    state = {k: t.clone() for k, t in state.items()}
    w = state["stem.weight"] = widened(state["stem.weight"])
    empty = w[:, 8] + w[:, 12]
    w[:, 8:] = 0
    w[:, 0:2] -= empty[:, None]
    state["stem.norm.running_mean"] -= empty.sum((1, 2))
    for plane, row in ((2, 0), (3, 2)):                # first and last row
        w[:, plane, 1] -= empty[:, row]
    for plane, column in ((4, 0), (5, 2)):             # first and last column
        w[:, plane, 1, 1] -= empty[:, :, column].sum(1)
    return state


def load(net, state):
    """Loads a state into a net. States of nets that knew no seasons have eight planes."""
    net.load_state_dict({**state, "stem.weight": widened(state["stem.weight"])})
    return net


def encode(layout, colour, mover, due, dtype):
    """-> planes (rows, 16), taps (rows, 9) as the mover sees its board"""
    if kernels.usable(colour, "encode") and colour.is_contiguous() and due.is_contiguous():
        return kernels.encode(layout, colour, mover, due, dtype)
    black = (mover > 0)[layout.row_game]
    stone = colour.reshape(-1)[layout.flat] * mover[layout.row_game]
    fixed = torch.where(black[:, None], layout.fixed[:, 0], layout.fixed[:, 1])
    x = torch.zeros(layout.rows, len(PLANES), dtype=dtype, device=colour.device)
    x[:, 0] = (stone == 1).to(dtype)
    x[:, 1] = (stone == -1).to(dtype)
    x[:, 2:8] = fixed.to(dtype)
    when = due.reshape(-1)[layout.flat].long()
    for move in range(4):
        x[:, 8 + move] = (when >> (4 + move) & 1).to(dtype)
        x[:, 12 + move] = (when >> move & 1).to(dtype)
    return x, torch.where(black[:, None], *layout.taps)


class FoldedNet:
    """Inference copy: batch norm folded in, one dtype, weights updated in place (safe in CUDA graphs)."""

    def __init__(self, net, device, dtype):
        self.device, self.dtype, self.config = device, dtype, dict(net.config)
        self.w = {k: t.to(device, dtype).contiguous() for k, t in self.folded(net).items()}

    @staticmethod
    @torch.no_grad()
    def folded(net):
        out = {}
        w, b = net.stem.folded()
        out["stem.w"], out["stem.b"] = tap_weights(w), b
        for i, block in enumerate(net.blocks):
            for j, conv in enumerate((block.conv1, block.conv2)):
                w, b = conv.folded()
                out[f"{i}.{j}.w"], out[f"{i}.{j}.b"] = tap_weights(w), b
        for name in ("policy1", "policy2", "value1", "value2", "value3"):
            layer = getattr(net, name)
            out[name + ".w"], out[name + ".b"] = layer.weight.t(), layer.bias
        return {k: t.detach().float() for k, t in out.items()}

    def load(self, net):
        for k, t in self.folded(net).items():
            self.w[k].copy_(t)

    def conv(self, x, taps, name, skip=None):
        w, b = self.w[name + ".w"], self.w[name + ".b"]
        if kernels.usable(x):
            return kernels.conv(x, taps, w, b, skip, relu=True)
        y = gather_taps(x, taps) @ w + b
        return F.relu(y if skip is None else y + skip)

    def trunk(self, planes, taps):
        x = self.conv(planes, taps, "stem")
        for i in range(self.config["blocks"]):
            x = self.conv(self.conv(x, taps, f"{i}.0"), taps, f"{i}.1", skip=x)
        return x

    def heads(self, x, layout):
        """-> policy logits (games, width), value logits (games)"""
        w = self.w
        lin = lambda x, name: torch.addmm(w[name + ".b"], x, w[name + ".w"])
        logits = ToPadded.apply(lin(F.relu(lin(x, "policy1")), "policy2"), layout)[..., 0].float()
        pooled = pool(ToPadded.apply(F.relu(lin(x, "value1")), layout).float(), layout).to(self.dtype)
        return logits, lin(F.relu(lin(pooled, "value2")), "value3")[:, 0].float()

    @torch.no_grad()
    def evaluate(self, layout, pos):
        """-> log-probabilities (games, width; -1e9 where illegal), value (games) in [-1, 1] for the mover"""
        when = due(pos)
        planes, taps = encode(layout, pos.colour, pos.mover, when, self.dtype)
        x = self.trunk(planes, taps)
        if kernels.usable(x, "heads"):
            return kernels.heads(x, layout, when, self.w)
        logits, value = self.heads(x, layout)
        logits = torch.where(seasons.may_play(when), logits, -1e9)
        return torch.log_softmax(logits, 1).clamp(min=-1e9), torch.tanh(value * 0.5)
