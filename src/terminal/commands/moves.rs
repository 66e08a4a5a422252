//! Moves and what a person asks about them.

use kring_board::Colour;

use super::Done;
use crate::{
    engine::CommandFailure,
    terminal::{Game, hint::percent, turns::SHOWN},
};

/// Back to before the last move of a person; without people, one move.
pub fn undo(game: &mut Game, _: &[&str]) -> Done {
    let position = game.position();
    let moves: Vec<(Colour, _)> = position.moves().collect();
    let from = position.set_up_count();
    let is_watched = game.is_watched();
    let own = |number: &usize| is_watched || game.was_person(*number, moves[*number].0);
    let to = (from..moves.len()).rev().find(own);
    let to = to.ok_or_else(|| match moves.len() - from {
        0 => CommandFailure::Undo.to_string(),
        _ => "cannot undo: you have not moved yet".to_owned(),
    })?;
    for _ in to..moves.len() {
        game.ask("undo")?;
    }
    game.moved();
    let names = moves[to..].iter().map(|(_, mv)| mv.name(game.position().size()));
    let names: Vec<String> = names.collect();
    game.say(format!("taken back: {}", names.join(" ")));
    Ok(())
}

pub fn hint(game: &mut Game, _: &[&str]) -> Done {
    let turn = game.turn()?;
    if game.position().swap(turn).is_some()
        && game.ask(&format!("reg_genmove {turn}"))?.starts_with("swap")
    {
        game.say(format!("hint: swap, the stone is worth more than {turn}'s best answer"));
        return Ok(());
    }
    if game.candidates.is_empty() {
        game.analyse(if game.analysis { SHOWN } else { 1 })?;
    }
    let Some(best) = game.candidates.first() else { return Ok(()) };
    let chance = best.win_rate.map(|rate| format!(", {turn} wins {}", percent(rate)));
    let text = format!("hint: {}{}", best.name, chance.unwrap_or_default());
    game.say(text);
    if !game.analysis {
        game.candidates.clear();
        // The text says it all; the board need not be drawn for it.
        game.is_changed = false;
    }
    Ok(())
}

pub fn swap(game: &mut Game, _: &[&str]) -> Done {
    let turn = game.turn()?;
    let size = game.position().size();
    let name = game.position().swap(turn).map(|mv| mv.name(size));
    // The engine says why it is not allowed.
    game.play(&name.unwrap_or_else(|| "swap-pieces".to_owned()))
}

/// Who resigns is the person, whoever is to move.
pub fn resign(game: &mut Game, _: &[&str]) -> Done {
    let turn = game.turn()?;
    let person = Colour::ALL.into_iter().find(|colour| game.is_person(*colour));
    let colour = person.filter(|_| !game.is_for_two()).unwrap_or(turn);
    game.ask(&format!("play {colour} resign"))?;
    game.moved();
    Ok(())
}

pub fn analysis(game: &mut Game, _: &[&str]) -> Done {
    game.analysis = !game.analysis;
    game.candidates.clear();
    game.hint = None;
    game.say(if game.analysis { "the analysis is on" } else { "the analysis is off" });
    Ok(())
}
