//! The progress of a run of games, as the terminal shows it. `kring merge` joins the tables of runs
//! that played different parts of an event.

use std::path::PathBuf;

use anyhow::ensure;
use kring::arena::{Event, GameResult, GamesRead, OtherGames, Progress, Run, Standings, merge};
use kring::solve::{is_store, merge_stores};
use kring_board::record::hexworld;

use super::output::{EventProgress, note, out_line};

/// A run whose progress is shown.
pub struct ShownRun {
    pub run: Run,
    /// Whether the first games lost by a fault are shown.
    pub shows_faults: bool,
}

impl ShownRun {
    /// Plays the missing games and counts all. `standing` is a short text for the progress bar
    /// after a game. Returns how many games of this run's part are still missing.
    pub fn play(
        &self,
        standings: &mut Standings<'_>,
        standing: impl Fn(&Standings<'_>, &GameResult) -> String,
    ) -> anyhow::Result<usize> {
        let event = standings.event;
        let mut openings: Option<EventProgress> = None;
        let mut games = EventProgress::of(0, "games");
        let mut faults = 0;
        let unplayed = self.run.play(standings, &mut |progress| match progress {
            Progress::Resumed { read, left } => say_resumed(read, left),
            Progress::Openings { found, all } => {
                let template = "{wide_bar} {msg}";
                let bar =
                    openings.get_or_insert_with(|| EventProgress::with_template(template, all));
                let text = |_| format!("looking for openings: {found} of {all}");
                bar.show(1000, (found, all), text);
            }
            Progress::Begins { games: count } => {
                if let Some(bar) = openings.take() {
                    bar.finish();
                }
                games = EventProgress::of(count, "games");
            }
            Progress::Played { result, standings } => {
                games.update(|| standing(standings, result));
                if self.shows_faults && result.outcome.reason.is_fault() {
                    faults += 1;
                    show_fault(faults, event, result, &games);
                }
                if self.run.only.is_some() {
                    out_line!("{}", moves(result));
                    if let Ok(link) = hexworld::link(&result.position) {
                        out_line!("{link}");
                    }
                }
            }
        })?;
        games.finish();
        Ok(unplayed)
    }
}

fn say_resumed(read: &GamesRead, left: usize) {
    let path = read.path.display();
    note!("{} games from {path}, {left} are left", read.games);
    if !read.has_fingerprints {
        note!(
            "{path}: a table of an earlier version of Kring has no fingerprints of programs, so \
             an engine that was replaced since then is not noticed"
        );
    }
}

/// Shows a game that was lost by a fault, if it is one of the first three.
fn show_fault(count: usize, event: &Event, result: &GameResult, progress: &EventProgress) {
    let number = result.setup.number;
    let name = &event.names(number)[result.outcome.winner.other().index()];
    let detail = result.detail.replace('\n', "\n    ");
    let reason = result.outcome.reason;
    match count {
        ..4 => progress.print(|| note!("game {number}: {name} lost by {reason}: {detail}")),
        4 => progress.print(|| note!("further faults: see --csv")),
        _ => {}
    }
}

fn moves(result: &GameResult) -> String {
    let size = result.position.size();
    let moves = result.position.moves();
    let moves = moves.map(|(colour, mv)| format!(" {} {}", colour.letter(), mv.name(size)));
    let number = result.setup.number;
    format!("game {number}, seed {}:{}", result.setup.seed, moves.collect::<String>())
}

/// What becomes of games that other players have played, in tables of earlier runs.
#[derive(clap::Args)]
pub struct ResumeOptions {
    /// Accepts tables whose games were played by other programs under the same names, or with other
    /// settings: they count as if they were of this event
    #[arg(long)]
    resume_anyway: bool,
}

impl ResumeOptions {
    pub fn other_games(&self) -> OtherGames {
        if self.resume_anyway { OtherGames::Accepted } else { OtherGames::Refused }
    }
}

#[derive(clap::Args)]
pub struct MergeOptions {
    /// Tables of games, as match and tournament write them with --csv; or stores of
    /// one game, as solve writes them with --store
    #[arg(value_name = "FILES", required = true)]
    files: Vec<PathBuf>,
    /// The new file for the games of all tables, or all solved positions
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Merges the tables even if games are missing
    #[arg(long)]
    partial: bool,
    #[command(flatten)]
    resume: ResumeOptions,
}

impl MergeOptions {
    pub fn run(self) -> anyhow::Result<()> {
        // Files that cannot be read are reported by the merge.
        if self.files.iter().any(|file| is_store(file).unwrap_or(false)) {
            ensure!(!self.partial, "--partial is for tables of games: stores have no gaps");
            let [positions, questions] = merge_stores(&self.files, &self.output)?;
            let output = self.output.display();
            out_line!("{positions} solved positions and {questions} answers in {output}");
            return Ok(());
        }
        let other_games = self.resume.other_games();
        let [played, games] = merge(&self.files, &self.output, self.partial, other_games)?;
        out_line!("{played} of {games} games in {}", self.output.display());
        Ok(())
    }
}
