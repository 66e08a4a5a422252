#!/usr/bin/env bash
# Builds the site: the page with its engine as a module, the documents and the gallery, as a folder that
# any static server can serve from any path. `scripts/site.sh [OUT]`; the default is target/site.
#   KRING_ENGINE      a folder, in place of what scripts/web.sh builds; `none` leaves the engine out
#   KRING_REPOSITORY  an address such as https://github.com/OWNER/NAME, for links to folders of the source
#   KRING_LIBRARY     a folder that `cargo doc` has written, which becomes library/
#   KRING_PAGE        a folder in place of web/page/, for tests
# Needs Python 3.10+, and Rust with the target wasm32-unknown-unknown for the module.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
out="${1:-$target/site}"
if test -z "${KRING_ENGINE:-}"; then
    bash scripts/web.sh
    KRING_ENGINE="$target/browser"
fi
export KRING_ENGINE
# CommonMark, as GitHub reads it.
packages="$target/site-python"
if ! cmp -s web/site/requirements.txt "$packages/requirements.txt"; then
    PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --upgrade --target "$packages" -r web/site/requirements.txt
    cp web/site/requirements.txt "$packages/"
fi
mkdir -p "$(dirname "$out")"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$packages" python3 web/site/build.py "$out"
