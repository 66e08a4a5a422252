//! What can be set.

use super::level::Level;
use crate::agent::{Kind, Parameter};

pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "evals",
        kind: Kind::Whole(1, 1_000_000_000),
        default: None,
        help: "positions a move, remembered ones included; 400 if there is no other limit",
    },
    Parameter { name: "time", kind: Kind::Real(0.0, 1e6), default: None, help: "seconds a move" },
    Parameter {
        name: "threads",
        kind: Kind::Whole(1, 256),
        default: Some("1"),
        help: "threads that share one tree; more than one is not repeatable",
    },
    Parameter {
        name: "level",
        kind: Kind::Whole(1, Level::FULL),
        default: Some("9"),
        help: "strength for human opponents; 9 is all there is",
    },
    Parameter {
        name: "temperature",
        kind: Kind::Real(0.0, 100.0),
        default: None,
        help: "how freely moves are chosen: 0 the best, 1 as often as they were looked at",
    },
    Parameter {
        name: "exploration",
        kind: Kind::Real(0.0, 100.0),
        default: Some("0.6"),
        help: "weight of moves that the network likes and that were tried little",
    },
    Parameter {
        name: "arithmetic",
        kind: Kind::OneOf(&["rounded", "exact"]),
        default: Some("rounded"),
        help: "rounded is twice as fast on processors that have it",
    },
    Parameter {
        name: "net",
        kind: Kind::Network,
        default: None,
        help: "a file with other weights",
    },
    Parameter {
        name: "memory",
        kind: Kind::Whole(1, 65_536),
        default: Some("256"),
        help: "megabytes that tree and cache never exceed",
    },
    Parameter {
        name: "seed",
        kind: Kind::Whole(0, u64::MAX),
        default: None,
        help: "random numbers of its own, whatever the engine's seed",
    },
];
