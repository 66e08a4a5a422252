//! The moves that a position permits.

use crate::{Cell, CellSet, Colour, IllegalMove, Move, Position, Turns, position::RecordEntry};

/// The longest record to which a pass can be added. Searches copy the record, and only passes can
/// make it longer than the board has cells.
const LONGEST: usize = 4096;

impl Position {
    /// The empty cells where the colour may place its next stone.
    pub fn legal_cells(&self, colour: Colour) -> CellSet {
        let Some(season) = self.season(colour) else { return CellSet::EMPTY };
        self.game.season_cells()[season].without(&self.stones[0]).without(&self.stones[1])
    }

    /// All legal moves of a colour except passing and resigning; none once the game is decided.
    pub fn legal_moves(&self, colour: Colour) -> Vec<Move> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let cells = self.legal_cells(colour);
        cells.iter().map(Move::Cell).chain(self.swap(colour)).collect()
    }

    /// The swap that the colour may play now, if any. Only a lone black stone can be swapped: a
    /// lone white stone is the result of a swap.
    pub fn swap(&self, colour: Colour) -> Option<Move> {
        let offered = self.rules().swap
            && self.winner.is_none()
            && colour == Colour::White
            && matches!(
                self.record[..],
                [RecordEntry { mover: Colour::Black, mv: Move::Cell(_), set_up: false, .. }]
            );
        offered.then(|| if self.game.swaps_pieces() { Move::SwapPieces } else { Move::SwapSides })
    }

    /// Whether the opponent may swap the stone that the colour places now, so that a strong first
    /// move is a mistake. This is false under random turns, where the coin may deny the opponent
    /// the swap and a swap costs the turn: there an even first move is not the best one. It is
    /// also false where any first stone wins.
    pub fn can_be_swapped(&self, colour: Colour) -> bool {
        self.rules().swap
            && self.rules().turns == Turns::Alternating
            && colour == Colour::Black
            && self.record.is_empty()
            && self.winning_cells(colour).is_empty()
    }

    /// Checks whether the move is legal. Play can continue after the game is decided; the winner
    /// stays.
    pub fn check(&self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        Err(IllegalMove::Other(match mv {
            Move::Cell(cell) => return self.check_cell(colour, cell),
            Move::Resign if self.winner.is_some() => "comes too late: the game is over",
            Move::Pass if self.record.len() >= LONGEST => {
                "comes too late: with passes a game has at most 4096 moves"
            }
            Move::Pass | Move::Resign => return Ok(()),
            Move::SwapPieces | Move::SwapSides => match self.swap(colour) {
                Some(swap) if swap == mv => return Ok(()),
                Some(Move::SwapPieces) => "does not fit this game: use swap-pieces",
                Some(_) => "does not fit this game: use swap-sides",
                None if self.rules().swap => "can only answer the opponent's first stone",
                None => "is not allowed: the swap rule is off",
            },
        }))
    }

    pub(super) fn check_cell(&self, colour: Colour, cell: Cell) -> Result<(), IllegalMove> {
        if cell.index() >= self.size().cells() {
            return Err(IllegalMove::OUTSIDE);
        }
        if self.at(cell).is_some() {
            return Err(IllegalMove::Other("is taken"));
        }
        let season = self.game.season_of(cell);
        match self.season(colour) {
            Some(due) if due != season => {
                Err(IllegalMove::Season { colour, cell: season + 1, due: due + 1 })
            }
            _ => Ok(()),
        }
    }
}
