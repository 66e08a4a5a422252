//! Where the games of a run go, and which are left to play.

use std::{collections::BTreeMap, path::PathBuf};

use super::{Event, GameResult, Ledger, LedgerError, Outcome, SgfFolder, Shard, row::Head};

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
    /// The games that an earlier run has played.
    pub played: BTreeMap<usize, Outcome>,
    /// The games that are left, in order.
    pub missing: Vec<usize>,
}

impl Outputs {
    /// Opens the files before the first game, so that none is played in vain.
    pub fn open(
        event: &Event<'_>,
        seed: u64,
        shard: Shard,
        destinations: &Destinations,
    ) -> Result<Outputs, LedgerError> {
        let head = Head::of(event, seed);
        let schedule = head.schedule.clone();
        let (ledger, played) = match &destinations.csv {
            Some(path) => {
                let (ledger, played) = Ledger::open(path, head)?;
                (Some(ledger), played)
            }
            None => (None, BTreeMap::new()),
        };
        let missing: Vec<usize> = (1..=event.games())
            .filter(|number| shard.has(*number) && !played.contains_key(number))
            .collect();
        let sgf = match &destinations.sgf {
            Some(path) => {
                let error = |error| LedgerError::Io { path: path.clone(), error };
                let goes_on = ledger.as_ref().is_some_and(Ledger::goes_on);
                Some(SgfFolder::open(path, &schedule, &missing, goes_on).map_err(error)?)
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
