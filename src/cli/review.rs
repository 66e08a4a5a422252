//! `kring review`: what each move of a game lost, as a table, an annotated SGF, a chart and a page.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::AnsiColor;
use anyhow::Context;
use kring::review::{
    self, HEADER, LossTally, Mark, MoveReview, REVIEW_MARK, RecordedGame, Review, ReviewSettings,
};
use kring_agents::AgentFactory;
use kring_board::record::{self, hexworld};
use kring_board::{Colour, Rules};

use super::output::{EventProgress, has_colours, note, out_line, say_written};
use super::write;

pub const CODES: &str = "\
Exit codes: 0 if all games were reviewed, 1 if one could not be read or reviewed, 2 for a wrong
command line.";

#[derive(clap::Args)]
pub struct Options {
    /// SGF files, HexWorld links, or folders of SGF files
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// Who reviews [default: neural; with random turns coin-exact or mcts]
    #[arg(long, value_name = "SPEC", value_parser = super::agent)]
    agent: Option<AgentFactory>,
    /// Evaluations of each search (ten times as many simulations of mcts)
    /// [default: 200, or what the agent's own settings say]
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..=ReviewSettings::MOST_EVALS))]
    evals: Option<u64>,
    /// Writes an annotated SGF, a chart, a page for each game, and the table of players, to
    /// this folder
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Threads, which share the positions of a game [default: as many as the processor has]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// The rules of a game that does not name its own
    #[arg(long, value_name = "TEXT", default_value = "hex")]
    variant: Rules,
    /// The seed of agents that draw random numbers, and of the season map if a game has none
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

struct ReviewGame {
    /// The name that the user gave.
    name: String,
    /// The stem of the names of its files.
    stem: String,
    game: RecordedGame,
}

impl Options {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.output {
            let made = fs::create_dir_all(folder);
            made.with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        let mut failed = Vec::new();
        let games = self.games(&mut failed);
        let is_alone = games.len() + failed.len() == 1;
        let moves = games.iter().map(|game| game.game.moves());
        let mut progress = EventProgress::of(moves.sum(), "moves");
        let mut players = BTreeMap::new();
        let mut searches = 0;
        let mut seconds = 0.0;
        for game in &games {
            match self.review(game, &mut progress) {
                Ok(review) => {
                    let text = if is_alone { whole(&review) } else { one_line(game, &review) };
                    progress.print(|| out_line!("{text}"));
                    review.add_to(&mut players, &game.game.players);
                    searches += review.searches;
                    seconds += review.time.as_secs_f64();
                }
                Err(error) => {
                    progress.print(|| note!("{}: {error:#}", game.name));
                    failed.push(game.name.clone());
                }
            }
        }
        progress.finish();
        self.finish(&players, is_alone)?;
        if searches > 0 {
            let rate = searches as f64 / seconds;
            note!("{searches} positions in {seconds:.1} s, {rate:.1} a second");
            say_written(&self.output);
        }
        if failed.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        if !is_alone {
            note!("{} could not be reviewed: {}", failed.len(), failed.join(", "));
        }
        Ok(ExitCode::FAILURE)
    }

    /// Reads all games. Those that cannot be read are reported and skipped.
    fn games(&self, failed: &mut Vec<String>) -> Vec<ReviewGame> {
        let mut games: Vec<ReviewGame> = Vec::new();
        let mut fail = |name: &str, error: anyhow::Error| {
            note!("{name}: {error:#}");
            failed.push(name.to_owned());
        };
        for argument in &self.games {
            let names = sources(argument).unwrap_or_else(|error| {
                fail(argument, error);
                Vec::new()
            });
            for name in names {
                match self.read(&name) {
                    Ok(mut game) => {
                        if games.iter().any(|other| other.stem == game.stem) {
                            game.stem += &format!("-{}", games.len() + 1);
                        }
                        games.push(game);
                    }
                    Err(error) => fail(&name, error),
                }
            }
        }
        games
    }

    fn read(&self, name: &str) -> anyhow::Result<ReviewGame> {
        let game = RecordedGame::read(name, &self.variant, self.seed)?;
        let stem = Path::new(name).file_stem().filter(|_| !hexworld::is_link(name));
        let stem = stem.map_or("hexworld".into(), |stem| stem.to_string_lossy()).into_owned();
        Ok(ReviewGame { name: name.to_owned(), stem, game })
    }

    fn review(&self, game: &ReviewGame, progress: &mut EventProgress) -> anyhow::Result<Review> {
        let position = &game.game.position;
        let agent = super::agent_or_default(&self.agent, position, Colour::Black)?;
        let default = ReviewSettings::new(agent);
        let settings = ReviewSettings {
            evals: self.evals.or(default.evals),
            threads: self.threads.unwrap_or_else(super::cores).get(),
            seed: self.seed,
            ..default
        };
        let review = review::review(position, &settings, |mv| {
            if mv.played.is_some() {
                progress.update(|| game.name.clone());
            }
        })?;
        if let Some(folder) = &self.output {
            self.write(folder, game, &review)?;
        }
        Ok(review)
    }

    fn write(&self, folder: &Path, game: &ReviewGame, review: &Review) -> anyhow::Result<()> {
        let title = title(&game.name);
        let about = review::notes(review, game.game.players.clone());
        for (ending, text) in [
            ("sgf", record::save_annotated(&review.position, &about)),
            ("svg", review.chart(&title).to_svg()),
            ("html", review::page(review, &title, &game.game.players)),
        ] {
            write(&folder.join(format!("{}{REVIEW_MARK}.{ending}", game.stem)), text)?;
        }
        Ok(())
    }

    /// Writes the table of players, and prints it if there are several games.
    fn finish(&self, players: &BTreeMap<String, LossTally>, is_alone: bool) -> anyhow::Result<()> {
        if let Some(folder) = self.output.as_ref().filter(|_| !players.is_empty()) {
            write(&folder.join("players.csv"), review::write_csv(players)?)?;
        }
        if !is_alone && !players.is_empty() {
            out_line!("{}", review::player_table(players));
        }
        Ok(())
    }
}

/// The name of a game in its page and chart: a file name without its folder, a link without its
/// scheme.
fn title(name: &str) -> String {
    let file = Path::new(name).file_name().filter(|_| !hexworld::is_link(name));
    let short = || name.trim_start_matches("https://").trim_start_matches("http://").to_owned();
    file.map_or_else(short, |file| file.to_string_lossy().into_owned())
}

/// The games that an argument names: one, or all of a folder. What a review wrote is not reviewed.
fn sources(game: &str) -> anyhow::Result<Vec<String>> {
    if hexworld::is_link(game) || !Path::new(game).is_dir() {
        return Ok(vec![game.to_owned()]);
    }
    let mut paths = review::sgf_files(Path::new(game))?;
    paths.retain(|path| !review::is_review(path));
    anyhow::ensure!(!paths.is_empty(), "there is no SGF file in this folder");
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

/// The moves of a game, its chart and its players.
fn whole(review: &Review) -> String {
    let size = review.position.size();
    let has_colours = has_colours();
    let row = |mv: &MoveReview| {
        let row = review::move_row(mv, size);
        let colour = match mv.mark().filter(|_| has_colours) {
            None => return row,
            Some(Mark::Inaccuracy) => AnsiColor::Yellow,
            Some(Mark::Mistake) => AnsiColor::Magenta,
            Some(Mark::Blunder) => AnsiColor::Red,
        };
        let style = colour.on_default();
        format!("{style}{row}{style:#}")
    };
    let rows: Vec<String> = review.moves.iter().map(row).collect();
    let bars: Vec<char> = review::sparkline(review).chars().collect();
    let bars: Vec<String> = bars.chunks(BARS).map(|part| part.iter().collect()).collect();
    let [black, white] = review.tallies().map(|tally| tally.sentence());
    format!(
        "{HEADER}\n{}\n\nblack's chance, move by move:\n{}\n\nblack: {black}\nwhite: {white}",
        rows.join("\n"),
        bars.join("\n")
    )
}

/// The number of moves in a line of the chart.
const BARS: usize = 76;

fn one_line(game: &ReviewGame, review: &Review) -> String {
    let [black, white] = review.tallies().map(|tally| tally.sentence());
    format!("{}\n  {}\n  black: {black}\n  white: {white}", game.name, review::sparkline(review))
}
