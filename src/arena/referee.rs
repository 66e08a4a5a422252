//! One game. The referee keeps the board, tosses the coin, knows who holds
//! which colour, and takes nobody's word for a move.

use std::{sync::Arc, time::Instant};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Clock, Fault, Fixture, GameResult, Player, Reason, Seat};
use crate::{
    board::{Move, Position},
    chance::{self, Purpose},
    rules::{Colour, Turns},
};

/// Plays a game to its end. Players are in the order of [`Seat::ALL`].
pub fn play(fixture: Fixture, players: &mut [Box<dyn Player>; 2]) -> GameResult {
    let start = Instant::now();
    let mut table = Table::new(&fixture);
    let verdict = table.evaluate(fixture.seed, players);
    GameResult {
        winner: table.holder(verdict.winner),
        black: table.black,
        reason: verdict.reason,
        detail: verdict.detail,
        clocks: table.clocks,
        time: start.elapsed(),
        position: table.position,
        fixture,
    }
}

struct Verdict {
    winner: Colour,
    reason: Reason,
    detail: String,
}

struct Table {
    position: Position,
    /// Who holds black.
    black: Seat,
    coin: ChaCha8Rng,
    clocks: [Clock; 2],
}

impl Table {
    /// The board with the opening's stones; the schedule has checked them.
    fn new(fixture: &Fixture) -> Table {
        let mut position = Position::new(Arc::clone(&fixture.game));
        for &(colour, cell) in fixture.opening.iter() {
            position.place(colour, cell);
        }
        if let Some(starter) = fixture.starter {
            position.declare(starter);
        }
        Table {
            position,
            black: fixture.black,
            coin: chance::generator(fixture.seed, Purpose::Coin),
            clocks: Default::default(),
        }
    }

    fn holder(&self, colour: Colour) -> Seat {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.black.other(),
        }
    }

    /// Plays until somebody has won, by whatever means.
    fn evaluate(&mut self, seed: u64, players: &mut [Box<dyn Player>; 2]) -> Verdict {
        let lost = |loser: Colour, culprit: &mut dyn Player, Fault { reason, detail }| {
            culprit.dismiss();
            Verdict { winner: loser.other(), reason, detail }
        };
        for colour in Colour::ALL {
            let player = &mut players[self.holder(colour).index()];
            if let Err(fault) = player.begin(&self.position, colour, seed) {
                return lost(colour, player.as_mut(), fault);
            }
        }
        loop {
            let colour = self.next();
            let mv = match self.turn(colour, players) {
                Ok(mv) => mv,
                Err(fault) => {
                    return lost(colour, players[self.holder(colour).index()].as_mut(), fault);
                }
            };
            if let Some(winner) = self.position.winner() {
                let resigned = mv == Move::Resign;
                let reason = if resigned { Reason::Resignation } else { Reason::Connection };
                return Verdict { winner, reason, detail: String::new() };
            }
        }
    }

    /// Who is to move; under random turns the coin says it.
    fn next(&mut self) -> Colour {
        if self.position.rules().turns == Turns::Random {
            // As `toss` does it, so that the engine can be led through the game.
            let black = self.coin.random();
            self.position.declare(if black { Colour::Black } else { Colour::White });
        }
        // Nobody but the coin ever leaves it open.
        self.position.turn().unwrap_or(Colour::Black)
    }

    /// One move, if it is one.
    fn turn(&mut self, colour: Colour, players: &mut [Box<dyn Player>; 2]) -> Result<Move, Fault> {
        let seat = self.holder(colour).index();
        let start = Instant::now();
        let answer = players[seat].choose(&self.position, colour);
        self.clocks[seat].add(start.elapsed());
        let mv = answer?;
        self.position.play(colour, mv).map_err(|illegal| Fault {
            reason: Reason::IllegalMove,
            detail: format!("{} {illegal}", mv.name(self.position.size())),
        })?;
        if mv == Move::SwapSides {
            self.black = self.black.other();
        }
        Ok(mv)
    }
}
