//! The solver's results in words, for people who use the menu of a client.

use kring_board::{Colour, Move, Size};
use kring_solver::Solution;

use super::solve_search::{search, seconds, without_swap};
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::CommandResult;
use crate::session::Session;

/// Who wins, by which move, and what a swap changes; or which limit ended the search.
pub fn solve(session: &mut Session, arguments: &Arguments<'_>, colour: Colour) -> CommandResult {
    if let Some(winner) = session.position().winner() {
        return Ok(format!("{winner} has won"));
    }
    let size = session.position().size();
    if let Some(unswapped) = without_swap(session, arguments, colour)? {
        let other = colour.other();
        let unswapped = verdict(&unswapped, size, &limit(session, arguments));
        return Ok(format!(
            "{other} wins: {other} swaps a first move that wins, and no other\n\
             without the swap: {unswapped}"
        ));
    }
    let solution = search(&session.position().clone(), session, arguments, colour)?;
    let swaps = solution.best.filter(|best| best.cell().is_none());
    let without = swaps.map(|_| format!("\nwithout the swap: {} wins", colour.other()));
    Ok(verdict(&solution, size, &limit(session, arguments)) + &without.unwrap_or_default())
}

/// What ended a search without a proof.
fn limit(session: &Session, arguments: &Arguments<'_>) -> String {
    let limits = session.solver.limits(session.sandbox.as_ref(), arguments.stop);
    let time = limits.time.map(|time| format!("within {} s", time.as_secs_f64()));
    let positions = limits.positions.map(|most| format!("within {most} positions"));
    match arguments.stop.is_set() {
        true => "before it was stopped".to_owned(),
        false => time.into_iter().chain(positions).collect::<Vec<_>>().join(" and "),
    }
}

fn verdict(solution: &Solution, size: Size, limit: &str) -> String {
    let work = format!("{} positions, {} s", solution.positions, seconds(solution.time));
    let name = |mv: &Move| mv.name(size);
    match (solution.winner, &solution.best) {
        (Some(winner), Some(best)) => {
            let line: Vec<String> = solution.line.iter().map(name).collect();
            format!("{winner} wins by {} ({work})\nexpected: {}", name(best), line.join(" "))
        }
        (Some(winner), None) => format!("{winner} wins, whatever is played ({work})"),
        (None, _) => format!("no proof {limit} ({work})"),
    }
}
