#!/usr/bin/env bash
# Runs every fuzz target for some seconds (default: 60), or those that are named:
#   scripts/fuzz.sh [SECONDS [TARGET ...]]
# Needs nightly Rust and `cargo install cargo-fuzz`.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-60}"
targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(cargo +nightly fuzz list --fuzz-dir tests/fuzz)
fi
mkdir -p tests/fuzz/corpus/{request,proof}
cp protocol/transcripts/*.gtp tests/fuzz/corpus/request/
find data/solved -name '*.proof' -size -2k -exec cp {} tests/fuzz/corpus/proof/ \;
for target in "${targets[@]}"; do
    mkdir -p "tests/fuzz/corpus/$target" "tests/fuzz/seeds/$target"
    cargo +nightly fuzz run --fuzz-dir tests/fuzz "$target" "tests/fuzz/corpus/$target" "tests/fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -print_final_stats=1
done
