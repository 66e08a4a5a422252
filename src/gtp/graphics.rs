//! Evaluations of agents and searches of the solver in the graphics language of GoGui and HexGui.

use std::{fmt::Write, time::Duration};

use kring_agents::Choice;
use kring_board::{Cell, CellSet, Colour, Move, Position, Size, Turns, host::Instant};
use kring_solver::{INFINITE, ProofNumbers};

use super::reply::Reply;

pub(super) const LIVE_EVERY: Duration = Duration::from_millis(500);

/// Labels, shades and a line of text. HexGui reads every word between the
/// shades and the text as a shade, so the labels come first.
pub fn heat_map(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let labels = match labels(choice, size, |visits| visits.to_string()) {
        none if none.is_empty() => none,
        some => format!("LABEL{some}\n"),
    };
    // A question to an agent can be repeated, but not the time that it takes.
    let mut repeatable = choice.clone();
    repeatable.counters.retain(|(name, _)| *name != "seconds");
    let text = text(&repeatable, position, colour);
    format!("{labels}INFLUENCE{}\n{text}", shades(choice, size, 3))
}

/// A block of live graphics. HexGui reads it in exactly this order, and needs at least one expected
/// move. It writes shades and labels into the cells, so both are short.
pub fn live_block(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let shown = match position.rules().turns {
        Turns::Alternating => usize::MAX,
        // The coin decides who moves after that.
        Turns::Random => 1,
    };
    let moves = numbered(expected(choice).iter().take(shown), colour, size);
    let shades = shades(choice, size, 2);
    let labels = labels(choice, size, short_count);
    let text = text(choice, position, colour);
    format!("gogui-gfx:\nuct\nVAR{moves}\nINFLUENCE{shades}\nLABEL{labels}\n{text}\n\n")
}

/// A block of live graphics that shows a text in HexGui's status line.
pub fn message(text: &str) -> String {
    format!("gogui-gfx:\nab\nVAR\nLABEL\nTEXT {text}\n\n")
}

/// The moves of a line that HexGui draws as numbered stones.
fn numbered<'a>(moves: impl Iterator<Item = &'a Move>, first: Colour, size: Size) -> String {
    let mut mover = first;
    let numbered = |mv: &Move| {
        let text = format!(" {} {}", mover.letter(), mv.name(size));
        // After a swap of sides the same colour is to move.
        mover = if *mv == Move::SwapSides { mover } else { mover.other() };
        text
    };
    moves.map(numbered).collect()
}

/// The principal variation, the next move first.
pub(super) fn variation(choice: &Choice, position: &Position) -> String {
    let moves = expected(choice).iter().filter(|mv| **mv != Move::Resign);
    moves.map(|mv| mv.name(position.size())).collect::<Vec<_>>().join(" ")
}

fn expected(choice: &Choice) -> &[Move] {
    if choice.variation.is_empty() { std::slice::from_ref(&choice.mv) } else { &choice.variation }
}

/// Cells and numbers up to 1. They are relative to the best cell, so that even 32×32 cells with
/// equal chances differ visibly from occupied ones. Cells that a search did not visit, and those
/// below a hundredth of the best, are left out: HexGui paints a 0 as strongly as a 1, only in
/// another colour. The numbers of an agent that stands in for this one are not shown.
fn shades(choice: &Choice, size: Size, digits: usize) -> String {
    if choice.other.is_some() {
        return String::new();
    }
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
    let is_own = choice.other.is_none();
    choice.visits.iter().filter(move |(_, visits)| is_own && *visits > 0)
}

/// The chosen move and its chance, that of an open swap, and the counters.
fn text(choice: &Choice, position: &Position, colour: Colour) -> String {
    let size = position.size();
    let mut text = format!("TEXT {colour} {}", choice.mv.name(size));
    if let Some(other) = &choice.other {
        let _ = write!(text, ", {}: the move of {}", other.why, other.agent);
        return text;
    }
    if let Some(value) = choice.value {
        let _ = write!(text, ", {:.1} %", 100.0 * value);
        let moves = choice.considered(position, colour, None);
        if let Some(swap) = moves.iter().find(|found| found.is_swap() && found.mv != choice.mv) {
            let _ = write!(text, ", {} {:.1} %", swap.mv.name(size), 100.0 * swap.win_rate);
        }
    }
    for (name, number) in &choice.counters {
        let digits = if number.fract() == 0.0 { 0 } else { 3 };
        let _ = write!(text, ", {name} {number:.digits$}");
    }
    text
}

/// Writes blocks of live graphics of the solver if the client wants them.
pub(super) struct LiveSolver<'a, 'b> {
    pub reply: &'a mut Reply<'b>,
    pub is_on: bool,
    pub size: Size,
    pub colour: Colour,
    pub last: Instant,
}

impl LiveSolver<'_, '_> {
    /// Shows the state if the last block is old enough.
    pub fn show(&mut self, line: &[Move], bounds: &[(Cell, ProofNumbers)], text: &str) {
        if self.last.elapsed() >= LIVE_EVERY {
            self.show_now(line, bounds, text);
        }
    }

    pub fn show_now(&mut self, line: &[Move], bounds: &[(Cell, ProofNumbers)], text: &str) {
        self.last = Instant::now();
        if self.is_on {
            self.reply.live(&solver_block(self.size, self.colour, line, bounds, text));
        }
    }
}

/// A block of the solver that HexGui draws: the line as numbered stones, moves that win green,
/// moves that lose red, and the bounds of the others.
pub fn solver_block(
    size: Size,
    colour: Colour,
    line: &[Move],
    bounds: &[(Cell, ProofNumbers)],
    text: &str,
) -> String {
    let moves = numbered(line.iter().take_while(|mv| mv.cell().is_some()), colour, size);
    let short = |number: u32| match number {
        INFINITE => "inf".to_owned(),
        number => short_count(number.into()),
    };
    let label = |(cell, bounds): &(Cell, ProofNumbers)| {
        let label = match *bounds {
            ProofNumbers::UNSEARCHED => return String::new(),
            ProofNumbers::WIN => "W".to_owned(),
            ProofNumbers::LOSS => "L".to_owned(),
            ProofNumbers { proof, disproof } => format!("{}@@{}", short(proof), short(disproof)),
        };
        format!(" {} {label}", cell.name(size))
    };
    let labels: String = bounds.iter().map(label).collect();
    format!("gogui-gfx:\ndfpn\nVAR{moves}\nLABEL{labels}\nTEXT {text}\n\n")
}
