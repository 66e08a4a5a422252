//! Commands of KataHex: a position is set up, and a move is generated that is always a cell.

use std::time::Instant;

use kring_board::{Cell, Colour, Move, Position, Turns};

use super::kata_raw::{evaluation, is_settled};
use crate::engine::{Arguments, CommandFailure, CommandResult, Session, info::infos, syntax};

/// The stones come in any number and order. Black is to move, unless a coin decides.
pub fn set_position(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let size = session.position.size();
    let mut position = Position::new(session.position.game().clone());
    for pair in arguments.words.chunks(2) {
        let [colour, word] = pair else {
            return Err(syntax("expected pairs of COLOR CELL"));
        };
        let cell = session.coordinates.read_cell(size, word)?;
        position
            .set_up(colour.parse()?, cell)
            .map_err(|reason| CommandFailure::illegal(size, Move::Cell(cell), reason))?;
    }
    if position.rules().turns == Turns::Alternating {
        position.declare(Colour::Black);
    }
    session.continue_from(position)
}

/// Plays a cell as long as one is empty, even in a decided game or where a swap is better. On a
/// full board it answers `pass`.
pub fn genmove_debug(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let begin = Instant::now();
    let mv = match is_settled(&session.position, colour) {
        true => {
            let policy = evaluation(session, arguments, colour, 0)?.policy;
            best(policy).map_or(Move::Pass, Move::Cell)
        }
        false => {
            let choice = session.think(colour, arguments)?;
            let infos = infos(&choice, &session.position, colour, None);
            let searched = infos.into_iter().map(|info| info.mv);
            let legal = session.position.legal_cells(colour);
            let cell = std::iter::once(choice.mv).chain(searched).find_map(Move::cell);
            cell.or_else(|| legal.iter().next()).map_or(Move::Pass, Move::Cell)
        }
    };
    session.make(colour, mv, begin)
}

/// The most likely cell; the first of equals.
fn best(policy: Vec<(Cell, f64)>) -> Option<Cell> {
    let better = |best: (Cell, f64), next: (Cell, f64)| if next.1 > best.1 { next } else { best };
    policy.into_iter().reduce(better).map(|(cell, _)| cell)
}

pub fn clear_cache(session: &mut Session, _: &Arguments<'_>) -> CommandResult {
    session.rebuild_agents();
    Ok(String::new())
}
