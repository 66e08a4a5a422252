//! The players of the literature for boards that wrap, by their published
//! rules. All of them play black.
//!
//! A strategy says which moves it permits; the agent plays one of them, drawn
//! from its generator, and the verifier tries them all.

mod bridge_rings;
mod five_rings;
mod nearest;
mod ring_band;
mod ring_master;
mod ring_view;
mod shift;
#[cfg(test)]
mod tests;
mod three_rings;

use rand::seq::IteratorRandom;

pub use ring_view::RingView;

use self::{
    bridge_rings::{BridgeRings, Connected},
    five_rings::FiveRings,
    ring_master::RingMaster,
    shift::Shift,
    three_rings::ThreeRings,
};
use super::{Agent, AgentSpec, Choice, Entry, Kind, Parameter, Settings, Task};
use crate::{
    board::{CellSet, Move, Position, Symmetry},
    rules::{Colour, Rules, Size, Topology},
};

/// A way to play black that is told by rules.
pub trait Strategy: Send {
    /// The free cells that the rules permit: a function of the stones and of
    /// white's last move. Empty where the rules say nothing: anywhere.
    fn permitted(&self, rings: &RingView<'_>) -> CellSet;

    /// Whether the rules look the same under a symmetry of the board, once
    /// white has a stone. Those that speak of rings and of what touches do if
    /// every ring stays where it is and what is above a ring stays above it,
    /// which on a torus of two rings does not follow.
    fn respects(&self, symmetry: &Symmetry, size: Size) -> bool {
        size.rows() > 2
            && CellSet::full(size)
                .iter()
                .all(|cell| symmetry.cell(cell).row(size) == cell.row(size))
    }
}

/// The legal cells that a strategy permits black; any if none is in season.
pub fn permitted(strategy: &dyn Strategy, position: &Position) -> CellSet {
    let legal = position.legal_cells(Colour::Black);
    let permitted = strategy.permitted(&RingView::new(position)).and(&legal);
    if permitted.is_empty() { legal } else { permitted }
}

/// The first of these sets that has a cell.
fn first_that_applies(mut rules: impl Iterator<Item = CellSet>) -> CellSet {
    rules.find(|cells| !cells.is_empty()).unwrap_or(CellSet::EMPTY)
}

/// Plays what a strategy permits.
struct Player(Box<dyn Strategy>);

impl Agent for Player {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let permitted = permitted(self.0.as_ref(), task.position);
        let chosen = permitted.iter().choose(task.rng).map_or(Move::Resign, Move::Cell);
        let share = 1.0 / permitted.len().max(1) as f64;
        let scores = permitted.iter().map(|cell| (cell, share)).collect();
        Choice { scores, ..Choice::plain(chosen) }
    }
}

/// Makes the strategy with these settings.
type Make = fn(&Settings) -> Box<dyn Strategy>;

/// The strategies and the agents that play them.
const STRATEGIES: [(&Entry, Make); 6] = [
    (&PAIRING, |_| Box::new(Shift { by: None })),
    (&THREE_RINGS, |_| Box::new(ThreeRings)),
    (&SHIFT, |settings| Box::new(Shift { by: settings.whole("by").map(|by| by as usize) })),
    (&FIVE_RINGS, |_| Box::new(FiveRings)),
    (&BRIDGE_RINGS, |settings| {
        let connected = match settings.word("connected") {
            "play" => Connected::Play,
            "pass" => Connected::Pass,
            _ => Connected::Lengthen,
        };
        Box::new(BridgeRings { connected, wraps: settings.word("wrap") != "off" })
    }),
    (&RING_MASTER, |settings| Box::new(RingMaster { replies: settings.word("replies") != "off" })),
];

/// The strategy that an agent plays by, if it plays by one.
pub fn strategy(spec: &AgentSpec) -> Option<Box<dyn Strategy>> {
    let (_, make) = STRATEGIES.iter().find(|(entry, _)| entry.name == spec.entry().name)?;
    Some(make(&spec.settings()))
}

/// The names of all strategies.
pub fn strategies() -> impl Iterator<Item = &'static str> {
    STRATEGIES.iter().map(|(entry, _)| entry.name)
}

/// The row of an agent that plays by a strategy.
const fn entry(
    name: &'static str,
    summary: &'static str,
    plays: fn(&Rules, Size, Colour) -> Result<(), String>,
    build: fn(&Settings) -> Box<dyn Agent>,
) -> Entry {
    Entry { name, summary, parameters: &[], quick: "", plays, build }
}

/// The player of a strategy's row.
fn player(row: usize, settings: &Settings) -> Box<dyn Agent> {
    Box::new(Player(STRATEGIES[row].1(settings)))
}

/// What a strategy plays, said to those who ask for something else.
fn only(plays: bool, what: &str) -> Result<(), String> {
    if plays { Ok(()) } else { Err(format!("it plays black on {what}")) }
}

fn is_black_on(rules: &Rules, colour: Colour, topology: Topology) -> bool {
    colour == Colour::Black && rules.topology == topology
}

fn cylinder(rules: &Rules, _: Size, colour: Colour) -> Result<(), String> {
    only(is_black_on(rules, colour, Topology::Cylinder), "the cylinder")
}

fn cylinder_or_torus(rules: &Rules, _: Size, colour: Colour) -> Result<(), String> {
    let plays = colour == Colour::Black && rules.topology.wraps_columns();
    only(plays, "the cylinder and the torus")
}

/// Alpern and Beck: always wins on an even circumference.
pub(super) const PAIRING: Entry = entry(
    "pairing",
    "black on an even cylinder: answers on the opposite side (Alpern, Beck)",
    |rules, size, colour| {
        let plays = is_black_on(rules, colour, Topology::Cylinder) && size.columns() % 2 == 0;
        only(plays, "a cylinder with an even number of columns")
    },
    |settings| player(0, settings),
);

/// Huneke, Hayward and Toft: always wins on three columns.
pub(super) const THREE_RINGS: Entry = entry(
    "three-rings",
    "black on the cylinder: joins the rings around white's stone (Huneke, Hayward, Toft)",
    cylinder,
    |settings| player(1, settings),
);

/// Van Hees, 5.1.
pub(super) const SHIFT: Entry = Entry {
    parameters: &[Parameter {
        name: "by",
        kind: Kind::Whole(0, Size::MAX as u64),
        default: Some("2"),
        help: "how many columns further the answer lies",
    }],
    ..entry(
        "shift",
        "black on the cylinder: answers some columns further in the same ring (van Hees)",
        cylinder,
        |settings| player(2, settings),
    )
};

/// Van Hees, 5.2.
pub(super) const FIVE_RINGS: Entry = entry(
    "five-rings",
    "black on an odd cylinder: joins rings by long bridges (van Hees)",
    |rules, size, colour| {
        let plays = is_black_on(rules, colour, Topology::Cylinder) && size.columns() % 2 == 1;
        only(plays, "a cylinder with an odd number of columns")
    },
    |settings| player(3, settings),
);

/// Van den Broek, Algorithm 3.
pub(super) const BRIDGE_RINGS: Entry = Entry {
    parameters: &[
        Parameter {
            name: "connected",
            kind: Kind::OneOf(&["lengthen", "pass", "play"]),
            default: Some("lengthen"),
            help: "rings that are connected already: lengthen their path, pass on to the next rule, or play anywhere in them",
        },
        Parameter {
            name: "wrap",
            kind: Kind::SWITCH,
            default: Some("on"),
            help: "off: plays on the torus as on the cylinder, from border to border, as in the thesis",
        },
    ],
    ..entry(
        "bridge-rings",
        "black on cylinder and torus: joins rings by bridges, 19 rules (van den Broek)",
        cylinder_or_torus,
        |settings| player(4, settings),
    )
};

/// The successor of Algorithm 3.
pub(super) const RING_MASTER: Entry = Entry {
    parameters: &[Parameter {
        name: "replies",
        kind: Kind::SWITCH,
        default: Some("on"),
        help: "looks at white's replies to each of its stones; off is faster and weaker",
    }],
    quick: "replies=off",
    ..entry(
        "ring-master",
        "black on cylinder and torus: joins local paths by two-distance, against white's best reply",
        cylinder_or_torus,
        |settings| player(5, settings),
    )
};
