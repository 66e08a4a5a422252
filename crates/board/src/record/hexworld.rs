//! Links to HexWorld, with which players share games: `https://hexworld.org/board/#11c1,a10:sd4`.
//!
//! The `#` is followed by the size, flags of the drawing, a comma and the moves without
//! separators. Black moves first and colours alternate. A second comma is the cursor: the moves
//! after it lie ahead of the position that is shown.

use std::fmt::Write;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_till},
    character::complete::{alpha1, char, digit1},
    combinator::{consumed, map, map_opt, map_res, opt, peek, recognize, value, verify},
    multi::{many0, many0_count},
    sequence::preceded,
};

use super::{Bad, RecordError};
use crate::{
    Cell, Colour, IllegalMove, Move, Position, Rules, Size, Topology, Turns, chance,
    grammar::{Located, ParseResult, Spanned, blanks},
};

/// The beginning of every link.
const ADDRESS: &str = "https://hexworld.org/board/#";

/// The longest side that HexWorld draws.
const LONGEST: usize = 53;

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
    let mut text = format!("{ADDRESS}{}", size.columns());
    if !size.is_square() {
        let _ = write!(text, "x{}", size.rows());
    }
    let moves = moves_text(position);
    let comma = if moves.is_empty() { "" } else { "," };
    Ok(format!("{text}c1{comma}{moves}"))
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
    ["https://", "http://", "www.hexworld.org", "hexworld.org", "#"]
        .iter()
        .any(|word| begin.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
        && !text.contains('(')
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
    let (sides, ()) = expect(address, text, NOT_A_LINK)?;
    let (rest, columns) = expect(side, sides, WRONG_SIDE)?;
    let (rest, rows) = match rest.strip_prefix('x') {
        Some(rows) => expect(side, rows, WRONG_SIDE)?,
        None => (rest, columns),
    };
    let size = Size::new(columns, rows).map_err(|error| Spanned::new(sides, error.into()))?;
    let (rest, _) = expect(flags, rest, WRONG_FLAG)?;
    if !rest.is_empty() && !rest.starts_with(',') {
        return Err(wrong(rest, WRONG_FLAG));
    }
    let list = |text| opt(preceded(char(','), many0(|text| link_move(size, text)))).parse(text);
    let (rest, played) = expect(list, rest, WRONG_FLAG)?;
    let mut moves = played.unwrap_or_default();
    let shown = moves.len();
    let (rest, ahead) = expect(list, rest, WRONG_FLAG)?;
    moves.extend(ahead.unwrap_or_default());
    if !rest.is_empty() {
        return Err(Spanned::new(rest, RecordError::word(moves.len() + 1, first_word(rest))));
    }
    Ok((size, shown, moves))
}

/// Runs a parser at the beginning of a text; if it fails, the error points there.
fn expect<'a, T>(
    mut parser: impl FnMut(&'a str) -> ParseResult<'a, T>,
    text: &'a str,
    error: &str,
) -> Result<(&'a str, T), Bad<'a>> {
    parser(text).map_err(|_| wrong(text.trim_start(), error))
}

fn wrong<'a>(part: &'a str, error: &str) -> Bad<'a> {
    Spanned::new(part, RecordError::Text(error.to_owned()))
}

/// Everything before the size. The part after the `#` can also stand alone.
fn address(text: &str) -> ParseResult<'_, ()> {
    let site = (
        opt(alt((tag_no_case("https://"), tag_no_case("http://")))),
        opt(tag_no_case("www.")),
        tag_no_case("hexworld.org/"),
        take_till(|c| c == '#'),
        char('#'),
    );
    let begin = alt((recognize(site), tag("#"), peek(digit1)));
    value((), (blanks, begin)).parse(text)
}

/// A number of columns or rows.
fn side(text: &str) -> ParseResult<'_, usize> {
    verify(digits, |side| (1..=LONGEST).contains(side)).parse(text)
}

fn digits(text: &str) -> ParseResult<'_, usize> {
    map_res(digit1, str::parse).parse(text)
}

/// The flags of the drawing: rotation, mirror, numbers, colours.
fn flags(text: &str) -> ParseResult<'_, usize> {
    let rotation = preceded(char('r'), verify(digits, |turn| (1..=12).contains(turn)));
    let colours = preceded(char('c'), digit1);
    let flag = alt((value((), rotation), value((), colours), value((), alt((tag("m"), tag("n"))))));
    many0_count(flag).parse(text)
}

fn link_move(size: Size, text: &str) -> ParseResult<'_, LinkMove<'_>> {
    let special = alt((
        value((None, Move::Pass), tag(":p")),
        value((None, Move::SwapPieces), tag(":s")),
        value((None, Move::SwapSides), tag(":S")),
        // Resigned, or forfeited (for instance on time).
        value((Some(Colour::Black), Move::Resign), alt((tag(":rb"), tag(":fb")))),
        value((Some(Colour::White), Move::Resign), alt((tag(":rw"), tag(":fw")))),
    ));
    let cell = map_opt(recognize((alpha1, digit1)), |name| {
        Some((None, Move::Cell(Cell::from_name(size, name)?)))
    });
    map(consumed(alt((special, cell))), |(text, (mover, mv))| LinkMove { text, mover, mv })
        .parse(text)
}

/// The first word of a text, for an error; at least one character.
fn first_word(text: &str) -> &str {
    let rest = text.strip_prefix(':').unwrap_or(text);
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let first = text.chars().next().map_or(0, char::len_utf8);
    &text[..(text.len() - rest.len()).max(first)]
}
