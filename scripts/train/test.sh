#!/bin/sh
# The tests of scripts/train on a CPU, about half a minute: sh scripts/train/test.sh
# PYTHON=PROGRAM uses that Python. Otherwise python3 is used if it has the packages
# that the tests need; if not, a virtual environment under target/, which is
# created once (5 GB: PyTorch comes with CUDA). Exits with 77 if that fails. The Python package, whose rules are compared with those
# of the training, is built from this tree into a folder under target/; KRING_WHEEL=FILE installs
# that wheel instead.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target="${CARGO_TARGET_DIR:-$here/../../target}"
venv="$target/train-venv"
package="$target/train-package"
export OMP_NUM_THREADS=1 TRITON_INTERPRET=1

complete() {
    "$1" -c 'import pytest, safetensors, torch' 2>/dev/null
}

missing() {
    echo "The training was not tested: PyTorch cannot be installed." >&2
    exit 77
}

make_venv() {
    echo "scripts/train/test.sh: installing PyTorch under $venv" >&2
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --no-compile -r "$here/requirements.txt"
}

if [ -z "${PYTHON:-}" ]; then
    PYTHON=python3
    if ! complete python3; then
        PYTHON="$venv/bin/python"
        complete "$PYTHON" || make_venv || missing
    fi
fi
"$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target "$package" \
    "${KRING_WHEEL:-$here/../../python}"
export PYTHONPATH="$package${PYTHONPATH:+:$PYTHONPATH}"
exec "$PYTHON" -m pytest -q -p no:cacheprovider "$here" "$@"
