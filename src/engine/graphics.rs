//! An agent's evaluation in the graphics language of GoGui and HexGui.

use std::{fmt::Write, time::Duration};

use kring_agents::Choice;
use kring_board::{Cell, CellSet, Colour, Move, Position, Size, Turns};

/// The time between two blocks of live graphics.
pub const LIVE_EVERY: Duration = Duration::from_millis(500);

/// Labels, shades and a line of text. HexGui reads every word between the
/// shades and the text as a shade, so the labels come first.
pub fn heat_map(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let labels = match labels(choice, size, |visits| visits.to_string()) {
        none if none.is_empty() => none,
        some => format!("LABEL{some}\n"),
    };
    format!("{labels}INFLUENCE{}\n{}", shades(choice, size, 3), text(choice, size, colour))
}

/// A block of live graphics. HexGui reads it in exactly this order, and needs
/// at least one expected move. It writes shades and labels into the cells, so
/// both are short.
pub fn live_block(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let shown = match position.rules().turns {
        Turns::Alternating => usize::MAX,
        // The coin decides who moves after that.
        Turns::Random => 1,
    };
    let mut moves = String::new();
    let mut mover = colour;
    for mv in expected(choice).iter().take(shown) {
        let letter = if mover == Colour::Black { 'B' } else { 'W' };
        let _ = write!(moves, " {letter} {}", mv.name(size));
        // After a swap of sides the same colour is to move.
        mover = if *mv == Move::SwapSides { mover } else { mover.other() };
    }
    let (shades, labels) = (shades(choice, size, 2), labels(choice, size, short_count));
    let text = text(choice, size, colour);
    format!("gogui-gfx:\nuct\nVAR{moves}\nINFLUENCE{shades}\nLABEL{labels}\n{text}\n\n")
}

/// The principal variation, the next move first.
pub fn variation(choice: &Choice, position: &Position) -> String {
    let moves = expected(choice).iter().filter(|mv| **mv != Move::Resign);
    moves.map(|mv| mv.name(position.size())).collect::<Vec<_>>().join(" ")
}

fn expected(choice: &Choice) -> &[Move] {
    if choice.variation.is_empty() { std::slice::from_ref(&choice.mv) } else { &choice.variation }
}

/// Cells and numbers up to 1. They are relative to the best cell, so that even 32×32 cells with
/// equal chances differ visibly from occupied ones. Cells that a search did not visit, and those
/// below a hundredth of the best, are left out: HexGui paints a 0 as strongly as a 1, only in
/// another colour.
fn shades(choice: &Choice, size: Size, digits: usize) -> String {
    let best = choice.scores.iter().map(|(_, score)| *score).fold(f64::MIN_POSITIVE, f64::max);
    let visited: CellSet = visited(choice).map(|(cell, _)| *cell).collect();
    let mut text = String::new();
    for (cell, score) in &choice.scores {
        let shade = (score / best).clamp(0.0, 1.0);
        let is_searched = choice.visits.is_empty() || visited.contains(*cell);
        if is_searched && shade >= 0.01 {
            let _ = write!(text, " {} {shade:.digits$}", cell.name(size));
        }
    }
    text
}

/// The visits of each cell.
fn labels(choice: &Choice, size: Size, count: impl Fn(u64) -> String) -> String {
    visited(choice).map(|(cell, n)| format!(" {} {}", cell.name(size), count(*n))).collect()
}

/// A number in at most four characters, as long as it is below a billion.
fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

fn visited(choice: &Choice) -> impl Iterator<Item = &(Cell, u64)> {
    choice.visits.iter().filter(|(_, visits)| *visits > 0)
}

fn text(choice: &Choice, size: Size, colour: Colour) -> String {
    let mut text = format!("TEXT {colour} {}", choice.mv.name(size));
    if let Some(value) = choice.value {
        let _ = write!(text, ", {:.1} %", 100.0 * value);
    }
    for (name, number) in &choice.counters {
        let digits = if number.fract() == 0.0 { 0 } else { 3 };
        let _ = write!(text, ", {name} {number:.digits$}");
    }
    text
}

#[cfg(test)]
mod tests {
    use kring_board::{Rules, chance};

    use super::*;

    fn position(rules: &str) -> Position {
        let rules: Rules = rules.parse().unwrap();
        Position::new(chance::game(Size::new(2, 2).unwrap(), rules, 1))
    }

    /// a1 was visited often, b1 once, a2 and b2 never.
    fn searched() -> Choice {
        Choice {
            scores: vec![(Cell(0), 0.5), (Cell(1), 0.05), (Cell(2), 0.0), (Cell(3), 0.1)],
            visits: vec![(Cell(0), 12_345), (Cell(1), 1), (Cell(2), 0), (Cell(3), 0)],
            value: Some(0.5),
            ..Choice::plain(Move::Cell(Cell(0)))
        }
    }

    #[test]
    fn hexgui_finds_nothing_but_shades_of_visited_cells_before_the_text() {
        let text = heat_map(&searched(), &position("hex"), Colour::Black);
        assert_eq!(text, "LABEL a1 12345 b1 1\nINFLUENCE a1 1.000 b1 0.100\nTEXT black a1, 50.0 %");
        let fills = Choice { visits: Vec::new(), ..searched() };
        let text = heat_map(&fills, &position("hex"), Colour::Black);
        assert_eq!(text, "INFLUENCE a1 1.000 b1 0.100 b2 0.200\nTEXT black a1, 50.0 %");
        let nothing = heat_map(&Choice::plain(Move::Resign), &position("hex"), Colour::White);
        assert_eq!(nothing, "INFLUENCE\nTEXT white resign");
    }

    #[test]
    fn a_live_block_has_every_line_in_the_order_of_hexgui() {
        let block = live_block(&searched(), &position("hex"), Colour::White);
        assert_eq!(
            block,
            "gogui-gfx:\nuct\nVAR W a1\nINFLUENCE a1 1.00 b1 0.10\nLABEL a1 12k b1 1\n\
             TEXT white a1, 50.0 %\n\n"
        );
        let plain = live_block(&Choice::plain(Move::SwapPieces), &position("hex"), Colour::White);
        assert_eq!(
            plain,
            "gogui-gfx:\nuct\nVAR W swap-pieces\nINFLUENCE\nLABEL\nTEXT white swap-pieces\n\n"
        );
    }

    #[test]
    fn moves_are_expected_in_turn_unless_a_coin_says_who_is_next() {
        let moves = vec![Move::Cell(Cell(0)), Move::Cell(Cell(1))];
        let choice = Choice { variation: moves, ..searched() };
        let line = |rules| {
            let block = live_block(&choice, &position(rules), Colour::White);
            block.lines().nth(2).unwrap().to_owned()
        };
        assert_eq!(line("hex"), "VAR W a1 B b1");
        assert_eq!(line("random-turn"), "VAR W a1");
    }
}
