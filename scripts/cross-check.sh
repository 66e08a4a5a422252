#!/usr/bin/env bash
# Compiles the program for other systems, as far as this machine allows, and runs it for 64-bit ARM
# under an emulator:
#     apt install gcc-aarch64-linux-gnu qemu-user-static
#     scripts/cross-check.sh
# For macOS and Windows it is only type-checked: their linkers are missing here.
set -euo pipefail
cd "$(dirname "$0")/.."
for target in aarch64-apple-darwin x86_64-pc-windows-gnu; do
    rustup target add "$target"
    cargo check --release --locked --target "$target" -p kring
    echo "== $target: it compiles"
done
arm=aarch64-unknown-linux-gnu
rustup target add "$arm"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
cargo build --release --locked --target "$arm" -p kring --bin kring
kring=(qemu-aarch64-static -L /usr/aarch64-linux-gnu "${CARGO_TARGET_DIR:-target}/$arm/release/kring")
cargo build --release --locked -p kring --bin kring
native=("${CARGO_TARGET_DIR:-target}/release/kring")
# The same seeds give the same moves on every processor.
for agent in "neural,evals=50" "mcts,sims=500" "minimax,depth=2" "heuristic"; do
    for variant in hex cylinder torus seasons=3; do
        games=()
        for program in kring native; do
            declare -n run=$program
            games+=("$(printf 'boardsize 5\nvariant %s\ngenmove b\ngenmove w\ngenmove b\nquit\n' "$variant" |
                "${run[@]}" --seed 1 --agent "$agent")")
        done
        test "${games[0]}" = "${games[1]}" || { echo "$agent $variant: other moves on ARM" >&2; exit 1; }
    done
    echo "== $agent: the same moves"
done
"${kring[@]}" solve --variant cylinder --size 4x4 --proof "$(mktemp -d)/arm.proof" | tail -n 2
cargo test --release --locked --target "$arm" -p kring-board -p kring-eval
echo "== $arm: it runs"
