"""Kring: Hex on every board. Rhombus, cylinder and torus, seasons, random turns and swap.

>>> import kring
>>> p = kring.Position(kring.Rules("torus seasons=3"), 5, 5)
>>> p.play(kring.Agent("mcts sims=100").choose(p).move)
>>> p.turn, p.winner
('white', None)

Rules, agents and their settings are written as the program `kring` writes them. Errors are
ValueErrors with its texts, or TypeErrors. Everything that takes long releases the GIL and ends
with Ctrl-C.

`kring.environment` has an environment for PettingZoo, `kring.charts` charts by matplotlib.
"""
from kring._kring import (
    Agent,
    Choice,
    CoinValue,
    Network,
    Position,
    Report,
    Rules,
    Solution,
    Symmetry,
    VectorEnv,
    __version__,
    agents,
    check_proof,
    coin_value,
    fills,
    match,
    playouts,
    review,
    score,
    solve,
    swap_map,
    verify,
)

__all__ = [
    "Agent",
    "Choice",
    "CoinValue",
    "Network",
    "Position",
    "Report",
    "Rules",
    "Solution",
    "Symmetry",
    "VectorEnv",
    "__version__",
    "agents",
    "check_proof",
    "coin_value",
    "fills",
    "match",
    "playouts",
    "review",
    "score",
    "solve",
    "swap_map",
    "verify",
]
