#!/usr/bin/env bash
# Runs the stress test of the shared search tree under ThreadSanitizer, which reports data races. Needs
# a nightly toolchain. With its rust-src the standard library is built for the sanitizer, too.
# Without it, the sanitizer does not see the locks of the standard library, so only `mcts` is
# tested, whose tree uses none.
#   rustup toolchain install nightly --component rust-src
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(rustc -vV | sed -n 's/^host: //p')
if [ -d "$(rustc +nightly --print sysroot)/lib/rustlib/src" ]; then
    std=-Zbuild-std which=stress
else
    std='' which=stress::the_tree_of_mcts
fi
RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer" cargo +nightly test $std --release \
    --package kring-agents --lib --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/tsan" -- "$which"
