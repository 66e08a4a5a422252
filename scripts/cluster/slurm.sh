#!/usr/bin/env bash
# A tournament as a Slurm job array, and a job that merges its tables when all
# parts are done:
#     scripts/cluster/slurm.sh SPECFILE PARTS [SBATCH OPTION ...]
# KRING names the program (default: kring, from PATH). SPECFILE must be in a place that
# all nodes can read and write; the tables and games are written beside it.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
spec=$(realpath "$1")
parts=$2
shift 2
KRING=$(realpath "$(command -v "${KRING:-kring}")")
export KRING
log="${spec%.*}.%x.%a.log"
array=$(sbatch --parsable --job-name=kring-part --array="1-$parts" --requeue \
    --open-mode=append --output="$log" "$@" "$here/part.sbatch" "$spec")
merge=$(sbatch --parsable --job-name=kring-merge --dependency="afterok:$array" \
    --kill-on-invalid-dep=yes --output="${spec%.*}.%x.log" \
    "$here/merge.sh" "$spec" "$parts")
echo "parts: job $array, merge: job $merge, result: ${spec%.*}.csv"
