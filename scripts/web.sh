#!/usr/bin/env bash
# Builds the engine as a WebAssembly module, target/web/kring.wasm:
#     scripts/web.sh
# Needs the target wasm32-unknown-unknown (rustup target add wasm32-unknown-unknown) and wasm-opt of
# binaryen. Exits with 77 if one of them is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
# Searches recurse, so the stack is as large as that of a main thread.
RUSTFLAGS="-C target-feature=+simd128 -C panic=abort -C link-arg=-zstack-size=8388608" \
    cargo build --release --target wasm32-unknown-unknown -p kring-web
mkdir -p "$target/web"
