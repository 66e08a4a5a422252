//! The solver as MoHex names it: its commands, which are the only ones that HexGui can stop, and its
//! parameters.

use std::collections::BTreeMap;

use kring_agents::Stop;
use kring_board::{Colour, Move, Size};
use kring_solver::Solution;

use crate::gtp::call::Call;
use crate::gtp::commands::solve::solve_openings;
use crate::gtp::commands::solve_search::{search, search_moves, search_without_swap, seconds};
use crate::gtp::failure::CommandResult;
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::named_parameter::{NamedParameter, ValueKind, listed, set_solver};
use crate::session::{SessionSolver, SolverAsk, SolverParameter};

/// The parameters of MoHex's solver. Those without a counterpart in Kring are stored, so that a
/// dialog shows what was set.
const PARAMETERS: [NamedParameter; 9] = [
    ("use_guifx", ValueKind::Switch, "0"),
    ("guifx_deep_bounds", ValueKind::Switch, "0"),
    ("timelimit", ValueKind::Number, ""),
    ("tt_size", ValueKind::Number, "0"),
    ("widening_base", ValueKind::Number, "1"),
    ("widening_factor", ValueKind::Number, "0.25"),
    ("epsilon", ValueKind::Number, "0"),
    ("threads", ValueKind::Number, ""),
    ("thread_work", ValueKind::Number, "1000"),
];

/// The values of MoHex's solver that the client has set, without those that Kring's solver has.
#[derive(Default)]
pub struct DfpnSettings(BTreeMap<&'static str, String>);

/// The limit of the solver that a parameter of MoHex's solver stands for.
fn counterpart(name: &str) -> Option<SolverParameter> {
    match name {
        "timelimit" => Some(SolverParameter::Time),
        "threads" => Some(SolverParameter::Threads),
        _ => None,
    }
}

pub fn param_dfpn(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let Some((key, value)) = call.arguments.key_value()? else {
        let solver = client.session.solver();
        let fields = PARAMETERS.map(|row| field(&client.dialects.mohex_solver, solver, row));
        call.reply.text(fields.join("\n"));
        return Ok(());
    };
    let &(name, kind, _) = listed(&PARAMETERS, |row| row.0, key, "MoHex's solver")?;
    let value = kind.read(value)?;
    if let Some(parameter) = counterpart(name) {
        return set_solver(client.session.solver_mut(), parameter, key, &value);
    }
    if name == "use_guifx" {
        client.live_solver = value == "1";
    }
    client.dialects.mohex_solver.0.insert(name, value);
    Ok(())
}

fn field(
    set: &DfpnSettings,
    solver: &SessionSolver,
    (name, kind, default): NamedParameter,
) -> String {
    match counterpart(name) {
        Some(own) => kind.field(name, &solver.text(own)),
        None => kind.field(name, set.0.get(name).map_or(default, |value| value)),
    }
}

/// The winner in MoHex's format, or in words for people.
pub fn solve_state(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour_or_turn(0, client.position())?;
    if call.arguments.option(1, "words")? {
        return in_words(client, call, colour);
    }
    let winner = match client.position().winner() {
        None => search(client, call, colour)?.winner,
        decided => decided,
    };
    call.reply.text(winner.map_or_else(|| "empty".to_owned(), |winner| winner.to_string()));
    Ok(())
}

/// The winning moves in MoHex's format, or as [`solve_openings`] shows them.
pub fn find_winning(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    if call.arguments.option(1, "graphics")? {
        return solve_openings(client, call);
    }
    let colour = call.arguments.colour(0)?;
    let ask = SolverAsk { colour, stop: call.arguments.stop, with_swap: true };
    let moves = search_moves(client, &mut call.reply, ask)?;
    let size = client.position().size();
    let wins = moves.iter().filter(|solved| solved.wins == Some(true));
    let names: Vec<String> = wins.map(|solved| solved.mv.name(size)).collect();
    call.reply.text(names.join(" "));
    Ok(())
}

/// Who wins, by which move, and what a swap changes; or which limit ended the search. For people who
/// use the menu of a client.
fn in_words(client: &mut GtpSession, call: &mut Call<'_>, colour: Colour) -> CommandResult {
    if let Some(winner) = client.position().winner() {
        call.reply.text(format!("{winner} has won"));
        return Ok(());
    }
    let size = client.position().size();
    if let Some(unswapped) = search_without_swap(client, call, colour)? {
        let other = colour.other();
        let unswapped =
            verdict(&unswapped, size, &limit(client.session.solver(), call.arguments.stop));
        call.reply.text(format!(
            "{other} wins: {other} swaps a first move that wins, and no other\n\
             without the swap: {unswapped}"
        ));
        return Ok(());
    }
    let solution = search(client, call, colour)?;
    call.reply.text(verdict(&solution, size, &limit(client.session.solver(), call.arguments.stop)));
    if solution.best.is_some_and(|best| best.cell().is_none()) {
        call.reply.text(format!("\nwithout the swap: {} wins", colour.other()));
    }
    Ok(())
}

/// What ended a search without a proof.
fn limit(solver: &SessionSolver, stop: &Stop) -> String {
    if stop.is_set() {
        return "before it was stopped".to_owned();
    }
    let limits = solver.limits(stop);
    let time = limits.time.map(|time| format!("within {} s", time.as_secs_f64()));
    let positions = limits.positions.map(|most| format!("within {most} positions"));
    time.into_iter().chain(positions).collect::<Vec<_>>().join(" and ")
}

fn verdict(solution: &Solution, size: Size, limit: &str) -> String {
    let work = format!("{} positions, {} s", solution.positions, seconds(solution.time));
    let name = |mv: &Move| mv.name(size);
    match (solution.winner, &solution.best) {
        (Some(winner), Some(best)) => {
            let line: Vec<String> = solution.line.iter().map(name).collect();
            format!("{winner} wins by {} ({work})\nexpected: {}", name(best), line.join(" "))
        }
        (Some(winner), None) => format!("{winner} wins, whatever is played ({work})"),
        (None, _) => format!("no proof {limit} ({work})"),
    }
}
