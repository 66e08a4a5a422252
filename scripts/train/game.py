"""The games, vectorised: stones, groups and wins for a batch of boards, and openings.

Every stone carries the label of its group and an offset: how often the way from the group's origin
to the stone crosses the seam of the goal's axis. A new stone gathers its at most six neighbours;
all groups it joins take one label and are shifted into the new stone's frame in one vectorised
step, with no loop over stones. Two contacts with one group that disagree about the shift close a
walk round the board: a ring. Where the goal's axis has edges, nothing ever crosses a seam, and
the two edges are groups of their own (labels 0 and 1 for black, 2 and 3 for white): the stone
that joins both has won. The rule is exact for every size, and on the torus the first ring wins
because every move is tested as it is played. What seasons add is in seasons.py.
"""
from dataclasses import dataclass, replace

import torch

import seasons
from boards import EMPTY, NONE, OUTSIDE, SEASONS
from seasons import Seasons, advance, due, may_play


@dataclass
class Position:
    """colour (games, width): +1 black, -1 white, 0 empty, 2 outside; mover (games): +1 or -1;
    step (games, 2): the places of black and white in their cycles."""
    colour: torch.Tensor
    label: torch.Tensor
    offset: torch.Tensor
    mover: torch.Tensor
    step: torch.Tensor
    seasons: Seasons

    def changing(self):
        """The fields that a move changes."""
        return self.colour, self.label, self.offset, self.mover, self.step

    def fields(self):
        return *self.changing(), *self.seasons.fields()

    @staticmethod
    def of(fields):
        fields = tuple(fields)
        return Position(*fields[:5], Seasons(*fields[5:]))

    def copy_(self, other):
        for a, b in zip(self.fields(), other.fields()):
            a.copy_(b)

    def where(self, mask, other):
        """Rows of self where mask, of other elsewhere."""
        pick = lambda a, b: torch.where(mask.view(-1, *(1,) * (a.dim() - 1)), a, b)
        if self.seasons is other.seasons:
            return Position(*(pick(a, b) for a, b in zip(self.changing(), other.changing())), self.seasons)
        return Position.of(pick(a, b) for a, b in zip(self.fields(), other.fields()))

    def take(self, index):
        return Position.of(f[index] for f in self.fields())


def empty(layout):
    shape, dev = (layout.games, layout.width), layout.device
    colour = torch.where(layout.valid, 0, OUTSIDE).to(torch.int8)
    return Position(colour, torch.full(shape, EMPTY, dtype=torch.int16, device=dev),
                    torch.zeros(shape, dtype=torch.int8, device=dev),
                    torch.ones(layout.games, dtype=torch.int8, device=dev),
                    torch.zeros(layout.games, 2, dtype=torch.int8, device=dev), seasons.none(layout))


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
                    torch.where(joined, own[:, None], label), offset, -mover, advance(pos, act), pos.seasons), won


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


# Of the openings with seasons, this share begins at random places of the cycles.
ANY_STEP = 0.2


class Openings:
    """Random openings for every game of a layout, resampled board by board towards balance.

    `mixture` has the weights of the numbers of seasons. The first slots of each board are for games without seasons,
    so that resampling does not change their share."""

    def __init__(self, layout, mixture=SEASONS):
        self.layout = layout
        dev = layout.device
        topo = [b.topology for b in layout.boards]
        self.alternating = torch.tensor(ALTERNATING).cumsum(0).to(dev)
        self.extra = torch.tensor([extra_stones(b) for b in layout.boards]).cumsum(1).to(dev)[layout.kind].contiguous()
        self.white = torch.tensor([WHITE_SHARE[t] for t in topo]).to(dev)[layout.kind]
        self.start = empty(layout)
        lo, hi = layout.segments.unbind(1)
        total, plain = sum(mixture.values()), mixture.get(1, 0)
        cut = lo + ((hi - lo) * plain / total).round().long()
        self.plain = torch.arange(layout.games, device=dev) < cut
        self.low, self.high = torch.where(self.plain, lo, cut), torch.where(self.plain, cut, hi)
        weights = [mixture.get(k, 0) if k > 1 else 0 for k in range(seasons.MOST + 1)]
        self.counts = (torch.tensor(weights).cumsum(0) / max(sum(weights), 1e-9)).to(dev)

    def draw(self):
        """-> position, number of stones, whether the position is already won"""
        lay, dev = self.layout, self.layout.device
        G = lay.games
        rand = lambda *s: torch.rand(*s, device=dev)
        pairs = (rand(G, 1) > self.alternating[None, :-1]).sum(1)
        extra = (rand(G, 1) > self.extra[:, :-1]).sum(1)
        extra = torch.where(lay.sizes < 40, extra.clamp(max=2), extra)   # few cells: few stones
        weak = torch.where(rand(G) < self.white, -1, 1).to(torch.int8)
        most = min(MOST_EXTRA, lay.width)
        cells = torch.where(lay.valid, rand(G, lay.width), -1.0).topk(most, 1).indices
        count = torch.where(self.plain, 1, (rand(G, 1) >= self.counts[None, :-1]).sum(1))
        pos, stones = self.start, torch.zeros(G, dtype=torch.long, device=dev)
        pos = Position(*pos.changing(), seasons.draw(lay, count))
        lost = torch.zeros(G, dtype=torch.bool, device=dev)
        # Extra stones lie anywhere and are nobody's moves.
        for i in range(most):
            new, won = play(lay, replace(pos, mover=weak), cells[:, i])
            new.mover, new.step = pos.mover, pos.step
            on = i < extra
            pos, stones, lost = new.where(on, pos), stones + on, lost | (won & on)
        anywhere = (rand(G, 2) * pos.seasons.period).to(torch.int8)
        pos.step = torch.where(rand(G, 1) < ANY_STEP, anywhere, pos.step)
        # The others are moves, so they lie in the seasons that are due.
        for i in range(4):
            key = torch.where(may_play(due(pos)), rand(G, lay.width), -1.0)
            best, act = key.max(1)
            new, won = play(lay, pos, act)
            on = (i < pairs) & (best >= 0)
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
        lo, hi = self.low, self.high
        below = torch.where(lo > 0, upto[(lo - 1).clamp(min=0)], 0.0)
        at = below + torch.rand(lay.games, device=lay.device).double() * (upto[hi - 1] - below)
        pick = torch.searchsorted(upto, at)
        pick = torch.minimum(torch.maximum(pick, lo), hi - 1)
        # A board with few games may offer nothing but finished positions: start it empty then.
        gone = lost[pick]
        start = Position(*self.start.changing(), pos.seasons)
        return start.take(pick).where(gone, pos.take(pick)), torch.where(gone, 0, stones[pick])
