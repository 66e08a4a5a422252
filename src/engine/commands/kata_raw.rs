//! The network's own view of a position, as KataHex writes it.

use std::fmt::Write;

use kring_agents::RawEvaluation;
use kring_board::{Cell, Colour, Position, Rules};

use super::{
    super::{command::Arguments, info::owner, session::Question},
    dialog::{made_again, with_rules},
};
use crate::engine::{command::Failure, session::Session};

type Answer = Result<String, Failure>;

/// Whether there is nothing to choose: no agent can be asked then.
pub(super) fn is_settled(position: &Position, colour: Colour) -> bool {
    position.winner().is_some() || position.legal_cells(colour).is_empty()
}

/// What is known of a position without a search: by the agent's network, or by
/// the scores of its choice. A decided game has its result for a value. The swap
/// does not count: the network knows nothing of it, so an agent is not told of it either.
pub(super) fn evaluation(
    session: &mut Session,
    arguments: &Arguments<'_>,
    colour: Colour,
    view: usize,
) -> Result<RawEvaluation, Failure> {
    let factory = &session.players[colour.index()].factory;
    let mut evaluation = match factory.raw_evaluation(&session.position, colour, view) {
        Some(evaluation) => evaluation,
        None if is_settled(&session.position, colour) => {
            RawEvaluation { win: 0.5, policy: Vec::new() }
        }
        None => {
            let limits = session.limits(colour, arguments.stop);
            let question = Question { limits, allowed: None, endless: false, watch: None };
            let choice = match without_swap(session)? {
                Some(position) => session.analyse_other(&position, colour, question)?,
                None => session.analyse(colour, question)?,
            };
            RawEvaluation { win: choice.value.unwrap_or(0.5), policy: choice.scores }
        }
    };
    if let Some(winner) = session.position.winner() {
        evaluation.win = if winner == colour { 1.0 } else { 0.0 };
    }
    let sum: f64 = evaluation.policy.iter().map(|(_, share)| share).sum();
    if sum > 0.0 {
        evaluation.policy.iter_mut().for_each(|(_, share)| *share /= sum);
    } else {
        let cells = session.position.legal_cells(colour);
        let share = 1.0 / cells.len().max(1) as f64;
        evaluation.policy = cells.iter().map(|cell| (cell, share)).collect();
    }
    Ok(evaluation)
}

/// The position in a game without the swap, if a swap is open or can follow.
fn without_swap(session: &Session) -> Result<Option<Position>, Failure> {
    let position = &session.position;
    let matters = Colour::ALL
        .into_iter()
        .any(|colour| position.swap(colour).is_some() || position.can_be_swapped(colour));
    let game = || with_rules(session, Rules { swap: false, ..position.rules().clone() });
    matters.then(|| made_again(position, game())).transpose()
}

/// The symmetries of KataHex: eight numbers, or all of them.
const SYMMETRIES: usize = 8;

pub fn raw_nn(session: &mut Session, arguments: &Arguments<'_>) -> Answer {
    let word = &arguments.words[0];
    let numbers = match word.parse() {
        Ok(number @ 0..SYMMETRIES) => number..number + 1,
        _ if word.eq_ignore_ascii_case("all") => 0..SYMMETRIES,
        _ => return Err(Failure::Syntax("expected all or a symmetry from 0 to 7".to_owned())),
    };
    let untossed = || Failure::Other("the coin has not been tossed: nobody is to move".to_owned());
    let colour = session.position.turn().ok_or_else(untossed)?;
    let mut text = String::new();
    for number in numbers {
        let evaluation = evaluation(session, arguments, colour, number)?;
        let _ = writeln!(text, "symmetry {number}");
        text.push_str(&raw_text(&session.position, colour, &evaluation));
    }
    Ok(text)
}

/// Value, policy and owners of the cells. Hex has no score: those lines are 0.
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
