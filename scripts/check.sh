#!/usr/bin/env bash
# Everything that must hold before a change lands: format, lints, tests, docs,
# the tests of the training, and a match against the program of the main branch.
# Needs Rust and Python 3.10+; all else is fetched from their registries.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo fmt --all --check
cargo clippy --workspace --all-targets --release -- -D warnings
cargo test --release --workspace
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
sh scripts/train/test.sh || {
    # A failed test ends the check; a machine without room for PyTorch does not.
    test $? -eq 77 && echo "WARNING: the tests of the training were NOT RUN: PyTorch cannot be installed here" >&2
}
# The tests have just built the program.
KRING="${CARGO_TARGET_DIR:-target}/release/kring" bash scripts/regression-match.sh
