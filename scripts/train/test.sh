#!/bin/sh
# The tests of scripts/train on a CPU, under a minute: sh scripts/train/test.sh
export OMP_NUM_THREADS=1
exec "${PYTHON:-python3}" -m pytest -q "$(dirname "$0")" "$@"
