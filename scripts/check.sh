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
# A failed test fails the check; a machine that cannot run the tests (status 77) does not.
unless_missing() {
    local status=0
    "${@:2}" || status=$?
    if test $status -eq 77; then
        echo "WARNING: $1" >&2
    elif test $status -ne 0; then
        exit $status
    fi
}
KRING="$kring" unless_missing "the page was NOT TESTED in a browser" bash scripts/page-tests.sh
unless_missing "the tests of the training were NOT RUN: PyTorch cannot be installed here" sh scripts/train/test.sh
unless_missing "the Python package was NOT TESTED: it cannot be installed here" bash scripts/python-tests.sh
KRING="$kring" bash scripts/regression-match.sh
