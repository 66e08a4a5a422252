"""The documents of the repository as HTML. Links lead to other documents, to copied files, or to the repository."""

from __future__ import annotations

import posixpath
import re
import shutil
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

import frame

GROUPS = {
    "Play": ["README.md", "docs/README.md", "docs/BOARD.md", "docs/SITE.md", "docs/PLAY.md", "docs/LEVELS.md", "docs/REVIEW.md", "docs/SWAP.md"],
    "Boards and games": ["docs/STUDENTS.md", "docs/SOLVED.md", "docs/SEASONS-AND-COINS.md", "docs/RESULTS.md", "docs/PICTURES.md", "docs/SOURCES.md"],
    "The engine": ["docs/STRENGTH.md", "docs/SEARCH.md", "docs/SOLVER.md", "docs/PROOFS.md", "docs/ALL-N.md", "docs/VERIFIER.md"],
    "Use it": ["docs/CLIENTS.md", "docs/BOTS.md", "docs/COMPLIANCE.md", "docs/AGENTS.md", "docs/ANALYSIS.md", "docs/ARENA.md", "protocol/SPEC.md", "python/README.md"],
    "The project": ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
}
NAMES = {"README.md": "Kring", "docs/README.md": "All documents", "python/README.md": "The Python package"}


class Documents:
    """The documents of GROUPS and of docs/, and all that they link to."""

    def __init__(self, root: Path, out: Path, repository: str, library: bool) -> None:
        self.root, self.out, self.repository, self.library = root, out, repository.rstrip("/"), library
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.markdown.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
        self.markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
        listed = [each for group in GROUPS.values() for each in group]
        rest = sorted(each.relative_to(root).as_posix() for each in root.glob("docs/*.md"))
        self.groups = GROUPS | {"More": [each for each in rest if each not in listed]}
        self.queue = [each for each in listed + self.groups["More"] if (root / each).is_file()]

    def write(self) -> int:
        """Writes all documents and returns their number."""
        titles = {each: self.title(each) for each in self.queue}
        for name in self.queue:  # grows as linked documents are found
            tokens = self.markdown.parse((self.root / name).read_text())
            heads = headings(tokens)
            for token in tokens:
                for inner in token.children or []:
                    self.lead(inner, name)
            title = titles.get(name) or self.title(name)
            place = address(name)
            body = f'<a class="all-documents" href="#documents">All documents</a><article class="text">\n{self.markdown.renderer.render(tokens, self.markdown.options, {})}</article>'
            html = frame.page(path=place, title=title, body=body, side=self.side(name, titles, heads), door="Documents")
            target = self.out / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(html)
        return len(self.queue)

    def title(self, name: str) -> str:
        found = re.search(r"^# (.+)$", (self.root / name).read_text(), re.M)
        return NAMES.get(name) or (re.sub(r"[`*]", "", found[1]) if found else name)

    def lead(self, token, name: str) -> None:
        """Points the link or picture of a token to the address of its target on the site."""
        key = {"link_open": "href", "image": "src"}.get(token.type)
        if key is None:
            return
        link = str(token.attrs[key])
        if re.match(r"[a-z]+:|#|//", link):
            return
        path, _, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        where = self.locate(target, name)
        if where is None:
            raise SystemExit(f"{name}: the link {link} leads nowhere")
        if where == "":
            token.attrs = {}  # a folder, and no repository to show it
            return
        if "://" not in where:
            where = posixpath.relpath(where, posixpath.dirname(address(name)))
        token.attrs[key] = where + (f"#{anchor}" if anchor else "")

    def locate(self, target: str, name: str) -> str | None:
        """The address of a file of the repository; "" for a folder without one, None for a missing file."""
        path = self.root / target
        if path.is_dir() and (path / "README.md").is_file():
            return self.locate(f"{target}/README.md", name)
        if path.is_dir():
            return self.repository and f"{self.repository}/tree/HEAD/{target}"
        if not path.is_file():
            return None
        if path.suffix == ".md":
            if target not in self.queue:
                self.queue.append(target)
        elif not (self.out / address(target)).exists():
            (self.out / address(target)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.out / address(target))
        return address(target)

    def side(self, here: str, titles: dict[str, str], heads: list[tuple[str, str]]) -> str:
        """The list of all documents, with the chapters of the one that is shown."""
        parts = []
        relative = lambda place: posixpath.relpath(place, posixpath.dirname(address(here)))
        for group, names in self.groups.items():
            links = "".join(
                f'<li><a href="{relative(address(each))}"{frame.current(each == here)}>{escape(titles[each])}</a>{chapters(heads) if each == here else ""}</li>'
                for each in names if each in titles
            )
            if group == "Use it" and self.library:
                links += f'<li><a href="{relative("library/kring/index.html")}">The Rust library</a></li>'
            parts.append(f"<h2>{group}</h2><ul>{links}</ul>" if links else "")
        return f'<nav class="side" id="documents" aria-label="Documents">{"".join(parts)}</nav>'


def address(name: str) -> str:
    """Where a file of the repository is on the site."""
    if name == "README.md":
        return "docs/index.html"
    place = name if name.startswith("docs/") else f"docs/{name}"
    return re.sub(r"\.md$", ".html", place)


def headings(tokens) -> list[tuple[str, str]]:
    """Gives headings the anchors that GitHub gives them; returns the anchors and titles of the chapters."""
    seen: dict[str, int] = {}
    chapters = []
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        text = "".join(each.content for each in tokens[at + 1].children if each.type in ("text", "code_inline"))
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        count = seen[slug] = seen.get(slug, -1) + 1
        token.attrs["id"] = f"{slug}-{count}" if count else slug
        if token.tag == "h2":
            chapters.append((token.attrs["id"], text))
    return chapters


def chapters(heads: list[tuple[str, str]]) -> str:
    items = "".join(f'<li><a href="#{escape(slug, quote=True)}">{escape(text)}</a></li>' for slug, text in heads)
    return f"<ul>{items}</ul>" if items else ""
