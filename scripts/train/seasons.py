"""Seasons: maps and cycles of every game, and at which of the next moves each empty cell is due.

A game without seasons is a game with one season, so nothing in the rest of the code asks whether there are any.
Seasons are counted from 0 here and from 1 in every text.
"""
from dataclasses import dataclass

import torch

MOST = 8                                   # seasons, and entries of a cycle, that the arrays have room for

# Of the games with seasons: how many have a fair map, a map with random shares of the seasons, and diagonal stripes;
# how many have the default cycles, one cycle with a random shift, random orders, and random orders with repetitions.
MAPS = (0.75, 0.17, 0.08)
CYCLES = (0.25, 0.05, 0.10, 0.60)


@dataclass
class Seasons:
    """What seasons the games have. Nothing here changes during a game; side 0 is black, 1 white."""
    map: torch.Tensor                      # (games, width) int8: the season of each cell
    cycle: torch.Tensor                    # (games, 2, MOST) int8: the seasons of a player's moves, in order
    period: torch.Tensor                   # (games, 2) int8: entries of the cycle
    count: torch.Tensor                    # (games) int8: seasons

    def fields(self):
        return self.map, self.cycle, self.period, self.count


def none(layout):
    """One season: every empty cell may be played at every move."""
    zeros = lambda *shape: torch.zeros(layout.games, *shape, dtype=torch.int8, device=layout.device)
    return Seasons(zeros(layout.width), zeros(2, MOST), zeros(2) + 1, zeros() + 1)


def next_places(seasons, side, step):
    """-> (games, MOST) the places of a side's cycle from `step` on, and which of them belong to the first round"""
    j = torch.arange(MOST, device=step.device)[None]
    period = seasons.period.gather(1, side[:, None]).long()
    return (step[:, None].long() + j) % period, j < period


def due(pos):
    """-> (games, width) uint8: 16 * the mover's due moves + the opponent's for empty cells, 0 for all others.

    A player's due moves of a season are a set of bits: 1, 2 and 4 if the player's next, second and third move is in that
    season, 8 if a later one of the same round of the cycle is. Seasons without an empty cell are skipped; the others are
    taken not to run out before then."""
    s, free = pos.seasons, pos.colour == 0
    season = s.map.long()
    left = torch.zeros(free.shape[0], MOST, dtype=torch.int32, device=free.device)
    open_ = left.scatter_add_(1, season, free.int()) > 0                # seasons with an empty cell
    both = []
    for side in ((pos.mover < 0).long(), (pos.mover > 0).long()):
        places, on = next_places(s, side, pos.step.gather(1, side[:, None])[:, 0])
        entry = s.cycle[torch.arange(len(side), device=side.device), side].long().gather(1, places)
        on = on & open_.gather(1, entry)
        before = (on.long().cumsum(1) - 1).clamp(min=0, max=3)          # moves before this entry's
        hits = torch.zeros(len(side), MOST * 4, dtype=torch.int32, device=free.device)
        hits = hits.scatter_add_(1, 4 * entry + before, on.int()).view(-1, MOST, 4) > 0
        moves = sum(hits[:, :, move].long() << move for move in range(4))
        both.append(moves.gather(1, season))
    return torch.where(free, 16 * both[0] + both[1], 0).to(torch.uint8)


def may_play(due):
    """Cells that the mover may play now, by what `due` says."""
    return (due & 16) > 0


def advance(pos, act):
    """-> step (games, 2) after the mover's move on cell `act`, which must be one that it may play"""
    side = (pos.mover < 0).long()
    step = pos.step.gather(1, side[:, None])[:, 0]
    places, on = next_places(pos.seasons, side, step)
    entry = pos.seasons.cycle[torch.arange(len(side), device=side.device), side].long().gather(1, places)
    # The season due is the first of the cycle with an empty cell, and the stone lies on a cell of it: so it is the
    # first entry with the cell's season.
    hit = on & (entry == pos.seasons.map.gather(1, act[:, None]))
    skipped = hit.int().argmax(1)
    period = pos.seasons.period.gather(1, side[:, None])[:, 0].long()
    after = ((step.long() + skipped + 1) % period).to(torch.int8)
    here = torch.arange(2, device=side.device)[None] == side[:, None]
    return torch.where(here, after[:, None], pos.step)


def pick(chance, shares):
    """Which of the shares, which add up to 1, a random number from 0 to 1 falls in."""
    return sum((chance >= sum(shares[:i])).long() for i in range(1, len(shares)))


def draw_cycles(count):
    """Random cycles for games with these numbers of seasons -> cycle (games, 2, MOST), period (games, 2)"""
    G, dev = count.shape[0], count.device
    rand = lambda *s: torch.rand(*s, device=dev)
    j = torch.arange(MOST, device=dev)[None, None]
    k = count.long()[:, None, None]
    kind = pick(rand(G, 1, 1), CYCLES)
    white = torch.arange(2, device=dev)[None, :, None]
    shift = torch.where(kind == 1, (rand(G, 1, 1) * k).long(), (k + 1) // 2)
    ordered = (j + white * shift) % k
    shuffled = torch.where(j < k, rand(G, 2, MOST), 2.0).argsort(2)
    anything = (rand(G, 2, MOST) * k).long().clamp(max=MOST - 1)
    mixed = torch.where(j < k, shuffled, anything)
    # A longer cycle has its repetitions anywhere.
    length = k + ((kind == 3) & (k > 1)) * (1 + (rand(G, 2, 1) * (MOST - k)).long())
    length = length.expand(G, 2, 1).clamp(max=MOST)
    longer = mixed.gather(2, torch.where(j < length, rand(G, 2, MOST), 2.0).argsort(2))
    cycle = torch.where(kind < 2, ordered, torch.where(kind == 2, mixed, longer))
    return cycle.to(torch.int8), length[:, :, 0].to(torch.int8)


def quotas(layout, cycle, period):
    """-> (games, MOST) how many moves fall on each season when black begins and the board is filled in turns"""
    G, dev = layout.games, layout.device
    j = torch.arange(MOST, device=dev)[None, None]
    p = period.long()[:, :, None]
    moves = (layout.sizes[:, None, None] + 1 - torch.arange(2, device=dev)[None, :, None]) // 2
    times = torch.where(j < p, (moves - j + p - 1).clamp(min=0) // p, 0)
    return torch.zeros(G, MOST, dtype=torch.long, device=dev).scatter_add_(1, cycle.long().flatten(1), times.flatten(1))


def draw(layout, count):
    """Random seasons for games with these numbers (games) of seasons."""
    G, W, dev = layout.games, layout.width, layout.device
    rand = lambda *s: torch.rand(*s, device=dev)
    cycle, period = draw_cycles(count)
    order = torch.where(layout.valid, rand(G, W), 2.0).argsort(1)
    cell = torch.arange(W, device=dev)[None].expand(G, W)
    rank = torch.empty_like(order).scatter_(1, order, cell)
    fair = (rank[:, :, None] >= quotas(layout, cycle, period).cumsum(1)[:, None, :-1]).sum(2)
    k = count.long()[:, None]
    weights = torch.where(torch.arange(MOST, device=dev)[None] < k, rand(G, MOST) ** 2 + 0.02, 0.0).cumsum(1)
    uneven = (rand(G, W, 1) * weights[:, None, -1:] >= weights[:, None, :-1]).sum(2)
    slope = lambda: (rand(G, 1) * k).long()
    stripes = slope() * (cell % layout.m[:, None]) + slope() * (cell // layout.m[:, None])
    kind = pick(rand(G, 1), MAPS)
    season = torch.where(kind == 0, fair, torch.where(kind == 1, uneven, stripes % k))
    season = torch.where(layout.valid, torch.minimum(season, k - 1), 0)
    return Seasons(*(t.to(torch.int8).contiguous() for t in (season, cycle, period, count)))
