//! The referee plays one game. It keeps the board and the players' colours, tosses the coin of
//! random turns, and checks every move.

use std::{sync::Arc, time::Instant};

use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Move, Position, Turns};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::game_result::record_hash;
use super::game_result::{GameResult, Outcome, ThinkingTime};
use super::player::{Player, PlayerError, PlayerFault, Reason, RefereeError, Seat};
use super::schedule::GameSetup;

type Players = [Box<dyn Player>; 2];

/// Plays a game to its end. Players are in the order of [`Seat::ALL`]. An error is the referee's own:
/// then there is no result.
pub fn play(setup: GameSetup, players: &mut Players) -> Result<GameResult, RefereeError> {
    let start = Instant::now();
    let mut game = RefereedGame::new(&setup);
    let (winner, reason, detail) = match game.play(setup.seed, players) {
        Ok((winner, reason)) => (winner, reason, String::new()),
        Err((loser, PlayerError::Fault(PlayerFault { reason, detail }))) => {
            players[game.holder(loser).index()].dismiss();
            (loser.other(), reason, detail)
        }
        Err((_, PlayerError::Referee(error))) => return Err(error),
    };
    let (time, winner_seat) = (start.elapsed(), game.holder(winner));
    let RefereedGame { position, thinking, .. } = game;
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

struct RefereedGame {
    position: Position,
    black: Seat,
    coin: ChaCha8Rng,
    thinking: [ThinkingTime; 2],
}

impl RefereedGame {
    /// The board with the opening's stones, which the schedule has checked.
    fn new(setup: &GameSetup) -> RefereedGame {
        let mut position = Position::new(Arc::clone(&setup.game));
        for &(colour, cell) in setup.opening.iter() {
            position.place(colour, cell);
        }
        if let Some(starter) = setup.starter {
            position.declare(starter);
        }
        RefereedGame {
            position,
            black: setup.black,
            coin: chance::generator(setup.seed, Purpose::Coin),
            thinking: Default::default(),
        }
    }

    fn holder(&self, colour: Colour) -> Seat {
        if colour == Colour::Black { self.black } else { self.black.other() }
    }

    /// Plays until one player has won on the board or the other has resigned. An error comes with
    /// the colour that was asked, which loses by it if it is a fault.
    fn play(
        &mut self,
        seed: u64,
        players: &mut Players,
    ) -> Result<(Colour, Reason), (Colour, PlayerError)> {
        for colour in Colour::ALL {
            let player = &mut players[self.holder(colour).index()];
            player.begin(&self.position, colour, seed).map_err(|error| (colour, error))?;
        }
        loop {
            let colour = self.next();
            let mv = self.turn(colour, players).map_err(|error| (colour, error))?;
            if let Some(winner) = self.position.winner() {
                let resigned = mv == Move::Resign;
                let reason = if resigned { Reason::Resignation } else { Reason::Connection };
                return Ok((winner, reason));
            }
        }
    }

    /// The colour to move. With random turns the coin decides.
    fn next(&mut self) -> Colour {
        if self.position.rules().turns == Turns::Random {
            // The same as the command `toss`, so that an engine can repeat the game.
            let black = self.coin.random();
            self.position.declare(if black { Colour::Black } else { Colour::White });
        }
        // The turn is always known once the coin has been tossed.
        self.position.turn().unwrap_or(Colour::Black)
    }

    /// Asks for a move and plays it if it is legal.
    fn turn(&mut self, colour: Colour, players: &mut Players) -> Result<Move, PlayerError> {
        let seat = self.holder(colour).index();
        let start = Instant::now();
        let answer = players[seat].choose(&self.position, colour);
        let time = players[seat].last_time().unwrap_or_else(|| start.elapsed());
        self.thinking[seat].add(time);
        let mv = answer?;
        let illegal = |detail| PlayerFault { reason: Reason::IllegalMove, detail };
        // The board accepts a pass, for analysis; a game does not.
        if mv == Move::Pass {
            return Err(illegal("a pass is not a move in Hex".to_owned()).into());
        }
        let size = self.position.size();
        self.position
            .play(colour, mv)
            .map_err(|reason| illegal(format!("{} {reason}", mv.name(size))))?;
        if mv == Move::SwapSides {
            self.black = self.black.other();
        }
        Ok(mv)
    }
}
