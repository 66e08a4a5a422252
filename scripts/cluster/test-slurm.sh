#!/usr/bin/env bash
# Tries the scripts of this folder under a real Slurm: one node with two cores, munge, and a
# configuration of its own in a temporary folder. A tournament and the openings of a board are each
# run in two parts, one part of each is killed and requeued, and the merged results must equal
# those of one run. Needs root, and Debian's packages:
#     apt install slurm-wlm munge
#     KRING=target/release/kring scripts/cluster/test-slurm.sh
set -euo pipefail
here=$(realpath "$(dirname "$0")")
KRING=$(realpath "$(command -v "${KRING:-kring}")")
export KRING
place=$(mktemp -d)
chmod 755 "$place"
export SLURM_CONF=$place/slurm.conf
host=$(hostname -s)
stop() {
    local file
    for file in "$place"/*.pid; do
        if test -f "$file"; then kill "$(cat "$file")" 2>/dev/null || true; fi
    done
    sleep 1
    rm -rf "$place"
}
trap stop EXIT

cat >"$SLURM_CONF" <<CONF
ClusterName=kring
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$place/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MinJobAge=3600
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
JobRequeue=1
RequeueExit=137
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$place/state" "$place/spool" "$place/key"
chmod 700 "$place/key"
head -c 64 /dev/urandom >"$place/key/munge.key"
chmod 600 "$place/key/munge.key"
# munge trusts no folder that others may write to, such as /tmp; --force accepts it for this test.
munged --force --key-file="$place/key/munge.key" --socket="$place/munge.socket" \
    --pid-file="$place/munge.pid" --log-file="$place/munge.log" --seed-file="$place/munge.seed"
slurmctld
slurmd
for _ in $(seq 30); do
    if sinfo --noheader --format=%T 2>/dev/null | grep -q idle; then break; fi
    sleep 1
done
sinfo

cat >"$place/cup.toml" <<'TOML'
type = "round-robin"
sizes = ["7x7"]
variants = ["hex", "torus"]
openings = "random:1"
games = 24
seed = 7
[[player]]
agent = "mcts sims=300"
[[player]]
agent = "mcts sims=1500"
[[player]]
agent = "heuristic"
TOML
echo '--variant "hex" --size 6x6 --memory 64' >"$place/board.solve"
mkdir "$place/one"
cp "$place/cup.toml" "$place/board.solve" "$place/one/"

wait_for() { # job
    while squeue --noheader --jobs="$1" --states=all --format=%T | grep -qE 'PENDING|RUNNING|COMPLETING'; do
        sleep 1
    done
}

run() { # file
    local said array merge
    said=$("$here/slurm.sh" "$1" 2 --cpus-per-task=1)
    echo "$said"
    array=$(sed 's/parts: job \([0-9]*\).*/\1/' <<<"$said")
    merge=$(sed 's/.*merge: job \([0-9]*\).*/\1/' <<<"$said")
    sleep 3
    # Kill a part in the middle of its work, then let Slurm start it again.
    scontrol requeue "${array}_2" && echo "requeued part 2" || echo "part 2 had ended already"
    wait_for "$merge"
    cat "${1%.*}.kring-merge.log"
}

run "$place/cup.toml"
run "$place/board.solve"
echo "== the same in one run"
(cd "$place/one" && "$KRING" tournament cup.toml >/dev/null && "$KRING" solve --variant hex --size 6x6 --memory 64 --openings >board.txt)
python3 - "$place" <<'PY'
import csv, sys

place = sys.argv[1]

def games(file):
    rows = list(csv.DictReader(line for line in open(file) if not line.startswith("#")))
    times = [name for name in rows[0] if name.endswith(("seconds", "worst"))]
    return [{name: value for name, value in row.items() if name not in times} for row in rows]

def winners(file):
    rows = (line.split() for line in open(file))
    return {tuple(row[:3]) for row in rows if len(row) > 8 and row[0] in ("black", "white")}

parts, one = games(f"{place}/cup.csv"), games(f"{place}/one/cup.csv")
assert len(one) > 0 and sorted(map(str, parts)) == sorted(map(str, one)), "the games differ"
print(f"{len(one)} games in parts and in one run: the same")
parts, one = winners(f"{place}/board.kring-merge.log"), winners(f"{place}/one/board.txt")
assert len(one) > 30 and parts == one, "the winners differ"
print(f"{len(one)} openings in parts and in one run: the same winners")
PY
echo "all equal"
