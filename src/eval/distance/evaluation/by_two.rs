//! The race by two-distances.

use super::{
    super::{Cheapest, Ground, two::beyond},
    DistanceEval, STONE, Value, WIN,
};
use crate::{
    board::{Cell, Position},
    rules::Colour,
};

impl DistanceEval {
    /// The values of moves by two-distance, up to the first move that is worth `enough`.
    /// The stones are looked up once for all moves, and ordinary distances only
    /// where two-distance is infinite.
    pub(super) fn moves_by_two(
        &mut self,
        position: &Position,
        colour: Colour,
        mine: &Cheapest,
        enough: Value,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<(Cell, Value)>> {
        let (own, enemy) = (position.stones(colour), position.stones(colour.other()));
        let oriented = self.distances.oriented.clone();
        let [my_lens, their_lens] =
            [colour, colour.other()].map(|colour| &oriented[colour.index()]);
        let my_ground = Ground::new(my_lens, own, enemy);
        let their_ground = Ground::new(their_lens, enemy, own);
        let before = (!self.potential).then(|| self.distances.two.before(&their_ground));
        let mut theirs = None;
        let mut moves = Vec::new();
        for cell in position.legal_cells(colour).iter() {
            let nearer = mine.cells.contains(cell);
            if nearer && mine.distance == 1 {
                moves.push((cell, WIN));
                if WIN >= enough {
                    break;
                }
                continue;
            }
            if stop() {
                return None;
            }
            let my_two = self.distances.two.standing(&my_ground.with_own(cell), self.potential);
            let (far, ways) =
                my_two.unwrap_or_else(|| (beyond(my_lens, mine.distance - u32::from(nearer)), 0));
            let their_ground = their_ground.with_enemy(cell);
            let their_two = match before {
                Some(before) => self.distances.two.after(&their_ground, before).map(|far| (far, 0)),
                None => self.distances.two.standing(&their_ground, true),
            };
            let (enemy_far, enemy_ways) = their_two.unwrap_or_else(|| {
                let (them, mut more) = (colour.other(), *own);
                more.insert(cell);
                let before =
                    theirs.get_or_insert_with(|| self.distances.cheapest(them, enemy, own));
                let one = self.after_enemy(them, &before.clone(), enemy, &more, cell);
                (beyond(their_lens, one), 0)
            });
            let ways = if self.potential { ways as Value - enemy_ways as Value } else { 0 };
            let value = (enemy_far as Value - far as Value) * STONE + ways;
            moves.push((cell, value));
            if value >= enough {
                break;
            }
        }
        Some(moves)
    }
}
