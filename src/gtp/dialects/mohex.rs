//! Commands of MoHex: its parameters, and a game in one line.

use std::collections::BTreeMap;
use std::sync::Arc;

use kring_agents::{Role, SettingLimits};
use kring_board::word::seconds;
use kring_board::{Colour, Game, Position, Setup, SetupError};

use crate::game::{Seat, TimeControl, replayed};
use crate::gtp::call::Call;
use crate::gtp::commands::play::seconds_or_inf;
use crate::gtp::failure::{CommandFailure, CommandResult, other, syntax};
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::named_parameter::ValueKind::{Number, Switch, Word};
use crate::gtp::named_parameter::{NamedParameter, find, switch};
use crate::session::{Preference, SeatChanges, Session};

/// The parameters of MoHex with their defaults. Those without a counterpart in Kring are stored,
/// so that a dialog shows what was set.
const PARAMETERS: &[NamedParameter] = &[
    ("backup_ice_info", Switch, "1"),
    ("extend_unstable_search", Switch, "1"),
    ("lazy_delete", Switch, "0"),
    ("lock_free", Switch, "1"),
    ("perform_pre_search", Switch, "1"),
    ("ponder", Switch, "0"),
    ("prior_pruning", Switch, "1"),
    ("reuse_subtree", Switch, "1"),
    ("search_singleton", Switch, "0"),
    ("use_livegfx", Switch, "0"),
    ("use_parallel_solver", Switch, "0"),
    ("use_rave", Switch, "1"),
    ("use_root_data", Switch, "1"),
    ("use_time_management", Switch, "0"),
    ("virtual_loss", Switch, "1"),
    ("weight_rave_updates", Switch, "0"),
    ("bias_term", Number, "0"),
    ("expand_threshold", Number, "10"),
    ("fillin_map_bits", Number, "16"),
    ("first_play_urgency", Number, "0.35"),
    ("knowledge_threshold", Word, "256"),
    ("max_games", Number, "99999999"),
    ("max_memory", Number, "268435456"),
    ("max_nodes", Number, "11900000"),
    ("max_time", Number, "10"),
    ("move_select", Word, "count"),
    ("num_threads", Number, "1"),
    ("number_playouts_per_visit", Number, "1"),
    ("playout_global_gamma_cap", Number, "0.157"),
    ("progressive_bias", Number, "2.47"),
    ("randomize_rave_frequency", Number, "30"),
    ("rave_weight_final", Number, "830"),
    ("rave_weight_initial", Number, "2.12"),
    ("time_control_override", Number, "-1"),
    ("uct_bias_constant", Number, "0.22"),
    ("vcm_gamma", Number, "282"),
];

/// The values of MoHex's parameters that the client has set.
#[derive(Default)]
pub struct MohexSettings(BTreeMap<&'static str, String>);

/// What a parameter of MoHex says about whichever agent plays, and how many of its units are one of
/// Kring's.
fn preference(name: &str) -> Option<(Preference, f64)> {
    match name {
        "max_games" => Some((Preference::Playouts, 1.0)),
        // MoHex counts memory in bytes.
        "max_memory" => Some((Preference::Memory, (1 << 20) as f64)),
        "max_time" => Some((Preference::Time, 1.0)),
        "num_threads" => Some((Preference::Threads, 1.0)),
        _ => None,
    }
}

pub fn param_mohex(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let Some((key, value)) = call.arguments.key_value()? else {
        let limits = client.session.setting_limits();
        let set = &client.dialects.mohex;
        let fields: Vec<String> = PARAMETERS.iter().map(|row| field(set, &limits, *row)).collect();
        call.reply.text(fields.join("\n"));
        return Ok(());
    };
    let row = find(PARAMETERS, |row| row.0, key).map_err(|hint| syntax(format!("MoHex {hint}")))?;
    let &(name, kind, _) = row;
    let value = kind.read(value)?;
    if let Some((preference, unit)) = preference(name) {
        let number = value.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
        let number =
            number.ok_or_else(|| syntax(format!("{name} {value}: expected a number above 0")))?;
        client.session.prefer(preference, number / unit)?;
    }
    if name == "use_livegfx" {
        client.live_graphics = value == "1";
    }
    client.dialects.mohex.0.insert(name, value);
    Ok(())
}

/// A value that was set, lowered to the client's limit.
fn field(
    set: &MohexSettings,
    limits: &SettingLimits,
    (name, kind, default): NamedParameter,
) -> String {
    let value = set.0.get(name).map_or(default, |value| value);
    let most = match preference(name) {
        Some((Preference::Memory, unit)) => limits.most(Role::Memory) * unit,
        Some((Preference::Time, unit)) => limits.most(Role::Time) * unit,
        Some((Preference::Threads, unit)) => limits.most(Role::Threads) * unit,
        Some((Preference::Playouts, _)) | None => f64::INFINITY,
    };
    if value.parse::<f64>().is_ok_and(|value| value > most) {
        return kind.field(name, &most.to_string());
    }
    kind.field(name, value)
}

pub fn param_game(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    match call.arguments.words {
        [] => {
            let game_time = client.session.game().clock().control(Seat::First);
            call.reply.text(format!(
                "[bool] allow_swap {}\n[bool] on_little_golem {}\n[string] game_time {}",
                u8::from(client.position().rules().swap),
                u8::from(client.plain_swap),
                seconds_or_inf(game_time.map(|control| control.main)),
            ));
        }
        [key, value] if key == "allow_swap" => {
            let changes = allow_swap(&mut client.session, switch(value)?)?;
            call.reply.text(changes.to_string());
        }
        [key, value] if key == "on_little_golem" => client.plain_swap = switch(value)?,
        [key, value] if key == "game_time" => set_game_time(&mut client.session, value)?,
        _ => {
            let keys = "allow_swap 0|1, on_little_golem 0|1 or game_time SECONDS";
            return Err(syntax(format!("expected param_game {keys}")));
        }
    }
    Ok(())
}

/// The clock of a game cannot change while it is played.
fn set_game_time(session: &mut Session, value: &str) -> CommandResult {
    let time = match value {
        "inf" => None,
        _ => Some(seconds(value).map_err(syntax)?),
    };
    if session.position().has_begun() {
        return Err(other("the game has begun: game_time is set before the first move"));
    }
    let control = time.map(|main| TimeControl { main, ..TimeControl::default() });
    session.game_mut().clock_mut().set(control);
    Ok(())
}

/// The stones stay. If the moves are illegal under the new rule, the stones are set up instead.
fn allow_swap(session: &mut Session, is_allowed: bool) -> CommandResult<SeatChanges> {
    let position = session.position();
    let mut rules = position.rules().clone();
    if rules.swap == is_allowed {
        return Ok(SeatChanges::default());
    }
    rules.swap = is_allowed;
    let game = session.game_with(rules);
    let again = match replayed(position, game.clone()) {
        Ok(again) => again,
        Err(_) => stones_in(position, game).map_err(other)?,
    };
    Ok(session.resume_under_other_rules(again))
}

/// The stones of a position in another game.
fn stones_in(position: &Position, game: Arc<Game>) -> Result<Position, SetupError> {
    let stones = Colour::each(|colour| *position.stones(colour));
    Position::from_setup(game, Setup { turn: position.turn(), ..Setup::of_stones(stones) })
}

pub fn play_game(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let size = client.position().size();
    let mut position = Position::new(client.position().game().clone());
    let mut colour = Colour::Black;
    for word in call.arguments.words {
        let mv = client.coordinates.read_move(size, word)?;
        position.play(colour, mv).map_err(|reason| CommandFailure::illegal(size, mv, reason))?;
        // After a swap of sides the same colour moves again.
        colour = position.turn().unwrap_or(colour.other());
    }
    call.reply.text(client.session.resume(position).to_string());
    Ok(())
}
