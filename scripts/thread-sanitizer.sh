#!/usr/bin/env bash
# The stress test of the shared search tree under ThreadSanitizer, which reports data races.
# Needs a nightly toolchain (rustup toolchain install nightly).
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer" cargo +nightly test --release \
    --package kring-core --lib --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/tsan" -- agent::stress
