#!/usr/bin/env bash
# Everything that must pass before a change is merged: format, lints, tests, docs, the tests of the
# page, of the training code, of the Python package and of the engine for browsers, and a match against
# the main branch. Prints how long each part took.
# Needs Rust and Python 3.10+, and for the page Node and Chromium; everything else comes
# from their registries.
set -euo pipefail
cd "$(dirname "$0")/.."

part() { # name, command
    local begun=$SECONDS
    "${@:2}"
    echo "== $1: $((SECONDS - begun)) s"
}

# A failed test fails the check; a machine that cannot run the tests (status 77) does not.
unless_missing() { # what a missing program means, command
    local status=0
    "${@:2}" || status=$?
    if test $status -eq 77; then
        echo "WARNING: $1" >&2
    elif test $status -ne 0; then
        exit $status
    fi
}

web_tests() {
    unless_missing "the engine for browsers was NOT TESTED" bash scripts/web-tests.sh
}

page_tests() {
    unless_missing "the page was NOT TESTED in a browser" bash scripts/page-tests.sh
}

# Both need the package. One wheel is built for both, with Python's stable ABI.
python_tests() {
    local wheels="${CARGO_TARGET_DIR:-target}/check-wheels"
    rm -rf "$wheels"
    if python3 -m pip wheel --quiet --no-deps --wheel-dir "$wheels" ./python; then
        KRING_WHEEL=$(realpath "$wheels"/*.whl)
        export KRING_WHEEL
    fi
    unless_missing "the tests of the training were NOT RUN: PyTorch cannot be installed here" sh scripts/train/test.sh
    unless_missing "the Python package was NOT TESTED: it cannot be installed here" bash scripts/python-tests.sh
}

# Runs a command in the background. `join` waits for it, shows its output and passes its status on.
beside() { # command
    log=$(mktemp)
    "$@" >"$log" 2>&1 &
    job=$!
}

join() {
    local status=0
    wait "$job" || status=$?
    cat "$log"
    rm "$log"
    test $status -eq 0 || exit $status
}

# PyTorch is large, so it is fetched while the compiler works.
sh scripts/train/test.sh --install >/dev/null 2>&1 &
installing=$!
part "format" cargo fmt --all --check
# The Python package is not a default member, so that it can be left out without Python. Where it is
# built, every part includes it, so that all parts enable the same features of the dependencies and
# share their builds.
everything=()
program=(-p kring)
if command -v python3 >/dev/null; then
    # kring-all-n, which finds certificates for every height, needs a C++ compiler and a minute for its
    # SAT solver, so it is left out. The checker of its certificates is tested.
    everything=(--workspace --exclude=kring-all-n)
    program=(-p kring -p kring-python)
    export MATURIN_PEP517_ARGS="--features kring/default"
fi
tested=("${everything[@]}" "${everything[@]:+--exclude=kring-benches}")

# They use the release profile, so that lints and docs share their dependencies, and a folder of their
# own, because Cargo locks a folder while it works there.
checks() {
    export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/lints"
    part "lints" cargo clippy "${everything[@]}" --all-targets --release -- -D warnings
    RUSTDOCFLAGS="-D warnings" part "docs" cargo doc --no-deps --release "${tested[@]}"
}

# A build often waits for a single crate, so two builds share the machine well. The tests run alone,
# because some of them measure time.
beside checks
part "compilation" cargo test --release --no-run "${tested[@]}"
join
part "tests" cargo test --release "${tested[@]}"
# The tests have just built the program.
export KRING="${CARGO_TARGET_DIR:-target}/release/kring"
wait "$installing" || true

others() {
    part "Python" python_tests
    part "engine for browsers" web_tests
}

# The tests of the page mostly wait for the browser, so the other tests run beside them.
beside others
part "page" page_tests
PACKAGES="${program[*]}" part "match" bash scripts/regression-match.sh
join
echo "== all: $SECONDS s"
