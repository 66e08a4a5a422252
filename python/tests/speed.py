"""How fast the package is: `python python/tests/speed.py`.

Each figure is the best of several rounds, with an empty loop of the same calls beside it.
"""
import argparse
import time

import numpy as np

import kring


def best(run, rounds):
    """The shortest time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return min(times)


class Nothing:
    def play(self, move): ...
    def undo(self): ...
    def step(self, actions): ...
    def random_actions(self): ...


def play_and_undo(rounds, count=300_000):
    def loop(position):
        play, undo = position.play, position.undo
        for _ in range(count):
            play(60)
            undo()

    for rules in ("hex", "torus", "torus seasons=3"):
        p = kring.Position(rules, 11)
        if rules != "hex":
            p.play(int(p.legal_moves()[0])), p.play(int(p.legal_moves()[0]))
        cell = int(p.legal_moves()[len(p.legal_moves()) // 2])

        def methods():
            for _ in range(count):
                p.play(cell)
                p.undo()

        def bound():
            play, undo = p.play, p.undo
            for _ in range(count):
                play(cell)
                undo()

        print(f"play + undo, {rules}: {count / best(methods, rounds) / 1e6:.2f} million a second, "
              f"as local names {count / best(bound, rounds) / 1e6:.2f}")
    print(f"  empty loop of two methods in Python: {count / best(lambda: loop(Nothing()), rounds) / 1e6:.2f}")


def vector(rounds, boards, threads, steps=40):
    for rules in ("hex", "cylinder", "torus", "torus seasons=3", "hex turns=random", "hex swap=on"):
        env = kring.VectorEnv(rules, 11, count=boards, threads=threads)
        stepping = choosing = float("inf")
        for _ in range(8 * rounds):
            step_time = choose_time = 0.0
            for _ in range(steps):
                begin = time.perf_counter()
                actions = env.random_actions()
                middle = time.perf_counter()
                env.step(actions)
                step_time += time.perf_counter() - middle
                choose_time += middle - begin
            stepping, choosing = min(stepping, step_time), min(choosing, choose_time)
        moves = boards * steps / 1e6
        print(f"vectorised, {rules}, {boards} boards, {threads} threads: {moves / stepping:.1f} million steps a second, "
              f"random actions {moves / choosing:.1f}")

    def empty():
        nothing = Nothing()
        for _ in range(steps):
            nothing.random_actions()
            nothing.step(None)

    print(f"  empty loop of the same calls: {boards * steps / best(empty, rounds) / 1e6:.0f} million a second")


def network(rounds, count=256):
    """The package against the same computation without Python."""
    rng, net = np.random.default_rng(1), kring.Network()
    positions = []
    for i in range(count):
        p = kring.Position("hex", 11)
        for _ in range(i % 40):
            p.play(int(rng.choice(p.legal_moves())))
        positions.append(p)
    package = native = 0.0
    for _ in range(rounds):
        package = max(package, count / best(lambda: net.evaluate(positions), 1))
        native = max(native, kring._kring._native_rate(net, positions))
    print(f"Network.evaluate of {count} positions: {package:.0f} a second, without Python {native:.0f}: "
          f"{package / native:.1%}")


def other(rounds, games=1_000_000):
    for rules in ("hex", "cylinder", "torus"):
        p = kring.Position(rules, 11)
        number = games if rules != "torus" else games // 10
        print(f"playouts, {rules}: {number / best(lambda: kring.playouts(p, number), rounds) / 1e6:.1f} million a second")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--boards", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    play_and_undo(options.rounds)
    vector(options.rounds, options.boards, options.threads)
    network(options.rounds)
    other(options.rounds)
