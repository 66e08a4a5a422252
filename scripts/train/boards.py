"""The boards: geometry as tables, and how games on many boards lie in one batch.

A board is a topology and m columns x n rows. Everything the rest of the code knows about a board
is tables made here: the six neighbours of a cell (with how often the step crosses the seam of a
wrapped axis), the edges, and the nine taps of a 3x3 convolution. A tap that falls off an edge is
missing, a tap over a seam is the cell on the other side. So a convolution that gathers its taps
from the table pads with zeros on edges and circularly on wrapped axes, on every board, without
any padding, mask or special case, and games on different boards can share a batch.
"""
from dataclasses import dataclass

import torch

from seasons import MOST

TOPOLOGIES = ("rhombus", "cylinder", "torus")
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
NONE = 4000          # label: no group
EMPTY = 3000         # label of an empty cell
OUTSIDE = 2          # colour of the padding behind a board's last cell
PLANES = ("own", "opponent", "own_edge_low", "own_edge_high",
          "opponent_edge_low", "opponent_edge_high", "own_axis_wraps", "opponent_axis_wraps",
          "own_due_now", "own_due_next", "own_due_third", "own_due_later",
          "opponent_due_now", "opponent_due_next", "opponent_due_third", "opponent_due_later")


@dataclass(frozen=True)
class Board:
    topology: str
    m: int
    n: int

    def __post_init__(self):
        if self.topology not in TOPOLOGIES or not (2 <= self.m <= 32 and 2 <= self.n <= 32):
            raise ValueError(f"no such board: {self}")

    @classmethod
    def parse(cls, name):
        """'torus:7x9' is 7 columns x 9 rows."""
        topology, size = name.split(":")
        m, n = size.split("x")
        return cls(topology, int(m), int(n))

    def __str__(self):
        return f"{self.topology}:{self.m}x{self.n}"

    @property
    def cells(self):
        return self.m * self.n

    @property
    def wraps(self):
        """(x wraps, y wraps)"""
        return self.topology != "rhombus", self.topology == "torus"

    def step(self, x, y, dx, dy):
        """The cell reached, and how often the step crossed each seam; None off the board."""
        wx, wy = self.wraps
        x, y = x + dx, y + dy
        if (not wx and not 0 <= x < self.m) or (not wy and not 0 <= y < self.n):
            return None
        return (y % self.n) * self.m + x % self.m, x // self.m, y // self.n

    def tables(self):
        """Tables over cells (cell = y*m + x); index 0 = black (top-bottom), 1 = white (left-right)."""
        m, n, cells = self.m, self.n, self.cells
        near = torch.full((cells, 6), -1, dtype=torch.long)
        wind = torch.zeros(2, cells, 6, dtype=torch.int8)      # seam crossings along the goal's axis
        taps = torch.full((2, cells, 9), -1, dtype=torch.long)  # tap = 3 * (row + 1) + (column + 1)
        edge = torch.full((2, cells), NONE, dtype=torch.int16)
        fixed = torch.zeros(2, cells, 6)                        # PLANES[2:8]
        wx, wy = self.wraps
        for y in range(n):
            for x in range(m):
                c = y * m + x
                for k, (dx, dy) in enumerate(NEIGHBOURS):
                    to = self.step(x, y, dx, dy)
                    if to:
                        near[c, k] = to[0]
                        wind[0, c, k], wind[1, c, k] = to[2], to[1]
                for dy in (-1, 0, 1):
                    for dx in (-1, 0, 1):
                        to = self.step(x, y, dx, dy)
                        if to:
                            # The mover goes top-bottom, so white sees the transposed board. Cells
                            # keep their places; only the taps of white's kernel are transposed.
                            taps[0, c, (dy + 1) * 3 + dx + 1] = to[0]
                            taps[1, c, (dx + 1) * 3 + dy + 1] = to[0]
                if not wy:
                    edge[0, c] = 0 if y == 0 else 1 if y == n - 1 else NONE
                if not wx:
                    edge[1, c] = 2 if x == 0 else 3 if x == m - 1 else NONE
                rows = (float(not wy and y == 0), float(not wy and y == n - 1))
                cols = (float(not wx and x == 0), float(not wx and x == m - 1))
                fixed[0, c] = torch.tensor(rows + cols + (float(wy), float(wx)))
                fixed[1, c] = torch.tensor(cols + rows + (float(wx), float(wy)))
        return dict(near=near, wind=wind, taps=taps, edge=edge, fixed=fixed)


# Share of the games, and so of the positions (not of the time: a move on 11x11 costs five times one on 5x5): rhombus 11x11 30 %, 12x12 and 13x13
# 10 %, 14x14 to 19x19 25 %, torus 15 %, cylinder 12 %, the rest 8 %. Boards below 5x5 cost next to nothing and keep the net from
# forgetting them.
MIXTURE = {
    "rhombus:11x11": 30, "rhombus:12x12": 3, "rhombus:13x13": 7,
    "rhombus:14x14": 6.5, "rhombus:15x15": 4, "rhombus:16x16": 2.5, "rhombus:17x17": 2.25, "rhombus:18x18": 2, "rhombus:19x19": 7,
    "rhombus:17x14": 0.4, "rhombus:15x19": 0.35,
    "torus:9x9": 4.8, "torus:11x11": 3, "torus:7x7": 2, "torus:8x8": 1, "torus:10x10": 0.8, "torus:13x13": 0.8, "torus:14x14": 0.4,
    "torus:15x15": 0.2, "torus:16x16": 0.1, "torus:17x17": 0.1, "torus:18x18": 0.1, "torus:19x19": 0.4, "torus:5x5": 0.3, "torus:6x6": 0.4,
    "torus:5x7": 0.1, "torus:7x6": 0.1, "torus:9x7": 0.1, "torus:8x11": 0.1, "torus:12x10": 0.1, "torus:3x3": 0.03, "torus:4x4": 0.04, "torus:3x5": 0.03,
    "cylinder:9x9": 3.8, "cylinder:11x11": 2.2, "cylinder:7x7": 1.6, "cylinder:8x8": 0.7, "cylinder:10x10": 0.6, "cylinder:13x13": 0.6,
    "cylinder:14x14": 0.4, "cylinder:15x15": 0.2, "cylinder:16x16": 0.1, "cylinder:17x17": 0.1, "cylinder:18x18": 0.1, "cylinder:19x19": 0.4,
    "cylinder:5x5": 0.3, "cylinder:6x6": 0.3, "cylinder:7x5": 0.1, "cylinder:5x8": 0.1, "cylinder:9x7": 0.1, "cylinder:7x10": 0.1,
    "cylinder:13x11": 0.1, "cylinder:3x3": 0.03, "cylinder:4x3": 0.03, "cylinder:4x4": 0.04, "cylinder:3x5": 0.03,
    "rhombus:10x10": 1.5, "rhombus:9x9": 2.4, "rhombus:8x8": 0.7, "rhombus:7x7": 0.8, "rhombus:6x6": 0.4, "rhombus:5x5": 0.3,
    "rhombus:9x11": 0.5, "rhombus:11x9": 0.5, "rhombus:7x9": 0.3, "rhombus:8x6": 0.2, "rhombus:13x11": 0.3, "rhombus:3x3": 0.04, "rhombus:4x4": 0.06,
}

# Weights of the numbers of seasons. 1 is the game without seasons.
SEASONS = {1: 45, 2: 9, 3: 22, 4: 9, 5: 9, 6: 3, 7: 3}


def parse_mixture(text):
    """'rhombus:5x5=2,torus:5x5=1' -> {'rhombus:5x5': 2.0, 'torus:5x5': 1.0}"""
    return {name: float(weight) for name, weight in (part.split("=") for part in text.split(",") if part)}


def parse_seasons(text):
    """'1=45,3=55' -> {1: 45.0, 3: 55.0}"""
    mixture = {int(k): float(w) for k, w in (part.split("=") for part in text.split(",") if part)}
    if not all(1 <= k <= MOST for k in mixture):
        raise SystemExit(f"{text}: from 1 to {MOST} seasons")
    return mixture


def share_out(mixture, games):
    """Split `games` by the mixture's weights: [(Board, count)], every board at least once."""
    total = sum(mixture.values())
    counts = {name: max(1, int(games * w / total)) for name, w in mixture.items()}
    largest = max(counts, key=counts.get)
    counts[largest] = max(1, counts[largest] + games - sum(counts.values()))
    return [(Board.parse(name), c) for name, c in counts.items()]


class Layout:
    """Where the games of one batch lie: a fixed list of (board, count), games of a board in a run.

    Arrays over cells are (games, width) with width = the largest board, padded with OUTSIDE. The
    network works on *rows*, one per real cell of the batch, game after game: nothing is padded.
    """

    def __init__(self, groups, device, width=None):
        self.groups, self.device = list(groups), device
        boards = [b for b, _ in self.groups]
        self.boards = boards
        self.width = W = width or max(b.cells for b in boards)
        tables = [b.tables() for b in boards]
        counts = torch.tensor([c for _, c in self.groups])
        kind = torch.repeat_interleave(torch.arange(len(boards)), counts)
        sizes = torch.tensor([b.cells for b in boards])[kind]
        self.games, self.rows = len(kind), int(sizes.sum())
        first = torch.cumsum(sizes, 0) - sizes

        def stack(name, fill):
            out = []
            for t in tables:
                t = t[name].unsqueeze(0) if name == "near" else t[name]
                pad = torch.full((t.shape[0], W) + t.shape[2:], fill, dtype=t.dtype)
                pad[:, :t.shape[1]] = t
                out.append(pad)
            return torch.stack(out).to(device)
        self.near = stack("near", -1)[:, 0].contiguous()           # (kinds, W, 6)
        self.wind = stack("wind", 0)                               # (kinds, 2, W, 6)
        self.edge = stack("edge", NONE)                            # (kinds, 2, W)
        taps, fixed = stack("taps", -1), stack("fixed", 0)

        cell = torch.arange(W)
        valid = cell[None] < sizes[:, None]
        flat = valid.flatten().nonzero()[:, 0]                     # row -> game * W + cell
        row_game = flat // W
        put = lambda t: t.to(device)
        self.kind, self.sizes, self.first, self.valid = put(kind), put(sizes), put(first), put(valid)
        self.flat, self.row_game = put(flat), put(row_game)
        row_of = torch.full((self.games * W,), self.rows, dtype=torch.long)
        row_of[flat] = torch.arange(self.rows)
        self.row_of = put(row_of)                                  # game * W + cell -> row, or rows
        k, c, base = self.kind[self.row_game], put(flat % W), put(first)[self.row_game]
        t = taps[k, :, c]                                          # (rows, 2, 9)
        t = torch.where(t < 0, self.rows, t + base[:, None, None]).to(torch.int32)
        self.taps = (t[:, 0].contiguous(), t[:, 1].contiguous())
        self.fixed = fixed[k, :, c]                                # (rows, 2, 6)
        cells = sizes[:, None]
        self.turned = put(torch.where(valid, cells - 1 - cell[None], cell[None]))  # the cells after half a turn
        self.segments = put(torch.stack([torch.cumsum(counts, 0) - counts, torch.cumsum(counts, 0)], 1)[kind])
        of = lambda f: put(torch.tensor([f(b) for b in boards])[kind])
        self.m, self.n = of(lambda b: b.m), of(lambda b: b.n)
        self.wrap_x, self.wrap_y = of(lambda b: b.wraps[0]), of(lambda b: b.wraps[1])

    def take(self, games):
        """The sizes of the first games of each board, for a smaller batch of the same mixture."""
        return share_out({str(b): c for b, c in self.groups}, games)
