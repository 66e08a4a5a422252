//! One board of the vectorised environment.

use kring::board::chance::{self, Purpose};
use kring::board::{Cell, Colour, Position, Turns};
use rand::{RngExt, seq::IteratorRandom};
use rand_chacha::ChaCha8Rng;

use crate::arrays::{write_board, write_mask};
use crate::convert::{numbered, sign, swap_of};

/// One board's slices of the arrays.
pub struct BoardView<'a> {
    pub stones: &'a mut [i8],
    pub legal: &'a mut [bool],
    pub to_move: &'a mut i8,
}

/// A game with its own generator, so that results do not depend on the number of threads.
pub struct EnvBoard {
    pub position: Position,
    rng: ChaCha8Rng,
}

impl EnvBoard {
    pub fn new(position: &Position, seed: u64) -> EnvBoard {
        EnvBoard { position: position.clone(), rng: chance::generator(seed, Purpose::Coin) }
    }

    pub fn seed(&mut self, seed: u64) {
        self.rng = chance::generator(seed, Purpose::Coin);
    }

    /// Starts a game from this position.
    pub fn begin(&mut self, start: &Position, view: BoardView<'_>) {
        self.position.clone_from(start);
        write_board(&self.position, view.stones);
        let next = self.next();
        *view.to_move = sign(next);
        write_mask(&self.position, next, view.legal);
    }

    /// Plays a legal move, and starts a new game if it wins. Returns the winner as in arrays.
    pub fn step(&mut self, start: &Position, view: BoardView<'_>, action: usize) -> i8 {
        let colour = self.position.turn().unwrap_or(Colour::Black);
        let is_cell = action < view.stones.len();
        if is_cell {
            self.position.play_unchecked(colour, Cell::unchecked(action as u16));
            view.stones[action] = sign(colour);
        } else {
            // The mask says that the swap is legal.
            let _ = self.position.play(colour, swap_of(&self.position));
            write_board(&self.position, view.stones);
        }
        if let Some(winner) = self.position.winner() {
            self.begin(start, view);
            return sign(winner);
        }
        let next = self.next();
        *view.to_move = sign(next);
        let rules = start.rules();
        // Without seasons every empty cell is legal.
        if rules.seasons.count() == 1 && is_cell {
            view.legal[action] = false;
            if rules.swap {
                view.legal[view.stones.len()] = self.position.swap(next).is_some();
            }
        } else {
            write_mask(&self.position, next, view.legal);
        }
        0
    }

    /// The colour to move; tosses the coin under random turns.
    fn next(&mut self) -> Colour {
        if self.position.rules().turns == Turns::Random {
            let black = self.rng.random::<bool>();
            self.position.declare(if black { Colour::Black } else { Colour::White });
        }
        self.position.turn().unwrap_or(Colour::Black)
    }

    /// A random legal action. Most cells are empty most of the time, so that a guess or two is
    /// enough.
    pub fn random_action(&mut self, view: &BoardView<'_>) -> i64 {
        for _ in 0..8 {
            let guess = self.rng.random_range(0..view.legal.len());
            if view.legal[guess] {
                return guess as i64;
            }
        }
        let legal = view.legal.iter().enumerate().filter(|(_, legal)| **legal);
        legal.choose(&mut self.rng).map_or(0, |(action, _)| action as i64)
    }

    /// Why an action is illegal.
    pub fn why_not(&self, action: i64) -> String {
        let colour = self.position.turn().unwrap_or(Colour::Black);
        match numbered(&self.position, action) {
            None => format!("action {action} is not on the board"),
            Some(mv) => match self.position.check(colour, mv) {
                Err(why) => format!("{} {why}", mv.name(self.position.size())),
                Ok(()) => format!("{} is not legal", mv.name(self.position.size())),
            },
        }
    }
}
