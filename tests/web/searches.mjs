// Commands that can take long: every agent that searches, and every command that does. `COUNT` stands for a
// number that ends soon or practically never.

const CLASSIC = ["rhombus", "cylinder", "torus"];
const ALL = [...CLASSIC, "rhombus seasons=3 swap=on", "cylinder seasons=2 turns=random", "torus seasons=3", "torus turns=random swap=on"];
const ALTERNATING = ALL.filter((rules) => !rules.includes("random"));
const COINS = ["rhombus turns=random", "cylinder turns=random"];
const WRAPPED = ["cylinder", "torus"];
const OPEN = 1e9;

/** A search: its rules, sides of the board from `sides[0]` to `sides[1]`, the agent, the line, and the count that ends soon. */
const agent = (spec, few, rest = {}) => ({ name: spec.replace(/ \S+=COUNT/g, ""), rules: ALL, sides: [5, 19], agent: spec, line: "genmove COLOR", few, many: OPEN, ...rest });
const command = (line, few, rest = {}) => ({ name: line.replace(/ (\S+=)?(COLOR|COUNT)/g, ""), rules: ALL, sides: [5, 13], line, few, many: OPEN, ...rest });

export const SEARCHES = [
  agent("neural evals=COUNT", 40, { rules: ALTERNATING }),
  agent("neural evals=COUNT level=5", 40, { rules: ALTERNATING }),
  agent("neural evals=COUNT endgame=128", 20, { rules: ALTERNATING, sides: [5, 11] }),
  agent("neural evals=COUNT", 40, { rules: ALTERNATING, name: "neural 32x32", sides: [32, 32] }),
  agent("mcts sims=COUNT", 300),
  agent("mcts sims=COUNT plain=on", 300),
  agent("mcts sims=COUNT rave=off bridges=off", 300),
  agent("mcts sims=COUNT", 300, { name: "mcts 32x32", sides: [32, 32] }),
  agent("minimax depth=COUNT", 2, { many: 100 }),
  agent("minimax depth=COUNT metric=two potential=on", 1, { many: 100 }),
  agent("heuristic metric=two", 0, { sides: [19, 32] }),
  agent("adjacency", 0, { sides: [19, 32] }),
  agent("seasonal-adjacency", 0, { sides: [19, 32] }),
  agent("random-spot fills=COUNT", 500),
  agent("random-spot fills=COUNT sharing=off", 500),
  agent("random-path fills=COUNT", 500),
  agent("montecarlo playouts=COUNT", 10),
  agent("coin-exact fills=COUNT", 5000, { rules: COINS }),
  agent("coin-exact cells=30", 0, { name: "coin-exact cells", rules: COINS, sides: [5, 5] }),
  agent("solver positions=COUNT evals=COUNT", 40),
  agent("bridge-rings", 0, { rules: WRAPPED, sides: [19, 32], black: true }),
  agent("ring-master", 0, { rules: WRAPPED, sides: [9, 19], black: true }),
  agent("neural evals=COUNT", 40, { rules: ALTERNATING, name: "reg_genmove neural", line: "reg_genmove COLOR" }),
  agent("mcts sims=COUNT", 300, { name: "heat-map mcts", line: "heat-map COLOR" }),
  agent("neural evals=COUNT", 40, { rules: ALTERNATING, name: "pv neural", line: "pv COLOR" }),
  agent("neural evals=COUNT", 40, { rules: ALTERNATING, name: "kata-genmove_analyze", line: "kata-genmove_analyze COLOR 5" }),
  agent("neural", null, { rules: ALTERNATING, name: "kata-analyze neural", line: "kata-analyze COLOR 5", isStream: true }),
  agent("mcts", null, { name: "lz-analyze mcts", line: "lz-analyze COLOR 5", isStream: true }),
  agent("coin-exact", null, { name: "kata-analyze coin-exact", line: "kata-analyze COLOR 5", rules: COINS, isStream: true }),
  agent("heuristic", null, { name: "kata-analyze heuristic", line: "kata-analyze COLOR", isStream: true }),
  agent("neural", 5, { rules: ALTERNATING, name: "swap-map neural", line: "swap-map COUNT 600", sides: [5, 13], many: 1e6 }),
  agent("mcts", 5, { name: "swap-map mcts", line: "swap-map COUNT 600", sides: [5, 13], many: 1e6 }),
  command("review COUNT", 5, { moves: 20, isStream: true, many: 1e6 }),
  command("review COUNT 1 mcts", 5, { name: "review mcts", moves: 20, isStream: true, many: 1e6 }),
  command("solve COLOR", 50, { rules: CLASSIC, sides: [7, 11] }),
  command("solve COLOR", 50, { name: "solve seasons", rules: ["rhombus seasons=3", "torus seasons=2"], sides: [5, 8] }),
  command("solve-openings COLOR", 50, { rules: CLASSIC, sides: [5, 9] }),
  command("dfpn-solve-state COLOR", 50, { rules: CLASSIC, sides: [7, 11] }),
  command("dfpn-solver-find-winning COLOR", 50, { rules: CLASSIC, sides: [6, 9] }),
  command("vc-build COLOR", 0, { rules: CLASSIC, sides: [8, 11], moves: 6 }),
  command("verify-strategy bridge-rings limit=COUNT", 200, { rules: WRAPPED, sides: [5, 8] }),
  command("verify-strategy ring-master limit=COUNT", 50, { rules: WRAPPED, sides: [5, 8] }),
  command("verify-strategy shift by=1 choices=best limit=COUNT", 200, { rules: ["cylinder"], sides: [5, 8] }),
  command("coin-value COUNT", 5000, { rules: COINS }),
  command("coin-value", 0, { name: "coin-value exact", rules: COINS, sides: [5, 5], moves: 1 }),
  command("kata-raw-nn all", 0, { rules: ALTERNATING, sides: [13, 32] }),
];

/** The lines before a search, and the search itself. */
export function prepare(search, chance, endsSoon) {
  const side = () => chance.whole(...search.sides);
  const [columns, rows] = [side(), side()];
  const colour = search.black ? "black" : chance.of(["black", "white"]);
  const count = String(endsSoon ? search.few : search.many);
  const filled = (text) => text.replaceAll("COUNT", count).replaceAll("COLOR", colour);
  const lines = [`seed ${chance.whole(0, 999)}`, `variant ${chance.of(search.rules)}`, `boardsize ${columns} ${rows}`, "clear_cache"];
  lines.push("param_solver time 600", `param_solver positions ${endsSoon ? search.few ?? 0 : 0}`, "set-agent random");
  const moves = search.moves ?? chance.whole(0, 4);
  for (let i = 0; i < moves; i++) lines.push(`genmove ${["black", "white"][i % 2]}`);
  lines.push(filled(`set-agent ${search.agent ?? "default"}`));
  return { lines, colour, line: filled(search.line) };
}
