//! The lines of an analysis in the formats of KataGo and Leela Zero: `info move ...`.

use std::fmt::Write;

use kring_agents::{Candidate, Choice, lower_bound};
use kring_board::{CellSet, Colour, Move, Position, Size};

use crate::engine::coordinates::CoordinateSystem;

/// A candidate of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysedMove {
    pub mv: Move,
    pub visits: u64,
    /// The chance to win of the analysed colour.
    pub win_rate: f64,
    pub prior: f64,
    pub variation: Vec<Move>,
    pub variation_visits: Vec<u64>,
}

impl AnalysedMove {
    /// A move that was not searched.
    pub fn plain(mv: Move, win_rate: f64, prior: f64) -> AnalysedMove {
        let (variation, variation_visits) = (vec![mv], vec![1]);
        AnalysedMove { mv, visits: 1, win_rate, prior, variation, variation_visits }
    }
}

impl From<&Candidate> for AnalysedMove {
    fn from(candidate: &Candidate) -> AnalysedMove {
        AnalysedMove {
            mv: candidate.mv,
            visits: candidate.visits,
            win_rate: candidate.win_rate,
            prior: candidate.prior,
            variation: candidate.variation.clone(),
            variation_visits: candidate.variation_visits.clone(),
        }
    }
}

/// The allowed moves of a choice, the best first. If the agent has no candidates, they follow
/// from its scores. A legal swap is one of the moves, unless only some cells are allowed.
pub fn infos(
    choice: &Choice,
    position: &Position,
    colour: Colour,
    allowed: Option<&CellSet>,
) -> Vec<AnalysedMove> {
    if !choice.candidates.is_empty() {
        return choice.candidates.iter().map(AnalysedMove::from).collect();
    }
    let mut infos = infos_of_cells(choice, allowed);
    if let Some(swap) = position.swap(colour).filter(|_| allowed.is_none()) {
        let is_chosen = choice.mv == swap;
        // A swap exchanges the chances of both sides.
        let value = choice.value.map_or(0.5, |value| if is_chosen { value } else { 1.0 - value });
        let variation_visits = vec![0];
        let info =
            AnalysedMove { visits: 0, variation_visits, ..AnalysedMove::plain(swap, value, 0.0) };
        infos.insert(if is_chosen { 0 } else { infos.len() }, info);
    }
    infos
}

fn infos_of_cells(choice: &Choice, allowed: Option<&CellSet>) -> Vec<AnalysedMove> {
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
        AnalysedMove::plain(mv, win_rate.clamp(0.0, 1.0), if sum > 0.0 { score / sum } else { 0.0 })
    };
    scores.iter().map(info).collect()
}

/// The program whose format the lines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfoStyle {
    Kata,
    LeelaZero,
}

/// The format and content of the lines.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoFormat {
    pub style: InfoStyle,
    pub coordinates: CoordinateSystem,
    pub size: Size,
    /// The most moves in a line.
    pub most: usize,
    pub variation_visits: bool,
    /// A number for each cell, if the client wants them.
    pub ownership: Option<String>,
}

impl InfoFormat {
    /// One line with all moves; none if there are no moves.
    pub fn line(&self, infos: &[AnalysedMove]) -> Option<String> {
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

    fn info(&self, order: usize, info: &AnalysedMove) -> String {
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

#[cfg(test)]
mod tests {
    use kring_board::{Cell, Rules, chance};

    use super::*;

    #[test]
    fn numbers_are_written_as_c_writes_them() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (0.503_212_345, "0.503212"),
            (-0.000_088_914_04, "-8.8914e-05"),
            (0.000_123_456_78, "0.000123457"),
            (0.999_999_99, "1"),
            (14.493_26, "14.4933"),
            (1_234_567.0, "1.23457e+06"),
            (0.000_099_999_999, "0.0001"),
        ] {
            assert_eq!(significant(number), text);
        }
    }

    fn searched() -> Choice {
        let candidate = |cell: u16, visits| Candidate {
            mv: Move::Cell(Cell(cell)),
            visits,
            win_rate: 0.25,
            prior: 0.123_456_789,
            variation: vec![Move::Cell(Cell(cell)), Move::Cell(Cell(2))],
            variation_visits: vec![visits, 3],
        };
        let candidates = vec![candidate(0, 12), candidate(1, 4)];
        Choice { candidates, ..Choice::plain(Move::Cell(Cell(0))) }
    }

    fn format(style: InfoStyle) -> InfoFormat {
        InfoFormat {
            style,
            coordinates: CoordinateSystem::Plain,
            size: Size::new(2, 2).unwrap(),
            most: 1,
            variation_visits: false,
            ownership: None,
        }
    }

    /// What a choice of white says after black a1, with or without the swap.
    fn infos_of(choice: &Choice, rules: &str, allowed: Option<&CellSet>) -> Vec<AnalysedMove> {
        let rules: Rules = rules.parse().unwrap();
        let mut position = Position::new(chance::game(Size::new(3, 3).unwrap(), rules, 1));
        position.place(Colour::Black, Cell(0));
        infos(choice, &position, Colour::White, allowed)
    }

    #[test]
    fn a_line_has_the_fields_of_katago_in_their_order() {
        let infos = infos_of(&searched(), "hex", None);
        assert_eq!(
            format(InfoStyle::Kata).line(&infos).unwrap(),
            "info move a1 visits 12 utility -0.5 winrate 0.25 scoreMean 0 scoreStdev 0 scoreLead 0 \
             scoreSelfplay 0 prior 0.123457 lcb 0.005 utilityLcb -0.99 order 0 pv a1 a2\n"
        );
        let both = InfoFormat { most: 9, variation_visits: true, ..format(InfoStyle::LeelaZero) };
        assert_eq!(
            both.line(&infos).unwrap(),
            "info move a1 visits 12 winrate 2500 prior 1235 lcb 50 order 0 pv a1 a2 pvVisits 12 3 \
             info move b1 visits 4 winrate 2500 prior 1235 lcb -1744 order 1 pv b1 a2 pvVisits 4 3\n"
        );
        assert_eq!(format(InfoStyle::Kata).line(&[]), None);
    }

    #[test]
    fn scores_stand_for_a_search() {
        let scores = vec![(Cell(0), 0.1), (Cell(1), 0.3), (Cell(2), 0.1)];
        let choice = Choice { scores, value: Some(0.75), ..Choice::plain(Move::Cell(Cell(2))) };
        let got = |choice: &Choice, rules| -> Vec<_> {
            infos_of(choice, rules, None).iter().map(|i| (i.mv, i.win_rate)).collect()
        };
        let cell = |n| Move::Cell(Cell(n));
        assert_eq!(got(&choice, "hex"), [(cell(2), 0.75), (cell(1), 0.3), (cell(0), 0.1)]);
        assert_eq!(got(&choice, "hex swap=on").last(), Some(&(Move::SwapPieces, 0.25)));
        let swap = Choice { mv: Move::SwapPieces, ..choice.clone() };
        assert_eq!(got(&swap, "hex swap=on")[0], (Move::SwapPieces, 0.75));
        let only: CellSet = [Cell(0)].into_iter().collect();
        let restricted = infos_of(&choice, "hex swap=on", Some(&only));
        assert_eq!(restricted, [AnalysedMove::plain(cell(0), 0.1, 1.0)]);
        assert_eq!(infos_of(&Choice::plain(Move::Resign), "hex", None), []);
    }
}
