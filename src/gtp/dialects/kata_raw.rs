//! The network's raw policy and value for a position, in KataHex's format.

use std::fmt::Write;

use kring_agents::RawEvaluation;
use kring_board::{Cell, Colour, Position};

use crate::gtp::call::Call;
use crate::gtp::failure::{CommandResult, other, syntax};
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::info::owner;
use crate::session::Ask;

const SYMMETRIES: usize = 8;

pub fn raw_nn(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let word = &call.arguments.words[0];
    let numbers = match word.parse() {
        Ok(number @ 0..SYMMETRIES) => number..number + 1,
        _ if word.eq_ignore_ascii_case("all") => 0..SYMMETRIES,
        _ => return Err(syntax("expected all or a symmetry from 0 to 7")),
    };
    let untossed = || other("the coin has not been tossed: nobody is to move");
    let colour = client.position().turn().ok_or_else(untossed)?;
    for (done, number) in numbers.enumerate() {
        if done > 0 && call.arguments.stop.is_set() {
            break;
        }
        let evaluation = client.session.evaluate(Ask::new(colour, call.arguments.stop), number)?;
        call.reply.text(format!("symmetry {number}\n"));
        call.reply.text(raw_text(client.position(), colour, &evaluation));
    }
    Ok(())
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
    for cell in position.empty().iter() {
        shares[cell.index()] = Some(0.0);
    }
    for &(cell, share) in &evaluation.policy {
        shares[cell.index()] = Some(share);
    }
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
