//! The referee plays one game: it asks the player to move, checks the answer, and says who has won
//! and why.

use std::{sync::Arc, time::Instant};

use kring_board::{Colour, Move, Position, Turns};

use super::game_result::record_hash;
use super::game_result::{GameResult, Outcome, ThinkingTime};
use super::player::{Player, PlayerError, PlayerFault, Reason, RefereeError};
use super::schedule::GameSetup;
use crate::game::{Ending, GameEnd, LiveGame};

type Players = [Box<dyn Player>; 2];

/// Plays a game to its end. Players are in the order of [`crate::game::Seat::ALL`]. An error is the
/// referee's own: then there is no result.
pub fn play(setup: GameSetup, players: &mut Players) -> Result<GameResult, RefereeError> {
    let start = Instant::now();
    let mut game = opened(&setup);
    let mut thinking = <[ThinkingTime; 2]>::default();
    let (winner, reason, detail) = match play_on(&mut game, setup.seed, players, &mut thinking) {
        Ok((winner, reason)) => (winner, reason, String::new()),
        Err((loser, PlayerError::Fault(PlayerFault { reason, detail }))) => {
            players[game.seat_of(loser).index()].dismiss();
            (loser.other(), reason, detail)
        }
        Err((_, PlayerError::Referee(error))) => return Err(error),
    };
    let time = start.elapsed();
    let winner_seat = game.seat_of(winner);
    let position = game.into_position();
    let outcome = Outcome {
        swapped: matches!(position.moves().nth(1), Some((_, Move::SwapPieces | Move::SwapSides))),
        winner: winner_seat,
        colour: winner,
        reason,
        moves: position.moves().filter(|&(_, mv)| mv != Move::Resign).count() as u64,
        thinking,
        record_hash: record_hash(&setup, &position),
    };
    Ok(GameResult { setup, position, outcome, detail, time })
}

/// The game with the opening's stones, which the schedule has checked.
fn opened(setup: &GameSetup) -> LiveGame {
    let mut position = Position::new(Arc::clone(&setup.game));
    for &(colour, cell) in setup.opening.iter() {
        position.play_unchecked(colour, cell);
    }
    if let Some(starter) = setup.starter
        && position.rules().turns == Turns::Alternating
    {
        position.declare(starter);
    }
    LiveGame::of(position, setup.seed).with_black(setup.black)
}

/// Plays until one player has won on the board or the other has resigned. An error comes with the
/// colour that was asked, which loses by it if it is a fault.
fn play_on(
    game: &mut LiveGame,
    seed: u64,
    players: &mut Players,
    thinking: &mut [ThinkingTime; 2],
) -> Result<(Colour, Reason), (Colour, PlayerError)> {
    for colour in Colour::ALL {
        let player = &mut players[game.seat_of(colour).index()];
        player.begin(game.position(), colour, seed).map_err(|error| (colour, error))?;
    }
    loop {
        // The same as the command `toss`, so that an engine can repeat the game.
        game.toss_if_due();
        // The turn is always known once the coin has been tossed.
        let colour = game.turn().unwrap_or(Colour::Black);
        turn(game, colour, players, thinking).map_err(|error| (colour, error))?;
        if let Some(GameEnd { winner, ending }) = game.end() {
            let reason = match ending {
                Ending::Connection => Reason::Connection,
                Ending::Resignation => Reason::Resignation,
                Ending::Time => Reason::TimeOut,
            };
            return Ok((winner, reason));
        }
    }
}

/// Asks for a move and plays it if it is legal.
fn turn(
    game: &mut LiveGame,
    colour: Colour,
    players: &mut Players,
    thinking: &mut [ThinkingTime; 2],
) -> Result<(), PlayerError> {
    let seat = game.seat_of(colour).index();
    let start = Instant::now();
    let answer = players[seat].choose(game.position(), colour);
    let time = players[seat].last_time().unwrap_or_else(|| start.elapsed());
    thinking[seat].add(time);
    let mv = answer?;
    let illegal = |detail| PlayerFault { reason: Reason::IllegalMove, detail };
    // The board accepts a pass, for analysis; a game does not.
    if mv == Move::Pass {
        return Err(illegal("a pass is not a move in Hex".to_owned()).into());
    }
    let size = game.position().size();
    let played = game.play(colour, mv);
    played.map_err(|reason| illegal(format!("{} {reason}", mv.name(size))).into())
}
