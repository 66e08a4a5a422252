//! Searches of the solver for its commands, which show the progress.

use std::time::Duration;

use kring_board::{Cell, Colour, Move, Size, host::Instant};
use kring_solver::{ProofNumbers, Solution, SolverProgress};

use crate::gtp::call::Call;
use crate::gtp::failure::CommandResult;
use crate::gtp::graphics::LiveSolver;
use crate::gtp::gtp_session::GtpSession;
use crate::gtp::reply::Reply;
use crate::session::{SolvedMove, SolvedMovesProgress, SolverAsk};

/// Where the progress of a search is shown.
fn live<'a, 'b>(
    client: &GtpSession,
    reply: &'a mut Reply<'b>,
    colour: Colour,
) -> LiveSolver<'a, 'b> {
    let is_on = client.live_graphics || client.live_solver;
    LiveSolver { reply, is_on, size: client.position().size(), colour, last: Instant::now() }
}

/// Solves the position and shows the progress.
pub fn search(
    client: &mut GtpSession,
    call: &mut Call<'_>,
    colour: Colour,
) -> CommandResult<Solution> {
    let ask = SolverAsk { colour, stop: call.arguments.stop, with_swap: true };
    ask_solver(client, &mut call.reply, ask)
}

/// The solution of the same position without the swap rule, if the next stone can be swapped: then
/// the rule alone decides who wins.
pub fn search_without_swap(
    client: &mut GtpSession,
    call: &mut Call<'_>,
    colour: Colour,
) -> CommandResult<Option<Solution>> {
    if !client.position().can_be_swapped(colour) {
        return Ok(None);
    }
    let ask = SolverAsk { colour, stop: call.arguments.stop, with_swap: false };
    ask_solver(client, &mut call.reply, ask).map(Some)
}

fn ask_solver(
    client: &mut GtpSession,
    reply: &mut Reply<'_>,
    ask: SolverAsk<'_>,
) -> CommandResult<Solution> {
    let size = client.position().size();
    let mut live = live(client, reply, ask.colour);
    let mut moves: Vec<(Cell, ProofNumbers)> = Vec::new();
    let solution = client.session.solve(ask, &mut |progress: &SolverProgress| {
        let searched = progress.moves.iter();
        moves = searched.filter_map(|found| Some((found.mv.cell()?, found.numbers))).collect();
        live.show(&progress.line, &moves, &progress_text(&moves, progress.positions));
    })?;
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
    log::info!("solve {}: {}", ask.colour, solution_line(&solution, size));
    Ok(solution)
}

/// Solves the position after each move of the colour and shows the progress.
pub fn search_moves(
    client: &mut GtpSession,
    reply: &mut Reply<'_>,
    ask: SolverAsk<'_>,
) -> CommandResult<Vec<SolvedMove>> {
    let colour = ask.colour;
    let size = client.position().size();
    let begin = Instant::now();
    let mut live = live(client, reply, colour);
    // The moves that were searched: those that are equal by symmetry are not drawn.
    let mut searched: Vec<(Cell, ProofNumbers)> = Vec::new();
    let moves = client.session.solve_moves(ask, &mut |progress: SolvedMovesProgress<'_>| {
        let SolvedMovesProgress { moves, all, line } = progress;
        searched = proved(moves);
        let text = if line.is_empty() {
            summary(moves, colour, size)
        } else {
            format!("{} of {all} moves are solved", moves.len())
        };
        live.show(line, &searched, &text);
    })?;
    let summary = summary(&moves, colour, size);
    live.show_now(&[], &searched, &summary);
    log::info!("{summary} in {} s", seconds(begin.elapsed()));
    Ok(moves)
}

/// The cells whose result is proved.
fn proved(moves: &[SolvedMove]) -> Vec<(Cell, ProofNumbers)> {
    let proved = |solved: &SolvedMove| Some((solved.mv.cell()?, ProofNumbers::of(solved.wins?)));
    moves.iter().filter_map(proved).collect()
}

/// How many moves win, in words.
pub fn summary(moves: &[SolvedMove], colour: Colour, size: Size) -> String {
    let count = |value| moves.iter().filter(|solved| solved.wins == value).count();
    let wins = count(Some(true));
    let all = moves.len();
    let unknown = match count(None) {
        0 => String::new(),
        unknown => format!(", unknown {unknown}"),
    };
    let swap = moves.last().filter(|solved| solved.mv.cell().is_none());
    let swap = swap.map_or_else(String::new, |swap| {
        let name = swap.mv.name(size);
        match swap.wins {
            Some(true) => format!(", {name} wins"),
            Some(false) => format!(", {name} loses"),
            None => format!(", {name} is unknown"),
        }
    });
    format!("{colour} wins with {wins} of {all} moves{unknown}{swap}")
}

fn progress_text(moves: &[(Cell, ProofNumbers)], positions: u64) -> String {
    let lost = moves.iter().filter(|(_, bounds)| *bounds == ProofNumbers::LOSS).count();
    match moves.len() {
        0 => format!("{positions} positions"),
        all => format!("{lost} of {all} moves lose, {positions} positions"),
    }
}

/// The line that `solve` answers.
pub fn solution_line(solution: &Solution, size: Size) -> String {
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

pub fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
