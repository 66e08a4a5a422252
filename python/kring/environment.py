"""An environment for PettingZoo, for every combination of rules.

>>> from kring.environment import HexEnv
>>> env = HexEnv("torus", 3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((3, 3, 4), 9)
>>> env.step(4)
>>> env.agent_selection
'player_1'
"""
from __future__ import annotations

import functools
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: pip install './python[environment]'", name=error.name) from None

from kring import Position, Rules

__all__ = ["HexEnv", "Observation", "env"]

#: The planes of an observation, as its player sees them. With several seasons there follows
#: one for each season: its cells.
PLANES = ("own stones", "opponent's stones", "legal cells", "whether the observer has black")


class Observation(TypedDict):
    """What a player sees."""

    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]


class HexEnv(AECEnv):
    """Two players on one board: `player_0` begins with black.

    Actions are the cells row by row from 0, then the swap. An observation is a dict of
    `observation` (rows, columns, planes; see `PLANES`) and `action_mask`. After a swap of
    sides the players have exchanged their colours (`colour_of`). With random turns the
    environment tosses the coins, and a player may move several times in a row. With several
    seasons each reset draws a season map, unless one is given. An illegal action raises a
    ValueError. Whoever wins gets 1, the other -1.
    """

    metadata = {"name": "kring_hex_v0", "render_modes": ["ansi", "svg"], "is_parallelizable": False}

    def __init__(
        self,
        rules: Rules | str = "hex",
        columns: int = 11,
        rows: int | None = None,
        *,
        season_map: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._new = functools.partial(Position, rules, columns, rows, season_map=season_map)
        self.position: Position = self._new(seed=0)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode={render_mode!r}: expected one of {self.metadata['render_modes']}")
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self._black = self.agent_selection = "player_0"
        seasons = self.position.rules.seasons
        self._seasons = range(1, seasons + 1) if seasons > 1 else ()
        shape = (self.position.rows, self.position.columns, len(PLANES) + len(self._seasons))
        actions = self.position.cells + 1
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({
                "observation": gymnasium.spaces.Box(0, 1, shape, np.int8),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            })
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.position = self._new(seed=int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._black = "player_0"
        self._select()

    def colour_of(self, agent: str) -> str:
        """The colour that a player has now."""
        if agent not in self.possible_agents:
            raise ValueError(f"{agent!r} is not one of {self.possible_agents}")
        return "black" if agent == self._black else "white"

    def _other(self, agent: str) -> str:
        return self.possible_agents[agent == "player_0"]

    def _select(self) -> None:
        """Who is to move; the coin is tossed for it."""
        if self.position.needs_coin:
            self.position.declare(("black", "white")[self._random.integers(2)])
        black_moves = self.position.turn == "black"
        self.agent_selection = self._black if black_moves else self._other(self._black)

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise ValueError("there is no game: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.position.name(action)
        self.position.play(action)
        self._cumulative_rewards[agent] = 0
        if move == "swap-sides":
            self._black = self._other(self._black)
        if winner := self.position.winner:
            self.rewards = {player: 1 if self.colour_of(player) == winner else -1 for player in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._other(agent)
        else:
            self.rewards = dict.fromkeys(self.agents, 0)
            self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        own = 1 if self.colour_of(agent) == "black" else -1
        board = self.position.board
        mask = np.zeros(self.position.cells + 1, bool)
        if agent == self.agent_selection and self.position.winner is None:
            mask = self.position.legal_mask()
        legal = mask[:-1].reshape(board.shape)
        black = np.full(board.shape, own == 1)
        season_map = self.position.season_map if self._seasons else None
        seasons = [season_map == season for season in self._seasons]
        planes = np.stack([board == own, board == -own, legal, black, *seasons], axis=-1)
        return {"observation": planes.astype(np.int8), "action_mask": mask.astype(np.int8)}

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "svg":
            return self.position.svg()
        gymnasium.logger.warn("render() needs a render_mode: ansi or svg")
        return None

    def close(self) -> None:
        pass


def env(rules: Rules | str = "hex", columns: int = 11, rows: int | None = None, **options: Any) -> AECEnv:
    """The environment with PettingZoo's checks around it."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(HexEnv(rules, columns, rows, **options)))
