//! Even openings, found by a large network with long searches (`scripts/train/even.py`).

use kring_board::{Game, Topology, Turns};

use super::openings::OpeningError;

/// Which of a board's two sets of even openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvenSet {
    /// The set to compare networks and settings by.
    First,
    /// The set for results that are reported. Nothing is chosen by it, so no choice can fit it.
    Final,
}

struct Board {
    topology: Topology,
    /// Columns and rows.
    size: usize,
    /// The lines of the openings' files: the first set, the final set.
    sets: [&'static str; 2],
}

macro_rules! board {
    ($topology:ident, $name:literal, $size:literal) => {
        Board {
            topology: Topology::$topology,
            size: $size,
            sets: [
                include_str!(concat!("even_openings/", $name, ".txt")),
                include_str!(concat!("even_openings/", $name, "-final.txt")),
            ],
        }
    };
}

const BOARDS: &[Board] = &[
    board!(Rhombus, "rhombus-9x9", 9),
    board!(Rhombus, "rhombus-11x11", 11),
    board!(Rhombus, "rhombus-13x13", 13),
    board!(Rhombus, "rhombus-14x14", 14),
    board!(Rhombus, "rhombus-19x19", 19),
    board!(Cylinder, "cylinder-9x9", 9),
    board!(Cylinder, "cylinder-11x11", 11),
    board!(Torus, "torus-9x9", 9),
    board!(Torus, "torus-11x11", 11),
];

/// The openings of a set for this game, as the lines of a file. Each board has them without seasons
/// and with alternating turns.
pub fn lines(set: EvenSet, game: &Game) -> Result<&'static str, OpeningError> {
    let rules = game.rules();
    if rules.seasons.count() > 1 || rules.turns == Turns::Random {
        let why = "even openings are for games without seasons and random turns";
        return Err(OpeningError(why.to_owned()));
    }
    let size = game.size();
    for board in BOARDS {
        let is_size = board.size == size.columns() && board.size == size.rows();
        if is_size && board.topology == rules.topology {
            let [first, last] = board.sets;
            return Ok(match set {
                EvenSet::First => first,
                EvenSet::Final => last,
            });
        }
    }
    Err(OpeningError(format!(
        "no even openings are known for {} {size}; there are some for {}",
        rules.topology,
        names()
    )))
}

/// All boards that have even openings.
fn names() -> String {
    let name = |board: &Board| format!("{} {size}x{size}", board.topology, size = board.size);
    BOARDS.iter().map(name).collect::<Vec<_>>().join(", ")
}
