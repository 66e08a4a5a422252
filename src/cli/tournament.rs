use std::{
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use kring::arena::{Destinations, Outputs, Progress, Shard, Standings, TournamentFile};

/// What a tournament can be told beside its file.
#[derive(clap::Args)]
pub struct Options {
    /// The players, boards, rules and games, as docs/ARENA.md describes
    #[arg(value_name = "SPECFILE")]
    file: PathBuf,
    /// Games at a time [default: what the file says, or one for each core]
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    /// The table of games, from which an interrupted tournament goes on
    /// [default: SPECFILE with .csv at its end]
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The folder of games [default: SPECFILE with .games at its end]
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Writes no folder of games
    #[arg(long, conflicts_with = "sgf")]
    no_sgf: bool,
    /// Plays the I-th of N parts of the tournament; see the command merge
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Plays nothing and shows how the games in the table stand
    #[arg(long)]
    show: bool,
}

impl Options {
    /// Plays what is missing and prints the tables.
    pub fn run(self) -> anyhow::Result<()> {
        super::log("warn").init();
        let file =
            TournamentFile::read(&self.file).with_context(|| format!("{}", self.file.display()))?;
        let players = file.players()?;
        let event = file.event(&players)?;
        let files = self.destinations();
        if self.show {
            let found = files.csv.as_deref().is_some_and(Path::exists);
            ensure!(found, "there is no table to show; see --csv");
        }
        let mut outputs = Outputs::open(&event, file.seed, self.shard, &files)?;
        let mut standings = Standings::new(&event);
        outputs.played.iter().for_each(|(&number, outcome)| standings.add(number, outcome));
        super::say_what_is_there(&outputs);
        let mut numbers = std::mem::take(&mut outputs.missing);
        if self.show {
            numbers.clear();
        }
        let workers = self.workers.or(file.workers.and_then(NonZeroUsize::new));
        let mut progress = Progress::new(numbers.len());
        event.run(&numbers, super::workers(workers), |result| {
            outputs.write(&event, &result)?;
            standings.add(result.fixture.number, &result.outcome());
            progress.update(|| event.names(result.fixture.number).join(" v "));
            anyhow::Ok(ControlFlow::Continue(()))
        })?;
        progress.finish();
        print!("{standings}");
        Ok(())
    }

    /// Beside the file, unless other places are named. Parts have tables of
    /// their own and may share the folder.
    fn destinations(&self) -> Destinations {
        let csv = self.csv.clone().unwrap_or_else(|| match self.shard {
            Shard::WHOLE => self.file.with_extension("csv"),
            part => {
                let part = part.to_string().replace('/', "-of-");
                self.file.with_extension(format!("{part}.csv"))
            }
        });
        let usual = || self.file.with_extension("games");
        let sgf = (!self.no_sgf && !self.show).then(|| self.sgf.clone().unwrap_or_else(usual));
        Destinations { csv: Some(csv), sgf }
    }
}
