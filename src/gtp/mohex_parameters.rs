//! The parameters of MoHex that a client has set, mapped to those of Kring's agents.

use std::collections::BTreeMap;

use kring_agents::{AgentSpec, Effort, Role};

use super::failure::{CommandResult, syntax};
use super::named_parameter::ValueKind::{Number, Switch, Word};
use super::named_parameter::{MohexParameter, find};
use crate::session::sandbox::Sandbox;

/// The parameters of MoHex with their defaults. Those without a counterpart in Kring are stored,
/// so that a dialog shows what was set.
const PARAMETERS: &[MohexParameter] = &[
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

#[derive(Clone, Default)]
pub(crate) struct MohexParameters(BTreeMap<&'static str, String>);

impl MohexParameters {
    /// The agent with the values that the client has set, for the parameters that it has and
    /// within the client's limits.
    pub fn applied(&self, spec: &AgentSpec, sandbox: Option<&Sandbox>) -> AgentSpec {
        let limits = Sandbox::limits(sandbox);
        let mut spec = spec.clone();
        for (key, value) in &self.0 {
            let Ok(value) = value.parse::<f64>() else { continue };
            let (role, value) = match (*key, counterpart(key)) {
                // One evaluation is worth many playouts; a simulation is a batch of playouts.
                ("max_games", _) if spec.entry().name == "neural" => {
                    (Role::Effort(Effort::Evaluations), searches(value, 10.0, 16.0, 4000.0))
                }
                ("max_games", _) => {
                    (Role::Effort(Effort::Simulations), searches(value, 1.0, 100.0, 10_000.0))
                }
                (_, Some((role, unit))) => (role, value / unit),
                _ => continue,
            };
            spec = spec.with_nearest(role, value.min(limits.most(role)));
        }
        spec
    }

    /// Stores a value and returns it as it was read.
    pub fn set(&mut self, key: &str, value: &str) -> CommandResult {
        let &(name, kind, _) =
            find(PARAMETERS, |row| row.0, key).map_err(|hint| syntax(format!("MoHex {hint}")))?;
        let value = kind.read(value)?;
        if (name == "max_games" || counterpart(name).is_some())
            && !value.parse::<f64>().is_ok_and(|value| value > 0.0 && value.is_finite())
        {
            return Err(syntax(format!("{name} {value}: expected a number above 0")));
        }
        self.0.insert(name, value.clone());
        Ok(value)
    }

    /// The values that were set, lowered to the client's limits.
    pub fn fields(&self, sandbox: Option<&Sandbox>) -> String {
        let limits = Sandbox::limits(sandbox);
        let field = |(name, kind, default): &MohexParameter| {
            let value = self.0.get(name).map_or(*default, |value| value);
            let most = counterpart(name).map(|(role, unit)| limits.most(role) * unit);
            let lowered = most.filter(|most| value.parse::<f64>().is_ok_and(|value| value > *most));
            kind.field(name, &lowered.map_or_else(|| value.to_owned(), |most| most.to_string()))
        };
        PARAMETERS.iter().map(field).collect::<Vec<_>>().join("\n")
    }
}

/// The number of evaluations or simulations for a number of MoHex's playouts, if one is worth
/// `worth` playouts. Beyond the knee the gain of more of them diminishes.
fn searches(games: f64, worth: f64, fewest: f64, knee: f64) -> f64 {
    (games.min(knee) / worth).max(fewest) * (games.max(knee) / knee).sqrt()
}

/// The role of the agents' parameter that a parameter of MoHex stands for, and its unit.
fn counterpart(name: &str) -> Option<(Role, f64)> {
    match name {
        "max_time" => Some((Role::Time, 1.0)),
        // MoHex counts memory in bytes.
        "max_memory" => Some((Role::Memory, (1 << 20) as f64)),
        "num_threads" => Some((Role::Threads, 1.0)),
        _ => None,
    }
}
