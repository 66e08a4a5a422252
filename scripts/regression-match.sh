#!/usr/bin/env bash
# Plays the current program against an earlier one, both through pipes:
#     scripts/regression-match.sh [REVISION]
# The default revision is the last commit of the main branch: origin/main if it differs
# from HEAD, HEAD if there are uncommitted changes, otherwise the
# commit before HEAD. Fails if the current program crashes, plays an illegal move, or is
# significantly weaker, or if the earlier one does not build. Passes with a message if no
# file of the program has changed since, and exits with 77 if there is nothing to compare with.
# KRING=PROGRAM tests that program instead of building one.
set -euo pipefail
cd "$(dirname "$0")/.."
cache=target/regression
search='mcts sims=200'
network='neural evals=16'

missing() {
    echo "regression match: nothing to compare with: $*"
    exit 77
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

# Whether the files that decide how the program plays are the same in the working tree and in a commit.
is_same() { # commit
    local files=(Cargo.toml Cargo.lock rust-toolchain.toml .cargo crates protocol/src src)
    git diff --quiet "$1" -- "${files[@]}" && [ -z "$(git ls-files --others --exclude-standard -- "${files[@]}")" ]
}

# Builds a commit in its own work tree, once. It shares the compiled dependencies of this tree.
build_old() { # commit, program
    local tree="$PWD/$cache/tree-$$" built="$PWD/$cache/build" shared
    shared=$(realpath -m "${CARGO_TARGET_DIR:-target}")
    trap 'git worktree remove --force "$tree" 2>/dev/null; git worktree prune' RETURN
    git worktree add --quiet --force --detach "$tree" "$1" || return
    (cd "$tree" && CARGO_BUILD_BUILD_DIR="$shared" \
        cargo build --release --locked --quiet -p kring --bin kring --target-dir "$built") || return
    cp "$built/release/kring" "$2.$$" && mv "$2.$$" "$2"
}

# Whether a program has this agent and the commands that a match needs.
supports() { # program, agent
    local said
    said=$(printf 'protocol_version\nknown_command variant\nknown_command seed\nquit\n' |
        "$1" --agent "$2" 2>/dev/null | tr -d ' \n') || return
    [ "$said" = '=2=true=true=' ]
}

# Plays the same agent on both sides; without a name, the default agent.
play() { # agent, further options
    local with="${1:+ --agent '$1'}" code=0
    "$new" match --first "cmd:\"$new$with\" name:new" --strict \
        --second "cmd:\"$old$with\" name:old" --move-time 60 --seed 1 "${@:2}" || code=$?
    # 5: the SPRT accepts neither hypothesis, which is expected for equal programs.
    [ "$code" = 0 ] || [ "$code" = 5 ] || exit "$code"
}

if [ $# -gt 0 ]; then
    commit=$(git rev-parse --verify "$1^{commit}")
else
    commit=$(revision) || true
fi
[ -n "$commit" ] || missing "there is no earlier commit"
if [ $# -eq 0 ] && is_same "$commit"; then
    echo "regression match: commit $commit has the same program"
    exit 0
fi
mkdir -p "$cache"
old="$PWD/$cache/kring-$commit"
if [ ! -x "$old" ] && ! build_old "$commit" "$old"; then
    echo "regression match: failed: commit $commit does not build" >&2
    exit 1
fi
supports "$old" "$search" || missing "commit $commit is too old to be led through a match"
if [ -z "${KRING:-}" ]; then
    cargo build --release --locked --quiet --bin kring
    KRING="${CARGO_TARGET_DIR:-target}/release/kring"
fi
new=$(realpath "$KRING")

echo "regression match: the working tree against $commit"
play "$search" --size 6x6 --openings random:1 --games 1200 --sprt elo0=-40 elo1=0 alpha=0.01 beta=0.001
play "$search" --size 5x5 --variant 'torus seasons=3 turns=random swap=on' --games 40
if supports "$old" "$network"; then
    play "$network" --size 6x6 --openings random:3 --games 300 --sprt elo0=-80 elo1=0 alpha=0.01 beta=0.001
    play '' --size 5x5 --variant 'torus swap=on' --openings random:2 --games 4
else
    echo "regression match: commit $commit is too old for the default agent"
fi
echo "regression match: passed"
