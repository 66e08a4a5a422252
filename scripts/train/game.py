"""The games, vectorised: stones, groups and wins for a batch of boards.

Every stone carries the label of its group and an offset: how often the way from the group's origin
to the stone crosses the seam of the goal's axis. A new stone gathers its at most six neighbours;
all groups it joins take one label and are shifted into the new stone's frame in one vectorised
step, with no loop over stones. Two contacts with one group that disagree about the shift close a
walk round the board: a ring. Where the goal's axis has edges, nothing ever crosses a seam, and
the two edges are groups of their own (labels 0 and 1 for black, 2 and 3 for white): the stone
that joins both has won. The rule is exact for every size, and on the torus the first ring wins
because every move is tested as it is played. What seasons add is in seasons.py.
"""
from dataclasses import dataclass

import torch

import seasons
from boards import EMPTY, NONE, OUTSIDE
from seasons import Seasons, advance


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
