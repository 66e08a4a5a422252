//! The table of commands, and the commands that list it.

use kring_board::suggest::did_you_mean;

use super::call::Call;
use super::command::{ANY, Command, row};
use super::commands::{administration, agents, analysis, play, proof, set_up, solve};
use super::dialects::{analyze, connections, hexgui, kata_raw, katahex, mohex, mohex_solver};
use super::failure::{CommandFailure, CommandResult};
use super::gtp_session::GtpSession;

/// Every command. The dispatch, `list_commands`, `known_command`, `help` and HexGui's menu use
/// this table, and the reference must list all of it.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    row("protocol_version", "", (0, 0), protocol_version, "the version of GTP: 2"),
    row("name", "", (0, 0), name, "the name of the engine"),
    row("version", "", (0, 0), version, "the version of the engine"),
    row("known_command", "NAME", (1, 1), known_command, "whether there is such a command: true or false"),
    row("list_commands", "", (0, 0), list_commands, "all commands, one a line"),
    row("help", "[COMMAND]", (0, 1), help, "what a command does, or all of them")
        .in_menu(&["string/Help/help"]),
    row("quit", "", (0, 0), administration::quit, "ends the engine"),
    row("komi", "[NUMBER]", (0, ANY), nothing, "accepted and unused: there is no komi in Hex"),
    row("cputime", "", (0, 0), administration::cputime, "seconds of processor time so far"),
    row("boardsize", "COLUMNS [ROWS]", (1, 2), set_up::boardsize, "begins a game on another board"),
    row("rectangular_boardsize", "COLUMNS [ROWS]", (1, 2), set_up::boardsize, "the same as boardsize"),
    row("clear_board", "", (0, 0), set_up::clear_board, "begins the game anew"),
    row("variant", "[PRESET] [KEY=VALUE ...]", (0, ANY), set_up::variant, "the rules in force, or begins a game with others")
        .in_menu(&["string/Show Rules/variant"]),
    row("season-map", "[ROWS ... | fair [SEED] | show]", (0, ANY), set_up::season_map, "the season map (show: in lines), or begins a game with another")
        .in_menu(&["string/Season Map/season-map show"]),
    row("season-cells", "[graphics]", (0, 1), set_up::season_cells, "the season of each empty cell")
        .in_menu(&["pspairs/Seasons/season-cells graphics"]),
    row("season-cycle", "COLOR [SEASONS]", (1, 2), set_up::season_cycle, "a player's cycle, or begins a game with another"),
    row("param_rules", "[KEY VALUE]", (0, 2), hexgui::param_rules, "the rules as a dialog of HexGui, or changes one of them")
        .in_menu(&["param/Rules.../param_rules"]),
    row("param_game", "[KEY VALUE]", (0, 2), mohex::param_game, "the swap rule and the clock as MoHex names them, or changes one"),
    row("set_position", "[COLOR CELL ...]", (0, ANY), katahex::set_position, "begins a game with these stones, black to move"),
    row("play-game", "[MOVE ...]", (0, ANY), mohex::play_game, "begins a game with these moves, black first"),
    row("seed", "[NUMBER]", (0, 1), set_up::seed, "shows or sets the seed"),
    row("loadsgf", "FILE [MOVE]", (1, ANY), set_up::loadsgf, "loads a game, or the position before one of its moves"),
    row("savesgf", "FILE", (1, ANY), set_up::savesgf, "saves the game"),
    row("loadlink", "LINK [MOVE]", (1, 2), set_up::loadlink, "loads the game of a HexWorld link"),
    row("play", "COLOR MOVE", (2, 2), play::play, "plays a cell, swap-pieces, swap-sides, pass or resign"),
    row("genmove", "COLOR", (1, 1), play::genmove, "lets the colour's agent choose a move and plays it"),
    row("reg_genmove", "COLOR", (1, 1), play::reg_genmove, "lets the colour's agent choose a move and does not play it")
        .in_menu(&["plist/Suggest A Move/reg_genmove %m"]),
    row("genmove_debug", "COLOR", (1, 1), katahex::genmove_debug, "the same as genmove, but never resigns or swaps"),
    row("undo", "", (0, 0), play::undo, "takes the last move back"),
    row("toss", "", (0, 0), play::toss, "draws the coin of random turns: who is to move")
        .in_menu(&["string/Toss The Coin/toss"]),
    row("turn", "", (0, 0), play::turn, "who is to move: black, white, or none before the toss")
        .in_menu(&["string/Turn/turn"]),
    row("all_legal_moves", "[COLOR]", (0, 1), play::all_legal_moves, "the legal moves of the colour to move, or of this one")
        .in_menu(&["plist/Legal Moves/all_legal_moves %m"]),
    row("final_score", "", (0, 0), play::final_score, "B+ or W+ once the game is over"),
    row("winner", "", (0, 0), play::winner, "black, white or none")
        .in_menu(&["string/Winner/winner"]),
    row("winning-chain", "", (0, 0), play::winning_chain, "the cells of a shortest winning path or ring")
        .in_menu(&["plist/Winning Chain/winning-chain"]),
    row("state", "", (0, 0), play::state, "the game as it stands, as one line of JSON"),
    row("set-agent", "[COLOR] AGENT [KEY=VALUE ...]", (1, ANY), agents::set_agent, "who plays a colour, or both")
        .in_menu(&["string/Set Agent.../set-agent %s"]),
    row("list-agents", "", (0, 0), agents::list_agents, "the agents and their parameters")
        .in_menu(&["string/Agents/list-agents"]),
    row("agent", "[COLOR]", (0, 1), agents::agent, "who plays a colour, or both")
        .in_menu(&["string/Who Plays/agent"]),
    row("start-agent", "COLOR", (1, 1), agents::start_agent, "starts the engine of a colour and says whether it can analyse"),
    row("param_agent", "[KEY [VALUE]]", (0, 2), hexgui::param_agent, "the agent as a dialog of HexGui, or changes one of its parameters")
        .in_menu(&["param/Agent.../param_agent"]),
    row("level", "[1-9 | off]", (0, 1), agents::level, "the level of the agents, or sets it for both colours")
        .in_menu(&["string/Level (1-9).../level %s"]),
    row("param_mohex", "[KEY VALUE]", (0, 2), mohex::param_mohex, "the parameters of MoHex, as far as the agent has them, or changes one")
        .in_menu(&["param/MoHex Parameters.../param_mohex"]),
    row("verify-strategy", "AGENT [KEY=VALUE ...]", (1, ANY), agents::verify_strategy, "whether a strategy of black always wins on the empty board")
        .in_menu(&["string/Verify Strategy.../verify-strategy %s"]),
    row("proof-bytes", "OFFSET BASE64", (2, 2), proof::proof_bytes, "sends a part of a proof file; 0 begins anew"),
    row("proof-open", "", (0, 0), proof::proof_open, "checks the proof that was sent: what it proves, as one line of JSON"),
    row("proof-reply", "", (0, 0), proof::proof_reply, "the winner's move by the proof that was opened, or none"),
    row("time_settings", "MAIN BYO_YOMI STONES", (3, 3), play::time_settings, "seconds for the game, then for every STONES moves"),
    row("time_left", "[COLOR [SECONDS [STONES]]]", (0, 3), play::time_left, "what is left on the clocks, or sets a player's clock"),
    row("showboard", "", (0, 0), play::showboard, "draws the board"),
    row("hexworld-link", "", (0, 0), set_up::hexworld_link, "the game as a link to HexWorld")
        .in_menu(&["string/HexWorld Link/hexworld-link"]),
    row("heat-map", "COLOR", (1, 1), analysis::heat_map, "how good the colour's agent finds each cell")
        .in_menu(&["gfx/Heat Map/heat-map %m"]),
    row("pv", "COLOR", (1, 1), analysis::pv, "the moves that the colour's agent expects, its own first")
        .in_menu(&["var/Expected Moves/pv %m"]),
    row("live-graphics", "[on | off]", (0, 1), analysis::live_graphics, "whether searches show their state while they run")
        .in_menu(&["string/Live Graphics On/live-graphics on", "string/Live Graphics Off/live-graphics off"]),
    row("swap-map", "[EVALS [SECONDS]]", (0, 2), analysis::swap_map, "the chance of each first move, and whether to swap it")
        .in_menu(&["gfx/Swap Map/swap-map"]),
    row("review", "[EVALS [FROM [AGENT [KEY=VALUE ...]]]]", (0, ANY), analysis::review, "the chance and the loss of each move of the game, a line of JSON for each"),
    row("coin-value", "[FILLS]", (0, 1), analysis::coin_value, "black's chance under random turns and best play")
        .in_menu(&["string/Coin Value/coin-value"]),
    row("solve", "COLOR", (1, 1), solve::solve, "who wins if both play their best, and by which move"),
    row("solve-openings", "COLOR", (1, 1), solve::solve_openings, "which moves of the colour win"),
    row("param_solver", "[KEY VALUE]", (0, 2), hexgui::param_solver, "the limits of the solver as a dialog of HexGui, or changes one of them")
        .in_menu(&["param/Solver.../param_solver"]),
    // HexGui can stop commands of these names only.
    row("dfpn-solve-state", "[COLOR [words]]", (0, 2), mohex_solver::solve_state, "who wins, as MoHex answers it: black, white or empty; or in words")
        .in_menu(&["string/Solve/dfpn-solve-state %m words"]),
    row("dfs-solve-state", "[COLOR [words]]", (0, 2), mohex_solver::solve_state, "the same as dfpn-solve-state"),
    row("dfpn-solver-find-winning", "COLOR [graphics]", (1, 2), mohex_solver::find_winning, "the cells that win, or all cells as solve-openings shows them")
        .in_menu(&["plist/Winning Moves/dfpn-solver-find-winning %m", "gfx/Solve Openings/dfpn-solver-find-winning %m graphics"]),
    row("dfs-solver-find-winning", "COLOR [graphics]", (1, 2), mohex_solver::find_winning, "the same as dfpn-solver-find-winning"),
    row("param_dfpn", "[KEY VALUE]", (0, 2), mohex_solver::param_dfpn, "the parameters of MoHex's solver, as far as Kring has them, or changes one"),
    row("vc-build", "COLOR", (1, 1), connections::inferior_cells, "the cells that the colour need not play, as HexGui marks them")
        .in_menu(&["inferior/Inferior Cells/vc-build %m"]),
    row("vc-between-cells-full", "COLOR CELL CELL", (3, 3), connections::full_between, "what connects two cells even if the opponent moves first")
        .in_menu(&["vc/Full Connections/vc-between-cells-full %c %P"]),
    row("vc-between-cells-semi", "COLOR CELL CELL", (3, 3), connections::semi_between, "what connects two cells with one more stone")
        .in_menu(&["vc/Semi Connections/vc-between-cells-semi %c %P"]),
    row("vc-connected-to-full", "COLOR CELL", (2, 2), connections::full_connected, "the cells that are connected with a cell even if the opponent moves first")
        .in_menu(&["plist/Connected Cells/vc-connected-to-full %c %p"]),
    row("vc-connected-to-semi", "COLOR CELL", (2, 2), connections::semi_connected, "the cells that one more stone connects with a cell")
        .in_menu(&["plist/Semi-Connected Cells/vc-connected-to-semi %c %p"]),
    row("kata-raw-nn", "SYMMETRY", (1, 1), kata_raw::raw_nn, "policy and value of the network, without a search"),
    row("kata-analyze", "[COLOR] [INTERVAL] [KEY VALUE ...]", (0, ANY), analyze::kata_analyze, "searches and shows the moves until the next line comes"),
    row("lz-analyze", "[COLOR] [INTERVAL] [KEY VALUE ...]", (0, ANY), analyze::lz_analyze, "the same in the format of Leela Zero"),
    row("kata-genmove_analyze", "[COLOR] [INTERVAL] [KEY VALUE ...]", (0, ANY), analyze::kata_genmove_analyze, "the same as genmove, and shows the moves while it searches"),
    row("lz-genmove_analyze", "[COLOR] [INTERVAL] [KEY VALUE ...]", (0, ANY), analyze::lz_genmove_analyze, "the same in the format of Leela Zero"),
    row("stop", "", (0, ANY), nothing, "nothing: any line ends an analysis"),
    row("clear_cache", "", (0, ANY), katahex::clear_cache, "forgets all searches"),
    row("kata-list-params", "", (0, ANY), katahex::list_params, "the names of KataHex's parameters"),
    row("kata-get-param", "NAME", (1, 1), katahex::get_param, "a parameter of KataHex"),
    row("kata-set-param", "NAME VALUE", (2, 2), katahex::set_param, "changes a parameter of KataHex"),
    row("hexgui-analyze_commands", "", (0, 0), hexgui_analyze_commands, "the entries of HexGui's analyze menu"),
    row("gogui-interrupt", "", (0, 0), nothing, "says that the line '# interrupt' ends a search"),
];

pub(super) fn find(name: &str) -> CommandResult<&'static Command> {
    let found = COMMANDS.iter().find(|command| command.name == name);
    let suggestion = || did_you_mean(name, COMMANDS.iter().map(|command| command.name));
    found.ok_or_else(|| CommandFailure::Unknown(suggestion()))
}

fn protocol_version(_: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text("2");
    Ok(())
}

fn name(_: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text("Kring");
    Ok(())
}

fn version(_: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(env!("CARGO_PKG_VERSION"));
    Ok(())
}

fn nothing(_: &mut GtpSession, _: &mut Call<'_>) -> CommandResult {
    Ok(())
}

fn known_command(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let command = find(&call.arguments.words[0]);
    call.reply.text(command.is_ok_and(|command| client.offers(command)).to_string());
    Ok(())
}

/// The commands that the client may use.
fn offered(client: &GtpSession) -> Vec<&'static Command> {
    COMMANDS.iter().filter(|command| client.offers(command)).collect()
}

fn list_commands(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let names: Vec<&str> = offered(client).iter().map(|command| command.name).collect();
    call.reply.text(names.join("\n"));
    Ok(())
}

fn help(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    if let Some(name) = call.arguments.words.first() {
        let command = find(name)?;
        call.reply.text(format!("{}: {}", command.usage(), command.summary));
        return Ok(());
    }
    let offered = offered(client);
    let width = offered.iter().map(|command| command.usage().chars().count()).max().unwrap_or(0);
    let line = |command: &&Command| format!("{:width$}  {}", command.usage(), command.summary);
    let lines: Vec<String> = offered.iter().map(line).collect();
    call.reply.text(lines.join("\n"));
    Ok(())
}

fn hexgui_analyze_commands(_: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let entries: Vec<&str> = COMMANDS.iter().flat_map(|command| command.analyze).copied().collect();
    call.reply.text(entries.join("\n"));
    Ok(())
}
