//! The run of an event: a match, a tournament or an experiment. It reads the games of earlier
//! runs from the table, plays, writes and counts the missing ones, and shows the progress. `kring
//! merge` joins the tables of runs that played different parts of an event.

use std::{num::NonZeroUsize, ops::ControlFlow, path::PathBuf};

use anyhow::ensure;
use kring::arena::{
    ArenaEvent, Destinations, GameResult, MatchCounts, OpeningError, OtherGames, Outputs, Shard,
    Standings, merge,
};
use kring::solving::{is_store, merge_stores};
use kring_board::record::hexworld;

use super::output::{EventProgress, note, out_line};

pub struct EventRun {
    pub shard: Shard,
    /// If set, only this game is played, and its moves are shown.
    pub only: Option<usize>,
    pub files: Destinations,
    /// Concurrent games; the default is one for each core.
    pub workers: Option<NonZeroUsize>,
    /// Whether the first games lost by a fault are shown.
    pub shows_faults: bool,
}

impl EventRun {
    /// Plays the missing games and counts all. `standing` is a short text for the progress bar
    /// after a game. Returns how many games of this run's part are still missing.
    pub fn play(
        &self,
        standings: &mut Standings<'_>,
        standing: impl Fn(&Standings<'_>, &GameResult) -> String,
    ) -> anyhow::Result<usize> {
        let event = standings.event;
        let mut outputs = Outputs::open(self.shard, &self.files, standings)?;
        let missing = outputs.missing.clone();
        if let Some(read) = standings.read.as_ref().filter(|read| read.games > 0) {
            let (played, left) = (read.games, missing.count());
            note!("{played} games from {}, {left} are left", read.path.display());
            if !read.has_fingerprints {
                note!(
                    "{}: a table of an earlier version of Kring has no fingerprints of programs, so \
                     an engine that was replaced since then is not noticed",
                    read.path.display()
                );
            }
        }
        // For each match, whether it ended in an earlier run.
        let ended: Vec<bool> = standings.matches.iter().map(MatchCounts::has_ended).collect();
        // The games left to play are not listed for this, since there can be very many.
        let left = match self.only {
            Some(only) => {
                let games = event.games;
                ensure!(missing.has(only), "--only {only}: there are {games} games");
                1
            }
            None if ended.iter().all(|ended| *ended) => 0,
            None => missing.count(),
        };
        let numbers = missing.numbers().filter(|number| {
            self.only.is_none_or(|only| only == *number) && !ended[event.pairing_of(*number)]
        });
        let mut progress = find_openings(event, left)?;
        let mut faults = 0;
        let mut unplayed = missing.count();
        let workers = self.workers.unwrap_or_else(super::cores).get().min(left);
        event.run(numbers.take(left), workers, |result| {
            outputs.write(&result)?;
            let number = result.setup.number;
            standings.add(number, &result.outcome);
            unplayed -= 1;
            progress.update(|| standing(standings, &result));
            if self.shows_faults && result.outcome.reason.is_fault() {
                faults += 1;
                show_fault(faults, event, &result, &progress);
            }
            if self.only.is_some() {
                out_line!("{}", moves(&result));
                if let Ok(link) = hexworld::link(&result.position) {
                    out_line!("{link}");
                }
            }
            let has_ended = standings.matches[event.pairing_of(number)].has_ended();
            anyhow::Ok(if has_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        outputs.sync()?;
        progress.finish();
        Ok(unplayed)
    }
}

/// Finds the openings of the games to be played. The progress of the games starts after that.
fn find_openings(event: &ArenaEvent<'_>, games: usize) -> Result<EventProgress, OpeningError> {
    if games > 0 {
        let mut progress = EventProgress::with_template("{wide_bar} {msg}", games);
        event.prepare(|found, all| {
            let text = |_| format!("looking for openings: {found} of {all}");
            progress.show(1000, (found, all), text);
        })?;
        progress.finish();
    }
    Ok(EventProgress::of(games, "games"))
}

/// Shows a game that was lost by a fault, if it is one of the first three.
fn show_fault(count: usize, event: &ArenaEvent<'_>, result: &GameResult, progress: &EventProgress) {
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
