#!/usr/bin/env bash
# Runs the tests of the Python package: builds the package, installs it and the requirements of its
# tests into a virtual environment under target/, and runs the tests. Arguments go to pytest.
# Needs Rust and Python 3.10+; KRING_WHEEL=FILE installs that wheel instead of building one. Exits with 77
# if there is no such Python or nothing can be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
venv="${CARGO_TARGET_DIR:-target}/python-venv"
missing() {
    echo "The Python package was not tested: $1." >&2
    exit 77
}
test -x "$venv/bin/pip" || python3 -m venv "$venv" || missing "there is no Python with venv"
# The registry is tried first: if it works, a later failure is a fault of the package.
"$venv/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2' || missing "nothing can be installed from PyPI"
package="${KRING_WHEEL:-./python}"
# pip would keep an older wheel of the same version.
test -z "${KRING_WHEEL:-}" ||
    "$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$package"
"$venv/bin/pip" install --quiet --disable-pip-version-check "${package}[test]"
exec "$venv/bin/python" -X faulthandler -m pytest python "$@"
