//! The evaluation of positions by playouts.

use kring_board::{Colour, Position, Topology};

use super::{PlayoutRng, Playouts};
use crate::Bridges;

/// The results of the playouts of a position.
#[derive(Clone, Debug, Default)]
pub struct PlayoutResult {
    /// Black's chance to win, from 0 to 1.
    pub black: f32,
    /// For each colour and each cell, if games are counted by cell: in the lower 16 bits the games
    /// in which the colour had the cell in the end, in the upper 16 bits those of them that it won.
    pub cells: [Vec<u32>; 2],
}

impl PlayoutResult {
    /// Counts these boards by cell, from those in which black had each cell and those that it won.
    fn count_by_cell(&mut self, black_cells: &[[u64; 1]], boards: u64, wins: u64) {
        let pack = |had: u32, won: u32| had | won << 16;
        let games = boards.count_ones();
        let all = pack(games, games - wins.count_ones());
        self.cells.iter_mut().for_each(|cells| cells.resize(black_cells.len(), 0));
        let [black_results, white_results] = &mut self.cells;
        let cells = black_results.iter_mut().zip(white_results);
        for (&[black], (black_result, white_result)) in black_cells.iter().zip(cells) {
            let had = (black & boards).count_ones();
            let won = (black & wins).count_ones();
            *black_result = pack(had, won);
            // White had the cell in the other games. Of its wins, it had the cell in all but
            // those in which black had it.
            *white_result = all - pack(had, had - won);
        }
    }
}

/// Evaluates positions by up to 64 playouts at once.
pub struct PlayoutEvaluator {
    playouts: Playouts<1>,
    bridges: Option<Bridges>,
    /// The boards that are played, one bit each.
    boards: u64,
    by_cell: bool,
}

impl PlayoutEvaluator {
    /// For positions of this game, with the number of playouts per evaluation (1 to 64), whether
    /// bridges are always answered in them, and whether wins are counted by cell.
    pub fn new(position: &Position, games: u32, bridges: bool, by_cell: bool) -> PlayoutEvaluator {
        PlayoutEvaluator {
            playouts: Playouts::new(position.game()),
            bridges: bridges.then(|| Bridges::new(position.geometry())),
            boards: !0 >> (64 - games.clamp(1, 64)),
            by_cell,
        }
    }

    /// The default number of playouts: fewer on the torus, where the first ring has to be found.
    pub fn default_games(position: &Position) -> u32 {
        if position.rules().topology == Topology::Torus { 16 } else { 64 }
    }

    /// Evaluates a position without a winner, with this colour to move.
    ///
    /// # Panics
    /// If the position is on a larger board than this was made for.
    pub fn evaluate(
        &mut self,
        position: &Position,
        to_move: Colour,
        rng: &mut PlayoutRng,
        evaluation: &mut PlayoutResult,
    ) {
        let pairs = self.bridges.as_mut().map_or(&[][..], |bridges| bridges.find(position));
        self.playouts.prepare(position, to_move, pairs);
        let wins = self.playouts.play(rng, [self.boards])[0] & self.boards;
        evaluation.black = wins.count_ones() as f32 / self.boards.count_ones() as f32;
        if self.by_cell {
            evaluation.count_by_cell(self.playouts.black_cells(), self.boards, wins);
        }
    }
}
