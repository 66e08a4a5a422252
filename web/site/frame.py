"""The frame of the written pages: header, list of documents, content."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

TEMPLATE = Template((Path(__file__).parent / "frame.html").read_text())
DOORS = [("./", "Board"), ("gallery.html", "Gallery"), ("docs/index.html", "Documents")]


def page(*, path: str, title: str, body: str, side: str = "", door: str, summary: str = "") -> str:
    """A page of the site. `path` is its own address, from which all others are relative."""
    up = "../" * path.count("/")
    doors = "".join(f'<a href="{relative(up, to)}"{current(label == door)}>{label}</a>' for to, label in DOORS)
    return TEMPLATE.substitute(
        up=up or "./", title=escape(title), summary=escape(summary or title, quote=True), doors=doors,
        side=side, body=body, kind="with-side" if side else "wide",
    )


def current(is_here: bool) -> str:
    return ' aria-current="page"' if is_here else ""


def relative(up: str, to: str) -> str:
    return up + to.removeprefix("./") if up else to
