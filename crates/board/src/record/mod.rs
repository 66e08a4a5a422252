//! Games as text: SGF as HexGui writes it, extended by the rules, and links to HexWorld.
//!
//! ```
//! use kring_board::{Colour, Position, Rules, Size, chance, record};
//! let game = chance::game(Size::new(5, 5)?, Rules::default(), 1);
//! let position = record::load("(;SZ[5];B[c3];W[b4])", &game, 1, None)?;
//! assert_eq!((position.ply(), position.turn()), (2, Some(Colour::Black)));
//! assert!(record::save(&position).ends_with("\n;B[c3]\n;W[b4])\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotated;
mod dialect;
pub mod hexworld;
mod sgf;

use std::{
    fmt::Write,
    io::{self, Read},
    path::Path,
    sync::Arc,
};

pub use annotated::{Annotations, MoveNote, save_annotated};
use dialect::SgfDialect;
pub use sgf::escaped;
use sgf::{SgfNode, SgfProperty, SgfValue};

use crate::{
    CellSet, Colour, Game, IllegalMove, Move, Position, RulesError, SeasonMap, Setup, Size, chance,
    files,
    grammar::{Located, Spanned},
    word::short,
};

/// The longest file that is read; every game is shorter.
const LONGEST: u64 = 1 << 20;

/// Why a text is not a game that can be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is neither SGF nor a link, or of another game, or a word in it is not a move.
    #[error("{0}")]
    Text(String),
    /// The size, the rules or the map are invalid.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// A move against the rules.
    #[error("{0}")]
    Illegal(String),
}

impl RecordError {
    /// A word that is neither a move nor a cell; moves are counted from one.
    fn word(number: usize, word: &str) -> RecordError {
        let word = short(word);
        RecordError::Text(format!("move {number}: '{word}' is not a move on this board"))
    }

    fn illegal(number: usize, mv: &str, reason: IllegalMove) -> RecordError {
        RecordError::Illegal(format!("move {number}: {mv} {reason}"))
    }
}

/// The text of a game: the content of a regular file, or the link itself if the path is one.
pub fn read(path: impl AsRef<Path>) -> io::Result<String> {
    if let Some(link) = path.as_ref().to_str().filter(|name| hexworld::is_link(name)) {
        return Ok(link.to_owned());
    }
    let mut bytes = Vec::new();
    files::open(path.as_ref())?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("the file is over 1 MiB, longer than any game"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The game as SGF. HexGui can read it; `RU` and `SM` hold the rules and the season map, so that
/// Kring can continue the game.
pub fn save(position: &Position) -> String {
    save_annotated(position, &Annotations::default())
}

/// The root node: the board, the rules, the result and the stones that were set up.
fn root(position: &Position) -> String {
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
        let _ = write!(text, "RE[{}+]", winner.letter());
    }
    let stones = &position.setup().stones;
    for &(colour, cell) in stones {
        let _ = write!(text, "A{}[{}]", colour.letter(), cell.name(size));
    }
    if !stones.is_empty()
        && let Some(turn) = position.first_declared()
    {
        let _ = write!(text, "PL[{}]", turn.letter());
    }
    text
}

/// The names of black and white, if the text of a game has them.
pub fn players(text: &str) -> [Option<String>; 2] {
    let nodes = sgf::main_line(text).unwrap_or_default();
    let name = |key| {
        let name = sgf::root_value(&nodes, key)?.text().to_owned();
        Some(name).filter(|name| !name.is_empty())
    };
    [name("PB"), name("PW")]
}

/// The position at the end of a game's main line, or before its move number `before` (counted from
/// one). Rules that the file does not name are those of `current`; a season map that it does not
/// name is drawn from the seed. The text can also be a link to HexWorld, which implies plain Hex.
pub fn load(
    text: &str,
    current: &Arc<Game>,
    seed: u64,
    before: Option<usize>,
) -> Result<Position, Located<RecordError>> {
    if hexworld::is_link(text) {
        return hexworld::load(text, before);
    }
    read_game(text, current, seed, before).map_err(|error| error.located(text))
}

/// An error in a part of a file.
type Bad<'a> = Spanned<'a, RecordError>;

fn read_game<'a>(
    text: &'a str,
    current: &Arc<Game>,
    seed: u64,
    before: Option<usize>,
) -> Result<Position, Bad<'a>> {
    let nodes = sgf::main_line(text)?;
    let dialect = SgfDialect::of(&nodes);
    let mut reader = GameReader {
        position: Position::new(game_of(&nodes, current, seed)?),
        pending: None,
        moves: 0,
    };
    for (name, values) in nodes.iter().flat_map(ordered) {
        let value = &values[0];
        match name.as_str() {
            "B" | "W" if before.is_some_and(|before| reader.moves + 1 >= before) => break,
            "B" | "W" => reader.play(&dialect, name, value)?,
            "AB" => reader.set_up(Some(Colour::Black), values)?,
            "AW" => reader.set_up(Some(Colour::White), values)?,
            "AE" => reader.set_up(None, values)?,
            "PL" if value.text().starts_with(['B', 'b']) => reader.declare(Colour::Black),
            "PL" if value.text().starts_with(['W', 'w']) => reader.declare(Colour::White),
            _ => {}
        }
    }
    reader.put_up();
    Ok(reader.position)
}

/// A node's properties in the order in which they take effect, which SGF leaves open: stones
/// first, then the colour to move, then the move.
fn ordered<'n, 'a>(node: &'n SgfNode<'a>) -> impl Iterator<Item = &'n SgfProperty<'a>> {
    let stage = |name: &str| match name {
        "AB" | "AW" | "AE" => 0,
        "PL" => 1,
        _ => 2,
    };
    (0..3).flat_map(move |s| node.iter().filter(move |(name, _)| stage(name) == s))
}

/// The game that the root node describes.
fn game_of<'a>(
    nodes: &[SgfNode<'a>],
    current: &Arc<Game>,
    seed: u64,
) -> Result<Arc<Game>, Bad<'a>> {
    let root = |key| sgf::root_value(nodes, key);
    let at = |value: &SgfValue<'a>, error: Spanned<'_, RulesError>| {
        Spanned::new(value.span(error.span), RecordError::Rules(error.error))
    };
    if let Some(number) = root("GM").filter(|number| number.text() != "11") {
        let error = RecordError::Text(format!("game number {}: Hex is GM[11]", number.text()));
        return Err(Spanned::new(number.span(number.text()), error));
    }
    let size = match root("SZ") {
        Some(sides) => Size::read(sides.text(), "xX:").map_err(|error| at(sides, error))?,
        None => Size::STANDARD,
    };
    let mut rules = match root("RU") {
        // Other programs write other texts here, such as `Hex`; they are ignored.
        Some(rules) => rules.text().parse().unwrap_or_else(|_| current.rules().clone()),
        None => current.rules().clone(),
    };
    let mut texts = sgf::moves(nodes).flat_map(|(_, values)| values);
    rules.swap |= texts.any(|value| dialect::is_swap(value.text()));
    let keeps_map = current.size() == size && current.rules().seasons == rules.seasons;
    Ok(match root("SM") {
        Some(map) => {
            let seasons = SeasonMap::read(size, &rules.seasons, map.text());
            Game::new(size, rules, seasons.map_err(|error| at(map, error))?)
        }
        None if keeps_map => Game::new(size, rules, current.map().clone()),
        None => chance::game(size, rules, seed),
    })
}

/// A game while its nodes are read.
struct GameReader {
    position: Position,
    /// The stones of a set-up that is not in the position yet: to build a position costs as much
    /// as all its stones, and a set-up can be any number of properties.
    pending: Option<PendingSetup>,
    /// The number of moves so far.
    moves: usize,
}

/// The stones of both colours after a set-up, and the colour to move if the file names it.
struct PendingSetup {
    stones: [CellSet; 2],
    turn: Option<Colour>,
}

impl GameReader {
    fn play<'a>(
        &mut self,
        dialect: &SgfDialect,
        property: &str,
        value: &SgfValue<'a>,
    ) -> Result<(), Bad<'a>> {
        self.put_up();
        self.moves += 1;
        let position = &mut self.position;
        let number = self.moves;
        let text = value.text();
        let bad = |error| Spanned::new(value.span(text), error);
        let colour = dialect.mover(property);
        let mv = dialect.mv(position, colour, text);
        let mv = mv.ok_or_else(|| bad(RecordError::word(number, text)))?;
        // Clients that do not detect wins record the resignation of a decided game.
        if mv == Move::Resign && position.winner().is_some() {
            return Ok(());
        }
        position.repeat(colour, mv).map_err(|reason| {
            // Other programs record a pass as an empty value.
            let name = if text.is_empty() { mv.name(position.size()) } else { text.to_owned() };
            bad(RecordError::illegal(number, &name, reason))
        })
    }

    /// Sets stones up or removes them. Earlier moves become set-up stones, too: the file describes
    /// a position and not the moves that led to it.
    fn set_up<'a>(
        &mut self,
        colour: Option<Colour>,
        cells: &[SgfValue<'a>],
    ) -> Result<(), Bad<'a>> {
        let size = self.position.size();
        let cell = |value: &SgfValue<'a>| {
            let text = value.text();
            let error = || Spanned::new(value.span(text), RecordError::word(self.moves, text));
            dialect::cell(size, text).ok_or_else(error)
        };
        let changed = cells.iter().map(cell).collect::<Result<CellSet, _>>()?;
        let before = match &self.pending {
            Some(pending) => pending.stones,
            None => Colour::each(|colour| *self.position.stones(colour)),
        };
        let mut stones = before.map(|stones| stones.without(&changed));
        if let Some(colour) = colour {
            let own = &mut stones[colour.index()];
            *own = own.or(&changed);
        }
        self.pending = Some(PendingSetup { stones, turn: None });
        Ok(())
    }

    fn declare(&mut self, turn: Colour) {
        match &mut self.pending {
            Some(pending) => pending.turn = Some(turn),
            None => self.position.declare(turn),
        }
    }

    /// Puts the stones of a set-up into a new position.
    fn put_up(&mut self) {
        let Some(PendingSetup { stones, turn }) = self.pending.take() else { return };
        let mut setup = Setup::default();
        for cell in stones[0].or(&stones[1]).iter() {
            let is_black = stones[Colour::Black.index()].contains(cell);
            let colour = if is_black { Colour::Black } else { Colour::White };
            setup.stones.push((colour, cell));
        }
        // The colour with fewer stones is to move, unless the file says otherwise.
        let [black, white] = stones.map(|stones| stones.len());
        let fewer = if black <= white { Colour::Black } else { Colour::White };
        setup.turn = Some(turn.unwrap_or(fewer));
        let game = self.position.game().clone();
        self.position =
            Position::from_setup(game, setup).expect("each cell of the board comes once");
    }
}
