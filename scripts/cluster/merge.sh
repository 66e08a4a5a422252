#!/usr/bin/env bash
# Merges the tables of all parts of a tournament and shows the standings:
#     scripts/cluster/merge.sh SPECFILE PARTS
set -euo pipefail
kring=${KRING:-kring}
spec=$1
parts=$2
tables=()
for part in $(seq "$parts"); do
    tables+=("${spec%.*}.$part-of-$parts.csv")
done
"$kring" merge "${tables[@]}" --output "${spec%.*}.csv"
"$kring" tournament "$spec" --show
