#!/usr/bin/env bash
# Builds the engine for browsers, target/browser/kring.wasm, and compresses its networks beside it:
#     scripts/web.sh [--quick] [--checked]
# --quick skips most of the optimisation after linking, for tests. --checked adds assertions: the
# engine fails if it suspends itself where the list `never` (below) says that it does not.
# Needs Rust's target wasm32-unknown-unknown, or Debian's rustc-web, cargo-web, rust-web-src and lld;
# and wasm-opt of binaryen. Exits with 77 if something is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}"
triple=wasm32-unknown-unknown
optimise=(-O2)
assertions=()
for option in "$@"; do
    case "$option" in
    --quick) optimise=(--simplify-locals --coalesce-locals --reorder-locals --vacuum) ;;
    --checked) assertions=(--pass-arg=asyncify-asserts) ;;
    *) echo "unknown option: $option" >&2 && exit 2 ;;
    esac
done
missing() {
    echo "The engine for browsers was not built: there is no $1." >&2
    exit 77
}
command -v wasm-opt >/dev/null || missing "wasm-opt (npm install binaryen; Debian: apt install binaryen)"

# Searches recurse, so the stack is as large as that of a main thread. All memory together has a
# limit that a phone can bear: six times the maximum of a tree or table.
export RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=8388608 -C link-arg=--max-memory=$((384 << 20))"
build=(build --quiet --profile web --target "$triple" -p kring-web)
if test -d "$(rustc --print target-libdir --target "$triple")" || rustup target add "$triple" 2>/dev/null; then
    cargo "${build[@]}"
elif test -d /usr/lib/rustlib/src && test -x /usr/bin/cargo; then
    # Debian has rust-lld in a package of its own; wasm-ld of the package lld works as well.
    command -v rust-lld >/dev/null || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo "${build[@]}" -Z build-std=std,panic_abort
else
    missing "target for it (rustup target add $triple; Debian: apt install rustc-web cargo-web rust-web-src lld)"
fi

# The engine suspends itself to receive messages: --asyncify lets it unwind and rewind its stack. An
# indirect call may lead to a suspension, so all functions that make one are instrumented for it. Those
# in `never` are never on the stack of a suspension. Without this list nearly all functions would be
# instrumented, because they may panic.
never='*4core9panicking*,*4core3fmt*,*core..fmt..*,*5alloc3fmt*,*18handle_alloc_error*,*13drop_in_place*,*9drop_slow*'
never+=',*15spawn_unchecked*,*9spawnhook*,*serde*,*safetensors*,*hashbrown*,*3std2io*'
never+=',*10kring_eval7playout*,*kring_eval..playout..*,*10kring_eval2nn6kernel*'
never+=',*10kring_eval2nn6layers*,*kring_eval..nn..layers..*,*10kring_eval2nn4view*,*kring_eval..nn..vector_trunk..*'
rm -rf "$target/browser" && mkdir -p "$target/browser"
wasm-opt "$target/$triple/web/kring_web.wasm" --all-features --asyncify \
    --pass-arg=asyncify-imports@kring.suspend --pass-arg="asyncify-removelist@$never" "${assertions[@]}" \
    "${optimise[@]}" --strip-debug --strip-producers -o "$target/browser/kring.wasm"
for network in kring-6x64 kring-6x64-seasons; do
    gzip -9 --no-name --stdout "crates/eval/nets/$network.safetensors" > "$target/browser/$network.safetensors.gz"
done
