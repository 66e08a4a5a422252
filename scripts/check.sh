#!/usr/bin/env bash
# Everything that must hold before a change lands: format, lints, tests, docs,
# and a match against the program of the main branch.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo fmt --all --check
cargo clippy --workspace --all-targets --release -- -D warnings
cargo test --release --workspace
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
# The tests have just built the program.
KRING="${CARGO_TARGET_DIR:-target}/release/kring" bash scripts/regression-match.sh
