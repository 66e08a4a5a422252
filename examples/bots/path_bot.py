"""A bot with an idea, on top of bot.py: it plays where the shortest paths of both players meet.

    kring match --first 'cmd:"python3 examples/bots/path_bot.py"' --second heuristic --size 7x7 --openings random:2 --games 2000 --sprt
"""
import random

from bot import Bot, run


class PathBot(Bot):
    def name(self):
        return "path bot"

    def distances(self, colour, near):
        """For each cell, how many empty cells `colour` has to fill to join it to the near or the far edge."""
        axis, size = (1, self.rows) if colour == "b" else (0, self.columns)
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
        cost = lambda cell: {None: 1, colour: 0}.get(self.stones.get(cell), 999)
        cells = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        found = {c: cost(c) if c[axis] == (0 if near else size - 1) else 999 for c in cells}
        queue = [c for c in cells if found[c] < 999]
        for x, y in queue:                           # grows while distances fall
            for cell in ((x + dx, y + dy) for dx, dy in steps):
                if cell in found and found[x, y] + cost(cell) < found[cell]:
                    found[cell] = found[x, y] + cost(cell)
                    queue.append(cell)
        return found

    def choose(self, colour):
        """The cell whose shortest paths to all four edges have the smallest sum."""
        ways = [self.distances(c, near) for c in "bw" for near in (True, False)]
        empty = [cell for cell in ways[0] if cell not in self.stones]
        return min(empty, key=lambda cell: (sum(way[cell] for way in ways), random.random()))


if __name__ == "__main__":
    run(PathBot())
