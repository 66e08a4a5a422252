use super::output::out_line;
use std::path::PathBuf;

use kring::arena::merge;

/// What to merge.
#[derive(clap::Args)]
pub struct Options {
    /// Tables of games, as match and tournament write them with --csv
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// The table of all games, a new file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Merges even if games are missing
    #[arg(long)]
    partial: bool,
}

impl Options {
    /// Writes the games of all files to one.
    pub fn run(self) -> anyhow::Result<()> {
        super::log("warn").init();
        let merged = merge(&self.files, &self.output, self.partial)?;
        out_line!("{} of {} games in {}", merged.played, merged.games, self.output.display());
        Ok(())
    }
}
