#!/usr/bin/env bash
# Runs the tests of the engine for browsers: builds it, compares it with the native program under Node, and
# runs the tests of the page against the site. KRING names the program. Exits with 77 if Node, chromedriver
# or something that scripts/web.sh needs is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
missing() {
    echo "The engine for browsers was not tested$1: there is no $2." >&2
    exit 77
}
command -v node >/dev/null || missing "" Node
command -v python3 >/dev/null || missing "" Python
bash scripts/web.sh --quick
node tests/web/main.mjs
command -v "${CHROMEDRIVER:-chromedriver}" >/dev/null || missing " in the page" chromedriver
KRING_ENGINE="$target/browser" bash scripts/site.sh "$target/site-test/kring"
KRING_SITE="$target/site-test/kring" node tests/page/main.mjs
