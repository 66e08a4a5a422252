//! The lines of an analysis in the formats of KataGo and Leela Zero: `info move ...`.

use std::fmt::Write;

use kring_agents::Candidate;
use kring_board::{Colour, Move, Position, Size};

use super::coordinates::CoordinateSystem;

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
    /// The most cells in a line.
    pub max_moves: usize,
    /// Whether the visits of the variation are written.
    pub variation_visits: bool,
    /// A number for each cell, if the client wants them.
    pub ownership: Option<String>,
}

impl InfoFormat {
    /// One line with all moves; none if there are no moves. However few are wanted, an open swap
    /// is one of them.
    pub fn line(&self, infos: &[Candidate]) -> Option<String> {
        let total = infos.iter().map(|info| info.visits).sum();
        let mut cells = 0;
        let is_shown = |info: &&Candidate| {
            cells += usize::from(!info.is_swap());
            info.is_swap() || cells <= self.max_moves
        };
        let shown = infos.iter().filter(is_shown).enumerate();
        let moves = shown.map(|(order, info)| self.info(order, info, total));
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

    fn info(&self, order: usize, info: &Candidate, total: u64) -> String {
        let rate = info.win_rate;
        let prior = info.prior;
        let bound = info.lower_bound(total);
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

/// A number with six significant digits, as `%g` of C writes it, and so KataGo. By hand, because the
/// standard library has no such format, C's own cannot be called without `unsafe`, and one format is
/// no reason for a crate that has all of `printf`.
pub fn significant(number: f64) -> String {
    let scientific = format!("{number:.5e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
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
