// Random commands for a game of conformance. All of them have fixed counts and no time limits, so that
// two engines with the same seed must answer the same.

/** Settings of agents: some parameters, with counts that end soon. Agents without an entry have none. */
const SETTINGS = {
  heuristic: ["", "metric=two", "potential=on"],
  minimax: ["depth=1", "depth=2", "depth=2 metric=two", "depth=2 ties=random", "depth=2 wins=equal potential=on"],
  mcts: ["sims=100", "sims=60 level=3", "sims=50 rave=off", "sims=50 plain=on", "sims=30 plain=literal", "sims=40 bridges=off games=2", "sims=30 endgame=20", "sims=40 level=7 seed=5"],
  neural: ["evals=12", "evals=1", "evals=8 level=2", "evals=8 level=5", "evals=16 level=8", "evals=8 temperature=1", "evals=10 endgame=20", "evals=8 exploration=2 seed=7", "evals=6 arithmetic=exact"],
  solver: ["positions=60 evals=4", "positions=5 evals=6"],
  book: ["evals=4"],
  adjacency: ["", "aggression=0.3", "rounding=on"],
  "seasonal-adjacency": ["", "links=both-ways", "links=same-season rounding=on"],
  "random-spot": ["fills=100", "fills=90 sharing=off"],
  "random-path": ["fills=100", "fills=100 both=on", "fills=60 fallback=off"],
  "coin-exact": ["cells=9 fills=600", "cells=0 fills=300 level=4", "cells=12 fills=100 level=7"],
  montecarlo: ["playouts=8"],
  shift: ["by=1", "by=2"],
  "bridge-rings": ["", "connected=pass", "connected=play wrap=off"],
  "ring-master": ["", "replies=off"],
};

const REVIEWERS = ["", " neural", " mcts", " mcts level=4", " random"];
const STRATEGIES = ["pairing", "three-rings", "shift by=1", "five-rings", "bridge-rings", "ring-master replies=off", "random"];

/** How often each command is sent. */
const WEIGHTS = {
  play: 34, genmove: 26, agent: 5, undo: 6, toss: 5, state: 5, "heat-map": 3, "kata-raw-nn": 2, "kata-genmove_analyze": 2,
  solve: 2, "solve-openings": 0.5, review: 0.6, "swap-map": 0.5, reg_genmove: 1, genmove_debug: 1, pv: 1, "coin-value": 0.5, "verify-strategy": 0.3,
  "vc-build": 0.5, "vc-connected-to-full": 0.5, showboard: 1, all_legal_moves: 1, "winning-chain": 0.5, "hexworld-link": 0.3, "season-cells": 0.3,
  "dfpn-solver-find-winning": 0.2, clear_cache: 0.2, param_rules: 0.2, "season-map": 0.2, set_position: 0.2,
};

export class CommandMaker {
  /** `agents` are the names of all agents, each of which is selected equally often. */
  constructor(chance, agents) {
    this.chance = chance;
    this.agents = agents;
  }

  /** The lines that begin a game with these rules. */
  beginning(rules) {
    const { chance } = this;
    [this.columns, this.rows] = [chance.whole(1, 7), chance.whole(1, 7)];
    return [
      `seed ${chance.whole(0, 1e9)}`,
      `variant ${rules}`,
      `boardsize ${this.columns} ${this.rows}`,
      "clear_cache",
      "param_solver time 600",
      `param_solver positions ${chance.whole(1, 80)}`,
      `param_solver memory ${chance.of([1, 16])}`,
      this.agent("black"),
      this.agent("white"),
    ];
  }

  /** A line; `turn` is the colour that is probably to move. */
  line(turn) {
    const { chance } = this;
    const colour = chance.next() < 0.9 ? turn : chance.of(["black", "white"]);
    const command = chance.weighted(WEIGHTS);
    switch (command) {
      case "agent": return this.agent(colour);
      case "play": return `play ${colour} ${this.move()}`;
      case "kata-raw-nn": return `${command} ${chance.of([0, 1, 2, 3, 4, 5, 6, 7, "all"])}`;
      case "kata-genmove_analyze": return `${command} ${colour} 10 minmoves 3 pvVisits true`;
      case "review": return `review ${chance.whole(1, 6)} 1${chance.of(REVIEWERS)}`;
      case "swap-map": return `swap-map ${chance.whole(1, 3)} 600`;
      case "coin-value": return `coin-value ${chance.whole(1, 5000)}`;
      case "verify-strategy": return `verify-strategy ${chance.of(STRATEGIES)} limit=${chance.whole(1, 300)}`;
      case "vc-connected-to-full": return `${command} ${colour} ${this.cell()}`;
      case "param_rules": return chance.of(["param_rules swap on", "param_rules swap off", "param_rules"]);
      case "season-map": return chance.of(["season-map", `season-map fair ${chance.whole(0, 99)}`]);
      case "set_position": return `set_position black ${this.cell()} white ${this.cell()}`;
      case "undo": case "toss": case "state": case "showboard": case "all_legal_moves": case "winning-chain": case "hexworld-link": case "season-cells": case "clear_cache": return command;
      default: return `${command} ${colour}`;
    }
  }

  agent(colour) {
    const name = this.chance.of(this.agents);
    return `set-agent ${colour} ${name} ${this.chance.of(SETTINGS[name] ?? [""])}`.trim();
  }

  /** A cell, rarely one beside the board. */
  cell() {
    const beside = this.chance.next() < 0.03 ? 1 : 0;
    return "abcdefgh"[this.chance.whole(0, this.columns - 1 + beside)] + this.chance.whole(1, this.rows + beside);
  }

  move() {
    const which = this.chance.next();
    if (which < 0.04) return this.chance.of(["swap-pieces", "swap-sides"]);
    if (which < 0.06) return "pass";
    return which < 0.065 ? "resign" : this.cell();
  }
}
