#!/usr/bin/env bash
# Everything that must pass before a change is merged: format, lints, tests, docs,
# the tests of the page, of the training code and of the Python package, and a match against the
# main branch.
# Needs Rust and Python 3.10+, and for the page Node and Chromium; everything else comes
# from their registries.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo fmt --all --check
# The Python package is not a default member, so that it can be left out without Python.
cargo clippy --all-targets --release -- -D warnings
if command -v python3 >/dev/null; then
    cargo clippy --package kring-python --release -- -D warnings
fi
cargo test --release
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps
# The tests have just built the program.
kring="${CARGO_TARGET_DIR:-target}/release/kring"
KRING="$kring" bash scripts/page-tests.sh || {
    # A failed test fails the check; a machine without a browser does not.
    test $? -eq 77 && echo "WARNING: the page was NOT TESTED in a browser" >&2
}
sh scripts/train/test.sh || {
    # A failed test fails the check; a machine without room for PyTorch does not.
    test $? -eq 77 && echo "WARNING: the tests of the training were NOT RUN: PyTorch cannot be installed here" >&2
}
bash scripts/python-tests.sh || {
    # The same for a machine without Python or its registry.
    test $? -eq 77 && echo "WARNING: the Python package was NOT TESTED: it cannot be installed here" >&2
}
KRING="$kring" bash scripts/regression-match.sh
