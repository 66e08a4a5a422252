#!/usr/bin/env bash
# One part of a tournament, or of the openings of a board:
#     scripts/cluster/part.sh SPECFILE PART PARTS CORES
# A file NAME.solve has the options of kring solve, any other is a tournament. After
# it was killed, a part continues from its table or its store.
set -euo pipefail
kring=${KRING:-kring}
spec=$1
part=$2
parts=$3
cores=$4
if [[ $spec != *.solve ]]; then
    exec "$kring" tournament "$spec" --workers "$cores" --shard "$part/$parts"
fi
# xargs knows quotes, as in --variant "cylinder seasons=3".
mapfile -t options < <(xargs -n 1 printf '%s\n' < "$spec")
exec "$kring" solve "${options[@]}" --openings --threads "$cores" --shard "$part/$parts" \
    --store "${spec%.*}.$part-of-$parts.store"
