//! The verifier of strategies as plain recursion.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Position};
use kring_literature::{
    strategy::{Strategy, permitted},
    verifier::Choices,
};

/// The stones of both colours, and white's last move if black is to answer it.
type Key = ([u64; 2], Option<Cell>);

/// The fewest white stones with which white wins, by plain recursion: no
/// symmetry, no early end; optionally with a table of whole positions and
/// white's last move.
pub struct SlowVerifier<'a> {
    strategy: &'a dyn Strategy,
    choices: Choices,
    memory: Option<HashMap<Key, Option<usize>>>,
}

impl SlowVerifier<'_> {
    /// For a strategy with these choices; `with_memory` keeps a table.
    pub fn new(strategy: &dyn Strategy, choices: Choices, with_memory: bool) -> SlowVerifier<'_> {
        SlowVerifier { strategy, choices, memory: with_memory.then(HashMap::new) }
    }

    /// The number of stones; `None` if white cannot win.
    pub fn stones(&mut self, position: &mut Position, to_move: Colour) -> Option<usize> {
        let sets = Colour::ALL.map(|colour| position.stones(colour).wide() as u64);
        let last = position.moves().last().and_then(|(_, mv)| mv.cell());
        let key = (sets, last.filter(|_| to_move == Colour::Black));
        if let Some(&known) = self.memory.as_ref().and_then(|memory| memory.get(&key)) {
            return known;
        }
        let cells = match to_move {
            Colour::Black => permitted(self.strategy, position, &|| false),
            Colour::White => position.legal_cells(Colour::White),
        };
        let mut values = Vec::new();
        for cell in cells.iter() {
            position.play_unchecked(to_move, cell);
            values.push(match position.winner() {
                Some(winner) => (winner == Colour::White).then_some(0),
                None => self.stones(position, to_move.other()),
            });
            position.undo();
        }
        let fewest = |values: &[Option<usize>]| values.iter().flatten().min().copied();
        let result = match (to_move, self.choices) {
            (Colour::White, _) => fewest(&values).map(|stones| stones + 1),
            (Colour::Black, Choices::All) => fewest(&values),
            (Colour::Black, Choices::Best) if values.contains(&None) => None,
            (Colour::Black, Choices::Best) => values.into_iter().flatten().max(),
        };
        self.memory.as_mut().map(|memory| memory.insert(key, result));
        result
    }
}
