//! `kring experiment`: plays the games of an experiment file and writes the report to a folder
//! and, after a full run, into a document.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use kring::arena::{Destinations, Event, Run, Shard, Standings};
use kring::experiment::{
    Experiment, ExperimentFile, ExperimentKind, ExperimentReport, RunInfo, RunScale, built_in,
    experiments, insert,
};
use kring::picture::PictureFormat;
use kring_board::{files, suggest::hint};

use super::output::{note, out, out_line, say_written};
use super::run::{ResumeOptions, ShownRun};

/// Where files of experiments lie: a folder of the user, or that of the repository.
const FOLDERS: [&str; 2] = ["experiments", "data/experiments"];
/// The document that holds the sections of all experiments.
const RESULTS: &str = "docs/RESULTS.md";

#[derive(clap::Args)]
pub struct Options {
    /// The experiment: the file experiments/NAME.toml or NAME.toml, a built-in
    /// experiment, or the path of a file [default: lists all]
    name: Option<String>,
    /// Lists the experiments
    #[arg(long, conflicts_with = "name")]
    list: bool,
    /// Makes the short run that the file describes
    #[arg(long)]
    quick: bool,
    /// The folder for games, table, pictures and section
    /// [default: results/NAME, or results/NAME-quick]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Writes the pictures of the folder also as PNG or PDF, e.g. for a paper
    #[arg(long, value_name = "FORMAT", value_parser = ["png", "pdf"])]
    pictures: Option<String>,
    /// The document whose section on the experiment is updated; its table and pictures go to the
    /// folder results beside it [default: docs/RESULTS.md, if it exists and the run is a full one]
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// The number of games of every match [default: that of the file]
    #[arg(long, value_name = "N")]
    games: Option<NonZeroUsize>,
    /// The share of the simulations, playouts, fills and seconds in the file that
    /// agents use, e.g. 0.1
    #[arg(long, value_name = "X")]
    effort: Option<f64>,
    /// Concurrent games [default: one for each core]
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    #[command(flatten)]
    resume: ResumeOptions,
}

impl Options {
    pub fn run(self) -> anyhow::Result<()> {
        let Some(name) = self.name.as_deref() else { return list() };
        let (path, file) = find(name)?;
        let mut scale = if self.quick { file.quick.clone() } else { RunScale::full() };
        scale.games = self.games.map(NonZeroUsize::get).or(scale.games);
        scale.effort = self.effort.unwrap_or(scale.effort);
        ensure!(scale.effort > 0.0, "the effort must be more than 0");
        let name = path.file_stem().map_or_else(|| name.into(), |stem| stem.to_string_lossy());
        let experiment =
            Experiment::new(file, scale).with_context(|| path.display().to_string())?;
        let folder = self.out.clone().unwrap_or_else(|| {
            let quick = if self.quick { "-quick" } else { "" };
            Path::new("results").join(format!("{name}{quick}"))
        });
        // Without games there are no matches, and the event is empty.
        let event = experiment.event().with_context(|| path.display().to_string())?;
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let report = match experiment.file.kind {
            ExperimentKind::FirstMoves => ExperimentReport::of_first_moves(&experiment)?,
            ExperimentKind::Convergence => ExperimentReport::of_convergence(&experiment)?,
            _ => {
                let standings = self.play(&event, &folder)?;
                ExperimentReport::of_games(&experiment, &standings.matches)
            }
        };
        self.write(&experiment, &report, &name, &folder)
    }

    fn play<'a>(&self, event: &'a Event, folder: &Path) -> anyhow::Result<Standings<'a>> {
        let mut standings = Standings::new(event, None);
        let run = ShownRun {
            run: Run {
                shard: Shard::WHOLE,
                only: None,
                files: Destinations {
                    csv: Some(folder.join("games.csv")),
                    sgf: None,
                    other_games: self.resume.other_games(),
                },
                workers: self.workers,
            },
            shows_faults: false,
        };
        run.play(&mut standings, |_, result| {
            let size = result.setup.game.size();
            let number = result.setup.number;
            format!("{size} {}", event.names(number).join(" v "))
        })?;
        Ok(standings)
    }

    fn write(
        &self,
        experiment: &Experiment,
        report: &ExperimentReport,
        name: &str,
        folder: &Path,
    ) -> anyhow::Result<()> {
        let command = self.command();
        // The discussion is about the full run only.
        let discussed = !self.quick && self.games.is_none() && self.effort.is_none();
        let run = |files| RunInfo { name, command: &command, files, discussed };
        let section = |files| report.section(experiment, run(files));
        // Some kinds of experiments play no games.
        let games = Some(folder.join("games.csv")).filter(|path| path.exists());
        let mut written: Vec<PathBuf> =
            games.into_iter().chain(put(folder, report, name)?).collect();
        if let Some(ending) = &self.pictures {
            written.extend(put_pictures(folder, report, name, ending)?);
        }
        let text = section("")?;
        written.push(folder.join("section.md"));
        files::replace(&folder.join("section.md"), &text)?;
        out!("{text}");
        say_written(written);
        let default_document =
            || Some(PathBuf::from(RESULTS)).filter(|path| discussed && path.exists());
        let Some(results) = self.results.clone().or_else(default_document) else { return Ok(()) };
        let beside = results.parent().unwrap_or(Path::new("")).join("results");
        fs::create_dir_all(&beside)?;
        put(&beside, report, name)?;
        files::update(&results, |document| -> anyhow::Result<String> {
            Ok(insert(document, name, &section("results/")?)?)
        })
        .with_context(|| results.display().to_string())?;
        note!("{}: the section of {name} is up to date", results.display());
        Ok(())
    }

    /// The command line that repeats this run.
    fn command(&self) -> String {
        let mut words = vec!["kring experiment".to_owned()];
        words.extend(self.name.clone());
        words.extend(self.quick.then(|| "--quick".to_owned()));
        words.extend(self.games.map(|games| format!("--games {games}")));
        words.extend(self.effort.map(|effort| format!("--effort {effort}")));
        words.join(" ")
    }
}

/// Writes the table and the pictures of a report. Returns their paths.
fn put(folder: &Path, report: &ExperimentReport, name: &str) -> anyhow::Result<Vec<PathBuf>> {
    let table = folder.join(format!("{name}.csv"));
    files::replace(&table, report.csv())?;
    let mut written = vec![table];
    written.extend(put_pictures(folder, report, name, "svg")?);
    Ok(written)
}

/// Writes the pictures of a report as files with this ending. Returns their paths.
fn put_pictures(
    folder: &Path,
    report: &ExperimentReport,
    name: &str,
    ending: &str,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (picture, file) in report.pictures.iter().zip(report.picture_names(name)) {
        let path = folder.join(file).with_extension(ending);
        files::replace(&path, PictureFormat::of(&path)?.encode(picture)?)?;
        written.push(path);
    }
    Ok(written)
}

/// Finds an experiment: by its path, or by its name in the folder of
/// experiments, in this folder, or among the built-in ones.
fn find(name: &str) -> anyhow::Result<(PathBuf, ExperimentFile)> {
    let file = format!("{name}.toml");
    let mut paths = match Path::new(name).extension() {
        Some(end) if end == "toml" => vec![PathBuf::from(name)],
        _ => vec![folder().join(&file), file.into()],
    };
    let here = paths.iter().position(|path| path.exists());
    let path = paths.swap_remove(here.unwrap_or(0));
    let found = match built_in(name) {
        Some(text) if here.is_none() => ExperimentFile::parse(text),
        None if here.is_none() && !name.ends_with(".toml") => bail!(unknown(name)),
        _ => ExperimentFile::read(&path),
    };
    let found = found.with_context(|| path.display().to_string())?;
    Ok((path, found))
}

/// The first of the folders that is here.
fn folder() -> &'static Path {
    let folder = FOLDERS.into_iter().map(Path::new).find(|folder| folder.is_dir());
    folder.unwrap_or(Path::new(FOLDERS[0]))
}

fn unknown(name: &str) -> String {
    let names = experiments(folder()).unwrap_or_default();
    let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    let hint = hint(name, names.iter().copied());
    format!("there is no experiment '{name}'{hint}; available: {}", names.join(", "))
}

fn list() -> anyhow::Result<()> {
    let found = experiments(folder()).with_context(|| folder().display().to_string())?;
    let width = found.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, title) in found {
        out_line!("{name:<width$}  {title}");
    }
    Ok(())
}
