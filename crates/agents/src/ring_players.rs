//! The agents that play the published strategies. Each plays a random one of the moves that its
//! strategy permits.

use kring_board::{Move, Size};
use kring_literature::strategy::{self, Boards, Connected, ShiftStrategy, Strategy, permitted};
use rand::seq::IteratorRandom;

use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    settings::{Field, Resources, Row, Settings, Word, defaults},
    time_manager::TimeManager,
};

/// Plays a random move that a strategy permits.
struct StrategyPlayer(Box<dyn Strategy>);

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

pub(super) const PAIRING: AgentEntry = AgentEntry {
    name: "pairing",
    summary: "black on an even cylinder: answers on the opposite side (Alpern, Beck)",
    quick: "",
    games: SupportedGames::BlackOn(Boards::EvenCylinder),
    settings: defaults::<Pairing>,
};

pub(super) const THREE_RINGS: AgentEntry = AgentEntry {
    name: "three-rings",
    summary: "black on the cylinder: joins the rings around white's stone (Huneke, Hayward, Toft)",
    quick: "",
    games: SupportedGames::BlackOn(Boards::Cylinder),
    settings: defaults::<ThreeRings>,
};

pub(super) const SHIFT: AgentEntry = AgentEntry {
    name: "shift",
    summary: "black on the cylinder: answers some columns further in the same ring (van Hees)",
    quick: "",
    games: SupportedGames::BlackOn(Boards::Cylinder),
    settings: defaults::<Shift>,
};

pub(super) const FIVE_RINGS: AgentEntry = AgentEntry {
    name: "five-rings",
    summary: "black on an odd cylinder: joins rings by long bridges (van Hees)",
    quick: "",
    games: SupportedGames::BlackOn(Boards::OddCylinder),
    settings: defaults::<FiveRings>,
};

pub(super) const BRIDGE_RINGS: AgentEntry = AgentEntry {
    name: "bridge-rings",
    summary: "black on cylinder and torus: joins rings by bridges, 19 rules (van den Broek)",
    quick: "",
    games: SupportedGames::BlackOn(Boards::CylinderAndTorus),
    settings: defaults::<BridgeRings>,
};

pub(super) const RING_MASTER: AgentEntry = AgentEntry {
    name: "ring-master",
    summary: "black on cylinder and torus: joins local paths by two-distance, against white's best reply",
    quick: "replies=off",
    games: SupportedGames::BlackOn(Boards::CylinderAndTorus),
    settings: defaults::<RingMaster>,
};

/// The settings of an agent that plays by a strategy.
trait StrategySettings: Clone + Default + Send + Sync + 'static {
    const PARAMETERS: &'static [Row<Self>] = &[];

    /// The strategy with these settings.
    fn played(&self) -> Box<dyn Strategy>;
}

impl<S: StrategySettings> Settings for S {
    const ROWS: &'static [Row<S>] = S::PARAMETERS;

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(StrategyPlayer(self.played()))
    }

    fn strategy(&self) -> Option<Box<dyn Strategy>> {
        Some(self.played())
    }
}

#[derive(Clone, Default)]
struct Pairing;

impl StrategySettings for Pairing {
    fn played(&self) -> Box<dyn Strategy> {
        Box::new(ShiftStrategy { by: None })
    }
}

#[derive(Clone, Default)]
struct ThreeRings;

impl StrategySettings for ThreeRings {
    fn played(&self) -> Box<dyn Strategy> {
        Box::new(strategy::ThreeRings)
    }
}

#[derive(Clone)]
struct Shift {
    by: usize,
}

impl Default for Shift {
    fn default() -> Shift {
        Shift { by: 2 }
    }
}

impl StrategySettings for Shift {
    const PARAMETERS: &'static [Row<Shift>] =
        &[Row::own("by", "how many columns further the answer lies", |it| {
            Field::Whole(&mut it.by, 0, Size::MAX as u64)
        })];

    fn played(&self) -> Box<dyn Strategy> {
        Box::new(ShiftStrategy { by: Some(self.by) })
    }
}

#[derive(Clone, Default)]
struct FiveRings;

impl StrategySettings for FiveRings {
    fn played(&self) -> Box<dyn Strategy> {
        Box::new(strategy::FiveRings)
    }
}

#[derive(Clone)]
struct BridgeRings {
    connected: Connected,
    wrap: bool,
}

impl Default for BridgeRings {
    fn default() -> BridgeRings {
        BridgeRings { connected: Connected::Lengthen, wrap: true }
    }
}

impl Word for Connected {
    const WORDS: &'static [(&'static str, Connected)] =
        &[("lengthen", Connected::Lengthen), ("pass", Connected::Pass), ("play", Connected::Play)];
}

impl StrategySettings for BridgeRings {
    const PARAMETERS: &'static [Row<BridgeRings>] = &[
        Row::own(
            "connected",
            "rings that are connected already: lengthen their path, pass on to the next rule, or play anywhere in them",
            |it| Field::OneOf(&mut it.connected),
        ),
        Row::own(
            "wrap",
            "off: plays on the torus as on the cylinder, from border to border, as in the thesis",
            |it| Field::OneOf(&mut it.wrap),
        ),
    ];

    fn played(&self) -> Box<dyn Strategy> {
        Box::new(strategy::BridgeRings { connected: self.connected, wraps: self.wrap })
    }
}

#[derive(Clone)]
struct RingMaster {
    replies: bool,
}

impl Default for RingMaster {
    fn default() -> RingMaster {
        RingMaster { replies: true }
    }
}

impl StrategySettings for RingMaster {
    const PARAMETERS: &'static [Row<RingMaster>] = &[Row::own(
        "replies",
        "looks at white's replies to each of its stones; off is faster and weaker",
        |it| Field::OneOf(&mut it.replies),
    )];

    fn played(&self) -> Box<dyn Strategy> {
        Box::new(strategy::RingMaster { replies: self.replies })
    }
}
