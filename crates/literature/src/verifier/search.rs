//! The search over all games in which the opponent plays any move and the other player plays what
//! its strategy permits. Most strategies play black, so that the opponent is white.
//!
//! The search is an iterative deepening: can the opponent win with at most one stone, two, and so
//! on? The first game that is found is therefore a shortest one. If none is found with all stones
//! that the opponent can place, there is none.
//!
//! Positions with the opponent to move are stored in a transposition table up to symmetry. After
//! them the strategy depends only on the stones and on the opponent's next move (strategies can
//! see nothing else), so the stones alone are the key. Only symmetries that preserve the strategy
//! are used.
//!
//! A branch is pruned if the opponent needs more stones than it has left. A white path or ring
//! passes through every column, and a ring on the cylinder also through every diagonal x + y,
//! since no step changes x or x + y by more than one; a black one passes through every row. On
//! rhombus and cylinder the opponent has lost when the strategy's player has won; on the torus
//! the first ring wins. In both cases the game ends there.

use std::cell::Cell as Flag;

use kring_board::{Cell, CellSet, Colour, Position, Symmetry, Topology, host::Instant};

use super::{
    Choices, First, VerifierQuestion, VerifierWatch,
    table::{CanonicalKeys, StoneBounds, VerifierTable},
};
use crate::strategy;

pub(super) struct LimitReached;

pub(super) struct Verifier<'a> {
    question: &'a VerifierQuestion,
    player: Colour,
    opponent: Colour,
    position: Position,
    canonical: CanonicalKeys,
    pub(super) table: VerifierTable,
    pub(super) positions: u64,
    pub(super) begin: Instant,
    watch: VerifierWatch<'a>,
    /// The number of the opponent's stones in the current iteration.
    stones: usize,
}

impl<'a> Verifier<'a> {
    pub fn new(question: &'a VerifierQuestion, watch: VerifierWatch<'a>) -> Verifier<'a> {
        let size = question.game.size();
        let symmetries = Symmetry::all(&question.game);
        let usable = symmetries.iter().skip(1).filter(|symmetry| {
            !symmetry.swaps_colours() && question.strategy.respects(symmetry, size)
        });
        let player = question.strategy.colour();
        let start = question.strategy.start().map(|(position, _)| position.clone());
        let position = start.unwrap_or_else(|| Position::new(question.game.clone()));
        Verifier {
            question,
            player,
            opponent: player.other(),
            position,
            canonical: CanonicalKeys::new(usable, size.cells()),
            table: VerifierTable::new(question.memory),
            positions: 0,
            begin: Instant::now(),
            watch,
            stones: 0,
        }
    }

    /// A shortest game that the opponent wins, if there is one.
    pub fn lost_game(&mut self) -> Result<Option<Position>, LimitReached> {
        for stones in 1..=self.position.empty_count().div_ceil(2) {
            self.stones = stones;
            // With the same number of stones, the game in which the opponent begins is shorter.
            for first in [self.opponent, self.player] {
                let is_in_question = self.question.first != First::Only(first.other());
                if is_in_question && self.opponent_wins(first, stones)? {
                    return self.game(first, stones).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Whether the opponent wins with at most `stones` more stones.
    fn opponent_wins(&mut self, to_move: Colour, stones: usize) -> Result<bool, LimitReached> {
        if to_move == self.player {
            self.player_to_move(stones)
        } else {
            self.opponent_to_move(stones)
        }
    }

    fn opponent_to_move(&mut self, stones: usize) -> Result<bool, LimitReached> {
        self.count()?;
        let stones = stones.min(self.position.empty_count().div_ceil(2));
        if self.missing() > stones {
            return Ok(false);
        }
        if stones == 1 {
            let winning = self.position.winning_cells(self.opponent);
            return Ok(!winning.and(&self.position.legal_cells(self.opponent)).is_empty());
        }
        let stones_of = |colour| self.position.stones(colour);
        let key = self.canonical.key(stones_of(Colour::Black), stones_of(Colour::White));
        let bounds = self.table.get(key);
        if stones <= usize::from(bounds.too_few) || stones >= usize::from(bounds.enough) {
            return Ok(stones >= usize::from(bounds.enough));
        }
        let wins = self.winning_move(stones - 1)?.is_some();
        let bounds = if wins {
            StoneBounds { enough: stones as u8, ..bounds }
        } else {
            StoneBounds { too_few: stones as u8, ..bounds }
        };
        self.table.put(key, bounds);
        Ok(wins)
    }

    /// A move of the opponent that wins with at most `stones` more stones.
    fn winning_move(&mut self, stones: usize) -> Result<Option<Cell>, LimitReached> {
        for cell in self.position.legal_cells(self.opponent).iter() {
            if self.after(self.opponent, cell, stones)? {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    fn player_to_move(&mut self, stones: usize) -> Result<bool, LimitReached> {
        self.count()?;
        if stones == 0 || self.missing() > stones {
            return Ok(false);
        }
        let permitted = self.permitted()?;
        // With `Choices::All` the opponent wins if some choice loses, otherwise if all do.
        let decisive = self.question.choices == Choices::All;
        for cell in permitted.iter() {
            if self.after(self.player, cell, stones)? == decisive {
                return Ok(decisive);
            }
        }
        Ok(!decisive)
    }

    /// Whether the opponent wins after a move, with at most `stones` more stones.
    fn after(&mut self, colour: Colour, cell: Cell, stones: usize) -> Result<bool, LimitReached> {
        self.position.play_unchecked(colour, cell);
        let wins = match self.position.winner() {
            Some(winner) => {
                self.positions += 1;
                Ok(winner == self.opponent)
            }
            None => self.opponent_wins(colour.other(), stones),
        };
        self.position.undo();
        wins
    }

    /// The moves that the strategy permits. If a slow one is stopped, its result does not count.
    fn permitted(&self) -> Result<CellSet, LimitReached> {
        let stopped = Flag::new(false);
        let stop = || {
            stopped.set(stopped.get() || self.is_over());
            stopped.get()
        };
        let permitted = strategy::permitted(self.question.strategy.as_ref(), &self.position, &stop);
        if stopped.get() { Err(LimitReached) } else { Ok(permitted) }
    }

    fn is_over(&self) -> bool {
        self.question.time.is_some_and(|time| self.begin.elapsed() >= time)
            || self.question.stop.is_set()
    }

    /// A lower bound of the number of stones that the opponent needs for a path or ring.
    fn missing(&self) -> usize {
        let size = self.position.size();
        let stones = self.position.stones(self.opponent);
        if self.opponent == Colour::Black {
            return (0..size.rows()).filter(|&row| stones.row(size, row) == 0).count();
        }
        let mut columns = 0u64;
        let mut diagonals = 0u64;
        for row in 0..size.rows() {
            let stones = u64::from(stones.row(size, row));
            columns |= stones;
            diagonals |= stones << (row % size.columns());
        }
        let all = (1 << size.columns()) - 1;
        let touched = columns.count_ones();
        let crossed = match self.position.rules().topology {
            Topology::Cylinder => ((diagonals | diagonals >> size.columns()) & all).count_ones(),
            Topology::Rhombus | Topology::Torus => u32::MAX,
        };
        size.columns() - touched.min(crossed) as usize
    }

    /// Counts a position; checks the limits, and the time only now and then.
    fn count(&mut self) -> Result<(), LimitReached> {
        self.positions += 1;
        if self.question.limit.is_some_and(|limit| self.positions > limit) {
            return Err(LimitReached);
        }
        if self.positions.is_multiple_of(1 << 14) {
            (self.watch)(self.positions, self.stones);
        }
        if self.positions.is_multiple_of(1 << 10) && self.is_over() {
            return Err(LimitReached);
        }
        Ok(())
    }

    /// A game in which the opponent wins with `stones` stones. If the strategy's player makes the
    /// choices, it plays those that last longest.
    fn game(&mut self, first: Colour, stones: usize) -> Result<Position, LimitReached> {
        let mut colour = first;
        let mut left = stones;
        while self.position.winner().is_none() {
            let (cell, needed) = match colour == self.player {
                // There is one: the search has found a win.
                false => (self.winning_move(left - 1)?.ok_or(LimitReached)?, left - 1),
                true => self.reply(left)?,
            };
            self.position.play_unchecked(colour, cell);
            (colour, left) = (colour.other(), needed);
        }
        Ok(self.position.clone())
    }

    /// The player's move in a game that the opponent wins with at most `stones` stones, and the
    /// number of stones that the opponent needs after it.
    fn reply(&mut self, stones: usize) -> Result<(Cell, usize), LimitReached> {
        let mut replies = Vec::new();
        for cell in self.permitted()?.iter() {
            for needed in 1..=stones {
                if self.after(self.player, cell, needed)? {
                    replies.push((cell, needed));
                    break;
                }
            }
        }
        let reply = match self.question.choices {
            Choices::All => replies.into_iter().min_by_key(|(_, needed)| *needed),
            Choices::Best => replies.into_iter().max_by_key(|(_, needed)| *needed),
        };
        reply.ok_or(LimitReached)
    }
}
