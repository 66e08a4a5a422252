//! The lines of an analysis in the formats of KataGo and Leela Zero: `info move ...`.

use std::fmt::Write;

use kring_agents::{Candidate, Choice, lower_bound};
use kring_board::{CellSet, Colour, Move, Position, Size};

use super::CoordinateSystem;

/// A move that was not searched, with this number of visits.
pub fn unsearched(mv: Move, visits: u64, win_rate: f64, prior: f64) -> Candidate {
    let (variation, variation_visits) = (vec![mv], vec![visits]);
    Candidate { mv, visits, win_rate, prior, variation, variation_visits }
}

/// The allowed moves of a choice, the best first. If the agent has no candidates, they follow
/// from its scores. A legal swap is one of the moves, unless only some cells are allowed.
pub fn infos(
    choice: &Choice,
    position: &Position,
    colour: Colour,
    allowed: Option<&CellSet>,
) -> Vec<Candidate> {
    if !choice.candidates.is_empty() {
        return choice.candidates.clone();
    }
    let mut infos = infos_of_cells(choice, allowed);
    if let Some(swap) = position.swap(colour).filter(|_| allowed.is_none()) {
        let is_chosen = choice.mv == swap;
        // A swap exchanges the chances of both sides.
        let value = choice.value.map_or(0.5, |value| if is_chosen { value } else { 1.0 - value });
        let info = unsearched(swap, 0, value, 0.0);
        infos.insert(if is_chosen { 0 } else { infos.len() }, info);
    }
    infos
}

fn infos_of_cells(choice: &Choice, allowed: Option<&CellSet>) -> Vec<Candidate> {
    let is_allowed = |mv: &Move| {
        let cell = mv.cell();
        cell.is_some_and(|cell| allowed.is_none_or(|allowed| allowed.contains(cell)))
    };
    let scores = choice.scores.iter().map(|(cell, score)| (Move::Cell(*cell), *score));
    let mut scores: Vec<(Move, f64)> = scores.filter(|(mv, _)| is_allowed(mv)).collect();
    if scores.is_empty() && is_allowed(&choice.mv) {
        scores.push((choice.mv, 1.0));
    }
    let sum: f64 = scores.iter().map(|(_, score)| score).sum();
    // The agent's own move comes first, whatever its scores are.
    scores.sort_by(|a, b| (b.0 == choice.mv, b.1).partial_cmp(&(a.0 == choice.mv, a.1)).unwrap());
    let info = |&(mv, score): &(Move, f64)| {
        let win_rate = match choice.value {
            Some(value) if mv == choice.mv => value,
            Some(_) => score,
            None => 0.5,
        };
        unsearched(mv, 1, win_rate.clamp(0.0, 1.0), if sum > 0.0 { score / sum } else { 0.0 })
    };
    scores.iter().map(info).collect()
}

/// The program whose format the lines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfoStyle {
    /// KataGo and KataHex.
    Kata,
    /// Leela Zero.
    LeelaZero,
}

/// The format and content of the lines.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoFormat {
    /// The program.
    pub style: InfoStyle,
    /// How cells are named.
    pub coordinates: CoordinateSystem,
    /// The size of the board.
    pub size: Size,
    /// The most moves in a line.
    pub most: usize,
    /// Whether the visits of the variation are written.
    pub variation_visits: bool,
    /// A number for each cell, if the client wants them.
    pub ownership: Option<String>,
}

impl InfoFormat {
    /// One line with all moves; none if there are no moves.
    pub fn line(&self, infos: &[Candidate]) -> Option<String> {
        let moves = infos.iter().take(self.most).enumerate().map(|(order, i)| self.info(order, i));
        let mut line = moves.collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            return None;
        }
        if let Some(ownership) = &self.ownership {
            let _ = write!(line, " ownership {ownership}");
        }
        line.push('\n');
        Some(line)
    }

    fn info(&self, order: usize, info: &Candidate) -> String {
        let (rate, prior, bound) =
            (info.win_rate, info.prior, lower_bound(info.win_rate, info.visits));
        let mut text = format!("info move {} visits {}", self.name(info.mv), info.visits);
        let _ = match self.style {
            InfoStyle::Kata => write!(
                text,
                " utility {} winrate {} scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0 prior \
                 {} lcb {} utilityLcb {}",
                significant(2.0 * rate - 1.0),
                significant(rate),
                significant(prior),
                significant(bound),
                significant(2.0 * bound - 1.0),
            ),
            InfoStyle::LeelaZero => {
                let [rate, prior, bound] = [rate, prior, bound].map(|x| (10_000.0 * x).round());
                write!(text, " winrate {rate} prior {prior} lcb {bound}")
            }
        };
        let moves: String =
            info.variation.iter().map(|mv| format!(" {}", self.name(*mv))).collect();
        let _ = write!(text, " order {order} pv{moves}");
        if self.variation_visits {
            let visits: String = info.variation_visits.iter().map(|n| format!(" {n}")).collect();
            let _ = write!(text, " pvVisits{visits}");
        }
        text
    }

    fn name(&self, mv: Move) -> String {
        self.coordinates.write(self.size, mv)
    }
}

/// The owner of a cell: 1 for a white stone, -1 for a black one. Kring has no estimate for empty
/// cells.
pub fn owner(position: &Position, cell: kring_board::Cell) -> f64 {
    match position.at(cell) {
        Some(Colour::White) => 1.0,
        Some(Colour::Black) => -1.0,
        None => 0.0,
    }
}

/// A number with six significant digits, as `%g` of C writes it.
pub fn significant(number: f64) -> String {
    let scientific = format!("{number:.5e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match exponent.parse::<i32>() {
        Ok(exponent @ -4..6) => trim(&format!("{number:.*}", (5 - exponent) as usize)),
        Ok(exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", trim(mantissa), exponent.abs())
        }
        Err(_) => scientific,
    }
}
