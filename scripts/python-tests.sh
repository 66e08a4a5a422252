#!/usr/bin/env bash
# The tests of the Python package: builds the package, installs it and the requirements of its
# tests into a virtual environment under target/, and runs the tests. Arguments go to pytest.
# Needs Rust and Python 3.10+. If nothing can be installed, nothing is tested and the exit code is
# 77.
set -euo pipefail
cd "$(dirname "$0")/.."
venv="${CARGO_TARGET_DIR:-target}/python-venv"
test -x "$venv/bin/pip" || python3 -m venv "$venv" || exit 77
# The registry comes first: if this works, a later failure is one of the package.
"$venv/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2' || exit 77
"$venv/bin/pip" install --quiet --disable-pip-version-check './python[test]'
exec "$venv/bin/python" -X faulthandler -m pytest python "$@"
