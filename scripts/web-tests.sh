#!/usr/bin/env bash
# Runs the tests of the engine for browsers: builds it, compares it with the native program under Node, and
# runs the tests of the page against the site. KRING names the program. Exits with 77 if Node or
# something that scripts/web.sh needs is missing; without a browser only the tests of the page are
# left out.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
command -v node >/dev/null || { echo "there is no Node" >&2 && exit 77; }
bash scripts/web.sh --quick
node tests/web/main.mjs
if command -v "${CHROMEDRIVER:-chromedriver}" >/dev/null; then
    KRING_ENGINE="$target/browser" bash scripts/site.sh "$target/site-test/kring"
    KRING_SITE="$target/site-test/kring" node tests/page/main.mjs
fi
