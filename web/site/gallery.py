"""The gallery: solved boards as maps of their openings, swap maps, games. Each cell and picture opens in the page."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import frame
from hexes import board_map

TOPOLOGIES = {
    "rhombus": ("Rhombus", "Classic Hex. The longer side loses; on square boards the first player wins."),
    "cylinder": ("Cylinder", "The left and the right side are one. Black joins top and bottom, white needs a ring."),
    "torus": ("Torus", "Both pairs of sides are one, and the first ring wins. The board is the same from every cell, so either every opening wins or none."),
}


@dataclass
class Side:
    """The results for a board with one colour to begin."""

    winner: str
    best: str | None
    line: list[str]
    winning: list[str] | None = None  # all winning openings, where all were searched
    proof: dict | None = None


@dataclass
class Board:
    topology: str
    columns: int
    rows: int
    sides: dict[str, Side] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.columns}×{self.rows}"

    def address(self, first: str, *, shown: str = "", ahead: str = "") -> str:
        """The link that opens the board in the page: `#5x5/torus//c3`; a `!` at the end if white begins."""
        rules = "" if self.topology == "rhombus" else self.topology
        parts = [f"{self.columns}x{self.rows}", rules, "", shown, ahead, "!" if first == "white" else ""]
        while parts[-1] == "":
            parts.pop()
        return "./#" + "/".join(parts)


def read(lines: str) -> list[Board]:
    """The boards of data/solved/results.jsonl. A line has the result of the search for the winner, or of that of all openings."""
    boards: dict[tuple, Board] = {}
    for line in lines.splitlines():
        row = json.loads(line)
        topology = row["rules"].split()[0]
        columns, rows = map(int, row["size"].split("x"))
        board = boards.setdefault((topology, columns, rows), Board(topology, columns, rows))
        is_whole = row.get("whole", False)
        side = board.sides.get(row["first"])
        if side is None or not is_whole:
            found = Side(row["winner"], row["best"], row["line"], proof=row.get("proof"))
            found.winning = side.winning if side else None
            board.sides[row["first"]] = side = found
        if is_whole:
            side.winning = row["winning"]
    return sorted(boards.values(), key=lambda board: (board.rows, board.columns))


def verdict(board: Board) -> str:
    winners = {first: side.winner for first, side in board.sides.items()}
    if len(winners) < 2:
        return f"{next(iter(winners)).title()} first: {next(iter(winners.values()))} wins"
    if len(set(winners.values())) == 1:
        return f"{winners['black'].title()} wins, moving first or second"
    return "The first player wins" if winners["black"] == "black" else "The second player wins"


def openings(board: Board, side: Side, first: str) -> str:
    """Which openings win, in words."""
    cells = board.columns * board.rows
    if side.winner != first:
        return "no opening wins"
    link = f'<a href="{board.address(first, shown=side.best)}">{side.best}</a>' if side.best else ""
    if side.winning is None:
        return f"{link} wins; others were not searched"
    if len(side.winning) == cells:
        return "every opening wins"
    return f"{len(side.winning)} of {cells} openings win, such as {link}"


def proof(side: Side, solved: Path) -> str:
    if side.proof is None:
        return "no proof written"
    text = f"{side.proof['nodes']:,} nodes, {side.proof['bytes']:,} bytes"
    name = side.proof["file"]
    return f'<a href="docs/solved/{name}" download>{text}</a>' if (solved / name).is_file() else f'<span title="Too large for the site; kring solve --proof writes it again">{text}</span>'


def row(board: Board, first: str, solved: Path) -> str:
    side = board.sides[first]
    ahead = "".join(side.line)
    return (
        f'<tr><th scope="row"><span class="stone {first}"></span> first</th><td><strong>{side.winner.title()} wins</strong>: {openings(board, side, first)}. '
        f'<a href="{board.address(first, ahead=ahead)}">Best play</a>. Proof: {proof(side, solved)}.</td></tr>'
    )


def card(board: Board, solved: Path) -> str:
    """A board: a map of the openings of a colour that wins, the winners, the proofs."""
    shown = [first for first in ("black", "white") if first in board.sides]
    telling = [first for first in shown if board.sides[first].winner == first] or shown
    rows = "".join(row(board, first, solved) for first in shown)
    name = f"{board.topology}-{board.columns}x{board.rows}"
    return f'<section class="card" id="{name}"><h3>{board.name}</h3><p>{verdict(board)}.</p><div class="maps">{board_map(board, telling[0])}</div><table>{rows}</table></section>'


def picture(entry: dict) -> str:
    link = f'./{escape(entry["address"], quote=True)}'
    return (
        f'<a class="card picture" href="{link}"><img src="{entry["picture"]}" alt="" loading="lazy"><strong>{entry["title"]}</strong>'
        f'<span class="quiet">{entry["text"]}</span></a>'
    )


def page(root: Path, boards: list[Board], entries: dict) -> str:
    solved = root / "data/solved"
    count = sum(len(board.sides) for board in boards)
    parts = [
        "<h1>Gallery</h1>",
        "<p>Everything here opens on the board: click a picture, or a cell to see the position after it.</p>",
        '<nav class="doors inner" aria-label="Chapters"><a href="#games">Games</a><a href="#maps">Maps</a>'
        + "".join(f'<a href="#{each}">{title}</a>' for each, (title, _) in TOPOLOGIES.items()) + "</nav>",
        f'<h2 id="games">Games</h2><div class="cards large">{"".join(map(picture, entries["games"]))}</div>',
        f'<h2 id="maps">Maps of openings</h2><div class="cards large">{"".join(map(picture, entries["maps"]))}</div>',
        f'<h2 id="solved">Solved boards</h2><p>Who wins {len(boards)} boards under best play, {count} questions in all. A stone marks an opening that wins for the player who begins, a dot one that nobody has searched. Each proof can be '
        'checked by <a href="docs/PROOFS.html">a program that shares only the rules with the solver</a>. <a href="docs/SOLVED.html">What the results mean</a>.</p>',
    ]
    for topology, (title, text) in TOPOLOGIES.items():
        mine = [board for board in boards if board.topology == topology]
        verdicts = {verdict(board) for board in mine if len(board.sides) == 2}
        if len(verdicts) == 1:
            common = verdicts.pop()
            text += f" On all of these boards {common[0].lower()}{common[1:]}."
        cards = "".join(card(board, solved) for board in mine)
        parts.append(f'<h3 class="chapter" id="{topology}">{title}</h3><p>{text}</p><div class="cards">{cards}</div>')
    body = f'<article class="gallery">{"".join(parts)}</article>'
    return frame.page(path="gallery.html", title="Gallery", body=body, door="Gallery", summary="Solved Hex boards, opening maps and games that open on the board")
