//! The search: every game in which white plays anything and black what its
//! strategy permits.
//!
//! It is an iterative deepening: can white win with at most one stone, two, and
//! so on? So the first game that is found is a shortest one; and if none is found
//! with all stones that white can have on the board, there is none.
//!
//! Positions with white to move are remembered up to symmetry. What the
//! strategy does after them depends on the stones and on white's next move
//! only (strategies can see nothing else), so the stones alone are the key;
//! of the symmetries only those count under which the strategy is the same.
//!
//! A branch ends early where white needs more stones for a ring than it has
//! left: a ring passes through every column, and on the cylinder also through
//! every diagonal x + y, since no step changes x or x + y by more than one.
//! When black has joined top and bottom, white has no ring any more; that is
//! the end of the game.

use std::{cell::Cell as Flag, time::Instant};

use super::{
    Choices, First, Question, Watch,
    memo::{CanonicalKeys, Known, Memo},
};
use crate::{
    board::{Cell, CellSet, Position, Symmetry},
    rules::Colour,
    strategy,
};

/// The search was ended by a limit.
pub(super) struct Stopped;

/// The search for a game that a strategy loses.
pub(super) struct Verifier<'a> {
    pub(super) question: &'a Question,
    pub(super) position: Position,
    canonical: CanonicalKeys,
    known: Memo,
    positions: u64,
    begin: Instant,
    watch: Watch<'a>,
    /// The white stones of the games that are searched now.
    stones: usize,
}

impl<'a> Verifier<'a> {
    pub fn new(question: &'a Question, begin: Instant, watch: Watch<'a>) -> Verifier<'a> {
        let size = question.game.size();
        let symmetries = Symmetry::all(&question.game);
        let usable = symmetries.iter().skip(1).filter(|symmetry| {
            !symmetry.swaps_colours() && question.strategy.respects(symmetry, size)
        });
        Verifier {
            question,
            position: Position::new(question.game.clone()),
            canonical: CanonicalKeys::new(usable, size.cells()),
            known: Memo::new(question.memory),
            positions: 0,
            begin,
            watch,
            stones: 0,
        }
    }

    /// The positions searched and remembered.
    pub fn counts(&self) -> (u64, usize) {
        (self.positions, self.known.len())
    }

    /// Whether there is a game that white wins: who begins a shortest one,
    /// and how many stones white needs for it.
    pub fn run(&mut self) -> Result<Option<(Colour, usize)>, Stopped> {
        let cells = self.position.size().cells();
        for stones in 1..=cells.div_ceil(2) {
            self.stones = stones;
            // With as many stones, white's own start makes the shorter game.
            for first in [Colour::White, Colour::Black] {
                let is_in_question = matches!(self.question.first, First::Both)
                    || self.question.first == First::Only(first);
                if is_in_question && self.white_wins(first, stones)? {
                    return Ok(Some((first, stones)));
                }
            }
        }
        Ok(None)
    }

    /// Whether white wins with at most so many more stones.
    fn white_wins(&mut self, to_move: Colour, stones: usize) -> Result<bool, Stopped> {
        match to_move {
            Colour::Black => self.black_to_move(stones),
            Colour::White => self.white_to_move(stones),
        }
    }

    fn white_to_move(&mut self, stones: usize) -> Result<bool, Stopped> {
        self.count()?;
        let stones = stones.min(self.position.empty_count().div_ceil(2));
        if self.missing() > stones {
            return Ok(false);
        }
        if stones == 1 {
            let winning = self.position.winning_cells(Colour::White);
            return Ok(!winning.and(&self.position.legal_cells(Colour::White)).is_empty());
        }
        let stones_of = |colour| self.position.stones(colour);
        let key = self.canonical.key(stones_of(Colour::Black), stones_of(Colour::White));
        let known = self.known.get(key);
        if stones <= usize::from(known.too_few) || stones >= usize::from(known.enough) {
            return Ok(stones >= usize::from(known.enough));
        }
        let wins = self.some_move_wins(stones)?;
        let known = match wins {
            true => Known { enough: stones as u8, ..known },
            false => Known { too_few: stones as u8, ..known },
        };
        self.known.put(key, known);
        Ok(wins)
    }

    /// Whether some white stone leads to a win.
    fn some_move_wins(&mut self, stones: usize) -> Result<bool, Stopped> {
        let legal = self.position.legal_cells(Colour::White);
        for cell in legal.iter() {
            if self.after(Colour::White, cell, stones - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn black_to_move(&mut self, stones: usize) -> Result<bool, Stopped> {
        self.count()?;
        if stones == 0 || self.missing() > stones {
            return Ok(false);
        }
        let permitted = self.permitted()?;
        // White wins if some choice loses, or only if all of them do.
        let decisive = self.question.choices == Choices::All;
        for cell in permitted.iter() {
            if self.after(Colour::Black, cell, stones)? == decisive {
                return Ok(decisive);
            }
        }
        Ok(!decisive)
    }

    /// Whether white wins after a stone, with at most so many stones more.
    pub(super) fn after(
        &mut self,
        colour: Colour,
        cell: Cell,
        stones: usize,
    ) -> Result<bool, Stopped> {
        self.position.place(colour, cell);
        let wins = match self.position.winner() {
            Some(winner) => {
                self.positions += 1;
                Ok(winner == Colour::White)
            }
            None => self.white_wins(colour.other(), stones),
        };
        self.position.undo();
        wins
    }

    /// What the strategy permits; a strategy that takes long may be stopped,
    /// and what it says then counts for nothing.
    pub(super) fn permitted(&self) -> Result<CellSet, Stopped> {
        let stopped = Flag::new(false);
        let stop = || {
            stopped.set(stopped.get() || self.is_over());
            stopped.get()
        };
        let permitted =
            strategy::permitted_until(self.question.strategy.as_ref(), &self.position, &stop);
        if stopped.get() { Err(Stopped) } else { Ok(permitted) }
    }

    /// Whether time is up, or the search was interrupted.
    fn is_over(&self) -> bool {
        self.question.time.is_some_and(|time| self.begin.elapsed() >= time)
            || self.question.stop.is_set()
    }

    /// White needs at least so many stones more for a ring.
    fn missing(&self) -> usize {
        let size = self.position.size();
        let white = self.position.stones(Colour::White);
        let (mut columns, mut diagonals) = (0u64, 0u64);
        for row in 0..size.rows() {
            let stones = u64::from(white.row(size, row));
            columns |= stones;
            diagonals |= stones << (row % size.columns());
        }
        let all = (1 << size.columns()) - 1;
        let touched = columns.count_ones();
        let crossed = match self.position.rules().topology.wraps_rows() {
            true => u32::MAX,
            false => ((diagonals | diagonals >> size.columns()) & all).count_ones(),
        };
        size.columns() - touched.min(crossed) as usize
    }

    /// Another position; the limits are looked at now and then.
    fn count(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.question.limit.is_some_and(|limit| self.positions > limit) {
            return Err(Stopped);
        }
        if self.positions.is_multiple_of(1 << 14) {
            (self.watch)(self.positions, self.stones);
        }
        if self.positions.is_multiple_of(1 << 10) && self.is_over() {
            return Err(Stopped);
        }
        Ok(())
    }
}

/// The game that refutes a strategy, once the search has found that there is
/// one.
impl Verifier<'_> {
    /// The game in which white wins with so many stones. Where the choices
    /// are black's, black takes those that last longest.
    pub(super) fn game(&mut self, first: Colour, stones: usize) -> Result<Position, Stopped> {
        let (mut colour, mut left) = (first, stones);
        while self.position.winner().is_none() {
            let cell = match colour {
                Colour::White => {
                    left -= 1;
                    self.winning_move(left)?
                }
                Colour::Black => {
                    let (cell, needed) = self.reply(left)?;
                    left = needed;
                    cell
                }
            };
            self.position.place(colour, cell);
            colour = colour.other();
        }
        let game = self.position.clone();
        while self.position.undo().is_some() {}
        Ok(game)
    }

    /// A white stone that wins with at most so many more.
    fn winning_move(&mut self, stones: usize) -> Result<Cell, Stopped> {
        for cell in self.position.legal_cells(Colour::White).iter() {
            if self.after(Colour::White, cell, stones)? {
                return Ok(cell);
            }
        }
        // Cannot be: the search has found a win.
        Err(Stopped)
    }

    /// Black's stone in a game that white wins with at most so many stones,
    /// and how many it takes then.
    fn reply(&mut self, stones: usize) -> Result<(Cell, usize), Stopped> {
        let mut replies = Vec::new();
        for cell in self.permitted()?.iter() {
            for needed in 1..=stones {
                if self.after(Colour::Black, cell, needed)? {
                    replies.push((cell, needed));
                    break;
                }
            }
        }
        let reply = match self.question.choices {
            Choices::All => replies.into_iter().min_by_key(|(_, needed)| *needed),
            Choices::Best => replies.into_iter().max_by_key(|(_, needed)| *needed),
        };
        reply.ok_or(Stopped)
    }
}
