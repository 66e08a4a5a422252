"""Calls everything in the package with good and bad arguments: `python -X faulthandler fuzz.py --seconds 300`.

Whatever is given, the answer is a value or one of the expected errors; a crash or a panic of the
library ends the run.
"""
import argparse
import collections
import faulthandler
import pickle
import random
import string
import time

import numpy as np

import kring
from kring.environment import HexEnv

EXPECTED = (ValueError, TypeError, OverflowError, IndexError, MemoryError, UnicodeEncodeError)
RULES = ("hex", "cylinder", "torus", "seasonal", "random-turn", "torus seasons=3 turns=random swap=on", "hex swap=on",
         "cylinder seasons=2 black-cycle=1,2,2", "torus turns=random", "rhombus swap=on seasons=9")
AGENTS = [row["quick"] for row in kring.agents() if row["name"] != "book"]


class Fuzz:
    def __init__(self, seed):
        self.r, self.errors, self.calls = random.Random(seed), collections.Counter(), collections.Counter()
        self.positions = [kring.Position("hex", 5)]
        self.choices, self.symmetries = [], []
        self.network, self.agents = kring.Network(), [kring.Agent("mcts sims=5")]
        self.envs = [kring.VectorEnv("hex", 3, count=4)]

    def pick(self, *ways):
        return self.r.choice(ways)()

    def text(self):
        r = self.r
        words = ["a1", "c3", "swap-pieces", "pass", "resign", "", "\0", "é漢", "x" * 1000, "black", "white", "both", "all",
                 "(;SZ[3];B[a1])", "https://hexworld.org/board/#5c1,a1b2", "random:2", "mcts", "1,2", "12 21", "\ud800"]
        noise = lambda: "".join(r.choices(string.printable, k=r.randrange(12)))
        return self.pick(lambda: r.choice(words), noise, lambda: r.choice(RULES), lambda: r.choice(AGENTS))

    def number(self):
        r = self.r
        return self.pick(lambda: r.randrange(30), lambda: r.randrange(-3, 1200), lambda: r.choice([2**31, 2**63, 2**64, -2**70, 10**40]))

    def junk(self):
        r = self.r
        arrays = [np.zeros(3), np.zeros((2, 5), np.int8), np.arange(9)[::2], np.array("a"), np.array([object()]), np.zeros((0,)),
                  np.full((5, 5), np.nan), np.ones((3, 3)) * np.inf]
        return self.pick(self.text, self.number, lambda: r.choice([None, True, 1.5, float("nan"), b"a", [], (), {}, object(), Ellipsis, lambda: 0]),
                         lambda: r.choice(arrays), self.position, lambda: [self.text() for _ in range(3)])

    def position(self):
        return self.r.choice(self.positions)

    def some(self, good):
        """Mostly what is meant, sometimes anything."""
        return good() if self.r.random() < 0.85 else self.junk()

    def rules(self):
        return self.some(lambda: self.r.choice(RULES))

    def side(self):
        return self.some(lambda: self.r.choice([1, 2, 3, 4, 5, 7]))

    def colour(self):
        return self.some(lambda: self.r.choice(["black", "white", None]))

    def move(self, p):
        def legal():
            moves = p.legal_moves(p.turn or "black")
            return int(self.r.choice(moves)) if len(moves) else 0
        return self.some(lambda: self.pick(legal, self.text, self.number))

    # What is called. Each function makes one call of the package.

    def new_position(self):
        r = self.r
        options = {key: self.junk() for key in ("seed", "season_map") if r.random() < 0.2}
        p = kring.Position(self.rules(), self.side(), self.side(), **options)
        self.positions = (self.positions + [p])[-12:]

    def play(self):
        p = self.position()
        p.play(self.move(p), *([self.colour()] if self.r.random() < 0.3 or p.turn is None else []))

    def undo(self):
        self.position().undo(*([self.number()] if self.r.random() < 0.3 else []))

    def change(self):
        p = self.position()
        self.pick(lambda: p.declare(self.colour()), lambda: p.set_up(self.move(p), self.colour()))

    def look(self):
        p = self.position()
        names = ("rules", "columns", "rows", "cells", "ply", "turn", "winner", "winning_chain", "moves", "needs_coin", "hash",
                 "board", "season_map")
        getattr(p, self.r.choice(names))
        self.pick(lambda: p.legal_moves(self.colour()), lambda: p.legal_mask(self.colour()), lambda: p.season(self.colour()),
                  lambda: p.action(self.move(p)), lambda: p.name(self.move(p)), lambda: str(p), lambda: repr(p), lambda: p == self.junk())

    def texts(self):
        p = self.position()
        new = self.pick(lambda: kring.Position.from_sgf(self.some(p.to_sgf), before=self.some(lambda: None), seed=self.some(lambda: 0)),
                        lambda: kring.Position.from_hexworld(self.some(p.to_hexworld)), lambda: pickle.loads(pickle.dumps(p)), p.copy,
                        lambda: kring.Position._restore(*[self.junk() for _ in range(6)]))
        self.positions = (self.positions + [new])[-12:]

    def symmetry(self):
        p = self.position()
        if p.cells <= 49:
            self.symmetries = (self.symmetries + self.r.sample(p.symmetries, 1))[-5:]
        symmetry = self.some(lambda: self.r.choice(self.symmetries)) if self.symmetries else None
        p.image(symmetry)
        symmetry.cells, symmetry.colour(self.colour())

    def picture(self):
        heat = self.some(lambda: self.pick(lambda: None, lambda: np.random.rand(5, 5), lambda: self.r.choice(self.choices or [None])))
        self.position().svg(heat, annulus=self.r.random() < 0.2, numbers=True, title=self.text(), label=self.text())

    def agent(self):
        if self.r.random() < 0.3:
            self.agents = (self.agents + [kring.Agent(self.some(lambda: self.r.choice(AGENTS)), seed=self.some(lambda: 1))])[-6:]
        agent = self.r.choice(self.agents)
        if self.r.random() < 0.03:
            agent.close()
        choice = agent.choose(self.some(self.position), self.colour(), time=self.some(lambda: 0.01))
        choice.move, choice.action, choice.value, choice.scores, choice.visits, choice.line, choice.candidates, choice.counters, repr(choice)
        self.choices = (self.choices + [choice])[-4:]

    def evaluate(self):
        p = self.position()
        given = self.some(lambda: [p] * self.r.randrange(4) + ([self.position()] if self.r.random() < 0.3 else []))
        self.network.evaluate(given, colour=self.colour(), threads=self.some(lambda: self.r.choice([1, 2])), exact=self.r.random() < 0.5)

    def games(self):
        function = self.r.choice([kring.playouts, kring.fills])
        function(self.some(self.position), self.some(lambda: self.r.randrange(1, 1500)), boards=self.r.random() < 0.5, seed=self.some(lambda: 3))

    def player(self):
        def function(p):
            return self.move(p)

        def sound(p):
            return p.legal_moves()[0]
        return self.some(lambda: self.r.choice(["random", "mcts sims=3", "heuristic", self.r.choice(self.agents), sound, function]))

    def match(self):
        options = {key: self.junk() for key in ("openings", "colours", "workers", "seed") if self.r.random() < 0.08}
        kring.match(self.player(), self.player(), self.rules(), self.r.choice([1, 2, 3, 4]), self.r.choice([None, 2, 3]),
                    games=self.some(lambda: 2) if self.r.random() < 0.3 else 2, **options)

    def solve(self):
        limits = self.r.choice([("time", 0.02), ("positions", 1000)]), self.r.choice([("time", self.junk()), ("positions", self.junk())])
        kring.solve(self.some(self.position), self.colour(), **dict(reversed(limits)),
                    threads=self.r.choice([1, 2]), memory=self.r.choice([1, 16, 0, -1, "a"]))

    def verify(self):
        def permitted(p):
            return self.some(lambda: p.legal_moves()[:2])
        strategy = self.some(lambda: self.r.choice(["three-rings", "pairing", "ring-master", permitted, lambda p: [], self.text()]))
        board = self.some(lambda: kring.Position(self.r.choice(RULES), self.r.choice([2, 3]), self.r.choice([2, 3])))
        kring.verify(strategy, board, first=self.some(lambda: "both"), choices=self.some(lambda: "best"), time=self.some(lambda: 0.05), limit=2000)

    def coin_value(self):
        p = self.position()
        if p.cells <= 16 or self.r.random() < 0.3:
            kring.coin_value(self.some(lambda: p), fills=self.some(lambda: 1000), seed=self.some(lambda: 1))

    def vector(self):
        r = self.r
        if r.random() < 0.1:
            options = {key: self.junk() for key in ("seed", "season_map", "threads") if r.random() < 0.1}
            new = kring.VectorEnv(self.rules(), r.choice([1, 2, 3, 4]), r.choice([None, 2, 3]), count=r.choice([1, 3, 40, 0]),
                                  **{"threads": r.choice([1, 2]), **options})
            self.envs = (self.envs + [new])[-4:]
        env = r.choice(self.envs)
        env.step(self.some(env.random_actions))
        env.boards.sum(), env.legal.sum(), env.to_move.sum(), len(env), repr(env)
        self.pick(lambda: env.position(self.number()), lambda: env.reset(self.some(lambda: 1)), lambda: None, lambda: None, lambda: None)

    def environment(self):
        env = HexEnv(self.r.choice(RULES), self.r.choice([1, 2, 3]), self.r.choice([1, 2, 3]))
        env.reset(seed=self.r.randrange(99))
        while env.agents:
            observation, _, over, _, _ = env.last()
            env.step(None if over else int(self.r.choice(np.flatnonzero(observation["action_mask"]))))

    def bare(self):
        """Any function with any arguments."""
        # These take as long as they are let.
        without = ("__version__", "match", "solve", "verify")
        name = self.r.choice([name for name in kring.__all__ if name not in without])
        getattr(kring, name)(*[self.junk() for _ in range(self.r.randrange(4))])

    CALLS = (new_position, play, play, play, play, undo, change, look, look, texts, symmetry, picture, agent, evaluate, games, match, solve,
             verify, coin_value, vector, vector, environment, bare)

    def step(self):
        call = self.r.choice(self.CALLS)
        self.calls[call.__name__] += 1
        try:
            call(self)
        except EXPECTED as error:
            self.errors[type(error).__name__] += 1
        except AttributeError as error:
            # `symmetry.cells` of what is no symmetry.
            assert "kring" not in str(error), error


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faulthandler.enable()
    fuzz, end, reported = Fuzz(options.seed), time.monotonic() + options.seconds, time.monotonic()
    while (now := time.monotonic()) < end:
        # No call takes so long, however busy the machine is.
        if sum(fuzz.calls.values()) % 1000 == 0:
            faulthandler.dump_traceback_later(200, exit=True)
        fuzz.step()
        if now - reported > 60:
            reported = now
            print(f"{sum(fuzz.calls.values())} calls", flush=True)
    print(f"{sum(fuzz.calls.values())} calls, no crash; errors: {dict(fuzz.errors)}\n{dict(fuzz.calls)}")


if __name__ == "__main__":
    main()
