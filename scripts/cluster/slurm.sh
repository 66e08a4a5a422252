#!/usr/bin/env bash
# A tournament, or the openings of a board (NAME.solve), as a Slurm job array, and a
# job that merges the tables or stores when all parts are done:
#     scripts/cluster/slurm.sh SPECFILE PARTS [SBATCH OPTION ...]
# KRING names the program (default: kring, from PATH). SPECFILE must be in a place that
# all nodes can read and write; tables, games and stores are written beside it.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
spec=$(realpath "$1")
parts=$2
shift 2
KRING=$(realpath "$(command -v "${KRING:-kring}")")
PART=$here/part.sh
export KRING PART
log="${spec%.*}.%x.%a.log"
array=$(sbatch --parsable --job-name=kring-part --array="1-$parts" --requeue \
    --open-mode=append --output="$log" "$@" "$here/part.sbatch" "$spec")
merge=$(sbatch --parsable --job-name=kring-merge --dependency="afterok:$array" \
    --kill-on-invalid-dep=yes --output="${spec%.*}.%x.log" \
    "$here/merge.sh" "$spec" "$parts")
kind=csv
[[ $spec == *.solve ]] && kind=store
echo "parts: job $array, merge: job $merge, result: ${spec%.*}.$kind"
