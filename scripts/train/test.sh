#!/bin/sh
# The tests of scripts/train on a CPU, half a minute of it: sh scripts/train/test.sh
# PYTHON=PROGRAM uses that Python as it is. Otherwise python3 is used if it has
# what the tests need, or else an environment of our own under target/, which is
# made once: 5 GB if only PyPI can be reached, whose PyTorch comes with CUDA, and
# 1 GB if the builds for CPUs can be. Without them the tests fail; they are not skipped.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv="${CARGO_TARGET_DIR:-$here/../../target}/train-venv"
cpu=https://download.pytorch.org/whl/cpu
export OMP_NUM_THREADS=1 TRITON_INTERPRET=1

complete() {
    "$1" -c 'import pytest, safetensors, torch' 2>/dev/null
}

make_venv() {
    echo "scripts/train/test.sh: installing PyTorch under $venv" >&2
    python3 -m venv "$venv"
    # Not every network lets one reach the builds for CPUs.
    "$venv/bin/pip" install --quiet --timeout 5 --retries 0 --index-url "$cpu" torch 2>/dev/null ||
        "$venv/bin/pip" install --quiet torch
    "$venv/bin/pip" install --quiet -r "$here/requirements.txt"
}

if [ -z "${PYTHON:-}" ]; then
    PYTHON=python3
    if ! complete python3; then
        PYTHON="$venv/bin/python"
        complete "$PYTHON" || make_venv
    fi
fi
exec "$PYTHON" -m pytest -q -p no:cacheprovider "$here" "$@"
