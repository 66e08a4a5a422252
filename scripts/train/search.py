"""Gumbel search for a whole batch of games at once (Danihelka et al. 2022), in PyTorch.

Root: Gumbel noise picks the moves to consider, sequential halving shares the simulations out.
Inside: the move that most lags behind the improved policy. One tree per game, all trees in arrays
indexed node * games + game; each simulation adds one node to every tree. The target for the policy
is softmax(log-prior + sigma(completed Q)).
"""
import math
from dataclasses import replace

import torch

import kernels
from game import Position, play

C_VISIT, C_SCALE = 50.0, 0.2


def halving(considered, sims):
    """Visit counts a root move must have to be eligible at each simulation."""
    if considered <= 1:
        return list(range(sims))
    rounds, seq, visits, left = math.ceil(math.log2(considered)), [], [0] * considered, considered
    while len(seq) < sims:
        for _ in range(max(1, sims // (rounds * left))):
            seq += visits[:left]
            visits[:left] = [v + 1 for v in visits[:left]]
        left = max(2, left // 2)
    return seq[:sims]


def completed_q(prior, visits, wins, value):
    """-> sigma(completed Q), completed Q, visits in all; unvisited moves get the mixed value"""
    seen, total = visits > 0, visits.sum(1)
    q = wins / visits.clamp(min=1)
    p = torch.where(seen, prior.exp(), 0)
    mixed = (value + total * (p * q).sum(1) / p.sum(1).clamp(min=1e-9)) / (1 + total)
    q = torch.where(seen, q, mixed[:, None])
    return (C_VISIT + visits.amax(1, keepdim=True)) * C_SCALE * q, q, total


def turned(layout, pos):
    """The positions after half a turn, as far as a net looks at them."""
    colour, season = (t.gather(1, layout.turned) for t in (pos.colour, pos.seasons.map))
    return replace(pos, colour=colour, seasons=replace(pos.seasons, map=season))


@torch.no_grad()
def both_views(net, layout, pos):
    """The mean of the net's evaluations of a position and of the same after half a turn: log-probabilities, value"""
    prior, value = net.evaluate(layout, pos)
    prior_turned, value_turned = net.evaluate(layout, turned(layout, pos))
    mean = (prior + prior_turned.gather(1, layout.turned)) / 2
    return torch.log_softmax(mean, 1).clamp(min=-1e9), (value + value_turned) / 2


class Search:
    """Trees for every game of a layout: `sims` simulations, `considered` root moves, depth <= deep + 1. The root is
    evaluated in both views, half a turn apart."""

    def __init__(self, layout, net, sims, considered=16, deep=10):
        self.layout, self.net, self.sims, self.considered, self.deep = layout, net, sims, considered, deep
        G, W, N, dev = layout.games, layout.width, (sims + 1) * layout.games, layout.device
        self.prior = torch.zeros(N, W, device=dev)
        self.visits, self.wins = torch.zeros_like(self.prior), torch.zeros_like(self.prior)
        self.child = torch.zeros(N, W, dtype=torch.int16, device=dev)
        self.nodes = Position(*(torch.zeros(N, W, dtype=d, device=dev) for d in (torch.int8, torch.int16, torch.int8)),
                              torch.zeros(N, dtype=torch.int8, device=dev), torch.zeros(N, 2, dtype=torch.int8, device=dev),
                              None)                                                # all nodes of a game share its seasons
        self.value = torch.zeros(N, device=dev)
        self.over = torch.zeros(N, dtype=torch.bool, device=dev)
        self.game = torch.arange(G, device=dev)
        self.path = torch.zeros(2, deep + 1, G, dtype=torch.int32, device=dev)     # nodes, moves
        self.depth = torch.zeros(G, dtype=torch.int32, device=dev)
        self.halving = torch.tensor([[0.0] * sims] + [halving(i, sims) for i in range(1, considered + 1)],
                                    dtype=torch.float32, device=dev)

    def at_root(self):
        G = self.layout.games
        return self.prior[:G], self.visits[:G], self.wins[:G], self.value[:G]

    def position(self, rows):
        """The positions of one node of each game."""
        return Position(*(f[rows] for f in self.nodes.changing()), self.nodes.seasons)

    def choose_inside(self, node):
        row = node * self.layout.games + self.game
        prior, visits = self.prior[row], self.visits[row]
        sigma, _, total = completed_q(prior, visits, self.wins[row], self.value[row])
        lag = torch.softmax(prior + sigma, 1) - visits / (1 + total)[:, None]
        return torch.where(prior > -1e8, lag, -1e9).argmax(1)

    def descend(self, i):
        """Walk from each root to a move without a node; leaves the path, adds the position as node i + 1."""
        G, W = self.layout.games, self.layout.width
        prior, visits, wins, value = self.at_root()
        score = self.gumbel + prior + completed_q(prior, visits, wins, value)[0]
        act = torch.where((visits == self.halved[:, i:i + 1]) & (prior > -1e8), score, -1e30).argmax(1)
        node = torch.zeros_like(act)
        depth, stop = torch.zeros_like(act), torch.zeros(G, dtype=torch.bool, device=act.device)
        self.path[0, 0], self.path[1, 0] = node, act
        for d in range(min(i, self.deep)):
            child = self.child.view(-1)[(node * G + self.game) * W + act].long()
            inner = child.clamp(min=0)
            stop = stop | (child < 0) | self.over[inner * G + self.game]
            node = torch.where(stop, node, inner)
            act = torch.where(stop, act, self.choose_inside(node))
            depth = depth + (~stop).long()
            self.path[0, d + 1], self.path[1, d + 1] = node, act
        self.depth.copy_(depth)
        row = node * G + self.game
        new, won = play(self.layout, self.position(row), act)
        at = slice((i + 1) * G, (i + 2) * G)
        for a, b in zip(self.nodes.changing(), new.changing()):
            a[at] = b
        self.over[at] = won
        edge = row * W + act
        known = self.child.view(-1)[edge]
        self.child.view(-1)[edge] = torch.where(known < 0, i + 1, known).to(torch.int16)

    def back_up(self, i, value):
        G, W = self.layout.games, self.layout.width
        at = slice((i + 1) * G, (i + 2) * G)
        value = torch.where(self.over[at], -1.0, value)
        self.value[at] = value
        D = min(i, self.deep) + 1
        d = torch.arange(D, device=value.device)[:, None]
        on = (d <= self.depth[None]).float()
        sign = 1.0 - 2.0 * ((self.depth[None] - d) % 2 == 0).float()               # the last move: -value
        edge = ((self.path[0, :D].long() * G + self.game) * W + self.path[1, :D]).reshape(-1)
        self.wins.view(-1).index_add_(0, edge, (on * sign * value).reshape(-1))
        self.visits.view(-1).index_add_(0, edge, on.reshape(-1))

    @torch.no_grad()
    def run(self, pos, noise=1.0):
        """-> move, improved policy (games, width), root value. `noise` scales the root's Gumbel noise, for all games or each:
        without it the moves with the highest log-probabilities are considered, and the best is played."""
        lay, G = self.layout, self.layout.games
        self.visits.zero_(), self.wins.zero_(), self.child.fill_(-1)
        self.prior[:G], self.value[:G] = both_views(self.net, lay, pos)
        self.nodes.seasons = pos.seasons
        for a, b in zip(self.nodes.changing(), pos.changing()):
            a[:G] = b
        self.over[:G] = False
        u = torch.rand(G, lay.width, device=lay.device).clamp(1e-9, 1 - 1e-7)
        self.gumbel = -torch.log(-torch.log(u)) * noise                  # a number, or (games, 1)
        self.halved = self.halving[(self.prior[:G] > -1e8).sum(1).clamp(max=self.considered)]
        fused = kernels.usable(self.prior, "search")
        for i in range(self.sims):
            if fused:
                kernels.descend(self, i)
            else:
                self.descend(i)
            at = slice((i + 1) * G, (i + 2) * G)
            self.prior[at], value = self.net.evaluate(lay, self.position(at))
            if fused:
                kernels.back_up(self, i, value)
            else:
                self.back_up(i, value)
        prior, visits, wins, value = self.at_root()
        sigma, q, _ = completed_q(prior, visits, wins, value)
        most = (visits == visits.amax(1, keepdim=True)) & (prior > -1e8)
        score = prior + sigma
        act = torch.where(most, score + self.gumbel, -1e30).argmax(1)
        policy = torch.softmax(score, 1)
        return act, policy, (policy * q).sum(1)


class Replay:
    """A callable run once to warm up, captured as a CUDA graph, then replayed; eager where that fails."""

    def __init__(self, work, device, log=print, warm=2):
        self.work, self.graph, self.out = work, None, None
        if device.type != "cuda":
            return
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(warm):
                work()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        try:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.out = work()
            self.graph = graph
        except Exception as e:                                       # noqa: BLE001
            log(f"NO CUDA GRAPH, running eagerly: {type(e).__name__}: {str(e)[:300]}")
            torch.cuda.synchronize()

    def __call__(self):
        if self.graph is None:
            return self.work()
        self.graph.replay()
        return self.out
