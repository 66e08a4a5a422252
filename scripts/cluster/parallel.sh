#!/usr/bin/env bash
# A tournament, or the openings of a board (NAME.solve), in parts under GNU parallel,
# then merged:
#     scripts/cluster/parallel.sh SPECFILE PARTS [PARALLEL OPTION ...]
# For instance --jobs 4, or --sshloginfile FILE for machines that share the file
# system. KRING names the program (default: kring, from PATH). After an interruption,
# start it again: each part continues with what is missing.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
spec=$(realpath "$1")
parts=$2
shift 2
KRING=$(realpath "$(command -v "${KRING:-kring}")")
export KRING
seq "$parts" | parallel --will-cite --halt soon,fail=1 "$@" \
    --env KRING "$here/part.sh" "$spec" "{}" "$parts" 1 '>' /dev/null
"$here/merge.sh" "$spec" "$parts"
