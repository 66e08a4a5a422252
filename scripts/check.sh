#!/usr/bin/env bash
# Everything that must pass before a change is merged, one step after the other:
#     scripts/check.sh [--tested | STEP ...]
# --tested leaves the first step out, because `cargo test --release` has just passed. The steps:
#     tests      the test command of the README
#     programs   the tests that need Python, Node, bash or an emulator; which kernels were not tested
#     lints      format, clippy, documentation
#     targets    clippy for the code that only browsers, ARM or Windows compile
#     licences   of all dependencies, and where they come from
#     page       the page and the site in a browser
#     browser    the engine for browsers (WebAssembly), under Node and in the page
#     wheel      the Python package as people download it
#     training   scripts/train
#     lab        crates/lab, which only the authors of Kring run
#     match      against an earlier commit
#
# What a step needs beside Rust it installs under target/ from crates.io, npm and PyPI. What cannot be
# tested even then is listed at the end. With CI set it is an error, and missing programs are first
# installed from the packages of Debian or Ubuntu.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
tools=$(realpath -m "$target/check-tools")
export PATH="$tools/bin:$tools/node_modules/.bin:$PATH"
# The program that the tests have built, for the steps after them.
export KRING="$target/release/kring"
# What could not be tested here, a sentence each.
untested=()

has() { command -v "$1" >/dev/null; }

step() { # the name of a function
    local begin=$SECONDS
    echo "== $1"
    "$1"
    echo "== $1: $((SECONDS - begin)) s"
}

# The machine lacks something that could be installed.
lacks() { # what is not tested
    if [ -n "${CI:-}" ]; then
        echo "Error: not tested: $1; with CI set, everything that can be installed must be tested" >&2
        exit 1
    fi
    untested+=("$1")
}

# Runs a script that says what this machine lacks for it, and then exits with 77.
script() { # what it tests, command
    local status=0
    "${@:2}" || status=$?
    case $status in
    0) ;;
    77) lacks "$1" ;;
    *) exit "$status" ;;
    esac
}

# The packages of Debian and Ubuntu for what is missing. A step that misses it still says so itself.
system_packages() {
    local packages=()
    has python3 || packages+=(python3)
    python3 -c 'import ensurepip, pip' 2>/dev/null || packages+=(python3-venv python3-pip)
    has node || packages+=(nodejs)
    has npm || packages+=(npm)
    { has chromium || has google-chrome; } || packages+=(chromium)
    has chromedriver || packages+=(chromium-driver)
    has c++ || packages+=(g++)
    { has qemu-x86_64 || [ "$(uname -m)" != x86_64 ]; } || packages+=(qemu-user)
    [ ${#packages[@]} -gt 0 ] || return 0
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo)
    echo "installing ${packages[*]}"
    "${root[@]}" apt-get update -qq && "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null || true
}

tests() {
    cargo test --release
}

# The suite ignores these where the test command runs, and says so.
programs() {
    local pair
    for pair in python:python3 node:node bash:bash qemu:qemu-x86_64; do
        [ "$pair" != qemu:qemu-x86_64 ] || [ "$(uname -m)" = x86_64 ] || continue
        if has "${pair#*:}"; then
            cargo test --release --locked --test suite -- --ignored "with_${pair%:*}"
        else
            lacks "the tests of the suite that need ${pair#*:}: it is missing"
        fi
    done
    kernels
}

# Nothing can install a processor, so these are listed with CI set, too.
kernels() {
    local kernel said
    for kernel in portable avx2 avx2-rounded avx512 avx512-rounded amx-rounded; do
        if ! said=$(KRING_KERNEL=$kernel "$KRING" 2>&1 </dev/null); then
            [[ $said == *"this processor does not have it"* ]] || { echo "$said" >&2 && exit 1; }
            untested+=("the kernel $kernel: this processor does not have it")
        fi
    done
}

# The Python package cannot be compiled without Python.
lints() {
    local packages=(--workspace)
    has python3 || packages+=(--exclude=kring-python)
    has python3 || lacks "the lints of the Python package: there is no Python"
    cargo fmt --all --check
    cargo clippy --locked --release --all-targets "${packages[@]}" -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --release --no-deps --exclude=kring-benches "${packages[@]}"
}

# Without a linker for these systems the code can still be read. Clippy reads RUSTFLAGS as a build does.
targets() {
    clippy_for wasm32-unknown-unknown -p kring-web
    RUSTFLAGS="-C target-feature=+simd128" clippy_for wasm32-unknown-unknown -p kring-web
    clippy_for aarch64-unknown-linux-gnu -p kring
    clippy_for x86_64-pc-windows-gnu -p kring
}

clippy_for() { # target, options of cargo
    if [ -d "$(rustc --print target-libdir --target "$1")" ] || rustup target add "$1" 2>/dev/null; then
        cargo clippy --locked --release --target "$@" -- -D warnings
    else
        lacks "clippy for $1: there is no rustup"
    fi
}

# cargo-deny runs for a second and compiles for minutes, so it is hardly optimised.
licences() {
    has cargo-deny || CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
        cargo install --locked --root "$tools" cargo-deny || true
    if has cargo-deny; then
        cargo deny --locked check --hide-inclusion-graph licenses bans sources
        cargo deny --manifest-path tests/fuzz/Cargo.toml --config deny.toml check --hide-inclusion-graph licenses bans sources
    else
        lacks "the licences of the dependencies: cargo-deny cannot be installed"
    fi
}

page() {
    script "the page in a browser" bash scripts/page-tests.sh
}

# Ubuntu 24.04 has no binaryen for its runners, and npm has it everywhere.
browser() {
    has wasm-opt || npm install --silent --no-save --prefix "$tools" binaryen || true
    script "the engine for browsers" bash scripts/web-tests.sh
}

# The wheel that the step `wheel` has made, if there is one.
wheel_file() {
    local wheels=(target/dist-archives/kring-*.whl)
    [ ! -e "${wheels[0]}" ] || realpath "${wheels[0]}"
}

wheel() {
    rm -f target/dist-archives/kring-*.whl
    script "the wheel" bash scripts/wheel.sh
    [ -z "$(wheel_file)" ] || KRING_WHEEL=$(wheel_file) script "the Python package" bash scripts/python-tests.sh
}

# The rules of the training are compared with those of the package.
training() {
    KRING_WHEEL=$(wheel_file) script "the training" sh scripts/train/test.sh
}

# The search for certificates needs a SAT solver, and that a C++ compiler.
lab() {
    if has c++; then
        cargo test --release --locked -p kring-lab --features sat
    else
        cargo test --release --locked -p kring-lab
        lacks "the search for certificates: there is no C++ compiler"
    fi
}

match() {
    local status=0
    bash scripts/regression-match.sh || status=$?
    case $status in
    0) ;;
    77) untested+=("the match: there is no earlier program") ;;
    *) exit "$status" ;;
    esac
}

all=(tests programs lints targets licences page browser wheel training lab match)
chosen=("$@")
case "${1:-}" in
"") chosen=("${all[@]}") ;;
--tested) chosen=("${all[@]:1}") ;;
esac
for name in "${chosen[@]}"; do
    [[ " ${all[*]} " == *" $name "* ]] || { echo "there is no step '$name'; the steps: ${all[*]}" >&2 && exit 2; }
done
[ -z "${CI:-}" ] || system_packages
for name in "${chosen[@]}"; do
    step "$name"
done
echo "== all: $SECONDS s"
if [ ${#untested[@]} -gt 0 ]; then
    echo "Not tested here:"
    printf '    %s\n' "${untested[@]}"
fi
