//! Stones that stand on the board before the first move.

use super::{Cell, CellSet, IllegalMove};
use crate::{Colour, Size};

/// How a game begins: the stones that are set up, the colour to move and the players' steps in
/// their cycles. The default is the empty board with both players at the start of their cycles.
///
/// A set-up is data that can be wrong; [`Position::from_setup`](crate::Position::from_setup) checks
/// it. Its stones are no moves: seasons do not apply to them, they advance no cycle, and none can be
/// swapped.
///
/// ```
/// use kring_board::{Cell, Colour, Position, Setup, chance};
/// let game = chance::game("3x3".parse()?, "hex".parse()?, 1);
/// let b2 = Cell::from_name(game.size(), "b2").unwrap();
/// let setup: Setup = [(Colour::White, b2)].into_iter().collect();
/// let position = Position::from_setup(game.clone(), setup)?;
/// assert_eq!((position.at(b2), position.ply()), (Some(Colour::White), 0));
///
/// let twice: Setup = [(Colour::White, b2), (Colour::Black, b2)].into_iter().collect();
/// assert_eq!(Position::from_setup(game, twice).unwrap_err().to_string(), "b2 is taken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The stones, in the order in which they are put on the board: if they decide the game, the
    /// first that does makes the winner.
    pub stones: Vec<(Colour, Cell)>,
    /// The colour to move. None leaves it to the coin, and under alternating turns to the rule that
    /// the colour of the last stone does not move; black begins on the empty board.
    pub turn: Option<Colour>,
    /// Each player's step in its cycle, black's first; whole rounds do not count.
    pub steps: [u8; 2],
}

impl Setup {
    /// The set-up of the empty board.
    pub(super) const EMPTY: Setup = Setup { stones: Vec::new(), turn: None, steps: [0; 2] };

    /// These stones: black's and then white's.
    pub fn of_stones(stones: [CellSet; 2]) -> Setup {
        let mut setup = Setup::default();
        for colour in Colour::ALL {
            for cell in stones[colour.index()].iter() {
                setup.stones.push((colour, cell));
            }
        }
        setup
    }

    /// Checks that each stone has a cell of the board for itself.
    pub(super) fn check(&self, size: Size) -> Result<(), SetupError> {
        let mut taken = CellSet::EMPTY;
        for &(_, cell) in &self.stones {
            if cell.index() >= size.cells() {
                return Err(SetupError { cell, reason: IllegalMove::OUTSIDE, size });
            }
            if taken.contains(cell) {
                return Err(SetupError { cell, reason: IllegalMove::TAKEN, size });
            }
            taken.insert(cell);
        }
        Ok(())
    }
}

impl FromIterator<(Colour, Cell)> for Setup {
    fn from_iter<I: IntoIterator<Item = (Colour, Cell)>>(stones: I) -> Setup {
        Setup { stones: stones.into_iter().collect(), ..Setup::default() }
    }
}

/// Why a set-up does not fit a game: its first stone that cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {reason}", .cell.name(*.size))]
pub struct SetupError {
    /// The cell of the stone.
    pub cell: Cell,
    /// Why no stone can be there.
    pub reason: IllegalMove,
    /// The size of the game's board, by which the message names the cell.
    pub size: Size,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Game, Move, Position, Symmetry, chance};

    fn game(rules: &str) -> Arc<Game> {
        chance::game("3x3".parse().unwrap(), rules.parse().unwrap(), 1)
    }

    fn cell(name: &str) -> Cell {
        Cell::from_name(Size::new(3, 3).unwrap(), name).unwrap()
    }

    fn stones(text: &str) -> Setup {
        let stone = |word: &str| {
            let colour = if word.starts_with('b') { Colour::Black } else { Colour::White };
            (colour, cell(&word[1..]))
        };
        text.split_whitespace().map(stone).collect()
    }

    #[test]
    fn the_first_stone_that_does_not_fit_is_named() {
        let refused = |setup: Setup| Position::from_setup(game("hex"), setup).unwrap_err();
        let error = refused(stones("ba1 wb2 ba1 wb2"));
        assert_eq!((error.cell, error.reason), (cell("a1"), IllegalMove::TAKEN));
        let outside = Cell::from_name(Size::new(3, 4).unwrap(), "b4").unwrap();
        let error = refused([(Colour::White, outside)].into_iter().collect());
        assert_eq!(error.to_string(), "b4 is not on the board");
    }

    #[test]
    fn stones_that_are_set_up_are_no_moves() {
        let setup = Setup { steps: [4, 1], ..stones("bb2") };
        let position = Position::from_setup(game("seasons=3 swap=on"), setup).unwrap();
        assert_eq!((position.ply(), position.moves().count()), (0, 0));
        assert_eq!(position.cycle_steps(), [1, 1], "whole rounds do not count");
        assert_eq!(position.swap(Colour::White), None);
        assert!(!position.can_be_swapped(Colour::Black));
        assert_eq!(position.turn(), Some(Colour::White));
        assert_eq!(position.clone().undo(), None);
    }

    #[test]
    fn the_stones_that_decide_a_game_are_taken_back_too() {
        let setup = Setup { turn: Some(Colour::White), ..stones("ba1 wb1 ba2 ba3") };
        let mut position = Position::from_setup(game("hex"), setup).unwrap();
        assert_eq!(position.winner(), Some(Colour::Black));
        position.play(Colour::White, Move::Cell(cell("c3"))).unwrap();
        assert_eq!(position.take_back(), Some((Colour::White, Move::Cell(cell("c3")))));
        assert_eq!(position.turn(), Some(Colour::White));
        assert_eq!(position.take_back(), Some((Colour::Black, Move::Cell(cell("a3")))));
        assert_eq!((position.winner(), position.declared()), (None, None));
        let before = Position::from_setup(game("hex"), stones("ba1 wb1 ba2")).unwrap();
        assert_eq!(position, before);
        while position.take_back().is_some() {}
        assert_eq!(position, Position::new(game("hex")));
    }

    #[test]
    fn a_turn_alone_is_a_declared_colour() {
        let setup = Setup { turn: Some(Colour::White), ..Setup::default() };
        let mut declared = Position::new(game("hex"));
        declared.declare(Colour::White);
        assert_eq!(Position::from_setup(game("hex"), setup), Ok(declared));
    }

    #[test]
    fn an_image_begins_with_the_image_of_the_setup() {
        let turned = Setup { turn: Some(Colour::White), steps: [1, 2], ..stones("ba1 wb1") };
        let position = Position::from_setup(game("seasons=3"), turned).unwrap();
        for symmetry in Symmetry::all(position.game()) {
            let image = position.image(&symmetry);
            assert_eq!(image.cycle_steps(), position.cycle_steps());
            assert_eq!(image.turn(), Some(Colour::White));
            assert_eq!(image.at(symmetry.cell(cell("a1"))), Some(Colour::Black));
        }
        let position = Position::from_setup(game("hex"), stones("ba1 wb1")).unwrap();
        let symmetries = Symmetry::all(position.game());
        let exchanges = symmetries.iter().find(|symmetry| symmetry.swaps_colours()).unwrap();
        let image = position.image(exchanges);
        assert_eq!(image.at(exchanges.cell(cell("a1"))), Some(Colour::White));
        assert_eq!(image.turn(), Some(Colour::White));
    }
}
