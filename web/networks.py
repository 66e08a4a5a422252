"""Writes the networks as one file for browsers: python3 web/networks.py OUT FILE FILE

For each network the file has its length in four bytes, then its even bytes, then its odd bytes. The weights are
16-bit floats, whose upper bytes resemble each other, so in this order the file compresses to 7 % less."""

import sys
from pathlib import Path

out, *files = map(Path, sys.argv[1:])
parts = []
for file in files:
    data = file.read_bytes()
    parts += [len(data).to_bytes(4, "little"), data[::2], data[1::2]]
out.write_bytes(b"".join(parts))
