//! The agents that play the published strategies. Each plays a random one of the moves that its
//! strategy permits.

use kring_board::{Move, Size};
use kring_literature::strategy::{
    Boards, BridgeRings, Connected, FiveRings, RingMaster, ShiftStrategy, Strategy, ThreeRings,
    permitted,
};
use rand::seq::IteratorRandom;

use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentBuilder, AgentEntry, AgentSettings, Parameter, SupportedGames},
    time_manager::TimeManager,
};

/// Plays a random move that a strategy permits.
pub(super) struct StrategyPlayer(pub Box<dyn Strategy>);

impl Agent for StrategyPlayer {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let timer = TimeManager::new(&task.limits, None);
        let permitted = permitted(self.0.as_ref(), task.position, &|| timer.is_up());
        let chosen = permitted.iter().choose(task.rng).map_or(Move::Resign, Move::Cell);
        let share = 1.0 / permitted.len().max(1) as f64;
        let scores = permitted.iter().map(|cell| (cell, share)).collect();
        Choice { scores, ..Choice::new(chosen) }
    }
}

/// The registry entry of an agent that plays black by a strategy.
const fn entry(
    name: &'static str,
    summary: &'static str,
    boards: Boards,
    strategy: fn(&AgentSettings) -> Box<dyn Strategy>,
) -> AgentEntry {
    let (games, builder) = (SupportedGames::BlackOn(boards), AgentBuilder::Strategy(strategy));
    AgentEntry { name, summary, parameters: &[], quick: "", games, builder }
}

pub(super) const PAIRING: AgentEntry = entry(
    "pairing",
    "black on an even cylinder: answers on the opposite side (Alpern, Beck)",
    Boards::EvenCylinder,
    |_| Box::new(ShiftStrategy { by: None }),
);

pub(super) const THREE_RINGS: AgentEntry = entry(
    "three-rings",
    "black on the cylinder: joins the rings around white's stone (Huneke, Hayward, Toft)",
    Boards::Cylinder,
    |_| Box::new(ThreeRings),
);

pub(super) const SHIFT: AgentEntry = AgentEntry {
    parameters: &[Parameter::whole("by", 0, Size::MAX as u64)
        .default("2")
        .help("how many columns further the answer lies")],
    ..entry(
        "shift",
        "black on the cylinder: answers some columns further in the same ring (van Hees)",
        Boards::Cylinder,
        |settings| Box::new(ShiftStrategy { by: settings.whole("by").map(|by| by as usize) }),
    )
};

pub(super) const FIVE_RINGS: AgentEntry = entry(
    "five-rings",
    "black on an odd cylinder: joins rings by long bridges (van Hees)",
    Boards::OddCylinder,
    |_| Box::new(FiveRings),
);

pub(super) const BRIDGE_RINGS: AgentEntry = AgentEntry {
    parameters: &[
        Parameter::one_of("connected", &["lengthen", "pass", "play"]).help("rings that are connected already: lengthen their path, pass on to the next rule, or play anywhere in them"),
        Parameter::switch("wrap", "on").help("off: plays on the torus as on the cylinder, from border to border, as in the thesis"),
    ],
    ..entry(
        "bridge-rings",
        "black on cylinder and torus: joins rings by bridges, 19 rules (van den Broek)",
        Boards::CylinderAndTorus,
        |settings| {
            let connected = match settings.word("connected") {
                "play" => Connected::Play,
                "pass" => Connected::Pass,
                _ => Connected::Lengthen,
            };
            Box::new(BridgeRings { connected, wraps: settings.word("wrap") != "off" })
        },
    )
};

pub(super) const RING_MASTER: AgentEntry = AgentEntry {
    parameters: &[Parameter::switch("replies", "on")
        .help("looks at white's replies to each of its stones; off is faster and weaker")],
    quick: "replies=off",
    ..entry(
        "ring-master",
        "black on cylinder and torus: joins local paths by two-distance, against white's best reply",
        Boards::CylinderAndTorus,
        |settings| Box::new(RingMaster { replies: settings.word("replies") != "off" }),
    )
};
