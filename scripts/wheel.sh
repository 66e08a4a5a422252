#!/usr/bin/env bash
# Makes the wheel of the Python package that people download, and tries it in a fresh environment:
#     scripts/wheel.sh [TARGET]
# One wheel serves every Python from 3.10 on. On Linux it is linked by Zig's linker against an old C
# library (manylinux2014: glibc 2.17), so that it runs on every distribution of the last ten years.
# Writes target/dist-archives/kring-VERSION-*.whl and its SHA-256. Exits with 77 if the tools that build it
# cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
out=$PWD/target/dist-archives
tools=${CARGO_TARGET_DIR:-target}/wheel-tools
options=(--profile dist --locked --target "$target")
requirements=('maturin>=1.9.4,<2')
case $target in
*linux*)
    options+=(--zig --compatibility manylinux2014)
    requirements+=('ziglang>=0.13,<0.16')
    ;;
esac
# macOS has shasum in place of sha256sum.
sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx "$target"; then
    rustup target add "$target"
fi
python=python3
command -v python3 >/dev/null || python=python
programs=bin
case $host in *windows*) programs=Scripts ;; esac
if ! { test -d "$tools" || "$python" -m venv "$tools"; } ||
    ! "$tools/$programs/python" -m pip install --quiet --disable-pip-version-check "${requirements[@]}"; then
    echo "The wheel was not built: Python with venv and ${requirements[*]} cannot be installed." >&2
    exit 77
fi
mkdir -p "$out"
rm -f "$out"/kring-*.whl "$out"/kring-*.whl.sha256
PATH=$PWD/$tools/$programs:$PATH "$tools/$programs/maturin" build --manifest-path python/Cargo.toml --out "$out" "${options[@]}"
wheel=$(echo "$out"/kring-*.whl)
(cd "$out" && sha256 "$(basename "$wheel")" >"$(basename "$wheel").sha256")

# Tries it as a user would: installs it in an empty environment outside of this folder.
if test "$target" != "$host"; then
    echo "$wheel: built, and not tried: $target does not run here"
    exit
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$python" -m venv "$place/venv"
cd "$place"
venv/$programs/python -m pip install --quiet --disable-pip-version-check "$wheel"
venv/$programs/python -c '
import kring
position = kring.Position("torus", 5)
print(kring.__version__, "plays", kring.Agent("neural evals=20").choose(position))'
echo "$wheel: it is installed and plays"
