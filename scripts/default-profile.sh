#!/usr/bin/env bash
# Runs the tests with Cargo's own release profile, with which a distribution, or a crate that depends
# on Kring, compiles it (tests/codegen/README.md says why that matters). Cargo cannot ignore the
# profiles of a manifest, so a copy of the last commit without them is tested.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git archive HEAD | tar -x -C "$copy"
sed -i '/^\[profile\./,/^$/d' "$copy/Cargo.toml"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target/default-profile}"
cd "$copy"
cargo test --release "$@"
