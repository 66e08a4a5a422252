#!/usr/bin/env bash
# Runs every fuzz target for some seconds (default: 60), or those that are named:
#   scripts/fuzz.sh [SECONDS [TARGET ...]]
# Needs nightly Rust and `cargo install cargo-fuzz`.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-60}"
targets=("${@:2}")
if [ ${#targets[@]} -eq 0 ]; then
    mapfile -t targets < <(cargo +nightly fuzz list)
fi
mkdir -p fuzz/corpus/{request,proof}
cp protocol/transcripts/*.gtp fuzz/corpus/request/
find solved -name '*.proof' -size -2k -exec cp {} fuzz/corpus/proof/ \;
for target in "${targets[@]}"; do
    mkdir -p "fuzz/corpus/$target" "fuzz/seeds/$target"
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -print_final_stats=1
done
