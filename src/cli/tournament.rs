//! `kring tournament`: plays the games of a tournament file and prints the standings.

use std::{num::NonZeroUsize, path::PathBuf};

use anyhow::{Context, ensure};
use kring::arena::{Destinations, Event, GamesTable, Run, Shard, Standings, TournamentFile};

use super::output::{out, say_written};
use super::run::{ResumeOptions, ShownRun};

#[derive(clap::Args)]
pub struct Options {
    /// The file with players, boards, rules and games; see docs/ARENA.md
    #[arg(value_name = "SPECFILE")]
    file: PathBuf,
    /// Concurrent games [default: that of the file, or one for each core]
    #[arg(long, value_name = "N", value_parser = super::count::<NonZeroUsize>)]
    workers: Option<NonZeroUsize>,
    /// The table of games; an interrupted tournament continues from it
    /// [default: SPECFILE with the extension .csv]
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The folder of SGF files [default: SPECFILE with the extension .games]
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Writes no SGF files
    #[arg(long, conflicts_with = "sgf")]
    no_sgf: bool,
    /// Plays part I of N of the tournament; kring merge joins the parts
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Plays nothing and prints the standings of the games in the table
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    resume: ResumeOptions,
}

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        let name = || self.file.display().to_string();
        let file = TournamentFile::read(&self.file).with_context(name)?;
        let players = file.players()?;
        if self.show {
            return self.show(&file, &file.event(&players, true)?);
        }
        let whole = self.shard == Shard::WHOLE;
        ensure!(whole || file.sprt.is_none(), "sprt needs all games, so it goes without --shard");
        let event = file.event(&players, false)?;
        let mut standings = Standings::new(&event, file.sprt);
        let run = ShownRun {
            run: Run {
                shard: self.shard,
                only: None,
                files: self.destinations(),
                workers: self.workers.or(file.workers),
            },
            shows_faults: true,
        };
        run.play(&mut standings, |_, result| event.names(result.setup.number).join(" v "))?;
        out!("{standings}");
        say_written(run.run.files.paths());
        Ok(())
    }

    /// Prints the standings of the games in the table, without changing it.
    fn show(&self, file: &TournamentFile, event: &Event) -> anyhow::Result<()> {
        let csv = self.destinations().csv;
        let csv =
            csv.filter(|path| path.exists()).context("there is no table to show; see --csv")?;
        let mut standings = Standings::new(event, file.sprt);
        GamesTable::show(&csv, &mut standings)?;
        out!("{standings}");
        Ok(())
    }

    /// The outputs; the default is beside the file. Each part has its own table,
    /// and all share the folder.
    fn destinations(&self) -> Destinations {
        let csv = self.csv.clone().unwrap_or_else(|| match self.shard {
            Shard::WHOLE => self.file.with_extension("csv"),
            part => {
                let part = part.to_string().replace('/', "-of-");
                self.file.with_extension(format!("{part}.csv"))
            }
        });
        let default_folder = || self.file.with_extension("games");
        let sgf = (!self.no_sgf).then(|| self.sgf.clone().unwrap_or_else(default_folder));
        Destinations { csv: Some(csv), sgf, other_games: self.resume.other_games() }
    }
}
