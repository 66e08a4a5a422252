"""The smallest Hex bot for Kring's referee, without dependencies: plays a random empty cell.

    kring match --first 'cmd:"python3 examples/bots/bot.py"' --second random --size 7x7 --games 20
"""
import random, sys


class Bot:
    def __init__(self):
        self.columns = self.rows = 11
        self.stones = {}                             # (column, row) -> "b" or "w"

    def choose(self, colour):
        """The move of this bot. Your idea goes here."""
        cells = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        return random.choice([cell for cell in cells if cell not in self.stones])

    name = lambda self: "random bot"
    version = lambda self: "1"
    protocol_version = lambda self: "2"

    def quit(self):
        print("=\n", flush=True)
        sys.exit()

    def list_commands(self):
        return "\n".join(name for name in vars(Bot) if name[0] != "_" and name != "choose")

    def boardsize(self, columns, rows=None):
        self.columns, self.rows = int(columns), int(rows or columns)
        self.stones = {}

    def clear_board(self):
        self.stones = {}

    def play(self, colour, cell):
        self.stones[ord(cell[0].lower()) - ord("a"), int(cell[1:]) - 1] = colour[0].lower()

    def genmove(self, colour):
        x, y = self.choose(colour)
        cell = f"{chr(ord('a') + x)}{y + 1}"         # a1 is the corner at the top left
        self.play(colour, cell)
        return cell


def run(bot):
    for line in sys.stdin:
        name, *words = line.split() or ["name"]
        try:
            print(f"= {getattr(bot, name)(*words) or ''}\n", flush=True)
        except Exception as error:                   # an unknown command, or arguments that make no sense
            print(f"? {error}\n", flush=True)


if __name__ == "__main__":
    run(Bot())
