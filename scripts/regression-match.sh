#!/usr/bin/env bash
# The program as it is now against the one before it, as piped processes:
#     scripts/regression-match.sh [REVISION]
# Without a revision it is the last commit of the main branch: origin/main if that is another
# than HEAD, HEAD if there are changes that are not committed, otherwise the
# commit before HEAD. Fails if the new one crashes, plays an illegal move, or is
# significantly weaker. Passes, and says so, if there is nothing to compare with.
# KRING=PROGRAM compares that program instead of building it.
set -euo pipefail
cd "$(dirname "$0")/.."
cache=target/regression
agent='mcts sims=200'

pass() {
    echo "regression match: nothing to compare with: $*"
    exit 0
}

revision() {
    local head main
    head=$(git rev-parse HEAD 2>/dev/null) || return
    if main=$(git rev-parse --quiet --verify 'origin/main^{commit}') && [ "$main" != "$head" ]; then
        echo "$main"
    elif ! git diff --quiet HEAD -- 2>/dev/null; then
        echo "$head"
    else
        git rev-parse --quiet --verify 'HEAD~1^{commit}'
    fi
}

# Builds a commit in a work tree of its own, once. Without link-time optimisation,
# which costs half of the time and does not change what is played.
build_old() { # commit, program
    local tree="$PWD/$cache/tree-$$" built="$PWD/$cache/build"
    trap 'git worktree remove --force "$tree" 2>/dev/null; git worktree prune' RETURN
    git worktree add --quiet --force --detach "$tree" "$1" || return
    (cd "$tree" && CARGO_PROFILE_RELEASE_LTO=off \
        cargo build --release --locked --quiet --bin kring --target-dir "$built") || return
    cp "$built/release/kring" "$2.$$" && mv "$2.$$" "$2"
}

# Whether a program is young enough to be led through a match.
speaks() {
    local said
    said=$(printf 'protocol_version\nknown_command variant\nknown_command seed\nquit\n' |
        "$1" --agent "$agent" 2>/dev/null | tr -d ' \n') || return
    [ "$said" = '=2=true=true=' ]
}

play() { # further options
    "$new" match --first "cmd:\"$new --agent '$agent'\" name:new" --strict \
        --second "cmd:\"$old --agent '$agent'\" name:old" --move-time 20 --seed 1 "$@"
}

if [ $# -gt 0 ]; then
    commit=$(git rev-parse --verify "$1^{commit}")
else
    commit=$(revision) || true
fi
[ -n "$commit" ] || pass "there is no earlier commit"
mkdir -p "$cache"
old="$PWD/$cache/kring-$commit"
if [ ! -x "$old" ] && ! build_old "$commit" "$old"; then
    pass "commit $commit does not build"
fi
speaks "$old" || pass "commit $commit is too old to be led through a match"
if [ -z "${KRING:-}" ]; then
    cargo build --release --quiet --bin kring
    KRING="${CARGO_TARGET_DIR:-target}/release/kring"
fi
new=$(realpath "$KRING")

echo "regression match: the working tree against $commit"
play --size 6x6 --openings random:1 --games 1200 --sprt elo0=-40 elo1=0 alpha=0.01 beta=0.001
play --size 5x5 --variant 'torus seasons=3 turns=random swap=on' --games 40
echo "regression match: passed"
