"""The games, vectorised: stones, groups and wins for a batch of boards, and openings.

Every stone carries the label of its group and an offset: how often the way from the group's origin
to the stone crosses the seam of the goal's axis. A new stone gathers its at most six neighbours;
all groups it joins take one label and are shifted into the new stone's frame in one vectorised
step, with no loop over stones. Two contacts with one group that disagree about the shift close a
walk round the board: a ring. Where the goal's axis has edges, nothing ever crosses a seam, and
the two edges are groups of their own (labels 0 and 1 for black, 2 and 3 for white): the stone
that joins both has won. The rule is exact for every size, and on the torus the first ring wins
because every move is tested as it is played.
"""
from dataclasses import dataclass

import torch

from boards import EMPTY, NONE, OUTSIDE


@dataclass
class Position:
    """colour (games, width): +1 black, -1 white, 0 empty, 2 outside; mover (games): +1 or -1."""
    colour: torch.Tensor
    label: torch.Tensor
    offset: torch.Tensor
    mover: torch.Tensor

    def fields(self):
        return self.colour, self.label, self.offset, self.mover

    def copy_(self, other):
        for a, b in zip(self.fields(), other.fields()):
            a.copy_(b)

    def where(self, mask, other):
        """Rows of self where mask, of other elsewhere."""
        pick = lambda a, b: torch.where(mask[:, None] if a.dim() == 2 else mask, a, b)
        return Position(*(pick(a, b) for a, b in zip(self.fields(), other.fields())))

    def take(self, index):
        return Position(*(f[index] for f in self.fields()))


def empty(layout):
    shape, dev = (layout.games, layout.width), layout.device
    colour = torch.where(layout.valid, 0, OUTSIDE).to(torch.int8)
    return Position(colour, torch.full(shape, EMPTY, dtype=torch.int16, device=dev),
                    torch.zeros(shape, dtype=torch.int8, device=dev),
                    torch.ones(layout.games, dtype=torch.int8, device=dev))


def play(layout, pos, act):
    """The mover puts a stone on cell `act` (games): new position (other side to move), won or not."""
    kind, mover = layout.kind, pos.mover
    side = (mover < 0).long()
    near = layout.near[kind, act]                                    # (games, 6)
    wind = layout.wind[kind, side, act]
    there = near.clamp(min=0)
    touch = (near >= 0) & (pos.colour.gather(1, there) == mover[:, None])
    groups = torch.where(touch, pos.label.gather(1, there), NONE)
    shift = torch.where(touch, wind - pos.offset.gather(1, there), 0).to(torch.int8)
    edge = layout.edge[kind, side, act]
    own = torch.minimum(torch.minimum(groups.amin(1), edge), (act + 4).to(torch.int16))
    low = (1 - mover).to(torch.int16)                                # 0 black, 2 white
    meets = lambda e: (groups == e[:, None]).any(1) | (edge == e)
    won = meets(low) & meets(low + 1)
    same = (groups[:, :, None] == groups[:, None, :]) & touch[:, :, None] & touch[:, None, :]
    won = won | (same & (shift[:, :, None] != shift[:, None, :])).flatten(1).any(1)
    here = torch.arange(layout.width, device=act.device)[None] == act[:, None]
    label, offset, joined = pos.label, pos.offset, here
    for k in range(6):
        member = pos.label == groups[:, k:k + 1]
        joined = joined | member
        offset = torch.where(member, pos.offset + shift[:, k:k + 1], offset)
    return Position(torch.where(here, mover[:, None], pos.colour),
                    torch.where(joined, own[:, None], label), offset, -mover), won


# Openings: a few random stones, so that games differ and neither side has won already. Stones
# beyond the alternating ones go to one colour: on the cylinder mostly to white, who is otherwise
# lost from the start, up to a stone for every nine cells (balance is near as many as the board has
# rows); elsewhere now and then to either.
ALTERNATING = (0.06, 0.40, 0.34, 0.12, 0.08)
EXTRA = (0.86, 0.10, 0.04)
MOST_EXTRA = 24
WHITE_SHARE = {"rhombus": 0.5, "cylinder": 0.9, "torus": 0.5}


def extra_stones(board):
    """-> how likely 0, 1, ... MOST_EXTRA stones of one colour are beyond the alternating ones"""
    few = EXTRA
    if board.topology == "cylinder":
        most = min(MOST_EXTRA, board.cells // 9)
        few = (1 / (most + 1),) * (most + 1)
    return few + (0.0,) * (MOST_EXTRA + 1 - len(few))


class Openings:
    """Random openings for every game of a layout, resampled board by board towards balance."""

    def __init__(self, layout):
        self.layout = layout
        dev = layout.device
        topo = [b.topology for b in layout.boards]
        self.alternating = torch.tensor(ALTERNATING).cumsum(0).to(dev)
        self.extra = torch.tensor([extra_stones(b) for b in layout.boards]).cumsum(1).to(dev)[layout.kind].contiguous()
        self.white = torch.tensor([WHITE_SHARE[t] for t in topo]).to(dev)[layout.kind]
        self.start = empty(layout)

    def draw(self):
        """-> position, number of stones, whether the position is already won"""
        lay, dev = self.layout, self.layout.device
        G = lay.games
        rand = lambda *s: torch.rand(*s, device=dev)
        pairs = (rand(G, 1) > self.alternating[None, :-1]).sum(1)
        extra = (rand(G, 1) > self.extra[:, :-1]).sum(1)
        extra = torch.where(lay.sizes < 40, extra.clamp(max=2), extra)   # few cells: few stones
        weak = torch.where(rand(G) < self.white, -1, 1).to(torch.int8)
        most = min(4 + MOST_EXTRA, lay.width)
        cells = torch.where(lay.valid, rand(G, lay.width), -1.0).topk(most, 1).indices
        pos, stones = self.start, torch.zeros(G, dtype=torch.long, device=dev)
        lost = torch.zeros(G, dtype=torch.bool, device=dev)
        for i in range(most):
            on = i < pairs if i < 4 else i - 4 < extra
            colour = pos.mover if i < 4 else weak
            new, won = play(lay, Position(pos.colour, pos.label, pos.offset, colour), cells[:, i])
            new.mover = -pos.mover if i < 4 else pos.mover
            pos, stones, lost = new.where(on, pos), stones + on, lost | (won & on)
        # With extra stones the parity means nothing: toss for the move.
        toss = torch.where(rand(G) < 0.5, -1, 1).to(torch.int8)
        pos.mover = torch.where(extra > 0, toss, pos.mover)
        return pos, stones, lost

    def balanced(self, evaluate, spread=0.5, floor=0.03):
        """Openings resampled within each board with weight exp(-(value/spread)^2) + floor."""
        lay = self.layout
        pos, stones, lost = self.draw()
        value = evaluate(pos)[1]
        w = (torch.exp(-(value / spread) ** 2) + floor).double()
        w = torch.where(stones == 0, torch.full_like(w, 0.3), w)     # the empty board keeps a share
        w = torch.where(lost, 1e-9, w)
        upto = w.cumsum(0)
        lo, hi = lay.segments[:, 0], lay.segments[:, 1]
        below = torch.where(lo > 0, upto[(lo - 1).clamp(min=0)], 0.0)
        at = below + torch.rand(lay.games, device=lay.device).double() * (upto[hi - 1] - below)
        pick = torch.searchsorted(upto, at)
        pick = torch.minimum(torch.maximum(pick, lo), hi - 1)
        # A board with few games may offer nothing but finished positions: start it empty then.
        gone = lost[pick]
        return self.start.where(gone, pos.take(pick)), torch.where(gone, 0, stones[pick])
