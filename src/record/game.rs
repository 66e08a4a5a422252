use std::{fmt::Write, sync::Arc};

use super::{
    dialect::{self, Dialect},
    sgf::{self, Node, Property},
};
use crate::{
    board::{CellSet, Game, IllegalMove, Move, Position},
    chance,
    rules::{Colour, Rules, RulesError, SeasonMap, Size, text::short},
};

/// Why a text is not a game that can be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not SGF at all.
    #[error("this is not an SGF file")]
    NotSgf,
    /// The game of another SGF number.
    #[error("game number {0}: Hex is GM[11]")]
    OtherGame(String),
    /// The size, the rules or the map make no sense.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A word that is no move or cell.
    #[error("move {number}: '{text}' is not a move on this board")]
    Word {
        /// The number of the move, counted from one.
        number: usize,
        /// What was found.
        text: String,
    },
    /// A move against the rules.
    #[error("move {number}: {text} {reason}")]
    Illegal {
        /// The number of the move, counted from one.
        number: usize,
        /// The move.
        text: String,
        /// Why it is illegal.
        reason: IllegalMove,
    },
}

/// The game as SGF: HexGui reads it, and the rules and the season map are in
/// `RU` and `SM`, so that Kring can play on from it.
pub fn save(position: &Position) -> String {
    let size = position.size();
    let sides = if size.is_square() {
        size.columns().to_string()
    } else {
        format!("{}:{}", size.columns(), size.rows())
    };
    let rules = sgf::escaped(&position.rules().to_string());
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("(;FF[4]GM[11]AP[Kring:{version}]SZ[{sides}]RU[{rules}]");
    if position.rules().seasons.count() > 1 {
        let _ = write!(text, "SM[{}]", position.game().map());
    }
    if let Some(winner) = position.winner() {
        let _ = write!(text, "RE[{}+]", letter(winner));
    }
    let set_up = position.set_up_count();
    for (mover, mv) in position.moves().take(set_up) {
        let _ = write!(text, "A{}[{}]", letter(mover), mv.name(size));
    }
    if let Some(turn) = position.set_up_turn() {
        let _ = write!(text, "PL[{}]", letter(turn));
    }
    for (mover, mv) in position.moves().skip(set_up) {
        let _ = write!(text, "\n;{}[{}]", letter(mover), mv.name(size));
    }
    text.push_str(")\n");
    text
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'B',
        Colour::White => 'W',
    }
}

/// The position at the end of a game's main line, or before its move number
/// `before` (counted from one). Rules that the file does not name are those
/// of `current`; a map that it does not name is drawn from the seed.
pub fn load(
    text: &str,
    current: &Arc<Game>,
    seed: u64,
    before: Option<usize>,
) -> Result<Position, RecordError> {
    let nodes = sgf::main_line(text).ok_or(RecordError::NotSgf)?;
    let dialect = Dialect::of(&nodes);
    let mut position = Position::new(game_of(&nodes, current, seed)?);
    let mut number = 0;
    for (name, values) in nodes.iter().flat_map(ordered) {
        let value = values.first().map_or("", |value| value.trim());
        match name.as_str() {
            "B" | "W" => {
                number += 1;
                if before.is_some_and(|before| number >= before) {
                    break;
                }
                play(&mut position, &dialect, name, value, number)?;
            }
            "AB" | "AW" => set_up(&mut position, Some(colour_of(name)), values, number)?,
            "AE" => set_up(&mut position, None, values, number)?,
            "PL" if value.starts_with(['B', 'b']) => position.declare(Colour::Black),
            "PL" if value.starts_with(['W', 'w']) => position.declare(Colour::White),
            _ => {}
        }
    }
    Ok(position)
}

/// A node's properties in the order in which they take effect, which SGF
/// leaves open: stones first, then who is to move, then the move.
fn ordered(node: &Node) -> impl Iterator<Item = &Property> {
    let stage = |name: &str| match name {
        "AB" | "AW" | "AE" => 0,
        "PL" => 1,
        _ => 2,
    };
    (0..3).flat_map(move |s| node.iter().filter(move |(name, _)| stage(name) == s))
}

/// The game that the first node describes.
fn game_of(nodes: &[Node], current: &Arc<Game>, seed: u64) -> Result<Arc<Game>, RecordError> {
    let root = |key: &str| {
        let property = nodes.first()?.iter().find(|(name, _)| name == key);
        property?.1.first().map(|value| value.trim())
    };
    if let Some(number) = root("GM").filter(|number| *number != "11") {
        return Err(RecordError::OtherGame(number.to_owned()));
    }
    let size: Size = match root("SZ") {
        Some(text) => text.replace(':', "x").parse()?,
        None => Size::new(11, 11)?,
    };
    let mut rules = match root("RU") {
        // What other programs write there (say, `Hex`) does not concern us.
        Some(text) => text.parse().unwrap_or_else(|_| current.rules().clone()),
        None => current.rules().clone(),
    };
    let swaps = |value: &String| dialect::is_swap(value.trim());
    let moves = nodes.iter().flatten().filter(|(name, _)| name == "B" || name == "W");
    rules.swap |= moves.flat_map(|(_, values)| values).any(swaps);
    Ok(match root("SM") {
        Some(map) => {
            let map = SeasonMap::from_rows(size, &rules.seasons, map.split_whitespace())?;
            Game::new(size, rules, map)
        }
        None if same_board(current, size, &rules) => Game::new(size, rules, current.map().clone()),
        None => chance::game(size, rules, seed),
    })
}

fn same_board(current: &Game, size: Size, rules: &Rules) -> bool {
    current.size() == size && current.rules().seasons == rules.seasons
}

fn colour_of(property: &str) -> Colour {
    if property.ends_with('B') { Colour::Black } else { Colour::White }
}

fn play(
    position: &mut Position,
    dialect: &Dialect,
    property: &str,
    text: &str,
    number: usize,
) -> Result<(), RecordError> {
    // Other programs record passes; nothing happens on the board.
    if text.is_empty() || text.eq_ignore_ascii_case("pass") {
        return Ok(());
    }
    let colour = dialect.mover(property);
    let mv = dialect
        .mv(position, colour, text)
        .ok_or_else(|| RecordError::Word { number, text: short(text) })?;
    // Other programs let people exchange the sides on any board; nothing
    // happens on it, and white goes on.
    if mv == Move::SwapSides && position.swap(colour) == Some(Move::SwapPieces) {
        position.declare(colour);
        return Ok(());
    }
    // Clients that see no wins record the resignation of a decided game.
    if mv == Move::Resign && position.winner().is_some() {
        return Ok(());
    }
    position.play(colour, mv).map_err(|reason| RecordError::Illegal {
        number,
        text: text.to_owned(),
        reason,
    })
}

/// Sets stones up or takes them away. All that was played before becomes a
/// set-up too: the file describes a position, not how it came about.
fn set_up(
    position: &mut Position,
    colour: Option<Colour>,
    cells: &[String],
    number: usize,
) -> Result<(), RecordError> {
    let size = position.size();
    let cell = |text: &String| {
        let text = text.trim();
        dialect::cell(size, text).ok_or_else(|| RecordError::Word { number, text: short(text) })
    };
    let changed = cells.iter().map(cell).collect::<Result<CellSet, _>>()?;
    let mut board = Position::new(position.game().clone());
    for cell in CellSet::full(size).iter() {
        let stone = if changed.contains(cell) { colour } else { position.at(cell) };
        if let Some(colour) = stone {
            board.set_up(colour, cell).map_err(|reason| RecordError::Illegal {
                number,
                text: cell.name(size),
                reason,
            })?;
        }
    }
    // Whoever has fewer stones is to move, unless the file says otherwise.
    let [black, white] = Colour::ALL.map(|colour| board.stones(colour).len());
    board.declare(if black <= white { Colour::Black } else { Colour::White });
    *position = board;
    Ok(())
}
