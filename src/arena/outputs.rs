//! Where the games of a run go, and which are left to play.

use std::path::PathBuf;

use super::{
    Event, GameResult, Ledger, LedgerError, Missing, Outcome, SgfFolder, Shard, row::EventId,
};

/// What a run is to write.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    /// One row a game.
    pub csv: Option<PathBuf>,
    /// One file a game.
    pub sgf: Option<PathBuf>,
}

/// The open files of a run.
pub struct Outputs {
    ledger: Option<Ledger>,
    sgf: Option<SgfFolder>,
    /// How many games an earlier run has played.
    pub played: usize,
    /// The games that are left.
    pub missing: Missing,
}

impl Outputs {
    /// Opens the files before the first game, so that none is played in vain,
    /// and shows the games that an earlier run has played.
    pub fn open(
        event: &Event<'_>,
        seed: u64,
        shard: Shard,
        destinations: &Destinations,
        mut game: impl FnMut(usize, Outcome),
    ) -> Result<Outputs, LedgerError> {
        let head = EventId::of(event, seed);
        let schedule = head.schedule.clone();
        let mut missing = Missing::all(event.games(), shard);
        let mut played = 0;
        let ledger = match &destinations.csv {
            Some(path) => Some(Ledger::open(path, head, &mut missing, |number, outcome| {
                played += 1;
                game(number, outcome);
            })?),
            None => None,
        };
        let sgf = match &destinations.sgf {
            Some(path) => {
                let error = |error| LedgerError::Io { path: path.clone(), error };
                let resumed = ledger.as_ref().is_some_and(Ledger::resumed);
                Some(SgfFolder::open(path, &schedule, &missing, resumed).map_err(error)?)
            }
            None => None,
        };
        Ok(Outputs { ledger, sgf, played, missing })
    }

    /// Writes a game down; the row comes last, since it says that the game
    /// need not be played again.
    pub fn write(&mut self, event: &Event<'_>, result: &GameResult) -> Result<(), LedgerError> {
        if self.sgf.is_none() && self.ledger.is_none() {
            return Ok(());
        }
        let names = event.names(result.fixture.number);
        if let Some(sgf) = &self.sgf {
            let path = PathBuf::from(format!("game {}", result.fixture.number));
            sgf.write(&names, result).map_err(|error| LedgerError::Io { path, error })?;
        }
        match &mut self.ledger {
            Some(ledger) => ledger.write(&names, result),
            None => Ok(()),
        }
    }
}
