#!/usr/bin/env python3
"""Measures the peak memory of every agent with `memory=64` against its limit.

    cargo build --release && scripts/memory.py [PROGRAM]

Prints a table: a row for each agent and board, a column for each number of threads, the peak of the
process in megabytes. Ends with exit code 1 if a peak is more than 20 MB above the limit: what the
program, the network and the positions of a search take. Takes some minutes. Needs Linux.
"""

import subprocess
import sys

LIMIT = 64
BEYOND = 20
THREADS = (1, 16, 64)

# Searches that fill the limit, or decide often enough to fill a table that is never emptied:
# the agent, its settings, the number of decisions, and whether it has threads.
SEARCHES = [
    ("minimax", "depth=2", 70, False),
    ("mcts", "sims=60000", 3, True),
    ("mcts", "sims=20000 plain=on", 2, True),
    ("mcts", "sims=10000 endgame=128", 2, True),
    ("neural", "evals=2000", 3, True),
    ("neural", "evals=500 endgame=128", 2, True),
    ("solver", "positions=150 evals=500", 2, True),
]
# Agents without a limit: their memory is that of one search.
OTHERS = ["random", "heuristic", "montecarlo playouts=20", "adjacency", "random-spot", "random-path"]
BOARDS = [("11x11", "hex"), ("11x11", "torus"), ("19x19", "hex"), ("19x19", "torus")]


def commands(decisions):
    """A game against an opponent that takes no memory, begun again where it ends."""
    yield "set-agent white random"
    for decision in range(decisions):
        if decision % 20 == 0:
            yield "clear_board"
            yield "play black a1"
            yield "play white b1"
        yield "genmove black"
        yield "genmove white"


def peak(program, agent, board, decisions):
    """The peak of the process in megabytes; None if the agent does not play this board."""
    size, variant = board
    engine = subprocess.Popen(
        [program, "--seed", "1", "--size", size, "--variant", variant],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )

    def ask(command):
        engine.stdin.write(command + "\n")
        engine.stdin.flush()
        lines = list(iter(engine.stdout.readline, "\n"))
        if not lines or not lines[-1]:
            sys.exit(f"{agent} on {size} {variant}: the engine ended at '{command}'")
        return lines[0].startswith("=")

    plays = ask(f"set-agent black {agent}")
    if plays:
        for command in commands(decisions):
            ask(command)
    status = dict(line.split(":", 1) for line in open(f"/proc/{engine.pid}/status"))
    ask("quit")
    engine.wait()
    return int(status["VmHWM"].split()[0]) / 1024 if plays else None


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/kring"
    worst = 0
    print("| agent | board | " + " | ".join(f"threads={n}" for n in THREADS) + " |")
    print("| --- | --- |" + " --- |" * len(THREADS))
    for name, settings, decisions, has_threads in SEARCHES:
        for board in BOARDS:
            peaks = []
            for threads in THREADS if has_threads else THREADS[:1]:
                agent = f"{name} memory={LIMIT} {settings}"
                agent += f" threads={threads}" if has_threads else ""
                peaks.append(peak(program, agent, board, decisions))
            worst = max(worst, *peaks)
            row(f"{name} {settings}", board, peaks)
    for agent in OTHERS:
        for board in BOARDS:
            if (megabytes := peak(program, agent, board, 2)) is not None:
                row(agent, board, [megabytes])
    print(f"\nThe highest peak of an agent with memory={LIMIT}: {worst:.1f} MB.")
    sys.exit(worst > LIMIT + BEYOND)


def row(agent, board, peaks):
    figures = [f"{megabytes:.1f} MB" for megabytes in peaks]
    figures += [""] * (len(THREADS) - len(peaks))
    print(f"| `{agent}` | {' '.join(board)} | " + " | ".join(figures) + " |", flush=True)


if __name__ == "__main__":
    main()
