"""Builds the site: the page with its engine, the documents and the gallery. Called by scripts/site.sh."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
from pathlib import Path

import check
import gallery
import hexes
import offline
from documents import Documents
from squeeze import squeeze

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SOCKET = '  <script src="js/early.js"></script>\n'  # opens a socket, and the site has no server
HEAD = """  <meta name="engine" content="worker">
  <meta name="version" content="{version}">
  <meta name="description" content="Hex on rhombus, cylinder and torus, with a strong engine: play, analyse and share, in the browser alone">
  <meta name="theme-color" content="#fbfaf6" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="#1d1c1a" media="(prefers-color-scheme: dark)">
  <link rel="manifest" href="manifest.webmanifest">
  <link rel="apple-touch-icon" href="icons/icon-192.png">
  <script type="module" src="js/offline.js"></script>
"""
DOORS = '<nav class="doors" aria-label="Site"><a href="gallery.html">Gallery</a><a href="docs/index.html">Documents</a></nav>'


def main(out: Path) -> None:
    fresh = out.with_name(out.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    copy_page(fresh)
    library = os.environ.get("KRING_LIBRARY")
    documents = Documents(ROOT, fresh, os.environ.get("KRING_REPOSITORY", ""), bool(library)).write()
    write_gallery(fresh)
    (fresh / ".nojekyll").touch()
    version = offline.write(fresh, HERE)
    if library:
        shutil.copytree(library, fresh / "library")
    links = check.links(fresh)
    shutil.rmtree(out, ignore_errors=True)
    fresh.rename(out)
    print(f"{out}: version {version}, {documents} documents, {links:,} links checked")
    print(sizes(out))


def copy_page(out: Path) -> None:
    """The page as `kring serve` has it, without games by link and folders of games, which need a server, and squeezed; index.html says that this is the site."""
    shutil.copytree(os.environ.get("KRING_PAGE", ROOT / "web/page"), out, ignore=shutil.ignore_patterns("room*", "games*", "early.js"))
    squeeze(out)
    shutil.copytree(HERE / "icons", out / "icons", ignore=shutil.ignore_patterns("*.svg"))
    for name in ("site.css", "manifest.webmanifest"):
        shutil.copyfile(HERE / name, out / name)
    index = out / "index.html"
    text = index.read_text()
    text = insert(text, SOCKET, "").replace(SOCKET, "")
    text = insert(text, "</head>", HEAD)
    text = insert(text, '<button type="button" class="plain" data-action="learn">', DOORS)
    index.write_text(text)
    engine = os.environ.get("KRING_ENGINE") or "none"
    if engine != "none":
        shutil.copytree(engine, out / "engine")
    else:
        print("WARNING: the site has no engine", file=sys.stderr)


def insert(text: str, before: str, what: str) -> str:
    if text.count(before) != 1:
        raise SystemExit(f"web/page/index.html should have one {before}")
    return text.replace(before, what + before)


def write_gallery(out: Path) -> None:
    boards = gallery.read((ROOT / "data/solved/results.jsonl").read_text())
    entries = json.loads((HERE / "gallery.json").read_text())
    html = gallery.page(ROOT, boards, entries).replace("<article", hexes.symbols() + "<article", 1)
    (out / "gallery.html").write_text(html)
    shutil.copytree(HERE / "pictures", out / "pictures")
    for proof in (ROOT / "data/solved").glob("*.proof"):
        shutil.copyfile(proof, out / "docs/solved" / proof.name)


def sizes(out: Path) -> str:
    """The sizes of what a first visit loads, and of the whole site."""
    kept = [out / path for path in [*offline.kept(out), "sw.js"]]
    engine = [each for each in kept if each.parent.name == "engine"]
    packed = lambda files: sum(len(gzip.compress(each.read_bytes(), 9)) for each in files)
    raw = lambda files: sum(each.stat().st_size for each in files)
    rest = [each for each in kept if each not in engine]
    whole = raw(each for each in out.rglob("*") if each.is_file())
    kb = lambda count: f"{count / 1000:,.0f} kB"
    return (
        f"first visit: page {kb(raw(rest))} ({kb(packed(rest))} gzip, {len(rest)} files), "
        f"engine {kb(raw(engine))} ({kb(packed(engine))} gzip); whole site {kb(whole)}"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
