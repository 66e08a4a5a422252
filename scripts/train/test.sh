#!/bin/sh
# The tests of scripts/train on a CPU, about half a minute: sh scripts/train/test.sh
# PYTHON=PROGRAM uses that Python. Otherwise python3 is used if it has the packages
# that the tests need; if not, a virtual environment under target/, which is
# created once (5 GB: PyTorch comes with CUDA). If that fails, nothing is tested
# and the exit code is 77.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv="${CARGO_TARGET_DIR:-$here/../../target}/train-venv"
export OMP_NUM_THREADS=1 TRITON_INTERPRET=1

complete() {
    "$1" -c 'import pytest, safetensors, torch' 2>/dev/null
}

make_venv() {
    echo "scripts/train/test.sh: installing PyTorch under $venv" >&2
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet -r "$here/requirements.txt"
}

if [ -z "${PYTHON:-}" ]; then
    PYTHON=python3
    if ! complete python3; then
        PYTHON="$venv/bin/python"
        complete "$PYTHON" || make_venv || exit 77
    fi
fi
exec "$PYTHON" -m pytest -q -p no:cacheprovider "$here" "$@"
