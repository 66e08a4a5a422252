//! The header line of a proof file: what is proved, in readable text.
//!
//! `board 3x3; rules rhombus seasons=1 turns=alternating swap=off; winner black;
//! first white; black b2; nodes 12`

use std::fmt::Write;

use kring_board::{Cell, Colour, Game, Position, Rules, SeasonMap, Size, grammar::short};

use super::{MOST_CELLS, MOST_NODES, ProofError, ProofStart};

/// The line without the newline.
pub(super) fn text(start: &ProofStart, winner: Colour, nodes: usize) -> String {
    let position = &start.position;
    let (size, rules) = (position.size(), position.rules());
    let first = start.first;
    let mut text = format!("board {size}; rules {rules}; winner {winner}; first {first}");
    stones(position).for_each(|stones| text.extend(["; ", &stones]));
    if rules.seasons.count() > 1 {
        let [black, white] = position.cycle_steps();
        let _ = write!(text, "; map {}; places {black} {white}", position.game().map());
    }
    let _ = write!(text, "; nodes {nodes}");
    text
}

/// The stones of each colour that has any: `black b2 c1`.
pub(super) fn stones(position: &Position) -> impl Iterator<Item = String> {
    let colours =
        Colour::ALL.into_iter().filter(move |&colour| !position.stones(colour).is_empty());
    colours.map(move |colour| {
        let names = position.stones(colour).iter().map(|cell| cell.name(position.size()));
        [colour.to_string()].into_iter().chain(names).collect::<Vec<_>>().join(" ")
    })
}

/// Parses a line, which must be written exactly as [`text`] writes it.
pub(super) fn read(line: &str) -> Result<(ProofStart, Colour, usize), ProofError> {
    let bad = |what: &str| ProofError::Header(short(what));
    let fields: Vec<_> = line.split("; ").map(|field| field.split_once(' ')).collect();
    let find =
        |key: &str| fields.iter().flatten().find(|(name, _)| *name == key).map(|&(_, value)| value);
    let field = |key: &str| find(key).ok_or_else(|| bad(&format!("there is no field '{key}'")));
    let size: Size = field("board")?.parse().map_err(|_| bad("board"))?;
    let rules: Rules = field("rules")?.parse().map_err(|_| bad("rules"))?;
    if size.cells() > MOST_CELLS {
        return Err(ProofError::Size);
    }
    let map = match find("map") {
        Some(map) => SeasonMap::parse(size, &rules.seasons, map).map_err(|_| bad("map"))?,
        None => SeasonMap::fair(size, &rules.seasons, |_| ()),
    };
    let mut position = Position::new(Game::new(size, rules, map));
    for colour in Colour::ALL {
        for name in find(&colour.to_string()).unwrap_or_default().split_terminator(' ') {
            let cell = Cell::from_name(size, name).ok_or_else(|| bad(name))?;
            position.set_up(colour, cell).map_err(|_| bad(name))?;
        }
    }
    if let Some(places) = find("places") {
        let places = places.split_once(' ').ok_or_else(|| bad("places"))?;
        let place = |text: &str| text.parse().map_err(|_| bad("places"));
        position.set_cycle_steps([place(places.0)?, place(places.1)?]);
    }
    let colour = |key| field(key)?.parse().map_err(|_| bad(key));
    let start = ProofStart::new(&position, colour("first")?)?;
    let nodes = field("nodes")?.parse::<u32>().map_err(|_| bad("nodes"))? as usize;
    if nodes > MOST_NODES {
        return Err(ProofError::Nodes);
    }
    let winner = colour("winner")?;
    if text(&start, winner, nodes) == line {
        Ok((start, winner, nodes))
    } else {
        Err(bad("it is not written as it should be"))
    }
}
