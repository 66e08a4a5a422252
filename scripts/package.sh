#!/usr/bin/env bash
# Makes the archive of the program that people download, and tries it:
#     scripts/package.sh [TARGET]
# On Linux the default target is musl: one static program for every distribution. Elsewhere it is the
# host. Writes target/dist-archives/kring-VERSION-TARGET.tar.gz and its SHA-256.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-${host/linux-gnu/linux-musl}}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=kring-$version-$target
out=target/dist-archives
program=kring
case $target in *windows*) program=kring.exe ;; esac

# macOS has shasum in place of sha256sum.
sha256() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx "$target"; then
    rustup target add "$target"
fi
cargo build --profile dist --locked --target "$target" -p kring --bin kring
built=${CARGO_TARGET_DIR:-target}/$target/dist/$program

rm -rf "${out:?}/$name"
mkdir -p "$out/$name/completions"
cp "$built" README.md CHANGELOG.md CONTRIBUTING.md ARCHITECTURE.md LICENSE-MIT LICENSE-APACHE "$out/$name/"
# The documents that the README links to.
git archive HEAD docs protocol/SPEC.md python/README.md examples/bots crates/picture/fonts/OFL.txt | tar -C "$out/$name" -xf -
# These come from the program itself, so they can be made only where it runs.
if "$built" --version >/dev/null 2>&1; then
    "$built" man --out "$out/$name/man"
    for shell in bash elvish fish powershell zsh; do
        "$built" completions "$shell" >"$out/$name/completions/kring.$shell"
    done
fi
tar -C "$out" -czf "$out/$name.tar.gz" "$name"
(cd "$out" && sha256 "$name.tar.gz" >"$name.tar.gz.sha256")

# Tries it as a user would: unpacks it elsewhere, and lets it play and solve.
if test -x "$out/$name/$program" && "$built" --version >/dev/null 2>&1; then
    place=$(mktemp -d)
    trap 'rm -rf "$place"' EXIT
    tar -C "$place" -xzf "$out/$name.tar.gz"
    kring=$place/$name/$program
    said=$(printf 'name\nboardsize 5\nvariant torus\ngenmove black\nquit\n' | env -i "$kring" --seed 1)
    grep -q '^= Kring' <<<"$said"
    grep -qE '^= [a-e][1-5]$' <<<"$said"
    (cd "$place" && env -i "$kring" solve --variant cylinder --size 4x4 --proof it.proof >/dev/null &&
        env -i "$kring" check-proof it-black.proof >/dev/null)
    echo "$out/$name.tar.gz: it plays, solves and checks"
else
    echo "$out/$name.tar.gz: built, and not tried: $target does not run here"
fi
