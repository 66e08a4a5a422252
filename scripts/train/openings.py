"""Openings: where games begin, and how each game gets one of many that is nearly even."""
from dataclasses import replace

import torch

import seasons
from boards import SEASONS, Layout
from game import Position, empty, play
from net import due
from seasons import may_play

# Random openings: a few stones, so that games differ and neither side has won already. Stones
# beyond the alternating ones go to one colour: on the cylinder mostly to white, who is otherwise
# lost from the start, up to a stone for every nine cells (balance is near as many as the board has
# rows); elsewhere now and then to either.
ALTERNATING = (0.06, 0.40, 0.34, 0.20)
EXTRA = (0.86, 0.10, 0.04)
MOST_EXTRA = 24
WHITE_SHARE = {"rhombus": 0.5, "cylinder": 0.9, "torus": 0.5}

# What an opening begins with: a first stone after which the chances are nearly even, and moves of the policy; random
# stones; stones scattered over the board; a fork, which is the position of a running game and another move.
FIRST_STONE, RANDOM, SCATTERED, FORK = range(4)
SHARES = (0.5, 0.25, 0.125, 0.125)
POLICY_MOVES = 6            # at most, after the first stone
SCATTERED_SHARE = 1 / 3     # of the cells at most
FLAT = 0.5                  # a fork's move comes from the policy with its log-probabilities times this

# An opening of value v is chosen with weight exp(-(v / SPREAD)^2) + FLOOR.
SPREAD, FLOOR = 0.4, 0.02
EMPTY_BOARD = 0.3           # the weight of the empty board, which keeps a share

# Of the openings with seasons, this share begins at random places of the cycles.
ANY_STEP = 0.2


def extra_stones(board):
    """-> how likely 0, 1, ... MOST_EXTRA stones of one colour are beyond the alternating ones"""
    few = EXTRA
    if board.topology == "cylinder":
        most = min(MOST_EXTRA, board.cells // 9)
        few = (1 / (most + 1),) * (most + 1)
    return few + (0.0,) * (MOST_EXTRA + 1 - len(few))


def sample(weights):
    """-> an index of each row, drawn with these weights; safe in CUDA graphs"""
    noise = torch.empty_like(weights).exponential_().clamp(min=1e-12)
    return (weights / noise).argmax(1)


def evenness(value):
    return torch.exp(-(value / SPREAD) ** 2) + FLOOR


class Openings:
    """Random openings for every game of a layout.

    `mixture` has the weights of the numbers of seasons. The first slots of each board are for games without seasons,
    so that their share is the mixture's."""

    def __init__(self, layout, mixture=SEASONS):
        self.layout = layout
        dev = layout.device
        topo = [b.topology for b in layout.boards]
        self.alternating = torch.tensor(ALTERNATING).cumsum(0).to(dev)
        chances = torch.tensor([extra_stones(b) for b in layout.boards])
        self.most_extra = int((chances > 0).any(0).nonzero().max())
        self.extra = chances.cumsum(1).to(dev)[layout.kind].contiguous()
        self.white = torch.tensor([WHITE_SHARE[t] for t in topo]).to(dev)[layout.kind]
        self.start = empty(layout)
        lo, hi = layout.segments.unbind(1)
        total, plain = sum(mixture.values()), mixture.get(1, 0)
        cut = lo + ((hi - lo) * plain / total).round().long()
        self.plain = torch.arange(layout.games, device=dev) < cut
        weights = [mixture.get(k, 0) if k > 1 else 0 for k in range(seasons.MOST + 1)]
        self.counts = (torch.tensor(weights).cumsum(0) / max(sum(weights), 1e-9)).to(dev)

    def empty(self):
        """The empty board, with the seasons that the slot has."""
        lay = self.layout
        chance = torch.rand(lay.games, 1, device=lay.device)
        count = torch.where(self.plain, 1, (chance >= self.counts[None, :-1]).sum(1))
        pos = Position(*self.start.changing(), seasons.draw(lay, count))
        anywhere = (torch.rand(lay.games, 2, device=lay.device) * pos.seasons.period).to(torch.int8)
        pos.step = torch.where(torch.rand(lay.games, 1, device=lay.device) < ANY_STEP, anywhere, pos.step)
        return pos

    def draw(self, pos=None):
        """Random stones on the empty board -> position, number of stones, whether the position is already won"""
        lay, dev = self.layout, self.layout.device
        G = lay.games
        rand = lambda *s: torch.rand(*s, device=dev)
        pos = pos or self.empty()
        pairs = (rand(G, 1) > self.alternating[None, :-1]).sum(1)
        extra = (rand(G, 1) > self.extra[:, :-1]).sum(1).clamp(max=self.most_extra)
        extra = torch.where(lay.sizes < 40, extra.clamp(max=2), extra)   # few cells: few stones
        weak = torch.where(rand(G) < self.white, -1, 1).to(torch.int8)
        most = min(self.most_extra, lay.width)
        cells = torch.where(lay.valid, rand(G, lay.width), -1.0).topk(most, 1).indices
        stones = torch.zeros(G, dtype=torch.long, device=dev)
        lost = torch.zeros(G, dtype=torch.bool, device=dev)
        # Extra stones lie anywhere and are nobody's moves.
        for i in range(most):
            new, won = play(lay, replace(pos, mover=weak), cells[:, i])
            new.mover, new.step = pos.mover, pos.step
            on = i < extra
            pos, stones, lost = new.where(on, pos), stones + on, lost | (won & on)
        # The others are moves, so they lie in the seasons that are due.
        for i in range(len(ALTERNATING) - 1):
            pos, on, won = random_move(lay, pos, i < pairs)
            stones, lost = stones + on, lost | won
        # With extra stones the parity means nothing: toss for the move.
        toss = torch.where(rand(G) < 0.5, -1, 1).to(torch.int8)
        pos.mover = torch.where(extra > 0, toss, pos.mover)
        return pos, stones, lost


def random_move(layout, pos, on):
    """A random legal move in the games `on` -> position, where there was one, where it won"""
    key = torch.where(may_play(due(pos)), torch.rand(layout.games, layout.width, device=layout.device), -1.0)
    best, act = key.max(1)
    new, won = play(layout, pos, act)
    on = on & (best >= 0)
    return new.where(on, pos), on, won & on


@torch.no_grad()
def first_stones(layout, net):
    """How even the chances are after each first stone: weights (games, width) from the net's values"""
    table = torch.zeros(len(layout.boards), layout.width, device=layout.device)
    for kind, board in enumerate(layout.boards):
        one = Layout([(board, board.cells)], layout.device, layout.width)
        after, _ = play(one, empty(one), torch.arange(board.cells, device=layout.device))
        table[kind, :board.cells] = torch.exp(-(net.evaluate(one, after)[1] / SPREAD) ** 2) + 1e-4
    return table[layout.kind]


class OpeningPool:
    """The next opening of every slot, chosen from all candidates since the last one was taken.

    Each step brings the slots' candidates one evaluation further: a move of the policy, or the value that decides whether
    a finished candidate becomes the slot's choice. It does with the chance that makes every candidate's share its
    weight (`evenness`), whatever their number. A slot keeps to one kind of opening until its opening is taken, so that the shares
    of the kinds are not changed by how even their openings are."""

    def __init__(self, layout, openings, net):
        self.layout, self.openings, self.net = layout, openings, net
        G, dev = layout.games, layout.device
        self.rhombus = torch.tensor([b.topology != "cylinder" for b in layout.boards], device=dev)[layout.kind]
        self.first = first_stones(layout, net)
        self.shares = torch.tensor(SHARES, device=dev).expand(G, -1).contiguous()
        self.kind = sample(self.shares)
        self.pos, self.chosen = empty(layout), empty(layout)
        zeros = lambda dtype: torch.zeros(G, dtype=dtype, device=dev)
        self.stones, self.moves, self.lost = zeros(torch.long), zeros(torch.long), zeros(torch.bool)
        self.chosen_stones, self.weight, self.candidates = zeros(torch.long), zeros(torch.float), zeros(torch.long)
        self.begin(torch.ones(G, dtype=torch.bool, device=dev), self.pos)
        self.lost |= self.kind == FORK             # there are no running games yet

    def evaluate(self, pos):
        return self.net.evaluate(self.layout, pos)

    def begin(self, where, running):
        """New candidates in some slots. Forks begin at the positions `running`."""
        lay, kind = self.layout, self.kind
        rand = torch.rand(lay.games, device=lay.device)
        blank = self.openings.empty()
        drawn, stones, lost = self.openings.draw(blank)
        # The cylinder's first stones win, so there a few random stones take their place.
        one = (kind == FIRST_STONE) & self.rhombus
        after, won = play(lay, blank, sample(self.first * may_play(due(blank))))
        scattered = (kind == SCATTERED) & self.rhombus
        fork = kind == FORK
        new = after.where(one, blank.where(scattered, running.where(fork, drawn)))
        placed = (running.colour.abs() == 1).sum(1)
        stones = torch.where(one, 1, torch.where(scattered, 0, torch.where(fork, placed, stones)))
        lost = torch.where(one, won, lost & ~scattered & ~fork)
        upto = (lay.sizes * SCATTERED_SHARE).long()
        moves = torch.where(kind == FIRST_STONE, (rand * (POLICY_MOVES + 1)).long(), 0)
        moves = torch.where(kind == SCATTERED, 2 + (rand * upto).long(), moves)
        moves = torch.where(fork, 1, moves)
        self.pos.copy_(new.where(where, self.pos))
        for mine, theirs in ((self.stones, stones), (self.moves, moves), (self.lost, lost)):
            mine.copy_(torch.where(where, theirs, mine))

    @torch.no_grad()
    def step(self, running):
        lay, kind = self.layout, self.kind
        prior, value = self.evaluate(self.pos)
        ready = (self.moves == 0) & ~self.lost
        weight = torch.where(self.stones == 0, torch.full_like(value, EMPTY_BOARD), evenness(value)) * ready
        self.weight += weight
        keep = torch.rand(lay.games, device=lay.device) * self.weight < weight
        self.chosen.copy_(self.pos.where(keep, self.chosen))
        self.chosen_stones.copy_(torch.where(keep, self.stones, self.chosen_stones))
        self.candidates += ready
        # One move of the policy; scattered stones are random and need no values, so several at a time.
        sharp = torch.where(kind == FIRST_STONE, 1.0, torch.where(kind == FORK, FLAT, 0.0))
        legal = may_play(due(self.pos))
        act = sample(torch.where(legal, (prior * sharp[:, None]).exp().clamp(min=1e-9), 0.0))
        going = (self.moves > 0) & ~self.lost & legal.any(1)
        after, won = play(lay, self.pos, act)
        pos, lost, stones = after.where(going, self.pos), self.lost | (won & going), self.stones + going
        moves = torch.where(legal.any(1), self.moves - going.long(), 0)
        for _ in range(3):
            pos, on, won = random_move(lay, pos, (kind == SCATTERED) & (moves > 0) & ~lost)
            lost, stones, moves = lost | won, stones + on, moves - on.long()
        self.pos.copy_(pos)
        self.lost.copy_(lost), self.stones.copy_(stones), self.moves.copy_(moves)
        self.begin(ready | lost, running)

    def take(self, where):
        """The chosen openings, all of them -> position, stones. Those of the slots `where` count as taken."""
        lay = self.layout
        # A slot may have met nothing but finished positions: it starts on the empty board then.
        some = self.weight > 0
        blank = Position(*self.openings.start.changing(), self.pos.seasons)
        pos = self.chosen.where(some, blank)
        stones = torch.where(some, self.chosen_stones, 0)
        self.weight.copy_(torch.where(where, 0.0, self.weight))
        self.candidates.copy_(torch.where(where, 0, self.candidates))
        self.kind.copy_(torch.where(where, sample(self.shares), self.kind))
        self.lost |= where                 # the candidate in work is of the old kind: the next step begins another
        return pos, stones
