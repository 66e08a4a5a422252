//! The network's raw policy and value for a position, in KataHex's format.

use std::fmt::Write;

use kring_agents::{RawEvaluation, Task};
use kring_board::{Cell, Colour, Position};

use super::dialog::unswapped;
use crate::engine::arguments::Arguments;
use crate::engine::failure::{CommandResult, other, syntax};
use crate::engine::info::owner;
use crate::engine::session::Session;

/// Whether there is nothing to choose. Agents must not be asked then.
pub(super) fn is_settled(position: &Position, colour: Colour) -> bool {
    position.winner().is_some() || position.legal_cells(colour).is_empty()
}

/// The cell with the largest number; the first of equals.
pub(super) fn best(numbers: Vec<(Cell, f64)>) -> Option<(Cell, f64)> {
    numbers.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Policy and value of a position: from the agent's network, or from a search if it has none. The
/// value of a decided game is its result. The swap is ignored: the network does not model it, so
/// the search does not see it either.
pub(super) fn evaluation(
    session: &Session,
    arguments: &Arguments<'_>,
    colour: Colour,
    view: usize,
) -> CommandResult<RawEvaluation> {
    let factory = &session.players[colour.index()].factory;
    let mut evaluation = match factory.raw_evaluation(session.position(), colour, view) {
        Some(evaluation) => evaluation,
        None if is_settled(session.position(), colour) => {
            RawEvaluation { win: 0.5, policy: Vec::new() }
        }
        None => {
            let limits = session.limits(colour, arguments.stop);
            let unswapped = without_swap(session)?;
            let position = unswapped.as_ref().unwrap_or(session.position());
            let mut rng = session.question_rng(position, colour);
            let task = Task { limits, ..Task::new(position, colour, &mut rng) };
            let choice = session.players[colour.index()].think(task)?;
            RawEvaluation { win: choice.value.unwrap_or(0.5), policy: choice.scores }
        }
    };
    if let Some(winner) = session.position().winner() {
        evaluation.win = if winner == colour { 1.0 } else { 0.0 };
    }
    let sum: f64 = evaluation.policy.iter().map(|(_, share)| share).sum();
    if sum > 0.0 {
        evaluation.policy.iter_mut().for_each(|(_, share)| *share /= sum);
    } else {
        let cells = session.position().legal_cells(colour);
        let share = 1.0 / cells.len().max(1) as f64;
        evaluation.policy = cells.iter().map(|cell| (cell, share)).collect();
    }
    Ok(evaluation)
}

/// The position in a game without the swap rule, if a swap is legal now or after the next move.
fn without_swap(session: &Session) -> CommandResult<Option<Position>> {
    let position = session.position();
    let matters = Colour::ALL
        .into_iter()
        .any(|colour| position.swap(colour).is_some() || position.can_be_swapped(colour));
    matters.then(|| unswapped(session)).transpose()
}

const SYMMETRIES: usize = 8;

pub fn raw_nn(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let word = &arguments.words[0];
    let numbers = match word.parse() {
        Ok(number @ 0..SYMMETRIES) => number..number + 1,
        _ if word.eq_ignore_ascii_case("all") => 0..SYMMETRIES,
        _ => return Err(syntax("expected all or a symmetry from 0 to 7")),
    };
    let untossed = || other("the coin has not been tossed: nobody is to move");
    let colour = session.position().turn().ok_or_else(untossed)?;
    let mut text = String::new();
    for number in numbers {
        if !text.is_empty() && arguments.stop.is_set() {
            break;
        }
        let evaluation = evaluation(session, arguments, colour, number)?;
        let _ = writeln!(text, "symmetry {number}");
        text.push_str(&raw_text(session.position(), colour, &evaluation));
    }
    Ok(text)
}

/// Value, policy and ownership. Hex has no score, so the score lines are 0.
fn raw_text(position: &Position, colour: Colour, evaluation: &RawEvaluation) -> String {
    let size = position.size();
    let white = if colour == Colour::White { evaluation.win } else { 1.0 - evaluation.win };
    let mut text =
        format!("whiteWin {white:.6}\nwhiteLoss {:.6}\nnoResult 0.000000\n", 1.0 - white);
    for line in [
        "whiteLead",
        "whiteScoreSelfplay",
        "whiteScoreSelfplaySq",
        "varTimeLeft",
        "shorttermWinlossError",
        "shorttermScoreError",
    ] {
        let _ = writeln!(text, "{line} 0.000");
    }
    let mut shares = vec![None; size.cells()];
    position.empty().iter().for_each(|cell| shares[cell.index()] = Some(0.0));
    evaluation.policy.iter().for_each(|&(cell, share)| shares[cell.index()] = Some(share));
    text.push_str("policy\n");
    for row in shares.chunks(size.columns()) {
        let cell = |share: &Option<f64>| match share {
            Some(share) => format!("{share:8.6} "),
            None => "    NAN ".to_owned(),
        };
        let _ = writeln!(text, "{}", row.iter().map(cell).collect::<String>());
    }
    let pass = if evaluation.policy.is_empty() { 1.0 } else { 0.0 };
    let _ = writeln!(text, "policyPass {pass:.6}\nwhiteOwnership");
    for row in 0..size.rows() {
        let cells = (0..size.columns()).filter_map(|column| Cell::at(size, column, row));
        let owners: String = cells.map(|cell| format!("{:.7} ", owner(position, cell))).collect();
        let _ = writeln!(text, "{owners}");
    }
    text
}
