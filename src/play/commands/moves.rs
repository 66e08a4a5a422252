//! Moves, hints and analysis.

use kring_board::{Colour, Move};

use super::CommandDone;
use crate::gtp::CommandFailure;
use crate::play::game::{TerminalGame, chance};
use crate::play::turns::{SHOWN, percent};
use crate::session::Ask;

/// Takes moves back to the last move of a person; without people, one move.
pub fn undo(game: &mut TerminalGame, _: &str) -> CommandDone {
    let position = game.position();
    let moves: Vec<(Colour, _)> = position.moves().collect();
    let is_watched = game.is_watched();
    let own = |number: &usize| is_watched || game.was_person(*number, moves[*number].0);
    let to = (0..moves.len()).rev().find(own).ok_or_else(|| match moves.len() {
        0 => CommandFailure::Undo.to_string(),
        _ => "cannot undo: you have not moved yet".to_owned(),
    })?;
    for _ in to..moves.len() {
        game.session.game_mut().undo();
    }
    game.moved();
    let names = moves[to..].iter().map(|(_, mv)| mv.name(game.position().size()));
    let names: Vec<String> = names.collect();
    game.say(format!("taken back: {}", names.join(" ")));
    Ok(())
}

pub fn hint(game: &mut TerminalGame, _: &str) -> CommandDone {
    let turn = game.turn()?;
    let swap = game.position().swap(turn);
    if swap.is_some()
        && swap == Some(game.ask(|session, stop| session.think(Ask::new(turn, stop)))?.mv)
    {
        game.say(format!("hint: swap, the stone is worth more than {turn}'s best answer"));
        return Ok(());
    }
    if game.candidates.is_empty() {
        game.analyse(if game.analysis { SHOWN } else { 1 })?;
    }
    let Some(best) = game.candidates.first() else { return Ok(()) };
    let chance = chance(best).map(|rate| format!(", {turn} wins {}", percent(rate)));
    let name = best.mv.name(game.position().size());
    let text = format!("hint: {name}{}", chance.unwrap_or_default());
    game.say(text);
    if !game.analysis {
        game.candidates.clear();
        // The text is enough; the board need not be drawn.
        game.is_changed = false;
    }
    Ok(())
}

pub fn swap(game: &mut TerminalGame, _: &str) -> CommandDone {
    let turn = game.turn()?;
    let size = game.position().size();
    let name = game.position().swap(turn).map(|mv| mv.name(size));
    // The engine says why it is not allowed.
    game.play(&name.unwrap_or_else(|| "swap-pieces".to_owned()))
}

/// The person resigns, even if an agent is to move.
pub fn resign(game: &mut TerminalGame, _: &str) -> CommandDone {
    let turn = game.turn()?;
    let colour = game.single_person().unwrap_or(turn);
    game.ask(|session, _| session.play(colour, Move::Resign))?;
    game.moved();
    Ok(())
}

pub fn analysis(game: &mut TerminalGame, _: &str) -> CommandDone {
    game.toggle_analysis();
    Ok(())
}
