use rand_chacha::ChaCha8Rng;

use super::Playouts;
use crate::{
    board::Position,
    eval::bridge::Bridges,
    rules::{Colour, Topology},
};

/// What an evaluator says about a position.
#[derive(Clone, Debug, Default)]
pub struct PlayoutResult {
    /// Black's chance to win, from 0 to 1.
    pub black: f32,
    /// The random games behind the evaluation, if there were any. For each
    /// colour and each cell: the games in which the colour had the cell in
    /// the end, and in the upper half of the number those that it won.
    pub cells: [Vec<u64>; 2],
}

/// Judges by random games: all of them at once.
pub struct PlayoutEvaluator {
    playouts: Playouts<1>,
    bridges: Option<Bridges>,
    /// The boards that are played, one bit each.
    boards: u64,
    by_cell: bool,
}

impl PlayoutEvaluator {
    /// For positions of this game: how many random games each judgement takes
    /// (1 to 64), whether bridges are always answered in them, and whether
    /// the games are told apart by cell.
    pub fn new(position: &Position, games: u32, bridges: bool, by_cell: bool) -> PlayoutEvaluator {
        PlayoutEvaluator {
            playouts: Playouts::new(position.game()),
            bridges: bridges.then(|| Bridges::new(position.geometry())),
            boards: !0 >> (64 - games.clamp(1, 64)),
            by_cell,
        }
    }

    /// As many games as pay: on the torus, where some are played stone by
    /// stone, fewer.
    pub fn default_games(position: &Position) -> u32 {
        match position.rules().topology {
            Topology::Torus => 16,
            _ => 64,
        }
    }
}

impl PlayoutEvaluator {
    /// Evaluates a position that nobody has won, with this colour to move.
    pub fn evaluate(
        &mut self,
        position: &Position,
        to_move: Colour,
        rng: &mut ChaCha8Rng,
        evaluation: &mut PlayoutResult,
    ) {
        let pairs = match &mut self.bridges {
            Some(bridges) => bridges.find(position),
            None => &[],
        };
        self.playouts.prepare(position, to_move, pairs);
        let boards = self.boards;
        let [wins] = self.playouts.fill(rng, [boards]);
        let wins = wins & boards;
        let games = boards.count_ones();
        evaluation.black = wins.count_ones() as f32 / games as f32;
        if self.by_cell {
            let pack = |had: u32, won: u32| u64::from(had) | u64::from(won) << 32;
            let all = pack(games, games - wins.count_ones());
            evaluation.cells.iter_mut().for_each(|cells| cells.resize(position.size().cells(), 0));
            let [black_cells, white_cells] = &mut evaluation.cells;
            let cells = black_cells.iter_mut().zip(white_cells);
            for (&[black], (black_cell, white_cell)) in
                self.playouts.black_cells().iter().zip(cells)
            {
                let (had, won) = ((black & boards).count_ones(), (black & wins).count_ones());
                *black_cell = pack(had, won);
                // White had the cell in the other games, and won those that
                // it won at all less those in which black had the cell.
                *white_cell = all - pack(had, had - won);
            }
        }
    }
}
