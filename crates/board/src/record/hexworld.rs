//! Links to HexWorld, with which players share games: `https://hexworld.org/board/#11c1,a10:sd4`.
//!
//! The `#` is followed by the size, flags of the drawing, a comma and the moves without
//! separators. Black moves first and colours alternate. A second comma is the cursor: the moves
//! after it lie ahead of the position that is shown.

use super::{Bad, RecordError};
use crate::{
    Cell, Colour, IllegalMove, Move, Position, Rules, Size, Topology, Turns, chance,
    grammar::{Located, Spanned, after_digits, after_letters},
};

/// The beginning of every link.
const ADDRESS: &str = "https://hexworld.org/board/#";

/// The longest side that HexWorld draws.
const LONGEST: usize = 53;

/// The most moves of a link, played or ahead. The longest record has 4096.
const MOST_MOVES: usize = 10_000;

const NOT_A_LINK: &str = "this is not a HexWorld link such as https://hexworld.org/board/#11c1,a10";
const WRONG_SIDE: &str = "a HexWorld link begins with the size of the board: numbers from 1 to 53";
const WRONG_FLAG: &str = "expected a flag (r1 to r12, m, n, c1) or a comma and the moves";

/// Why a game has no link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLink {
    /// The game is not plain Hex.
    #[error("a HexWorld link holds plain Hex alone: no wrapped sides, seasons or random turns")]
    OtherRules,
    /// The game has stones that were set up.
    #[error("a HexWorld link holds moves alone, and stones were set up in this game")]
    SetUp,
}

/// The link of a game. If a colour moves twice in a row, the link contains a pass of the other
/// colour between the moves.
///
/// ```
/// use kring_board::record::hexworld;
/// let text = "https://hexworld.org/board/#11c1,a10:sd4:p";
/// let position = hexworld::load(text, None)?;
/// assert_eq!((position.ply(), hexworld::link(&position)?), (4, text.to_owned()));
/// let error = hexworld::load("hexworld.org/board/#5,a1b9", None).unwrap_err();
/// assert_eq!(error.to_string(), "move 2: 'b9' is not a move on this board (at character 25)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn link(position: &Position) -> Result<String, NoLink> {
    let (size, rules) = (position.size(), position.rules());
    let has_seasons = rules.seasons.count() > 1;
    if rules.topology != Topology::Rhombus || has_seasons || rules.turns == Turns::Random {
        return Err(NoLink::OtherRules);
    }
    if position.set_up_count() > 0 {
        return Err(NoLink::SetUp);
    }
    let sides = if size.is_square() { size.columns().to_string() } else { size.to_string() };
    let moves = moves_text(position);
    let comma = if moves.is_empty() { "" } else { "," };
    Ok(format!("{ADDRESS}{sides}c1{comma}{moves}"))
}

/// The moves of a game without separators.
fn moves_text(position: &Position) -> String {
    let mut text = String::new();
    let mut turn = Colour::Black;
    for (mover, mv) in position.moves() {
        if mover != turn && mv != Move::Resign {
            text.push_str(":p");
        }
        text += &match (mv, mover) {
            (Move::Cell(cell), _) => cell.name(position.size()),
            (Move::Pass, _) => ":p".to_owned(),
            (Move::SwapPieces, _) => ":s".to_owned(),
            (Move::SwapSides, _) => ":S".to_owned(),
            (Move::Resign, Colour::Black) => ":rb".to_owned(),
            (Move::Resign, Colour::White) => ":rw".to_owned(),
        };
        turn = if mv == Move::SwapSides { mover } else { mover.other() };
    }
    // A game file can declare that the same colour moves again.
    if position.winner().is_none() && position.turn() != Some(turn) {
        text.push_str(":p");
    }
    text
}

/// Whether a text looks like a link rather than SGF or the name of a file.
pub fn is_link(text: &str) -> bool {
    let begin = text.trim_start();
    let words = ["https://", "http://", "www.hexworld.org", "hexworld.org", "#"];
    words.iter().any(|word| after(begin, word).is_some()) && !text.contains('(')
}

/// The position that a link shows, or the one before its move number `before` (counted from one),
/// which may lie ahead. The rules are those of plain Hex, with the swap rule if the link contains
/// a swap.
pub fn load(text: &str, before: Option<usize>) -> Result<Position, Located<RecordError>> {
    read(text, before).map_err(|error| error.located(text))
}

fn read(text: &str, before: Option<usize>) -> Result<Position, Bad<'_>> {
    let (size, shown, moves) = parse(text.trim_end())?;
    let swaps = |mv: &LinkMove<'_>| match mv.mv {
        Move::SwapPieces => true,
        // On square boards this only exchanges the names of the players.
        Move::SwapSides => !size.is_square(),
        _ => false,
    };
    let rules = Rules { swap: moves.iter().any(swaps), ..Rules::default() };
    let mut position = Position::new(chance::game(size, rules, 0));
    let count = before.map_or(shown, |before| before.saturating_sub(1));
    for (number, mv) in (1..).zip(moves.into_iter().take(count)) {
        play(&mut position, &mv).map_err(|reason| {
            Spanned::new(mv.text, RecordError::illegal(number, mv.text, reason))
        })?;
    }
    Ok(position)
}

fn play(position: &mut Position, mv: &LinkMove<'_>) -> Result<(), IllegalMove> {
    let colour = mv.mover.or(position.turn()).unwrap_or(Colour::Black);
    let is_ignored = match mv.mv {
        // The players exchange names; the same colour is still to move.
        Move::SwapSides => position.swap(colour) != Some(Move::SwapSides),
        // A decided game cannot be resigned.
        Move::Resign => position.winner().is_some(),
        _ => false,
    };
    if is_ignored { Ok(()) } else { position.play(colour, mv.mv) }
}

/// A move of a link.
struct LinkMove<'a> {
    text: &'a str,
    /// The player; `None` for the colour to move.
    mover: Option<Colour>,
    mv: Move,
}

/// The size, the number of moves before the position that is shown, and all moves.
fn parse(text: &str) -> Result<(Size, usize, Vec<LinkMove<'_>>), Bad<'_>> {
    let sides = address(text).ok_or_else(|| wrong(text.trim_start(), NOT_A_LINK))?;
    let (columns, rest) = side(sides)?;
    let (rows, mut rest) = match rest.strip_prefix('x') {
        Some(rows) => side(rows)?,
        None => (columns, rest),
    };
    let size = Size::new(columns, rows).map_err(|error| Spanned::new(sides, error.into()))?;
    while let Some(after) = after_flag(rest) {
        rest = after;
    }
    if !rest.is_empty() && !rest.starts_with(',') {
        return Err(wrong(rest, WRONG_FLAG));
    }
    let mut moves = Vec::new();
    let rest = read_moves(size, rest, &mut moves);
    let shown = moves.len();
    let rest = read_moves(size, rest, &mut moves);
    if moves.len() == MOST_MOVES && link_move(size, rest).is_some() {
        return Err(wrong(rest, &format!("a link has at most {MOST_MOVES} moves")));
    }
    if !rest.is_empty() {
        return Err(Spanned::new(rest, RecordError::word(moves.len() + 1, first_word(rest))));
    }
    Ok((size, shown, moves))
}

fn wrong<'a>(part: &'a str, error: &str) -> Bad<'a> {
    Spanned::new(part, RecordError::Text(error.to_owned()))
}

/// What follows a word, in any case.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (begin, rest) = text.split_at_checked(word.len())?;
    begin.eq_ignore_ascii_case(word).then_some(rest)
}

/// What follows the address. The part after the `#` can also stand alone.
fn address(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let site = after(text, "https://").or(after(text, "http://")).unwrap_or(text);
    let site = after(site, "www.").unwrap_or(site);
    let page = after(site, "hexworld.org/").and_then(|page| page.split_once('#'));
    let is_size = text.starts_with(|c: char| c.is_ascii_digit());
    page.map(|(_, sides)| sides).or(text.strip_prefix('#')).or(is_size.then_some(text))
}

/// A number of columns or rows, and the rest.
fn side(text: &str) -> Result<(usize, &str), Bad<'_>> {
    let side = number(text).filter(|(side, _)| (1..=LONGEST).contains(side));
    side.ok_or_else(|| wrong(text.trim_start(), WRONG_SIDE))
}

fn number(text: &str) -> Option<(usize, &str)> {
    let rest = after_digits(text);
    Some((text[..text.len() - rest.len()].parse().ok()?, rest))
}

/// What follows a flag of the drawing: rotation, mirror, numbers, colours.
fn after_flag(text: &str) -> Option<&str> {
    let (flag, rest) = text.split_at_checked(1)?;
    match flag {
        "r" => number(rest).filter(|(turn, _)| (1..=12).contains(turn)).map(|(_, rest)| rest),
        "c" => Some(after_digits(rest)).filter(|after| after.len() < rest.len()),
        "m" | "n" => Some(rest),
        _ => None,
    }
}

/// Reads moves after a comma, up to the most that a link has in all; returns the rest.
fn read_moves<'a>(size: Size, text: &'a str, moves: &mut Vec<LinkMove<'a>>) -> &'a str {
    let Some(mut rest) = text.strip_prefix(',') else { return text };
    while moves.len() < MOST_MOVES
        && let Some((mv, after)) = link_move(size, rest)
    {
        moves.push(mv);
        rest = after;
    }
    rest
}

fn link_move(size: Size, text: &str) -> Option<(LinkMove<'_>, &str)> {
    let special = [
        (":p", None, Move::Pass),
        (":s", None, Move::SwapPieces),
        (":S", None, Move::SwapSides),
        // Resigned, or forfeited (for instance on time).
        (":rb", Some(Colour::Black), Move::Resign),
        (":fb", Some(Colour::Black), Move::Resign),
        (":rw", Some(Colour::White), Move::Resign),
        (":fw", Some(Colour::White), Move::Resign),
    ];
    let (name, mover, mv) = match special.into_iter().find(|(name, ..)| text.starts_with(name)) {
        Some(special) => special,
        None => {
            let name = &text[..text.len() - after_digits(after_letters(text)).len()];
            (name, None, Move::Cell(Cell::from_name(size, name)?))
        }
    };
    let (text, rest) = text.split_at(name.len());
    Some((LinkMove { text, mover, mv }, rest))
}

/// The first word of a text, for an error; at least one character.
fn first_word(text: &str) -> &str {
    let rest = after_digits(after_letters(text.strip_prefix(':').unwrap_or(text)));
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..(text.len() - rest.len()).max(first)]
}
