"""Makes the modules and styles of the page smaller: comments, empty lines and indentation go, nothing else changes. By hand, because a minifier would need Node where the site needs only Python."""

from __future__ import annotations

import re
from pathlib import Path


def squeeze(folder: Path) -> None:
    for kind, squeezed in ((".js", module), (".css", style)):
        for path in folder.rglob(f"*{kind}"):
            try:
                path.write_text(squeezed(path.read_text()))
            except ValueError as error:
                raise SystemExit(f"{path.relative_to(folder)}: {error}") from None


def module(text: str) -> str:
    """Comments of the page have lines of their own; a text over several lines, whose indentation would matter, does not occur."""
    lines = []
    in_comment = False
    for line in map(str.strip, text.splitlines()):
        if in_comment or line.startswith("/*"):
            in_comment = "*/" not in line
            if not in_comment and not line.endswith("*/"):
                raise ValueError(f"code behind a comment: {line}")
        elif line.count("`") % 2:
            raise ValueError(f"a text over several lines: {line}")
        elif line and not line.startswith("//"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def style(text: str) -> str:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()) + "\n"
