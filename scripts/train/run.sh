#!/bin/sh
# Train for a while: sh scripts/train/run.sh --seconds 540 --state DIR --out DIR [options of train.py]
# Finds a Python that has PyTorch, preferring one that sees a GPU.
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS="${OMP_NUM_THREADS:-4}"
found=
for python in "$PYTHON" python3 python /opt/*/.venv/bin/python3; do
    [ -n "$python" ] || continue
    has=$("$python" -c 'import torch; print("gpu" if torch.cuda.is_available() else "cpu")' 2>/dev/null) || continue
    [ -n "$found" ] || found=$python
    if [ "$has" = gpu ]; then found=$python; break; fi
done
if [ -z "$found" ]; then
    echo "no Python with PyTorch found (set PYTHON=...)" >&2
    exit 1
fi
echo "using $(command -v "$found")"
exec "$found" "$here/train.py" "$@"
