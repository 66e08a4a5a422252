//! Plain search: every move of every position, with a table.

use std::{collections::HashMap, time::Instant};

use super::Limits;
use crate::{
    board::{Move, Position},
    rules::Colour,
};

/// A limit was reached.
pub(super) struct Stopped;

/// Winners, by the positions' hashes.
pub(super) struct Table(HashMap<u64, Colour>);

impl Table {
    pub fn new() -> Table {
        Table(HashMap::new())
    }
}

/// One search.
pub(super) struct Search<'a> {
    table: &'a mut Table,
    limits: &'a Limits,
    begin: Instant,
    positions: u64,
}

impl<'a> Search<'a> {
    pub fn new(table: &'a mut Table, limits: &'a Limits, begin: Instant) -> Search<'a> {
        Search { table, limits, begin, positions: 0 }
    }

    /// Who wins.
    pub fn winner(&mut self, position: &mut Position, to_move: Colour) -> Result<Colour, Stopped> {
        if let Some(winner) = position.winner() {
            return Ok(winner);
        }
        let key = position.hash_for(to_move);
        if let Some(&winner) = self.table.0.get(&key) {
            return Ok(winner);
        }
        self.count()?;
        let mut winner = to_move.other();
        for mv in position.legal_moves(to_move) {
            if position.play(to_move, mv).is_err() {
                continue;
            }
            let found = self.winner(position, to_move.other());
            position.undo();
            if found? == to_move {
                winner = to_move;
                break;
            }
        }
        self.table.0.insert(key, winner);
        Ok(winner)
    }

    /// The game from here on, as far as it is known.
    pub fn line(&self, position: &Position, to_move: Colour) -> (Vec<Move>, u64) {
        let (mut position, mut colour, mut line) = (position.clone(), to_move, Vec::new());
        while position.winner().is_none() {
            let next = position.legal_moves(colour).into_iter().find(|&mv| {
                let mut after = position.clone();
                let wins = after.play(colour, mv).is_ok();
                let known = self.table.0.get(&after.hash_for(colour.other())).copied();
                wins && after.winner().or(known) == Some(colour)
            });
            let Some(mv) = next.or_else(|| position.legal_moves(colour).first().copied()) else {
                break;
            };
            if position.play(colour, mv).is_err() {
                break;
            }
            line.push(mv);
            colour = colour.other();
        }
        (line, self.positions)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        let over = self.limits.positions.is_some_and(|most| self.positions > most)
            || self.positions.is_multiple_of(1 << 8)
                && (self.limits.stop.is_set()
                    || self.limits.time.is_some_and(|time| self.begin.elapsed() >= time));
        if over { Err(Stopped) } else { Ok(()) }
    }
}
