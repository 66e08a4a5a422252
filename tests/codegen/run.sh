#!/usr/bin/env bash
# Compiles search.rs with many combinations of options and prints which of them
# give a program with the right output. RUSTC names another compiler.
set -euo pipefail
cd "$(dirname "$0")"
rustc="${RUSTC:-rustc}"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
right=$'true 201\ntrue 276'
"$rustc" --version
for level in 1 2 3; do
    for units in 1 2 16; do
        for lto in unset off thin fat; do
            options=(-C "opt-level=$level" -C "codegen-units=$units")
            test "$lto" = unset || options+=(-C "lto=$lto")
            "$rustc" --edition 2024 "${options[@]}" search.rs -o "$folder/search"
            # A shell reports the overflow of a child as an error of its own.
            output=$(bash -c "'$folder/search' 2>/dev/null; exit" 2>/dev/null) || true
            result=$(test "$output" = "$right" && echo right || echo WRONG)
            printf 'opt-level=%s codegen-units=%-2s lto=%-5s  %s\n' "$level" "$units" "$lto" "$result"
        done
    done
done
