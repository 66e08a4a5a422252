//! The commands of the solver: the winner of a position, and the moves that win.

use std::fmt::Write;

use kring_board::{Cell, Colour, Move, Position, Size, Symmetry, Turns, host::Instant};
use kring_literature::coin::{CoinValue, ExactChances, NoCoinValue};
use kring_solver::{ProofNumbers, SolverLimits, SolverProgress};

use super::solve_search::{reply, search, seconds, task, without_swap};
use super::solve_words;
use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, other};
use crate::session::Session;
use crate::session::evaluation::best;

pub fn solve(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    if let Some(winner) = session.position().winner() {
        return Ok(format!("{winner} move none positions 0 seconds 0.000 pv"));
    }
    if session.position().rules().turns == Turns::Random {
        return chance(session, arguments, colour);
    }
    let solution = search(&session.position().clone(), session, arguments, colour)?;
    let size = session.position().size();
    let line = reply(&solution, size);
    Ok(match without_swap(session, arguments, colour)? {
        Some(unswapped) => format!("{line}\nwithout-swap {}", reply(&unswapped, size)),
        None => line,
    })
}

/// The winner in MoHex's format, or in words for people.
pub fn solve_state(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour_or_turn(0, session.position())?;
    if arguments.option(1, "words")? {
        return solve_words::solve(session, arguments, colour);
    }
    let winner = match session.position().winner() {
        None => search(&session.position().clone(), session, arguments, colour)?.winner,
        decided => decided,
    };
    Ok(winner.map_or_else(|| "empty".to_owned(), |winner| winner.to_string()))
}

pub fn solve_openings(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let colour = arguments.colour(0)?;
    let can_be_swapped = session.position().can_be_swapped(colour);
    let position = match can_be_swapped {
        true => session.unswapped()?,
        false => session.position().clone(),
    };
    let openings = openings(&position, session, arguments, colour)?;
    let size = session.position().size();
    let (mut labels, mut shades) = (String::new(), String::new());
    // HexGui has no field for a swap: only the text names it.
    for (mv, wins) in openings.iter().filter(|(mv, _)| mv.cell().is_some()) {
        let name = mv.name(size);
        let (label, shade) = match wins {
            Some(true) => ("W", Some("1.000")),
            Some(false) => ("L", Some("0.000")),
            None => ("?", None),
        };
        let _ = write!(labels, " {name} {label}");
        shade.into_iter().for_each(|shade| shades.push_str(&format!(" {name} {shade}")));
    }
    let mut text = summary(&openings, colour, size);
    if can_be_swapped {
        let other = colour.other();
        text = format!("without the swap {text}; with it {other} wins: {other} swaps these");
    }
    Ok(format!("LABEL{labels}\nINFLUENCE{shades}\nTEXT {text}"))
}

/// The winning moves in MoHex's format, or as [`solve_openings`] shows them.
pub fn find_winning(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    if arguments.option(1, "graphics")? {
        return solve_openings(session, arguments);
    }
    let colour = arguments.colour(0)?;
    let openings = openings(&session.position().clone(), session, arguments, colour)?;
    let size = session.position().size();
    let wins = openings.iter().filter(|(_, wins)| *wins == Some(true));
    Ok(wins.map(|(mv, _)| mv.name(size)).collect::<Vec<_>>().join(" "))
}

/// The exact chance of the colour to move under random turns.
fn chance(session: &Session, arguments: &Arguments<'_>, colour: Colour) -> CommandResult {
    let (position, begin) = (session.position(), Instant::now());
    NoCoinValue::check(position.rules()).map_err(other)?;
    let no_swap = position.swap(colour).is_none() && position.ply() > 0;
    if position.rules().swap && !no_swap {
        return Err(other("the first stone can be swapped: no value of best play is known"));
    }
    let empty = position.empty_count();
    const MOST_EXACT: usize = CoinValue::MOST_EXACT;
    if empty > MOST_EXACT {
        return Err(other(format!(
            "{empty} cells are empty, and exact chances need at most {MOST_EXACT}: see coin-value"
        )));
    }
    let limits = session.solver.limits(session.sandbox.as_ref(), arguments.stop);
    let in_time = || limits.time.is_none_or(|time| begin.elapsed() < time);
    let go_on = |_| !limits.stop.is_set() && in_time();
    let Some(exact) = ExactChances::of(position, MOST_EXACT, &go_on) else {
        return Ok(format!("unknown positions 0 seconds {}", seconds(begin.elapsed())));
    };
    // A stone there gains half of the cell's pivotal chance.
    let (best, pivotal) = best(exact.pivotal).ok_or_else(|| other("the board is full"))?;
    let before = if colour == Colour::Black { exact.black } else { 1.0 - exact.black };
    let (name, fills) = (best.name(position.size()), 1u64 << empty);
    let time = seconds(begin.elapsed());
    Ok(format!(
        "chance value {:.10} move {name} positions {fills} seconds {time} pv {name}",
        before + pivotal / 2.0
    ))
}

/// Each move and whether it wins; none where a limit was reached first.
type SolvedMoves = Vec<(Move, Option<bool>)>;

/// Solves the position after each cell that the colour can play; the result of a legal swap follows
/// from these. The remaining time and positions are shared equally among the remaining cells.
fn openings(
    position: &Position,
    session: &mut Session,
    arguments: &Arguments<'_>,
    colour: Colour,
) -> CommandResult<SolvedMoves> {
    if position.winner().is_some() {
        return Err(other("the game is over: nobody is to move"));
    }
    let (solver, all, mut live) = task(position, session, arguments, colour)?;
    // On the empty board, openings that are equal by symmetry are solved once.
    let equal = (position.ply() == 0).then(|| Symmetry::first_equal_cells(position.game()));
    let first = |cell: Cell| equal.as_ref().map_or(cell, |equal| equal[cell.index()]);
    let legal = position.legal_cells(colour);
    let cells: Vec<Cell> = legal.iter().filter(|&cell| first(cell) == cell).collect();
    let (begin, mut positions) = (Instant::now(), 0);
    let (mut openings, mut solved) = (SolvedMoves::new(), Vec::new());
    for (i, &cell) in cells.iter().enumerate() {
        let mut after = position.clone();
        after.play_unchecked(colour, cell);
        let left = cells.len() - i;
        let limits = SolverLimits {
            time: all.time.map(|time| time.saturating_sub(begin.elapsed()) / left as u32),
            positions: all.positions.map(|most| most.saturating_sub(positions) / left as u64),
            ..all.clone()
        };
        let mut winner = after.winner();
        if winner.is_none() && !all.stop.is_set() {
            let watch = &mut |progress: &SolverProgress| {
                let line: Vec<Move> =
                    [Move::Cell(cell)].into_iter().chain(progress.line.iter().copied()).collect();
                live.show(&line, &solved, &format!("{i} of {} moves are solved", cells.len()));
            };
            let solution = solver.solve(&after, colour.other(), &limits, watch);
            positions += solution.positions;
            winner = solution.winner;
        }
        let wins = winner.map(|winner| winner == colour);
        solved.extend(wins.map(|wins| (cell, ProofNumbers::of(wins))));
        openings.push((Move::Cell(cell), wins));
        live.show(&[], &solved, &summary(&openings, colour, position.size()));
    }
    let wins = |cell| {
        let at = cells.iter().position(|solved| *solved == first(cell));
        (Move::Cell(cell), at.and_then(|at| openings[at].1))
    };
    let mut openings: SolvedMoves = legal.iter().map(wins).collect();
    openings.extend(position.swap(colour).map(|swap| (swap, swap_wins(&openings))));
    let summary = summary(&openings, colour, position.size());
    live.show_now(&[], &solved, &summary);
    log::info!("{summary} in {} s", seconds(begin.elapsed()));
    Ok(openings)
}

/// Whether a swap wins. It exchanges the sides, so it wins if every cell loses.
fn swap_wins(cells: &SolvedMoves) -> Option<bool> {
    if cells.iter().any(|(_, wins)| *wins == Some(true)) {
        return Some(false);
    }
    cells.iter().all(|(_, wins)| *wins == Some(false)).then_some(true)
}

fn summary(openings: &SolvedMoves, colour: Colour, size: Size) -> String {
    let count = |value| openings.iter().filter(|(_, wins)| *wins == value).count();
    let (wins, all, unknown) = (count(Some(true)), openings.len(), count(None));
    let unknown = match unknown {
        0 => String::new(),
        unknown => format!(", unknown {unknown}"),
    };
    let swap = openings.last().filter(|(mv, _)| mv.cell().is_none());
    let swap = swap.map_or_else(String::new, |(mv, wins)| match wins {
        Some(true) => format!(", {} wins", mv.name(size)),
        Some(false) => format!(", {} loses", mv.name(size)),
        None => format!(", {} is unknown", mv.name(size)),
    });
    format!("{colour} wins with {wins} of {all} moves{unknown}{swap}")
}
