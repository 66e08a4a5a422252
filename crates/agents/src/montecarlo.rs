//! Flat Monte Carlo: playouts after each move, without a tree.

use std::cell::LazyCell;

use kring_board::{Colour, Move, Position};
use kring_eval::{BoardBatch, Playouts, first_boards};

use super::choose;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    parameter::{Effort, Role},
    settings::{Field, Resources, Row, Settings, defaults},
    time_manager::TimeManager,
};

/// Boards per batch of playouts, in words of 64.
const WORDS: usize = 8;

/// Flat Monte Carlo: every legal move, a swap included, gets the same number of playouts from the
/// position after it. Plays the move with the highest win rate, a random one of several. It is
/// not swap-aware: as a first move it also plays one that the opponent will swap.
#[derive(Clone)]
pub struct MonteCarlo {
    playouts: usize,
}

impl Default for MonteCarlo {
    fn default() -> MonteCarlo {
        MonteCarlo { playouts: 500 }
    }
}

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "montecarlo",
    summary: "plays the move with the most wins in random games",
    quick: "playouts=10",
    games: SupportedGames::All,
    settings: defaults::<MonteCarlo>,
};

/// It is nothing but its settings.
impl Settings for MonteCarlo {
    const ROWS: &'static [Row<MonteCarlo>] =
        &[Row::of(Role::Effort(Effort::Playouts), "random games for each move", |it| {
            Field::Whole(&mut it.playouts, 1, 1_000_000_000)
        })];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

impl MonteCarlo {
    /// The share of playouts after a move that the player who made it wins, and their number. A
    /// move that ends the game counts as if all playouts had been played.
    fn value(
        &self,
        playouts: &mut Playouts<WORDS>,
        position: &mut Position,
        task: &mut Task<'_>,
        timer: &TimeManager,
        mv: Move,
    ) -> (f64, usize) {
        if position.play(task.colour, mv).is_err() {
            return (0.0, 0);
        }
        // A player who swaps sides continues with the other colour.
        let (own, next) = match mv {
            Move::SwapSides => (task.colour.other(), task.colour),
            _ => (task.colour, task.colour.other()),
        };
        let result = match position.winner() {
            Some(winner) => (f64::from(winner == own), self.playouts),
            None => {
                playouts.prepare(position, next, &[]);
                let (black, played) = self.black_share(playouts, task, timer);
                (if own == Colour::Black { black } else { 1.0 - black }, played)
            }
        };
        position.undo();
        result
    }

    /// Runs the playouts, batch by batch, until time is up; returns the share that black wins, and
    /// the number of those that were played.
    fn black_share(
        &self,
        playouts: &mut Playouts<WORDS>,
        task: &mut Task<'_>,
        timer: &TimeManager,
    ) -> (f64, usize) {
        let mut wins = 0;
        let mut left = self.playouts;
        while left == self.playouts || timer.may_continue((self.playouts - left) as u64) {
            let boards: BoardBatch<WORDS> = first_boards(left as u64);
            let won = playouts.play(task.rng, boards);
            let counted = won.iter().zip(boards).map(|(won, board)| (won & board).count_ones());
            wins += counted.sum::<u32>() as usize;
            left = left.saturating_sub(64 * WORDS);
        }
        let played = self.playouts - left;
        (wins as f64 / played as f64, played)
    }
}

impl Agent for MonteCarlo {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let mut playouts = Playouts::new(task.position.game());
        let mut position = task.position.clone();
        let mut values: Vec<(Move, f64)> = Vec::new();
        let mut all_played = 0;
        let timer = TimeManager::new(&task.limits, None)
            .with_count(Some(self.playouts as u64), self.playouts as u64);
        let board = task.position;
        let colour = task.colour;
        let quick = LazyCell::new(|| choose::best_quick_move(board, colour));
        for mv in board.legal_moves(colour) {
            // Of the moves left when time is up, evaluates a swap and the best of a quick evaluation.
            let is_wanted = || mv.cell().is_none() || mv.cell() == *quick;
            if values.is_empty() || !timer.is_up() || is_wanted() {
                let (value, played) =
                    self.value(&mut playouts, &mut position, &mut task, &timer, mv);
                values.push((mv, value));
                all_played += played;
            }
        }
        let best = choose::random_best(&values, |(_, value)| *value, task.rng);
        let (mv, best) = best.copied().unwrap_or((Move::Resign, 0.0));
        let scores = values.iter().filter_map(|&(mv, value)| Some((mv.cell()?, value))).collect();
        let counters = vec![("playouts", all_played as f64)];
        let value = Some(best);
        let scores_are = "share of random games won";
        Choice { value, scores, scores_are, counters, variation: vec![mv], ..Choice::new(mv) }
    }
}
