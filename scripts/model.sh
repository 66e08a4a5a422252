#!/usr/bin/env bash
# Tests the shared search tree with the model checker loom: every interleaving of two threads that
# publish children and update nodes (crates/agents/src/tree/model.rs).
set -euo pipefail
cd "$(dirname "$0")/.."
RUSTFLAGS="--cfg loom" cargo test --release --package kring-agents --lib \
    --target-dir "${CARGO_TARGET_DIR:-target}/loom" -- model
