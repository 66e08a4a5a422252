"""Self-play: games that never stop, the replay buffer of their positions, training samples.

All games of the layout move together. A finished game is replaced by a new opening on the same
board, so each slot of the batch always holds the same board and the batch's shape never changes.
Everything stays on the device; one move of all games is one CUDA graph.
"""
import torch

from boards import SEASONS, Layout
from game import empty, play
from net import due
from openings import OpeningPool, Openings, sample
from search import Replay
from seasons import MOST


def by_seasons(kind, seasons):
    """The row of statistics for a kind of board with a number of seasons."""
    return kind * (MOST + 1) + seasons.long()


class Ring:
    """The last `length` moves of every slot: position, search policy, root value, result.

    A move is by a full search in all games or by a fast one in all of them. Fast ones have no policy to learn from."""

    def __init__(self, layout, length):
        self.layout, self.length, self.count = layout, length, 0
        shape, dev = (length, layout.games), layout.device
        self.colour = torch.zeros(*shape, layout.width, dtype=torch.int8, device=dev)
        self.due = torch.zeros_like(self.colour, dtype=torch.uint8)
        self.seasons = torch.zeros(shape, dtype=torch.int8, device=dev)    # their number
        self.policy = torch.zeros(*shape, layout.width, dtype=torch.float16, device=dev)
        self.mover = torch.zeros(shape, dtype=torch.int8, device=dev)
        self.ply = torch.zeros(shape, dtype=torch.int16, device=dev)       # stones on the board
        self.value = torch.zeros(shape, device=dev)
        self.ended = torch.zeros(shape, dtype=torch.int8, device=dev)      # the mover won +1, lost -1, game goes on 0
        self.target = torch.zeros(shape, device=dev)
        self.known = torch.zeros(shape, dtype=torch.bool, device=dev)      # there is a target for the value
        self.at = torch.zeros(1, dtype=torch.long, device=dev)
        self.full = torch.zeros(length, dtype=torch.bool)                  # on the host: which moves had a full search

    def put(self, **fields):
        for name, t in fields.items():
            ring = getattr(self, name)
            ring.index_copy_(0, self.at, t[None].to(ring.dtype))
        self.at.copy_((self.at + 1) % self.length)

    def counted(self, moves, full):
        """`moves` moves were put, which all had a full search or a fast one."""
        for _ in range(moves):
            self.full[self.count % self.length] = full
            self.count += 1

    def rows(self, full):
        """The moves in the ring that had a full search, or a fast one."""
        filled = min(self.count, self.length)
        return (self.full[:filled] == full).nonzero()[:, 0]

    def settle(self, moves, decay):
        """Value targets by a backward scan, the lambda-return with lambda = `decay` (games): of each position's own root
        value the share 1 - lambda, the rest what follows, at last the result.

        In a game that is not finished the last root value stands for the result, so that its positions count from the
        beginning. Where lambda is 1, root values are not trusted: those games count when they are finished."""
        target = known = None
        for k in range(min(self.count, self.length, moves + self.layout.width)):
            i = (self.count - 1 - k) % self.length
            ended, value = self.ended[i], self.value[i]
            over = ended != 0
            if target is None:
                later, known = value, over | (decay < 1)
            else:
                later, known = -target, over | known
            later = torch.where(over, ended.float(), later)
            target = (1 - decay) * value + decay * later
            self.target[i], self.known[i] = target, known


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


# Of the slots of each board, one in this many is held out: its games are never trained on.
HELD_OUT = 32


class Sampler:
    """Training batches of a fixed mixture of boards drawn from the ring, or batches of the games that are held out.

    Half of each batch are positions of full searches, so that those are used more often than the others, which train the
    value alone."""

    def __init__(self, ring, size, held_out=False, own=0.0):
        self.ring, self.held_out, self.own = ring, held_out, own
        groups = ring.layout.take(size)
        if held_out:
            many = {board for board, count in ring.layout.groups if count >= HELD_OUT}
            groups = [(board, count) for board, count in groups if board in many]
        self.layout = Layout(groups, ring.layout.device, ring.layout.width) if groups else None
        if groups:
            index = {board: i for i, (board, _) in enumerate(ring.layout.groups)}
            dev = ring.layout.device
            slots = torch.tensor([c for _, c in ring.layout.groups], device=dev)
            which = torch.tensor([index[board] for board, _ in groups], device=dev)[self.layout.kind]
            self.kind = which                                               # of the ring's boards
            self.first, held = (torch.cumsum(slots, 0) - slots)[which], (slots // HELD_OUT)[which]
            self.slots = held if held_out else slots[which] - held

    def share_of_full(self):
        """The share of the batch that is drawn from full searches."""
        rows = len(self.ring.rows(True)), len(self.ring.rows(False))
        return 1.0 if not rows[1] else 0.0 if not rows[0] else 0.5

    def moves(self):
        """For each sample a move of the ring: of a full search for every other sample."""
        full, fast = self.ring.rows(True), self.ring.rows(False)
        if not len(full) or not len(fast):
            full = fast = torch.cat([full, fast])
        even = torch.arange(self.layout.games) % 2 == 0
        rand = torch.rand(self.layout.games)
        pick = lambda rows: rows[(rand * len(rows)).long().clamp(max=len(rows) - 1)]
        return torch.where(even, pick(full), pick(fast)).to(self.layout.device)

    def games(self):
        """For each sample a slot of its board."""
        u = (torch.rand(self.layout.games, device=self.layout.device) * self.slots).long()
        u = torch.minimum(u, self.slots - 1)
        return self.first + (u * HELD_OUT + HELD_OUT - 1 if self.held_out else u + u // (HELD_OUT - 1))

    def draw(self):
        """-> colour, due, mover, policy, value target, weights of policy and of value, number of seasons.

        The value target has the share `own` of the position's own root value, the rest is the lambda-return."""
        ring, t, g = self.ring, self.moves(), self.games()
        to = symmetry(self.layout)
        moved = lambda x: torch.empty_like(x).scatter_(1, to, x)
        colour, due, policy = moved(ring.colour[t, g]), moved(ring.due[t, g]), moved(ring.policy[t, g].float())
        target = torch.lerp(ring.target[t, g], ring.value[t, g], self.own)
        full = ring.full.to(t.device)[t]
        self.last = t, g
        return colour, due, ring.mover[t, g], policy, target, full.float(), ring.known[t, g].float(), ring.seasons[t, g]


# Plies of a new game in which moves are chosen with the root's noise: this share of the cells, and at least so many after the
# opening. Later the best move is played, and searched for without noise.
EXPLORE, EXPLORE_LEAST = 0.13, 4
STAGGER = 0.5        # share of the cells: the first games start up to so many plies further on


class SelfPlay:
    """The running games of a layout."""

    def __init__(self, layout, net, ring, seasons=SEASONS, resign=0.97, played_out=0.25):
        self.layout, self.net, self.ring = layout, net, ring
        self.resign, self.played_out = resign, played_out
        G, dev = layout.games, layout.device
        self.limit = torch.full((G,), resign, device=dev)                   # value from which a game is resigned
        self.openings = Openings(layout, seasons)
        self.pool = OpeningPool(layout, self.openings, net)
        self.pos = empty(layout)
        self.full = torch.rand(G, device=dev) < played_out                  # games without resignation
        self.ply = torch.zeros(G, dtype=torch.long, device=dev)
        self.noisy_until = torch.zeros(G, dtype=torch.long, device=dev)
        # For every board and number of seasons: games, black wins, full games, their plies
        self.stats = torch.zeros(len(layout.boards) * (MOST + 1), 4, device=dev)
        self.explore = (layout.sizes * EXPLORE).long()
        self.earliest = (layout.sizes // 10).clamp(min=4)                   # ply of the first resignation
        self.searches = {}
        self.stagger()

    def evaluate(self, pos):
        return self.net.evaluate(self.layout, pos)

    @torch.no_grad()
    def stagger(self):
        """Games that start together would end together, and the ring would hold beginnings and ends in turns. So
        each starts somewhere: the policy plays a random number of moves."""
        lay = self.layout
        everywhere = torch.ones(lay.games, dtype=torch.bool, device=lay.device)
        for _ in range(8):
            self.pool.step(self.pos)
        self.replace(everywhere)
        plies = (torch.rand(lay.games, device=lay.device) * lay.sizes * STAGGER).long()
        for ply in range(int(plies.max())):
            self.pool.step(self.pos)
            prior, _ = self.evaluate(self.pos)
            after, won = play(lay, self.pos, sample(prior.exp()))
            on = plies > ply
            self.pos.copy_(after.where(on, self.pos))
            self.ply += on
            self.replace(won & on)

    def replace(self, over):
        """New games in some slots."""
        fresh, stones = self.pool.take(over)
        self.pos.copy_(fresh.where(over, self.pos))
        self.full.copy_(torch.where(over, torch.rand(over.shape, device=over.device) < self.played_out, self.full))
        self.ply.copy_(torch.where(over, stones, self.ply))
        until = torch.maximum(self.explore, stones + EXPLORE_LEAST)
        self.noisy_until.copy_(torch.where(over, until, self.noisy_until))

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
        self.pool.step(pos)
        noisy = (self.ply < self.noisy_until).float()
        act, policy, value = search.run(pos, noise=noisy[:, None])
        after, won = play(lay, pos, act)
        gives_up = (value.abs() > self.limit) & ~self.full & (self.ply >= self.earliest) & ~won
        ended = torch.where(won, 1.0, torch.where(gives_up, value.sign(), 0.0)).to(torch.int8)
        self.ring.put(colour=pos.colour, due=due(pos), seasons=pos.seasons.count, policy=policy, mover=pos.mover, ply=self.ply,
                      value=value, ended=ended)
        over = ended != 0
        whole = over & self.full
        row = torch.stack([over, (ended * pos.mover) > 0, whole, whole * (self.ply + 1)], 1).float()
        self.stats.index_add_(0, by_seasons(lay.kind, pos.seasons.count), row)
        self.pos.copy_(after)
        self.ply += 1
        self.replace(over)

    def move(self, search, full, log=print):
        """One step, captured as a CUDA graph the first time a search is used."""
        if search not in self.searches:
            before = 2 if self.layout.device.type == "cuda" else 0          # the warm-up plays two moves
            self.searches[search] = Replay(lambda: self.step(search), self.layout.device, log)
            self.ring.counted(before, full)
        self.searches[search]()
        self.ring.counted(1, full)
