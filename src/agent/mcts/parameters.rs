//! What can be set.

use crate::agent::{Kind, Parameter};

pub(super) const PARAMETERS: &[Parameter] = &[
    parameter(
        "sims",
        Kind::Whole(1, 1_000_000_000),
        None,
        "simulations a move; 10000 if there is no other limit",
    ),
    parameter("time", Kind::Real(0.0, 1e6), None, "seconds a move"),
    parameter(
        "threads",
        Kind::Whole(1, 256),
        Some("1"),
        "threads that share one tree; more than one is not repeatable",
    ),
    parameter(
        "exploration",
        Kind::Real(0.0, 100.0),
        None,
        "weight of moves tried little; 1.414 without rave and with plain=on",
    ),
    parameter(
        "plain",
        Kind::OneOf(&["off", "on", "literal"]),
        Some("off"),
        "textbook UCT, without rave, bridges, forced moves, proofs and the tree of the last \
         move; literal: as the pseudo-code of Kunčarová's thesis",
    ),
    parameter("rave", Kind::SWITCH, Some("on"), "moves learn from all games in which they occur"),
    parameter("bridges", Kind::SWITCH, Some("on"), "bridges are answered in the random games"),
    parameter(
        "games",
        Kind::Whole(1, 64),
        None,
        "random games a simulation; 64 at most, 1 with rave=off bridges=off and with plain=on",
    ),
    parameter(
        "weight",
        Kind::Real(0.0, 1e6),
        None,
        "visits that outweigh what other games say of a move",
    ),
    parameter(
        "memory",
        Kind::Whole(1, 65_536),
        Some("256"),
        "megabytes that the tree never exceeds",
    ),
    parameter(
        "seed",
        Kind::Whole(0, u64::MAX),
        None,
        "random numbers of its own, whatever the engine's seed",
    ),
];

const fn parameter(
    name: &'static str,
    kind: Kind,
    default: Option<&'static str>,
    help: &'static str,
) -> Parameter {
    Parameter { name, kind, default, help }
}
