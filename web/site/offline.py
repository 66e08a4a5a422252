"""The service worker: the files of a version with their checksums, and a version name derived from these."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

NOT_LISTED = {"sw.js", ".nojekyll"}  # nor are proofs and the library


def files(out: Path) -> list[str]:
    found = (each.relative_to(out).as_posix() for each in out.rglob("*") if each.is_file())
    return sorted(each for each in found if each not in NOT_LISTED and not each.startswith("library/") and not each.endswith(".proof"))


def is_kept(path: str) -> bool:
    """Whether a file belongs to the page. Such files are fetched with each version, the others when they are visited."""
    return not path.startswith(("docs/", "pictures/", "icons/")) and path not in ("gallery.html", "site.css")


def kept(out: Path) -> list[str]:
    return [path for path in files(out) if is_kept(path)]


def summed(path: Path) -> str:
    """The checksum of a file: the first digits of its SHA-256, which sw.js compares."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def write(out: Path, here: Path) -> str:
    """Writes the version into index.html, writes sw.js, and returns the version."""
    template = (here / "sw.js").read_text()
    sums = {path: summed(out / path) for path in files(out)}
    version = hashlib.sha256((template + json.dumps(sums)).encode()).hexdigest()[:12]
    index = out / "index.html"
    index.write_text(index.read_text().replace("{version}", version))
    sums["index.html"] = summed(index)
    lists = {
        "{version}": json.dumps(version),
        "{kept}": json.dumps({path: each for path, each in sums.items() if is_kept(path)}),
        "{visited}": json.dumps({path: each for path, each in sums.items() if not is_kept(path)}),
    }
    for mark, text in lists.items():
        if template.count(mark) != 1:
            raise SystemExit(f"sw.js should have one {mark}")
        template = template.replace(mark, text)
    (out / "sw.js").write_text(template)
    return version
