//! Searches of the solver for its commands: within the session's limits, with progress.

use std::time::Duration;

use kring_board::{Cell, Colour, Move, Position, Size, host::Instant};
use kring_solver::{ProofNumbers, Solution, Solver, SolverLimits, SolverProgress};

use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, other};
use crate::gtp::graphics::LiveSolver;
use crate::session::Session;

/// The solver of a position, the limits of the search, and where the progress is shown.
pub(super) type SolverTask<'s, 'a, 'b> = (&'s mut Solver, SolverLimits, LiveSolver<'a, 'b>);

/// The position is a copy: whatever happens to a search, the session keeps its own.
pub(super) fn task<'s, 'a, 'b>(
    position: &Position,
    session: &'s mut Session,
    arguments: &'a Arguments<'b>,
    colour: Colour,
) -> CommandResult<SolverTask<'s, 'a, 'b>> {
    let Session { solver, sandbox, live_graphics, .. } = session;
    let limits = solver.limits(sandbox.as_ref(), arguments.stop);
    let (is_on, size) = (*live_graphics || solver.shows_progress(), position.size());
    let live = LiveSolver { arguments, is_on, size, colour, last: Instant::now() };
    let megabytes = solver.memory(sandbox.as_ref());
    let solver = solver.kept.get(position.game(), megabytes).map_err(other)?;
    Ok((solver, limits, live))
}

/// Solves a position within the session's limits and shows the progress.
pub(super) fn search(
    position: &Position,
    session: &mut Session,
    arguments: &Arguments<'_>,
    colour: Colour,
) -> CommandResult<Solution> {
    let (solver, limits, mut live) = task(position, session, arguments, colour)?;
    let mut moves = Vec::new();
    let solution = solver.solve(position, colour, &limits, &mut |progress: &SolverProgress| {
        let searched = progress.moves.iter();
        moves = searched.filter_map(|found| Some((found.mv.cell()?, found.numbers))).collect();
        live.show(&progress.line, &moves, &progress_text(&moves, progress.positions));
    });
    if let Some(best) = solution.best.and_then(Move::cell) {
        moves.retain(|(cell, _)| *cell != best);
        moves.push((best, ProofNumbers::WIN));
    }
    // The last line searched means nothing without a proof.
    let (text, line) = match solution.winner {
        Some(winner) => (format!("{winner} wins"), &solution.line[..]),
        None => ("nobody is proved to win".to_owned(), &[][..]),
    };
    live.show_now(line, &moves, &format!("{text}, {} positions", solution.positions));
    log::info!("solve {colour}: {}", reply(&solution, position.size()));
    Ok(solution)
}

fn progress_text(moves: &[(Cell, ProofNumbers)], positions: u64) -> String {
    let lost = moves.iter().filter(|(_, bounds)| *bounds == ProofNumbers::LOSS).count();
    match moves.len() {
        0 => format!("{positions} positions"),
        all => format!("{lost} of {all} moves lose, {positions} positions"),
    }
}

/// The line that `solve` answers.
pub(super) fn reply(solution: &Solution, size: Size) -> String {
    let name = |mv: Move| mv.name(size);
    let work = format!("positions {} seconds {}", solution.positions, seconds(solution.time));
    match solution.winner {
        Some(winner) => {
            let best = solution.best.map_or_else(|| "none".to_owned(), name);
            let line: String = solution.line.iter().map(|mv| format!(" {}", name(*mv))).collect();
            format!("{winner} move {best} {work} pv{line}")
        }
        None => {
            let proof = ProofNumbers::name(solution.numbers.proof);
            let disproof = ProofNumbers::name(solution.numbers.disproof);
            format!("unknown proof {proof} disproof {disproof} {work}")
        }
    }
}

pub(super) fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// The solution of the same position without the swap rule, if the next stone can be swapped: then
/// the rule alone decides who wins.
pub(super) fn without_swap(
    session: &mut Session,
    arguments: &Arguments<'_>,
    colour: Colour,
) -> CommandResult<Option<Solution>> {
    if !session.position().can_be_swapped(colour) {
        return Ok(None);
    }
    let position = session.unswapped()?;
    search(&position, session, arguments, colour).map(Some)
}
