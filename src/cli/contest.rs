use std::{num::NonZeroUsize, path::PathBuf, thread};

use anyhow::{Context, anyhow, ensure};
use kring::{
    agent::AgentSpec,
    arena::{
        Colours, Entrant, GameResult, Match, Openings, Plan, Progress, Report, Rows, Schedule,
        Seat, SgfFolder, Tally,
    },
    rules::{Colour, Rules, Size},
};

/// What a match can be told.
#[derive(clap::Args)]
pub struct Options {
    /// Who is tested, e.g. "random"
    #[arg(long, value_name = "SPEC")]
    first: AgentSpec,
    /// The opponent
    #[arg(long, value_name = "SPEC")]
    second: AgentSpec,
    /// The size of the board, columns x rows
    #[arg(long, value_name = "WxH", default_value = "11x11")]
    size: Size,
    /// The rules, e.g. "cylinder seasons=3 turns=random swap=on"
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// How many games [default: 100, or each listed opening with each colour]
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// Games at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    /// First stones, the same for both colours: "all" (each cell once),
    /// "random:N" (N stones), or a file with one opening a line, e.g. "d4 c5"
    #[arg(long, value_name = "WHICH", default_value = "none")]
    openings: Openings,
    /// The colour of the first player: alternate, black or white
    #[arg(long, value_name = "WHICH", default_value = "alternate")]
    colours: Colours,
    /// The seed of all random numbers [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Plays only this game of the match, and shows its moves
    #[arg(long, value_name = "GAME")]
    only: Option<usize>,
    /// Writes a row for each game to a new file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes each game to a new folder
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,
}

/// Where results go.
struct Outputs {
    rows: Option<Rows>,
    sgf: Option<SgfFolder>,
}

impl Options {
    /// Plays the match and prints what it has shown.
    pub fn run(self) -> anyhow::Result<()> {
        super::log("warn").init();
        let schedule = Schedule::new(self.plan())?;
        self.check_players()?;
        let numbers: Vec<usize> = match self.only {
            None => (1..=schedule.games()).collect(),
            Some(number) => {
                let games = schedule.games();
                ensure!((1..=games).contains(&number), "--only {number}: there are {games} games");
                vec![number]
            }
        };
        let mut outputs = self.outputs()?;
        let mut tally = Tally::default();
        let mut progress = Progress::new(numbers.len());
        self.players(&schedule).run(&numbers, |result| {
            tally.add(&result);
            progress.update(&tally);
            if self.only.is_some() {
                println!("{}", moves(&result));
            }
            outputs.write(&result)
        })?;
        progress.finish();
        print!("{}", Report { schedule: &schedule, names: self.names(), tally: &tally });
        Ok(())
    }

    fn plan(&self) -> Plan {
        Plan {
            size: self.size,
            rules: self.variant.clone(),
            openings: self.openings.clone(),
            colours: self.colours,
            games: self.games.map(NonZeroUsize::get),
            seed: self.seed.unwrap_or_else(super::clock_seed),
        }
    }

    fn players<'a>(&'a self, schedule: &'a Schedule) -> Match<'a> {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let workers = self.workers.unwrap_or_else(cores).get();
        Match { schedule, entrants: [&self.first, &self.second], workers }
    }

    fn names(&self) -> [String; 2] {
        [self.first.name(), self.second.name()]
    }

    /// Whether both play the colours that they will get.
    fn check_players(&self) -> anyhow::Result<()> {
        for (spec, seat) in [&self.first, &self.second].into_iter().zip(Seat::ALL) {
            for colour in Colour::ALL {
                let given = match (self.colours, seat) {
                    (Colours::Alternate, _) => true,
                    (Colours::Fixed(first), Seat::First) => first == colour,
                    (Colours::Fixed(first), Seat::Second) => first != colour,
                };
                if given {
                    spec.plays(&self.variant, self.size, colour).map_err(|why| {
                        anyhow!("{} does not play {colour} in this game: {why}", spec.name())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Files are made before the first game, so that none is played in vain.
    fn outputs(&self) -> anyhow::Result<Outputs> {
        let rows = |path: &PathBuf| {
            Rows::create(path, self.names())
                .with_context(|| format!("the table {} cannot be written", path.display()))
        };
        let sgf = |path: &PathBuf| {
            SgfFolder::create(path.clone(), self.names())
                .with_context(|| format!("the games cannot be written to {}", path.display()))
        };
        Ok(Outputs {
            rows: self.csv.as_ref().map(rows).transpose()?,
            sgf: self.sgf.as_ref().map(sgf).transpose()?,
        })
    }
}

impl Outputs {
    fn write(&mut self, result: &GameResult) -> anyhow::Result<()> {
        if let Some(rows) = &mut self.rows {
            rows.write(result).context("the table cannot be written")?;
        }
        if let Some(sgf) = &self.sgf {
            sgf.write(result).context("the game cannot be written")?;
        }
        Ok(())
    }
}

/// The moves of a game on one line.
fn moves(result: &GameResult) -> String {
    let size = result.position.size();
    let moves = result.position.moves().map(|(colour, mv)| {
        let letter = if colour == Colour::Black { 'B' } else { 'W' };
        format!(" {letter} {}", mv.name(size))
    });
    let number = result.fixture.number;
    format!("game {number}, seed {}:{}", result.fixture.seed, moves.collect::<String>())
}
