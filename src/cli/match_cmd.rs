//! `kring match`: plays games between two players and prints the results.

use std::{
    num::NonZeroU64, num::NonZeroUsize, path::PathBuf, process::ExitCode, sync::Arc, time::Duration,
};

use anyhow::anyhow;
use kring::arena::{
    Colours, Decision, Destinations, Event, MatchCounts, MatchPlan, MatchReport, Openings,
    PlayerSpec, Run, Schedule, Seat, Shard, Sprt, Standings, seed_of,
};
use kring::external::EngineTimeouts;
use kring_board::{Rules, Size};

use super::output::{note, out, say_written};
use super::run::{ResumeOptions, ShownRun};

pub const CODES: &str = "\
Exit codes: 0 if the match was played, 1 if it failed, 2 for a wrong command line,
3 if the first player's faults ended it, 6 if the second player's did (--faults).
With --strict also: 3 if the first player lost a game by its own fault, 4 if --sprt
accepts H0, 5 if --sprt accepts neither hypothesis.";

#[derive(clap::Args)]
pub struct Options {
    /// The tested player: an agent, e.g. "mcts sims=1000", or an engine, e.g.
    /// 'cmd:"mohex --use-logfile=0" init:"param_mohex max_time 5" name:"MoHex"'
    #[arg(long, value_name = "SPEC")]
    first: PlayerSpec,
    /// The opponent
    #[arg(long, value_name = "SPEC")]
    second: PlayerSpec,
    /// The size of the board, columns x rows
    #[arg(long, value_name = "WxH", default_value = "11x11")]
    size: Size,
    /// The rules, e.g. "cylinder seasons=3 turns=random swap=on"
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// Switches the swap rule on, as swap=on in the variant does
    #[arg(long)]
    swap: bool,
    /// The number of games [default: 100, or each listed opening with each colour]
    #[arg(long, value_name = "N", value_parser = super::count::<NonZeroUsize>)]
    games: Option<NonZeroUsize>,
    /// Concurrent games [default: one for each core]
    #[arg(long, value_name = "N", value_parser = super::count::<NonZeroUsize>)]
    workers: Option<NonZeroUsize>,
    /// The first stones; each opening is played with both colours: "all" (each
    /// cell once), "random:N" (N random stones), "balanced:N" (N stones, even
    /// chances), "even" (the board's even openings, found by long searches;
    /// "even:final" has others, for results that are reported), or a file with
    /// one opening on each line, e.g. "d4 c5"
    #[arg(long, value_name = "WHICH", default_value = "none")]
    openings: Openings,
    /// The colour of the first player: alternate, black or white
    #[arg(long, value_name = "WHICH", default_value = "alternate")]
    colours: Colours,
    /// The seed of all random numbers [default: that of the --csv file, or from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stops as soon as a sequential test decides that the first player is
    /// stronger by elo1 (accepts H1) or not by more than elo0 (accepts H0)
    /// [defaults: elo0=0 elo1=30 alpha=0.05 beta=0.05]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, conflicts_with = "shard")]
    sprt: Option<Vec<String>>,
    /// At most this many seconds for a turn of an engine, from the first byte it gets
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = super::seconds)]
    move_time: Duration,
    /// At most this many seconds for all turns of an engine in a game; it gets
    /// time_settings and time_left
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds)]
    game_clock: Option<Duration>,
    /// At most this many seconds for the start of an engine
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = super::seconds)]
    start_time: Duration,
    /// Plays only this game of the match, and shows its moves
    #[arg(long, value_name = "GAME", conflicts_with_all = ["csv", "shard", "sprt"])]
    only: Option<usize>,
    /// Writes a row for each game to a file; if the file already holds games of
    /// this match, only the missing ones are played
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes each game as SGF to a folder
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
    /// Plays part I of N of the match; kring merge joins the parts
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Fails if the first player lost a game by its own fault, such as a crash
    /// or an illegal move, or if --sprt does not accept H1; see the exit codes
    #[arg(long)]
    strict: bool,
    /// Ends the match when one player has lost this many games by faults: crashes, illegal
    /// moves, answers that are no moves, refusals. The games of --csv count
    #[arg(long, value_name = "N", default_value = "3", value_parser = super::count::<NonZeroU64>)]
    faults: NonZeroU64,
    /// Plays all games, whatever faults there are
    #[arg(long, conflicts_with = "faults")]
    recover: bool,
    #[command(flatten)]
    resume: ResumeOptions,
}

impl Options {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let timeouts =
            EngineTimeouts { mv: self.move_time, start: self.start_time, game: self.game_clock };
        let first = self.first.clone().with_timeouts(timeouts);
        let second = self.second.clone().with_timeouts(timeouts);
        let sprt = self.sprt.as_ref().map(|words| words.join(" ").parse::<Sprt>());
        let sprt = sprt.transpose().map_err(|what| anyhow!("--sprt: {what}"))?;
        let schedule = Schedule::new(self.plan())?;
        schedule.plan().check_players([&first, &second])?;
        let event = Event::between([Arc::new(first), Arc::new(second)], schedule);
        let run = ShownRun {
            run: Run {
                shard: self.shard,
                only: self.only,
                files: Destinations {
                    csv: self.csv.clone(),
                    sgf: self.sgf.clone(),
                    other_games: self.resume.other_games(),
                },
                workers: self.workers,
            },
            shows_faults: true,
        };
        let mut standings = Standings::new(&event, sprt);
        if !self.recover {
            standings.matches[0].fault_limit = Some(self.faults.get());
        }
        let unplayed =
            run.play(&mut standings, |standings, _| standings.matches[0].tally.standing())?;
        out!("{}", MatchReport(&standings));
        say_written(run.run.files.paths());
        Ok(self.exit_code(&standings.matches[0], unplayed))
    }

    fn plan(&self) -> MatchPlan {
        let seed_in_table = || self.csv.as_deref().and_then(seed_of);
        MatchPlan {
            size: self.size,
            rules: Rules { swap: self.variant.swap || self.swap, ..self.variant.clone() },
            openings: self.openings.clone(),
            colours: self.colours,
            games: self.games.map(NonZeroUsize::get),
            seed: self.seed.or_else(seed_in_table).unwrap_or_else(super::clock_seed),
        }
    }

    fn exit_code(&self, counts: &MatchCounts, unplayed: usize) -> ExitCode {
        let mut failure = None;
        // Faults have not ended a match whose games are all played.
        if unplayed > 0 {
            failure = failed(counts);
        }
        if failure.is_none() && self.strict {
            failure = not_strict(counts);
        }
        let Some((code, why)) = failure else { return ExitCode::SUCCESS };
        note!("Error: {why}");
        ExitCode::from(code)
    }
}

/// The exit code of a match that was ended by the faults of one player, and why.
fn failed(counts: &MatchCounts) -> Option<(u8, String)> {
    let seat = counts.failing()?;
    let faults = counts.tally.malfunctions(seat);
    let code = if seat == Seat::First { 3 } else { 6 };
    let advice = "the match is over; --recover plays on";
    Some((code, format!("the {seat} player lost {faults} games by faults: {advice}")))
}

/// The exit code of a match that `--strict` does not accept, and why.
fn not_strict(MatchCounts { tally, sprt, .. }: &MatchCounts) -> Option<(u8, String)> {
    let faults = tally.faults(Seat::First);
    if faults > 0 {
        return Some((3, format!("the first player lost {faults} games by a fault")));
    }
    match sprt.as_ref()?.decision {
        Some((Decision::H0, _)) => {
            Some((4, "the first player is weaker than the test allows".to_owned()))
        }
        None => Some((5, "the games were too few for the test to decide".to_owned())),
        Some((Decision::H1, _)) => None,
    }
}
