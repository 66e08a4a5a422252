#!/usr/bin/env bash
# Runs the tests of the Python package: builds the package, installs it and the requirements of its
# tests into a virtual environment under target/, and runs the tests. Arguments go to pytest.
# Needs Rust and Python 3.10+; KRING_WHEEL=FILE installs that wheel instead of building one. If
# nothing can be installed, nothing is tested and the exit code is 77.
set -euo pipefail
cd "$(dirname "$0")/.."
venv="${CARGO_TARGET_DIR:-target}/python-venv"
test -x "$venv/bin/pip" || python3 -m venv "$venv" || exit 77
# The registry is tried first: if it works, a later failure is a fault of the package.
"$venv/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2' || exit 77
package="${KRING_WHEEL:-./python}"
# pip would keep an older wheel of the same version.
test -z "${KRING_WHEEL:-}" ||
    "$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$package"
"$venv/bin/pip" install --quiet --disable-pip-version-check "${package}[test]"
exec "$venv/bin/python" -X faulthandler -m pytest python "$@"
