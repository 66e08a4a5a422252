#!/usr/bin/env bash
# Plays the matches of docs/SEARCH.md and prints a line for each: first player, second
# player, board, colours, score. About half an hour on two free cores with
# the default of 1 second a move; `scripts/strength.sh 0.1` is faster.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet
time=${1:-1}
play() { # first, second, size, colours of the first, further options
    local result
    result=$(target/release/kring match --first "$1" --second "$2" --size "$3" --colours "$4" \
        --games 100 --seed 1 "${@:5}" 2>/dev/null)
    local score wins losses
    wins=$(awk '/^first /{for(i=1;i<=NF;i++) if($(i+1)~/^[0-9.]+$/ && $(i+2)=="%"){print $i; exit}}' <<<"$result")
    score=$(awk -F'  +' '/^score of first/{print $2, $3}' <<<"$result")
    moves=$(awk '/^games /{print $3}' <<<"$result")
    losses=$((100 - wins))
    printf '| %s | %s | %s | %s | %s : %s | %s | %s |\n' \
        "$1" "$2" "$3" "$4" "$wins" "$losses" "$score" "$moves"
}
echo '| first | second | board | first plays | result | score (95 %) | mean moves |'
echo '| --- | --- | --- | --- | --- | --- | --- |'
mcts="mcts time=$time"
for second in heuristic "minimax depth=2" "mcts time=$time rave=off bridges=off"; do
    play "$mcts" "$second" 11x11 alternate --openings random:2
done
play "minimax depth=2" heuristic 11x11 alternate --openings random:2
for first in heuristic "minimax depth=2" "mcts sims=1000"; do
    play "$first" random 11x11 alternate
done
for colours in black white; do
    for second in heuristic "minimax depth=2" "minimax depth=3"; do
        play "$mcts" "$second" 7x7 "$colours"
    done
    for depth in 1 2 3; do
        play "minimax depth=$depth" heuristic 7x7 "$colours"
    done
    for first in heuristic "minimax depth=2" "mcts sims=1000"; do
        play "$first" random 7x7 "$colours"
    done
done
