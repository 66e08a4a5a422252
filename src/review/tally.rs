//! The losses of players over several reviewed games.

use std::collections::BTreeMap;

use kring_board::Colour;

use super::Review;
use super::plan::side_after;
use super::table::{counted, percent};

/// The counts of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossTally {
    /// Games with a move of the player.
    pub games: usize,
    /// Moves of undecided games.
    pub moves: usize,
    /// The sum of their losses.
    pub loss: f64,
    /// Inaccuracies, mistakes and blunders.
    pub marks: [usize; 3],
}

impl LossTally {
    /// The mean loss of a move.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }

    /// The same in words.
    pub fn sentence(&self) -> String {
        let moves = self.moves;
        let mean = percent(self.mean_loss());
        let s = if moves == 1 { "" } else { "s" };
        format!("{moves} move{s}, mean loss {mean}, {}", counted(self.marks))
    }

    fn add(&mut self, other: &LossTally) {
        self.games += other.games;
        self.moves += other.moves;
        self.loss += other.loss;
        for (sum, marks) in self.marks.iter_mut().zip(other.marks) {
            *sum += marks;
        }
    }
}

impl Review {
    /// The counts of the player who began as black and of the one who began as white. A swap of
    /// sides exchanges their colours, not their counts.
    pub fn tallies(&self) -> [LossTally; 2] {
        let mut tallies = [LossTally::default(); 2];
        let mut players = Colour::ALL;
        for mv in &self.moves {
            let Some((played, _)) = mv.played.filter(|_| !mv.variation.is_empty()) else {
                continue;
            };
            let tally = &mut tallies[players[mv.colour.index()].index()];
            tally.games = 1;
            tally.moves += 1;
            tally.loss += mv.loss();
            if let Some(mark) = mv.mark() {
                tally.marks[mark as usize] += 1;
            }
            if side_after(mv.colour, played) != mv.colour {
                players.reverse();
            }
        }
        tallies
    }

    /// Adds the players of the game. Players without a name get that of their colour.
    pub fn add_to(&self, sums: &mut BTreeMap<String, LossTally>, names: &[Option<String>; 2]) {
        let mut own: BTreeMap<String, LossTally> = BTreeMap::new();
        for (colour, tally) in Colour::ALL.into_iter().zip(self.tallies()) {
            let name = names[colour.index()].clone().unwrap_or_else(|| colour.to_string());
            own.entry(name).or_default().add(&tally);
        }
        // A player against itself plays one game.
        for (name, tally) in own.into_iter().filter(|(_, tally)| tally.games > 0) {
            sums.entry(name).or_default().add(&LossTally { games: 1, ..tally });
        }
    }
}

/// The table of players as CSV.
pub fn write_csv(sums: &BTreeMap<String, LossTally>) -> csv::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let header = "player,games,moves,mean_loss,inaccuracies,mistakes,blunders";
    table.write_record(header.split(','))?;
    for (name, tally) in sums {
        let mean = format!("{:.4}", tally.mean_loss());
        table.serialize((name, tally.games, tally.moves, mean, tally.marks))?;
    }
    table.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}
