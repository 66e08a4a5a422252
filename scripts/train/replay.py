"""Self-play: games that never stop, the replay buffer of their positions, training samples.

All games of the layout move together. A finished game is replaced by a new opening on the same
board, so each slot of the batch always holds the same board and the batch's shape never changes.
Everything stays on the device; one move of all games is one CUDA graph.
"""
import torch

from boards import SEASONS, Layout
from game import Openings, empty, play
from net import due
from search import Replay
from seasons import MOST


def by_seasons(kind, seasons):
    """The row of statistics for a kind of board with a number of seasons."""
    return kind * (MOST + 1) + seasons.long()


class Ring:
    """The last `length` moves of every slot: position, search policy, root value, result."""

    def __init__(self, layout, length):
        self.layout, self.length, self.count = layout, length, 0
        shape, dev = (length, layout.games), layout.device
        self.colour = torch.zeros(*shape, layout.width, dtype=torch.int8, device=dev)
        self.due = torch.zeros_like(self.colour, dtype=torch.uint8)
        self.seasons = torch.zeros(shape, dtype=torch.int8, device=dev)    # their number
        self.policy = torch.zeros(*shape, layout.width, dtype=torch.float16, device=dev)
        self.mover = torch.zeros(shape, dtype=torch.int8, device=dev)
        self.value = torch.zeros(shape, device=dev)
        self.ended = torch.zeros(shape, dtype=torch.int8, device=dev)      # the mover won +1, lost -1, game goes on 0
        self.target = torch.zeros(shape, device=dev)
        self.known = torch.zeros(shape, dtype=torch.bool, device=dev)
        self.at = torch.zeros(1, dtype=torch.long, device=dev)

    def put(self, **fields):
        for name, t in fields.items():
            ring = getattr(self, name)
            ring.index_copy_(0, self.at, t[None].to(ring.dtype))
        self.at.copy_((self.at + 1) % self.length)

    def settle(self, moves, decay):
        """Value targets by a backward scan: a mixture of root values and the result (lambda-return) with lambda =
        `decay` (games).

        Unfinished games have no target yet; they get one when a later scan meets their end."""
        target = known = later = None
        for k in range(min(self.count, self.length, moves + self.layout.width)):
            i = (self.count - 1 - k) % self.length
            ended = self.ended[i]
            over = ended != 0
            if later is None:
                target, known = self.value[i], over
            else:
                target, known = -((1 - decay) * later + decay * target), over | known
            target = torch.where(over, ended.float(), target)
            self.target[i], self.known[i], later = target, known, self.value[i]


def symmetry(layout):
    """A random symmetry for each game: (games, width) target cell of every cell.

    Half a turn on every board; translations along wrapped axes; on the cylinder also the mirror
    (x, y) -> (-x-y, y), which keeps neighbours, edges and rings."""
    dev, G = layout.device, layout.games
    cell = torch.arange(layout.width, device=dev)[None]
    m, n = layout.m[:, None], layout.n[:, None]
    x, y = cell % m, cell // m
    coin = lambda: torch.rand(G, 1, device=dev) < 0.5
    turn = coin()
    x, y = torch.where(turn, m - 1 - x, x), torch.where(turn, n - 1 - y, y)
    mirror = coin() & layout.wrap_x[:, None] & ~layout.wrap_y[:, None]
    x = torch.where(mirror, -x - y, x)
    shift = lambda size, wraps: (torch.rand(G, 1, device=dev) * size).long().clamp(max=size - 1) * wraps[:, None]
    x, y = (x + shift(m, layout.wrap_x)) % m, (y + shift(n, layout.wrap_y)) % n
    return torch.where(layout.valid, y * m + x, cell)


class Sampler:
    """Training batches of a fixed mixture of boards drawn from the ring."""

    def __init__(self, ring, size):
        self.ring = ring
        self.layout = Layout(ring.layout.take(size), ring.layout.device, ring.layout.width)
        slots = torch.tensor([c for _, c in ring.layout.groups], device=ring.layout.device)
        first = torch.cumsum(slots, 0) - slots
        self.first, self.slots = first[self.layout.kind], slots[self.layout.kind]

    def draw(self, window):
        """-> colour, due, mover, policy, value target, weight (0 for games not yet finished), number of seasons"""
        ring, G, dev = self.ring, self.layout.games, self.layout.device
        back = torch.randint(0, min(ring.count, window, ring.length), (G,), device=dev)
        t = (ring.count - 1 - back) % ring.length
        g = self.first + (torch.rand(G, device=dev) * self.slots).long().clamp(max=ring.layout.games - 1)
        g = torch.minimum(g, self.first + self.slots - 1)
        to = symmetry(self.layout)
        moved = lambda x: torch.empty_like(x).scatter_(1, to, x)
        colour, due, policy = moved(ring.colour[t, g]), moved(ring.due[t, g]), moved(ring.policy[t, g].float())
        return colour, due, ring.mover[t, g], policy, ring.target[t, g], ring.known[t, g].float(), ring.seasons[t, g]


class SelfPlay:
    """The running games of a layout."""

    def __init__(self, layout, net, ring, seasons=SEASONS, resign=0.97, played_out=0.25):
        self.layout, self.net, self.ring = layout, net, ring
        self.resign, self.played_out = resign, played_out
        dev = layout.device
        self.limit = torch.full((layout.games,), resign, device=dev)        # value from which a game is resigned
        self.openings = Openings(layout, seasons)
        self.pos = empty(layout)
        self.full = torch.rand(layout.games, device=dev) < played_out       # games without resignation
        self.ply = torch.zeros(layout.games, dtype=torch.long, device=dev)
        # For every board and number of seasons: games, black wins, full games, their plies
        self.stats = torch.zeros(len(layout.boards) * (MOST + 1), 4, device=dev)
        self.explore = (layout.sizes * 0.13).long()                         # plies played with the root's noise
        self.earliest = (layout.sizes // 10).clamp(min=4)                   # ply of the first resignation
        pos, stones = self.openings.balanced(self.evaluate)
        self.pos.copy_(pos), self.ply.copy_(stones)
        self.searches = {}

    def evaluate(self, pos):
        return self.net.evaluate(self.layout, pos)

    def trust(self, seasons, decay):
        """Whether the net's values can be relied on in games with seasons. If not, those games are played to the end
        and learn from their results alone. -> lambda of each game's value target, `decay` where values count"""
        known = self.openings.plain | seasons
        self.limit.copy_(torch.where(known, self.resign, 2.0))
        return torch.where(known, decay, 1.0)

    @torch.no_grad()
    def step(self, search):
        """One move in every game."""
        lay, pos = self.layout, self.pos
        noisy, plain, policy, value = search.run(pos)
        act = torch.where(self.ply >= self.explore, plain, noisy)
        after, won = play(lay, pos, act)
        gives_up = (value.abs() > self.limit) & ~self.full & (self.ply >= self.earliest) & ~won
        ended = torch.where(won, 1.0, torch.where(gives_up, value.sign(), 0.0)).to(torch.int8)
        self.ring.put(colour=pos.colour, due=due(pos), seasons=pos.seasons.count, policy=policy, mover=pos.mover, value=value,
                      ended=ended)
        over = ended != 0
        whole = over & self.full
        row = torch.stack([over, (ended * pos.mover) > 0, whole, whole * (self.ply + 1)], 1).float()
        self.stats.index_add_(0, by_seasons(lay.kind, pos.seasons.count), row)
        fresh, stones = self.openings.balanced(self.evaluate)
        self.pos.copy_(fresh.where(over, after))
        self.full.copy_(torch.where(over, torch.rand(lay.games, device=lay.device) < self.played_out, self.full))
        self.ply.copy_(torch.where(over, stones, self.ply + 1))

    def move(self, search, log=print):
        """One step, captured as a CUDA graph the first time a search is used."""
        if search not in self.searches:
            self.searches.clear()
            if self.layout.device.type == "cuda":
                self.ring.count += 2                                         # the warm-up plays two moves
            self.searches[search] = Replay(lambda: self.step(search), self.layout.device, log)
        self.searches[search]()
        self.ring.count += 1
