"""Checks that every link inside the site leads somewhere, and that none depends on where the site is served."""

from __future__ import annotations

import json
import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src"):
                self.links.append(value or "")
            elif name in ("id", "name"):
                self.anchors.add(value or "")


def links(out: Path) -> int:
    """Returns the number of links checked; exits with a list of the broken ones."""
    ours = [each for each in out.rglob("*.html") if out / "library" not in each.parents]
    pages = {each.relative_to(out).as_posix(): Page(each.read_text()) for each in ours}
    broken = [f"{path}: {link}: {why}" for path, page in pages.items() for link in page.links if (why := fault(out, pages, path, link))]
    manifest = json.loads((out / "manifest.webmanifest").read_text())
    broken += [f"manifest: {icon['src']}" for icon in manifest["icons"] if not (out / icon["src"]).is_file()]
    if broken:
        raise SystemExit("broken links:\n  " + "\n  ".join(broken))
    return sum(len(page.links) for page in pages.values())


def fault(out: Path, pages: dict[str, Page], path: str, link: str) -> str | None:
    """What is wrong with a link of a page, or None."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    if parts.path.startswith("/"):
        return "it is not relative"
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else path
    if target.startswith(".."):
        return "it leaves the site"
    if (out / target).is_dir():
        target = posixpath.normpath(f"{target}/index.html")
    if not (out / target).is_file():
        return "there is no such file"
    if parts.fragment and target in pages and target != "index.html" and unquote(parts.fragment) not in pages[target].anchors:
        return "there is no such chapter"
    return None
