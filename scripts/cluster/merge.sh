#!/usr/bin/env bash
# Merges the tables of all parts of a tournament, or the stores of all parts of a
# board's openings, and shows the result:
#     scripts/cluster/merge.sh SPECFILE PARTS
set -euo pipefail
kring=${KRING:-kring}
spec=$1
parts=$2
kind=csv
[[ $spec == *.solve ]] && kind=store
files=()
for part in $(seq "$parts"); do
    files+=("${spec%.*}.$part-of-$parts.$kind")
done
"$kring" merge "${files[@]}" --output "${spec%.*}.$kind"
if [[ $kind == csv ]]; then
    exec "$kring" tournament "$spec" --show
fi
mapfile -t options < <(xargs -n 1 printf '%s\n' < "$spec")
exec "$kring" solve "${options[@]}" --openings --store "${spec%.*}.store"
