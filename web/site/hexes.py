"""Small drawings of boards. Each cell is a link that opens the position after a move there."""

from __future__ import annotations

from math import sqrt

RADIUS = 10  # of a hexagon, in units of the drawing
SCALE = 1.35  # a cell is large enough for a finger
STEP = RADIUS * sqrt(3)  # from a cell to the next one in its row


def name(column: int, row: int) -> str:
    return f"{chr(97 + column)}{row + 1}"


def centre(column: int, row: int) -> tuple[float, float]:
    """The centre of a cell; each row is half a cell further to the right."""
    return STEP * (column + row / 2), 1.5 * RADIUS * row


def corners(column: int, row: int, which: range) -> list[tuple[float, float]]:
    """Corners of a cell, clockwise from the upper left one."""
    x, y = centre(column, row)
    half = STEP / 2
    around = [(-half, -RADIUS / 2), (0, -RADIUS), (half, -RADIUS / 2), (half, RADIUS / 2), (0, RADIUS), (-half, RADIUS / 2)]
    return [(x + around[i % 6][0], y + around[i % 6][1]) for i in which]


def sides(board) -> str:
    """The sides that a colour has to join; a wrapped side has none."""
    last_column, last_row = board.columns - 1, board.rows - 1
    drawn = {}
    if board.topology != "torus":
        drawn["top"] = [p for c in range(board.columns) for p in corners(c, 0, range(0, 3))]
        drawn["bottom"] = [p for c in range(board.columns) for p in reversed(corners(c, last_row, range(3, 6)))]
    if board.topology == "rhombus":
        drawn["left"] = [p for r in range(board.rows) for p in corners(0, r, range(0, -2, -1))] + corners(0, last_row, range(4, 5))
        drawn["right"] = [p for r in range(board.rows) for p in corners(last_column, r, range(2, 4))] + corners(last_column, last_row, range(4, 5))
    lines = {side: " ".join(f"{x:.0f},{y:.0f}" for x, y in points) for side, points in drawn.items()}
    edges = "".join(f'<polyline class="e" points="{points}"/>' for points in lines.values())
    return edges + "".join(f'<polyline class="{"b" if side in ("top", "bottom") else "w"}" points="{points}"/>' for side, points in lines.items())


def board_map(board, first: str) -> str:
    """The openings of a board with one colour to begin: those that are known to win are ringed."""
    side = board.sides[first]
    wins = set(side.winning if side.winning is not None else [side.best] if side.winner == first and side.best else [])
    cells = []
    for row in range(board.rows):
        for column in range(board.columns):
            cell = name(column, row)
            x, y = centre(column, row)
            known = side.winning is not None or side.winner != first or cell in wins
            kind = "y" if cell in wins else "n" if known else "u"
            cells.append(f'<a href="{board.address(first, shown=cell)}" tabindex="-1"><title>{cell}</title><use href="#{kind}{first[0]}" x="{x:.0f}" y="{y:.0f}"/></a>')
    width = STEP * (board.columns + (board.rows - 1) / 2)
    height = RADIUS * (1.5 * board.rows + 0.5)
    box = f"{-STEP / 2 - 4:.0f} {-RADIUS - 4} {width + 8:.0f} {height + 8:.0f}"
    text = f"{board.name} {board.topology}, {first} first: {len(wins)} winning openings known"
    return f'<svg viewBox="{box}" width="{SCALE * (width + 8):.0f}" height="{SCALE * (height + 8):.0f}" role="group" aria-label="{text}">{sides(board)}{"".join(cells)}</svg>'


def symbols() -> str:
    """The cells of all maps: won, lost or unknown, for either colour."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(0, 0, range(6)))
    drawn = []
    for colour in ("black", "white"):
        for kind, mark in {"y": f'<circle class="stone-{colour}" r="5"/>', "n": "", "u": '<circle class="dot" r="1.5"/>'}.items():
            drawn.append(f'<g id="{kind}{colour[0]}"><polygon class="{kind}" points="{points}"/>{mark}</g>')
    return f'<svg width="0" height="0" class="unseen" aria-hidden="true"><defs>{"".join(drawn)}</defs></svg>'
