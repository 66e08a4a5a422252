#!/usr/bin/env bash
# Runs the tests of the page: its modules under Node, the page and the site in a real browser. KRING
# names the program, and SHOTS a folder for screenshots. Exits with 77 if Node, Chromium, chromedriver or, for
# the site, Python with pip is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
has() { command -v "$1" >/dev/null; }
missing() {
    echo "The page was not tested: there is no $1." >&2
    echo "  Debian, Ubuntu: sudo apt install nodejs chromium chromium-driver (Node 20 or newer)" >&2
    echo "  Elsewhere: nodejs.org, and Chrome with its chromedriver in PATH" >&2
    exit 77
}
has node || missing "Node"
test "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true || missing "Node of version 20 or newer"
node --test tests/page/unit/*.test.js
has "${CHROMEDRIVER:-chromedriver}" || missing "chromedriver"
test -n "${CHROMIUM:-}" || has chromium || has chromium-browser || has google-chrome || missing "Chromium or Chrome"
node tests/page/main.mjs
if has python3 && python3 -m pip --version >/dev/null 2>&1; then
    node tests/page/site.mjs
else
    echo "The site was not tested: there is no Python with pip." >&2
    exit 77
fi
