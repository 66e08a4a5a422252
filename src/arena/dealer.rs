use std::{collections::HashSet, sync::Arc};

use rand::{Rng, seq::IteratorRandom};

use super::openings::Opening;
use crate::{
    board::{Game, Position},
    rules::Colour,
};

/// Draws openings that leave the game open, and none twice as long as new
/// ones are found.
pub struct Dealer {
    stones: usize,
    dealt: HashSet<u64>,
}

impl Dealer {
    /// So many vain draws mean that there is nothing new.
    const DRAWS: usize = 200;

    /// A dealer of openings with so many stones.
    pub fn new(stones: usize) -> Dealer {
        Dealer { stones, dealt: HashSet::new() }
    }

    /// The next opening for this game; nothing if none leaves it open.
    pub fn deal(&mut self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<Opening> {
        let mut known = None;
        for _ in 0..Dealer::DRAWS {
            let Some((opening, hash)) = self.draw(game, rng) else { continue };
            if self.dealt.insert(hash) {
                return Some(opening);
            }
            known = Some((opening, hash));
        }
        // All have been dealt, so the next round begins.
        let (opening, hash) = known?;
        self.dealt.clear();
        self.dealt.insert(hash);
        Some(opening)
    }

    fn draw(&self, game: &Arc<Game>, rng: &mut impl Rng) -> Option<(Opening, u64)> {
        let mut position = Position::new(Arc::clone(game));
        let colours = Colour::ALL.into_iter().cycle().take(self.stones);
        let mut opening = Vec::with_capacity(self.stones);
        for colour in colours {
            let cell = position.legal_cells(colour).iter().choose(rng)?;
            position.place(colour, cell);
            opening.push(cell);
        }
        position.winner().is_none().then(|| (opening.into(), position.hash()))
    }
}
