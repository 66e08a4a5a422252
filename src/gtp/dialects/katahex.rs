//! Commands of KataHex: they set up a position, generate a move that is always a cell, and set the
//! parameters that its clients know.

use std::collections::BTreeMap;

use kring_agents::Role;
use kring_board::{Colour, Move, Position, Setup, Turns, host::Instant};

use crate::gtp::call::Call;
use crate::gtp::commands::play::with_live_graphics;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::gtp_session::GtpSession;
use crate::session::evaluation::{best, is_settled};
use crate::session::{Ask, Preference, Session};

/// The stones come in any number and order. Black is to move, unless a coin decides.
pub fn set_position(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let game = client.position().game().clone();
    let size = game.size();
    let mut setup = Setup::default();
    for pair in call.arguments.words.chunks(2) {
        let [colour, word] = pair else {
            return Err(syntax("expected pairs of COLOR CELL"));
        };
        let cell = client.coordinates.read_cell(size, word)?;
        setup.stones.push((colour.parse()?, cell));
    }
    if game.rules().turns == Turns::Alternating {
        setup.turn = Some(Colour::Black);
    }
    let position = Position::from_setup(game, setup)
        .map_err(|error| CommandFailure::illegal(size, Move::Cell(error.cell), error.reason))?;
    call.reply.text(client.session.resume(position).to_string());
    Ok(())
}

/// Plays a cell as long as one is empty, even in a decided game or where a swap is better. On a
/// full board it answers `pass`.
pub fn genmove_debug(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let begin = Instant::now();
    let mv = if is_settled(client.position(), colour) {
        let ask = Ask::new(colour, call.arguments.stop);
        let policy = client.session.evaluate(ask, 0)?.policy;
        best(policy).map_or(Move::Pass, |(cell, _)| Move::Cell(cell))
    } else {
        let choice = with_live_graphics(client, call, Session::choose)?;
        let searched = choice.considered(client.position(), colour, None);
        let moves = std::iter::once(choice.mv).chain(searched.into_iter().map(|found| found.mv));
        let legal = client.position().legal_cells(colour);
        let cell = moves.filter_map(Move::cell).chain(legal.iter()).next();
        cell.map_or(Move::Pass, Move::Cell)
    };
    client.session.make(colour, mv, begin)?;
    call.reply.text(client.write_move(mv));
    Ok(())
}

pub fn clear_cache(client: &mut GtpSession, _: &mut Call<'_>) -> CommandResult {
    client.session.forget_searches();
    Ok(())
}

/// A parameter of KataHex: name, lowest and highest value, default.
type KataParameter = (&'static str, f64, f64, f64);

const THREADS: &str = "numSearchThreads";

/// The parameters that the clients of KataHex set.
const PARAMETERS: [KataParameter; 4] = [
    ("playoutDoublingAdvantage", -3.0, 3.0, 0.0),
    ("analysisWideRootNoise", 0.0, 2.0, 0.0),
    ("rootPolicyTemperature", 0.01, 100.0, 1.0),
    (THREADS, 1.0, 1024.0, 1.0),
];

/// The values of KataHex's parameters that the client has set.
#[derive(Default)]
pub struct KataSettings(BTreeMap<&'static str, f64>);

fn find(name: &str) -> CommandResult<KataParameter> {
    let found = PARAMETERS.into_iter().find(|parameter| parameter.0 == name);
    found.ok_or_else(|| other(format!("Unknown or invalid parameter: {name}")))
}

pub fn list_params(_: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    call.reply.text(PARAMETERS.map(|(name, ..)| name).join(" "));
    Ok(())
}

pub fn get_param(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let (name, .., default) = find(&call.arguments.words[0])?;
    let value = client.dialects.katahex.0.get(name).unwrap_or(&default);
    call.reply.text(value.to_string());
    Ok(())
}

/// The number of threads applies to both agents, up to the client's limit. The other parameters
/// are only stored.
pub fn set_param(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let (name, low, high, _) = find(&call.arguments.words[0])?;
    let is_whole = name == THREADS;
    let value = call.arguments.number::<f64>(1).ok();
    let is_fit = |value: &f64| (low..=high).contains(value) && (!is_whole || value.fract() == 0.0);
    let mut value = value.filter(is_fit).ok_or_else(|| {
        let kind = if is_whole { "integer" } else { "float" };
        other(format!("Invalid value for {name}, must be {kind} from {low} to {high}"))
    })?;
    if name == THREADS {
        let most = client.session.setting_limits().most(Role::Threads);
        value = value.min(256.0).min(most);
        client.session.prefer(Preference::Threads, value)?;
    }
    client.dialects.katahex.0.insert(name, value);
    Ok(())
}
