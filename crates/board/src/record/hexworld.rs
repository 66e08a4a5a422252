//! Links to HexWorld, with which players share games: `https://hexworld.org/board/#11c1,a10:sd4`.
//!
//! The `#` is followed by the size, flags of the drawing, a comma and the moves without
//! separators. Black moves first and colours alternate. A second comma is the cursor: the moves
//! after it lie ahead of the position that is shown.

use nom::{
    Err, Finish, Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_till, take_while},
    character::complete::{anychar, char, digit1, usize},
    combinator::{consumed, map, opt, peek, recognize, value, verify},
    multi::{many_m_n, many0_count},
    sequence::preceded,
};

use super::{Bad, RecordError};
use crate::{
    Cell, Colour, IllegalMove, Move, Position, Rules, Size, Topology, Turns, chance,
    grammar::{Located, ParseResult, Problem, Spanned, blanks},
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
    let size = position.size();
    let rules = position.rules();
    let has_seasons = rules.seasons.count() > 1;
    if rules.topology != Topology::Rhombus || has_seasons || rules.turns == Turns::Random {
        return Err(NoLink::OtherRules);
    }
    if !position.setup().stones.is_empty() {
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
    let begin = alt((
        tag_no_case("https://"),
        tag_no_case("http://"),
        tag_no_case("www.hexworld.org"),
        tag_no_case("hexworld.org"),
        tag("#"),
    ));
    let link: ParseResult<'_, _, ()> = preceded(blanks, begin).parse(text);
    link.is_ok() && !text.contains('(')
}

/// The position that a link shows, or the one before its move number `before` (counted from one),
/// which may lie ahead. The rules are those of plain Hex, with the swap rule if the link contains
/// a swap.
pub fn load(text: &str, before: Option<usize>) -> Result<Position, Located<RecordError>> {
    read(text, before).map_err(|error| error.located(text))
}

fn read(text: &str, before: Option<usize>) -> Result<Position, Bad<'_>> {
    let link = parse(text.trim_end()).finish();
    let link = link.map_err(|problem| problem.named(|| RecordError::Text(NOT_A_LINK.to_owned())));
    let (_, Link { size, shown, moves }) = link?;
    // Only the second move can exchange the sides in a way that the rules know.
    let swaps_sides = moves.get(1).is_some_and(|second| second.mv == Move::SwapSides);
    let swap = swaps_sides || moves.iter().any(|mv| mv.mv == Move::SwapPieces);
    let rules = Rules { swap, ..Rules::default() };
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
        // Later in a game the players only exchange their names; the same colour is still to move.
        Move::SwapSides => position.swap(colour).is_none(),
        // Nobody can resign a finished game.
        Move::Resign => position.winner().is_some(),
        _ => false,
    };
    if is_ignored { Ok(()) } else { position.repeat(colour, mv.mv) }
}

/// What a link says.
struct Link<'a> {
    size: Size,
    /// The number of moves before the position that is shown.
    shown: usize,
    moves: Vec<LinkMove<'a>>,
}

/// A move of a link.
struct LinkMove<'a> {
    text: &'a str,
    /// The player; `None` for the colour to move.
    mover: Option<Colour>,
    mv: Move,
}

type LinkResult<'a, T> = ParseResult<'a, T, RecordError>;

fn parse(text: &str) -> LinkResult<'_, Link<'_>> {
    let begin = preceded(blanks, address).parse(text);
    let (sides, _) = begin.map_err(|_| wrong(text.trim_start(), NOT_A_LINK))?;
    let (rest, columns) = side(sides)?;
    let (rest, rows) = opt(preceded(char('x'), side)).parse(rest)?;
    let size = Size::new(columns, rows.unwrap_or(columns))
        .map_err(|error| Spanned::new(sides, error.into()))?;
    let (rest, _) = many0_count(flag).parse(rest)?;
    if !rest.is_empty() && !rest.starts_with(',') {
        return Err(wrong(rest, WRONG_FLAG).into());
    }
    let list = |most| opt(preceded(char(','), many_m_n(0, most, |text| link_move(size, text))));
    let (rest, played) = list(MOST_MOVES).parse(rest)?;
    let mut moves = played.unwrap_or_default();
    let shown = moves.len();
    let (rest, ahead) = list(MOST_MOVES - shown).parse(rest)?;
    moves.extend(ahead.unwrap_or_default());
    if moves.len() == MOST_MOVES && link_move(size, rest).is_ok() {
        return Err(wrong(rest, &format!("a link has at most {MOST_MOVES} moves")).into());
    }
    if !rest.is_empty() {
        let error = RecordError::word(moves.len() + 1, first_word(rest));
        return Err(Spanned::new(rest, error).into());
    }
    Ok((rest, Link { size, shown, moves }))
}

fn wrong<'a>(part: &'a str, error: &str) -> Bad<'a> {
    Spanned::new(part, RecordError::Text(error.to_owned()))
}

/// Everything before the size. The part after the `#` can also stand alone.
fn address(text: &str) -> LinkResult<'_, &str> {
    let site = (
        opt(alt((tag_no_case("https://"), tag_no_case("http://")))),
        opt(tag_no_case("www.")),
        tag_no_case("hexworld.org/"),
        take_till(|c| c == '#'),
        char('#'),
    );
    alt((recognize(site), tag("#"), peek(digit1))).parse(text)
}

/// A number of columns or rows.
fn side(text: &str) -> LinkResult<'_, usize> {
    let side = verify(usize, |side| (1..=LONGEST).contains(side)).parse(text);
    side.map_err(|_: Err<Problem<'_, ()>>| wrong(text.trim_start(), WRONG_SIDE).into())
}

/// A flag of the drawing: rotation, mirror, numbers, colours.
fn flag(text: &str) -> LinkResult<'_, &str> {
    let turn = verify(usize, |turn| (1..=12).contains(turn));
    let rotation = recognize((char('r'), turn));
    let colours = recognize((char('c'), digit1));
    alt((rotation, colours, tag("m"), tag("n"))).parse(text)
}

fn link_move(size: Size, text: &str) -> LinkResult<'_, LinkMove<'_>> {
    let black = Some(Colour::Black);
    let white = Some(Colour::White);
    let special = alt((
        value((None, Move::Pass), tag(":p")),
        value((None, Move::SwapPieces), tag(":s")),
        value((None, Move::SwapSides), tag(":S")),
        // Resigned, or forfeited (for instance on time).
        value((black, Move::Resign), alt((tag(":rb"), tag(":fb")))),
        value((white, Move::Resign), alt((tag(":rw"), tag(":fw")))),
    ));
    let cell = map(|text| Cell::read(size, text), |cell| (None, Move::Cell(cell)));
    map(consumed(alt((special, cell))), |(text, (mover, mv))| LinkMove { text, mover, mv })
        .parse(text)
}

/// The first word of a text, for an error; at least one character.
fn first_word(text: &str) -> &str {
    // nom's `alpha0` and `digit0` (8.0.0) return a wrong rest at the end of a text.
    let letters = take_while(|c: char| c.is_ascii_alphabetic());
    let digits = take_while(|c: char| c.is_ascii_digit());
    let word = recognize((opt(char(':')), letters, digits));
    let word = verify(word, |word: &str| !word.is_empty());
    let first: ParseResult<'_, _, ()> = alt((word, recognize(anychar))).parse(text);
    first.map_or(text, |(_, word)| word)
}
